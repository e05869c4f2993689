//! Combinations of digits that fill a cage: what is wanted, and the tables of them.

use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;
use gridwright::{Error, Limit, Limits, StopFlag};
use serde_json::json;

use super::args::{at_least_one, duration};
use super::numbers::{Numbers, cells, digits};
use super::report;
use super::status::Exit;
use crate::combinations::{Combinations, Table};
use crate::kenken::{Digits, Operation};

/// So much text is gathered before it is written: a table of usual length is whole by then, and its search does not wait
/// for a slow reader while its time runs.
const BUFFER: usize = 4 << 20;

/// Which combinations, and how to print them.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// How many digits a combination has, or from how many to how many, such as 2-4
    #[arg(long, value_name = "N", value_parser = cells)]
    cells: RangeInclusive<usize>,
    #[command(flatten)]
    target: Target,
    /// The digits to choose from, such as 0-8 or 1,3,5-7
    #[arg(long, value_name = "DIGITS", default_value = "1-9", value_parser = digits, allow_hyphen_values = true)]
    digits: Digits,
    /// Let digits repeat, N of each at most if given
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", value_parser = at_least_one())]
    repeats: Option<u64>,
    /// Digits that each combination must have; 5,5 is at least two fives
    #[arg(long, value_name = "DIGITS", allow_hyphen_values = true)]
    must: Vec<Numbers>,
    /// Digits that no combination has
    #[arg(long, visible_alias = "cant", value_name = "DIGITS", allow_hyphen_values = true)]
    without: Vec<Numbers>,
    /// Print a JSON object for each number of cells
    #[arg(long)]
    json: bool,
    /// Print at most so many combinations of each number of cells
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_one())]
    max: u64,
    /// Stop each number of cells after this time, such as 500ms, 10s (or 10) or 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// Stop each number of cells after this many nodes of the search
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

/// What the digits make.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Target {
    /// The sum of all digits
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    sum: Option<i64>,
    /// The product of all digits
    #[arg(long, visible_alias = "times", value_name = "N", allow_negative_numbers = true)]
    product: Option<i64>,
    /// One digit minus all others
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    minus: Option<i64>,
    /// One digit divided by all others, exactly
    #[arg(long, visible_alias = "over", value_name = "N", allow_negative_numbers = true)]
    divide: Option<i64>,
}

impl Target {
    /// The name of the option that was given, and what it means.
    fn get(&self) -> (&'static str, Operation, i64) {
        let Self { sum, product, minus, divide } = *self;
        match (sum, product, minus, divide) {
            (Some(sum), ..) => ("sum", Operation::Add, sum),
            (_, Some(product), ..) => ("product", Operation::Multiply, product),
            (_, _, Some(minus), _) => ("minus", Operation::Subtract, minus),
            (.., divide) => ("divide", Operation::Divide, divide.expect("the arguments require a target")),
        }
    }
}

/// Prints the tables, one after the other, or says why that cannot be.
///
/// # Errors
/// What fails while writing.
pub(super) fn list(wanted: &Wanted, flag: &StopFlag, out: &mut impl Write) -> io::Result<Result<Exit, String>> {
    let combinations = match wanted.combinations() {
        Ok(combinations) => combinations,
        Err(message) => return Ok(Err(message)),
    };
    match wanted.list(combinations, flag, out) {
        Ok(exit) => Ok(Ok(exit)),
        Err(Trouble::Output(error)) => Err(error),
        // The engine cannot have such digits, or, worse, there is a bug in it.
        Err(Trouble::Engine(error)) => Ok(Err(error.to_string())),
    }
}

