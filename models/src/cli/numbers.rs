//! Numbers in arguments: lists, ranges, and lists of ranges.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::kenken::Digits;

/// The most cells of a cage.
const MOST_CELLS: usize = 100;

/// The most numbers that a list may hold.
const MOST_NUMBERS: u64 = 1_000;

/// A list of numbers, such as `5,1` or `1,3,5-7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(pub Vec<i64>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Vec::new();
        for item in text.split(',').map(str::trim) {
            let (first, last) = ends(item);
            let first = number(first)?;
            let last = last.map_or(Ok(first), number)?;
            if first > last {
                return Err(format!("the range {item} is empty: it is written {last}-{first}"));
            }
            if last.abs_diff(first) >= MOST_NUMBERS - all.len() as u64 {
                return Err(format!("there are more than {MOST_NUMBERS} numbers"));
            }
            all.extend(first..=last);
        }
        Ok(Self(all))
    }
}

/// Reads the digits to choose from.
pub(super) fn digits(text: &str) -> Result<Digits, String> {
    Digits::new(text.parse::<Numbers>()?.0)
}

/// Reads a number of cells, or a range of them.
pub(super) fn cells(text: &str) -> Result<RangeInclusive<usize>, String> {
    let cells = |text: &str| {
        let cells = usize::try_from(number(text)?).ok().filter(|cells| (1..=MOST_CELLS).contains(cells));
        cells.ok_or_else(|| format!("there are 1 to {MOST_CELLS} cells"))
    };
    let (first, last) = ends(text);
    let first = cells(first)?;
    let last = last.map_or(Ok(first), cells)?;
    if first > last {
        return Err(format!("the range {text} is empty: it is written {last}-{first}"));
    }
    Ok(first..=last)
}

fn number(text: &str) -> Result<i64, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is no whole number; write as in 4, 2-4 or 1,3,5-7"))
}

/// The two ends of a range `2-4` or `2..4`, or one number; the first sign of a number is no dash.
fn ends(text: &str) -> (&str, Option<&str>) {
    if let Some((first, last)) = text.split_once("..") {
        return (first, Some(last));
    }
    match text.char_indices().skip(1).find(|&(_, c)| c == '-') {
        Some((dash, _)) => (&text[..dash], Some(&text[dash + 1..])),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_numbers_and_ranges() {
        for (text, expected) in [
            ("7", &[7][..]),
            ("5,1", &[5, 1]),
            ("1,3,5-7", &[1, 3, 5, 6, 7]),
            ("1..3, 9", &[1, 2, 3, 9]),
            ("-2-1", &[-2, -1, 0, 1]),
            ("-3--2", &[-3, -2]),
            ("-3..-2", &[-3, -2]),
            ("4-4,4", &[4, 4]),
            ("9223372036854775806-9223372036854775807", &[i64::MAX - 1, i64::MAX]),
        ] {
            assert_eq!(text.parse(), Ok(Numbers(expected.to_vec())), "{text}");
        }
        assert_eq!("1-1000".parse::<Numbers>().map(|Numbers(list)| list.len()), Ok(1_000));
    }

    #[test]
    fn bad_lists_say_why() {
        for (text, why) in [
            ("", "no whole number"),
            ("1,,2", "no whole number"),
            ("1-", "no whole number"),
            ("1-2-3", "no whole number"),
            ("é-2", "no whole number"),
            ("1.5", "no whole number"),
            ("9-1", "it is written 1-9"),
            ("1-1001", "more than 1000"),
            ("1-600,1-600", "more than 1000"),
            ("-9223372036854775808-9223372036854775807", "more than 1000"),
            ("9223372036854775808", "no whole number"),
        ] {
            let message = text.parse::<Numbers>().unwrap_err();
            assert!(message.contains(why), "{text}: {message}");
        }
        assert!(digits("1-3,2").unwrap_err().contains("2 occurs twice"));
    }

    #[test]
    fn cells_are_a_number_or_a_range() {
        assert_eq!((cells("3"), cells("2-4"), cells("2..2")), (Ok(3..=3), Ok(2..=4), Ok(2..=2)));
        for text in ["0", "101", "4-2", "-1", "2-", "x", "1,2", "1-1000000"] {
            assert!(cells(text).is_err(), "{text}");
        }
    }
}
