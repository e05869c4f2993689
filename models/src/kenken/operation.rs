//! The operations of cages, and the set of those that a puzzle allows.

use std::fmt;

use gridwright::Clue;

/// An operation of a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The sum of all digits.
    Add,
    /// One digit minus all others.
    Subtract,
    /// The product of all digits.
    Multiply,
    /// One digit divided by all others, exactly: 5 ÷ 2 is no number at all, and neither is 0 ÷ 0.
    Divide,
    /// Of two digits, one modulo the other; nothing is anything modulo 0.
    Modulo,
    /// Of two digits, one to the power of the other; 0 to the power of 0 is 1, and negative powers are whole for 1 and −1.
    Power,
    /// The bitwise or of all digits.
    Or,
}

impl Operation {
    /// Every operation, in the order in which options list them.
    pub const ALL: [Self; 7] =
        [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Modulo, Self::Power, Self::Or];

    /// The signs of all operations in plain text.
    pub const SIGNS: &'static str = "+-*/%^|";

    /// The sign in plain text.
    pub fn ascii(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
            Self::Modulo => '%',
            Self::Power => '^',
            Self::Or => '|',
        }
    }

    /// The sign in print.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "−",
            Self::Multiply => "×",
            Self::Divide => "÷",
            Self::Modulo => "%",
            Self::Power => "^",
            Self::Or => "|",
        }
    }

    /// The operation with this sign, in plain text or in print.
    pub fn from_sign(sign: char) -> Option<Self> {
        Some(match sign {
            '+' => Self::Add,
            '-' | '−' => Self::Subtract,
            '*' | '×' => Self::Multiply,
            '/' | '÷' => Self::Divide,
            '%' => Self::Modulo,
            '^' => Self::Power,
            '|' => Self::Or,
            _ => return None,
        })
    }

    /// Whether the operation takes exactly two digits, or does so under `strict`.
    pub fn is_binary(self, strict: bool) -> bool {
        match self {
            Self::Modulo | Self::Power => true,
            Self::Subtract | Self::Divide => strict,
            Self::Add | Self::Multiply | Self::Or => false,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

/// The operations that a puzzle allows, and that are tried where a cage has no operator; `+ - * /` by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operators(u8);

impl Operators {
    /// Whether an operation is allowed.
    pub fn contains(self, operation: Operation) -> bool {
        self.0 >> operation as u8 & 1 == 1
    }

    /// The operations that are allowed.
    pub fn iter(self) -> impl Iterator<Item = Operation> {
        Operation::ALL.into_iter().filter(move |&operation| self.contains(operation))
    }

    /// Reads a run of signs such as `+-*/%`.
    ///
    /// # Errors
    /// A sign that stands for no operation, or no sign at all, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut all = Self(0);
        for sign in text.chars() {
            let operation = Operation::from_sign(sign).ok_or_else(|| unknown(sign))?;
            all.0 |= 1 << operation as u8;
        }
        if all.0 == 0 { Err("operators= needs at least one of + - * / % ^ |".to_owned()) } else { Ok(all) }
    }
}

impl Default for Operators {
    fn default() -> Self {
        [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide].into_iter().collect()
    }
}

impl FromIterator<Operation> for Operators {
    fn from_iter<I: IntoIterator<Item = Operation>>(operations: I) -> Self {
        Self(operations.into_iter().fold(0, |all, operation| all | 1 << operation as u8))
    }
}

impl fmt::Display for Operators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|operation| write!(f, "{}", operation.ascii()))
    }
}

/// A clue as it is printed: `240×`.
pub(crate) fn printed(clue: Clue) -> String {
    let sign = clue.sign.and_then(Operation::from_sign);
    format!("{}{}", clue.number, sign.map_or("", Operation::sign))
}

fn unknown(sign: char) -> String {
    format!("`{sign}` is no operator; the operators are + - * / % ^ |, and also − × ÷")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_in_plain_text_and_in_print() {
        assert_eq!(Operation::ALL.map(Operation::ascii).iter().collect::<String>(), Operation::SIGNS);
        for operation in Operation::ALL {
            assert_eq!(Operation::from_sign(operation.ascii()), Some(operation));
            assert_eq!(Operation::from_sign(operation.sign().chars().next().unwrap()), Some(operation));
        }
        assert_eq!(Operation::from_sign('x'), None);
    }

    #[test]
    fn operators_are_a_set() {
        assert_eq!(Operators::parse("%−+×+").unwrap().to_string(), "+-*%");
        assert_eq!(Operators::default().to_string(), "+-*/");
        assert!(Operators::parse("+x").is_err() && Operators::parse("").is_err());
    }
}
