//! Foreign formats of KenKens: whatever was written reads the same, by content too, and what lists of cages get wrong is named.

use gridwright::{Cell, Mistakes, Request, Sheet, Source, Verdict};
use gridwright_models::kenken::{KenKen, Operation};
use gridwright_models::killer::Killer;
use gridwright_models::registry;
use proptest::prelude::*;

use crate::support::{describe, kenken, one_sheet, only, random, read_all, solver};

/// Clues that most formats can hold.
fn plain(seed: u16, cells: usize) -> (i64, Option<Operation>) {
    let target = i64::from(seed / 4 % 1000);
    let operations = [Operation::Add, Operation::Multiply, Operation::Subtract, Operation::Divide];
    match cells {
        1 => (target % 10, None),
        2 => (target + 1, Some(operations[usize::from(seed % 4)])),
        _ => (target + 1, Some(operations[usize::from(seed % 2)])),
    }
}

/// Clues with modulo and power, and without an operator.
fn odd(seed: u16, cells: usize) -> (i64, Option<Operation>) {
    let more = [None, Some(Operation::Modulo), Some(Operation::Power), Some(Operation::Or)];
    match cells {
        2 => (i64::from(seed / 8), more[usize::from(seed % 4)]),
        _ => plain(seed, cells),
    }
}

/// Writes a puzzle in every format that can hold it, reads it again, and names these formats.
fn round_trips(puzzle: &KenKen) -> Vec<&'static str> {
    let registry = registry();
    let mut held = Vec::new();
    for format in registry.formats().filter(|format| format.holds_kind("kenken")) {
        let text = match format.write(&Sheet::new(puzzle.clone()), &[]) {
            Ok(text) => text,
            Err(mistakes) => {
                assert!(mistakes.has_errors(), "{}", format.name());
                continue;
            }
        };
        held.push(format.name());
        let request = Request { kind: Some("kenken"), settings: &[] };
        let same = |sheet: &Sheet| sheet.puzzle.as_any().downcast_ref::<KenKen>() == Some(puzzle);
        let again = format.read(&Source::new(&text[..], 1), &request);
        let again = again.unwrap_or_else(|mistakes| panic!("{}: {mistakes}\n{text}", format.name()));
        assert!(same(&again), "{}\n{text}\n{:?}\n{puzzle:?}", format.name(), again.puzzle);
        let found = read_all(&text);
        assert_eq!(found.len(), 1, "{}\n{text}", format.name());
        match &found[0].1 {
            Ok(found) => assert!(same(found), "{} by content\n{text}\n{:?}", format.name(), found.puzzle),
            Err(mistakes) => panic!("{} by content: {mistakes}\n{text}", format.name()),
        }
    }
    held
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn kenkens_come_back_from_every_format(puzzle in random(2..=9, plain)) {
        let held = round_trips(&puzzle);
        let always = ["puzzle", "keen", "kk", "coordinates", "column-letters", "row-letters", "one-based", "zero-based"];
        prop_assert!(always.iter().all(|name| held.contains(name)), "{:?}", held);
    }

    #[test]
    fn odd_kenkens_come_back_or_what_is_lost_is_named(puzzle in random(2..=7, odd)) {
        let mut puzzle = puzzle;
        let used = puzzle.cages.cages.iter().filter_map(|cage| Operation::from_sign(cage.clue?.sign?));
        puzzle.operators = puzzle.operators.iter().chain(used).collect();
        prop_assert!(round_trips(&puzzle).contains(&"puzzle"));
    }

    #[test]
    fn no_change_of_a_text_makes_a_reader_panic(
        puzzle in random(2..=6, plain),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), "[ -~é\t\n]{0,2}"), 1..6),
    ) {
        let sheet = Sheet::new(puzzle);
        for format in registry().formats().filter(|format| format.holds_kind("kenken")) {
            let Ok(mut text) = format.write(&sheet, &[]) else { continue };
            for (place, what, new) in &changes {
                let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                if boundaries.is_empty() {
                    break;
                }
                let at = place.index(boundaries.len());
                let to = if what % 3 == 0 { text.len() } else { boundaries.get(at + 1).copied().unwrap_or(text.len()) };
                text.replace_range(boundaries[at]..to, new);
            }
            if let Err(mistakes) = format.read(&Source::new(&text[..], 1), &Request::default()) {
                prop_assert!(mistakes.has_errors(), "{}: {}", format.name(), text);
            }
            for block in registry().stream(text.as_bytes()) {
                let _ = block.unwrap().read(&[]);
            }
        }
    }
}

