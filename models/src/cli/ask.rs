//! Puts questions about a puzzle to the engine.

use std::time::Instant;

use gridwright::{
    Atom, Board, Cell, ClashAnswer, Compiled, End, Error, Found, Limit, Limits, Mistakes, Model, Place, Sheet,
    Solution, Solver, StopFlag, Verdict,
};

use super::answer::{Answer, Values};
use super::args::Asking;
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

/// Asks about one puzzle after the other; puzzles of one shape share their compiled model.
#[derive(Debug)]
pub(super) struct Asker {
    limits: Limits,
    /// The last model that others may share.
    last: Option<Built>,
}

/// The compiled rules of a puzzle, and of all others of its kind and shape.
#[derive(Clone, Debug)]
struct Built {
    kind: &'static str,
    shape: Option<String>,
    compiled: Compiled,
    board: Board,
}

impl Asker {
    pub fn new(asking: &Asking, flag: &StopFlag) -> Self {
        let mut limits = Limits::none().stopped_by(flag);
        (limits.time, limits.nodes) = (asking.time, asking.nodes);
        Self { limits, last: None }
    }

    /// Answers a question about a puzzle.
    pub fn ask(&mut self, question: Question, sheet: &Sheet) -> Answer {
        let start = Instant::now();
        let mut work = Work::default();
        let built = self.build(sheet);
        work.build = start.elapsed();
        let answer = built.and_then(|built| {
            let mut inquiry = Inquiry { limits: &self.limits, start, work: &mut work, built: &built, sheet };
            let answer = inquiry.answer(question);
            work.solve = start.elapsed() - work.build;
            answer
        });
        let answer = answer.unwrap_or_else(|error| match error {
            Error::Stopped(limit) => Answer {
                count: matches!(question, Question::All(_) | Question::Count(_)).then_some((0, false)),
                ..Answer::new(Status::Stopped(limit), (0, 0))
            },
            // The engine cannot have such a model, or, worse, there is a bug in it.
            error => {
                let mut errors = Mistakes::new();
                errors.error(Place::Puzzle, error.to_string());
                Answer::invalid(errors)
            }
        });
        Answer { work, ..answer }
    }

    fn build(&mut self, sheet: &Sheet) -> Result<Built, Error> {
        let (kind, shape) = (sheet.puzzle.kind().name, sheet.puzzle.shape());
        if let Some(last) = &self.last
            && shape.is_some()
            && (last.kind, &last.shape) == (kind, &shape)
        {
            return Ok(last.clone());
        }
        let mut model = Model::new();
        let board = sheet.puzzle.rules(&mut model);
        let compiled = model.compile(self.limits.clone())?;
        let built = Built { kind, shape, compiled, board };
        if built.shape.is_some() {
            self.last = Some(built.clone());
        }
        Ok(built)
    }
}

/// A question about one puzzle at work.
struct Inquiry<'a> {
    limits: &'a Limits,
    start: Instant,
    work: &'a mut Work,
    built: &'a Built,
    sheet: &'a Sheet,
}

