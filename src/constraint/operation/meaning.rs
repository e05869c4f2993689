//! What each operation means, as a relation of three numbers that fit `i64`: for checks, and apart from how it is computed.

use super::Operator;

impl Operator {
    /// Whether the operation on `x` and `y` has the result `z`.
    pub(super) fn relates(self, x: i128, y: i128, z: i128) -> bool {
        match self {
            Self::AbsoluteDifference => z >= 0 && (x == y + z || y == x + z),
            Self::ExactRatio => y != 0 && x == y * z || x != 0 && y == x * z,
            Self::DivTruncated => is_remainder(x - y * z, y, x),
            Self::DivFloored => is_remainder(x - y * z, y, y),
            Self::ModTruncated => is_remainder(z, y, x) && (x - z) % y == 0,
            Self::ModFloored => is_remainder(z, y, y) && (x - z) % y == 0,
            Self::Power => is_power(x, y, z),
        }
    }
}

/// Whether a number is a remainder by `y`: smaller than that, and 0 or of the sign of `like`.
fn is_remainder(rest: i128, y: i128, like: i128) -> bool {
    rest.abs() < y.abs() && (rest == 0 || (rest < 0) == (like < 0))
}

fn is_power(x: i128, y: i128, z: i128) -> bool {
    match x {
        1 => z == 1,
        -1 => z == if y % 2 == 0 { 1 } else { -1 },
        0 => y == 0 && z == 1 || y > 0 && z == 0,
        // Powers of other bases leave `i64` within 63 steps.
        _ => (0..64).contains(&y) && (0..y).try_fold(1_i128, |power, _| power.checked_mul(x)) == Some(z),
    }
}
