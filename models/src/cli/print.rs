//! Prints answers the way that was asked for: objects, lines or boards.

use super::answer::{Answer, Values};
use super::args::{Asking, Shape};
use super::ask::Question;
use super::input::Case;
use super::interrupt::Interrupt;
use super::output::Text;
use super::report::Reporter;
use super::status::Status;
use super::{json, text};

/// Prints the answers to one question.
#[derive(Debug)]
pub(super) struct Printer<'a> {
    pub question: Question,
    pub asking: &'a Asking,
    pub reporter: &'a Reporter,
    pub interrupt: &'a Interrupt,
}

impl Printer<'_> {
    /// How the answer to a case is laid out, if not as an object.
    fn shape(&self, case: &Case<'_>) -> Option<Shape> {
        let as_it_came = if case.is_line() { Shape::Line } else { Shape::Board };
        if self.asking.json { None } else { Some(self.asking.shape.unwrap_or(as_it_came)) }
    }

    /// Whether the answer has room for the reason why there is no solution.
    pub fn tells_why(&self, case: &Case<'_>) -> bool {
        self.shape(case) != Some(Shape::Line)
    }

    /// The text of an answer; what a line has no room for is added to the report.
    pub fn print(&self, case: &Case<'_>, answer: &Answer, report: &mut String) -> Text {
        let mut unprinted = answer.solutions.len();
        let solutions = self.interrupt.in_time(&answer.solutions).inspect(|_| unprinted -= 1);
        let text = self.text(case, answer, solutions, report);
        if matches!(self.question, Question::All(_)) && unprinted > 0 && self.interrupt.is_heard() {
            let message = format!("{unprinted} of these solutions are not printed, because of the interrupt");
            *report += &self.reporter.note(case.site().name(), case.site().line, &message);
        }
        text
    }

    fn text<'a>(
        &self,
        case: &Case<'_>,
        answer: &Answer,
        solutions: impl Iterator<Item = &'a Values>,
        report: &mut String,
    ) -> Text {
        let &Self { question, asking, reporter, .. } = self;
        let work = if asking.stats && answer.status != Status::Invalid { Some(&answer.work) } else { None };
        let shape = self.shape(case);
        if shape.is_none() {
            Text::Object(json::object(question, case, answer, solutions, asking.stats).to_string())
        } else if shape == Some(Shape::Line) {
            if question == Question::Solve && answer.status == Status::Many {
                let site = case.site();
                *report += &reporter.note(site.name(), site.line, &text::sentence(question, answer));
            }
            let work = work.map_or(String::new(), |work| format!("\t{work}"));
            Text::Lines(text::line(question, case, answer, solutions) + &work + "\n")
        } else if let Ok(sheet) = &case.sheet {
            let work = work.map_or(String::new(), |work| format!("{work}\n"));
            Text::Page(text::board(question, case, sheet, answer, solutions) + &work)
        } else {
            Text::None
        }
    }
}
