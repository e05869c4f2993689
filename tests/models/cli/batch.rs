//! Whole collections: order, threads, limits, summaries, duplicates, and that no puzzle leaves a trace in the next.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use super::{json, run, status, stderr, stdout, timeless};

/// Empty Latin squares of size 9 have more solutions than anybody counts.
const ENDLESS: &str =
    "latin 9\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n";

/// Numbers from a seed.
struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// The rows of a board whose givens, about one cell in `sparse`, come from a square with shifted rows; some are wrong.
    fn board(&mut self, size: usize, sparse: usize) -> String {
        let mut board = String::new();
        let shift = self.below(size);
        for row in 0..size {
            for column in 0..size {
                let digit = match self.below(60) {
                    0 => self.below(size),
                    _ => (row * 2 + row / (size / 2) + column + shift) % size,
                };
                board += &if self.below(sparse) == 0 { (digit + 1).to_string() } else { ".".to_owned() };
            }
            board.push('\n');
        }
        board
    }

    /// A puzzle of some kind, which may have any number of solutions, or a text that is none.
    fn puzzle(&mut self) -> String {
        match self.below(8) {
            0 => format!("latin 4\n{}", self.board(4, 3)),
            1 => format!("latin 6\n{}", self.board(6, 3)),
            2 => format!("sudoku 4\n{}", self.board(4, 3)),
            3 => format!("sudoku 6 boxes=3x2\n{}", self.board(6, 3)),
            4 => format!("sudoku 4 boxes=none falling=yes\n{}", self.board(4, 4)),
            5 => {
                format!("futoshiki 4\n{}pairs:\nr1c1 < r1c2\nr{}c3 < r{}c4\n", self.board(4, 4), self.row(), self.row())
            }
            6 => format!("kenken 3\nA A B\nC D B\nC D D\nA {}+\nB {}+\nC 3+\n", 3 + self.below(3), 3 + self.below(3)),
            _ if self.below(4) == 0 => "latin 4\n1234\n21\n".to_owned(),
            _ => format!("skyscrapers 4\n{}top: . {} . .\nleft: 4 . . .\n", self.board(4, 5), self.row()),
        }
    }

    fn row(&mut self) -> usize {
        1 + self.below(4)
    }
}

/// So many puzzles, each with its number as a title.
fn puzzles(count: usize, seed: u64) -> Vec<String> {
    let mut dice = Dice::new(seed);
    let titled = |(i, puzzle): (usize, String)| puzzle.replacen('\n', &format!("\ntitle: {i}\n"), 1);
    (0..count).map(|_| dice.puzzle()).enumerate().map(titled).collect()
}

/// An object without what may differ from run to run.
fn without_times(mut object: Value) -> Value {
    object.as_object_mut().expect("an object").retain(|key, _| !key.ends_with("_us"));
    object
}

#[test]
fn one_thread_and_eight_print_the_same() {
    let text = puzzles(1_000, 4).concat();
    let [one, eight] = [1, 8].map(|threads| run(&format!("check --json --stats --threads {threads}"), &text[..]));
    let objects = |output| json(output).into_iter().map(without_times).collect::<Vec<_>>();
    let found = objects(&one);
    assert_eq!(found, objects(&eight));
    assert_eq!(timeless(stderr(&one)), timeless(stderr(&eight)));
    assert_eq!((found.len(), status(&one), status(&eight)), (1_000, 2, 2));
    // The mix is one: each of these comes often.
    for word in ["unique", "many", "none", "invalid"] {
        let count = found.iter().filter(|object| object["status"] == word).count();
        assert!(count > 20, "{count} {word}");
    }
    for arguments in ["solve", "solve --as line", "count --max-solutions 5", "candidates", "convert --to puzzle"] {
        let [one, eight] = [1, 8].map(|threads| run(&format!("{arguments} --threads {threads}"), &text[..]));
        assert_eq!(stdout(&one), stdout(&eight), "{arguments}");
        assert_eq!(timeless(stderr(&one)), timeless(stderr(&eight)), "{arguments}");
        assert_eq!(status(&one), status(&eight), "{arguments}");
    }
}

