//! A stream of puzzles: cuts an input into the texts of its puzzles, one at a time, as they come.

use std::io::{self, BufRead};

use super::format::{Format, Request, Sniff};
use super::kind::Settings;
use super::lines::{Lines, MOST_BYTES, Raw};
use super::mistake::{Mistakes, Place, Span};
use super::registry::Registry;
use super::sheet::Sheet;
use super::source::Source;

/// The most lines and bytes of a text that are shown to formats of which none is sure: looking on costs more with each
/// line.
const MOST_SHOWN: (usize, usize) = (200, 1 << 16);

/// The puzzles of an input, one at a time: a puzzle comes as soon as its text is known to be complete, and no other is
/// in memory.
///
/// The format is recognised from the first lines and holds for the whole input. Blank lines and lines that begin with
/// `#` between puzzles are skipped. A text that has no format is a [`Block`] too, whose [`read`](Block::read) says why;
/// the next begins at a line that some format recognises.
///
/// ```
/// use gridwright::Registry;
/// let registry = Registry::new();
/// let blocks: Vec<_> = registry.stream(&b"what is this?\n"[..]).collect::<Result<_, _>>()?;
/// assert!(blocks[0].read(&[]).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Stream<'r, R> {
    registry: &'r Registry,
    lines: Lines<R>,
    format: Option<&'r dyn Format>,
    /// The only kind that formats without a header may hold.
    kind: Option<&'r str>,
}

/// The text of one puzzle, not yet read.
#[derive(Debug)]
pub struct Block<'r> {
    /// The text, and where it stands.
    pub source: Source,
    /// The kind that was asked for.
    kind: Option<&'r str>,
    /// The format that it was recognised to have, or why it has none.
    format: Result<&'r dyn Format, Mistakes>,
}

impl<'r> Block<'r> {
    /// The format that the text was recognised to have, if any.
    pub fn format(&self) -> Option<&'r dyn Format> {
        self.format.as_ref().ok().copied()
    }

    /// Reads the puzzle.
    ///
    /// # Errors
    /// All mistakes if one of them is an error, or why the text has no format.
    pub fn read(&self, settings: &Settings) -> Result<Sheet, Mistakes> {
        match &self.format {
            Ok(format) => format.read(&self.source, &Request { kind: self.kind, settings }),
            Err(mistakes) => Err(mistakes.clone()),
        }
    }
}

impl<'r, R: BufRead> Stream<'r, R> {
    pub(super) fn new(registry: &'r Registry, input: R) -> Self {
        Self { registry, lines: Lines::new(input), format: None, kind: None }
    }

    /// The format, whatever the content looks like.
    pub fn format(mut self, format: &'r dyn Format) -> Self {
        self.format = Some(format);
        self
    }

