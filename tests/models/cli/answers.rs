//! Answers as boards, lines and objects, and the exit statuses that go with them.

use serde_json::json;

use super::{LATIN, json, run, status, stderr, stdout, transcript};
use crate::support::assert_snapshot;

#[test]
fn boards() {
    let verbs = ["solve", "solve --first", "solve --all", "check", "count", "candidates", "candidates --propagated"];
    let shown: Vec<_> = verbs.iter().map(|verb| transcript(verb, LATIN)).collect();
    assert_snapshot!("cli-boards", shown.join("\n"));
}

#[test]
fn lines() {
    let verbs = ["solve", "solve --first", "solve --all", "check", "count", "candidates", "candidates --propagated"];
    let shown: Vec<_> = verbs.iter().map(|verb| transcript(&format!("{verb} --as line"), LATIN)).collect();
    assert_snapshot!("cli-lines", shown.join("\n"));
}

#[test]
fn a_line_in_gives_a_line_out() {
    // Two rows that are cages: 1-2 and 2-1 or the other way round; then the same with a given.
    let ids = "2:__b,s1s1\n\n# a comment\n2:_aa,a1s1a2\n";
    let output = run("solve", ids);
    let lines: Vec<_> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 2, "{output:?}");
    assert!(["1221", "2112"].contains(&lines[0]));
    assert!(stderr(&output).contains("<stdin>:1"), "several solutions are remarked on: {}", stderr(&output));
    assert!(run("solve --as board", ids).stdout.len() > output.stdout.len());
}

#[test]
fn objects_hold_exactly_their_fields() {
    let [one, several, none] = &json(&run("check --json", LATIN))[..] else { panic!("three puzzles") };
    assert_eq!(
        *one,
        json!({
            "index": 0, "file": "-", "line": 1, "name": "One", "kind": "latin", "status": "unique",
            "solutions": [{ "values": [1, 2, 2, 1], "text": "1221" }], "warnings": [],
        })
    );
    // The first row is given; the others may be swapped.
    let rows = ["231312", "312231"].map(|rows| format!("123{rows}"));
    let mut texts: Vec<_> = (0..2).map(|i| several["solutions"][i]["text"].as_str().expect("a text")).collect();
    texts.sort_unstable();
    assert_eq!(texts, rows);
    assert_eq!(several["differ"], json!(["r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"]));
    assert_eq!(
        *none,
        json!({
            "index": 2, "file": "-", "line": 12, "name": "None", "kind": "latin", "status": "none",
            "reason": "row 1, given 1 in r1c1 and given 1 in r1c2 exclude each other",
            "clash": ["row 1", "given 1 in r1c1", "given 1 in r1c2"], "warnings": [],
        })
    );
    let fields: Vec<_> = one.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(fields, ["index", "file", "line", "name", "kind", "status", "solutions", "warnings"]);
}

#[test]
fn counts_and_candidates_as_objects() {
    let counts = json(&run("count --json", LATIN));
    let shown: Vec<_> = counts.iter().map(|one| (&one["status"], &one["count"], &one["complete"])).collect();
    let [one, two, none] = [("unique", 1), ("many", 2), ("none", 0)].map(|(word, n)| (json!(word), json!(n)));
    let complete = json!(true);
    assert_eq!(shown, [&one, &two, &none].map(|(word, n)| (word, n, &complete)));
    let capped = &json(&run("count --json --max-solutions 11", "latin 3\n...\n...\n..."))[0];
    assert_eq!((&capped["status"], &capped["count"], &capped["complete"]), (&json!("many"), &json!(11), &json!(false)));
    let whole = &json(&run("count --json --max-solutions 12", "latin 3\n...\n...\n..."))[0];
    assert_eq!((&whole["count"], &whole["complete"]), (&json!(12), &json!(true)));

    let candidates = json(&run("candidates --json", LATIN));
    assert_eq!(candidates[0]["candidates"], json!([[1], [2], [2], [1]]));
    assert_eq!(candidates[1]["candidates"], json!([[1], [2], [3], [2, 3], [1, 3], [1, 2], [2, 3], [1, 3], [1, 2]]));
    let words: Vec<_> = candidates.iter().map(|one| &one["status"]).collect();
    assert_eq!(words, ["solved", "solved", "none"]);
    assert!(candidates[2].get("candidates").is_none());
}

#[test]
fn exit_statuses_tell_the_worst() {
    let [one, several, none] = ["latin 2\n1.\n..\n", "latin 2\n..\n..\n", "latin 2\n11\n..\n"];
    let invalid = "latin 2\n1.\n";
    for (verb, statuses) in [
        ("solve", [0, 1, 1]),
        ("solve --first", [0, 0, 1]),
        ("solve --all", [0, 0, 1]),
        ("check", [0, 1, 1]),
        ("count", [0, 0, 1]),
        ("candidates", [0, 0, 1]),
    ] {
        for (text, expected) in [one, several, none].iter().zip(statuses) {
            assert_eq!(status(&run(verb, *text)), expected, "{verb} {text}");
        }
        assert_eq!(status(&run(verb, invalid)), 2);
        assert_eq!(status(&run(verb, "")), 0);
    }
    // Eight by eight has many more solutions than two nodes find.
    let stopped = format!("latin 8\n{}", "........\n".repeat(8));
    assert_eq!(status(&run("count --nodes 2", &*stopped)), 3);
    assert_eq!(status(&run("count --nodes 2", format!("{none}{stopped}{one}"))), 3);
    assert_eq!(status(&run("count --nodes 2", format!("{none}{stopped}{invalid}"))), 2);
}

