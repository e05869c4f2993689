//! How a command ends whose input or output fails, whose time or memory is short, or that is interrupted.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{LATIN, json, run, status, stderr, stdout, transcript};
use crate::support::assert_snapshot;

/// An empty Latin square of this size, with more solutions than anybody counts.
fn endless(size: usize) -> String {
    format!("latin {size}\n{}", format!("{}\n", ". ".repeat(size).trim_end()).repeat(size))
}

/// Runs a line of the shell in which `gw` is the command, in the root of the project.
#[cfg(unix)]
fn shell(line: &str) -> std::process::Output {
    let mut command = Command::new("sh");
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).env_remove("RUST_LOG");
    command.args(["-c", &line.replace("gw", env!("CARGO_BIN_EXE_gridwright"))]);
    command.stdin(Stdio::null()).output().expect("the shell runs")
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_every_verb() {
    let verbs = [
        "solve puzzles/latin.puzzle",
        "check --json puzzles/latin.puzzle",
        "count puzzles/latin.puzzle",
        "candidates puzzles/latin.puzzle",
        "inspect puzzles/latin.puzzle",
        "convert --to puzzle puzzles/latin.puzzle",
        "render --to html puzzles/latin.puzzle",
        "combinations --cells 3 --sum 10",
        "kinds",
        "kinds sudoku",
        "completions bash",
        "--help",
        "solve --help",
        "--version",
    ];
    for verb in verbs {
        let output = shell(&format!("exec gw {verb} > /dev/full"));
        assert_eq!((status(&output), stdout(&output)), (2, ""), "{verb}");
        assert!(stderr(&output).starts_with("error: cannot write: "), "{verb}: {}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error_of_any_verb() {
    for verb in ["solve puzzles/latin.puzzle", "kinds", "completions zsh", "--help", "combinations --cells 4 --sum 20"]
    {
        let output = shell(&format!("(sleep 0.2; exec gw {verb}; echo $? >&2) | true"));
        assert_eq!(stderr(&output), "", "{verb}");
        let output = shell(&format!("{{ sleep 0.2; gw {verb}; echo $? >&2; }} | true"));
        assert!(["0\n", "1\n"].contains(&stderr(&output)), "{verb}: {}", stderr(&output));
    }
}

/// A closed standard stream is one that nobody reads, or from which nothing comes.
#[cfg(unix)]
#[test]
fn closed_standard_streams_change_no_status() {
    let nothing = shell("exec gw solve <&-");
    assert_eq!((status(&nothing), stdout(&nothing)), (0, ""));
    assert!(stderr(&nothing).contains("there is no puzzle in the input"), "{}", stderr(&nothing));
    for (line, expected) in [
        ("exec gw check puzzles/latin.puzzle >&-", 1),
        ("exec gw check puzzles/latin.puzzle 2>&-", 1),
        ("exec gw check puzzles/latin.puzzle <&- >&- 2>&-", 1),
        ("exec gw check --json puzzles/defects.puzzle 2>&-", 2),
        ("exec gw kinds >&-", 0),
        ("exec gw solve --bogus 2>&-", 2),
    ] {
        assert_eq!(status(&shell(line)), expected, "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_nobody_can_read_stop_no_answer() {
    let (heard, unheard) =
        (shell("exec gw solve puzzles/defects.puzzle"), shell("exec gw solve puzzles/defects.puzzle 2> /dev/full"));
    assert!(!heard.stderr.is_empty());
    assert_eq!((stdout(&heard), status(&heard)), (stdout(&unheard), status(&unheard)));
    assert_eq!(status(&shell("exec gw solve --bogus 2> /dev/full")), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_answered() {
    // Opening it is allowed, reading it is not.
    for (line, name) in [
        ("exec gw solve --json /proc/self/mem puzzles/latin.puzzle", "/proc/self/mem"),
        ("exec gw solve --json puzzles puzzles/latin.puzzle", "puzzles"),
        ("exec gw solve --json - puzzles/latin.puzzle < puzzles", "<stdin>"),
    ] {
        let output = shell(line);
        assert_eq!(status(&output), 2, "{line}");
        assert!(stderr(&output).contains(&format!("error: cannot read {name}: ")), "{line}: {}", stderr(&output));
        assert!(json(&output).len() > 1, "{line}");
    }
}

#[test]
fn an_input_without_puzzles_is_told() {
    for verb in ["solve", "check --json", "convert --to puzzle", "render"] {
        let output = run(verb, "# nothing\n");
        assert_eq!((status(&output), stdout(&output)), (0, ""), "{verb}");
        assert_eq!(stderr(&output), "warning: there is no puzzle in the input\n", "{verb}");
        assert_eq!(stderr(&run(&format!("{verb} --quiet"), "")), "", "{verb}");
    }
}

#[test]
fn answers_are_the_same_with_any_memory() {
    for file in ["first", "killer", "kakuro", "nonogram", "str8ts", "skyscrapers", "clash"] {
        let ask = |memory: &str| {
            let output = run(&format!("check --json puzzles/{file}.puzzle {memory}"), "");
            (stdout(&output).to_owned(), status(&output))
        };
        let expected = ask("");
        for memory in ["--memory 0", "--memory 2k", "--memory 64M"] {
            assert_eq!(ask(memory), expected, "{file} {memory}");
        }
    }
    let shown = ["64 apples", "1.5G", "-1"].map(|size| {
        let output = Command::new(env!("CARGO_BIN_EXE_gridwright")).args(["solve", "--memory", size]).output();
        let output = output.expect("the command runs");
        assert_eq!(status(&output), 2, "{size}");
        stderr(&output).to_owned()
    });
    assert_snapshot!("cli-memory", shown.join("\n") + &transcript("solve --memory 1k --as line", LATIN));
}

#[test]
fn a_time_limit_holds_whatever_the_verb() {
    let board = endless(25);
    // The limit itself is kept within milliseconds; printing what was found takes longer, on a machine that is busy most.
    let verbs =
        [("count --max-solutions 1000000000000", 5), ("solve --all --max-solutions 1000000000", 30), ("candidates", 5)];
    for (verb, most) in verbs {
        let start = Instant::now();
        let output = run(&format!("{verb} --json --time 300ms"), &board[..]);
        let time = start.elapsed();
        assert_eq!(json(&output)[0]["status"], "stopped", "{verb}");
        assert_eq!(status(&output), 3, "{verb}");
        assert!(time < Duration::from_secs(most), "{verb} took {time:?}");
    }
}

/// Runs the command on a text, interrupts it after a moment, and says what it came to and how long it went on.
#[cfg(unix)]
fn interrupted(arguments: &[&str], input: &str) -> (std::process::Output, Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut questions = child.stdin.take().expect("a pipe");
    // What takes no input does not listen.
    let _ = std::io::Write::write_all(&mut questions, input.as_bytes());
    drop(questions);
    std::thread::sleep(Duration::from_millis(400));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let start = Instant::now();
    let output = child.wait_with_output().expect("the command ends");
    (output, start.elapsed())
}

/// Drawing all that was found would take far longer than finding it.
#[cfg(unix)]
#[test]
fn an_interrupt_is_not_kept_waiting_by_what_was_found() {
    let board = endless(25);
    let all = ["solve", "--all", "--max-solutions", "1000000000"];
    let (drawn, time) = interrupted(&[&all[..], &["--as", "board"]].concat(), &board);
    assert_eq!(drawn.status.code(), Some(3), "{}", stderr(&drawn));
    assert!(time < Duration::from_secs(3), "it went on for {time:?}");
    let note = stderr(&drawn).split_once(" of these solutions are not printed, because of the interrupt");
    let left = note.and_then(|(before, _)| before.split_whitespace().next_back()).map(str::parse::<usize>);
    let Some(Ok(left)) = left else { panic!("{}", stderr(&drawn)) };
    // The boards that are there are whole: their borders, and the rows and lines between them.
    let lines = stdout(&drawn).lines().count();
    assert_eq!((lines - 2) % 51, 0, "{lines} lines");
    let sentence = format!("at least {} solutions.", left + (lines - 2) / 51);
    assert!(stdout(&drawn).trim_end().ends_with(&sentence), "{sentence}");
    let (objects, time) = interrupted(&[&all[..], &["--json"]].concat(), &board);
    assert!(time < Duration::from_secs(3), "it went on for {time:?}");
    let object = &json(&objects)[0];
    let printed = object["solutions"].as_array().expect("a list").len() as u64;
    assert!(printed > 0 && object["unprinted"].as_u64() > Some(0), "{printed} were printed");
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_heard_whatever_the_verb() {
    let board = endless(25);
    let verbs: [&[&str]; 4] = [
        &["count", "--max-solutions", "1000000000000"],
        &["solve", "--all", "--max-solutions", "1000000000", "--as", "line"],
        &["candidates"],
        &["combinations", "--cells", "12", "--sum", "300", "--digits", "1-60", "--max", "100000000", "--time", "1h"],
    ];
    for arguments in verbs {
        let (output, time) = interrupted(arguments, &board);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", stderr(&output));
        assert!(time < Duration::from_secs(3), "{arguments:?} went on for {time:?}");
    }
}
