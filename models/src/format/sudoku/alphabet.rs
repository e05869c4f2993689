//! Alphabets: how the digits of a board are written, one or two characters each, and what stands for an empty cell.

use gridwright::{Mistakes, Place, Settings, Span};

use crate::format::board::setting;
use crate::format::span_in;

/// How digits are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// 1 to 9, then A for 10.
    Usual,
    /// A for 1.
    Letters,
    /// 0 for 1, to 9 for 10, then A for 11.
    FromZero,
    /// Two decimal digits for each.
    Decimal,
}

/// What a board's characters say, or what is wrong with them.
pub(super) type Reading<T> = Result<T, (Span, String, String)>;

impl Alphabet {
    /// Every alphabet with the name that users know it by.
    const NAMED: [(&'static str, Self); 4] =
        [("1-9A-G", Self::Usual), ("A-P", Self::Letters), ("0-F", Self::FromZero), ("decimal", Self::Decimal)];

    pub fn named(name: &str) -> Result<Self, String> {
        let found = Self::NAMED.iter().find(|(its, _)| its.eq_ignore_ascii_case(name));
        found.map(|&(_, alphabet)| alphabet).ok_or_else(|| {
            let names = Self::NAMED.map(|(name, _)| name).join(", ");
            format!("there is no alphabet `{name}`: the alphabets are {names}")
        })
    }

    /// How many characters a digit takes.
    pub fn width(self) -> usize {
        if self == Self::Decimal { 2 } else { 1 }
    }

    /// The alphabet that is written for boards of this size.
    pub fn usual(size: usize) -> Self {
        if size <= 35 { Self::Usual } else { Self::Decimal }
    }

    fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, its)| *its == self).map_or("", |(name, _)| name)
    }

    /// The value of a digit as it is written.
    fn value(self, symbol: &str) -> Option<i64> {
        let digit = |radix| char::from(*symbol.as_bytes().first()?).to_digit(radix).map(i64::from);
        match self {
            Self::Usual => digit(36),
            Self::FromZero => digit(36).map(|value| value + 1),
            Self::Letters => digit(36).and_then(|value| value.checked_sub(9)),
            Self::Decimal => symbol.parse().ok().filter(|_| symbol.bytes().all(|byte| byte.is_ascii_digit())),
        }
    }

    /// How a value is written; `None` if the alphabet does not go so far.
    pub fn symbol(self, value: i64) -> Option<String> {
        let value = u32::try_from(value).ok()?;
        let single = |value: u32| char::from_digit(value, 36).map(|c| c.to_ascii_uppercase().to_string());
        match self {
            Self::Usual => single(value),
            Self::FromZero => single(value.checked_sub(1)?),
            Self::Letters => single(value + 9),
            Self::Decimal => (value < 100).then(|| format!("{value:02}")),
        }
    }

    /// An empty cell.
    pub fn blank(self) -> &'static str {
        if self == Self::Decimal { ".." } else { "." }
    }

    /// Reads the symbols of a board, which are slices of this text.
    fn read(self, text: &str, symbols: &[&str], size: usize) -> Reading<Vec<Option<i64>>> {
        let mut blank = None;
        let mut values = Vec::with_capacity(symbols.len());
        for &symbol in symbols {
            let value = self.value(symbol).filter(|value| (1..=size as i64).contains(value));
            if value.is_none() && blank != Some(symbol) {
                let empty = match symbol {
                    _ if is_blank(symbol, size) => symbol,
                    _ if symbol.trim().is_empty() => " ",
                    _ => {
                        let help = format!("a board of size {size} holds {} and `.` for empty cells", self.range(size));
                        return Err((span_in(text, symbol), format!("`{symbol}` is no digit of this board"), help));
                    }
                };
                let other = *blank.get_or_insert(empty);
                if other != empty {
                    let (first, second) = (other.min(empty), other.max(empty));
                    let message = format!("empty cells are written in two ways, `{first}` and `{second}`");
                    let help = "one of them is meant to be something else".to_owned();
                    return Err((span_in(text, symbol), message, help));
                }
            }
            values.push(value);
        }
        Ok(values)
    }

    /// The digits of a board of this size, in words.
    fn range(self, size: usize) -> String {
        let symbol = |value| self.symbol(value).unwrap_or_default();
        match self {
            Self::Usual if size > 9 => format!("1 to 9 and A to {}", symbol(size as i64)),
            _ => format!("{} to {}", symbol(1), symbol(size as i64)),
        }
    }
}

/// The alphabet that settings ask for, if any; `None` where there is no such alphabet, which is a mistake.
pub(super) fn asked(settings: &Settings, out: &mut Mistakes) -> Option<Option<Alphabet>> {
    match setting(settings, "alphabet").map(Alphabet::named).transpose() {
        Ok(alphabet) => Some(alphabet),
        Err(message) => {
            out.error(Place::Puzzle, message);
            None
        }
    }
}

