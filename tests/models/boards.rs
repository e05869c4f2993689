//! Foreign formats of Sudokus and Killers: whatever was written reads the same, by content too, and no text makes a reader
//! panic.

use std::collections::BTreeSet;

use gridwright::{Cage, Cages, Cell, Clue, Format, Mistakes, Place, Puzzle, Request, Sheet, Source};
use gridwright_models::killer::Killer;
use gridwright_models::registry;
use gridwright_models::sudoku::{Regions, Sign, Sudoku, Variants};
use proptest::prelude::*;

use crate::support::{describe, one_sheet, only, read_all};

fn cells(size: usize) -> Vec<Cell> {
    (0..size * size).map(|i| Cell::new(i / size, i % size)).collect()
}

/// Random regions: boxes of some shape, rows cut anew, or none.
fn regions(size: usize) -> impl Strategy<Value = Regions> {
    let heights: Vec<usize> = (1..=size).filter(|height| size.is_multiple_of(*height)).collect();
    prop_oneof![
        4 => Just(Regions::usual(size)),
        1 => prop::sample::select(heights).prop_map(move |height| Regions::boxes(size, height, size / height).unwrap()),
        2 => (1..size).prop_map(move |shift| {
            let mut order = cells(size);
            // A snake along the rows, cut somewhere else than at their ends.
            for row in order.chunks_mut(size).skip(1).step_by(2) {
                row.reverse();
            }
            order.rotate_left(shift);
            Regions::of(size, order.chunks(size).map(<[Cell]>::to_vec).collect())
        }),
        1 => Just(Regions::Groups(Vec::new())),
    ]
}

fn variants(size: usize) -> impl Strategy<Value = Variants> {
    let inner = move || prop::sample::select(cells(size - 1));
    let pair = (inner(), any::<bool>(), prop::sample::select(Sign::ALL.to_vec())).prop_map(|(cell, down, sign)| {
        let next = if down { Cell::new(cell.row + 1, cell.column) } else { Cell::new(cell.row, cell.column + 1) };
        (cell, sign, next)
    });
    let line = move || {
        inner()
            .prop_map(|from| vec![from, Cell::new(from.row + 1, from.column), Cell::new(from.row + 1, from.column + 1)])
    };
    let lists = (
        prop::collection::btree_set(inner(), 0..3),
        prop::collection::vec(line(), 0..2),
        prop::collection::vec(line(), 0..2),
        prop::collection::btree_map(inner(), pair, 0..3),
    );
    (any::<[bool; 7]>(), lists).prop_map(|(switches, (even, thermometers, arrows, signs))| {
        let [falling, rising, antiknight, antiking, nonconsecutive, every_dot, every_xv] = switches;
        let mut signs: Vec<_> = signs.into_values().collect();
        signs.sort_unstable();
        signs.dedup();
        let even = even.into_iter().collect();
        Variants {
            falling,
            rising,
            antiknight,
            antiking,
            nonconsecutive,
            every_dot,
            every_xv,
            even,
            thermometers,
            arrows,
            signs,
            ..Variants::default()
        }
    })
}

fn sudoku() -> impl Strategy<Value = Sudoku> {
    prop::sample::select(vec![4_usize, 6, 9, 9, 9, 12, 16]).prop_flat_map(|size| {
        let digit = 1..=size as i64;
        let givens = prop::collection::btree_map(0..size * size, digit.clone(), 0..size * size);
        let lists = prop::collection::btree_set(digit, 2..=3);
        let candidates = prop::collection::btree_map(0..size * size, lists, 0..4);
        (
            Just(size),
            givens,
            prop_oneof![2 => Just(Default::default()), 1 => candidates],
            regions(size),
            prop_oneof![2 => Just(Variants::default()), 1 => Just(Variants { falling: true, rising: true, ..Variants::default() }), 1 => variants(size)],
        )
            .prop_map(|(size, givens, mut candidates, regions, variants)| {
                let all = cells(size);
                candidates.retain(|index, _| !givens.contains_key(index));
                Sudoku {
                    size,
                    regions,
                    givens: givens.into_iter().map(|(index, digit)| (all[index], digit)).collect(),
                    candidates: candidates
                        .into_iter()
                        .map(|(index, digits)| (all[index], digits.into_iter().collect()))
                        .collect(),
                    variants,
                }
            })
    })
}

