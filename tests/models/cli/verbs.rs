//! The verbs that answer nothing: convert, render, kinds, completions.

use super::{LATIN, run, status, stderr, stdout, transcript};
use crate::support::assert_snapshot;

#[test]
fn converting_to_the_native_format_is_canonical() {
    let text =
        "latin 3 # three\ntitle: T\n12.\n. . .\n  ..1\nentries:\n..3\n...\n...\nmarks:\n...\n12 3 .\n...\n\nlatin 1\n.";
    let output = run("convert --to puzzle", text);
    let expected = "\
latin 3
title: T
1 2 .
. . .
. . 1
entries:
. . 3
. . .
. . .
marks:
.  .  .
12 3  .
.  .  .

latin 1
.
";
    assert_eq!((status(&output), stdout(&output)), (0, expected));
    assert_eq!(stdout(&run("convert --to puzzle", expected)), expected);
}

#[test]
fn every_format_is_read_as_it_was_written() {
    let native = run("convert --to puzzle", "kenken 3\nAAA\nBBC\nBCC\nA 6+\nB 4*\nC 6+\n");
    assert_eq!((status(&native), stderr(&native)), (0, ""));
    for format in ["keen", "kenny", "puzzle"] {
        let there = run(&format!("convert --to {format}"), stdout(&native));
        assert_eq!(status(&there), 0, "{format}: {}", stderr(&there));
        let back = run(&format!("convert --to puzzle --format {format}"), stdout(&there));
        assert_eq!(stdout(&back), stdout(&native), "{format}");
        assert_eq!(stdout(&run("convert --to puzzle", stdout(&there))), stdout(&native), "{format} by its content");
    }
}

#[test]
fn a_puzzle_becomes_a_model_for_other_solvers() {
    let one = run("convert --to mzn", "latin 3\n1 . .\n. . .\n. . 2\n");
    assert_eq!((status(&one), stderr(&one)), (0, ""));
    for line in
        ["var 1..3: r3c3;", "constraint all_different([r1c1, r1c2, r1c3]);", "constraint r3c3 = 2;", "solve satisfy;"]
    {
        assert!(stdout(&one).lines().any(|other| other == line), "{line} is missing in {}", stdout(&one));
    }
    let two = run("convert --to mzn", "latin 1\n.\n\nlatin 2\n. .\n. .\n\nlatin 1\n.\n");
    assert_eq!((status(&two), stdout(&two).matches("solve satisfy;").count()), (2, 1));
    assert_eq!(stderr(&two).matches("one model").count(), 1, "it is said once: {}", stderr(&two));
}

#[test]
fn drawings_show_givens_and_entries() {
    assert_snapshot!("cli-render", transcript("render", &format!("{LATIN}entries:\n..\n2.\n")));
}

#[test]
fn an_svg_document_holds_one_picture() {
    let one = run("render --to svg puzzles/first.puzzle", "");
    assert_eq!((status(&one), stderr(&one)), (0, ""));
    assert!(stdout(&one).starts_with("<svg ") && stdout(&one).contains("First example"));
    let three = run("render --to svg", LATIN);
    assert_eq!(status(&three), 2);
    assert_eq!(stdout(&three).matches("<svg").count(), 1);
    assert_eq!(stderr(&three).matches("one picture").count(), 1, "it is said once: {}", stderr(&three));
    assert!(stderr(&three).contains("<stdin>:6"), "{}", stderr(&three));
}

#[test]
fn an_html_page_holds_them_all() {
    let page = run("render --to html", LATIN.replace("One", "<script>alert(1)</script>"));
    assert_eq!((status(&page), stderr(&page)), (0, ""));
    let page = stdout(&page);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!([page.matches("<svg").count(), page.matches("<title>").count()], [3, 1]);
    assert!(
        !page.contains("<script") && page.contains("<figcaption>&lt;script&gt;alert(1)&lt;/script&gt;</figcaption>")
    );
    let none = run("render --to html", "latin 2\n1\n");
    assert_eq!((status(&none), stdout(&none)), (2, ""));
}

#[test]
fn notes_of_a_player_are_drawn() {
    let output = run("render", "latin 2\n1 .\n. .\nmarks:\n. 12\n. .\n");
    assert!(stdout(&output).contains("┃ 1  │ 12 ┃"), "{}", stdout(&output));
}

#[test]
fn kinds_are_described() {
    let shown = ["kinds", "kinds kenken", "kinds latin", "kinds nonsense"].map(|verb| transcript(verb, ""));
    assert_snapshot!("cli-kinds", shown.join("\n"));
}

#[test]
fn shells_complete_every_verb() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&format!("completions {shell}"), "");
        assert_eq!(status(&script), 0);
        for verb in
            ["solve", "check", "count", "candidates", "combinations", "convert", "render", "kinds", "completions"]
        {
            assert!(stdout(&script).contains(verb), "{verb} is missing for {shell}");
        }
    }
}
