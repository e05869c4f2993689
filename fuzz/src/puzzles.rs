//! Puzzles that were read: their rules, whatever they say, are compiled and searched under limits.

use gridwright::{Atom, Error, Limit, Mistakes, Model, Place, Sheet, Source, Verdict};

use crate::watch::{self, Watch};

/// Larger boards are not searched.
const MOST_CELLS: usize = 150;

/// The places of mistakes lie within the text, whose lines they underline.
pub fn shown(source: &Source, mistakes: &Mistakes) {
    for mistake in mistakes {
        assert!(!mistake.message.is_empty());
        if let Place::Text(span) = mistake.place {
            let text = source.text();
            assert!(span.start <= span.end && span.end <= text.len(), "{span:?} of {} bytes", text.len());
            assert!(text.get(span.start..span.end).is_some(), "{span:?} cuts a character");
            let position = source.position(span.start);
            assert!(position.line >= source.first_line() && position.column >= 1);
            let lines = source.whole_lines(span);
            assert!(lines.start <= span.start && span.end <= lines.end.max(span.end));
            assert!(text.get(lines.start..lines.end).is_some());
        }
    }
}

/// Asks for the solution of a small puzzle; one that comes has the givens.
pub fn solved(sheet: &Sheet) {
    let puzzle = &*sheet.puzzle;
    let _ = puzzle.shape();
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    if board.cells().count() > MOST_CELLS {
        return;
    }
    if let Some(canonical) = puzzle.canonical() {
        assert_eq!(canonical.kind().name, puzzle.kind().name);
    }
    let limits = watch::limits(500).and(Limit::memory(1 << 26));
    let watch = Watch::start();
    let compiled = model.compile(limits.clone());
    watch.stop("compilation");
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(Error::Bug { .. }) => panic!("a bug in the engine"),
        Err(_) => return,
    };
    let givens: Vec<_> =
        puzzle.givens().into_iter().filter_map(|(cell, value)| Some((board.at(cell)?, value))).collect();
    let atoms = givens.iter().map(|&(x, value)| Atom::eq(x, value));
    let mut solver = compiled.solver().assume(atoms).limits(limits);
    let watch = Watch::start();
    let verdict = solver.unique().expect("every solution is one");
    watch.stop("the search");
    if let Verdict::Unique(solution) | Verdict::Many(solution, _) = &verdict {
        assert!(givens.iter().all(|&(x, value)| solution[x] == value));
        let _ = puzzle.solution_text(&|cell| board.at(cell).map(|x| solution[x]));
        let mut drawing = gridwright::Drawing::new(board.height(), board.width());
        puzzle.draw(&mut drawing);
        for (cell, x) in board.cells() {
            if let Some(x) = x {
                puzzle.draw_value(cell, solution[x], &mut drawing);
            }
        }
        crate::pictures::of(&drawing, "solved");
    }
}
