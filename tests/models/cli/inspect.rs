//! The verb that looks into a model: the page, the object, limits and exit status; and the log.

use assert_cmd::Command;
use serde_json::json;

use super::{LATIN, json as objects, run, status, stderr, stdout, transcript};
use crate::support::assert_snapshot;

/// A page whose profile does not tell how long anything took, nor in which order that puts its rows.
fn timeless(page: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    for line in page.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [runs, prunings, failures, time, ..] if time.ends_with('s') && runs.parse::<u64>().is_ok() => {
                let name = line.split_once(time).map_or("", |(_, name)| name.trim());
                let row = format!("{runs:>10} {prunings:>10} {failures:>10}  {name}");
                // The total stands last whatever the times.
                if name == "total" {
                    rows.sort();
                    lines.append(&mut rows);
                    lines.push(row);
                } else {
                    rows.push(row);
                }
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_page_tells_of_the_model_and_of_the_search() {
    // Few enough constraints for a row each, so that times decide nothing but the order.
    let small = "kenken 3\nA A B\nC D B\nC D D\nA 3+\nB 2-\nC 6*\nD 6*\n";
    assert_snapshot!("cli-inspect", timeless(&transcript("inspect --quiet", small)));
    assert_snapshot!("cli-inspect-latin", timeless(&transcript("inspect --quiet", LATIN)));
}

#[test]
fn an_object_tells_the_same() {
    let output = run("inspect --json puzzles/killer.puzzle puzzles/sudoku.puzzle", "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    for object in objects(&output) {
        let sum =
            |key: &str| object["profile"].as_array().unwrap().iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
        assert_eq!(object["status"], json!("unique"));
        assert_eq!(json!(sum("runs")), object["propagations"]);
        assert_eq!(json!(sum("failures")), object["failures"]);
        // As many rows, columns and boxes as the board is wide, and the cages.
        let constraints = object["constraints"].as_array().unwrap();
        let of_kind = |kind: &str| constraints.iter().filter(|entry| entry["kind"] == json!(kind)).count();
        let size = of_kind("row");
        assert!([6, 9].contains(&size), "a board of size {size}");
        assert_eq!((of_kind("column"), of_kind("box")), (size, size));
        let propagators = object["propagators"].as_array().unwrap();
        for (c, entry) in constraints.iter().enumerate() {
            for p in entry["propagators"].as_array().unwrap() {
                let parents = propagators[p.as_u64().unwrap() as usize]["constraints"].as_array().unwrap();
                assert!(parents.contains(&json!(c)), "{entry}");
            }
        }
        assert_eq!(object["model_warnings"], json!([]));
        assert_eq!(object["variables"][0]["names"].as_array().map(Vec::len), Some(size * size));
    }
}

#[test]
fn a_puzzle_without_solution_shows_its_clash() {
    let output = run("inspect --json", "latin 2\n1 1\n. .\n");
    let [object] = &objects(&output)[..] else { panic!("one puzzle") };
    assert_eq!(status(&output), 1);
    assert_eq!(object["clash"], json!(["row 1", "given 1 in r1c1", "given 1 in r1c2"]));
    assert_eq!(object["root"], json!("contradiction"));
    assert_eq!(object["rules"], json!({ "open": 4, "values": 8 }));
}

#[test]
fn what_looks_like_a_mistake_is_told() {
    let output = run("inspect --quiet", "latin 1\n.\n");
    let text = stdout(&output);
    for line in ["row 1", "column 1"] {
        let warning = format!("warning: {line} can never prune: it holds for all values of its variables\n  help: ");
        assert!(text.contains(&warning), "{text}");
    }
}

#[test]
fn a_limit_ends_an_inspection() {
    let several = "latin 3\n. . .\n. . .\n. . .\n";
    let output = run("inspect --json --nodes 0", several);
    let [object] = &objects(&output)[..] else { panic!("one puzzle") };
    assert_eq!((status(&output), &object["status"], &object["limit"]), (3, &json!("stopped"), &json!("nodes")));
    assert_eq!(object["nodes"], json!(0));
    // Without a limit, several solutions are no fault.
    assert_eq!(status(&run("inspect", several)), 0);
    assert_eq!(status(&run("inspect", "latin 2\n1 3\n. .\n")), 2);
}

#[test]
fn the_log_tells_the_story_when_asked() {
    let run = |level: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
        command.args(["solve", "--quiet"]).env("RUST_LOG", level).write_stdin("latin 3\n1 . .\n. . .\n. . .\n");
        let output = command.output().expect("the command runs");
        stderr(&output).to_owned()
    };
    let debug = run("debug");
    let told = |text: &str| assert!(debug.contains(text), "{debug}");
    told("compiled 9 variables and 6 constraints");
    told("root: 9 of 9 variables are open, 27 of 27 values are left");
    told("1 claims are assumed");
    told("solution 1: ");
    assert!(!debug.contains("decision 1"), "{debug}");
    let trace = run("trace");
    assert!(trace.contains("decision 1: r") && trace.contains(" = "), "{trace}");
    assert_eq!(run("off"), "");
}