/// Random cages: runs of cells along rows and columns, with a sum, an operation or nothing.
fn killer() -> impl Strategy<Value = Killer> {
    let cage = |size: usize| {
        let clue = prop_oneof![
            6 => (1..=45_i64).prop_map(|number| Some(Clue { number, sign: None })),
            1 => Just(None),
            1 => Just(Some(Clue { number: 12, sign: Some('*') })),
        ];
        (0..size * size, 1..4_usize, any::<bool>(), clue)
    };
    let plain = prop_oneof![3 => Just(None), 1 => sudoku().prop_map(Some)];
    (plain, any::<[u8; 2]>()).prop_flat_map(move |(under, [overlap, repeats])| {
        let under = under.unwrap_or_else(|| Sudoku::new(9));
        let size = under.size;
        (Just(under), prop::collection::vec(cage(size), 1..40), Just(overlap % 5 == 0), Just(repeats % 9 == 0))
            .prop_map(|(sudoku, wanted, overlap, repeats)| {
                let size = sudoku.size;
                let mut taken = BTreeSet::new();
                let mut cages = Cages::default();
                for (start, length, down, clue) in wanted {
                    let step = if down { size } else { 1 };
                    let mut inside: Vec<usize> = (0..length).map(|k| start + k * step).collect();
                    inside.retain(|&i| i < size * size && (down || i / size == start / size));
                    if clue.is_none() && inside.len() == 1 || !overlap && inside.iter().any(|i| taken.contains(i)) {
                        continue;
                    }
                    taken.extend(inside.iter().copied());
                    cages.cages.push(Cage { cells: inside.into_iter().map(|i| cells(size)[i]).collect(), clue });
                }
                cages.sort();
                cages.cages.dedup();
                Killer { sudoku, cages, repeats }
            })
    })
}

/// Reads a text in a format, or as its content tells.
fn read(text: &str, format: Option<&str>, kind: Option<&str>) -> Result<Sheet, Mistakes> {
    let registry = registry();
    match format {
        Some(name) => {
            let settings = [("alphabet".to_owned(), "1-9A-G".to_owned())];
            let settings = if ["jigsaw", "line", "sdk"].contains(&name) { &settings[..] } else { &[] };
            registry.format(name).unwrap().read(&Source::new(text, 1), &Request { kind, settings })
        }
        None => {
            let mut stream = registry.stream(text.as_bytes());
            if let Some(kind) = kind {
                stream = stream.kind(kind);
            }
            let blocks: Vec<_> = stream.collect::<Result<_, _>>().unwrap();
            assert_eq!(blocks.len(), 1, "{text}");
            blocks[0].read(&[])
        }
    }
}

