//! Tests of the engine with hand-made propagators.

use super::*;
use crate::ids::Atom;
use crate::propagate::{Cx, Outcome, Rule};
use crate::store::{Author, Layout, Spans, Why};

mod context;

/// `x < y`, the smallest propagator that prunes both ways.
#[derive(Debug)]
struct Less([VarId; 2]);

impl Propagator for Less {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("it is smaller")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [x, y] = self.0;
        cx.at_most(x, cx.max(y) - 1, Why::rule(0))?;
        cx.at_least(y, cx.min(x) + 1, Why::rule(0))?;
        Ok(if cx.max(x) < cx.min(y) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}

fn chain(n: usize, top: i64) -> Engine {
    let bases = vec![1; n];
    let domain = (1..=top).into();
    let domains = Layout::new(&bases, |_| &domain, Spans::USUAL, |_| Ok(())).unwrap();
    let props = (1..n).map(|i| {
        let less: Arc<dyn Propagator> = Arc::new(Less([VarId::new(i - 1), VarId::new(i)]));
        (less, ConstraintId::new(i - 1).into())
    });
    Engine::new(Arc::new(Network::new(domains, props, &mut Budget::unlimited()).unwrap()))
}

#[test]
fn a_chain_reaches_its_fixpoint_and_pops_back() {
    let mut engine = chain(4, 6);
    let mut budget = Budget::unlimited();
    assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
    let bounds = |e: &Engine| (0..4).map(|i| (e.min(VarId::new(i)), e.max(VarId::new(i)))).collect::<Vec<_>>();
    assert_eq!(bounds(&engine), [(1, 3), (2, 4), (3, 5), (4, 6)]);
    engine.push();
    engine.decide(Atom::at_least(VarId::new(0), 3)).unwrap();
    assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
    assert_eq!(bounds(&engine), [(3, 3), (4, 4), (5, 5), (6, 6)]);
    engine.pop();
    assert_eq!(bounds(&engine), [(1, 3), (2, 4), (3, 5), (4, 6)]);
}

#[test]
fn a_contradiction_names_the_propagator_and_is_forgotten_after_pop() {
    let mut engine = chain(3, 2);
    engine.push();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Contradiction);
    assert!(matches!(engine.failure().unwrap().cause.author(), Author::Propagator(_)));
    engine.pop();
    assert_eq!(engine.failure(), None);
    engine.restrict(Some(&|c| c.index() == 0));
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!((engine.value(VarId::new(0)), engine.size(VarId::new(2))), (Some(1), 2));
}

#[test]
fn who_may_act_since_a_level_acts_below_it_too() {
    let mut engine = chain(3, 4);
    let mut budget = Budget::unlimited();
    engine.restrict(Some(&|_| false));
    assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
    assert_eq!(engine.max(VarId::new(0)), 4);
    engine.push();
    engine.restrict(None);
    engine.pop();
    assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
    assert_eq!(engine.max(VarId::new(0)), 2);
}

#[test]
fn a_contradiction_below_a_level_outlives_it() {
    let mut engine = chain(3, 2);
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Contradiction);
    let failure = engine.failure().copied();
    engine.push();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Contradiction);
    engine.pop();
    assert_eq!(engine.failure().copied(), failure);
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Contradiction);
}

#[test]
fn what_waited_below_a_level_waits_again_after_pop() {
    let mut engine = chain(3, 3);
    engine.push();
    engine.assume(Atom::eq(VarId::new(2), 3)).unwrap();
    engine.pop();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!(engine.value(VarId::new(1)), Some(2));
}

#[test]
fn an_attached_propagator_acts_until_its_level_is_popped() {
    let mut engine = chain(2, 4);
    let mut budget = Budget::unlimited();
    engine.fixpoint(&mut budget);
    let memory = (engine.store.arena_len(), engine.cache.len());
    engine.push();
    engine.attach(Arc::new(Less([VarId::new(1), VarId::new(0)])), ConstraintId::new(0));
    assert_eq!(engine.fixpoint(&mut budget), End::Contradiction);
    engine.pop();
    assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
    assert_eq!((engine.propagators(), engine.max(VarId::new(0))), (1, 3));
    assert_eq!((engine.store.arena_len(), engine.cache.len()), memory);
}

#[test]
fn a_spent_budget_stops_the_fixpoint_and_a_fresh_one_goes_on() {
    let flag = crate::limit::StopFlag::new();
    flag.stop();
    let mut spent = Budget::start(&crate::limit::Limits::none().stopped_by(&flag));
    let mut engine = chain(40, 64);
    assert!(spent.look().is_err());
    assert_eq!(engine.fixpoint(&mut spent), End::Stopped(Limit::Interrupt));
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!((engine.max(VarId::new(0)), engine.min(VarId::new(39))), (25, 40));
}

#[test]
fn levels_know_where_they_began_and_who_changed_what() {
    let mut engine = chain(3, 6);
    let (x, y) = (VarId::new(0), VarId::new(1));
    engine.fixpoint(&mut Budget::unlimited());
    let root = engine.past(0).at().max(engine.level_start(0));
    engine.push();
    engine.assume(Atom::at_least(x, 2)).unwrap();
    let given = engine.level_start(1);
    engine.push();
    engine.decide(Atom::eq(y, 4)).unwrap();
    assert_eq!((engine.level(), engine.variables(), engine.propagators()), (2, 3, 2));
    assert_eq!((engine.level_start(0), engine.level_start(1), engine.level_start(2)), (root, given, given + 1));
    assert_eq!(engine.cause(root).author(), Author::Given);
    assert_eq!(engine.cause(given).author(), Author::Decision);
    assert_eq!((engine.now().value(y), engine.past(given).value(y)), (Some(4), None));
    assert_eq!((engine.first_from(x, 3), engine.first_from(x, 5), engine.first_from(y, 0)), (Some(3), None, Some(4)));
    assert!(engine.watchers(y).map(|p| p.index()).eq([0, 1]));
    assert!(engine.parents(PropId::new(1)).eq([ConstraintId::new(1)]));
    assert!(engine.assume_in(x, |v| v % 2 == 1).is_ok() && engine.values(x).eq([3]));
    assert!(engine.assume_in(x, |_| false).is_err());
    assert_eq!(engine.failure().map(|failure| failure.var), Some(Some(x)));
    engine.pop_to(1);
    assert_eq!((engine.level(), engine.failure()), (1, None));
    engine.pop_to(0);
    engine.pop();
    assert_eq!((engine.level(), engine.min(x)), (0, 1));
}