/// One puzzle of our own in every dress: three cages of two cells in rows, columns and a single cell.
#[test]
fn one_puzzle_in_many_dresses() {
    let expected = kenken("kenken 3\nA A B\nC D B\nC D E\nA 3+\nB 2/\nC 2-\nD 6*\nE 1\n");
    let dresses = [
        "small 3 +3:0,1 /2:2,5 -2:3,6 *6:4,7 =1:8\n",
        "3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] div 2\n[(1,0),(2,0)] sub 2\n[(1,1),(2,1)] mult 6\n[(2,2)] '' 1\n",
        "3\n3 + A1 B1\n2 / C1 C2\n2 - A2 A3\n6 * B2 B3\n1 = C3\n",
        "+ 3 A1 A2\n/2 A3B3\n- 2 B1 C1\n× 6 B2 C2\n! 1 C3\n",
        "aab\ncdb\ncd1\n\na: 3 +\nb: 2 /\nc: 2 -\nd: 6 *\n",
        "3 5\n0 0 1\n2 3 1\n2 3 4\n0 + 3\n1 / 2\n2 - 2\n3 * 6\n4 1\n",
        "3 5\n1 3 2 1 1 1 2\n4 2 2 1 3 2 3\n2 2 2 2 1 3 1 [3]\n3 6 2 2 2 3 2\n0 1 1 3 3\n",
        "3\n5\n2 0 0 0 1 + 3\n2 0 2 1 2 / 2\n2 1 0 2 0 - 2\n2 1 1 2 1 * 6\n1 2 2 + 1\n",
        "[{\"cells\":[[0,0],[0,1]],\"op\":\"add\",\"target\":3.0},{\"cells\":[[0,2],[1,2]],\"op\":\"div\",\"target\":2},\
         {\"cells\":[[1,0],[2,0]],\"op\":\"sub\",\"target\":2},{\"cells\":[[1,1],[2,1]],\"op\":\"mul\",\"target\":6},\
         {\"cells\":[[2,2]],\"op\":\"\",\"target\":1}]",
        "{\"Puzzle\":{\"Size\":3,\"Type\":\"Calcudoku\"},\"Blocks\":[\n{\"Idx\":0,\"Type\":1,\"Constraint\":3,\
         \"Coordinates\":[[0,0],[1,0]]},\n{\"Type\":4,\"Constraint\":2,\"Coordinates\":[[2,0],[2,1]]},\n{\"Type\":2,\
         \"Constraint\":2,\"Coordinates\":[[0,1],[0,2]]},\n{\"Type\":3,\"Constraint\":6,\"Coordinates\":[[1,1],[1,2]]},\n\
         {\"Type\":1,\"Constraint\":1,\"Coordinates\":[[2,2]]}]}",
        // The same over other lines.
        "3\n5\n\n2\n0 0\n0 1\n+\n3\n\n2\n0 2\n1 2\n/\n2\n\n2\n1 0\n2 0\n-\n2\n\n2\n1 1\n2 1\n*\n6\n\n1\n2 2\n+\n1\n",
        "3 5 1 3 2 1 1 1 2 4 2 2 1 3 2 3 2 2 2 2 1 3 1 [3] 3 6 2 2 2 3 2 0 1 1 3 3\n",
        "# 3\n+ 3 A1 A2\n/ 2 A3 B3\n- 2 B1 C1\n* 6 B2 C2\n! 1 C3\n",
    ];
    for text in dresses {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{}", text.trim_end())] {
            assert_eq!(kenken(&text), expected, "{text}");
        }
    }
    let wrapped = format!("{{\"cages\":{}}}", dresses[8]);
    assert_eq!(kenken(&wrapped), expected);
    assert_eq!(one_sheet(dresses[0]).title.as_deref(), Some("small"));
}

fn mistakes(text: &str) -> String {
    let (source, sheet) = read_all(text).remove(0);
    describe(&source, &sheet.expect_err("a mistake"))
}