#[test]
fn a_limit_is_named() {
    let empty = format!("latin 9\n{}", ".........\n".repeat(9));
    let nodes = &json(&run("count --json --nodes 1 --max-solutions 1000000", &*empty))[0];
    assert_eq!(
        (&nodes["status"], &nodes["limit"], &nodes["complete"]),
        (&json!("stopped"), &json!("nodes"), &json!(false))
    );
    let time = &json(&run("count --json --time 20ms --max-solutions 1000000000", &*empty))[0];
    assert_eq!((&time["status"], &time["limit"]), (&json!("stopped"), &json!("time")));
    assert!(stdout(&run("count --nodes 1", &*empty)).contains("Stopped by the limit of 1 nodes"));
    // Not even the rules were posted in this time.
    let none = &json(&run("count --json --time 0", &*empty))[0];
    assert_eq!((&none["status"], &none["count"], &none["complete"]), (&json!("stopped"), &json!(0), &json!(false)));
    assert!(stdout(&run("solve --all --time 0", &*empty)).ends_with(": at least 0 solutions.\n"));
}

#[test]
fn a_limit_on_reasons_leaves_the_answer() {
    // Propagation sees that there is no solution, but a smallest clash takes some search.
    let output = run("check --json --nodes 0 puzzles/clash.puzzle", "");
    let answer = &json(&output)[0];
    assert_eq!((&answer["status"], &answer["clash"], status(&output)), (&json!("none"), &json!(null), 1));
    assert!(answer["reason"].as_str().expect("a text").ends_with("within the limits"), "{answer}");
}

#[test]
fn stats_are_printed_on_demand() {
    let output = run("solve --stats", LATIN);
    for word in ["┏", "nodes explored", "failures", "propagations", "reading", "building", "solving"] {
        assert!(stdout(&output).contains(word), "{word} is missing in {}", stdout(&output));
    }
    let object = &json(&run("solve --stats --json", LATIN))[0];
    for field in ["nodes", "failures", "propagations", "parse_us", "build_us", "solve_us"] {
        assert!(object[field].is_u64(), "{field} is missing in {object}");
    }
}

#[test]
fn nothing_but_the_stats_differs_between_runs() {
    for verb in ["solve", "check", "count", "candidates", "solve --all"] {
        let [first, second] = [0; 2].map(|_| run(&format!("{verb} --json"), LATIN));
        assert_eq!(stdout(&first), stdout(&second));
    }
}

#[test]
fn entries_are_right_as_far_as_a_solution_has_them() {
    let wrong = |puzzle: &str| {
        let output = run("check --partial --json", puzzle);
        (json(&output)[0]["wrong"].clone(), status(&output))
    };
    assert_eq!(wrong("latin 3\n12.\n...\n..1\nentries:\n..3\n3..\n.3.\n"), (json!([]), 0));
    assert_eq!(wrong("latin 3\n12.\n...\n..1\nentries:\n..3\n2..\n.2.\n"), (json!(["r2c1", "r3c2"]), 1));
    // With several solutions, those that some solution has together are right, though the exit status tells of them.
    assert_eq!(wrong("latin 2\n..\n..\nentries:\n1.\n.1\n"), (json!([]), 1));
    assert_eq!(wrong("latin 2\n..\n..\nentries:\n11\n.2\n"), (json!(["r1c2", "r2c2"]), 1));
    assert_eq!(wrong("latin 2\n11\n..\nentries:\n..\n2.\n"), (json!(["r2c1"]), 1));
    // Other verbs do not look at them.
    assert_eq!(status(&run("solve", "latin 2\n1.\n..\nentries:\n.1\n..\n")), 0);
}

#[test]
fn what_excludes_each_other_in_a_line_is_named_without_search() {
    let clash = |text: &str| {
        let output = run("check --json --stats", text);
        let [answer] = &json(&output)[..] else { panic!("one puzzle in {text}") };
        assert_eq!((status(&output), &answer["status"], &answer["nodes"]), (1, &json!("none"), &json!(0)), "{text}");
        answer["clash"].clone()
    };
    for kind in ["latin", "futoshiki", "skyscrapers"] {
        let equal = clash(&format!("{kind} 3\n1 . .\n. . .\n1 . .\n"));
        assert_eq!(equal, json!(["column 1", "given 1 in r1c1", "given 1 in r3c1"]), "{kind}");
    }
    let opposite = clash("skyscrapers 3\n. . .\n. . .\n. . .\nleft: 3 . .\nright: 2 . .\n");
    assert_eq!(opposite, json!(["left clue 3 at r1c1", "right clue 2 at r1c3"]));
    let signs = clash("futoshiki 2\n. .\n. .\npairs:\nr1c1 < r1c2\nr1c1 > r1c2\n");
    assert_eq!(signs, json!(["sign < r1c2 at r1c1", "sign < r1c1 at r1c2"]));
}
