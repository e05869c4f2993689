//! An answer as text: one line, or a drawn board and a sentence.

use std::io::{self, Write};

use gridwright::{Cell, Drawing, Sheet};

use super::answer::{Answer, Values, text};
use super::ask::Question;
use super::input::Case;
use super::status::Status;
use crate::draw::Text;

/// One line, without its end: what was asked for, or the status where there is no such thing.
pub(super) fn line(out: &mut impl Write, question: Question, answer: &Answer) -> io::Result<()> {
    let word = answer.status.word();
    let known = !matches!(answer.status, Status::None | Status::Stopped(_) | Status::Invalid);
    match question {
        _ if !known => write!(out, "{word}"),
        Question::First | Question::Solve => write!(out, "{}", text(&answer.solutions[0])),
        Question::Check => write!(out, "{word}"),
        Question::Entries => match answer.wrong.as_deref() {
            None | Some([]) => write!(out, "{word}"),
            Some(wrong) => write!(out, "{word} wrong {}", names(wrong)),
        },
        Question::All(_) => {
            let solutions: Vec<_> = answer.solutions.iter().map(|values| text(values)).collect();
            write!(out, "{}", solutions.join("\t"))
        }
        Question::Count(_) => write!(out, "{}", number(answer)),
        Question::Candidates | Question::Propagated => {
            let cells: Vec<_> = answer.candidates.iter().flatten().map(|values| mark(values)).collect();
            write!(out, "{}", cells.join(" "))
        }
    }
}

/// A heading, drawn boards where there is something to draw, and sentences.
pub(super) fn board(out: &mut impl Write, question: Question, case: &Case<'_>, answer: &Answer) -> io::Result<()> {
    let Ok(sheet) = &case.sheet else { return Ok(()) };
    writeln!(out, "{}", heading(case, sheet))?;
    let shown = match question {
        // A second solution is what a check of several is about; elsewhere one is enough.
        Question::Solve => &answer.solutions[..answer.solutions.len().min(1)],
        _ => &answer.solutions,
    };
    for solution in shown {
        write!(out, "{}", Text(&solved(sheet, answer, solution)))?;
    }
    if let Some(candidates) = &answer.candidates {
        let texts = candidates.iter().map(|values| mark(values));
        write!(out, "{}", Text(&filled(sheet, answer.size, answer.cells().zip(texts))))?;
    }
    writeln!(out, "{}", sentence(question, answer))?;
    match answer.wrong.as_deref() {
        _ if answer.status == Status::None => Ok(()),
        None => Ok(()),
        Some([]) => writeln!(out, "The entries are right so far."),
        Some(wrong) => writeln!(out, "Wrong entries: {}.", names(wrong)),
    }
}

/// The title, or where the puzzle stands.
pub(super) fn heading(case: &Case<'_>, sheet: &Sheet) -> String {
    sheet.title.clone().unwrap_or_else(|| format!("{}:{}", case.name, case.line()))
}

/// A drawing of the puzzle with texts in its cells.
pub(super) fn filled(
    sheet: &Sheet,
    (height, width): (usize, usize),
    texts: impl Iterator<Item = (Cell, String)>,
) -> Drawing {
    let mut drawing = Drawing::new(height, width);
    sheet.puzzle.draw(&mut drawing);
    for (cell, text) in texts {
        drawing.write(cell, text);
    }
    drawing
}

fn solved(sheet: &Sheet, answer: &Answer, solution: &Values) -> Drawing {
    let texts = answer.cells().zip(solution).filter_map(|(cell, value)| Some((cell, value.as_ref()?.to_string())));
    filled(sheet, answer.size, texts)
}

/// The answer in a sentence.
pub(super) fn sentence(question: Question, answer: &Answer) -> String {
    match (answer.status, question) {
        (Status::None, _) => match &answer.reason {
            Some(reason) => format!("No solution: {reason}."),
            None => "No solution.".to_owned(),
        },
        (Status::Stopped(limit), Question::Count(_) | Question::All(_)) => {
            format!("Stopped by the {limit}: {}.", how_many(answer))
        }
        (Status::Stopped(limit), _) if answer.solutions.is_empty() => format!("Stopped by the {limit}."),
        (Status::Stopped(limit), _) => {
            format!("Stopped by the {limit} before it was known whether this solution is the only one.")
        }
        (Status::Invalid, _) => "Invalid.".to_owned(),
        (_, Question::Count(_) | Question::All(_)) => format!("{}.", capital(&how_many(answer))),
        (_, Question::Candidates) => "The values that occur in some solution.".to_owned(),
        (_, Question::Propagated) => "The values that propagation leaves.".to_owned(),
        (Status::Unique, _) => "The only solution.".to_owned(),
        (Status::Many, Question::Check | Question::Entries) => {
            format!("Several solutions: these two differ in {}.", names(&answer.differ))
        }
        (Status::Many, _) => format!("Not the only solution: another differs in {}.", names(&answer.differ)),
        (Status::Solved, _) => "A solution; whether it is the only one was not asked.".to_owned(),
    }
}

/// The number of solutions, as far as it is known.
fn number(answer: &Answer) -> String {
    match answer.count {
        Some((count, true)) => count.to_string(),
        Some((count, false)) => format!("at least {count}"),
        None => answer.status.word().to_owned(),
    }
}

fn how_many(answer: &Answer) -> String {
    let one = matches!(answer.count, Some((1, _)));
    format!("{} solution{}", number(answer), if one { "" } else { "s" })
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

fn names(cells: &[Cell]) -> String {
    let names: Vec<_> = cells.iter().map(Cell::to_string).collect();
    names.join(", ")
}

/// The values of a cell, single digits run together.
fn mark(values: &[i64]) -> String {
    let texts: Vec<_> = values.iter().map(i64::to_string).collect();
    match texts.is_empty() {
        true => ".".to_owned(),
        false => texts.join(if texts.iter().all(|text| text.len() == 1) { "" } else { "," }),
    }
}
