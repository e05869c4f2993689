//! Nonograms: solutions compared with all small pictures, published numbers; files and their mistakes.

use std::collections::{BTreeMap, BTreeSet};

use gridwright::{Sheet, Verdict};
use gridwright_models::nonogram::Nonogram;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{assert_snapshot, describe, one_sheet, only, read_all, solver};

/// The lengths of the blocks of ones.
fn blocks(line: impl Iterator<Item = i64>) -> Vec<i64> {
    let text: String = line.map(|value| value.to_string()).collect();
    text.split('0').filter(|block| !block.is_empty()).map(|block| block.len() as i64).collect()
}

/// The puzzle whose solution a picture is.
fn puzzle(picture: &[i64], width: usize) -> Nonogram {
    let columns = (0..width).map(|column| blocks(picture.iter().skip(column).step_by(width).copied()));
    Nonogram {
        rows: picture.chunks(width).map(|row| blocks(row.iter().copied())).collect(),
        columns: columns.collect(),
    }
}

fn pictures(cells: usize) -> impl Iterator<Item = Vec<i64>> {
    (0..1_usize << cells).map(move |bits| (0..cells).map(|i| (bits >> i & 1) as i64).collect())
}

fn clues(lines: usize, length: usize) -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop::collection::vec(prop::collection::vec(1..=length as i64, 0..3), lines)
}

/// The `.non` file of a puzzle.
fn non(sheet: &Sheet) -> Result<String, String> {
    registry().format("non").expect("a known format").write(sheet, &[]).map_err(|mistakes| mistakes.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn solutions_are_the_pictures_that_have_these_blocks(
        (picture, width, mixed) in prop::sample::select(vec![(3, 4), (4, 3), (1, 5), (4, 1), (3, 3)])
            .prop_flat_map(|(height, width)| {
                let cells = prop::collection::vec(0..=1i64, height * width);
                (cells, Just(width), prop::option::weighted(0.2, (clues(height, width), clues(width, height))))
            })
    ) {
        // Most are the blocks of a picture, so that there is something to find; some are any.
        let puzzle = mixed.map_or_else(|| puzzle(&picture, width), |(rows, columns)| Nonogram { rows, columns });
        let agrees = |other: &Vec<i64>| self::puzzle(other, width) == puzzle;
        let expected: BTreeSet<Vec<i64>> = pictures(picture.len()).filter(agrees).collect();
        let sheet = Sheet::new(puzzle.clone());
        let found: BTreeSet<Vec<i64>> =
            solver(&sheet).solutions().map(|solution| solution.unwrap().values().to_vec()).collect();
        prop_assert_eq!(found, expected);

        let text = registry().write(&sheet);
        let again = one_sheet(&text);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(&puzzle));
        prop_assert_eq!(registry().write(&again), text);

        let file = non(&sheet).unwrap();
        let again = one_sheet(&file);
        prop_assert_eq!(again.puzzle.as_any().downcast_ref(), Some(&puzzle), "{}", file);
    }
}

#[test]
fn as_many_squares_are_told_by_their_blocks_as_was_published() {
    // OEIS A242876: pictures that no other picture shares its blocks with.
    for (side, told) in [(1, 2), (2, 14), (3, 384)] {
        let mut puzzles: BTreeMap<String, Nonogram> = BTreeMap::new();
        for picture in pictures(side * side) {
            let puzzle = puzzle(&picture, side);
            puzzles.insert(format!("{puzzle:?}"), puzzle);
        }
        let unique = |puzzle: Nonogram| matches!(solver(&Sheet::new(puzzle)).unique(), Ok(Verdict::Unique(_)));
        assert_eq!(puzzles.into_values().filter(|puzzle| unique(puzzle.clone())).count(), told, "side {side}");
    }
}

#[test]
fn the_samples_have_one_solution_each_which_has_the_blocks() {
    let samples = read_all(include_str!("../../puzzles/nonogram.puzzle"));
    assert_eq!(samples.len(), 2);
    for (_, sheet) in samples {
        let sheet = sheet.unwrap();
        let picture: Vec<i64> = only(&sheet).bytes().map(|digit| i64::from(digit - b'0')).collect();
        let found = sheet.puzzle.as_any().downcast_ref::<Nonogram>().unwrap();
        assert_eq!(&puzzle(&picture, found.columns.len()), found);
    }
}

