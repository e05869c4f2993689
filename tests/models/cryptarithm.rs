//! Cryptarithms: solutions compared with every assignment of digits; published ones; files, lines and their mistakes.

use std::collections::BTreeSet;

use gridwright::testing::Dice;
use gridwright::{Sheet, Solver, VarId};
use gridwright_models::cryptarithm::{Cryptarithm, Equation};
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, read_all, solver};

/// The letters of an equation in order of first occurrence.
fn letters(text: &str) -> Vec<char> {
    let mut letters = Vec::new();
    for letter in text.chars().filter(|c| c.is_alphabetic()) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters
}

/// The value of a side of an equation, `A*B-C` written without blanks.
fn value(side: &str, base: i128, digit: &dyn Fn(char) -> i128) -> i128 {
    let number = |text: &str| text.chars().fold(0, |value, c| value * base + digit(c));
    let product = |text: &str| text.split('*').map(number).product::<i128>();
    let differences = side.split('+').map(|part| {
        let mut terms = part.split('-').map(product);
        let first = terms.next().unwrap();
        first - terms.sum::<i128>()
    });
    differences.sum()
}

/// All assignments of different digits to the letters, in their order, for which the equation holds and no long number
/// begins with 0.
fn assignments(text: &str, base: i64) -> BTreeSet<Vec<i64>> {
    let letters = letters(text);
    let words: Vec<&str> = text.split(['+', '-', '*', '=']).collect();
    let (left, right) = text.split_once('=').unwrap();
    let mut tuples = vec![Vec::new()];
    for _ in &letters {
        let longer = |tuple: Vec<i64>| {
            let others: Vec<i64> = (0..base).filter(|digit| !tuple.contains(digit)).collect();
            others.into_iter().map(move |digit| [&tuple[..], &[digit]].concat())
        };
        tuples = tuples.into_iter().flat_map(longer).collect();
    }
    let holds = |digits: &Vec<i64>| {
        let digit = |c: char| match c.to_digit(10) {
            Some(digit) => i128::from(digit),
            None => digits[letters.iter().position(|&letter| letter == c).unwrap()].into(),
        };
        let starts_well = |word: &&str| word.len() == 1 || digit(word.chars().next().unwrap()) != 0;
        words.iter().all(starts_well) && value(left, base.into(), &digit) == value(right, base.into(), &digit)
    };
    tuples.into_iter().filter(holds).collect()
}

fn puzzle(text: &str, base: i64) -> Cryptarithm {
    let mut out = gridwright::Mistakes::new();
    let (equation, _) = Equation::parse(text, 0, &mut out).unwrap_or_else(|| panic!("{out}"));
    Cryptarithm { base, equation }
}

/// A solver that tells solutions apart by the letters, which it returns in order.
fn solve(sheet: &Sheet) -> (Solver, Vec<VarId>) {
    let board = sheet.puzzle.rules(&mut gridwright::Model::new());
    let mut letters: Vec<VarId> = Vec::new();
    for (_, x) in board.vars() {
        if !letters.contains(&x) {
            letters.push(x);
        }
    }
    (solver(sheet).project(letters.iter().copied()), letters)
}

fn solutions(text: &str, base: i64) -> BTreeSet<Vec<i64>> {
    let (mut solver, letters) = solve(&Sheet::new(puzzle(text, base)));
    let values = |found: gridwright::Solution| letters.iter().map(|&x| found[x]).collect();
    solver.solutions().map(|found| values(found.unwrap())).collect()
}

/// Equations, most of which hold for some digits: the right side is the value of the left one for random digits.
fn equations() -> impl Strategy<Value = (String, i64)> {
    (2..=6_i64, any::<u64>()).prop_map(|(base, seed)| {
        let mut dice = Dice::new(seed);
        let names: Vec<char> = "ABCDEF".chars().take(base as usize).collect();
        let mut digits: Vec<i64> = (0..base).collect();
        for i in (1..digits.len()).rev() {
            digits.swap(i, dice.below(i + 1));
        }
        let mut left = String::new();
        for i in 0..1 + dice.below(4) {
            if i > 0 {
                left.push(['+', '-', '*', '*'][dice.below(4)]);
            }
            for place in 0..1 + dice.below(3) {
                let digit = dice.below(base as usize);
                match dice.once_in(6) && (place > 0 || digit > 0) {
                    true => left.push(char::from_digit(digit as u32, 10).unwrap()),
                    false => left.push(names[digit]),
                }
            }
        }
        let digit = |c: char| match c.to_digit(10) {
            Some(digit) => i128::from(digit),
            None => digits[names.iter().position(|&name| name == c).unwrap()].into(),
        };
        let mut rest = value(&left, base.into(), &digit).max(0);
        let mut right = String::new();
        while rest > 0 || right.is_empty() {
            let last = (rest % i128::from(base)) as i64;
            rest /= i128::from(base);
            let name = names[digits.iter().position(|&digit| digit == last).unwrap()];
            let first = rest == 0;
            right.insert(
                0,
                if dice.once_in(4) && (last > 0 || !first) { char::from_digit(last as u32, 10).unwrap() } else { name },
            );
        }
        if dice.once_in(8) {
            right.push(names[0]);
        }
        (format!("{left}={right}"), base)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn solutions_are_the_assignments_for_which_the_equation_holds((text, base) in equations()) {
        prop_assert_eq!(solutions(&text, base), assignments(&text, base), "{} in base {}", text, base);
        let sheet = Sheet::new(puzzle(&text, base));
        let written = registry().write(&sheet);
        let again = one_sheet(&written);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), sheet.puzzle.as_any().downcast_ref::<Cryptarithm>());
        prop_assert_eq!(registry().write(&again), written);
    }
}