#[test]
fn a_label_is_row_then_column_in_one_dialect_and_column_then_row_in_the_other() {
    let columns = kenken("2\n3 + A1 A2\n3 + B1 B2\n");
    assert_eq!(columns.cages.cages[0].cells, [Cell::new(0, 0), Cell::new(1, 0)]);
    let rows = kenken("2\n+ 3 A1 A2\n+ 3 B1 B2\n");
    assert_eq!(rows.cages.cages[0].cells, [Cell::new(0, 0), Cell::new(0, 1)]);
    // By name a list is read either way, whichever of target and operation comes first.
    let source = Source::new("2\n3 + A1 A2\n3 + B1 B2\n", 1);
    let read = |name: &str| registry().format(name).unwrap().read(&source, &Request::default());
    let read = |name: &str| -> Result<KenKen, Mistakes> {
        Ok(read(name)?.puzzle.as_any().downcast_ref::<KenKen>().unwrap().clone())
    };
    assert_eq!(read("row-letters").unwrap(), rows);
    assert_eq!(read("column-letters").unwrap(), columns);
}

/// A listing with hidden operations that leaves the first cell of its third row in no cage.
const HIDDEN: &str = "?3 A1A2\n?5 A3A4\n!3 B1\n?8 B2B3B4\n?2 C2C3\n?7 C4D4\n?6 D1D2D3\n";

#[test]
fn a_cell_in_no_cage_is_named_and_may_be_freed() {
    assert!(mistakes(HIDDEN).contains("cell r3c1 is in no cage"), "{}", mistakes(HIDDEN));
    let registry = registry();
    let block = registry.stream(HIDDEN.as_bytes()).next().unwrap().unwrap();
    let sheet = block.read(&[("uncovered".to_owned(), "free".to_owned())]).unwrap();
    assert!(matches!(solver(&sheet).unique().unwrap(), Verdict::Many(..)));
    let count = solver(&sheet).count(1000).unwrap();
    assert_eq!((count.n, count.complete), (3, true));
}

#[test]
fn a_list_of_coordinates_is_proved_in_a_few_nodes() {
    let first = kenken(include_str!("../../puzzles/first.puzzle"));
    let list = registry().format("coordinates").unwrap().write(&Sheet::new(first), &[]).unwrap();
    let sheet = one_sheet(&list);
    assert_eq!(only(&sheet), "563412614523452361341256236145125634");
    let mut solver = solver(&sheet);
    solver.unique().unwrap();
    assert!(solver.stats().nodes <= 5, "{:?}", solver.stats());
}

#[test]
fn mistakes_in_lists_of_cages() {
    for (text, message) in [
        ("x 2 +3:0,1 +3:2,4\n", "Error at 1:12 `+3:2,4`: there is no cell 4 (cells are numbered from 0 to 3)"),
        ("x 2 +3:0,1 =3:2,3\n", "Error at 1:12 `=3:2,3`: a given has one cell"),
        ("x 2 +3:0,1 ^3:2,3\n", "Error at 1:12 `^3:2,3`: `^3:2,3` is no cage"),
        ("2\n[(0,0),(0,1)] plus 3\n", "`plus` is no operation for 2 cells"),
        ("2\n[(0,0),(0,2)] add 3\n", "cell r1c3 is outside the board of size 2"),
        ("2\n[(0,0),(0,0)] add 3\n", "the cage names cell r1c1 twice"),
        ("2\n3 + A1 A3\n", "cell r3c1 is outside the board of size 2"),
        ("2\n3 + A1 22\n", "`A1 22` are no cells"),
        ("ab\nab\n\na: 3 +\n", "cage b at r1c2 has no target"),
        ("ab\nab\n\na: 3 %\nb: 3 +\n", "`%` is no operator"),
        ("2 2\n0 0\n1 1\n0 + 3\n1 x 3\n", "`x` is no operator"),
        ("2 2\n0 0\n1 2\n0 + 3\n1 + 3\n", "`2` is the number of no cage"),
        ("2 2\n1 3 2 1 1 1 2\n1 3 2 2 1 3 2\n", "row 3, column 2 is outside the board"),
        ("2 2\n1 3 2 1 1 1 2\n1 3 2 2 1\n", "the list ends where a row should follow"),
        ("2\n2\n2 0 0 0 1 + 3\n2 1 0 1 1 + 3 9\n", "`9` stands behind the last of the 2 cages"),
        (
            "[{\"cells\":[[0,0]],\"op\":\"\",\"target\":1},\n {\"cells\":[[0,1]],\"op\":\"\",\"target\":1.5}]",
            "Error at 2:2 `{\"cells\":[[0,1]],\"op\":\"\",\"target\":1.5}`: a cage cannot be read: its target is no whole number",
        ),
        ("[{\"cells\":[[0,-1]],\"op\":\"\",\"target\":1}]", "[0,-1] is no cell"),
        (
            "{\"Puzzle\":{\"Size\":1,\"Type\":\"Sudoku\"},\"Blocks\":[]}",
            "Error at 1:11 `{\"Size\":1,\"Type\":\"Sudoku\"}`: the puzzle is a Sudoku, not a Calcudoku",
        ),
        (
            "{\"Puzzle\":{\"Size\":1},\"Hints\":{\"xyv\":[[0,0,1]]},\"Blocks\":[]}",
            "`{\"xyv\":[[0,0,1]]}`: \"Hints\" is unknown",
        ),
        (
            "{\"Puzzle\":{\"Size\":1},\"Blocks\":[{\"Type\":1,\"Constraint\":1,\"Coordinates\":[[1,0]]}]}",
            "cell r1c2 is outside the board of size 1",
        ),
        ("[{\"cells\":[[0,0]],\"op\":\"\",\"target\":1},]", "the JSON is broken"),
        ("{\"Blocks\":[{\"Type\":7,\"Constraint\":3,\"Coordinates\":[[0,0]]}]}", "its type 7 is none of 1 to 4"),
    ] {
        let found = mistakes(text);
        assert!(found.contains(message), "{text}\n{found}");
    }
}