/// Writes a puzzle in every format that can hold it, reads it again, and counts these formats.
fn round_trips<P: Puzzle + Clone + PartialEq>(puzzle: &P) -> usize {
    let registry = registry();
    let mut held = 0;
    for format in registry.formats().filter(|format| format.holds_kind(P::KIND.name)) {
        let text = match format.write(&Sheet::new(puzzle.clone()), &[]) {
            Ok(text) => text,
            Err(mistakes) => {
                assert!(mistakes.has_errors() && mistakes.iter().all(|m| !m.message.is_empty()));
                continue;
            }
        };
        held += 1;
        let same = |sheet: &Sheet| sheet.puzzle.as_any().downcast_ref::<P>() == Some(puzzle);
        let again = read(&text, Some(format.name()), Some(P::KIND.name));
        let again = again.unwrap_or_else(|mistakes| panic!("{}: {mistakes}\n{text}", format.name()));
        assert!(same(&again), "{}\n{text}\n{:?}\n{puzzle:?}", format.name(), again.puzzle);
        // Rows of 16 cells may be small boards, a line each, as long as their digits are small.
        if format.name() == "sdk" && text.lines().next().is_some_and(|row| row.len() == 16) {
            continue;
        }
        // What the content leaves open is an error, never another puzzle.
        match read(&text, None, Some(P::KIND.name)) {
            Ok(found) => assert!(same(&found), "{} by content\n{text}\n{:?}", format.name(), found.puzzle),
            Err(mistakes) => {
                // A Killer of single cells alone looks like the cells of a Sudoku.
                let pointless = format.name() == "short-killer" && !text.contains(['<', '>', '^', 'v']);
                let open = pointless || mistakes.iter().any(|m| m.message.contains("several"));
                assert!(open, "{} by content: {mistakes}\n{text}", format.name());
            }
        }
    }
    held
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sudokus_come_back_from_every_format(puzzle in sudoku()) {
        prop_assume!({
            let mut out = Mistakes::new();
            puzzle.check(&mut out);
            !out.has_errors()
        });
        prop_assert!(round_trips(&puzzle) >= 1);
    }

    #[test]
    fn killers_come_back_from_every_format(puzzle in killer()) {
        prop_assume!({
            let mut out = Mistakes::new();
            puzzle.check(&mut out);
            !out.has_errors()
        });
        prop_assert!(round_trips(&puzzle) >= 1);
    }

    #[test]
    fn no_change_of_a_text_makes_a_reader_panic(
        killer in killer(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), "[ -~é\t\n]{0,2}"), 1..6),
    ) {
        let sheets = [Sheet::new(killer.sudoku.clone()), Sheet::new(killer)];
        let registry = registry();
        for (format, sheet) in registry.formats().flat_map(|format| sheets.iter().map(move |sheet| (format, sheet))) {
            if !format.holds_kind(sheet.puzzle.kind().name) {
                continue;
            }
            let Ok(mut text) = format.write(sheet, &[]) else { continue };
            for (place, what, new) in &changes {
                let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                let from = *place.get(&boundaries);
                let to = if what % 3 == 0 { text.len() } else { boundaries[(place.index(boundaries.len()) + 1).min(boundaries.len() - 1)] };
                text.replace_range(from..to.max(from), new);
                if text.is_empty() {
                    break;
                }
            }
            read_quietly(format, &text);
        }
    }
}

fn read_quietly(format: &dyn Format, text: &str) {
    let check = |mistakes: &Mistakes| {
        for mistake in mistakes {
            if let Place::Text(span) = mistake.place {
                assert!(
                    text.get(span.start..span.end).is_some(),
                    "{}: {mistake} at {span:?} of {text:?}",
                    format.name()
                );
            }
        }
    };
    match format.read(&Source::new(text, 1), &Request::default()) {
        Ok(sheet) => check(&sheet.warnings),
        Err(mistakes) => {
            assert!(mistakes.has_errors(), "{}: no error in {text:?}", format.name());
            check(&mistakes);
        }
    }
    for block in registry().stream(text.as_bytes()) {
        let _ = block.unwrap().read(&[]);
    }
}

/// A Sudoku of size 9 of our own, in one line.
const LINE: &str = "...2...5..6..95..19.7.1....5.8..41...4.....7...18..9.3....2.6.77..54..1..1...8...";

