//! The puzzles of all input files, cut into their texts one after another.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::vec;

use gridwright::{Block, Format, Kind, Mistakes, Registry, Settings, Sheet, Source, Stream};

use super::args::Input;
use super::pool::Feed;

/// As much is read at once.
const BUFFER: usize = 1 << 16;

/// Something that stands in the input.
#[derive(Debug)]
pub(super) enum Item<'r> {
    /// The text of a puzzle.
    Puzzle(Text<'r>),
    /// A file that cannot be read, and why.
    Trouble(String),
}

/// The text of a puzzle.
#[derive(Debug)]
pub(super) struct Text<'r> {
    site: Site,
    block: Block<'r>,
}

/// Where a puzzle stands.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Its number, from 0.
    pub index: usize,
    /// The line at which it begins.
    pub line: usize,
    names: Arc<Names>,
}

impl Site {
    /// The file as it was named; `-` is standard input.
    pub fn file(&self) -> &str {
        &self.names.file
    }

    /// The file as messages call it.
    pub fn name(&self) -> &str {
        &self.names.shown
    }
}

/// What a file is called.
#[derive(Debug)]
struct Names {
    /// As the arguments name it.
    file: String,
    /// As messages name it.
    shown: String,
}

/// A puzzle that was read, or what is wrong with it.
#[derive(Debug)]
pub(super) struct Case<'r> {
    text: Text<'r>,
    /// What was read.
    pub sheet: Result<Sheet, Mistakes>,
    /// How long reading took.
    pub parsing: Duration,
}

impl<'r> Text<'r> {
    /// Reads the puzzle.
    pub fn read(self, settings: &Settings) -> Case<'r> {
        let start = Instant::now();
        let sheet = self.block.read(settings);
        Case { text: self, sheet, parsing: start.elapsed() }
    }
}

impl Case<'_> {
    /// Where the puzzle stands.
    pub fn site(&self) -> &Site {
        &self.text.site
    }

    /// Its text.
    pub fn source(&self) -> &Source {
        &self.text.block.source
    }

    /// Whether the puzzle is one line of its file.
    pub fn is_line(&self) -> bool {
        self.text.block.format().is_some_and(Format::is_line)
    }

    /// What reading it found wrong or odd.
    pub fn mistakes(&self) -> &Mistakes {
        let (Ok(Sheet { warnings: mistakes, .. }) | Err(mistakes)) = &self.sheet;
        mistakes
    }
}

/// All puzzles of some files, read as they are asked for.
pub(super) struct Puzzles<'r> {
    registry: &'r Registry,
    settled: Settled<'r>,
    /// What standard input holds instead.
    text: Option<&'r [u8]>,
    files: vec::IntoIter<PathBuf>,
    current: Option<Opened<'r>>,
    index: usize,
    read: Arc<AtomicU64>,
}

/// A file that is being read.
struct Opened<'r> {
    names: Arc<Names>,
    stream: Stream<'r, Box<dyn BufRead + Send>>,
}

