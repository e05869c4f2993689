//! The grammar of the native family, and every mistake with its place.

use super::*;

#[test]
fn a_futoshiki_is_read_and_written() {
    let text = "futoshiki 3\ntitle: C# 1 # not a comment\n1 . .\n. . .\n. 3 .\npairs:\nr1c2 < r1c3\n";
    let (puzzle, written) = read::<Futoshiki>(text);
    assert_eq!(puzzle.givens, [(cell(1, 1), 1), (cell(3, 2), 3)]);
    assert_eq!(puzzle.signs, [(cell(1, 2), cell(1, 3))]);
    assert_eq!(written, text);
}

#[test]
fn layout_does_not_matter() {
    let plain = read::<Futoshiki>("futoshiki 3\n1 . .\n. . .\n. 3 .\npairs:\nr1c2 < r1c3\n");
    let odd = "\u{feff}# first\r\n\r\n  futoshiki\t3 # three\r\n1..\r\n\r\n. .\t. # middle\r\npairs: r1c2 < r1c3\r\n";
    let odd = odd.replace("pairs", ".3.\r\npairs");
    assert_eq!(read::<Futoshiki>(&odd), plain);
    assert_eq!(read::<Futoshiki>("futoshiki 3x3\ngivens:\n1..\n...\n.3.\npairs:\nr1c2 < r1c3"), plain);
}

#[test]
fn cages_come_by_letters_and_by_cells() {
    let letters = "caged 2x3\nA A b\nC b2 b2\nA 3-\nb 5\nC 2?\nb2 11×\n";
    let (by_letters, written) = read::<Caged>(letters);
    assert_eq!(written, "caged 2x3\nA A B\nC D D\nA 3-\nB 5\nC 2\nD 11*\n");
    let cells = "caged 2x3\ncage 11* r2c3 r2c2\ncage 5 r1c3\ncage 2 r2c1\ncage 3− r1c1 r1c2";
    assert_eq!(read::<Caged>(cells), (by_letters, written.clone()));
    let mixed = "caged 2x3\n..B\nCDD\nD 11*\nC 2\nB 5\ncage 3- r1c2 r1c1";
    assert_eq!(read::<Caged>(mixed).1, written);
}

#[test]
fn a_cage_that_overlaps_another_is_written_by_its_cells() {
    let text = "caged 2\nA A\nB .\nA 3+\nB 2\ncage 4 r1c2 r2c1\n";
    let (puzzle, written) = read::<Caged>(text);
    assert_eq!(puzzle.cages.cages.len(), 3);
    assert_eq!(puzzle.cages.free, [cell(2, 2)]);
    assert_eq!(puzzle.cages.overlaps(2, 2), [(cell(1, 2), 0, 1), (cell(2, 1), 1, 2)]);
    // Canonical order is by cells: the pair of r1c2 and r2c1 comes before r2c1 alone.
    assert_eq!(written, "caged 2\nA A\nB .\nA 3+\nB 2\ncage 4 r1c2 r2c1\n");
    assert_eq!(read::<Caged>(&written).0, puzzle);
}

#[test]
fn every_part_of_a_sheet_is_kept() {
    let text = "caged 2 strict=yes\ntitle: all\nA A\nA B\nA -3+\nB 4\ngivens:\n-1 .\n.  12\nregions:\nA B\nA B\n\
                entries:\n. 3\n. .\nmarks:\n12    10,11\n-1,2, 12,\n";
    let blocks = blocks(text);
    let sheet = blocks[0].read(&[]).expect("the text is right");
    assert_eq!(sheet.title.as_deref(), Some("all"));
    assert_eq!(sheet.entries, [(cell(1, 2), 3)]);
    let marks =
        [(cell(1, 1), vec![1, 2]), (cell(1, 2), vec![10, 11]), (cell(2, 1), vec![-1, 2]), (cell(2, 2), vec![12])];
    assert_eq!(sheet.marks, marks);
    assert_eq!(registry().write(&sheet), text.replace("-1,2, ", "-1,2  "));
}

