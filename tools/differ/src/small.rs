//! Runs over small models: many seeds on several threads; what fails is made small and printed.

use crate::compare::{Failure, Fate, compare};
use crate::spec::Spec;
use crate::{generate, meaning, print, shrink};
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a run has found.
#[derive(Debug, Default)]
pub struct Report {
    /// The models that were compared.
    pub models: u64,
    /// Those that the engine refuses.
    pub refused: u64,
    /// Those without a solution.
    pub unsolvable: u64,
    /// The solutions of all models.
    pub solutions: u64,
    /// The models whose answers were wrong, as tests.
    pub failures: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failures.iter().try_for_each(|failure| writeln!(f, "{failure}"))?;
        let Self { models, refused, unsolvable, solutions, failures } = self;
        writeln!(
            f,
            "{models} models, {unsolvable} of them without a solution, {solutions} solutions; {refused} refused, {} wrong",
            failures.len()
        )
    }
}

/// Compares so many models from a seed on; stops when so many have failed.
pub fn run(seed: u64, count: u64, threads: usize, most_failures: usize) -> Report {
    quiet_panics();
    let next = AtomicU64::new(seed);
    let total = Mutex::new(Report::default());
    let report = || total.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(100, Ordering::Relaxed);
                    if start >= seed + count || report().failures.len() >= most_failures {
                        return;
                    }
                    let mut part = Report::default();
                    (start..(start + 100).min(seed + count)).for_each(|seed| part.add(seed));
                    let mut total = report();
                    total.models += part.models;
                    total.refused += part.refused;
                    total.unsolvable += part.unsolvable;
                    total.solutions += part.solutions;
                    total.failures.extend(part.failures);
                }
            });
        }
    });
    total.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Report {
    fn add(&mut self, seed: u64) {
        let spec = generate::random(seed, generate::Size::Small);
        let truth = meaning::solutions(&spec);
        self.models += 1;
        self.unsolvable += u64::from(truth.is_empty());
        self.solutions += truth.len() as u64;
        match judge(&spec) {
            Ok(Fate::Right) => {}
            Ok(Fate::Refused) => self.refused += 1,
            Err(_) => {
                let spec = shrink::shrink(spec, |spec| judge(spec).is_err());
                let Err(failure) = judge(&spec) else { unreachable!("what was shrunk still fails") };
                let test = print::test(&spec, &format!("model_{seed}"), &failure.code);
                self.failures.push(format!("// seed {seed}: {}\n{test}", failure.what));
            }
        }
    }
}

/// Compares one model; a panic is a failure like any other.
pub fn judge(spec: &Spec) -> Result<Fate, Failure> {
    let truth = meaning::solutions(spec);
    catch_unwind(AssertUnwindSafe(|| compare(spec, &truth))).unwrap_or_else(|_| {
        let what = format!("a panic: {}", PANIC.with_borrow(String::clone));
        Err(Failure { what, code: "m.compile(Limits::none()).unwrap().solver().count(1000).unwrap();".into() })
    })
}

thread_local! {
    /// What the last panic of the thread said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what panics say instead of printing it.
fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| PANIC.with_borrow_mut(|text| *text = info.to_string())));
}
