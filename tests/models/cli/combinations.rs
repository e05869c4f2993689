//! Tables of combinations: rows, sentences, objects, and what cannot be meant.

use serde_json::json;

use super::{json, run, status, stderr, stdout, transcript};
use crate::support::assert_snapshot;

#[test]
fn tables() {
    let shown = [
        "--cells 3 --sum 7",
        "--cells 3 --sum 9",
        "--cells 3 --sum 15 --must 1 --without 9",
        "--cells 3 --sum 15 --must 1,5 --digits 0-9",
        "--cells 3 --product 24 --digits 1-6 --repeats",
        "--cells 4 --times 24 --digits 1-6 --repeats 2",
        "--cells 2-3 --minus 2 --digits 1-4 --repeats",
        "--cells 2-3 --over 2 --digits 1-6 --repeats --must 1,1",
        "--cells 3 --sum 15 --digits 1,3,5-7,10",
        "--cells 2 --sum -3 --digits -4-1",
        "--cells 3-4 --sum 8",
        "--cells 2-3 --sum 99",
        "--cells 3 --sum 15 --max 3",
        "--cells 3 --sum 15 --nodes 2",
        "--cells 2-3 --sum 7 --json",
        "--cells 3 --sum 15 --max 2 --json",
    ];
    let shown = shown.map(|options| transcript(&format!("combinations {options}"), ""));
    assert_snapshot!("cli-combinations", shown.join("\n"));
}

#[test]
fn objects_hold_exactly_their_fields() {
    let object = |options: &str| {
        let output = run(&format!("combinations --json {options}"), "");
        assert_eq!(stderr(&output), "");
        (status(&output), json(&output))
    };
    let one = r#"{"cells":3,"sum":7,"digits":[1,2,3,4,5,6,7,8,9],"combinations":[[1,2,4]],"complete":true,"#;
    let output = run("combinations --json --cells 3 --sum 7", "");
    assert_eq!(stdout(&output), format!("{one}\"in_all\":[1,2,4],\"in_none\":[3,5,6,7,8,9]}}\n"));
    let none = json!({
        "cells": 2, "divide": -7, "digits": [1, 2], "combinations": [], "complete": true, "in_all": [],
        "in_none": [1, 2],
    });
    assert_eq!(object("--cells 2 --divide -7 --digits 1-3 --without 3"), (1, vec![none]));
    let stopped = json!({
        "cells": 3, "minus": 1, "digits": [1, 2, 3, 4], "combinations": [], "complete": false, "limit": "nodes",
    });
    assert_eq!(object("--cells 3 --minus 1 --digits 1-4 --repeats --nodes 0"), (3, vec![stopped]));
    let (exit, range) = object("--cells 1-3 --product 6 --digits 1-6");
    let rows = range.iter().map(|one| json!([one["cells"], one["combinations"]]));
    let expected = [json!([1, [[6]]]), json!([2, [[1, 6], [2, 3]]]), json!([3, [[1, 2, 3]]])];
    assert_eq!((exit, rows.collect::<Vec<_>>()), (0, expected.to_vec()));
}

#[test]
fn digits_run_together_only_where_each_is_one_character() {
    let shown = |digits: &str| {
        let output = run(&format!("combinations --cells 2 --sum 7 --digits {digits}"), "");
        stdout(&output).to_owned()
    };
    assert_eq!(shown("0-9"), "07\n16\n25\n34\n");
    assert_eq!(shown("1-10"), "1 6\n2 5\n3 4\n");
    assert_eq!(shown("-1-8"), "-1 8\n0 7\n1 6\n2 5\n3 4\n");
}

#[test]
fn exit_statuses_say_what_was_found() {
    for (options, expected) in [
        ("--cells 3 --sum 7", 0),
        ("--cells 3 --sum 5", 1),
        ("--cells 2-4 --sum 24", 0),
        ("--cells 10 --sum 45", 1),
        ("--cells 3 --sum 15 --max 1", 0),
        ("--cells 5 --sum 25 --nodes 1", 3),
        ("--cells 5 --sum 25 --time 0", 3),
        ("--cells 3", 2),
        ("--sum 3", 2),
    ] {
        assert_eq!(status(&run(&format!("combinations {options}"), "")), expected, "{options}");
    }
}

#[test]
fn what_cannot_be_meant_says_why() {
    for (options, why) in [
        ("", "--sum <N>|--product <N>|--minus <N>|--divide <N>"),
        ("--sum 3 --product 3", "cannot be used with"),
        ("--sum three", "invalid value 'three'"),
        ("--sum 99999999999999999999", "too large"),
        ("--sum 7 --cells 4-2", "it is written 2-4"),
        ("--sum 7 --cells 0", "there are 1 to 100 cells"),
        ("--sum 7 --cells 101", "there are 1 to 100 cells"),
        ("--sum 7 --digits 1-x", "`x` is no whole number"),
        ("--sum 7 --digits 1,2,2", "the digit 2 occurs twice"),
        ("--sum 7 --digits 1-9999999999", "more than 1000 numbers"),
        ("--sum 7 --digits 9223372036854775800-9223372036854775807", "64-bit range"),
        ("--sum 7 --must 0", "--must has 0, which is none of the digits 1..9"),
        ("--sum 7 --must 2,2", "--repeats 2 allows that"),
        ("--sum 7 --must 2 --cant 2", "--must and --without both have the digit 2"),
        ("--sum 7 --repeats 0", "invalid value '0'"),
        ("--sum 7 --max 0", "invalid value '0'"),
    ] {
        let cells = if options.contains("--cells") { "" } else { "--cells 3" };
        let output = run(&format!("combinations {cells} {options}"), "");
        assert_eq!((status(&output), stdout(&output)), (2, ""), "{options}");
        assert!(stderr(&output).contains(why), "{options}: {}", stderr(&output));
    }
}

#[test]
fn huge_tables_end() {
    let output = run("combinations --cells 20 --digits 1-64 --sum 600", "");
    assert_eq!((status(&output), stdout(&output).lines().count()), (0, 10_000));
    assert_eq!(stderr(&output), "More than 10000 combinations for 20 cells; --max prints more.\n");
    // All digits are odd multiples of three, so that no twenty of them have an odd sum: only counting sees that.
    let odd: Vec<_> = (0..24).map(|i| (6 * i + 3).to_string()).collect();
    let output =
        run(&format!("combinations --cells 20 --digits {} --sum 1401 --repeats --time 50ms", odd.join(",")), "");
    assert_eq!((status(&output), stdout(&output)), (3, ""));
    assert!(
        stderr(&output).starts_with("Stopped by the time limit of 50ms after 0 combinations"),
        "{}",
        stderr(&output)
    );
}