#[test]
fn options_come_from_the_header_and_from_settings() {
    let block = &blocks("caged 1 strict=yes\nA\nA 1")[0];
    let strict = |settings: &[(&str, &str)]| {
        let settings: Vec<_> = settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let sheet = block.read(&settings)?;
        Ok::<_, Mistakes>(sheet.puzzle.as_any().downcast_ref::<Caged>().expect("the kind is known").strict)
    };
    assert_eq!(strict(&[]), Ok(true));
    assert_eq!(strict(&[("strict", "no")]), Ok(false));
    let unknown = strict(&[("strikt", "no")]).expect_err("there is no such option");
    assert_eq!(unknown.to_string(), "caged has no option `strikt` (its options are strict, order, digits)");
    let value = strict(&[("strict", "perhaps")]).expect_err("there is no such value");
    assert_eq!(value.to_string(), "`perhaps` is no value of option strict (it takes yes|no)");
}

#[test]
fn mistakes_in_the_header_have_their_places() {
    for (header, expected) in [
        ("futoshiki", "1:1-10 the futoshiki has no size (a size is a number from 1 to 25)"),
        ("futoshiki 99999999", "1:11-19 size 99999999 is out of range (a size is a number from 1 to 25)"),
        (
            "futoshiki 9999999999999999999999",
            "1:11-33 `9999999999999999999999` is no size (a size is a number from 1 to 25)",
        ),
        ("futoshiki 0", "1:11-12 size 0 is out of range (a size is a number from 1 to 25)"),
        ("futoshiki +3", "1:11-13 `+3` is no size (a size is a number from 1 to 25)"),
        ("futoshiki 3x4", "1:11-14 a futoshiki is square, not 3x4 (write `futoshiki 3`)"),
    ] {
        assert_eq!(mistakes(header), [expected]);
    }
    assert_eq!(
        mistakes("futoshiki 1 2 a=b\n1"),
        [
            "1:13-14 `2` is no option (after kind and size a header holds options, each written key=value)",
            "1:15-18 futoshiki has no option `a` (it has no options)",
        ]
    );
    assert_eq!(
        mistakes("caged 1 order=left strict=no strict=no\nA"),
        ["1:9-19 `left` is no value of option order (it takes up|down)", "1:30-39 option strict is given twice",]
    );
}

#[test]
fn mistakes_in_grids_have_their_places() {
    let row = " (a row is one word a column, or one word with a character a column)";
    for (body, expected) in [
        ("", vec!["1:1-12 the futoshiki has no grid (2 rows follow the header; an empty cell is `.`)".to_owned()]),
        ("1 .", vec!["2:1-4 the grid has 1 of its 2 rows".to_owned()]),
        ("1 .\n. .\n  . .", vec!["4:3-6 this line belongs to nothing before it".to_owned()]),
        ("1 . 2\n1", vec![format!("2:1-6 row 1 is 3 wide, not 2{row}"), format!("3:1-2 row 2 is 1 wide, not 2{row}")]),
        (
            "x 9\n.99999999999999999999 .",
            vec![
                "2:1-2 `x` is no value (a value is a whole number; an empty cell is `.`)".to_owned(),
                "2:3-4 9 in r1c2 is no digit (digits go to 2)".to_owned(),
                "3:1-22 `.99999999999999999999` is no value (a value is a whole number; an empty cell is `.`)"
                    .to_owned(),
            ],
        ),
        ("..\n99999999999999999999 .", vec!["3:1-21 `99999999999999999999` is beyond 64 bits".to_owned()]),
    ] {
        assert_eq!(mistakes(&format!("futoshiki 2\n{body}")), expected, "{body}");
    }
}

#[test]
fn mistakes_in_sections_have_their_places() {
    let base = "futoshiki 2\n..\n..\n";
    for (rest, expected) in [
        ("pairs:\nr1c1 < r3c1", "5:8-12 cell r3c1 is outside the board (rows go from 1 to 2, columns from 1 to 2)"),
        ("pairs:\nr1c1 < c1", "5:8-10 `c1` is no cell (a cell is written r2c3: row 2, column 3)"),
        ("pairs:\nr1c1 > r1c2", "5:1-12 this is none of what `pairs:` holds (its lines are written `r1c1 < r1c2`)"),
        ("r1c1 > r1c2", "4:1-12 this line belongs to nothing before it"),
        ("pairs:\npairs:", "5:1-7 section `pairs:` stands twice"),
        (
            "signs:",
            "4:1-7 a futoshiki has no section `signs:` (its sections are title:, entries:, givens:, marks:, pairs:)",
        ),
        ("givens:\n..\n..", "4:1-8 the givens stand twice: under the header and under `givens:`"),
        ("title: a\ntitle: b", "5:1-7 the puzzle has two titles"),
        ("cage 3+ r1c1", "4:1-13 a futoshiki has no cages"),
        ("entries:\n..", "5:1-3 the grid has 1 of its 2 rows"),
        ("marks:\n1x .\n..", "5:1-3 `x` is no value (a value is a whole number; an empty cell is `.`)"),
    ] {
        assert_eq!(mistakes(&format!("{base}{rest}")), [expected], "{rest}");
    }
}

