//! What the Rust programs of the comparison share: puzzles from lines, tuples of cages, and a line for each run.

// Each program takes what it needs.
#![allow(dead_code)]

use std::time::Duration;

use cpu_time::ThreadTime;

/// A group of cells with a target.
pub struct Cage {
    /// The operator: `+ - * /`, or `=` for a single cell.
    pub sign: char,
    /// What the digits must make.
    pub target: i64,
    /// The cells, counted from 0 in reading order.
    pub cells: Vec<usize>,
}

/// A KenKen, Latin square, Sudoku or Killer.
pub struct Puzzle {
    /// The name.
    pub name: String,
    /// The number of rows, of columns, and of digits.
    pub size: usize,
    /// The cages, givens included.
    pub cages: Vec<Cage>,
    /// The regions of a Sudoku or Killer.
    pub regions: Vec<Vec<usize>>,
}

impl Puzzle {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let size = words.next()?.parse().ok()?;
        let mut puzzle = Self { name, size, cages: Vec::new(), regions: Vec::new() };
        for word in words {
            let (clue, cells) = word.split_once(':')?;
            let cells = cells.split(',').map(|cell| cell.parse().ok()).collect::<Option<Vec<usize>>>()?;
            match clue.split_at(1) {
                ("!", _) => puzzle.regions.push(cells),
                (sign, target) => {
                    puzzle.cages.push(Cage { sign: sign.chars().next()?, target: target.parse().ok()?, cells });
                }
            }
        }
        Some(puzzle)
    }

    /// Rows, columns and regions.
    pub fn groups(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let n = self.size;
        let rows = (0..n).map(move |row| (0..n).map(|i| row * n + i).collect());
        let columns = (0..n).map(move |column| (0..n).map(|i| i * n + column).collect());
        rows.chain(columns).chain(self.regions.iter().cloned())
    }

    /// The digits that the cells of a cage can have together.
    pub fn tuples(&self, cage: &Cage) -> Vec<Vec<i32>> {
        let mut found = Vec::new();
        self.extend(cage, &mut Vec::new(), &mut found);
        found
    }

    fn extend(&self, cage: &Cage, tuple: &mut Vec<i32>, found: &mut Vec<Vec<i32>>) {
        let [sum, product] = [tuple.iter().sum::<i32>().into(), tuple.iter().map(|&d| i64::from(d)).product::<i64>()];
        if tuple.len() == cage.cells.len() {
            let pair = || (i64::from(tuple[0].max(tuple[1])), i64::from(tuple[0].min(tuple[1])));
            let fits = match cage.sign {
                '+' => sum == cage.target,
                '*' => product == cage.target,
                '-' => pair().0 - pair().1 == cage.target,
                '/' => pair().0 == cage.target * pair().1,
                _ => i64::from(tuple[0]) == cage.target,
            };
            if fits {
                found.push(tuple.clone());
            }
            return;
        }
        let rest = (cage.cells.len() - tuple.len()) as i64;
        match cage.sign {
            '+' if sum + rest > cage.target || sum + rest * (self.size as i64) < cage.target => return,
            '*' if cage.target % product != 0 => return,
            _ => {}
        }
        let cell = cage.cells[tuple.len()];
        for digit in 1..=self.size as i32 {
            let clashes = |(&at, &d): (&usize, &i32)| {
                let line = at / self.size == cell / self.size || at % self.size == cell % self.size;
                d == digit && (line || !self.regions.is_empty())
            };
            if !cage.cells.iter().zip(tuple.iter()).any(clashes) {
                tuple.push(digit);
                self.extend(cage, tuple, found);
                tuple.pop();
            }
        }
    }
}

/// What is asked of each puzzle.
pub struct Question {
    /// How many solutions to look for: two for a proof of uniqueness.
    pub solutions: usize,
    /// The limit of the search.
    pub limit: Duration,
}

/// What a solver has found, and how long it was built and asked.
pub struct Found {
    /// How many solutions; `None` where the limit was reached.
    pub solutions: Option<usize>,
    /// The nodes of the search.
    pub nodes: u64,
    /// When the model was ready.
    pub built: Duration,
}

/// Asks about each puzzle of a file in several passes, and prints a line for each; `None` for one that is not taken.
pub fn main(mut ask: impl FnMut(&Puzzle, &Question, ThreadTime) -> Option<Found>) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [question, seconds, passes, file] = &words[..] else { panic!("usage: prove|first SECONDS PASSES FILE") };
    let proves = question == "prove";
    let limit = Duration::from_secs_f64(seconds.parse().expect("a number of seconds"));
    let question = Question { solutions: if proves { 2 } else { 1 }, limit };
    let look = look();
    let text = std::fs::read_to_string(file).expect("a file of puzzles");
    for puzzle in text.lines().filter(|line| !line.starts_with('#')).filter_map(Puzzle::parse) {
        let mut best: Option<(Duration, Found)> = None;
        for _ in 0..passes.parse().expect("a number of passes") {
            let start = ThreadTime::now();
            let Some(found) = ask(&puzzle, &question, start) else { break };
            let time = start.elapsed();
            if best.as_ref().is_none_or(|(least, _)| time < *least) {
                best = Some((time, found));
            }
            if time > limit / 10 {
                break;
            }
        }
        let Some((time, Found { solutions, nodes, built })) = best else { continue };
        let answer = match (solutions, proves) {
            (None, _) => "stopped",
            (Some(0), _) => "none",
            (Some(1), true) => "unique",
            (Some(_), true) => "many",
            (Some(_), false) => "some",
        };
        // Each of the two times has looked at the clock once.
        let micros = |time: Duration| time.saturating_sub(look).as_nanos() as f64 / 1e3;
        println!("{} {answer} {:.1} {:.1} {nodes}", puzzle.name, micros(built), micros(time.saturating_sub(built)));
    }
}

/// What looking at the clock takes, which is much beside an easy puzzle.
fn look() -> Duration {
    (0..1000).map(|_| ThreadTime::now().elapsed()).min().unwrap_or_default()
}
