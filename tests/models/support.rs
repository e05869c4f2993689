//! What several tests share: reading texts, describing mistakes, and random KenKens.

use gridwright::{Cell, Limits, Mistakes, Model, Place, Sheet, Solver, Source, Verdict};
use gridwright_models::kenken::{Digits, KenKen, Operation};
use gridwright_models::registry;
use proptest::prelude::*;

/// Asserts a snapshot in the one folder that holds all of them.
macro_rules! assert_snapshot {
    ($name:expr, $value:expr) => {
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, { insta::assert_snapshot!($name, $value) })
    };
}
pub(crate) use assert_snapshot;

/// Reads every puzzle of a text, recognised by its content.
pub fn read_all(text: &str) -> Vec<(Source, Result<Sheet, Mistakes>)> {
    let registry = registry();
    let blocks: Vec<_> =
        registry.stream(text.as_bytes()).collect::<Result<_, _>>().expect("a text in memory can be read");
    blocks.into_iter().map(|block| (block.source.clone(), block.read(&[]))).collect()
}

/// Reads a text that holds one KenKen without an error.
pub fn kenken(text: &str) -> KenKen {
    let [(source, sheet)] = &read_all(text)[..] else { panic!("one puzzle in {text:?}") };
    let sheet = sheet.as_ref().unwrap_or_else(|mistakes| panic!("{}", describe(source, mistakes)));
    sheet.puzzle.as_any().downcast_ref::<KenKen>().expect("a KenKen").clone()
}

/// Mistakes with their places, one a line.
pub fn describe(source: &Source, mistakes: &Mistakes) -> String {
    let mut out = String::new();
    for mistake in mistakes {
        let place = match mistake.place {
            Place::Text(span) => {
                let position = source.position(span.start);
                format!("{}:{} `{}`", position.line, position.column, &source.text()[span.start..span.end])
            }
            other => format!("{other:?}"),
        };
        out += &format!("{:?} at {place}: {mistake}\n", mistake.severity);
    }
    out
}

/// Cages for every cell of a board: which sides of cells they cross, and a number that makes the clue of each.
fn cages(size: usize, joined: &[bool], seeds: &[u16], clue: impl Fn(u16, usize) -> (i64, Option<Operation>)) -> KenKen {
    let mut cage_of: Vec<usize> = (0..size * size).collect();
    let sides = (0..size * size).flat_map(|cell| {
        let right = (cell % size + 1 < size).then_some((cell, cell + 1));
        right.into_iter().chain((cell + size < size * size).then_some((cell, cell + size)))
    });
    for ((a, b), _) in sides.zip(joined).filter(|(_, joined)| **joined) {
        let (keep, drop) = (cage_of[a], cage_of[b]);
        cage_of.iter_mut().filter(|cage| **cage == drop).for_each(|cage| *cage = keep);
    }
    let mut puzzle = KenKen::new(size);
    for (cage, &seed) in seeds.iter().enumerate() {
        let cells: Vec<Cell> = (0..size * size)
            .filter(|&cell| cage_of[cell] == cage)
            .map(|cell| Cell::new(cell / size, cell % size))
            .collect();
        if !cells.is_empty() {
            let (target, operation) = clue(seed, cells.len());
            puzzle.cage(cells, target, operation);
        }
    }
    puzzle
}

/// Random boards with cages of any size, one of everything included, whose clues come from a random number and the
/// number of cells.
pub fn random(
    sizes: std::ops::RangeInclusive<usize>,
    clue: impl Fn(u16, usize) -> (i64, Option<Operation>) + Copy,
) -> impl Strategy<Value = KenKen> {
    (sizes, prop_oneof![Just(0.3), Just(0.6), Just(0.95), Just(1.0)]).prop_flat_map(move |(size, density)| {
        let joined = prop::collection::vec(prop::bool::weighted(density), 2 * size * size);
        let seeds = prop::collection::vec(any::<u16>(), size * size);
        (joined, seeds).prop_map(move |(joined, seeds)| cages(size, &joined, &seeds, clue))
    })
}

/// A set of so many digits or one more, with zero, negative ones and gaps now and then.
pub fn digits(size: usize) -> impl Strategy<Value = Digits> {
    let all = || (-3_i64..=9).collect::<Vec<_>>();
    prop_oneof![
        Just(Digits::up_to(size)),
        (-2_i64..=1).prop_map(move |least| Digits::new(least..least + size as i64).unwrap()),
        prop::sample::subsequence(all(), size..=size + 1).prop_map(|digits| Digits::new(digits).unwrap()),
    ]
}

/// A solver that assumes a puzzle's givens.
pub fn solver(sheet: &Sheet) -> Solver {
    let mut model = Model::new();
    let board = sheet.puzzle.rules(&mut model);
    let givens = board.atoms(&sheet.puzzle.givens());
    model.compile(Limits::none()).expect("small numbers").solver().assume(givens)
}

/// The digits of a puzzle's only solution, run together; fails unless there is exactly one.
pub fn only(sheet: &Sheet) -> String {
    let verdict = solver(sheet).unique().expect("sound propagators");
    let Verdict::Unique(solution) = verdict else { panic!("{verdict:?}") };
    solution.values().iter().map(i64::to_string).collect()
}

/// Reads a text that holds one puzzle without an error.
pub fn one_sheet(text: &str) -> Sheet {
    let [(source, sheet)] = <[_; 1]>::try_from(read_all(text)).expect("one puzzle");
    sheet.unwrap_or_else(|mistakes| panic!("{}", describe(&source, &mistakes)))
}