#[test]
fn mistakes_in_cages_have_their_places() {
    let target = "a target is a whole number, then nothing, `?` or one of + - * /";
    for (rest, expected) in [
        ("A 3$", format!("4:3-5 `$` in target `3$` is no operator ({target})")),
        ("A +3", format!("4:3-5 `+3` is no target ({target})")),
        ("A 3.5+", format!("4:3-7 target `3.5+` is no whole number ({target})")),
        (
            "A 99999999999999999999",
            "4:3-23 target `99999999999999999999` is beyond 64 bits (targets go from -9223372036854775808 to \
             9223372036854775807)"
                .to_owned(),
        ),
        ("A 3+ B 2", "4:6-7 a second thing on the line of a clue (each clue stands on a line of its own)".to_owned()),
        ("A 3+\nA 3+", "5:1-2 label A has two clues".to_owned()),
        ("C 3+", "4:1-2 no cell has label C".to_owned()),
        (
            "AB",
            "4:1-3 this is neither one of the grid's 2 rows nor a clue (a clue is a label and its target, as in `A \
             11+`)"
                .to_owned(),
        ),
        ("cage 3+", "4:1-5 the cage has no cells (its cells follow the target, as in `cage 3- r2c2 r2c3`)".to_owned()),
        (
            "cage",
            "4:1-5 the cage has no target and no cells (a cage is written `cage 3- r2c2 r2c3`: its target, then its \
             cells)"
                .to_owned(),
        ),
        ("cage 3+ r2c2 r2c2", "4:14-18 the cage names cell r2c2 twice".to_owned()),
    ] {
        let found = mistakes(&format!("caged 2\nA A\nB .\n{rest}"));
        let rest_of_it: Vec<_> = found.iter().filter(|mistake| !mistake.ends_with("is free")).collect();
        assert_eq!(rest_of_it, [&expected], "{rest}");
    }
    assert_eq!(
        mistakes("caged 3\nA cage caged\nA A .b\nA A A\nA 1+"),
        [
            "2:3-7 `cage` cannot be a label (keywords and kinds of puzzles are no labels)",
            "2:8-13 `caged` cannot be a label (keywords and kinds of puzzles are no labels)",
            "3:5-7 `.b` is no label (a label is a letter, then letters or digits; `.` is none)",
        ]
    );
}

#[test]
fn a_check_names_parts_and_gets_their_places() {
    assert_eq!(
        mistakes("caged 2x3 strict=yes\nA B B\nA C .\nB 2-\ncage 7+ r1c1 r2c1\nA 7"),
        [
            "3:3-4 the cage at r2c2 has no clue",
            "3:5-6 cell r2c3 is free",
            "5:1-18 cell r1c1 is in two cages",
            "5:1-18 cell r2c1 is in two cages",
        ]
    );
    assert_eq!(mistakes("caged 1x2\ncage 5 r1c1"), ["1:1-10 cell r1c2 is in no cage"]);
    assert_eq!(
        mistakes("caged 1"),
        ["1:1-8 the caged has no cages (1 rows of labels follow the header, then a clue for each label)"]
    );
}

#[test]
fn ten_thousand_mistakes_are_kept_and_an_error_is_never_lost_among_warnings() {
    let mut out = Mistakes::new();
    for i in 0..30_000 {
        out.warning(cell(1, 1 + i), "odd").help("so many");
    }
    assert_eq!((out.iter().count(), out.has_errors()), (10_001, false));
    out.error(cell(2, 2), "wrong").help("one");
    let mut more = Mistakes::new();
    (0..12_000).for_each(|_| _ = more.error(Place::Puzzle, "wrong too"));
    out.append(more);
    let told: Vec<_> = out.errors().map(Mistake::to_string).collect();
    assert_eq!((told.len(), &told[0][..], &told[1][..]), (10_001, "wrong (one)", "wrong too"));
    assert_eq!(told[10_000], "there are more than 10000 errors: from here on they are left out");
    let left_out = out.iter().find(|mistake| mistake.message.starts_with("there are more than 10000 warnings"));
    assert_eq!(left_out.map(|mistake| mistake.place), Some(cell(1, 10_001).into()));
}
