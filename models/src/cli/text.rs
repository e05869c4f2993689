//! An answer as text: one line, or a drawn board and a sentence.

use gridwright::{Cell, Drawing, Model, Sheet};

use super::answer::{Answer, Values, solution_text};
use super::ask::Question;
use super::input::Case;
use super::status::Status;
use crate::draw::Text;

/// One line, without its end: what was asked for, or the status where there is no such thing. `solutions` are those of the
/// answer that are shown.
pub(super) fn line<'a>(
    question: Question,
    case: &Case<'_>,
    answer: &Answer,
    solutions: impl Iterator<Item = &'a Values>,
) -> String {
    let word = answer.status.word();
    match question {
        _ if matches!(answer.status, Status::None | Status::Stopped(_) | Status::Invalid) => word.to_owned(),
        Question::First | Question::Solve => solution_text(case, answer, &answer.solutions[0]),
        Question::All(_) => join(solutions.map(|values| solution_text(case, answer, values)), "\t"),
        Question::Check => word.to_owned(),
        Question::Entries => match answer.wrong.as_deref() {
            None | Some([]) => word.to_owned(),
            Some(wrong) => format!("{word} wrong {}", names(wrong)),
        },
        Question::Count(_) => number(answer),
        Question::Candidates | Question::Propagated => {
            join(answer.candidates.iter().flatten().map(|values| mark(values)), " ")
        }
    }
}

/// A heading, drawn boards where there is something to draw, and sentences. `solutions` are those of the answer that are
/// shown.
pub(super) fn board<'a>(
    question: Question,
    case: &Case<'_>,
    sheet: &Sheet,
    answer: &Answer,
    solutions: impl Iterator<Item = &'a Values>,
) -> String {
    let mut page = heading(case, sheet) + "\n";
    // A second solution is what a check of several is about; to solve, one is enough.
    let shown = if question == Question::Solve { 1 } else { usize::MAX };
    for solution in solutions.take(shown) {
        let mut drawing = drawing(sheet, answer.size);
        let values = answer.cells().zip(solution).filter_map(|(cell, value)| Some((cell, (*value)?)));
        values.for_each(|(cell, value)| sheet.puzzle.draw_value(cell, value, &mut drawing));
        page += &Text(&drawing).to_string();
    }
    if let Some(candidates) = &answer.candidates {
        let mut drawing = drawing(sheet, answer.size);
        for (cell, values) in answer.cells().zip(candidates) {
            match (values.as_slice(), drawing.text_at(cell)) {
                ([], _) => {}
                (&[value], _) => sheet.puzzle.draw_value(cell, value, &mut drawing),
                (_, "") => drawing.write(cell, mark(values)),
                // What the puzzle itself shows there, in doubt.
                (_, own) => drawing.write(cell, format!("{own}?")),
            }
        }
        page += &Text(&drawing).to_string();
    }
    page += &format!("{}\n", sentence(question, answer));
    match answer.wrong.as_deref() {
        _ if answer.status == Status::None => {}
        None => {}
        Some([]) => page += "The entries are right so far.\n",
        Some(wrong) => page += &format!("Wrong entries: {}.\n", names(wrong)),
    }
    page
}

/// The title, or where the puzzle stands.
pub(super) fn heading(case: &Case<'_>, sheet: &Sheet) -> String {
    sheet.title.clone().unwrap_or_else(|| format!("{}:{}", case.site().name(), case.site().line))
}

/// The board of a puzzle without values.
fn drawing(sheet: &Sheet, (height, width): (usize, usize)) -> Drawing {
    let mut drawing = Drawing::new(height, width);
    sheet.puzzle.draw(&mut drawing);
    drawing
}

/// The board of a puzzle as it is: the givens, what a player has filled in, and the player's notes.
pub(super) fn unsolved(sheet: &Sheet) -> Drawing {
    let board = sheet.puzzle.rules(&mut Model::new());
    let mut drawing = drawing(sheet, (board.height(), board.width()));
    let filled = sheet.puzzle.givens().into_iter().chain(sheet.entries.iter().copied());
    filled.for_each(|(cell, value)| sheet.puzzle.draw_value(cell, value, &mut drawing));
    sheet.marks.iter().for_each(|(cell, values)| drawing.marks(*cell, values));
    drawing
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
            format!("Several solutions: these two differ in {}.", answer.differ.join(", "))
        }
        (Status::Many, _) => format!("Not the only solution: another differs in {}.", answer.differ.join(", ")),
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
    join(cells.iter().map(Cell::to_string), ", ")
}

fn join(texts: impl Iterator<Item = String>, between: &str) -> String {
    texts.collect::<Vec<_>>().join(between)
}

/// The values of a cell, single digits run together.
fn mark(values: &[i64]) -> String {
    let texts: Vec<_> = values.iter().map(i64::to_string).collect();
    match texts.is_empty() {
        true => ".".to_owned(),
        false => texts.join(if texts.iter().all(|text| text.len() == 1) { "" } else { "," }),
    }
}