    /// The kind of puzzle, where the content leaves it open: formats that hold another kind are left out.
    pub fn kind(mut self, kind: &'r str) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Whether the next puzzle can be had without waiting for input. Itself it never waits.
    ///
    /// It is certain only where every line is a puzzle, the format is known, and the whole of a line was read already: in
    /// all other cases, the end of the input included, the answer is `false`.
    ///
    /// ```
    /// # use gridwright::{Format, Mistakes, Registry, Request, Settings, Sheet, Sniff, Source};
    /// # #[derive(Debug)]
    /// # struct LineFormat;
    /// # impl Format for LineFormat {
    /// #     fn name(&self) -> &'static str { "lines" }
    /// #     fn description(&self) -> &'static str { "a puzzle a line" }
    /// #     fn kinds(&self) -> &'static [&'static str] { &["sudoku"] }
    /// #     fn is_line(&self) -> bool { true }
    /// #     fn sniff(&self, _text: &str) -> Sniff { Sniff::Yes }
    /// #     fn read(&self, _: &Source, _: &Request<'_>) -> Result<Sheet, Mistakes> { Err(Mistakes::new()) }
    /// #     fn write(&self, _: &Sheet, _: &Settings) -> Result<String, Mistakes> { Err(Mistakes::new()) }
    /// # }
    /// # let mut registry = Registry::new();
    /// # registry.add_format(LineFormat);
    /// let mut stream = registry.stream(&b"first\nsecond\nthi"[..]);
    /// assert!(!stream.is_ready(), "nothing was read yet");
    /// stream.next();
    /// assert!(stream.is_ready(), "the second line is there");
    /// stream.next();
    /// assert!(!stream.is_ready(), "the third line may go on");
    /// ```
    pub fn is_ready(&mut self) -> bool {
        self.format.is_some_and(|format| format.is_line()) && self.lines.is_ready()
    }

    fn next_block(&mut self) -> io::Result<Option<Block<'r>>> {
        let mut comments = String::new();
        let first = loop {
            match self.lines.next()? {
                Some(line) if line.is_between() => match line.text.trim_start() {
                    "" => comments.clear(),
                    // A file may hold nothing but comments.
                    _ if comments.len() > MOST_BYTES => {}
                    comment => comments.extend([comment, "\n"]),
                },
                Some(line) => break line,
                None => return Ok(None),
            }
        };
        let mut gathered = Gathered { comments, first_line: first.number, ..Gathered::default() };
        self.gather(&mut gathered, first);
        let format = match self.format {
            Some(format) => format,
            None => match self.recognise(&mut gathered)? {
                Ok(format) => {
                    self.give_back(&gathered);
                    gathered.text.truncate(gathered.first().len());
                    *self.format.insert(format)
                }
                Err(mistakes) => return self.unrecognised(gathered, mistakes).map(Some),
            },
        };
        let mut known = [0; 2];
        // A puzzle of one line is complete, and whoever waits for its answer may not have written the next.
        while let Some(line) = if format.is_line() { None } else { self.lines.next()? } {
            if line.fault.is_none() && !format.goes_on(&gathered.text, &line.text, &mut known) {
                self.lines.put_back([line]);
                break;
            }
            self.gather(&mut gathered, line);
        }
        let format = if gathered.faults.is_empty() { Ok(format) } else { Err(gathered.faults.clone()) };
        Ok(Some(self.block(gathered, format)))
    }

    fn block(&self, gathered: Gathered, format: Result<&'r dyn Format, Mistakes>) -> Block<'r> {
        let source = Source::new(gathered.text, gathered.first_line).with_comments(gathered.comments);
        Block { source, kind: self.kind, format }
    }

    fn gather(&mut self, gathered: &mut Gathered, line: Raw) {
        let start = gathered.text.len();
        if gathered.text.is_empty() {
            gathered.text = line.text;
        } else {
            gathered.text += &line.text;
        }
        let too_long = gathered.text.len() > MOST_BYTES;
        let fault = line.fault.or(too_long.then_some((0, "the text is too long for a puzzle")));
        if too_long {
            self.lines.end();
        }
        if let Some((at, message)) = fault {
            let at = start + at;
            let length = gathered.text[at..].chars().next().map_or(0, char::len_utf8);
            // Whatever follows the fault in its line is no text to be shown.
            gathered.text.truncate(at + length);
            // One is enough: a binary file would have thousands.
            if gathered.faults.is_empty() {
                gathered.faults.error(Span { start: at, end: at + length }, message);
            }
        }
        gathered.text.push('\n');
        gathered.lines += 1;
    }

    /// Shows lines to all formats until one alone is left.
    fn recognise(&mut self, gathered: &mut Gathered) -> io::Result<Result<&'r dyn Format, Mistakes>> {
        let registry = self.registry;
        let allowed = |format: &&dyn Format| self.kind.is_none_or(|kind| format.holds_kind(kind));
        let all: Vec<_> = registry.formats().filter(allowed).collect();
        loop {
            if !gathered.faults.is_empty() {
                return Ok(Err(gathered.faults.clone()));
            }
            let sniffed =
                |format: &dyn Format| format.sniff(if format.is_line() { gathered.first() } else { &gathered.text });
            let verdicts: Vec<_> = all.iter().map(|format| (*format, sniffed(*format))).collect();
            let mut left = verdicts.iter().filter(|(_, verdict)| !matches!(verdict, Sniff::No { .. }));
            match (left.next(), left.next()) {
                (None, _) => return Ok(Err(gathered.fits_none(&verdicts))),
                (Some((format, _)), None) => return Ok(Ok(*format)),
                _ => {}
            }
            let undecided = verdicts.iter().any(|(_, verdict)| *verdict == Sniff::More);
            gathered.seen_through = gathered.lines == MOST_SHOWN.0 || gathered.text.len() >= MOST_SHOWN.1;
            match if undecided && !gathered.seen_through { self.lines.next()? } else { None } {
                Some(line) => self.gather(gathered, line),
                None => return Ok(gathered.fits_several(&verdicts)),
            }
        }
    }