impl<'r> Puzzles<'r> {
    /// The puzzles of the files that the arguments name, or of standard input.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn of(registry: &'r Registry, input: &'r Input) -> Result<Self, Vec<String>> {
        let settled = settle(registry, input)?;
        let files = if input.files.is_empty() { vec![PathBuf::from("-")] } else { input.files.clone() };
        let text = input.text.as_deref();
        Ok(Self { registry, settled, text, files: files.into_iter(), current: None, index: 0, read: Arc::default() })
    }

    /// How many bytes there are to read, where that is known.
    pub fn bytes(&self) -> Option<u64> {
        let length = |file: &PathBuf| {
            let metadata = fs::metadata(file).ok()?;
            (file.as_os_str() != "-" && metadata.is_file()).then_some(metadata.len())
        };
        self.files.as_slice().iter().map(length).sum()
    }

    /// Counts the bytes that were read so far.
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// What comes next; waits for it.
    fn next(&mut self) -> Option<Item<'r>> {
        loop {
            let Some(Opened { names, stream }) = &mut self.current else {
                let path = self.files.next()?;
                match self.open(&path) {
                    Ok(opened) => self.current = Some(opened),
                    Err(trouble) => return Some(Item::Trouble(trouble)),
                }
                continue;
            };
            match stream.next() {
                None => self.current = None,
                Some(Ok(block)) => {
                    let site = Site { index: self.index, line: block.source.first_line(), names: names.clone() };
                    self.index += 1;
                    return Some(Item::Puzzle(Text { site, block }));
                }
                Some(Err(error)) => return Some(Item::Trouble(format!("cannot read {}: {error}", names.shown))),
            }
        }
    }

    fn open(&self, path: &PathBuf) -> Result<Opened<'r>, String> {
        let is_stdin = path.as_os_str() == "-";
        let file = path.display().to_string();
        let shown = if is_stdin { "<stdin>".to_owned() } else { file.clone() };
        let raw: Box<dyn Read + Send> = match (is_stdin, self.text) {
            (true, Some(text)) => Box::new(io::Cursor::new(text.to_vec())),
            (true, None) => Box::new(io::stdin()),
            (false, _) => Box::new(File::open(path).map_err(|error| format!("cannot open {shown}: {error}"))?),
        };
        let counted = Counted { raw, read: self.read.clone() };
        let mut stream = self.registry.stream(Box::new(BufReader::with_capacity(BUFFER, counted)) as Box<_>);
        if let Some(format) = self.settled.format {
            stream = stream.format(format);
        }
        if let Some(kind) = self.settled.kind {
            stream = stream.kind(kind);
        }
        Ok(Opened { names: Arc::new(Names { file, shown }), stream })
    }

    /// Whether the next text can be had without waiting.
    fn is_ready(&mut self) -> bool {
        self.current.as_mut().is_some_and(|opened| opened.stream.is_ready())
    }
}

impl<'r> Feed for Puzzles<'r> {
    type Item = Item<'r>;

    fn take(&mut self, most: usize) -> Vec<Item<'r>> {
        let mut items = Vec::with_capacity(most);
        items.extend(self.next());
        while !items.is_empty() && items.len() < most && self.is_ready() {
            items.extend(self.next());
        }
        items
    }
}

/// A reader that counts.
struct Counted {
    raw: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(into)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// What the arguments settle and the content need not tell.
struct Settled<'a> {
    format: Option<&'a dyn Format>,
    kind: Option<&'a str>,
}

/// Finds the format and the kind that the arguments name, or says what is wrong with them.
fn settle<'a>(registry: &'a Registry, input: &'a Input) -> Result<Settled<'a>, Vec<String>> {
    let format = input.format.as_deref().map(|name| find_format(registry, name)).transpose();
    let kind = input.kind.as_deref().map(|name| find_kind(registry, name)).transpose();
    match (format, kind) {
        (Ok(Some(format)), Ok(Some(kind))) if !format.holds_kind(kind.name) => {
            Err(vec![format!("format {} does not hold puzzles of kind {}", format.name(), kind.name)])
        }
        (Ok(format), Ok(kind)) => Ok(Settled { format, kind: kind.map(|kind| kind.name) }),
        (format, kind) => Err(format.err().into_iter().chain(kind.err()).collect()),
    }
}

/// The format of this name, or an error that lists those there are.
pub(super) fn find_format<'r>(registry: &'r Registry, name: &str) -> Result<&'r dyn Format, String> {
    registry.format(name).ok_or_else(|| {
        let names: Vec<_> = registry.formats().map(|format| format.name()).collect();
        format!("there is no format `{name}`: the formats are {}", names.join(", "))
    })
}

/// The kind of this name, or an error that lists those there are.
pub(super) fn find_kind(registry: &Registry, name: &str) -> Result<Kind, String> {
    registry.kind(name).ok_or_else(|| {
        let names: Vec<_> = registry.kinds().map(|kind| kind.name).collect();
        format!("there is no kind `{name}`: the kinds are {}", names.join(", "))
    })
}
