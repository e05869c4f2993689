//! The signs that stand between two neighbours of a Sudoku.

use std::fmt;

/// A sign between two neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// The first digit is less than the second.
    Less,
    /// The first digit is greater than the second.
    Greater,
    /// A white dot: the digits are consecutive.
    Consecutive,
    /// A black dot: one digit is twice the other.
    Double,
    /// `V`: the sum is 5.
    Five,
    /// `X`: the sum is 10.
    Ten,
}

impl Sign {
    /// Every sign.
    pub const ALL: [Self; 6] = [Self::Less, Self::Greater, Self::Consecutive, Self::Double, Self::Five, Self::Ten];

    /// How it is written in a file.
    pub fn text(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Greater => ">",
            Self::Consecutive => "o",
            Self::Double => "*",
            Self::Five => "V",
            Self::Ten => "X",
        }
    }

    /// How it is printed on a board.
    pub fn printed(self) -> &'static str {
        match self {
            Self::Consecutive => "○",
            Self::Double => "●",
            other => other.text(),
        }
    }

    /// The sign that says the same of the cells in the other order.
    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            other => other,
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.printed())
    }
}
