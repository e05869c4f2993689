//! Benchmark of KenKen: reading, building and solving apart, by size and level.
//!
//! Each sample is one puzzle, so that the median of a group is that of its puzzles. `GRIDWRIGHT_KEEN` names a file of
//! Keen IDs with the columns size, level and ID between tabs; without it, the puzzles are made from a seed.

mod made;
mod sample;

use std::path::Path;
use std::sync::OnceLock;
use std::{env, fmt};

use divan::Bencher;
use gridwright::{Answer, AnyPuzzle, Error, Limits, Model, Sheet, Solver};

use made::cases::Failure;
use sample::{read, samples};

/// At most so many puzzles of each group are measured, spread over all of it.
const MOST_PUZZLES: usize = 20;

/// Puzzles of one size and level.
struct Group {
    name: String,
    ids: Vec<String>,
    sheets: Vec<Sheet>,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What is measured.
static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();

fn main() -> Result<(), Failure> {
    let mut groups: Vec<Group> = Vec::new();
    for sample in samples(env::var_os("GRIDWRIGHT_KEEN").as_deref().map(Path::new))? {
        match groups.iter_mut().find(|group| group.name == sample.group) {
            Some(group) => group.ids.push(sample.id),
            None => groups.push(Group { name: sample.group, ids: vec![sample.id], sheets: Vec::new() }),
        }
    }
    let registry = gridwright_models::registry();
    for Group { ids, sheets, .. } in &mut groups {
        *ids = ids.iter().step_by(ids.len().div_ceil(MOST_PUZZLES)).cloned().collect();
        for id in ids {
            let sheet = read(&registry, id)?;
            if build(&*sheet.puzzle)?.prove()? != Answer::Unique {
                return Err(format!("{id}: not exactly one solution").into());
            }
            sheets.push(sheet);
        }
    }
    GROUPS.get_or_init(|| groups);
    divan::main();
    Ok(())
}

fn groups() -> &'static [Group] {
    GROUPS.get().map_or(&[], Vec::as_slice)
}

/// From the text to the checked puzzle.
#[divan::bench(args = groups(), sample_count = 100, sample_size = 1)]
fn reading(bencher: Bencher<'_, '_>, group: &Group) {
    let registry = gridwright_models::registry();
    bencher.with_inputs(cycle(&group.ids)).bench_local_values(|id| read(&registry, id));
}

/// From the puzzle to the solver.
#[divan::bench(args = groups(), sample_count = 100, sample_size = 1)]
fn building(bencher: Bencher<'_, '_>, group: &Group) {
    bencher.with_inputs(cycle(&group.sheets)).bench_local_values(built);
}

/// From the solver to the proof that there is one solution and no other.
#[divan::bench(args = groups(), sample_count = 100, sample_size = 1)]
fn solving(bencher: Bencher<'_, '_>, group: &Group) {
    let mut sheets = cycle(&group.sheets);
    bencher.with_inputs(|| built(sheets())).bench_local_refs(|solver| solver.prove());
}

/// A solver for a puzzle, from its rules on.
///
/// # Errors
/// The model was not compiled.
fn build(puzzle: &dyn AnyPuzzle) -> Result<Solver, Error> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let givens = board.atoms(&puzzle.givens());
    Ok(model.compile(Limits::none())?.solver().assume(givens))
}

/// The solver of a puzzle that was built before.
fn built(sheet: &Sheet) -> Solver {
    build(&*sheet.puzzle).expect("the puzzle was built before")
}

/// The items of a group again and again.
fn cycle<'a, T>(items: &'a [T]) -> impl FnMut() -> &'a T {
    let mut items = items.iter().cycle();
    move || items.next().expect("a group has puzzles")
}
