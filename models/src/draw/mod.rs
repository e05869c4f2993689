//! Boards drawn: as text, SVG and HTML, from what a puzzle says that its board shows.

pub mod html;
mod outline;
mod pen;
mod svg;
mod text;

use gridwright::Cell;

pub use svg::Svg;
pub use text::Text;

/// For a sign that compares two neighbours: whether its tip is at the one that comes first in reading order.
fn tip_is_first(a: Cell, b: Cell, sign: &str) -> Option<bool> {
    matches!(sign, "<" | ">").then(|| (sign == "<") == (a < b))
}

/// How many characters wide a text is.
fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text for XML or HTML, between tags or in quotes; characters that these cannot hold become `�`.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ if character.is_control() && !matches!(character, '\t' | '\n') => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_place() {
        assert_eq!(escaped("<b x='1'>&\"\0"), "&lt;b x=&#39;1&#39;&gt;&amp;&quot;\u{fffd}");
        assert_eq!(escaped("6÷ ok"), "6÷ ok");
    }
}