#[test]
fn published_ones_have_their_one_solution() {
    for (text, solution) in [
        ("SEND+MORE=MONEY", "9567 + 1085 = 10652"),
        ("TWO*TWO=THREE", "138 * 138 = 19044"),
        ("EAT+THAT=APPLE", "819 + 9219 = 10038"),
        ("FORTY+TEN+TEN=SIXTY", "29786 + 850 + 850 = 31486"),
        ("DONALD+GERALD=ROBERT", "526485 + 197485 = 723970"),
        ("CROSS+ROADS=DANGER", "96233 + 62513 = 158746"),
        ("I+BB=ILL", "1 + 99 = 100"),
    ] {
        let sheet = one_sheet(text);
        let board = sheet.puzzle.rules(&mut gridwright::Model::new());
        let found = solve(&sheet).0.unique().unwrap().expect_unique();
        assert_eq!(sheet.puzzle.solution_text(&|cell| Some(found[board.at(cell)?])).as_deref(), Some(solution));
    }
}

#[test]
fn a_number_may_be_longer_than_64_bits_hold() {
    // A hundred digits 9, and 1: the sum has one digit more.
    let (nines, zeros) = ("A".repeat(100), "C".repeat(100));
    let found = solutions(&format!("{nines}+B=B{zeros}"), 10);
    assert_eq!(found, BTreeSet::from([vec![9, 1, 0]]));
    // 99…9 times itself is 99…980…01.
    let nines = "A".repeat(40);
    let found = solutions(&format!("{nines}*{nines}={}B{}D", "A".repeat(39), "C".repeat(39)), 10);
    assert_eq!(found, BTreeSet::from([vec![9, 8, 0, 1]]));
}

#[test]
fn equations_without_letters_hold_or_do_not() {
    assert_eq!(solve(&Sheet::new(puzzle("2*3*4=24", 10))).0.count(9).unwrap().n, 1);
    assert_eq!(solve(&Sheet::new(puzzle("2*3*4=25", 10))).0.count(9).unwrap().n, 0);
}

#[test]
fn the_samples_have_one_solution_each() {
    let samples = read_all(include_str!("../../puzzles/cryptarithm.puzzle"));
    assert_eq!(samples.len(), 3);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let puzzle: &Cryptarithm = sheet.puzzle.as_any().downcast_ref().unwrap();
        let text = puzzle.equation.to_string().replace(' ', "");
        let found = solutions(&text, puzzle.base);
        assert_eq!(found.len(), 1, "{text}");
        // Eight letters would take too long to try out; that one is published.
        if letters(&text).len() < 6 {
            assert_eq!(found, assignments(&text, puzzle.base));
        }
    }
}

#[test]
fn lines_are_recognised_by_their_content() {
    let registry = registry();
    let equation = registry.format("equation").unwrap();
    for text in ["send + more = money  # 1924\n", "TO+GO=OUT", "A×B=A·B−C", "ÄB-C=BÄ"] {
        let sheet = one_sheet(text);
        let line = equation.write(&sheet, &[]).unwrap();
        assert_eq!(registry.write(&one_sheet(&line)), registry.write(&sheet), "{text}");
    }
    for text in ["A=B", "1+1=2", "A+B", "A+B==C", "A B+C=D", "A+B=", "kenken 4 digits=0..3", "QUJD+ABC/w=="] {
        assert!(matches!(equation.sniff(text), gridwright::Sniff::No { .. }), "{text}");
    }
}

#[test]
fn entries_and_marks_stand_where_the_letters_do() {
    let text = "\
cryptarithm
SEND + MORE = MONEY
entries:
. 9 . . .
. . . . .
. . . . .
marks:
.  .  45 .  .
.  .  .  .  .
.  .  .  .  .
";
    let sheet = one_sheet(text);
    assert_eq!((sheet.entries.len(), sheet.marks.len()), (1, 1));
    assert_eq!(registry().write(&sheet), text);
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "cryptarithm base=8\nAB9 + 01 = CDEFGHIJ\n",
        "cryptarithm base=99\nA+B=C\n",
        "cryptarithm\n",
        "cryptarithm\nA + = B\n",
        "cryptarithm\nA + B\n",
        "cryptarithm\nA + B = C = D\n",
        "cryptarithm\nA B + C = D\nE\n",
        "cryptarithm\nA / B = C\n",
        "cryptarithm SEND+MORE=MONEY\n",
        "ABC+DEF=GHIJK\n",
    ];
    let long = format!("cryptarithm\n{0} * {0} = B\n", "A".repeat(51));
    let described = texts.into_iter().chain([&long[..]]).map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-cryptarithm", described.collect::<Vec<_>>().join("\n"));
}
