//! Pictures that others open: whatever a puzzle's title, entries and labels hold, they run no script and load nothing.

use gridwright::{Cell, Drawing, Model, Side};
use gridwright_models::draw::{Svg, html};

use crate::support::one_sheet;

/// What people try in texts that end up in pages.
const TRICKS: [&str; 12] = [
    "<script>alert(1)</script>",
    "</text><script>alert(1)</script><text>",
    "</title></head><body onload=alert(1)>",
    "\" onload=\"alert(1)",
    "' onload='alert(1)",
    "<img src=x onerror=alert(1)>",
    "]]><!--",
    "<!ENTITY x SYSTEM \"file:///etc/passwd\">&x;",
    "&#60;script&#62;",
    "javascript:alert(1)",
    "\u{0}\u{1b}[2J\u{202e}\u{fffe}\u{ffff}",
    "<?xml-stylesheet href=\"https://example.org/\"?>",
];

/// The names of the elements, and of the attributes, of markup that is well-formed: each element is closed, attributes are
/// in quotes, `&` begins one of the five references.
fn names(markup: &str) -> (Vec<String>, Vec<String>) {
    let (mut elements, mut attributes, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let mut rest = markup;
    let references = |text: &str| {
        for (at, _) in text.match_indices('&') {
            let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
            assert!(known.iter().any(|reference| text[at..].starts_with(reference)), "{text}");
        }
        let odd = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{fffe}' || c == '\u{ffff}';
        assert!(!text.contains(odd), "{text:?}");
    };
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        references(text);
        let mut quoted = false;
        let end = tag.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, after) = tag.split_at(end.expect("a tag ends"));
        rest = &after[1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{markup}");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut inner) = tag.split_once(' ').unwrap_or((tag, ""));
        elements.push(name.to_owned());
        while let Some((attribute, value)) = inner.split_once("=\"") {
            let (value, after) = value.split_once('"').expect("a value ends");
            assert!(!value.contains('<'), "{value}");
            references(value);
            attributes.push(attribute.trim().to_owned());
            inner = after;
        }
        assert_eq!(inner.trim(), "", "{tag}");
        if !closed {
            open.push(name);
        }
    }
    assert_eq!((&open[..], rest.trim()), (&[][..], ""), "{markup}");
    (elements, attributes)
}

fn assert_harmless(markup: &str) {
    let (elements, attributes) = names(markup);
    let known = ["svg", "title", "rect", "g", "path", "circle", "text", "figure", "figcaption"];
    assert!(elements.iter().all(|name| known.contains(&&name[..])), "{elements:?}");
    let loads = |name: &str| name.starts_with("on") || name.contains("href") || ["src", "style"].contains(&name);
    assert!(!attributes.iter().any(|name| loads(name)), "{attributes:?}");
}

#[test]
fn the_title_of_a_puzzle_runs_no_script() {
    for trick in TRICKS {
        // A text holds no zero byte.
        let title = trick.replace('\0', " ");
        let sheet = one_sheet(&format!("latin 2\ntitle: {title}\n1 .\n. .\n"));
        assert_eq!(sheet.title.as_deref(), Some(title.trim()));
        let board = sheet.puzzle.rules(&mut Model::new());
        let mut drawing = Drawing::new(board.height(), board.width());
        sheet.puzzle.draw(&mut drawing);
        assert_harmless(&Svg::new(&drawing).title(&title).to_string());
        assert_harmless(&html::figure(&title, &drawing));
        let head = html::head(&title);
        let [before, after] = ["<title>", "</title>"].map(|tag| head.split(tag).count());
        assert_eq!((before, after, head.contains("<script")), (2, 2, false), "{head}");
    }
}

#[test]
fn no_text_on_a_board_runs_a_script() {
    for trick in TRICKS {
        let mut drawing = Drawing::new(2, 2);
        let cell = Cell::new(0, 0);
        drawing.write(cell, trick);
        drawing.corner(cell, trick);
        drawing.cage([Cell::new(1, 0)], trick);
        drawing.split(Cell::new(1, 1), trick, trick);
        drawing.between(cell, Cell::new(0, 1), trick);
        drawing.marks(Cell::new(0, 1), &[i64::MIN, i64::MAX]);
        for side in Side::ALL {
            drawing.outside(side, 0, trick);
        }
        assert_harmless(&Svg::new(&drawing).to_string());
        assert_harmless(&html::figure("", &drawing));
    }
}

#[test]
#[should_panic(expected = "script")]
fn a_script_would_be_seen() {
    assert_harmless("<svg><script>alert(1)</script></svg>");
}

#[test]
#[should_panic(expected = "onload")]
fn a_handler_would_be_seen() {
    assert_harmless("<svg onload=\"alert(1)\"></svg>");
}