#[test]
fn one_board_in_many_dresses() {
    let expected = one_sheet(LINE);
    let same = |text: &str| {
        let sheet = one_sheet(text);
        let sudoku = |sheet: &Sheet| sheet.puzzle.as_any().downcast_ref::<Sudoku>().unwrap().clone();
        assert_eq!(sudoku(&sheet), sudoku(&expected), "{text}");
        sheet
    };
    assert_eq!(only(&expected).len(), 81);
    for blank in ["0", "*", "_", "-", "X", "x", "?", " "] {
        same(&LINE.replace('.', blank));
    }
    same(&format!("\u{feff}{LINE}\r\n"));
    same(&format!("\n# a comment\n\n{LINE}\n\n"));
    for separator in [" ", "\t", ","] {
        let cells: Vec<String> = LINE.chars().map(String::from).collect();
        same(&cells.join(separator));
    }
    same(
        LINE.chars().map(|c| if c == '.' { "\t".to_owned() } else { format!("{c}\t") }).collect::<String>()[..]
            .strip_suffix('\t')
            .unwrap(),
    );
    assert_eq!(same(&format!("{LINE} Number 7")).title.as_deref(), Some("Number 7"));
    assert_eq!(same(&format!("{LINE},rated;1.5")).title.as_deref(), Some("rated;1.5"));
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    same(&rows.join("\n"));
    same(&rows.join("\r\n"));
    assert_eq!(same(&format!("#A Somebody\n#D Day 3\n{}\n", rows.join("\n"))).title.as_deref(), Some("Day 3"));
    let spaced: Vec<String> = rows.iter().map(|row| row.chars().map(|c| format!("{c} ")).collect()).collect();
    same(&spaced.join("\n"));
    let border = "+-------+-------+-------+\n";
    let drawn = |row: &&str| {
        let thirds: Vec<String> =
            (0..3).map(|i| row[3 * i..3 * i + 3].chars().map(|c| format!("{c} ")).collect::<String>()).collect();
        format!("| {}|\n", thirds.join("| "))
    };
    let drawn: Vec<String> = rows.iter().map(drawn).collect();
    same(&format!(
        "{border}{}{border}{}{border}{}{border}",
        drawn[..3].concat(),
        drawn[3..6].concat(),
        drawn[6..].concat()
    ));
    let all: String = LINE.chars().map(|c| if c == '.' { "123456789 ".to_owned() } else { format!("{c} ") }).collect();
    let marked: Vec<String> = all.split_whitespace().collect::<Vec<_>>().chunks(9).map(|row| row.join(" ")).collect();
    same(&marked.join("\n"));
    let marks: String = LINE
        .chars()
        .flat_map(|c| {
            (1..=9).map(
                move |digit| if c == '.' || c.to_digit(10) == Some(digit) { digit.to_string() } else { ".".to_owned() },
            )
        })
        .collect();
    assert_eq!(marks.len(), 729);
    same(&marks);
}

#[test]
fn files_hold_many_boards() {
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    let two = format!("{}\n\n#D Second\n{}", rows.join("\n"), rows.join("\n"));
    assert_eq!(read_all(&two).iter().map(|(source, _)| source.first_line()).collect::<Vec<_>>(), [1, 12]);
    assert_eq!(read_all(&format!("{LINE}\n{LINE}\r\n{LINE}")).len(), 3);
}

#[test]
fn an_empty_cell_has_no_solution_in_any_format() {
    let marks: String =
        LINE.chars().map(|c| if c == '.' { "123456789".to_owned() } else { format!("{c:.>9}") }).collect();
    // Every digit in its place is needed.
    assert!(read_all(&marks)[0].1.is_err());
    let marks: String = (0..81).map(|i| if i == 40 { "........." } else { "123456789" }).collect();
    let sheet = one_sheet(&marks);
    assert!(matches!(crate::support::solver(&sheet).unique().unwrap(), gridwright::Verdict::None));
}

fn mistakes(text: &str) -> String {
    let (source, sheet) = read_all(text).remove(0);
    describe(&source, &sheet.expect_err("a mistake"))
}

#[test]
fn what_is_no_board_says_so() {
    let one_less = &LINE[..80];
    assert!(mistakes(one_less).contains("the line has 80 cells, which make no board"));
    assert!(mistakes(&format!("{LINE}.")).contains("the line has 82 cells, which make no board"));
    let two_blanks = LINE.replacen('.', "0", 1);
    assert_eq!(
        mistakes(&two_blanks).lines().next().unwrap(),
        "Error at 1:2 `.`: empty cells are written in two ways, `.` and `0` (one of them is meant to be something else)"
    );
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    assert!(mistakes(&rows[..8].join("\n")).contains("the grid has 8 of its 9 rows"));
    let short = rows.join("\n").replacen(rows[1], &rows[1][..8], 1);
    assert!(mistakes(&short).contains("row 2 has 8 cells, not 9"), "{}", mistakes(&short));
    let strange = LINE.replacen('5', "a", 1);
    assert!(mistakes(&strange).contains("fits no format"));
}

