//! Mistakes in files: each is named with its place, all of a puzzle together.

use crate::support::{assert_snapshot, describe, read_all};

/// The mistakes of every puzzle of a text, warnings of readable ones included.
fn mistakes(text: &str) -> String {
    let mut out = String::new();
    for (source, sheet) in read_all(text) {
        let found = match &sheet {
            Ok(sheet) => describe(&source, &sheet.warnings),
            Err(mistakes) => describe(&source, mistakes),
        };
        out += &format!("{} at line {}\n{found}", if sheet.is_ok() { "read" } else { "invalid" }, source.first_line());
    }
    out
}

#[test]
fn cells_in_two_cages_and_in_none() {
    assert_snapshot!("mistakes-defects", mistakes(include_str!("../../puzzles/defects.puzzle")));
}

#[test]
fn cages_and_clues_of_the_native_file() {
    let text = "\
kenken 4 digits=0..4 operators=+-*/ strict=yes
AABB
CDDB
CEFF
EEGA
A 6+
B 4-
D 4%
E 4++
F 2.5+
F 4-
G 99999999999999999999
H 7+ I 3
";
    assert_snapshot!("mistakes-cages", mistakes(text));
}

#[test]
fn a_cage_whose_target_cannot_be_read_is_still_a_cage() {
    let text = "\
kenken 2
cage x r1c1 r1c2
cage 3+ r1c1 r2c1
cage 3& r2c2
";
    assert_snapshot!("mistakes-unread", mistakes(text));
}

#[test]
fn options_of_a_kenken() {
    let text = "\
kenken 2 digits=1,2,2
AA
BB
A 2*
B 2*
kenken 2 digits=-1..0 operators=+%
AA
BB
A 2+
B 2*
kenken 2 digits=7 operators=+x strict=maybe colour=red
AA
BB
A 2+
B 2+
";
    assert_snapshot!("mistakes-options", mistakes(text));
}

#[test]
fn cells_in_no_cage_are_mistakes_unless_they_are_meant() {
    let text = "\
kenken 2
cage 3+ r1c1 r1c2
kenken 2 uncovered=free
cage 3+ r1c1 r1c2
kenken 2
A A
. .
A 3+
kenken 2 uncovered=error
A A
. B
A 3+
B 1
";
    assert_snapshot!("mistakes-uncovered", mistakes(text));
}

#[test]
fn a_cage_in_two_parts_is_odd_and_under_strict_an_error() {
    let text = "\
kenken 2
A B
B A
A 2+
B 4+
kenken 2 strict=yes
A B
B A
A 2+
B 4+
";
    assert_snapshot!("mistakes-parts", mistakes(text));
}

#[test]
fn keen_ids() {
    let text = "\
5:a__a_3a_5a_a_a_3b_bac_,a5m15a7a10s2s2d2s3m40m2s
5:a__a_3a_5a_a_a_3b_bac_,a5x15s7a10s2s2d2s3m40m2s2,
5dz:a__a_3a_5a_a_a_3b_bac_,a5
26:a__,a1
5:a__a_3a_5a_a_a_3b_bac_?,a5m15
5:a__a_3a_5a_a_a_3b_ba,a5m15
5:a__a_3a_5a_a_a_3b_bac_
2:_5,m99999999999999999999a1a1a1 abc
6:ze_30,a1
2:_5,a1s3d1a1
no ID
";
    assert_snapshot!("mistakes-keen", mistakes(text));
}

#[test]
fn letter_grids() {
    let rows = "4\nAABB\nCDdB\nCEFFX\nEEGF\n";
    let targets = "4\nAABB\nCDDB\nCEFF\nEEGF\n6* 7+\n16%\n4/\n\n# c\n5+\n8.5+\n12*\n1\n3+\n";
    let missing = "4\nAABB\nCDDB\nCEFF\n6*\n";
    let ending = "2\nAB\nAB\n3+\n";
    let all: Vec<String> = [rows, targets, missing, ending].into_iter().map(mistakes).collect();
    assert_snapshot!("mistakes-kenny", all.join("\n"));
}

#[test]
fn files_of_no_format_say_what_was_tried() {
    let all: Vec<String> = ["sudoku 9\n", "7\n3 4\n", "5:\n", "5x5:a\n"].into_iter().map(mistakes).collect();
    assert_snapshot!("mistakes-format", all.join("\n"));
}
