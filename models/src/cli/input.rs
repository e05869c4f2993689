//! The puzzles of all input files, one at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gridwright::{Block, Format, Kind, Mistakes, Registry, Sheet, StopFlag};

use super::args::Input;
use super::report::Reporter;
use super::status::Exit;

/// What Ctrl-C does: it stops the puzzle at work, or, while the program waits for input, the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    pub flag: StopFlag,
    waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens to Ctrl-C; a second one always ends the program.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        let result = ctrlc::set_handler(move || {
            let again = heard.flag.is_stopped();
            heard.flag.stop();
            if again || heard.waiting.load(Ordering::SeqCst) {
                std::process::exit(Exit::Stopped.code().into());
            }
        });
        if let Err(error) = result {
            log::warn!("Ctrl-C ends the program at once: {error}");
        }
        interrupt
    }

    /// Runs what may wait for input.
    fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::SeqCst);
        let result = wait();
        self.waiting.store(false, Ordering::SeqCst);
        result
    }
}

/// A puzzle of the input.
#[derive(Debug)]
pub(super) struct Case<'a> {
    /// Its number, from 0.
    pub index: usize,
    /// The file as it was named; `-` is standard input.
    pub file: &'a str,
    /// The file as messages call it.
    pub name: &'a str,
    /// Its text.
    pub block: &'a Block<'a>,
    /// What was read.
    pub sheet: Result<Sheet, Mistakes>,
    /// How long reading took.
    pub parsing: Duration,
}

impl Case<'_> {
    /// The line at which the puzzle begins.
    pub fn line(&self) -> usize {
        self.block.source.first_line()
    }

    /// Whether the puzzle is one line of its file.
    pub fn is_line(&self) -> bool {
        self.block.format().is_some_and(|format| format.is_line())
    }
}

/// Reads every puzzle of the input and does something with it; mistakes are reported before that.
///
/// Returns the worst of what happened.
///
/// # Errors
/// What `each` returns; what fails while reading is reported, and the next file is read.
pub(super) fn for_each(
    registry: &Registry,
    input: &Input,
    interrupt: &Interrupt,
    reporter: &Reporter,
    mut each: impl FnMut(Case<'_>) -> io::Result<Exit>,
) -> io::Result<Exit> {
    let mut worst = Exit::Done;
    let Settled { format, kind } = match settle(registry, input) {
        Ok(settled) => settled,
        Err(messages) => {
            messages.iter().for_each(|message| reporter.error(message));
            return Ok(Exit::Bad);
        }
    };
    let standard_input = [Path::new("-").to_path_buf()];
    let files = if input.files.is_empty() { &standard_input[..] } else { &input.files };
    let settings = input.settings();
    let mut index = 0;
    for path in files {
        let is_stdin = path.as_os_str() == "-";
        let file = path.display().to_string();
        let name = if is_stdin { "<stdin>" } else { &file };
        let opened: io::Result<Box<dyn BufRead>> = match is_stdin {
            true => Ok(Box::new(io::stdin().lock())),
            false => File::open(path).map(|file| Box::new(BufReader::new(file)) as _),
        };
        let mut stream = match opened {
            Ok(opened) => registry.stream(opened),
            Err(error) => {
                reporter.error(&format!("cannot open {name}: {error}"));
                worst = worst.max(Exit::Bad);
                continue;
            }
        };
        if let Some(format) = format {
            stream = stream.format(format);
        }
        if let Some(kind) = kind {
            stream = stream.kind(kind);
        }
        while let Some(block) = interrupt.wait(|| stream.next()) {
            let block = match block {
                Ok(block) => block,
                Err(error) => {
                    reporter.error(&format!("cannot read {name}: {error}"));
                    worst = worst.max(Exit::Bad);
                    continue;
                }
            };
            let start = Instant::now();
            let sheet = block.read(&settings);
            let parsing = start.elapsed();
            let (Ok(Sheet { warnings: mistakes, .. }) | Err(mistakes)) = &sheet;
            reporter.mistakes(name, &block.source, mistakes);
            if sheet.is_err() {
                worst = worst.max(Exit::Bad);
            }
            worst = worst.max(each(Case { index, file: &file, name, block: &block, sheet, parsing })?);
            if interrupt.flag.is_stopped() {
                return Ok(worst.max(Exit::Stopped));
            }
            index += 1;
            reporter.progress(index);
        }
    }
    Ok(worst)
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