    /// Puts all lines but the first back in front of what was not read yet.
    fn give_back(&mut self, gathered: &Gathered) {
        let lines = gathered.text.lines().zip(gathered.first_line..).skip(1);
        let again = lines.map(|(text, number)| Raw { text: text.to_owned(), number, fault: None });
        self.lines.put_back(again);
    }

    /// A text that no format recognises: it ends before a line, other than its first, that one does. Lines that are no
    /// text are part of it.
    fn unrecognised(&mut self, gathered: Gathered, mistakes: Mistakes) -> io::Result<Block<'r>> {
        if gathered.faults.is_empty() && !gathered.seen_through {
            self.give_back(&gathered);
        }
        while let Some(line) = self.lines.next()? {
            let known = |format: &dyn Format| !matches!(format.sniff(&line.text), Sniff::No { .. });
            if line.fault.is_none() && !line.is_between() && self.registry.formats().any(known) {
                self.lines.put_back([line]);
                break;
            }
        }
        Ok(self.block(gathered, Err(mistakes)))
    }
}

impl<'r, R: BufRead> Iterator for Stream<'r, R> {
    type Item = io::Result<Block<'r>>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_block().transpose();
        // An input that fails once is not asked again.
        if let Some(Err(_)) = next {
            self.lines.end();
        }
        next
    }
}

/// The lines of a puzzle so far.
#[derive(Debug, Default)]
struct Gathered {
    /// The comment lines right before the first line.
    comments: String,
    text: String,
    first_line: usize,
    lines: usize,
    faults: Mistakes,
    /// Whether so much was shown to the formats that no more will be: they are not asked about these lines again.
    seen_through: bool,
}

impl Gathered {
    /// The first line with its end.
    fn first(&self) -> &str {
        self.text.split_inclusive('\n').next().unwrap_or_default()
    }

    /// Why the text has no format: what those expect that got furthest.
    fn fits_none(&self, verdicts: &[(&dyn Format, Sniff)]) -> Mistakes {
        const SHOWN: usize = 4;
        let source = Source::new(self.text.as_str(), self.first_line);
        let mut tried = Vec::new();
        for (format, verdict) in verdicts {
            if let Sniff::No { at, expected } = verdict {
                tried.push((*at, format.name(), expected));
            }
        }
        tried.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
        let furthest = tried.first().map_or(0, |(at, ..)| (*at).min(self.text.len()));
        // A format may have stopped within a character.
        let furthest = (0..=furthest).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let rest = &self.text[furthest..];
        let end = furthest + rest.find(char::is_whitespace).unwrap_or(rest.len());
        let shown = tried.iter().take(SHOWN).map(|(at, name, expected)| {
            let place = source.position(*at);
            format!("{name} (line {}, column {}: {expected})", place.line, place.column)
        });
        let shown = shown.collect::<Vec<_>>().join("; ");
        let others = match tried.len().saturating_sub(SHOWN) {
            0 => String::new(),
            1 => "; and another".to_owned(),
            others => format!("; and {others} others"),
        };
        let mut mistakes = Mistakes::new();
        mistakes
            .error(Place::Text(Span { start: furthest, end }), "the text fits no format")
            .help(format!("tried {shown}{others}; name the format with --format: `kinds` lists all"));
        mistakes
    }

    /// What several formats claim is settled where only one is sure or, at the end of the text, may still be it.
    fn fits_several<'r>(&self, verdicts: &[(&'r dyn Format, Sniff)]) -> Result<&'r dyn Format, Mistakes> {
        let named = |wanted: Sniff| verdicts.iter().filter(move |(_, verdict)| *verdict == wanted);
        if let (Some((format, _)), None) = (named(Sniff::Yes).next(), named(Sniff::Yes).nth(1)) {
            return Ok(*format);
        }
        let names: Vec<_> = named(Sniff::Yes).chain(named(Sniff::More)).map(|(format, _)| format.name()).collect();
        let mut mistakes = Mistakes::new();
        let end = self.text.find('\n').unwrap_or(self.text.len());
        mistakes
            .error(Span { start: 0, end }, format!("the text fits several formats: {}", names.join(", ")))
            .help("name the format with --format, or the kind of puzzle with --kind");
        Err(mistakes)
    }
}