#[test]
fn numbers_beyond_any_board_are_mistakes() {
    for (format, text) in [
        ("coordinates", "2\n[(18446744073709551615,0)] add 3\n"),
        ("coordinates", "2\n[(4294967295,0)] add 3\n"),
        ("one-based", "2 2\n1 3 2 -9223372036854775808 1 1 2\n"),
        ("one-based", "2 2\n1 3 18446744073709551615 1 1\n"),
        ("one-based", "2 18446744073709551615\n0 1 1 1 1\n"),
        ("zero-based", "2\n2\n18446744073709551615 0 0 + 3\n"),
        ("index-grid", "18446744073709551615 1\n1\n2\n"),
        ("row-letters", "+ 3 A18446744073709551615\n"),
        ("column-letters", "2\n99999999999999999999 + A1\n"),
        ("kk", "x 2 +3:18446744073709551615\n"),
        ("kk", "x 99999999999999999999 +3:0\n"),
        ("blocks-json", "{\"Blocks\":[{\"Type\":-9223372036854775808,\"Constraint\":3,\"Coordinates\":[[0,0]]}]}"),
        ("blocks-json", "{\"Blocks\":[{\"Type\":1,\"Constraint\":3,\"Coordinates\":[[0,18446744073709551615]]}]}"),
        ("cages-json", "[{\"cells\":[[0,9007199254740991]],\"op\":\"\",\"target\":1e300}]"),
    ] {
        for by_name in [false, true] {
            let registry = registry();
            let stream = registry.stream(text.as_bytes());
            let format = registry.format(format).unwrap();
            let stream = if by_name { stream.format(format) } else { stream };
            for block in stream {
                assert!(block.unwrap().read(&[]).is_err(), "{text}");
            }
        }
    }
}

#[test]
fn several_lists_follow_one_another() {
    for one in [
        "1\n1\n\n1\n0 0\n+\n1\n",
        "1 1\n0 1\n1 1 1\n",
        "# 1\n! 1 A1\n",
        "1\n1 = A1\n",
        "1\n[(0,0)] '' 1\n",
        "{\"cages\":[{\"cells\":[[0,0]],\"op\":\"\",\"target\":1}]}\n",
    ] {
        let found = read_all(&one.repeat(3));
        assert_eq!(found.len(), 3, "{one}");
        for (source, sheet) in found {
            let sheet = sheet.unwrap_or_else(|mistakes| panic!("{one}\n{}", describe(&source, &mistakes)));
            assert_eq!(sheet.puzzle.as_any().downcast_ref::<KenKen>(), Some(&kenken("kenken 1\nA\nA 1\n")), "{one}");
        }
    }
}

