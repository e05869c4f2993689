//! The arguments of the command line.

use std::env::{self, consts};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::combinations::Wanted;

/// More threads than any machine has cores would only take memory.
const MOST_THREADS: i64 = 1024;

/// Solves, checks, counts, converts and draws puzzles.
#[derive(Debug, Parser)]
#[command(name = "gridwright", max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 all answered as asked; 1 some puzzle has no solution, or several where one was \
    asked; 2 bad usage or bad input; 3 some stopped by a limit. In a batch 2 counts before 3 before 1."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub verb: Verb,
}

impl Arguments {
    /// The arguments of this program.
    ///
    /// # Errors
    /// What is to be printed instead: bad usage, or the help or version that was asked for.
    pub fn of_program() -> Result<Self, clap::Error> {
        let mut command = command();
        let arguments = command.try_get_matches_from_mut(env::args_os());
        arguments.and_then(|found| Self::from_arg_matches(&found)).map_err(|error| error.format(&mut command))
    }
}

/// The command under the name of the program, which may be one with puzzles of its own.
pub(super) fn command() -> Command {
    let path = env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
    named(name.as_deref().map_or("gridwright", |name| name.strip_suffix(consts::EXE_SUFFIX).unwrap_or(name)))
}

fn named(name: &str) -> Command {
    let version = env!("CARGO_PKG_VERSION");
    let version = if name == "gridwright" { version.to_owned() } else { format!("(gridwright {version})") };
    Arguments::command().name(name.to_owned()).version(version)
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Prints the solution, and whether it is the only one
    Solve {
        /// Stop at the first solution: do not prove that it is the only one
        #[arg(long, conflicts_with = "all")]
        first: bool,
        /// Print all solutions
        #[arg(long)]
        all: bool,
        /// How many solutions --all prints at most
        #[arg(long, value_name = "N", default_value_t = 1000, requires = "all", value_parser = at_least_one())]
        max_solutions: u64,
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        asking: Asking,
    },
    /// Says whether there is one solution, several (two of them and where they differ) or none (and why)
    Check {
        /// Also say which entries of a partly filled board are wrong
        #[arg(long)]
        partial: bool,
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        asking: Asking,
    },
    /// Counts the solutions
    Count {
        /// How far to count
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least_one())]
        max_solutions: u64,
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        asking: Asking,
    },
    /// Prints for each cell the values that it has in some solution
    Candidates {
        /// Print what propagation alone leaves instead
        #[arg(long)]
        propagated: bool,
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        asking: Asking,
    },
    /// Says what a puzzle's model is made of, what looks like a mistake in it, and where the search spends its work
    Inspect {
        /// Print a JSON object for each puzzle
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        effort: Effort,
    },
    /// Writes the puzzles in another format
    Convert {
        /// The format to write, or mzn for the model of the puzzle in MiniZinc, for other solvers
        #[arg(long, value_name = "FORMAT")]
        to: String,
        /// How the digits of large boards are written: 1-9A-G, A-P, 0-F or decimal
        #[arg(long, value_name = "ALPHABET")]
        to_alphabet: Option<String>,
        #[command(flatten)]
        input: Input,
    },
    /// Draws the puzzles
    Render {
        /// How to draw them
        #[arg(long, value_name = "STYLE", default_value = "text")]
        to: Style,
        #[command(flatten)]
        input: Input,
    },
    /// Lists the combinations of digits that fill a cage
    Combinations(Wanted),
    /// Lists the kinds of puzzles and the formats, or describes a kind and its options
    Kinds {
        /// The kind to describe
        kind: Option<String>,
    },
    /// Writes a crate with a puzzle of your own to begin with: its rules, this command for it, and tests
    New {
        /// The name of the crate, its folder and its kind of puzzle: small letters, digits, `-` and `_`
        name: String,
        /// Take Gridwright from this checkout instead of the registry
        #[arg(long, value_name = "DIR")]
        path: Option<PathBuf>,
    },
    /// Prints a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

pub(super) fn at_least_one() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..)
}

/// Where the puzzles come from.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// Files that hold puzzles, any number each; `-` or none is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The kind of puzzle, where the content leaves it open
    #[arg(long)]
    pub kind: Option<String>,
    /// The format of the input, where the content leaves it open
    #[arg(long)]
    pub format: Option<String>,
    /// How the digits of large boards are written, where the content leaves it open: 1-9A-G, A-P, 0-F or decimal
    #[arg(long)]
    pub alphabet: Option<String>,
    /// Set an option of the kind, whatever the file says; `kinds KIND` lists them
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    #[command(flatten)]
    pub batch: Batch,
    /// What standard input holds instead, for rehearsals.
    #[arg(skip)]
    pub text: Option<Vec<u8>>,
}

