//! Puts questions about a puzzle to the engine.

use std::collections::HashSet;
use std::time::Instant;

use gridwright::{
    Atom, Cell, ClashAnswer, End, Error, Found, Limit, Limits, PuzzleSolver, Sheet, Solution, Solver, Solvers,
    StopFlag, Verdict,
};

use super::answer::{Answer, Values};
use super::args::Effort;
use super::status::Status;
use super::work::Work;

/// A clash of more members than this is only counted.
const SMALL: usize = 12;

/// What can be asked about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// A solution, the first one that comes.
    First,
    /// A solution, and whether it is the only one.
    Solve,
    /// Whether there is exactly one solution; several are shown.
    Check,
    /// As `Check`, and whether a player's entries are right so far.
    Entries,
    /// All solutions, up to so many.
    All(u64),
    /// The number of solutions, up to so many.
    Count(u64),
    /// The values that occur in solutions.
    Candidates,
    /// The values that propagation leaves.
    Propagated,
}

/// Asks about one puzzle after the other, in one thread; puzzles of one shape share their compiled model and its solver.
#[derive(Debug)]
pub(super) struct Asker {
    pub limits: Limits,
    /// Whether the names of variables are asked for.
    naming: bool,
    solvers: Solvers,
}

impl Asker {
    pub fn new(effort: &Effort, flag: &StopFlag, solvers: Solvers) -> Self {
        let mut limits = Limits::none().stopped_by(flag);
        (limits.time, limits.nodes, limits.memory) = (effort.time, effort.nodes, effort.memory);
        Self { limits, naming: false, solvers }
    }

    /// Also tells the names of variables that are not called after their cells, or not.
    pub fn naming(self, naming: bool) -> Self {
        Self { naming, ..self }
    }

    /// Answers a question about a puzzle; `with_reason` says whether to find out why there is no solution.
    pub fn ask(&mut self, question: Question, sheet: &Sheet, with_reason: bool) -> Answer {
        let start = Instant::now();
        let mut work = Work::default();
        let (limits, naming) = (&self.limits, self.naming);
        let bench = self.solvers.solver_for(&*sheet.puzzle, limits.clone());
        work.build = start.elapsed();
        let answer = bench.and_then(|bench| {
            let answer = Inquiry { limits, start, work: &mut work, bench, sheet, with_reason, naming }.answer(question);
            work.solve = start.elapsed() - work.build;
            answer
        });
        let answer = answer.unwrap_or_else(|error| {
            let failed = Answer::failed(error);
            let counting = matches!(question, Question::All(_) | Question::Count(_));
            let count = (counting && failed.status != Status::Invalid).then_some((0, false));
            Answer { count, ..failed }
        });
        Answer { work, ..answer }
    }
}

/// A question about one puzzle at work.
pub(super) struct Inquiry<'a> {
    pub limits: &'a Limits,
    pub start: Instant,
    pub work: &'a mut Work,
    pub bench: &'a mut PuzzleSolver,
    pub sheet: &'a Sheet,
    pub with_reason: bool,
    pub naming: bool,
}