impl Inquiry<'_> {
    fn answer(&mut self, question: Question) -> Result<Answer, Error> {
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

    /// A solver that assumes the givens and has what is left of the limits.
    fn solver(&self) -> Solver {
        let Built { compiled, board, .. } = self.built;
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.start.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.work.nodes));
        let givens = self.sheet.puzzle.givens();
        let solver = compiled.solver().limits(limits).assume(self.atoms(&givens));
        // Solutions are told apart by what the board shows.
        if board.vars().count() < compiled.variables() { solver.project(board.vars().map(|(_, x)| x)) } else { solver }
    }

    fn atoms(&self, values: &[(Cell, i64)]) -> Vec<Atom> {
        let atom = |&(cell, value): &(Cell, i64)| self.built.board.at(cell).map(|x| Atom::eq(x, value));
        values.iter().filter_map(atom).collect()
    }

    fn with(&self, status: Status) -> Answer {
        let board = &self.built.board;
        Answer::new(status, (board.height(), board.width()))
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
        self.built.board.cells().map(|(_, x)| x.map(|x| solution[x])).collect()
    }

    fn first(&mut self) -> Result<Answer, Error> {
        let mut solver = self.solver();
        let found = solver.first()?;
        self.work.add(solver.stats());
        Ok(match found {
            Found::Solution(solution) => {
                Answer { solutions: vec![self.values(&solution)], ..self.with(Status::Solved) }
            }
            Found::None => self.none()?,
            Found::Stopped(limit) => self.stopped(limit),
        })
    }

    fn unique(&mut self) -> Result<Answer, Error> {
        let mut solver = self.solver();
        let verdict = solver.unique()?;
        self.work.add(solver.stats());
        Ok(match verdict {
            Verdict::Unique(solution) => {
                Answer { solutions: vec![self.values(&solution)], ..self.with(Status::Unique) }
            }
            Verdict::Many(one, other) => self.many(vec![self.values(&one), self.values(&other)]),
            Verdict::None => self.none()?,
            Verdict::Stopped(limit) => {
                let solutions = solver.found().iter().map(|solution| self.values(solution)).collect();
                Answer { solutions, ..self.stopped(limit) }
            }
        })
    }

    fn many(&self, solutions: Vec<Values>) -> Answer {
        let mut answer = self.with(Status::Many);
        let pairs = solutions[0].iter().zip(&solutions[1]);
        let cells = answer.cells().zip(pairs);
        answer.differ = cells.filter(|(_, (one, other))| one != other).map(|(cell, _)| cell).collect();
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
            let found = if answer.status == Status::Unique { Found::None } else { self.solve_with(&right)? };
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
        let mut solver = self.solver().assume(self.atoms(entries));
        let found = solver.first()?;
        self.work.add(solver.stats());
        Ok(found)
    }

    fn all(&mut self, most: u64) -> Result<Answer, Error> {
        let mut solver = self.solver();
        let mut found = Vec::new();
        let mut solutions = solver.solutions();
        // Whether there are more than asked for is only known by looking for one more.
        while let Some(solution) = solutions.next().transpose()? {
            found.push(self.values(&solution));
            if found.len() as u64 > most {
                break;
            }
        }
        let (stopped, complete) = (solutions.stopped(), solutions.is_complete());
        self.work.add(solver.stats());
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
        let mut solver = self.solver();
        let count = solver.count(most)?;
        self.work.add(solver.stats());
        let answer = match (count.stopped, count.n) {
            (Some(limit), _) => self.stopped(limit),
            (None, 0) => self.none()?,
            (None, 1) if count.complete => self.with(Status::Unique),
            _ => self.with(Status::Many),
        };
        Ok(Answer { count: Some((count.n, count.complete)), ..answer })
    }

    fn candidates(&mut self) -> Result<Answer, Error> {
        let mut solver = self.solver();
        let candidates = solver.candidates()?;
        self.work.add(solver.stats());
        if let Some(limit) = candidates.stopped {
            return Ok(self.stopped(limit));
        }
        let of = |x: Option<_>| x.map_or(Vec::new(), |x| candidates.of(x).to_vec());
        let lists: Vec<_> = self.built.board.cells().map(|(_, x)| of(x)).collect();
        if self.built.board.vars().any(|(_, x)| candidates.of(x).is_empty()) {
            return self.none();
        }
        Ok(Answer { candidates: Some(lists), ..self.with(Status::Solved) })
    }

    fn propagated(&mut self) -> Result<Answer, Error> {
        let mut solver = self.solver();
        let end = solver.propagate();
        self.work.add(solver.stats());
        match end {
            End::Contradiction => return self.none(),
            End::Stopped(limit) => return Ok(self.stopped(limit)),
            End::Fixpoint => {}
        }
        let of = |x: Option<_>| x.map_or(Vec::new(), |x| solver.engine().values(x).collect());
        let lists = self.built.board.cells().map(|(_, x)| of(x)).collect();
        Ok(Answer { candidates: Some(lists), ..self.with(Status::Solved) })
    }

    /// There is no solution: why not.
    fn none(&self) -> Result<Answer, Error> {
        let Built { compiled, .. } = self.built;
        let mut answer = self.with(Status::None);
        let ClashAnswer::Clash(clash) = self.solver().clash()? else {
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