/// Whether a symbol stands for an empty cell; one board uses one of them.
fn is_blank(symbol: &str, size: usize) -> bool {
    let one = |c: char| matches!(c, '.' | '0' | '*' | '_' | '-' | '?') || size <= 9 && matches!(c, 'x' | 'X');
    let mut chars = symbol.chars();
    chars.next().is_some_and(|first| one(first) && chars.all(|c| c == first))
}

/// Whether a character may stand in a board at all: a digit, an empty cell, or on a board with more than nine digits one of
/// the letters that some alphabet counts them by.
pub(super) fn may_stand(c: char, size: usize) -> bool {
    let letters = if size <= 9 { 0 } else { size.min(26) };
    let is_letter = c.is_ascii_alphabetic() && usize::from(c.to_ascii_uppercase() as u8 - b'A') < letters;
    c.is_ascii_digit() || is_letter || is_blank(c.encode_utf8(&mut [0; 4]), size)
}

/// Reads the symbols of a board of this size, which are slices of a text, by the alphabet that was asked for or the only one
/// that fits.
pub(super) fn read_symbols(
    text: &str,
    symbols: &[&str],
    size: usize,
    asked: Option<Alphabet>,
) -> Reading<Vec<Option<i64>>> {
    if let Some(alphabet) = asked {
        return alphabet.read(text, symbols, size);
    }
    if symbols.iter().any(|symbol| symbol.len() > 1) {
        return Alphabet::Decimal.read(text, symbols, size);
    }
    let usual = Alphabet::Usual.read(text, symbols, size);
    if size <= 9 {
        return usual;
    }
    let mut fitting: Vec<_> = usual.iter().cloned().map(|values| (Alphabet::Usual, values)).collect();
    if let Ok(values) = Alphabet::Letters.read(text, symbols, size) {
        fitting.push((Alphabet::Letters, values));
    }
    // A board that writes 0 for an empty cell would be full if 0 were a digit.
    let full = |values: &Vec<Option<i64>>| {
        (1..=size as i64).all(|digit| values.iter().filter(|value| **value == Some(digit)).count() == size)
    };
    if let Ok(values) = Alphabet::FromZero.read(text, symbols, size)
        && (values.contains(&None) || full(&values))
    {
        fitting.push((Alphabet::FromZero, values));
    }
    match &fitting[..] {
        [] => usual,
        [(_, values), others @ ..] if others.iter().all(|(_, its)| its == values) => Ok(values.clone()),
        several => {
            let names: Vec<_> = several.iter().map(|(alphabet, _)| alphabet.name()).collect();
            let span = stretch(text, symbols);
            let message = format!("the digits may be those of several alphabets: {}", names.join(", "));
            Err((span, message, format!("name one, as in --alphabet {}", names[0])))
        }
    }
}

/// Where some symbols, at least one, stand in a text: from the first to the last.
pub(super) fn stretch(text: &str, symbols: &[&str]) -> Span {
    Span { start: span_in(text, symbols[0]).start, end: span_in(text, symbols[symbols.len() - 1]).end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, size: usize, asked: Option<Alphabet>) -> Result<Vec<Option<i64>>, String> {
        let symbols: Vec<_> = (0..text.len()).map(|i| &text[i..=i]).collect();
        read_symbols(text, &symbols, size, asked).map_err(|(_, message, _)| message)
    }

    #[test]
    fn every_alphabet_reads_what_it_writes() {
        for (name, alphabet) in Alphabet::NAMED {
            assert_eq!(Alphabet::named(name), Ok(alphabet));
            for value in 1..=25 {
                assert_eq!(alphabet.value(&alphabet.symbol(value).unwrap()), Some(value), "{name}");
            }
        }
        assert_eq!(Alphabet::Usual.symbol(36), None);
        assert_eq!(Alphabet::FromZero.symbol(16), Some("F".to_owned()));
        assert!(Alphabet::named("roman").is_err());
    }

    #[test]
    fn an_alphabet_is_taken_only_where_no_other_fits() {
        assert_eq!(read("1G..", 16, None).unwrap(), [Some(1), Some(16), None, None]);
        assert_eq!(read("1G00", 16, None).unwrap(), [Some(1), Some(16), None, None]);
        assert_eq!(read("0F..", 16, None).unwrap(), [Some(1), Some(16), None, None]);
        assert_eq!(read("AP..", 16, None).unwrap(), [Some(1), Some(16), None, None]);
        assert_eq!(read("....", 16, None).unwrap(), [None; 4]);
        assert!(read("1F..", 16, None).unwrap_err().contains("1-9A-G, 0-F"));
        assert!(read("AC..", 16, None).unwrap_err().contains("1-9A-G, A-P, 0-F"));
        assert_eq!(read("AC..", 16, Some(Alphabet::Letters)).unwrap(), [Some(1), Some(3), None, None]);
        // 0 is never a digit and an empty cell at once.
        assert!(read("0G..", 16, None).unwrap_err().contains("two ways"));
        assert!(read("1.0.", 9, None).unwrap_err().contains("two ways"));
        assert!(read("9...", 4, None).unwrap_err().contains("no digit"));
    }
}
