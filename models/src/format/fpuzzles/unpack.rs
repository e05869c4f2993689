//! Unpacking of LZString in base 64, in bounded memory: a few bytes can stand for any number of characters.

/// The most characters that are unpacked.
const MOST: usize = 1 << 20;

/// The codes that stand for no phrase: a character of eight bits follows, one of sixteen, or nothing more.
const BYTE: usize = 0;
const WORD: usize = 1;
const END: usize = 2;

/// Data as bits, six a character, the highest first.
struct Bits<'a> {
    data: &'a [u8],
    /// How many bits were read.
    at: usize,
}

impl Bits<'_> {
    /// A number of so many bits, the lowest first; `None` where the data ends, or is none.
    fn number(&mut self, bits: usize) -> Option<usize> {
        (0..bits).try_fold(0, |number, bit| {
            let letter = *self.data.get(self.at / 6)?;
            let value = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            let is_set = value >> (5 - self.at % 6) & 1 == 1;
            self.at += 1;
            Some(number | usize::from(is_set) << bit)
        })
    }
}

/// Unpacks data without padding, as code units of UTF-16; `None` where it is broken, or too much. Adds to the work how many
/// there are.
///
/// Codes are as wide as the number of phrases needs. Each code stands for a phrase that is written, and makes the phrase
/// before it, with the first unit of its own, a new one. A phrase is thus a piece of what was written so far.
pub(super) fn unpack(data: &str, work: &mut usize) -> Option<Vec<u16>> {
    let mut bits = Bits { data: data.as_bytes(), at: 0 };
    let mut out: Vec<u16> = Vec::new();
    // Where phrases begin and end in what was written; three codes are none.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.number(1 + phrases.len().ilog2() as usize)?;
        let start = out.len();
        let (from, to) = match (code, last) {
            (END, _) => break,
            (BYTE | WORD, _) => {
                let unit = bits.number(if code == BYTE { 8 } else { 16 })?;
                phrases.push((start, start + 1));
                out.push(u16::try_from(unit).ok()?);
                (start, start)
            }
            // The phrase that this very code makes: the one before, and its own first unit.
            (_, Some((from, to))) if code == phrases.len() => (from, to + 1),
            _ => *phrases.get(code)?,
        };
        if start + (to - from) > MOST {
            return None;
        }
        // What is copied may reach into itself by one unit.
        (from..to).for_each(|at| out.push(out[at]));
        phrases.extend(last.map(|(from, to)| (from, to + 1)));
        last = Some((start, out.len()));
    }
    *work += out.len();
    Some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What another program unpacks.
    fn other(data: &str) -> Option<Vec<u16>> {
        lz_str::decompress_from_base64(data)
    }

    proptest! {
        #[test]
        fn what_was_packed_comes_back(text in "[ab]{0,300}|[a-d{}\\[\\]\",0-9]{0,80}|\\PC{0,40}") {
            let packed = lz_str::compress_to_base64(&text);
            let units: Vec<u16> = text.encode_utf16().collect();
            prop_assert_eq!(unpack(packed.trim_end_matches('='), &mut 0), Some(units));
        }

        #[test]
        fn broken_data_is_unpacked_as_another_program_does(data in "[A-Za-z0-9+/]{0,40}") {
            // That program takes another end of the data for the end of a text.
            if let Some(found) = unpack(&data, &mut 0) {
                prop_assert_eq!(Some(found), other(&format!("{data}AAAA")));
            }
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let bomb = lz_str::compress_to_base64(&"a".repeat(MOST + 1));
        assert!(bomb.len() < 5_000);
        assert_eq!(unpack(bomb.trim_end_matches('='), &mut 0), None);
        let just = lz_str::compress_to_base64(&"a".repeat(MOST));
        let mut work = 0;
        assert_eq!(unpack(just.trim_end_matches('='), &mut work).map(|units| units.len()), Some(MOST));
        assert_eq!(work, MOST);
    }
}
