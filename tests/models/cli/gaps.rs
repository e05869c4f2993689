//! Boards with cells that have no variable, as every verb answers them.

use serde_json::{Value, json};

use super::{json, run, status, stdout, transcript};
use crate::support::assert_snapshot;

/// A board on which 1 and 2 can change places, and one with a single solution.
const KAKURO: &str = "\
kakuro 4x3
title: Gaps
\\   \\  \\
\\3  .  .
\\   4\\ \\
\\   .  \\
kakuro 5x3
title: One
\\  4\\ 6\\
\\3 .  .
\\7 .  .
\\  \\  \\
\\  \\  \\
";

fn answer(arguments: &str, text: &str) -> Value {
    json(&run(arguments, text)).remove(0)
}

#[test]
fn boards_are_drawn_with_their_gaps() {
    let one =
        "kakuro 3\n\\  4\\ 6\\\n\\3 .  .\n\\7 .  .\nentries:\n. . .\n. . 2\n. . .\nmarks:\n. . .\n. . .\n. 34 .\n";
    let shown = ["solve", "candidates", "candidates --propagated", "check --partial", "render", "solve --as line"];
    assert_snapshot!("cli-gaps", shown.map(|arguments| transcript(arguments, one)).join("\n"));
}

#[test]
fn objects_have_nothing_where_there_is_no_variable() {
    let text = "kakuro 3\n\\  4\\ 6\\\n\\3 .  .\n\\7 .  .\n";
    let solved = answer("solve --json", text);
    assert_eq!(solved["solutions"][0]["values"], json!([null, null, null, null, 1, 2, null, 3, 4]));
    assert_eq!(solved["solutions"][0]["text"], json!("....12.34"));
    let candidates = answer("candidates --json", text);
    assert_eq!(candidates["candidates"], json!([[], [], [], [], [1], [2], [], [3], [4]]));
    assert_eq!(stdout(&run("candidates --as line", text)), ". . . . 1 2 . 3 4\n");
}

#[test]
fn an_entry_in_a_cell_without_a_variable_is_wrong() {
    let (several, one) = KAKURO.split_at(KAKURO.find("kakuro 5x3").expect("two puzzles"));
    for (text, rows, expected) in [
        (several, ". . .\n. 2 .\n. . .\n. 4 .\n", json!([])),
        (several, "7 . .\n. 2 2\n. . .\n. . 3\n", json!(["r1c1", "r2c3", "r4c3"])),
        (one, ". . .\n. 1 .\n. . .\n. . 5\n. . .\n", json!(["r4c3"])),
    ] {
        let text = format!("{text}entries:\n{rows}");
        let output = run("check --partial --json", &*text);
        assert_eq!(json(&output)[0]["wrong"], expected, "{text}");
        assert_eq!(status(&output), 1);
    }
}

#[test]
fn runs_and_givens_are_named_in_a_clash() {
    let text = "kakuro 3\n\\  4\\ 6\\\n\\3 .  .\n\\7 .  3\n";
    let clash = answer("check --json", text)["clash"].clone();
    assert_eq!(clash, json!(["down 6 at r2c3", "given 3 in r3c3"]));
    assert_eq!(answer("check --json", "kakuro 1x3\n\\3 . .\n")["status"], json!("many"));
    let none = answer("check --json", "kakuro 1x3\n\\2 . .\n");
    assert_eq!(none["reason"], json!("nothing fits across 2 at r1c2"));
}
