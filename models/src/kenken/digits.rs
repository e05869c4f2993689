//! The digits that go into the cells of a board.

use std::fmt;

/// The most digits that a puzzle may have: beyond this a file is a mistake.
const MOST: usize = 1_000;

/// A set of digits, at least one, in increasing order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Digits(Vec<i64>);

impl Digits {
    /// The digits 1 to `size`.
    pub fn up_to(size: usize) -> Self {
        Self((1..=size as i64).collect())
    }

    /// A set of digits.
    ///
    /// # Errors
    /// A digit that occurs twice, none at all, or more than a thousand, in words.
    pub fn new(digits: impl IntoIterator<Item = i64>) -> Result<Self, String> {
        let mut digits: Vec<i64> = digits.into_iter().take(MOST + 1).collect();
        digits.sort_unstable();
        match digits.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("the digit {} occurs twice; digits are distinct", pair[0])),
            None if digits.is_empty() => Err("there are no digits; write as in digits=1..6 or digits=1,2,5".to_owned()),
            None if digits.len() > MOST => Err(format!("there are more than {MOST} digits")),
            None => Ok(Self(digits)),
        }
    }

    /// Reads a range `0..5`, both ends included, or a list `1,2,5`.
    ///
    /// # Errors
    /// What is wrong with the text, and what would be right, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let digit = |text: &str| {
            let message = || format!("`{text}` is no whole number; write as in digits=1..6 or digits=1,2,5");
            text.parse().map_err(|_| message())
        };
        match text.split_once("..") {
            Some((least, most)) => Self::new(digit(least)?..=digit(most)?),
            None => Self::new(text.split(',').map(digit).collect::<Result<Vec<_>, _>>()?),
        }
    }

    /// The digits in increasing order.
    pub fn values(&self) -> &[i64] {
        &self.0
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.0[0], self.0[self.0.len() - 1]);
        if self.0.len() > 1 && least.abs_diff(most) == self.0.len() as u64 - 1 {
            return write!(f, "{least}..{most}");
        }
        write!(f, "{least}")?;
        self.0[1..].iter().try_for_each(|digit| write!(f, ",{digit}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_ranges_or_lists() {
        for (text, values, written) in [
            ("0..3", &[0, 1, 2, 3][..], "0..3"),
            ("-2..1", &[-2, -1, 0, 1], "-2..1"),
            ("5,1,2", &[1, 2, 5], "1,2,5"),
            ("2,1", &[1, 2], "1..2"),
            ("7", &[7], "7"),
            ("7..7", &[7], "7"),
        ] {
            let digits = Digits::parse(text).unwrap();
            assert_eq!((digits.values(), digits.to_string().as_str()), (values, written));
            assert_eq!(Digits::parse(written), Ok(digits));
        }
    }

    #[test]
    fn bad_digits_say_why() {
        for (text, why) in [
            ("1,2,2", "the digit 2 occurs twice"),
            ("3..1", "no digits"),
            ("", "no whole number"),
            ("1,,2", "no whole number"),
            ("1..x", "no whole number"),
            ("1.5,2", "no whole number"),
            ("0..9223372036854775807", "more than 1000"),
            ("99999999999999999999", "no whole number"),
        ] {
            let message = Digits::parse(text).unwrap_err();
            assert!(message.contains(why), "{text}: {message}");
        }
    }
}
