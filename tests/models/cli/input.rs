//! Where puzzles come from: files, pipes, several at once; and how a command that is cut short ends.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::json;

use super::{LATIN, json, run, status, stderr, stdout, transcript};
use crate::support::assert_snapshot;

fn spawn(arguments: &[&str]) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

#[test]
fn an_empty_input_holds_no_puzzles() {
    for verb in ["solve", "check --partial", "count", "candidates", "convert --to puzzle", "render"] {
        for text in ["", "\n\n", "# nothing\n"] {
            let output = run(verb, text);
            assert_eq!((status(&output), stdout(&output)), (0, ""), "{verb}");
        }
    }
}

#[test]
fn a_missing_file_does_not_keep_the_others_from_being_answered() {
    let output = run("solve --json no-such.puzzle puzzles/latin.puzzle - puzzles", LATIN);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("cannot open no-such.puzzle: "), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot read puzzles: "), "{}", stderr(&output));
    let objects = json(&output);
    let indices: Vec<_> = objects.iter().map(|object| object["index"].as_u64().expect("a number")).collect();
    assert_eq!(indices, (0..objects.len() as u64).collect::<Vec<_>>());
    let files: Vec<_> = objects.iter().map(|object| object["file"].as_str().expect("a text")).collect();
    let from_file = files.iter().take_while(|file| **file == "puzzles/latin.puzzle").count();
    assert!(from_file > 0);
    assert_eq!(files[from_file..], ["-", "-", "-"]);
}

#[test]
fn an_answer_comes_before_the_next_question_is_complete() {
    let mut child = spawn(&["solve", "--as", "line"]);
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut ask = |text: &str| questions.write_all(text.as_bytes()).expect("the command listens");
    let mut answer = || answers.next().expect("an answer").expect("text");
    ask("latin 2\n1.\n..\n");
    for _ in 0..3 {
        ask("latin 2\n");
        assert_eq!(answer(), "1221");
        ask(".1\n..\nlatin 2\n");
        assert_eq!(answer(), "2112");
        ask("1.\n..\n");
    }
    drop(questions);
    assert_eq!(answers.map(|answer| answer.expect("text")).collect::<Vec<_>>(), ["1221"]);
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let mut child = spawn(&["solve"]);
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    questions.write_all("latin 2\n1.\n..\n".repeat(2).as_bytes()).expect("the command listens");
    answers.read_line(&mut String::new()).expect("a line");
    drop(answers);
    // The command ends at one of these, so that writing fails some time.
    while questions.write_all("latin 2\n1.\n..\n".repeat(100).as_bytes()).is_ok() {}
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
}

#[test]
fn an_answer_to_a_line_comes_before_the_next_is_asked() {
    let mut child = spawn(&["solve"]);
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for _ in 0..3 {
        questions.write_all(b"2:_5,a1a2a2a1\n").expect("the command listens");
        assert_eq!(answers.next().expect("an answer").expect("text"), "1221");
    }
    drop(questions);
    assert!(child.wait().expect("the command ends").success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("there is such a file");
    for arguments in [&["solve", "puzzles/latin.puzzle"][..], &["render", "puzzles/latin.puzzle"], &["kinds"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).args(arguments).stdout(full());
        let output = command.output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).starts_with("error: cannot write: "), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_done() {
    let mut child = spawn(&["count", "--json", "--max-solutions", "1000000000000"]);
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let endless = format!("latin 9\n{}", ".........\n".repeat(9));
    questions.write_all(format!("latin 1\n.\n{endless}{endless}").as_bytes()).expect("the command listens");
    drop(questions);
    assert!(answers.next().expect("an answer").expect("text").contains("unique"));
    // Between two puzzles there is nothing to stop: let the endless one begin.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let stopped: Vec<_> = answers.map(|answer| answer.expect("text")).collect();
    assert_eq!(stopped.len(), 1, "the puzzle after the stopped one is not begun: {stopped:?}");
    let object: serde_json::Value = serde_json::from_str(&stopped[0]).expect("an object");
    assert_eq!((&object["status"], &object["limit"]), (&json!("stopped"), &json!("interrupt")));
    assert_eq!(child.wait().expect("the command ends").code(), Some(3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_waiting_for_input_ends_the_command() {
    let mut child = spawn(&["solve", "--as", "line"]);
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    questions.write_all(b"latin 2\n1.\n..\nlatin 2\n").expect("the command listens");
    assert_eq!(answers.next().expect("an answer").expect("text"), "1221");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(child.wait().expect("the command ends").code(), Some(3));
}

#[test]
fn formats_and_kinds_are_settled_by_name() {
    assert_eq!(status(&run("solve --format keen", "2:__b,s1s1\n")), 1);
    assert_eq!(status(&run("solve --format puzzle", "2:__b,s1s1\n")), 2);
    let shown =
        ["solve --format nonsense", "solve --kind nonsense", "solve --format keen --kind latin", "convert --to x"];
    let shown: Vec<_> = shown.iter().map(|arguments| transcript(arguments, "")).collect();
    assert_snapshot!("cli-names", shown.join("\n"));
}

#[test]
fn bad_usage_ends_with_status_2() {
    for arguments in ["", "solve --bogus", "bogus", "solve --time soon", "solve --set x", "count --max-solutions 0"] {
        assert_eq!(status(&run(arguments, "")), 2, "{arguments}");
    }
}

#[test]
fn alphabets_are_named_where_the_content_leaves_them_open() {
    let board = format!("1AF{}\n", ".".repeat(253));
    let output = run("convert --to line", &board[..]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("several alphabets: 1-9A-G, 0-F"), "{}", stderr(&output));
    let output = run("convert --to line --alphabet 0-F --to-alphabet A-P", &board[..]);
    assert_eq!((status(&output), stdout(&output)), (0, &format!("BKP{}\n", ".".repeat(253))[..]));
    let output = run("convert --to line --alphabet 1-9A-G --to-alphabet decimal", &board[..]);
    assert_eq!((status(&output), stdout(&output)), (0, &format!("011015{}\n", "..".repeat(253))[..]));
    let output = run("solve --alphabet roman", &board[..]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("there is no alphabet `roman`"), "{}", stderr(&output));
}

/// Lists of numbers are looked at again with every line, unless what is known of them is kept.
#[test]
fn long_texts_that_say_nothing_are_refused_soon() {
    let start = std::time::Instant::now();
    let brackets = "[]\n".repeat(21_845);
    for (arguments, text) in [
        ("check", brackets.clone()),
        ("check --format one-based", brackets.clone()),
        ("check --format one-based", format!("4 4\n{brackets}")),
        ("check --format zero-based", format!("4\n4\n{}", "#\n".repeat(100_000))),
        ("check --format zero-based", format!("4\n4\n{}", "x\n".repeat(100_000))),
    ] {
        let output = run(arguments, text);
        assert_eq!(status(&output), 2, "{arguments}: {}", stderr(&output));
    }
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
