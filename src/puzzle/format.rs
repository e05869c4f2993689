//! File formats: how a text is recognised, cut into puzzles, read and written.

use std::borrow::Cow;
use std::fmt;

use super::kind::Settings;
use super::mistake::Mistakes;
use super::sheet::Sheet;
use super::source::Source;

/// A file format. The native family is one; others are registered with [`Registry::add_format`](super::Registry).
///
/// A file has one format, which is recognised from the first lines that are neither blank nor comments: lines are shown
/// to every format's [`sniff`](Self::sniff) until all but one have said no. The text is then cut into puzzles by
/// [`continues`](Self::continues), and each is read by itself.
pub trait Format: fmt::Debug + Send + Sync {
    /// The word that `--format` and `--to` know it by.
    fn name(&self) -> &'static str;

    /// What it is, in a few words.
    fn description(&self) -> &'static str;

    /// The kinds of puzzles that it holds; empty where a header names the kind.
    fn kinds(&self) -> &'static [&'static str];

    /// Whether it holds puzzles of this kind.
    fn holds_kind(&self, kind: &str) -> bool {
        self.kinds().is_empty() || self.kinds().contains(&kind)
    }

    /// What it holds beside the puzzle.
    fn extras(&self) -> Extras {
        Extras::default()
    }

    /// Whether every line that is neither blank nor a comment is a puzzle.
    fn is_line(&self) -> bool {
        false
    }

    /// Whether the first lines of a file look like this format; a line format is shown the first line alone.
    fn sniff(&self, text: &str) -> Sniff;

    /// Whether the next line belongs to the puzzle that these lines begin, as by default the rest of the file does. A
    /// line format is not asked.
    fn continues(&self, _lines: &str, _next: &str) -> bool {
        true
    }

    /// As [`continues`](Self::continues), which it asks by default, for a format that would otherwise look at all lines
    /// again and again: it is asked after each line of a puzzle in turn, and `known` is what it wrote there the last time,
    /// zeros at first.
    fn goes_on(&self, lines: &str, next: &str, _known: &mut [usize; 2]) -> bool {
        self.continues(lines, next)
    }

    /// Reads the text of one puzzle. [`Sheet::checked`] asks the puzzle's own check and maps its places.
    ///
    /// # Errors
    /// All mistakes if one of them is an error.
    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes>;

    /// Writes a puzzle; the text ends in a newline. Settings are the format's own, such as an alphabet.
    ///
    /// # Errors
    /// What the format cannot hold, each named.
    fn write(&self, sheet: &Sheet, settings: &Settings) -> Result<String, Mistakes>;
}

/// What whoever reads a text asks for, beside what the text says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// The kind of puzzle, where the text leaves it open.
    pub kind: Option<&'a str>,
    /// Options of the kind, and the format's own settings.
    pub settings: &'a Settings,
}

/// What a format may hold beside the puzzle; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Its title.
    pub title: bool,
    /// What a player has filled in.
    pub entries: bool,
    /// The candidates that a player has noted.
    pub marks: bool,
}

impl Extras {
    /// All that there is.
    pub const ALL: Self = Self { title: true, entries: true, marks: true };
}

/// What a format makes of the first lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sniff {
    /// They are its own.
    Yes,
    /// They may be its own; more lines will tell.
    More,
    /// They are not its own.
    No {
        /// The byte at which they stop being so.
        at: usize,
        /// What the format has there instead.
        expected: Cow<'static, str>,
    },
}

impl Sniff {
    /// Not this format's: what it has at this byte instead.
    pub fn no(at: usize, expected: impl Into<Cow<'static, str>>) -> Self {
        Self::No { at, expected: expected.into() }
    }
}
