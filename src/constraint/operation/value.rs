//! What each operation gives: for two numbers, and bounds for two ranges.

use super::Operator;

/// The smallest and the largest number of a range.
pub(super) type Ends = (i64, i64);

impl Operator {
    /// The result, where there is one within `i64`.
    pub(super) fn value(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Self::AbsoluteDifference => x.checked_sub(y)?.checked_abs(),
            Self::ExactRatio => match (x, y) {
                (0, 0) => None,
                (0, _) | (_, 0) => Some(0),
                _ if x.wrapping_rem(y) == 0 => x.checked_div(y),
                _ if y.wrapping_rem(x) == 0 => y.checked_div(x),
                _ => None,
            },
            Self::DivTruncated => x.checked_div(y),
            Self::DivFloored => {
                let quotient = x.checked_div(y)?;
                Some(if x % y != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
            }
            Self::ModTruncated => (y != 0).then(|| x.wrapping_rem(y)),
            Self::ModFloored => {
                let rest = (y != 0).then(|| x.wrapping_rem(y))?;
                Some(if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
            }
            Self::Power => match (x, u32::try_from(y)) {
                (1, _) => Some(1),
                (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
                (0, _) if y > 0 => Some(0),
                (_, Ok(y)) => x.checked_pow(y),
                (_, Err(_)) => None,
            },
        }
    }

    /// Bounds of the results for arguments in two ranges; `None` where there is certainly no result.
    pub(super) fn range(self, x: Ends, y: Ends) -> Option<Ends> {
        let [x_low, x_high, y_low, y_high] = [x.0, x.1, y.0, y.1].map(i128::from);
        if let Some(remainders) = self.remainders(x, y) {
            return Some(remainders);
        }
        let (low, high) = match self {
            Self::AbsoluteDifference => {
                let (low, high) = (x_low - y_high, x_high - y_low);
                (low.max(-high).max(0), high.max(-low))
            }
            Self::ExactRatio => {
                let largest = x_low.abs().max(x_high).max(y_low.abs()).max(y_high);
                (if x_low < 0 || y_low < 0 { -largest } else { 0 }, largest)
            }
            // Quotients by numbers of one sign are monotone in both arguments.
            Self::DivTruncated | Self::DivFloored => {
                let divisors = [(y_low, y_high.min(-1)), (y_low.max(1), y_high)];
                let ends = divisors.into_iter().filter(|(low, high)| low <= high).flat_map(|(low, high)| [low, high]);
                let quotients = ends.flat_map(|y| [self.quotient(x_low, y), self.quotient(x_high, y)]);
                quotients.fold(None, |hull: Option<(i128, i128)>, quotient| {
                    let (low, high) = hull.unwrap_or((quotient, quotient));
                    Some((low.min(quotient), high.max(quotient)))
                })?
            }
            Self::ModTruncated => {
                let most = y_low.abs().max(y_high.abs()) - 1;
                if most < 0 {
                    return None;
                }
                (x_low.clamp(-most, 0), x_high.clamp(0, most))
            }
            Self::ModFloored if (y_low, y_high) == (0, 0) => return None,
            Self::ModFloored => ((y_low + 1).min(0), (y_high - 1).max(0)),
            Self::Power if y_high < 0 => (-1, 1),
            Self::Power => {
                let high = power(x_low.abs().max(x_high.abs()), y_high).max(1);
                let low = if x_low < 0 { -high } else { i128::from(x_low > 0 && y_low >= 0) * power(x_low, y_low) };
                (low, high)
            }
        };
        let within = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (low <= i64::MAX.into() && high >= i64::MIN.into()).then(|| (within(low), within(high)))
    }

    /// The remainders of a range by one number that has the same quotient in all of it, where they grow with the dividend.
    fn remainders(self, x: Ends, y: Ends) -> Option<Ends> {
        let quotient = match self {
            Self::ModTruncated => Self::DivTruncated,
            Self::ModFloored => Self::DivFloored,
            _ => return None,
        };
        let same = y.0 == y.1 && quotient.value(x.0, y.0)? == quotient.value(x.1, y.0)?;
        if same { Some((self.value(x.0, y.0)?, self.value(x.1, y.0)?)) } else { None }
    }

    fn quotient(self, x: i128, y: i128) -> i128 {
        let quotient = x / y;
        quotient - i128::from(self == Self::DivFloored && x % y != 0 && (x < 0) != (y < 0))
    }
}

/// A power of a number that is not negative, up to the first number beyond `i64`; 1 for a negative exponent.
fn power(base: i128, exponent: i128) -> i128 {
    const BEYOND: i128 = 1 << 64;
    base.checked_pow(exponent.clamp(0, 64) as u32).map_or(BEYOND, |power| power.min(BEYOND))
}
