//! Prints answers the way that was asked for: objects, lines or boards.

use std::io::{self, Write};

use super::answer::Answer;
use super::args::{Asking, Shape};
use super::ask::Question;
use super::input::Case;
use super::report::Reporter;
use super::status::Status;
use super::{json, text};

/// Prints the answers to one question.
pub(super) struct Printer<'a, W> {
    pub question: Question,
    pub asking: &'a Asking,
    pub reporter: &'a Reporter,
    pub out: Pages<'a, W>,
}

impl<W: Write> Printer<'_, W> {
    /// Prints an answer at once, so that whoever listens need not wait for the next.
    pub fn print(&mut self, case: &Case<'_>, answer: &Answer) -> io::Result<()> {
        let Self { question, asking, reporter, ref mut out } = *self;
        let work = if asking.stats && answer.status != Status::Invalid { Some(&answer.work) } else { None };
        let as_it_came = if case.is_line() { Shape::Line } else { Shape::Board };
        if asking.json {
            out.write_on(&format!("{}\n", json::object(question, case, answer, asking.stats)))?;
        } else if asking.shape.unwrap_or(as_it_came) == Shape::Line {
            let work = work.map_or(String::new(), |work| format!("\t{work}"));
            out.write_on(&format!("{}{work}\n", text::line(question, answer)))?;
            // A line has no room for it.
            if question == Question::Solve && answer.status == Status::Many {
                reporter.note(case.name, case.line(), &text::sentence(question, answer));
            }
        } else if let Ok(sheet) = &case.sheet {
            let work = work.map_or(String::new(), |work| format!("{work}\n"));
            out.write(&format!("{}{work}", text::board(question, case, sheet, answer)))?;
        }
        Ok(())
    }
}

/// An output of pages that are several lines each, with a blank line between them.
#[derive(Debug)]
pub(super) struct Pages<'a, W> {
    out: &'a mut W,
    begun: bool,
}

impl<'a, W: Write> Pages<'a, W> {
    pub fn new(out: &'a mut W) -> Self {
        Self { out, begun: false }
    }

    /// Writes a page at once.
    pub fn write(&mut self, page: &str) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        self.write_on(page)
    }

    /// Writes lines at once that follow those before without a blank one.
    pub fn write_on(&mut self, lines: &str) -> io::Result<()> {
        self.out.write_all(lines.as_bytes())?;
        self.out.flush()
    }
}