impl Inquiry<'_> {
    pub fn answer(&mut self, question: Question) -> Result<Answer, Error> {
        match question {
            Question::First => self.first(),
            Question::Solve | Question::Check => self.unique(),
            Question::Entries => self.entries(),
            Question::All(most) => self.all(most),
            Question::Count(most) => self.count(most),
            Question::Candidates => self.candidates(),
            Question::Propagated => self.propagated(),
        }
    }

    /// What is left of the limits.
    pub fn rest(&self) -> Limits {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.start.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.work.nodes));
        limits
    }

    /// The givens as claims.
    pub fn givens(&self) -> Vec<Atom> {
        self.bench.board.atoms(&self.sheet.puzzle.givens())
    }

    /// The solver, which assumes the givens and has what is left of the limits.
    fn solver(&mut self) -> &mut Solver {
        let (limits, givens) = (self.rest(), self.givens());
        let solver = &mut self.bench.solver;
        solver.limit_to(limits).assume_nothing().assume_also(givens)
    }

    fn with(&self, status: Status) -> Answer {
        let board = &self.bench.board;
        let names = if self.naming { self.names() } else { Vec::new() };
        Answer { names, ..Answer::new(status, (board.height(), board.width())) }
    }

    /// See [`Answer::names`].
    fn names(&self) -> Vec<(String, Cell)> {
        let compiled = self.bench.solver.compiled();
        // A variable may stand in several cells.
        let mut seen = HashSet::new();
        let first = self.bench.board.vars().filter(|&(_, x)| seen.insert(x));
        first.map(|(cell, x)| (compiled.var_name(x), cell)).filter(|(name, cell)| *name != cell.to_string()).collect()
    }

    fn stopped(&self, limit: Limit) -> Answer {
        // The solver saw what was left of the limit; the user knows the whole.
        let limit = match (limit, self.limits.time, self.limits.nodes) {
            (Limit::Time(_), Some(time), _) => Limit::Time(time),
            (Limit::Nodes(_), _, Some(nodes)) => Limit::Nodes(nodes),
            _ => limit,
        };
        self.with(Status::Stopped(limit))
    }

    fn values(&self, solution: &Solution) -> Values {
        self.bench.board.values(solution)
    }

    /// Adds what the last question to the solver has cost.
    fn add_work(&mut self) {
        self.work.add(self.bench.solver.stats());
    }

    fn first(&mut self) -> Result<Answer, Error> {
        let found = self.solver().first()?;
        self.add_work();
        Ok(match found {
            Found::Solution(solution) => {
                Answer { solutions: vec![self.values(&solution)], ..self.with(Status::Solved) }
            }
            Found::None => self.none()?,
            Found::Stopped(limit) => self.stopped(limit),
        })
    }

    fn unique(&mut self) -> Result<Answer, Error> {
        let verdict = self.solver().unique()?;
        self.add_work();
        Ok(match verdict {
            Verdict::Unique(solution) => {
                Answer { solutions: vec![self.values(&solution)], ..self.with(Status::Unique) }
            }
            Verdict::Many(one, other) => self.many(vec![self.values(&one), self.values(&other)]),
            Verdict::None => self.none()?,
            Verdict::Stopped(limit) => {
                let solutions = self.bench.solver.found().iter().map(|solution| self.values(solution)).collect();
                Answer { solutions, ..self.stopped(limit) }
            }
        })
    }

    fn many(&self, solutions: Vec<Values>) -> Answer {
        let mut answer = self.with(Status::Many);
        let pairs = solutions[0].iter().zip(&solutions[1]);
        let mut seen = HashSet::new();
        let differ = self.bench.board.cells().zip(pairs).filter(|(_, (one, other))| one != other);
        let vars = differ.filter_map(|((_, x), _)| x).filter(|&x| seen.insert(x));
        answer.differ = vars.map(|x| self.bench.solver.compiled().var_name(x)).collect();
        answer.solutions = solutions;
        answer
    }

    /// A player's entries one by one in reading order: one is wrong if no solution has it and all right ones before it.
    fn entries(&mut self) -> Result<Answer, Error> {
        let mut answer = self.unique()?;
        let mut known = match answer.status {
            Status::Unique | Status::Many => answer.solutions[0].clone(),
            // Without a solution nothing is right.
            Status::None => {
                answer.wrong = Some(self.sheet.entries.iter().map(|&(cell, _)| cell).collect());
                return Ok(answer);
            }
            _ => return Ok(answer),
        };
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for &entry in &self.sheet.entries {
            let (cell, value) = entry;
            right.push(entry);
            if known[cell.row * answer.size.1 + cell.column] == Some(value) {
                continue;
            }
            // Without another solution to look for, or without a variable that could take the value, it is wrong.
            let found = match answer.status == Status::Unique || self.bench.board.at(cell).is_none() {
                true => Found::None,
                false => self.solve_with(&right)?,
            };
            match found {
                Found::Solution(solution) => known = self.values(&solution),
                Found::None => {
                    right.pop();
                    wrong.push(cell);
                }
                Found::Stopped(limit) => return Ok(self.stopped(limit)),
            }
        }
        answer.wrong = Some(wrong);
        Ok(answer)
    }

    fn solve_with(&mut self, entries: &[(Cell, i64)]) -> Result<Found, Error> {
        let entries = self.bench.board.atoms(entries);
        let found = self.solver().assume_also(entries).first()?;
        self.add_work();
        Ok(found)
    }

    fn all(&mut self, most: u64) -> Result<Answer, Error> {
        self.solver();
        let PuzzleSolver { board, solver, .. } = &mut *self.bench;
        let mut found = Vec::new();
        let mut solutions = solver.solutions();
        // Whether there are more than asked for is only known by looking for one more.
        while let Some(solution) = solutions.next().transpose()? {
            found.push(board.values(&solution));
            if found.len() as u64 > most {
                break;
            }
        }
        let (stopped, complete) = (solutions.stopped(), solutions.is_complete());
        self.add_work();
        found.truncate(most.try_into().unwrap_or(usize::MAX));
        let count = Some((found.len() as u64, complete));
        let answer = match (stopped, found.len()) {
            (Some(limit), _) => Answer { solutions: found, ..self.stopped(limit) },
            (None, 0) => self.none()?,
            (None, 1) if complete => Answer { solutions: found, ..self.with(Status::Unique) },
            (None, 1) => Answer { solutions: found, ..self.with(Status::Many) },
            (None, _) => self.many(found),
        };
        Ok(Answer { count, ..answer })
    }

    fn count(&mut self, most: u64) -> Result<Answer, Error> {
        let count = self.solver().count(most)?;
        self.add_work();
        let answer = match (count.stopped, count.n) {
            (Some(limit), _) => self.stopped(limit),
            (None, 0) => self.none()?,
            (None, 1) if count.complete => self.with(Status::Unique),
            _ => self.with(Status::Many),
        };
        Ok(Answer { count: Some((count.n, count.complete)), ..answer })
    }

    fn candidates(&mut self) -> Result<Answer, Error> {
        let candidates = self.solver().candidates()?;
        self.add_work();
        if let Some(limit) = candidates.stopped {
            return Ok(self.stopped(limit));
        }
        let of = |x: Option<_>| x.map_or(Vec::new(), |x| candidates.of(x).to_vec());
        let lists: Vec<_> = self.bench.board.cells().map(|(_, x)| of(x)).collect();
        if self.bench.board.vars().any(|(_, x)| candidates.of(x).is_empty()) {
            return self.none();
        }
        Ok(Answer { candidates: Some(lists), ..self.with(Status::Solved) })
    }

    fn propagated(&mut self) -> Result<Answer, Error> {
        let end = self.solver().propagate();
        self.add_work();
        match end {
            End::Contradiction => return self.none(),
            End::Stopped(limit) => return Ok(self.stopped(limit)),
            End::Fixpoint => {}
        }
        let of = |x: Option<_>| x.map_or(Vec::new(), |x| self.bench.solver.engine().values(x).collect());
        let lists = self.bench.board.cells().map(|(_, x)| of(x)).collect();
        Ok(Answer { candidates: Some(lists), ..self.with(Status::Solved) })
    }

    /// There is no solution: why not, if that is asked.
    fn none(&mut self) -> Result<Answer, Error> {
        let mut answer = self.with(Status::None);
        if !self.with_reason {
            return Ok(answer);
        }
        let clash = self.solver().clash()?;
        let compiled = self.bench.solver.compiled();
        let ClashAnswer::Clash(clash) = clash else {
            answer.reason = Some("which constraints exclude each other was not found out within the limits".to_owned());
            return Ok(answer);
        };
        let constraints = clash.constraints.iter().map(|&c| compiled.constraint_name(c));
        let givens =
            clash.assumptions.iter().map(|atom| format!("given {} in {}", atom.value, compiled.var_name(atom.var)));
        let members: Vec<_> = constraints.chain(givens).collect();
        answer.reason = Some(match &members[..] {
            [] => "a cell has no value to begin with".to_owned(),
            [one] => format!("nothing fits {one}"),
            [all @ .., last] if members.len() <= SMALL => format!("{} and {last} exclude each other", all.join(", ")),
            _ => format!("{} constraints and givens exclude each other", members.len()),
        });
        if members.len() <= SMALL {
            answer.clash = members;
        }
        Ok(answer)
    }
}