#[test]
fn alphabets_are_guessed_only_where_one_fits() {
    let row = |symbols: &str| format!("{symbols}{}", ".".repeat(256 - symbols.len()));
    let values = |text: &str| -> Vec<i64> {
        let sheet = one_sheet(text);
        sheet.puzzle.givens().iter().map(|(_, value)| *value).collect()
    };
    assert_eq!(values(&row("9AG")), [9, 10, 16]);
    assert_eq!(values(&row("0AF")), [1, 11, 16]);
    assert_eq!(values(&row("AHP")), [1, 8, 16]);
    assert_eq!(values(&row("9AG").replace('.', "0")), [9, 10, 16]);
    assert_eq!(values(&format!("0916{}", "..".repeat(254))), [9, 16]);
    assert!(mistakes(&row("1AF")).contains("several alphabets: 1-9A-G, 0-F"));
    assert!(mistakes(&row("ABC")).contains("several alphabets"));
}

#[test]
fn pointers_of_a_short_killer_lead_to_a_sum() {
    let string = |change: &dyn Fn(&mut Vec<char>)| {
        let mut cells = vec!['0'; 81];
        (cells[0], cells[1], cells[9]) = ('C', '<', '^');
        change(&mut cells);
        cells.into_iter().collect::<String>()
    };
    let sheet = one_sheet(&string(&|_| {}));
    let killer = sheet.puzzle.as_any().downcast_ref::<Killer>().unwrap();
    let cells = vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0)];
    assert_eq!(killer.cages.cages, [Cage { cells, clue: Some(Clue { number: 12, sign: None }) }]);
    assert!(mistakes(&string(&|cells| cells[0] = '>')).contains("lead round in a loop"));
    assert!(mistakes(&string(&|cells| cells[8] = '>')).contains("the pointer in r1c9 leaves the board"));
    assert!(mistakes(&string(&|cells| cells.truncate(80))).contains("80 characters"));
}

#[test]
fn constraints_of_f_puzzles_that_are_not_known_are_named() {
    let grid = format!("[{}]", ["[{},{},{},{}]"; 4].join(","));
    let text = |more: &str| format!("{{\"size\":4,\"grid\":{grid}{more}}}");
    assert!(one_sheet(&text("")).warnings.is_empty());
    for (more, message) in [
        (",\"sandwichsum\":[{\"cell\":\"R1C0\",\"value\":\"5\"}]", "the constraint \"sandwichsum\" is not known"),
        (",\"ratio\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]", "the constraint \"ratio 3\" is not known"),
        (",\"negative\":[\"ratio\"]", "one kind of dots alone"),
        (",\"killercage\":[{\"cells\":[\"R1C1\",\"R9C1\"],\"value\":\"4\"}]", "`R9C1` in \"killercage\" is no cell"),
        (",\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\",\"R1C1\"],\"value\":\"6\"}]", "a cage names cell r1c1 twice"),
        (",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"<4\"}]", "the sum \"<4\" of a cage is no number"),
        (",\"arrow\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"lines\":[]}]", "circle of several cells"),
    ] {
        assert!(mistakes(&text(more)).contains(message), "{}", mistakes(&text(more)));
    }
    assert!(mistakes("{\"size\":4,\"grid\":[[]]}").contains("not 4 rows of 4 cells"));
    assert!(mistakes("{\"size\":\"x\",\"grid\":[[]]}").contains("no \"size\""));
    assert!(mistakes(&format!("{},", &text("")[..20])).contains("JSON is broken"), "{}", mistakes(&text("")[..20]));
    let drawn = one_sheet(&text(",\"text\":[{\"cells\":[\"R1C1\"],\"value\":\"hello\"}],\"foglight\":[]"));
    assert!(drawn.warnings.to_string().contains("only drawn"));
    assert!(mistakes("https://f-puzzles.com/?load=N4IgzglgXgpi").contains("no puzzle that can be unpacked"));
}
