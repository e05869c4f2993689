//! What is wrong with a puzzle that was read: messages with a severity, a help and a place.

use std::collections::HashMap;
use std::fmt;

use super::drawing::Side;
use crate::model::Cell;

/// A stretch of bytes in the text of one puzzle, its [`Source`](super::Source).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// Where a mistake is.
///
/// A puzzle's own `check` knows no text: it names cells, parts and options, and whoever read the puzzle maps these to
/// spans of its text ([`Parts::locate`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The puzzle as a whole.
    Puzzle,
    /// One cell.
    Cell(Cell),
    /// The cage, sign, region … with this number, from 0, in the order in which the puzzle holds them.
    Part(usize),
    /// The sign between these two cells, or the line from one to the other.
    Pair(Cell, Cell),
    /// The clue outside the board at this side, in this row or column from 0.
    Outside(Side, usize),
    /// The line with this number, from 0, in the section of this name.
    Line(&'static str, usize),
    /// The option with this name.
    Option(&'static str),
    /// A stretch of the text.
    Text(Span),
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Self::Cell(cell)
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Self::Text(span)
    }
}

/// Whether a mistake keeps its puzzle from being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The puzzle can be read, but may not be what was meant.
    Warning,
    /// The puzzle cannot be read.
    Error,
}

/// One thing that is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Whether it keeps the puzzle from being read.
    pub severity: Severity,
    /// What is wrong, naming the culprit.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Where it is.
    pub place: Place,
}

impl Mistake {
    /// Adds what would be right.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

/// So many errors, and so many warnings, are kept: who has mended these sees the next.
const MOST: usize = 10_000;

/// The mistakes of one puzzle, all together: of errors, and of warnings, the first ten
/// thousand, and where the next one is.
///
/// ```
/// use gridwright::{Cell, Mistakes};
/// let mut out = Mistakes::new();
/// out.warning(Cell::new(0, 2), "cell r1c3 is in no cage").help("mark it with `.` if that is meant");
/// assert!(!out.has_errors());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    kept: Vec<Mistake>,
    /// How many warnings and errors there were, kept or not.
    counts: [usize; 2],
    left_out: LeftOut,
}

/// The last mistake that was one too many, for whoever has made it and may add a help; it says nothing about a list.
#[derive(Clone, Debug, Default)]
struct LeftOut(Option<Box<Mistake>>);

impl PartialEq for LeftOut {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for LeftOut {}

impl Mistakes {
    /// No mistakes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error, and returns it for a [`help`](Mistake::help).
    pub fn error(&mut self, place: impl Into<Place>, message: impl Into<String>) -> &mut Mistake {
        self.push(Severity::Error, place.into(), message.into())
    }

    /// Adds a warning, and returns it for a [`help`](Mistake::help).
    pub fn warning(&mut self, place: impl Into<Place>, message: impl Into<String>) -> &mut Mistake {
        self.push(Severity::Warning, place.into(), message.into())
    }

    fn push(&mut self, severity: Severity, place: Place, message: String) -> &mut Mistake {
        self.add(Mistake { severity, message: shortened(message), help: None, place })
    }

    /// Keeps a mistake, or says in place of the first that is one too many that there are more.
    fn add(&mut self, mistake: Mistake) -> &mut Mistake {
        let Mistake { severity, place, .. } = mistake;
        let count = &mut self.counts[severity as usize];
        *count += 1;
        if *count <= MOST {
            self.kept.push(mistake);
            return self.kept.last_mut().expect("a mistake was just added");
        }
        if *count == MOST + 1 {
            let what = if severity == Severity::Error { "errors" } else { "warnings" };
            let message = format!("there are more than {MOST} {what}: from here on they are left out");
            self.kept.push(Mistake { severity, message, help: None, place });
        }
        self.left_out.0.insert(Box::new(mistake))
    }

    /// How many mistakes of this severity are kept.
    fn count(&self, severity: Severity) -> usize {
        self.kept.iter().filter(|mistake| mistake.severity == severity).count()
    }

    /// Adds all mistakes of another list.
    pub fn append(&mut self, other: Self) {
        for mistake in other.kept {
            self.add(mistake);
        }
    }

    /// Leaves the mistakes out for which this does not hold.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Mistake) -> bool) {
        self.kept.retain(keep);
        self.counts = [Severity::Warning, Severity::Error].map(|severity| self.count(severity));
    }

    /// Whether there is no mistake at all.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether an error is among them.
    pub fn has_errors(&self) -> bool {
        self.kept.iter().any(|mistake| mistake.severity == Severity::Error)
    }

    /// The mistakes in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Mistake> {
        self.kept.iter()
    }

    /// The errors in order.
    pub fn errors(&self) -> impl Iterator<Item = &Mistake> {
        self.iter().filter(|mistake| mistake.severity == Severity::Error)
    }

    /// The warnings in order.
    pub fn warnings(&self) -> impl Iterator<Item = &Mistake> {
        self.iter().filter(|mistake| mistake.severity == Severity::Warning)
    }
}

impl<'a> IntoIterator for &'a Mistakes {
    type Item = &'a Mistake;
    type IntoIter = std::slice::Iter<'a, Mistake>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.iter().enumerate() {
            write!(f, "{}{mistake}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}

/// A message without the middle of what it quotes, if that would bury what it says.
fn shortened(message: String) -> String {
    const MOST: usize = 10_000;
    const ENDS: usize = 100;
    if message.len() <= MOST {
        return message;
    }
    let start: String = message.chars().take(ENDS).collect();
    let end = message.char_indices().nth_back(ENDS).map_or("", |(at, _)| &message[at..]);
    format!("{start}…{end}")
}

/// Where a puzzle and its cells, parts and options stand in the text that it was read from.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    notes: Vec<(Place, Span)>,
}

impl Parts {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes where something stands; the last note about it counts. For the puzzle that is best its header.
    pub fn note(&mut self, place: impl Into<Place>, span: Span) {
        self.notes.push((place.into(), span));
    }

    /// Makes room for so many more notes.
    pub fn reserve(&mut self, additional: usize) {
        self.notes.reserve(additional);
    }

    /// Turns the places of mistakes into spans, that of the puzzle where no other is known, and sorts the mistakes by
    /// where they stand.
    pub fn locate(&self, mistakes: &mut Mistakes) {
        if mistakes.is_empty() {
            return;
        }
        let known: HashMap<Place, Span> = self.notes.iter().copied().collect();
        for Mistake { place, .. } in &mut mistakes.kept {
            if !matches!(place, Place::Text(_))
                && let Some(&span) = known.get(place).or_else(|| known.get(&Place::Puzzle))
            {
                *place = Place::Text(span);
            }
        }
        mistakes.kept.sort_by_key(|mistake| match mistake.place {
            Place::Text(span) => (0, span.start),
            _ => (1, 0),
        });
    }
}

/// Locates mistakes, and takes them out as an error if one of them is one.
pub(super) fn settle(parts: &Parts, mistakes: &mut Mistakes) -> Result<(), Mistakes> {
    parts.locate(mistakes);
    if mistakes.has_errors() { Err(std::mem::take(mistakes)) } else { Ok(()) }
}
