//! The data of f-puzzles links: LZString in base 64, and the damage that links take on their way.

use super::unpack::unpack as unpacked;

/// What may stand before the data.
const MARKS: [&str; 5] = ["?load=", "&load=", "/fpuzzles", "/fpuz", "puzzleid=fpuzzles"];

/// A link with more slashes than this is not repaired by trying where they were doubled.
const MOST_SLASHES: usize = 16;

/// The data of a link, if it is one.
pub(super) fn data(link: &str) -> Option<&str> {
    if !(link.starts_with("https://") || link.starts_with("http://")) || link.contains(char::is_control) {
        return None;
    }
    let start = MARKS.iter().filter_map(|mark| link.find(mark).map(|at| at + mark.len())).max()?;
    let data = &link[start..];
    let end = data.find(['&', '#', '?']).unwrap_or(data.len());
    Some(&data[..end])
}

/// So many characters may be unpacked in all while a link is repaired.
const MOST_WORK: usize = 1 << 25;

/// The JSON behind the data of a link.
///
/// Percent signs are decoded, a blank is a plus sign that was one, and where `//` has become `/` it is tried where, at few
/// places first.
pub(super) fn unpack(data: &str) -> Option<String> {
    let data = percent_decoded(data).replace([' ', '-'], "+").replace('_', "/");
    let data = data.trim_end_matches('=');
    let mut work = 0;
    if let Some(json) = decompressed(data, &mut work) {
        return Some(json);
    }
    let slashes: Vec<usize> = data.match_indices('/').map(|(at, _)| at).collect();
    if slashes.len() > MOST_SLASHES {
        return None;
    }
    let mut ways: Vec<u32> = (1..1 << slashes.len()).collect();
    ways.sort_by_key(|doubled| doubled.count_ones());
    ways.into_iter().find_map(|doubled| {
        if work >= MOST_WORK {
            return None;
        }
        let mut repaired = String::with_capacity(data.len() + slashes.len());
        let mut from = 0;
        for (_, &at) in slashes.iter().enumerate().filter(|(i, _)| doubled >> i & 1 == 1) {
            repaired += &data[from..=at];
            from = at;
        }
        repaired += &data[from..];
        decompressed(&repaired, &mut work)
    })
}

/// The text behind compressed data, if it is a JSON object; adds to the work how many characters were looked at.
fn decompressed(data: &str, work: &mut usize) -> Option<String> {
    *work += data.len();
    let words = unpacked(data, work)?;
    let text = String::from_utf16(&words).ok()?;
    serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|value| value.is_object()).then_some(text)
}

/// Compresses a text.
pub(super) fn pack(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_survives_what_links_suffer() {
        // A text whose data has slashes side by side, plus signs and padding.
        // Characters of sixteen ones make slashes side by side.
        let texts = (0..400).map(|i| format!("{{\"n\":{},\"title\":\"{}\"}}", i * 7919 % 1009, "\u{ffff}\u{fffe}"));
        let (mut doubled, mut plus) = (0, 0);
        for text in texts {
            let packed = pack(&text);
            assert_eq!(unpack(&packed).as_deref(), Some(&text[..]));
            assert_eq!(unpack(&packed.replace('+', " ")).as_deref(), Some(&text[..]));
            let encoded = packed.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D");
            assert_eq!(unpack(&encoded).as_deref(), Some(&text[..]));
            plus += usize::from(packed.contains('+'));
            if packed.contains("//") && packed.matches('/').count() <= MOST_SLASHES {
                doubled += 1;
                assert_eq!(unpack(&packed.replace("//", "/")).as_deref(), Some(&text[..]));
            }
        }
        assert!(doubled > 0 && plus > 0, "{doubled} {plus}");
        assert_eq!(unpack("nonsense"), None);
        assert_eq!(unpack("%"), None);
    }

    #[test]
    fn links_are_known_by_what_stands_before_the_data() {
        assert_eq!(data("https://f-puzzles.com/?load=N4Ig"), Some("N4Ig"));
        assert_eq!(data("https://sudokupad.app/fpuzN4Ig?x=1"), Some("N4Ig"));
        assert_eq!(data("https://sudokupad.app/fpuzzlesN4Ig"), Some("N4Ig"));
        assert_eq!(data("https://example.org/"), None);
        assert_eq!(data("f-puzzles.com/?load=N4Ig"), None);
    }
}
