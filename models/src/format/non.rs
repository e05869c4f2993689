//! The `.non` file: a nonogram as properties and the blocks of its rows and columns, a line each, with commas between.

use gridwright::{Extras, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};

use super::span_in;
use crate::nonogram::Nonogram;

/// A nonogram as `.non` files have it (S. Simpson, "Puzzle-file format"; extended by the nonogram-db): `width` and
/// `height`, the blocks under `rows` and `columns`, and a `title`; other properties are passed over, and lost when the
/// puzzle is written.
///
/// A line without blocks is `0`, or blank where that leaves no doubt. A `goal` must be a picture that has the blocks.
/// Colours are refused.
#[derive(Clone, Copy, Debug)]
pub struct NonFile;

/// The words that open a line of the file, apart from the blocks.
const PROPERTIES: [&str; 11] =
    ["by", "catalogue", "color", "colour", "columns", "copyright", "goal", "height", "license", "rows", "title"];

/// The first word of a line, and what follows it.
fn property(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
    (word, rest.trim())
}

impl Format for NonFile {
    fn name(&self) -> &'static str {
        "non"
    }

    fn description(&self) -> &'static str {
        "nonograms as .non files: width, height, rows and columns"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[Nonogram::KIND.name]
    }

    fn extras(&self) -> Extras {
        Extras { title: true, ..Default::default() }
    }

    fn sniff(&self, text: &str) -> Sniff {
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            match property(line).0 {
                "width" | "height" => return Sniff::Yes,
                word if PROPERTIES.contains(&word) => {}
                word => return Sniff::no(span_in(text, word).start, "width, height or a title"),
            }
        }
        Sniff::More
    }

    fn read(&self, source: &Source, _request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let (mut parts, mut out) = (Parts::new(), Mistakes::new());
        let file = File::cut(source.text(), &mut out);
        let sizes = [file.size("height", &mut out), file.size("width", &mut out)];
        let ([Some(height), Some(width)], false) = (sizes, out.has_errors()) else {
            parts.locate(&mut out);
            return Err(out);
        };
        let rows = file.blocks("rows", height, &mut parts, &mut out);
        let columns = file.blocks("columns", width, &mut parts, &mut out);
        let puzzle = Nonogram { rows, columns };
        if out.has_errors() {
            parts.locate(&mut out);
            return Err(out);
        }
        file.check_goal(&puzzle, &mut out);
        let title = file.value("title").map(unquoted).filter(|title| !title.is_empty());
        Ok(Sheet { title, ..Sheet::checked(puzzle, &parts, out)? })
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let mut out = Mistakes::new();
        let Some(puzzle) = sheet.puzzle.as_any().downcast_ref::<Nonogram>() else {
            let kind = sheet.puzzle.kind().name;
            out.error(Place::Puzzle, format!("a .non file holds puzzles of kind nonogram, not {kind}"));
            return Err(out);
        };
        let title = sheet.title.as_deref().map(|title| title.replace('&', "&amp;").replace('"', "&quot;"));
        let mut text = title.map_or(String::new(), |title| format!("title \"{title}\"\n"));
        text += &format!("width {}\nheight {}\n", puzzle.columns.len(), puzzle.rows.len());
        for (name, lines) in [("rows", &puzzle.rows), ("columns", &puzzle.columns)] {
            text += &format!("\n{name}\n");
            for blocks in lines {
                let blocks: Vec<String> = blocks.iter().map(i64::to_string).collect();
                text += &if blocks.is_empty() { "0\n".to_owned() } else { blocks.join(",") + "\n" };
            }
        }
        Ok(text)
    }
}

/// A text between quotes, if there are any, with its character references resolved.
fn unquoted(text: &str) -> String {
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let named = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    named.into_iter().fold(text.to_owned(), |text, (name, character)| text.replace(name, character))
}

/// The lines of a file by the property that they follow; each property with its own line.
struct File<'a> {
    text: &'a str,
    properties: Vec<(&'a str, &'a str, Vec<&'a str>)>,
}