#[test]
fn several_grids_follow_one_another() {
    let expected = kenken("2:b__,d2d2\n");
    for one in ["2 2\n0 0\n1 1\n0 / 2\n1 / 2\n", "aa\nbb\n# a: comment\na: 2/\nb: 2/\n", "aa\nbb\n\na: 2/\nb: 2/\n\n"] {
        let found = read_all(&one.repeat(3));
        assert_eq!(found.len(), 3, "{one}");
        for (source, sheet) in found {
            let sheet = sheet.unwrap_or_else(|mistakes| panic!("{one}\n{}", describe(&source, &mistakes)));
            assert_eq!(sheet.puzzle.as_any().downcast_ref::<KenKen>(), Some(&expected), "{one}");
        }
    }
}

#[test]
fn the_size_of_a_list_by_rows_stands_in_its_first_line() {
    // The last row and column are in no cage, which only the size can tell.
    let found = mistakes("# 3\n+ 3 A1 A2\n+ 3 B1 B2\n");
    assert!(found.contains("cells r1c3, r2c3, r3c1, r3c2, r3c3 are in no cage"), "{found}");
    // With targets of three digits all lines have as many characters, as the rows of a grid.
    let text = "# 4\n* 479 A1 B1 B2\n* 691 A2 A3 B3\n! 6 A4\n! 9 B4\n+ 607 C1 C2 D1\n* 72 C3 D2 D3 D4\n! 3 C4\n";
    assert_eq!(kenken(text).size, 4);
    let text = registry().format("row-letters").unwrap().write(&Sheet::new(kenken("kenken 1\nA\nA 1\n")), &[]);
    assert_eq!(text.unwrap(), "# 1\n! 1 A1\n");
}

#[test]
fn what_a_player_has_filled_in_comes_back_from_a_list_of_numbers() {
    let text = "2 2\n1 3 2 1 1 [2] 1 2\n1 3 2 2 1 2 2 [1]\n";
    let sheet = one_sheet(text);
    assert_eq!(sheet.entries, [(Cell::new(0, 0), 2), (Cell::new(1, 1), 1)]);
    let format = registry();
    let format = format.format("one-based").unwrap();
    assert!(sheet.lost_beside(format.extras(), "one-based").is_empty());
    assert_eq!(format.write(&sheet, &[]).unwrap(), text);
    let found = mistakes("2 2\n1 3 2 1 1 [x] 1 2\n1 3 2 2 1 2 2\n");
    assert!(found.contains("Error at 2:11 `[x]`: `x` is no whole number"), "{found}");
}

#[test]
fn a_ken_grid_is_written_as_its_own_program_reads_it() {
    // That program takes the last character of a line as the operator, and all before it as the target.
    let text = registry().format("ken").unwrap().write(&Sheet::new(kenken("2:b__,d2d2\n")), &[]).unwrap();
    assert_eq!(text, "aa\nbb\n\na: 2/\nb: 2/\n");
}

#[test]
fn a_kk_line_may_be_a_killer_with_givens() {
    let line = "odd 9 =5:80 +0:0,1 +12:9,10 *6:2,3 /2:9,18\n";
    let sheet = one_sheet(line);
    let killer = sheet.puzzle.as_any().downcast_ref::<Killer>().expect("a cage without a sum is in no KenKen");
    assert_eq!((killer.sudoku.givens.len(), killer.cages.cages.len()), (1, 4));
    let registry = registry();
    let format = registry.format("kk").unwrap();
    let written = format.write(&sheet, &[]).unwrap();
    let again = one_sheet(&written);
    assert_eq!(again.title.as_deref(), Some("odd"));
    assert_eq!(again.puzzle.as_any().downcast_ref::<Killer>(), Some(killer), "{written}");
    // The same line without that cage is a Killer only if somebody says so.
    let source = Source::new("even 4 +3:0,1\n", 1);
    let request = Request { kind: Some("killer"), settings: &[] };
    assert_eq!(format.read(&source, &request).unwrap().puzzle.kind().name, "killer");
    let twice = format.read(&Source::new("twice 9 +0:0,1 +4:7,7\n", 1), &Request::default()).unwrap_err();
    assert!(twice.to_string().contains("the cage names cell r1c8 twice"), "{twice}");
}
