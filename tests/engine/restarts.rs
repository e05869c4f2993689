//! When a search starts over, and what a domain holds near its ends.

use gridwright::*;
use std::sync::{Arc, Mutex};

/// The failures of each run, and the numbers of the restarts.
#[derive(Clone, Debug, Default)]
struct Runs(Arc<Mutex<(Vec<u64>, u64)>>);

impl Observer for Runs {
    fn failure(&mut self, _: &Engine) {
        self.0.lock().unwrap().1 += 1;
    }

    fn restart(&mut self, run: u64) {
        let mut runs = self.0.lock().unwrap();
        let failures = std::mem::take(&mut runs.1);
        runs.0.push(failures);
        assert_eq!(runs.0.len() as u64, run);
    }
}

/// Pairs of 9 that differ, with 8 values: a search that takes long.
fn pigeons() -> Compiled {
    let mut m = Model::new();
    let x = m.vars(9, 1..=8);
    for (i, &a) in x.iter().enumerate() {
        x[..i].iter().for_each(|&b| _ = m.post(a.differs_from(b)));
    }
    m.compile_for(Plan::Explain, Limits::none()).unwrap()
}

#[test]
fn a_search_starts_over_after_as_many_failures_as_its_policy_says() {
    let policies: [(Restarts, &[u64]); 2] =
        [(luby(2), &[2, 2, 4, 2, 2, 4, 8, 2, 2, 4]), (geometric(3, 2.0), &[3, 6, 12, 24])];
    for (policy, allowed) in policies {
        let runs = Runs::default();
        let mut solver = pigeons().solver().restart(policy).observe(runs.clone()).limit(Limit::failures(80));
        assert_eq!(solver.first().unwrap(), Found::Stopped(Limit::failures(80)));
        let failures = runs.0.lock().unwrap().0.clone();
        // The failure that is one too many ends the run.
        let expected: Vec<u64> = allowed.iter().map(|allowed| allowed + 1).collect();
        assert!(failures.len() >= 4 && solver.stats().restarts == failures.len() as u64);
        assert_eq!(failures[..4], expected[..4], "{policy:?}");
        assert!(failures.iter().zip(&expected).all(|(a, b)| a == b));
    }
}

#[test]
fn no_domain_holds_what_lies_beyond_its_ends() {
    let domains: [Domain; 4] = [(0..=127).into(), (-5..=200).into(), [3, 66, 190].into(), (0..=9).into()];
    let mut m = Model::new();
    let x: Vec<VarId> = domains.iter().map(|domain| m.var(domain.clone())).collect();
    let engine = m.compile(Limits::none()).unwrap().engine();
    for (&x, domain) in x.iter().zip(&domains) {
        for value in (-300..=500).chain([i64::MIN, i64::MAX]) {
            assert_eq!(engine.contains(x, value), domain.contains(value), "{value} in {domain}");
        }
    }
}
