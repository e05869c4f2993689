//! The native file family: a header that names the kind, then what the kind reads.

use indexmap::IndexMap;

use super::Sheet;
use super::format::{Extras, Format, Request, Sniff};
use super::kind::{Kind, Settings};
use super::mistake::{Mistakes, Place};
use super::reader::Reader;
use super::registry::{AnyPuzzle, PuzzleKind};
use super::source::{Source, token};
use super::writer::Writer;

/// The native format, which knows the kinds and is where they are kept.
#[derive(Debug, Default)]
pub(super) struct Native {
    kinds: IndexMap<&'static str, Box<dyn PuzzleKind>>,
    /// The names of the kinds, which a puzzle's labels must not have.
    names: Vec<&'static str>,
}

impl Native {
    pub fn add(&mut self, kind: Box<dyn PuzzleKind>) {
        let name = kind.kind().name;
        assert!(
            Kind::is_name(name),
            "a kind cannot be called `{name}`: a name is one word, and opens no line of a file"
        );
        assert!(self.kinds.insert(name, kind).is_none(), "two kinds are called {name}");
        self.names.push(name);
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.kinds.values().map(|kind| kind.kind())
    }

    /// The kind whose header this line is.
    fn header(&self, line: &str) -> Option<&dyn PuzzleKind> {
        self.kinds.get(token(line)?.text).map(|kind| &**kind)
    }

    /// A text that a puzzle has been written to.
    pub fn puzzle(&self, puzzle: &dyn AnyPuzzle) -> Writer<'_> {
        let mut doc = Writer::new(puzzle.kind(), &self.names);
        puzzle.write(&mut doc);
        doc
    }

    pub fn text(&self, sheet: &Sheet) -> String {
        let mut doc = self.puzzle(&*sheet.puzzle);
        doc.entries(&sheet.entries).marks(&sheet.marks);
        doc.finish(sheet.title.as_deref())
    }
}

impl Format for Native {
    fn name(&self) -> &'static str {
        "puzzle"
    }

    fn description(&self) -> &'static str {
        "the native file: a header that names kind, size and options, then the puzzle"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[]
    }

    fn extras(&self) -> Extras {
        Extras::ALL
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if let Some(first) = token(line) {
                return match self.kinds.contains_key(first.text) {
                    true => Sniff::Yes,
                    false => Sniff::no(at + first.span.start, format!("a kind of puzzle: {}", self.names.join(", "))),
                };
            }
            at += line.len();
        }
        Sniff::More
    }

    fn continues(&self, _lines: &str, next: &str) -> bool {
        self.header(next).is_none()
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let Some(kind) = source.text().lines().find(|line| token(line).is_some()).and_then(|line| self.header(line))
        else {
            let mut mistakes = Mistakes::new();
            mistakes
                .error(Place::Puzzle, "the puzzle has no header")
                .help(format!("a header begins with a kind of puzzle: {}", self.names.join(", ")));
            return Err(mistakes);
        };
        let mut doc = Reader::new(kind.kind(), source, &self.names, request.settings);
        let puzzle = kind.read(&mut doc)?;
        Ok(doc.into_sheet(puzzle))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        Ok(self.text(sheet))
    }
}
