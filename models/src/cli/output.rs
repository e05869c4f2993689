//! Standard output and standard error, which take what became of the puzzles in the order of the input.

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::json;

use super::args::{Batch, Duplicates};
use super::input::Site;
use super::pool::Delivery;
use super::report::{self, Progress, Reporter};
use super::seen::{Key, Seen};
use super::status::Exit;
use super::tally::{Fate, Tally};
use crate::draw::html;

/// What became of one puzzle, or of a file that cannot be read.
#[derive(Debug)]
pub(super) struct Product {
    /// Errors, warnings and remarks, printed before the text.
    pub report: String,
    pub text: Text,
    pub exit: Exit,
    /// Missing where it is no puzzle.
    pub fate: Option<Fate>,
    /// What tells it apart, and where it stands, where that is asked for.
    pub key: Option<(Key, Site)>,
}

impl Product {
    /// A report that no puzzle belongs to.
    pub fn trouble(report: String) -> Self {
        Self { report, text: Text::None, exit: Exit::Bad, fate: None, key: None }
    }
}

/// A text for standard output.
#[derive(Debug)]
pub(super) enum Text {
    /// There is nothing to be printed.
    None,
    /// Lines that follow those before without a blank one.
    Lines(String),
    /// Several lines, with a blank line between them and what was printed before.
    Page(String),
    /// A JSON object, on a line of its own.
    Object(String),
    /// A board for an HTML page, and its title.
    Figure { title: String, figure: String },
}

/// The two outputs, and what was counted on the way.
#[derive(Debug)]
pub(super) struct Output<'a> {
    out: BufWriter<Stdout>,
    batch: &'a Batch,
    reporter: &'a Reporter,
    seen: Option<&'a Seen<'a>>,
    progress: Progress,
    tally: Tally,
    /// Whether a page was printed.
    begun: bool,
    /// Whether an HTML page is to be ended.
    is_html: bool,
}

impl<'a> Output<'a> {
    pub fn new(batch: &'a Batch, reporter: &'a Reporter, seen: Option<&'a Seen<'a>>, progress: Progress) -> Self {
        Self {
            out: BufWriter::new(io::stdout()),
            batch,
            reporter,
            seen,
            progress,
            tally: Tally::start(),
            begun: false,
            is_html: false,
        }
    }

    fn write(&mut self, text: &Text) -> io::Result<()> {
        let out = &mut self.out;
        match text {
            Text::None => Ok(()),
            Text::Lines(lines) => out.write_all(lines.as_bytes()),
            Text::Object(object) => writeln!(out, "{object}"),
            Text::Page(page) => {
                let gap = if self.begun { "\n" } else { "" };
                self.begun = true;
                write!(out, "{gap}{page}")
            }
            Text::Figure { title, figure } => {
                let head = if self.is_html { String::new() } else { html::head(title) };
                self.is_html = true;
                write!(out, "{head}{figure}")
            }
        }
    }

    /// Ends the output: prints what is left, and the summary. The exit status is the worst of what happened.
    ///
    /// # Errors
    /// What writing fails with, now or before.
    pub fn end(&mut self, result: io::Result<()>, interrupted: bool) -> io::Result<Exit> {
        self.progress.clear();
        let foot = if self.is_html { html::FOOT } else { "" };
        let written = result.and_then(|()| self.out.write_all(foot.as_bytes())).and_then(|()| self.out.flush());
        if interrupted {
            self.tally.end(Exit::Stopped);
        }
        if self.tally.puzzles() == 0 && self.tally.worst() == Exit::Done && !self.batch.quiet && written.is_ok() {
            report::print(&self.reporter.warning("there is no puzzle in the input"));
        }
        if let Some(summary) = self.tally.summary().filter(|_| !self.batch.quiet && written.is_ok()) {
            report::print(&summary);
        }
        written.map(|()| self.tally.worst())
    }

    /// The report and the field that tell of a puzzle that was there before.
    fn tell(&self, product: &mut Product, site: &Site, first: &Site) {
        let message = format!("the same puzzle as at {}:{}", first.name(), first.line);
        product.report += &self.reporter.note(site.name(), site.line, &message);
        if let Text::Object(object) = &mut product.text {
            object.pop();
            let first = json!({ "index": first.index, "file": first.file(), "line": first.line });
            *object += &format!(",\"duplicate_of\":{first}}}");
        }
    }
}

impl Delivery for Output<'_> {
    type Product = Product;

    fn deliver(&mut self, mut product: Product) -> io::Result<bool> {
        let key = product.key.take();
        let known = key.and_then(|(key, site)| Some((self.seen?.before(key, &site)?, site)));
        if let Some((first, site)) = known {
            if self.batch.duplicates == Duplicates::Drop {
                self.tally.count(Fate::Dropped);
                return Ok(true);
            }
            self.tally.count_duplicate();
            self.tell(&mut product, &site, &first);
        }
        if !product.report.is_empty() {
            // On a terminal both show, so the order matters.
            self.out.flush()?;
            self.progress.print(&product.report);
        }
        self.write(&product.text)?;
        if let Some(fate) = product.fate {
            self.tally.count(fate);
        }
        self.tally.end(product.exit);
        Ok(!(self.batch.fail_fast && product.exit != Exit::Done))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.progress.show(self.tally.puzzles());
        self.out.flush()
    }
}