/// How many puzzles are gone through.
#[derive(Debug, Args)]
#[command(next_help_heading = "Many puzzles")]
pub(super) struct Batch {
    /// How many threads to use; as many as there are cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    /// Stop at the first puzzle that cannot be read or is not answered as asked
    #[arg(long)]
    pub fail_fast: bool,
    /// Go without the progress and the summary on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// Answer each puzzle once: drop those that were there before, or that one of these was up to symmetry
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "exactly")]
    pub distinct: Option<Sameness>,
    /// What to do with puzzles that were there before
    #[arg(long, value_name = "WHAT", default_value = "drop", requires = "distinct")]
    pub duplicates: Duplicates,
}

impl Batch {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from)
    }
}

/// When two puzzles are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Sameness {
    /// If all their parts are equal
    Exactly,
    /// Also if one becomes the other by renaming digits and by moving rows, columns and boxes about
    Symmetry,
}

/// What becomes of a puzzle that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Duplicates {
    /// Nothing is printed for it
    Drop,
    /// It is answered, and a warning says where it was before
    Report,
}

impl Input {
    /// The options of the kind and the settings of the format, as readers take them.
    pub fn settings(&self) -> Vec<(String, String)> {
        let alphabet = self.alphabet.iter().map(|name| ("alphabet".to_owned(), name.clone()));
        self.settings.iter().cloned().chain(alphabet).collect()
    }
}

/// How far to go for an answer, and how to print it.
#[derive(Debug, Args)]
pub(super) struct Asking {
    /// Print a JSON object for each puzzle
    #[arg(long)]
    pub json: bool,
    /// Print a line or a drawn board for each puzzle; otherwise a line for a line, a board for a grid
    #[arg(long = "as", value_name = "SHAPE", conflicts_with = "json")]
    pub shape: Option<Shape>,
    #[command(flatten)]
    pub effort: Effort,
    /// Also print the time and the work that each puzzle took
    #[arg(long)]
    pub stats: bool,
}

/// How far to go for an answer.
#[derive(Debug, Args)]
pub(super) struct Effort {
    /// Stop each puzzle after this time, such as 500ms, 10s (or 10) or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop each puzzle after this many nodes of the search
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Let the tables of each puzzle take this much memory at most, such as 500k, 64M or 2G; beyond it the search may take
    /// longer, with the same answers
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<usize>,
}

/// How an answer is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Shape {
    /// One line a puzzle
    Line,
    /// A drawn board and a sentence
    Board,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Style {
    /// Characters, for a terminal
    Text,
    /// An SVG picture of one puzzle
    Svg,
    /// An HTML page with a picture of every puzzle
    Html,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("it is written KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "us" | "µs" => 1e-6,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time: it is ms, s, m or h")),
    };
    let number: f64 = number.parse().map_err(|_| "it begins with a number, as in 10s".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "the time is out of range".to_owned())
}

/// A number of bytes, which may have a unit: k, M, G or T, each 1024 times the one before.
fn bytes(text: &str) -> Result<usize, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "" => 0,
        "k" | "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("`{unit}` is no unit of memory: it is k, M, G or T")),
    };
    if number.is_empty() {
        return Err("it begins with a number, as in 64M".to_owned());
    }
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.and_then(|bytes| usize::try_from(bytes).ok()).ok_or_else(|| "the memory is out of range".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn another_program_goes_by_its_own_name() {
        let version = |name| named(name).render_version();
        assert_eq!(version("gridwright"), format!("gridwright {}\n", env!("CARGO_PKG_VERSION")));
        assert_eq!(version("tents"), format!("tents (gridwright {})\n", env!("CARGO_PKG_VERSION")));
        let help = named("tents").render_long_help().to_string();
        assert!(help.contains("Usage: tents <COMMAND>") && !help.contains("gridwright"), "{help}");
    }

    #[test]
    fn sizes_come_with_units() {
        assert_eq!((bytes("0"), bytes("512"), bytes("3k")), (Ok(0), Ok(512), Ok(3072)));
        assert_eq!((bytes("64M"), bytes("2GiB"), bytes("1MB")), (Ok(64 << 20), Ok(2 << 30), Ok(1 << 20)));
        for text in ["", "M", "-1", "1.5G", "5 apples", "99999999999999999999", "18446744073709551615k"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_come_with_units() {
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert!(duration("s").is_err() && duration("3 days").is_err() && duration("9e99").is_err());
    }
}