/// Why a table is not printed.
#[derive(Debug)]
enum Trouble {
    Engine(Error),
    Output(io::Error),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Wanted {
    /// What is wanted, for no number of cells yet, or what cannot be meant.
    fn combinations(&self) -> Result<Combinations, String> {
        let joined = |lists: &[Numbers]| lists.iter().flat_map(|Numbers(list)| list.iter().copied()).collect();
        let (must, without): (Vec<i64>, Vec<i64>) = (joined(&self.must), joined(&self.without));
        let most = self.repeats.map_or(1, |most| most.try_into().unwrap_or(usize::MAX));
        for digit in &must {
            if !self.digits.values().contains(digit) {
                return Err(format!("--must has {digit}, which is none of the digits {}", self.digits));
            }
            if without.contains(digit) {
                return Err(format!("--must and --without both have the digit {digit}"));
            }
            let times = must.iter().filter(|&other| other == digit).count();
            if times > most {
                return Err(format!("--must has the digit {digit} {times} times; --repeats {times} allows that"));
            }
        }
        let (_, operation, target) = self.target.get();
        Ok(Combinations { digits: self.digits.clone(), most, must, without, ..Combinations::new(0, operation, target) })
    }

    fn list(&self, mut combinations: Combinations, flag: &StopFlag, out: &mut impl Write) -> Result<Exit, Trouble> {
        let mut limits = Limits::none().stopped_by(flag).and(Limit::time(self.time));
        limits.nodes = self.nodes;
        let (mut found, mut worst) = (false, Exit::Done);
        for cells in self.cells.clone() {
            combinations.cells = cells;
            let mut out = BufWriter::with_capacity(BUFFER, &mut *out);
            let summary = self.print(&combinations, limits.clone(), &mut out)?;
            out.flush()?;
            if !self.json {
                report::print(&(summary.sentence(cells) + "\n"));
            }
            found |= summary.count > 0;
            if summary.stopped.is_some() {
                worst = Exit::Stopped;
            }
            if flag.is_stopped() {
                break;
            }
        }
        Ok(worst.max(if found { Exit::Done } else { Exit::Unsolved }))
    }

    /// Prints a table row by row, however long it is.
    fn print(&self, combinations: &Combinations, limits: Limits, out: &mut impl Write) -> Result<Summary, Trouble> {
        let allowed: Vec<i64> = combinations.allowed().collect();
        let between = if allowed.iter().all(|digit| (0..=9).contains(digit)) { "" } else { " " };
        let mut summary = Summary::new(&allowed);
        if self.json {
            let (name, _, target) = self.target.get();
            let cells = combinations.cells;
            write!(out, r#"{{"cells":{cells},"{name}":{target},"digits":{},"combinations":["#, json!(allowed))?;
        }
        let mut table = match combinations.table(limits) {
            Err(Error::Stopped(limit)) => {
                summary.stopped = Some(limit);
                None
            }
            table => Some(table?),
        };
        let mut rows = table.as_mut().map(Table::rows);
        while let Some(row) = rows.as_mut().and_then(Iterator::next).transpose()? {
            if summary.count == self.max {
                break;
            }
            match self.json {
                true => write!(out, "{}{}", if summary.count > 0 { "," } else { "" }, json!(row))?,
                false => writeln!(out, "{}", join(&row, between))?,
            }
            summary.add(&row);
        }
        if let Some(rows) = &rows {
            (summary.complete, summary.stopped) = (rows.is_complete(), rows.stopped());
        }
        if self.json {
            write!(out, r#"],"complete":{}"#, summary.complete)?;
            if let Some(limit) = summary.stopped {
                write!(out, r#","limit":"{}""#, limit.word())?;
            }
            if summary.complete {
                write!(out, r#","in_all":{},"in_none":{}"#, json!(summary.in_all()), json!(summary.in_none()))?;
            }
            writeln!(out, "}}")?;
        }
        Ok(summary)
    }
}

/// What was seen of a table.
#[derive(Debug)]
struct Summary {
    count: u64,
    /// Each digit, and how many combinations have it.
    having: Vec<(i64, u64)>,
    /// Whether these are all combinations.
    complete: bool,
    /// The limit that was reached.
    stopped: Option<Limit>,
}

impl Summary {
    fn new(digits: &[i64]) -> Self {
        Self { count: 0, having: digits.iter().map(|&digit| (digit, 0)).collect(), complete: false, stopped: None }
    }

    fn add(&mut self, row: &[i64]) {
        self.count += 1;
        let mut row = row.to_vec();
        row.dedup();
        for digit in row {
            if let Ok(at) = self.having.binary_search_by_key(&digit, |&(digit, _)| digit) {
                self.having[at].1 += 1;
            }
        }
    }

    /// The digits that all combinations have; none where there is no combination.
    fn in_all(&self) -> Vec<i64> {
        self.had_by(|number| number > 0 && number == self.count)
    }

    /// The digits that no combination has.
    fn in_none(&self) -> Vec<i64> {
        self.had_by(|number| number == 0)
    }

    fn had_by(&self, enough: impl Fn(u64) -> bool) -> Vec<i64> {
        self.having.iter().filter(|&&(_, number)| enough(number)).map(|&(digit, _)| digit).collect()
    }

    /// The table for so many cells in a sentence.
    fn sentence(&self, cells: usize) -> String {
        let cells = format!("{cells} cell{}", if cells == 1 { "" } else { "s" });
        let count = format!("{} combination{}", self.count, if self.count == 1 { "" } else { "s" });
        if let Some(limit) = self.stopped {
            return format!("Stopped by the {limit} after {count} for {cells}.");
        }
        match self.count {
            _ if !self.complete => format!("More than {count} for {cells}; --max prints more."),
            0 => format!("No combination for {cells}."),
            _ => {
                let part = |name: &str, digits: &[i64]| match digits {
                    [] => String::new(),
                    _ => format!("; in {name}: {}", join(digits, " ")),
                };
                format!("{count} for {cells}{}{}.", part("all", &self.in_all()), part("none", &self.in_none()))
            }
        }
    }
}

fn join(digits: &[i64], between: &str) -> String {
    digits.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
}
