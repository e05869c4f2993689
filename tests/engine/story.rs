//! What the log tells of a search, at the debug and at the trace level.

use gridwright::*;
use log::{Level, LevelFilter, Log, Metadata, Record};
use std::cell::RefCell;

thread_local! {
    /// The lines of this thread's test, which has asked for them.
    static LINES: RefCell<Option<Vec<(Level, String)>>> = const { RefCell::new(None) };
}

struct Capture;

impl Log for Capture {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        LINES.with_borrow(Option::is_some)
    }

    fn log(&self, record: &Record<'_>) {
        LINES.with_borrow_mut(|lines| {
            if let Some(lines) = lines {
                lines.push((record.level(), record.args().to_string()));
            }
        });
    }

    fn flush(&self) {}
}

/// What is logged meanwhile.
fn logged(what: impl FnOnce()) -> Vec<(Level, String)> {
    // Another test of this process may have set it.
    let _ = log::set_logger(&Capture);
    log::set_max_level(LevelFilter::Trace);
    LINES.set(Some(Vec::new()));
    what();
    LINES.take().unwrap()
}

/// Queens in four rows, which need decisions.
fn queens() -> Model {
    let mut m = Model::new();
    let queens: Vec<VarId> = (1..=4).map(|row| m.named_var(format!("queen {row}"), 1..=4)).collect();
    m.post(all_different(&queens)).label("columns", ());
    m.post(all_different(&queens).with_offsets(&[0, 1, 2, 3])).label("rising", ());
    m.post(all_different(&queens).with_offsets(&[3, 2, 1, 0])).label("falling", ());
    m
}

#[test]
fn the_log_tells_the_story_of_a_search() {
    let lines = logged(|| {
        let compiled = queens().compile(Limits::none()).unwrap();
        let queen = VarId::new(0);
        let mut solver = compiled.solver().branch(input_order()).assume([Atom::ne(queen, 4)]);
        assert_eq!(solver.count(10).unwrap().n, 2);
    });
    let text: String = lines.iter().map(|(level, line)| format!("{level} {line}\n")).collect();
    insta::assert_snapshot!(text, @"
    DEBUG compiled 4 variables and 3 constraints under the plan Fast: 3 propagators, 0 bytes of tables
    DEBUG root: 4 of 4 variables are open, 16 of 16 values are left
    DEBUG 1 claims are assumed
    DEBUG nothing is decided: 4 of 4 variables are open, 15 of 16 values are left
    TRACE decision 1: queen 1 = 1
    TRACE decision 2: queen 2 = 3
    TRACE after 2 decisions: contradiction by falling at queen 1 (the value is already used)
    TRACE after 1 decisions: contradiction by falling at queen 1 (the value is already used)
    DEBUG nothing is decided: 4 of 4 variables are open, 14 of 16 values are left
    TRACE decision 1: queen 1 = 2
    DEBUG solution 1: 3 nodes, 2 failures, 22 propagations, 0 restarts, 1 solutions, depth 2
    DEBUG solution 2: 3 nodes, 2 failures, 27 propagations, 0 restarts, 2 solutions, depth 2
    DEBUG nothing is left to search: 3 nodes, 2 failures, 27 propagations, 0 restarts, 2 solutions, depth 2
    ");
}

#[test]
fn the_log_says_why_a_search_ends() {
    let contradiction = logged(|| {
        let mut m = queens();
        m.post(VarId::new(0).equals(1)).label("corner", ());
        m.post(VarId::new(1).equals(1)).label("below it", ());
        assert!(matches!(m.compile(Limits::none()).unwrap().solver().first().unwrap(), Found::None));
    });
    let root = contradiction.iter().find(|(_, line)| line.starts_with("root")).unwrap();
    assert_eq!(root.1, "root: contradiction by columns at queen 1 (the value is already used)");
    let stopped = logged(|| {
        let solver = queens().compile(Limits::none()).unwrap().solver();
        assert!(matches!(solver.limit(Limit::nodes(0)).first().unwrap(), Found::Stopped(_)));
    });
    assert!(stopped.last().unwrap().1.starts_with("stopped by the limit of 0 nodes: 0 nodes, 0 failures"));
    let restarted = logged(|| {
        let solver = queens().compile(Limits::none()).unwrap().solver().branch(input_order());
        assert!(matches!(solver.restart(luby(1)).unique().unwrap(), Verdict::Many(..)));
    });
    let levels = |start: &str| restarted.iter().filter(|(_, line)| line.starts_with(start)).count();
    assert_eq!(levels("solution "), 2);
}