#[test]
fn no_puzzle_leaves_a_trace_in_the_next() {
    let mut puzzles = puzzles(120, 7);
    let alone: Vec<_> = puzzles.iter().map(|puzzle| traces("--threads 1", puzzle).remove(0)).collect();
    let order = |trace: &Value| trace["name"].as_str().and_then(|name| name.parse::<usize>().ok());
    let alone: Vec<_> = alone.into_iter().filter(|trace| order(trace).is_some()).collect();
    for seed in 0..4 {
        Dice::new(seed).shuffle(&mut puzzles);
        for threads in ["--threads 1", "--threads 3"] {
            let mut together = traces(threads, &puzzles.concat());
            together.retain(|trace| order(trace).is_some());
            together.sort_by_key(order);
            assert_eq!(together, alone);
        }
    }
}

/// What is told of each puzzle and of the work that it took, without its place.
fn traces(arguments: &str, text: &str) -> Vec<Value> {
    let objects = json(&run(&format!("solve --json --stats {arguments}"), text)).into_iter().map(without_times);
    let placeless = |mut object: Value| {
        object.as_object_mut().expect("an object").retain(|key, _| !["index", "line"].contains(&key.as_str()));
        object
    };
    objects.map(placeless).collect()
}

#[test]
fn ten_thousand_lines_give_ten_thousand_answers() {
    let mut dice = Dice::new(26);
    let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    // Digits renamed at random; one line in a hundred is short of a cell, one in a hundred lost its givens' last third.
    let lines: Vec<String> = (0..10_000)
        .map(|_| {
            let mut digits: Vec<char> = ('1'..='9').collect();
            dice.shuffle(&mut digits);
            let named = |c: char| c.to_digit(10).map_or('.', |digit| digits[digit as usize - 1]);
            let line: String = one.chars().map(named).collect();
            match dice.below(100) {
                0 => line[1..].to_owned(),
                1 => line[..54].to_owned() + &".".repeat(27),
                _ => line,
            }
        })
        .collect();
    let expected: Vec<&str> = lines
        .iter()
        .map(|line| match line.len() {
            80 => "invalid",
            _ if line.ends_with(&".".repeat(27)) => "many",
            _ => "unique",
        })
        .collect();
    let output = run("check --quiet", lines.join("\n"));
    assert_eq!(stdout(&output).lines().collect::<Vec<_>>(), expected);
    assert_eq!(status(&output), 2, "some lines are no puzzles");
    // Each bad line is reported where it stands.
    for (i, _) in expected.iter().enumerate().filter(|(_, word)| **word == "invalid") {
        assert!(stderr(&output).contains(&format!("<stdin>:{}:1\n", i + 1)), "line {}", i + 1);
    }
}

#[test]
fn the_summary_counts_every_fate() {
    let unique = "latin 2\n1.\n..\n";
    let text = [unique, "latin 2\n..\n..\n", unique, "latin 2\n11\n..\n", "latin 2\n1\n", ENDLESS].concat();
    let output = run("count --nodes 1000 --max-solutions 100000000", &text[..]);
    let last = timeless(stderr(&output)).lines().last().map(str::to_owned);
    let counts = "6 puzzles: 2 unique, 1 several, 1 none, 1 invalid, 1 stopped; in no time";
    assert_eq!((last.as_deref(), status(&output)), (Some(counts), 2));
    let output = run("count --quiet", unique.repeat(3));
    assert_eq!((stderr(&output), status(&output)), ("", 0));
    let output = run("check", unique);
    assert_eq!(stderr(&output), "", "one puzzle needs no summary");
}

#[test]
fn a_bad_puzzle_stops_nothing_unless_it_shall() {
    let text = ["latin 2\n1.\n..\n", "latin 2\n1\n", "latin 2\n.1\n..\n", "latin 2\n..\n..\n"].concat();
    assert_eq!(stdout(&run("solve --as line", &text[..])), "1221\ninvalid\n2112\n1221\n");
    for threads in ["1", "8"] {
        let output = run(&format!("solve --as line --fail-fast --threads {threads}"), &text[..]);
        assert_eq!((stdout(&output), status(&output)), ("1221\ninvalid\n", 2));
        let output = run(&format!("count --as line --fail-fast --threads {threads}"), &text[..]);
        assert_eq!((stdout(&output), status(&output)), ("1\ninvalid\n", 2));
        // Several solutions are no failure where they are counted.
        let good = text.replace("latin 2\n1\n", "");
        let output = run(&format!("count --as line --fail-fast --threads {threads}"), &good[..]);
        assert_eq!((stdout(&output), status(&output)), ("1\n1\n2\n", 0));
        let output = run(&format!("check --fail-fast no-such-file - --threads {threads}"), &good[..]);
        assert_eq!((stdout(&output), status(&output)), ("", 2));
    }
}

