//! Errors and warnings: file, line, column, the text underlined, and what would be right.

use serde_json::json;

use super::{json, run, status, stderr, timeless, transcript};
use crate::support::assert_snapshot;

const BAD: &str = "\
latin 3 colour=red
1 9 .
. x .
. . .
extra: 1

latin 2
1 2
2 1
";

#[test]
fn several_mistakes_of_a_puzzle_come_together() {
    assert_snapshot!("cli-mistakes", transcript("solve", BAD));
}

#[test]
fn mistakes_as_objects() {
    let output = run("solve --json --set size=3", BAD);
    assert_eq!(status(&output), 2);
    let [bad, good] = &json(&output)[..] else { panic!("two puzzles") };
    assert_eq!((&bad["status"], &good["status"]), (&json!("invalid"), &json!("invalid")));
    assert_eq!(
        good["errors"],
        json!([{ "message": "latin has no option `size`", "line": 7, "column": 1, "help": "it has no options" }])
    );
    let places: Vec<_> = bad["errors"].as_array().expect("a list").iter().map(|e| (&e["line"], &e["column"])).collect();
    let expected = [(1, 1), (1, 9), (2, 3), (3, 3), (5, 1)].map(|(line, column)| (json!(line), json!(column)));
    assert_eq!(places, expected.iter().map(|(line, column)| (line, column)).collect::<Vec<_>>());
}

#[test]
fn warnings_do_not_stop_an_answer() {
    let text = "kenken 2\nA .\nA .\nA 3+\n";
    let output = run("check --json", text);
    assert_eq!(json(&output)[0]["warnings"].as_array().expect("a list").len(), 1);
    assert_eq!(json(&output)[0]["status"], json!("many"));
    assert!(stderr(&output).starts_with("warning: "), "{}", stderr(&output));
}

#[test]
fn long_lines_are_named_but_not_shown() {
    let text = format!("latin 2\n{} .\n. .\n", "9".repeat(1_000_000));
    let output = run("check", &*text);
    let nines = "9".repeat(50);
    assert!(stderr(&output).starts_with(&format!("error: `{nines}")), "{}", stderr(&output));
    assert!(stderr(&output).contains("9` is beyond 64 bits\n--> <stdin>:2:1\n"), "{}", stderr(&output));
    assert!(stderr(&output).len() < 1_000, "{}", stderr(&output));
}

#[test]
fn thousands_of_mistakes_are_all_named() {
    let text = format!("kenken 3\n{}", "cage 1 r1c1\n".repeat(5_000));
    let output = run("check --json", &*text);
    let errors = json(&output)[0]["errors"].clone();
    let lines: Vec<_> = errors.as_array().expect("a list").iter().map(|error| &error["line"]).collect();
    assert_eq!(lines.len(), 5_000);
    assert_eq!(stderr(&output).matches("error: cell r1c1 is in two cages").count(), 4_999);
}

#[test]
fn texts_that_are_none() {
    let shown = |text: &[u8]| {
        let output = run("solve", text);
        assert_eq!(status(&output), 2);
        timeless(stderr(&output))
    };
    let parts = [
        shown(b"what is this?\nlatin 1\n1\n"),
        shown(b"latin 2\n1\xff\n..\n"),
        shown(b"\x7fELF\x02\x01\x01\0\0\0\0"),
        shown(b"latin 99999999\n"),
    ];
    assert_snapshot!("cli-no-text", parts.join("\n"));
}

#[test]
fn a_format_names_what_it_cannot_hold() {
    let output = run("convert --to keen", "latin 1\n1\nkenken 1\nA\nA 1\n");
    assert_eq!((status(&output), output.stdout.is_empty()), (2, false));
    assert!(stderr(&output).contains("latin"), "{}", stderr(&output));
}
