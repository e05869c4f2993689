//! The sample puzzles, from the command to the answer.

use std::collections::BTreeSet;

use serde_json::json;

use super::{json, run, status, transcript};
use crate::support::assert_snapshot;

#[test]
fn the_first_example_has_its_one_solution_with_operators_shown_or_hidden() {
    let solution = json!("563412614523452361341256236145125634");
    let shown = include_str!("../../../puzzles/first.puzzle");
    // A target without its operator: every clue line ends behind its digits.
    let hidden: String = shown
        .lines()
        .map(|line| match line.split_once(' ') {
            Some((label, target)) if label.len() == 1 && target.starts_with(|first: char| first.is_ascii_digit()) => {
                let digits = target.find(|c: char| !c.is_ascii_digit()).unwrap_or(target.len());
                format!("{label} {}\n", &target[..digits])
            }
            _ => format!("{line}\n"),
        })
        .collect();
    assert_ne!(shown, hidden);
    assert!(!hidden.contains(['+', '*', '/']), "{hidden}");
    for text in [shown, &hidden] {
        let output = run("solve --json", text);
        let [answer] = &json(&output)[..] else { panic!("one puzzle") };
        assert_eq!((&answer["status"], &answer["solutions"][0]["text"]), (&json!("unique"), &solution));
        assert_eq!(status(&output), 0);
    }
}

#[test]
fn every_defect_is_named() {
    let output = run("check --json puzzles/defects.puzzle", "");
    assert_eq!(status(&output), 2);
    let [answer] = &json(&output)[..] else { panic!("one puzzle") };
    assert_eq!(answer["status"], json!("invalid"));
    let errors: Vec<_> =
        answer["errors"].as_array().expect("a list").iter().map(|e| e["message"].to_string()).collect();
    for (cell, where_it_is) in [("r6c6", "two cages"), ("r6c1", "no cage"), ("r6c2", "no cage")] {
        let named = errors.iter().any(|error| error.contains(cell) && error.contains(where_it_is));
        assert!(named, "{cell} is in {where_it_is}: {errors:?}");
    }
    assert_eq!(errors.len(), 2, "nothing else is wrong: {errors:?}");
}

#[test]
fn the_smallest_clash_is_named() {
    let output = run("check --json puzzles/clash.puzzle", "");
    assert_eq!(status(&output), 1);
    let [answer] = &json(&output)[..] else { panic!("one puzzle") };
    assert_eq!(answer["status"], json!("none"));
    let clash: BTreeSet<_> =
        answer["clash"].as_array().expect("a list").iter().filter_map(|part| part.as_str()).collect();
    assert_eq!(clash, BTreeSet::from(["cage 6× at r2c1", "cage 3÷ at r2c5", "row 2"]));
}

#[test]
fn what_a_newcomer_sees() {
    let shown = ["solve puzzles/first.puzzle", "check puzzles/defects.puzzle", "check puzzles/clash.puzzle"];
    assert_snapshot!("cli-samples", shown.map(|arguments| transcript(arguments, "")).join("\n"));
}