#[test]
fn a_puzzle_that_takes_long_does_not_grow_the_queue() {
    // The first one ends by its limit while thousands of others wait for their turn.
    let text = ENDLESS.to_owned() + &"latin 2\n1.\n..\n".repeat(5_000);
    let output = run("count --as line --max-solutions 1000000000 --nodes 20000 --threads 4", &text[..]);
    let lines: Vec<_> = stdout(&output).lines().collect();
    assert_eq!((lines.len(), lines[0], lines[5_000]), (5_001, "stopped", "1"));
    assert_eq!(status(&output), 3);
}

#[test]
fn a_time_limit_holds_for_each_puzzle() {
    let output = run("count --json --time 200ms --max-solutions 1000000000000 --threads 2", ENDLESS.repeat(3));
    let objects = json(&output);
    assert_eq!(objects.len(), 3);
    for object in &objects {
        assert_eq!((&object["status"], &object["limit"]), (&json!("stopped"), &json!("time")));
        assert_eq!(object["complete"], json!(false));
        assert!(object["count"].as_u64().expect("a number") > 0, "{object}");
    }
    assert_eq!(status(&output), 3);
}

#[test]
fn counting_stops_where_it_shall() {
    // A Sudoku with more solutions than anybody counts, on which another program does not end.
    let loose = format!("49675.8..21869375..5.48..69{}", ".".repeat(54));
    assert_eq!(stdout(&run("count", &loose[..])), "at least 1000\n");
    assert_eq!(stdout(&run("count --max-solutions 7", &loose[..])), "at least 7\n");
    let one_by_one = run("solve --all --max-solutions 5", &loose[..]);
    let solutions: std::collections::HashSet<_> = stdout(&one_by_one).trim_end().split('\t').collect();
    assert_eq!(solutions.len(), 5, "all of them differ");
}

#[test]
fn duplicates_are_dropped_or_reported() {
    let text = "latin 2\ntitle: a\n1.\n..\nlatin 2\n.1\n..\nlatin 2\ntitle: b\n1.\n..\nentries:\n12\n21\nlatin 2\n1\n";
    for threads in ["1", "8"] {
        let output = run(&format!("solve --as line --distinct --threads {threads}"), text);
        assert_eq!((stdout(&output), status(&output)), ("1221\n2112\ninvalid\n", 2));
        assert!(stderr(&output).contains("4 puzzles: 2 unique, 1 invalid, 1 dropped; "), "{}", stderr(&output));
        let output = run(&format!("solve --json --distinct --duplicates report --threads {threads}"), text);
        let objects = json(&output);
        let doubles: Vec<_> = objects.iter().map(|object| &object["duplicate_of"]["line"]).collect();
        assert_eq!(doubles, [&Value::Null, &Value::Null, &json!(1), &Value::Null]);
        let note = "note: the same puzzle as at <stdin>:1\n--> <stdin>:8\n";
        assert!(stderr(&output).contains(note), "{}", stderr(&output));
    }
    assert_eq!(status(&run("solve --duplicates report", text)), 2, "it says nothing without --distinct");
}

#[test]
fn duplicates_up_to_symmetry_are_dropped() {
    let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let renamed: String = one
        .chars()
        .map(|c| {
            if c == '5' {
                '3'
            } else if c == '3' {
                '5'
            } else {
                c
            }
        })
        .collect();
    let transposed: String = (0..81).map(|i| &one[i % 9 * 9 + i / 9..][..1]).collect();
    let other = one.replacen('7', ".", 1);
    let text = [one, &renamed, &transposed, &other, one].join("\n");
    assert_eq!(stdout(&run("check --distinct", &text[..])).lines().count(), 4);
    assert_eq!(stdout(&run("check --distinct=exactly", &text[..])).lines().count(), 4);
    assert_eq!(stdout(&run("convert --to line --distinct=symmetry", &text[..])), format!("{one}\n{other}\n"));
}
