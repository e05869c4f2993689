//! Equations of words: sums and products on either side.

use std::fmt;

use gridwright::{Mistakes, Span};

/// What stands before a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The number is added; also before the first one of a side.
    Plus,
    /// The number is subtracted.
    Minus,
    /// It is multiplied with the number before.
    Times,
    /// The right side begins with it.
    Equals,
}

impl Sign {
    fn parse(symbol: char) -> Option<Self> {
        Some(match symbol {
            '+' => Self::Plus,
            '-' | '−' => Self::Minus,
            '*' | '×' | '·' => Self::Times,
            '=' => Self::Equals,
            _ => return None,
        })
    }

    /// The sign as a drawing has it.
    pub(super) fn drawn(self) -> &'static str {
        if self == Self::Times { "×" } else { self.written() }
    }

    fn written(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Equals => "=",
        }
    }
}

/// An equation of numbers whose digits are letters or digits.
///
/// ```
/// use gridwright_models::cryptarithm::Equation;
/// let mut out = gridwright::Mistakes::new();
/// let (equation, _) = Equation::parse("send+more=money", 0, &mut out).expect("an equation");
/// assert_eq!(equation.to_string(), "SEND + MORE = MONEY");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equation {
    /// The numbers from left to right, each with the sign before it; that before the first is `+`.
    pub numbers: Vec<(Sign, String)>,
}

impl Equation {
    /// Reads an equation that begins at this byte of its text, and where its numbers stand; or adds the first thing that is
    /// wrong to the mistakes. Small letters mean the same as capital ones.
    pub fn parse(text: &str, start: usize, out: &mut Mistakes) -> Option<(Self, Vec<Span>)> {
        Self::read(text, start)
            .map_err(|(place, message)| {
                out.error(place, message).help("an equation reads like SEND + MORE = MONEY");
            })
            .ok()
    }

    fn read(text: &str, start: usize) -> Result<(Self, Vec<Span>), (Span, String)> {
        let (mut numbers, mut places) = (Vec::new(), Vec::new());
        let mut sign = Some((Sign::Plus, Span { start, end: start + text.len() }));
        let mut rest = text.char_indices().peekable();
        while let Some((at, symbol)) = rest.next() {
            let place = Span { start: start + at, end: start + at + symbol.len_utf8() };
            if symbol.is_whitespace() {
                continue;
            }
            if let Some(new) = Sign::parse(symbol) {
                if sign.is_some() {
                    return Err((place, format!("no number stands before `{symbol}`")));
                }
                if new == Sign::Equals && numbers.iter().any(|(sign, _)| *sign == Sign::Equals) {
                    return Err((place, "the equation has a second `=`".to_owned()));
                }
                sign = Some((new, place));
                continue;
            }
            if !is_digit(symbol) {
                return Err((place, format!("`{symbol}` is neither a letter, a digit nor one of + - * =")));
            }
            let mut number = capital(symbol);
            let mut end = place.end;
            while let Some((at, symbol)) = rest.next_if(|(_, symbol)| is_digit(*symbol)) {
                number += &capital(symbol);
                end = start + at + symbol.len_utf8();
            }
            let place = Span { end, ..place };
            let Some((sign, _)) = sign.take() else {
                return Err((place, format!("no sign stands before {number}")));
            };
            numbers.push((sign, number));
            places.push(place);
        }
        match sign {
            Some((_, place)) => Err((place, "no number stands behind the last sign".to_owned())),
            None if numbers.iter().all(|(sign, _)| *sign != Sign::Equals) => {
                Err((Span { start, end: start + text.len() }, "the equation has no `=`".to_owned()))
            }
            None => Ok((Self { numbers }, places)),
        }
    }

    /// The products of the equation, of one number most of them, each with 1 if it is added on the left or subtracted on
    /// the right, and with -1 otherwise: all of them make 0.
    pub(super) fn products(&self) -> impl Iterator<Item = (i64, &[(Sign, String)])> {
        let mut side = 1;
        self.numbers.chunk_by(|_, (sign, _)| *sign == Sign::Times).map(move |product| {
            let sign = product[0].0;
            if sign == Sign::Equals {
                side = -1;
            }
            (if sign == Sign::Minus { -side } else { side }, product)
        })
    }
}

impl fmt::Display for Equation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (sign, number)) in self.numbers.iter().enumerate() {
            match i {
                0 => write!(f, "{number}")?,
                _ => write!(f, " {} {number}", sign.written())?,
            }
        }
        Ok(())
    }
}

fn is_digit(symbol: char) -> bool {
    symbol.is_alphabetic() || symbol.is_ascii_digit()
}

/// The capital of a letter that has one of a single letter.
fn capital(letter: char) -> String {
    let capital: String = letter.to_uppercase().collect();
    if capital.chars().count() == 1 { capital } else { letter.to_string() }
}
