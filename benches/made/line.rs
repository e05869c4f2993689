//! Puzzles, one a line: what every program of a comparison reads.
//!
//! `NAME SIZE CAGE CAGE …`, where a cage is its operator and target, a colon and its cells, counted from 0 in reading
//! order. Regions are cages with the operator `!`, and then the cells of a sum differ too. A line whose cages are all `=`
//! with one cell is a Latin square with givens; `NAME SIZE queens` asks for queens.

use gridwright::{AnyPuzzle, Cage, Cell, Mistakes, Puzzle};
use gridwright_models::kenken::{KenKen, Operation};
use gridwright_models::killer::Killer;
use gridwright_models::latin::Latin;
use gridwright_models::sudoku::{Regions, Sudoku};

use super::queens::Queens;

/// A puzzle in a line, without its end; `None` for one that has no lines.
pub fn write(name: &str, puzzle: &dyn AnyPuzzle) -> Option<String> {
    let puzzle = puzzle.as_any();
    let line = |size| Line { size, text: format!("{name} {size}") };
    if let Some(queens) = puzzle.downcast_ref::<Queens>() {
        return Some(line(queens.size).text + " queens");
    }
    if let Some(latin) = puzzle.downcast_ref::<Latin>() {
        return Some(line(latin.size).givens(&latin.givens).text);
    }
    if let Some(kenken) = puzzle.downcast_ref::<KenKen>() {
        return Some(line(kenken.size).cages(&kenken.cages.cages, '=')?.text);
    }
    let killer = puzzle.downcast_ref::<Killer>();
    let sudoku = killer.map(|killer| &killer.sudoku).or_else(|| puzzle.downcast_ref::<Sudoku>())?;
    let mut line = line(sudoku.size);
    for region in sudoku.regions.cells(sudoku.size) {
        line.put('!', 0, &region);
    }
    let line = line.givens(&sudoku.givens);
    Some(line.cages(killer.map_or(&[], |killer| &killer.cages.cages), '+')?.text)
}

/// A line that is being written.
struct Line {
    size: usize,
    text: String,
}

impl Line {
    fn put(&mut self, sign: char, target: i64, cells: &[Cell]) {
        let cells: Vec<String> = cells.iter().map(|at| (at.row * self.size + at.column).to_string()).collect();
        self.text += &format!(" {sign}{target}:{}", cells.join(","));
    }

    fn givens(mut self, givens: &[(Cell, i64)]) -> Self {
        for &(cell, value) in givens {
            self.put('=', value, &[cell]);
        }
        self
    }

    /// Adds cages; one of several cells whose clue has no sign gets this one.
    fn cages(mut self, cages: &[Cage], sign: char) -> Option<Self> {
        for cage in cages {
            let clue = cage.clue?;
            let sign = if cage.cells.len() > 1 { sign } else { '=' };
            self.put(clue.sign.unwrap_or(sign), clue.number, &cage.cells);
        }
        Some(self)
    }
}

/// Reads a line that `write` has written.
pub fn parse(line: &str) -> Option<(&str, Box<dyn AnyPuzzle>)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let size = words.next()?.parse().ok()?;
    if words.clone().eq(["queens"]) {
        return checked(name, Queens { size });
    }
    let cages: Vec<(char, i64, Vec<Cell>)> = words.map(|word| cage(word, size)).collect::<Option<_>>()?;
    let given = |(sign, digit, cells): &(char, i64, Vec<Cell>)| match cells[..] {
        [cell] if *sign == '=' => Some((cell, *digit)),
        _ => None,
    };
    if cages.iter().any(|(sign, ..)| *sign == '!') {
        let mut killer = Killer::new(Some(size).filter(|size| Sudoku::SIZES.contains(size))?);
        let mut regions = Vec::new();
        for cage in &cages {
            match (cage, given(cage)) {
                (_, Some(given)) => killer.sudoku.givens.push(given),
                (('!', _, cells), _) => regions.push(cells.clone()),
                (('+', sum, cells), _) => _ = killer.cage(cells.iter().copied(), *sum),
                _ => return None,
            }
        }
        killer.sudoku.regions = Regions::of(size, regions);
        let plain = killer.cages.cages.is_empty();
        return if plain { checked(name, killer.sudoku) } else { checked(name, killer) };
    }
    if let Some(givens) = cages.iter().map(given).collect() {
        return checked(name, Latin { size, givens });
    }
    let mut puzzle = KenKen::new(Some(size).filter(|size| KenKen::SIZES.contains(size))?);
    for (sign, target, cells) in cages {
        let operation = if sign == '=' { None } else { Some(Operation::from_sign(sign)?) };
        puzzle.cage(cells, target, operation);
    }
    checked(name, puzzle)
}

/// A cage: its sign, target and cells.
fn cage(word: &str, size: usize) -> Option<(char, i64, Vec<Cell>)> {
    let (clue, cells) = word.split_once(':')?;
    let sign = clue.chars().next()?;
    let target = clue[sign.len_utf8()..].parse().ok()?;
    let cell = |word: &str| word.parse().ok().map(|at: usize| Cell::new(at / size, at % size));
    Some((sign, target, cells.split(',').map(cell).collect::<Option<_>>()?))
}

/// A puzzle without mistakes.
fn checked<P: Puzzle>(name: &str, puzzle: P) -> Option<(&str, Box<dyn AnyPuzzle>)> {
    let mut mistakes = Mistakes::new();
    puzzle.check(&mut mistakes);
    (!mistakes.has_errors()).then(|| (name, Box::new(puzzle) as Box<dyn AnyPuzzle>))
}