impl<'a> File<'a> {
    fn cut(text: &'a str, out: &mut Mistakes) -> Self {
        let mut properties: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (word, value) = property(line);
            if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
                if matches!(word, "color" | "colour") {
                    out.error(span_in(text, line.trim()), "nonograms with colours cannot be held");
                } else if ["width", "height", "rows", "columns"].contains(&word)
                    && properties.iter().any(|&(other, ..)| other == word)
                {
                    out.error(span_in(text, line.trim()), format!("`{word}` stands twice"));
                }
                properties.push((word, value, Vec::new()));
            } else if let Some((.., lines)) = properties.last_mut() {
                lines.push(line.trim());
            } else if !line.trim().is_empty() {
                out.error(span_in(text, line.trim()), "this line belongs to nothing before it");
            }
        }
        let file = Self { text, properties };
        for (.., lines) in file.properties.iter().filter(|(word, ..)| !["rows", "columns"].contains(word)) {
            for line in lines.iter().filter(|line| !line.is_empty()) {
                out.error(file.span(line), "this line belongs to nothing before it");
            }
        }
        file
    }

    fn span(&self, part: &str) -> Span {
        span_in(self.text, part)
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.properties.iter().find(|(word, ..)| *word == name).map(|&(_, value, _)| value)
    }

    fn size(&self, name: &str, out: &mut Mistakes) -> Option<usize> {
        let Some(value) = self.value(name) else {
            out.error(Place::Puzzle, format!("the nonogram has no {name}")).help(format!("write `{name} 10`"));
            return None;
        };
        let size = value.parse().ok().filter(|size| (1..=Nonogram::MOST).contains(size));
        if size.is_none() {
            let help = format!("it is a number from 1 to {}", Nonogram::MOST);
            out.error(self.span(value), format!("`{value}` is no {name}")).help(help);
        }
        size
    }

    /// The blocks of so many lines behind a property.
    fn blocks(&self, name: &'static str, count: usize, parts: &mut Parts, out: &mut Mistakes) -> Vec<Vec<i64>> {
        let Some((word, _, lines)) = self.properties.iter().find(|(word, ..)| *word == name) else {
            out.error(Place::Puzzle, format!("the nonogram has no {name}"));
            return Vec::new();
        };
        // Blank lines are blanks where the others suffice; else they stand for lines without blocks.
        let filled: Vec<&str> = lines.iter().copied().filter(|line| !line.is_empty()).collect();
        let blanks_count = filled.len() < count && lines.len() >= count;
        let (lines, rest) = if blanks_count { lines.split_at(count) } else { filled.split_at(count.min(filled.len())) };
        if lines.len() < count {
            out.error(self.span(word), format!("`{name}` has {} of its {count} lines", lines.len()));
        }
        for line in rest.iter().filter(|line| !line.is_empty()) {
            out.error(self.span(line), format!("`{name}` goes on after its {count} lines"));
        }
        let mut found = Vec::with_capacity(count);
        for (i, line) in lines.iter().enumerate() {
            parts.note(Place::Line(name, i), self.span(line));
            let mut blocks = Vec::new();
            for word in line.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
                match word.parse() {
                    Ok(block) => blocks.push(block),
                    Err(_) => _ = out.error(self.span(word), format!("`{word}` is no number of cells")),
                }
            }
            found.push(if blocks == [0] { Vec::new() } else { blocks });
        }
        found
    }

    /// Compares the picture that the file gives, if it gives one, with the blocks.
    fn check_goal(&self, puzzle: &Nonogram, out: &mut Mistakes) {
        let Some(value) = self.value("goal") else { return };
        let goal: Vec<bool> = unquoted(value).chars().map(|cell| cell != '0').collect();
        let width = puzzle.columns.len();
        if goal.len() != width * puzzle.rows.len() {
            out.error(self.span(value), format!("the goal has {} cells, not those of the board", goal.len()));
        } else if Nonogram::of(&goal, width) != *puzzle {
            out.error(self.span(value), "the goal is a picture that has other blocks");
        }
    }
}