#[test]
fn a_line_without_blocks_is_written_in_two_ways() {
    let dots = "nonogram 2\nrows:\n2\n.\ncolumns:\n1\n1\n";
    let zeros = dots.replace("\n.\n", "\n0\n");
    assert_eq!(registry().write(&one_sheet(&zeros)), dots);
    assert_eq!(only(&one_sheet(dots)), "1100");
}

#[test]
fn what_does_not_fit_is_named() {
    let reason = |rows: &str, columns: &str| {
        let sheet = one_sheet(&format!("nonogram 3\nrows:\n{rows}\ncolumns:\n{columns}\n"));
        let mut solver = solver(&sheet);
        let gridwright::ClashAnswer::Clash(clash) = solver.clash().unwrap() else { panic!("there is no solution") };
        clash.constraints.iter().map(|&c| solver.compiled().constraint_name(c)).collect::<Vec<_>>()
    };
    assert_eq!(reason("2 1\n.\n.", "1\n1\n1"), ["row 1"]);
    assert_eq!(reason("1\n4\n1", "2\n2\n2"), ["row 2"]);
    let most = i64::MAX;
    let beyond = "totals of 18446744073709551614 black cells in the rows and 3 in the columns";
    assert_eq!(reason(&format!(".\n{most} {most}\n."), "3\n.\n."), [beyond]);
    assert_eq!(reason("3\n.\n1", "1\n1\n1"), ["totals of 4 black cells in the rows and 3 in the columns"]);
}

#[test]
fn mistakes_are_named_at_their_places() {
    let texts = [
        "nonogram 3\nrows:\n1 0 1\n-2\nx 1\ncolumns:\n1\n. 1\n1\n",
        "nonogram 2x3\n1 2\nrows:\n1\n2\n3\ncolumns:\n1\n1\n",
        "nonogram 2\nrows:\n2\n2\n",
        "nonogram 2\nrows: 2\ncolumns: 1\n1\n",
        "nonogram 101\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-nonogram", described.join("\n"));
}

#[test]
fn non_files_are_read_with_what_stands_in_them_besides() {
    let file = "\
by \"nobody\"
title \"Lock &amp; \"key\"\"
copyright \"none\"
height 3
width 4

columns
1,1
1
1, 1
1 1
rows
1,2

4
goal \"101100001111\"
";
    let sheet = one_sheet(file);
    assert_eq!(sheet.title.as_deref(), Some("Lock & \"key\""));
    assert_eq!(only(&sheet), "101100001111");
    let written =
        "title \"Lock &amp; &quot;key&quot;\"\nwidth 4\nheight 3\n\nrows\n1,2\n0\n4\n\ncolumns\n1,1\n1\n1,1\n1,1\n";
    assert_eq!(non(&sheet).unwrap(), written);
    assert_eq!(non(&one_sheet(written)).unwrap(), written);
    let latin = one_sheet("latin 1\n1\n");
    assert_eq!(non(&latin).unwrap_err(), "a .non file holds puzzles of kind nonogram, not latin");
}

#[test]
fn mistakes_in_non_files_are_named_at_their_places() {
    let texts = [
        "width 2\nheight 2\nrows\n2\n0,2\ncolumns\n1\n1\ngoal \"1100\"\n",
        "width 2\nheight 2\nrows\n2\n0\ncolumns\n1\n1\ngoal \"0011\"\n",
        "width 2\nheight 2\nrows\n2\n0\ncolumns\n1\n1\ngoal \"00110\"\n",
        "width 2\nheight 2\nrows\n2\n\n\n3\n7\ncolumns\n1\n",
        "width 2\nwidth 3\nheight 101\ncolor a #f00\n7\n",
        "title \"none\"\nwidth two\n",
        "width 2\nheight 1\nrows\n1b\n",
    ];
    let described = texts.map(|text| {
        let (source, sheet) = read_all(text).remove(0);
        describe(&source, &sheet.unwrap_err())
    });
    assert_snapshot!("mistakes-non", described.join("\n"));
}

#[test]
fn a_property_without_a_value_has_its_place() {
    for text in [
        "width",
        "title\nwidth\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n",
        "height 1\ngoal\nwidth 1\nrows\n1\ncolumns\n1\n",
    ] {
        let [(source, Err(mistakes))] = &read_all(text)[..] else { panic!("{text}") };
        let told = describe(source, mistakes);
        assert!(told.contains("`` is no width") || told.contains("the goal has 0 cells"), "{told}");
    }
}
