//! Puzzles that are no squares of digits: what is drawn, and what lines and objects say of letters and queens.

use std::collections::BTreeSet;

use serde_json::json;

use super::{json, run, stdout, transcript};
use crate::support::assert_snapshot;

#[test]
fn solutions_are_drawn_as_on_paper() {
    let samples = ["binairo", "star-battle", "queens", "cryptarithm"];
    let pages = samples.map(|name| {
        let file = format!("puzzles/{name}.puzzle");
        transcript(&format!("render {file}"), "") + &transcript(&format!("solve {file}"), "")
    });
    assert_snapshot!("cli-pictures", pages.join("\n"));
}

#[test]
fn candidates_are_drawn_as_values_where_one_is_left_and_in_doubt_where_the_cell_shows_its_own() {
    let hitori = "hitori 3\n1 1 2\n1 2 2\n3 1 1\n";
    let text = transcript("candidates --propagated", hitori) + &transcript("candidates", "kakurasu 2\nright: 1 .\n");
    assert_snapshot!("cli-pictures-candidates", text);
}

#[test]
fn letters_are_told_by_name() {
    let [answer] = &json(&run("solve --json", "SEND+MORE=MONEY\n"))[..] else { panic!("one puzzle") };
    let solution = &answer["solutions"][0];
    assert_eq!(solution["text"], json!("9567 + 1085 = 10652"));
    assert_eq!(solution["named"], json!({"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}));
    assert_eq!(solution["values"], json!([null, 9, 5, 6, 7, null, 1, 0, 8, 5, 1, 0, 6, 5, 2]));
    let [latin] = &json(&run("solve --json", "latin 1\n1\n"))[..] else { panic!("one puzzle") };
    assert_eq!(latin["solutions"][0], json!({"values": [1], "text": "1"}));

    let [several] = &json(&run("check --json", "AB*CB=DDD\n"))[..] else { panic!("one puzzle") };
    assert_eq!((&several["status"], &several["differ"]), (&json!("many"), &json!(["A", "C"])));
}

#[test]
fn lines_read_as_equations_and_columns() {
    let lines = "SEND+MORE=MONEY\nA+A=B1\nTO+GO=OUT\n";
    assert_eq!(stdout(&run("solve", lines)), "9567 + 1085 = 10652\nnone\n21 + 81 = 102\n");
    assert_eq!(stdout(&run("solve --set base=12 --as line", "A*A=BA\n")), "4 * 4 = 14\n");
    let both = run("solve --all --as line", "queens 4\n");
    let columns: BTreeSet<&str> = stdout(&both).trim_end().split('\t').collect();
    assert_eq!(columns, BTreeSet::from(["2 4 1 3", "3 1 4 2"]));
}
