//! Tests of what a running propagator sees and does.

use super::*;
use crate::domain::Domain;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Mutex;

type Run = dyn Fn(&mut Cx<'_>) -> Result<Outcome, Conflict> + Send + Sync;

/// Does what a test says.
struct Act {
    scope: Vec<VarId>,
    words: usize,
    run: Box<Run>,
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Act").field(&self.scope).finish()
    }
}

impl Propagator for Act {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("the test says so")] }
    }

    fn state_words(&self) -> usize {
        self.words
    }

    fn cache_words(&self) -> usize {
        self.words
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        (self.run)(cx)
    }
}

fn act(scope: &[VarId], run: impl Fn(&mut Cx<'_>) -> Result<Outcome, Conflict> + Send + Sync + 'static) -> Act {
    Act { scope: scope.to_vec(), words: 0, run: Box::new(run) }
}

fn engine(domains: &[Domain], acts: Vec<Act>) -> Engine {
    let bases: Vec<i64> = domains.iter().map(|domain| domain.bounds().unwrap().0).collect();
    let layout = Layout::new(&bases, |i| &domains[i], Spans::USUAL, |_| Ok(())).unwrap();
    let acts = acts.into_iter().enumerate();
    let props = acts.map(|(i, act)| (Arc::new(act) as Arc<dyn Propagator>, ConstraintId::new(i).into()));
    Engine::new(Arc::new(Network::new(layout, props, &mut Budget::unlimited()).unwrap()))
}

fn vars(n: usize) -> Vec<VarId> {
    (0..n).map(VarId::new).collect()
}

fn fixpoint(engine: &mut Engine) -> End {
    engine.fixpoint(&mut Budget::unlimited())
}

const WHY: Why = Why::rule(0);

#[test]
fn a_propagator_learns_which_positions_have_changed() {
    let (vars, seen) = (vars(70), Arc::new(Mutex::new(Vec::new())));
    let noted = seen.clone();
    let note = act(&vars, move |cx| {
        noted.lock().unwrap().push(cx.dirty());
        Ok(Outcome::AtFixpoint)
    });
    let mut engine = engine(&vec![(1..=9).into(); 70], vec![note]);
    let mut seen_after = |changed: &[usize]| {
        for &i in changed {
            engine.assume(Atom::ne(vars[i], engine.max(vars[i]))).unwrap();
        }
        assert_eq!(fixpoint(&mut engine), End::Fixpoint);
        std::mem::take(&mut *seen.lock().unwrap())
    };
    assert_eq!(seen_after(&[]), [u64::MAX]);
    assert_eq!(seen_after(&[]), [0; 0]);
    assert_eq!(seen_after(&[3]), [1 << 3]);
    assert_eq!(seen_after(&[69, 5, 63]), [1 << 63 | 1 << 5]);
    assert_eq!(engine.runs(), 3);
}

/// Runs until a value below 5 is left, one value a run, and says each time what it is told to.
fn runs_of(scope: &[VarId], outcome: Outcome) -> (u64, i64) {
    let x = VarId::new(0);
    let one_less = act(scope, move |cx| {
        if cx.max(x) > 5 {
            cx.remove(x, cx.max(x), WHY)?;
        }
        Ok(outcome)
    });
    let mut engine = engine(&vec![(1..=9).into(); 20], vec![one_less]);
    assert_eq!(fixpoint(&mut engine), End::Fixpoint);
    (engine.runs(), engine.max(x))
}

#[test]
fn own_changes_wake_a_propagator_unless_it_is_at_its_fixpoint() {
    let (few, many) = (vars(2), vars(20));
    assert_eq!(runs_of(&few, Outcome::Suspend), (5, 5));
    assert_eq!(runs_of(&few, Outcome::AtFixpoint), (1, 8));
    assert_eq!(runs_of(&many, Outcome::AtFixpoint), (1, 8));
    assert_eq!(runs_of(&few, Outcome::Entailed), (1, 8));
    // Such a claim of a scope that names a variable twice is not believed.
    for scope in [few, many] {
        let twice = [&scope[..], &scope[1..2]].concat();
        assert_eq!(runs_of(&twice, Outcome::AtFixpoint), (5, 5));
    }
}

#[test]
fn every_pruning_tells_whether_it_changed_anything() {
    let x = VarId::new(0);
    let prune = act(&[x], move |cx| {
        assert!(cx.is_narrow(x) && !cx.is_interval(x) && cx.is_enumerable(x));
        assert_eq!((cx.base(x), cx.mask(x)), (11, 0b11_1111_1111));
        for (changes, left) in [(true, 8), (false, 8)] {
            assert_eq!(cx.remove(x, 15, WHY)?, changes);
            assert_eq!(cx.at_least(x, 12, WHY)?, changes);
            assert_eq!((cx.size(x), cx.min(x), cx.max(x)), (left, 12, 20));
        }
        for (changes, left) in [(true, 6), (false, 6)] {
            assert_eq!(cx.at_most(x, 19, WHY)?, changes);
            assert_eq!(cx.keep_mask(x, !0b100, WHY)?, changes);
            assert_eq!((cx.size(x), cx.max(x)), (left, 19));
        }
        assert!(cx.contains(x, 12) && !cx.contains(x, 13) && !cx.contains(x, 20));
        assert!(cx.values(x).eq([12, 14, 16, 17, 18, 19]));
        assert!(cx.keep_if(x, |v| v % 2 == 0, WHY)? && !cx.keep_if(x, |v| v % 2 == 0, WHY)?);
        assert!(cx.keep_supported(x, |now, v| v > now.min(x), WHY)?);
        assert!(!cx.is_fixed(x) && cx.value(x).is_none());
        assert!(cx.fix(x, 16, WHY)? && !cx.fix(x, 16, WHY)?);
        assert!(cx.is_fixed(x) && cx.value(x) == Some(16) && cx.now().value(x) == Some(16));
        Ok(Outcome::Entailed)
    });
    let mut engine = engine(&[(11..=20).into()], vec![prune]);
    assert_eq!(fixpoint(&mut engine), End::Fixpoint);
    assert!(engine.is_entailed(PropId::new(0)));
    assert_eq!(engine.cause(0).author(), Author::Propagator(PropId::new(0)));
}

#[test]
fn a_contradiction_names_the_variable_or_the_propagator_as_a_whole() {
    let x = VarId::new(0);
    let runs: [(Box<Run>, Option<VarId>); 4] = [
        (Box::new(move |cx| cx.remove(x, 7, WHY.with(3)).map(|_| Outcome::Suspend)), Some(x)),
        (Box::new(move |cx| cx.fix(x, 8, WHY.with(3)).map(|_| Outcome::Suspend)), Some(x)),
        (Box::new(move |cx| Err(cx.no_value(x, WHY.with(3)))), Some(x)),
        (Box::new(move |cx| Err(cx.fail(WHY.with(3)))), None),
    ];
    for (run, var) in runs {
        let mut engine = engine(&[7.into()], vec![Act { scope: vec![x], words: 0, run }]);
        assert_eq!(fixpoint(&mut engine), End::Contradiction);
        let failure = engine.failure().unwrap();
        assert_eq!((failure.var, failure.at), (var, 0));
        assert_eq!(failure.cause, Cause::propagator(PropId::new(0), WHY.with(3)));
    }
}

/// Prunes the first variable of these domains, twice: what is left, and which of both changed anything.
fn twice(
    domains: &[Domain],
    prune: impl Fn(&mut Cx<'_>, VarId) -> Result<bool, Conflict> + Send + Sync + 'static,
) -> Option<(Engine, [bool; 2])> {
    let changed = Arc::new(Mutex::new([false; 2]));
    let noted = changed.clone();
    let run = act(&vars(domains.len()), move |cx| {
        let x = VarId::new(0);
        *noted.lock().unwrap() = [prune(cx, x)?, prune(cx, x)?];
        Ok(Outcome::AtFixpoint)
    });
    let mut engine = engine(domains, vec![run]);
    let end = fixpoint(&mut engine);
    let changed = *changed.lock().unwrap();
    (end == End::Fixpoint).then_some((engine, changed))
}

#[test]
fn of_accepted_ranges_no_value_goes_and_in_few_values_no_other_stays() {
    let some_multiple = |(low, high): (i64, i64)| (low.max(5_000) + 999).div_euclid(1_000) * 1_000 <= high.min(40_000);
    for domain in [(0..=50_000).into(), (-1_000_000_000..=1_000_000_000).into()] {
        let (engine, changed) = twice(&[domain], move |cx, x| cx.keep_ranges(x, some_multiple, WHY)).unwrap();
        assert!(engine.values(VarId::new(0)).eq((5..=40).map(|v| v * 1_000)));
        assert_eq!(changed, [true, false]);
    }
    let wide: Domain = (-1_000_000_000..=1_000_000_000).into();
    let apart = |(low, high): (i64, i64)| (low..=high).contains(&-7) || (low..=high).contains(&800_000_001);
    let (engine, changed) = twice(std::slice::from_ref(&wide), move |cx, x| cx.keep_ranges(x, apart, WHY)).unwrap();
    assert_eq!((engine.min(VarId::new(0)), engine.max(VarId::new(0)), changed), (-7, 800_000_001, [true, false]));
    assert!(twice(std::slice::from_ref(&wide), |cx, x| cx.keep_ranges(x, |_| false, WHY)).is_none());
    // A condition that cannot tell is not asked for ever, and takes no value that it might accept.
    let asked = Arc::new(Mutex::new(0));
    let counted = asked.clone();
    let vague = move |(low, high): (i64, i64)| {
        *counted.lock().unwrap() += 1;
        low != high || low == 123_456_789
    };
    let (engine, _) = twice(&[wide], move |cx, x| cx.keep_ranges(x, &vague, WHY)).unwrap();
    assert!(engine.contains(VarId::new(0), 123_456_789));
    assert!(*asked.lock().unwrap() < 2_000);
}

#[test]
fn of_listed_values_those_stay_whose_index_is_accepted() {
    const LIST: [i64; 6] = [-900_000_000, -5, 7, 1_000, 2_000, 900_000_000];
    let wide: Domain = (-800_000_000..=1_000_000_000).into();
    let keep = |domain: &Domain, kept: &'static [usize]| {
        twice(std::slice::from_ref(domain), move |cx, x| cx.keep_listed(x, &LIST, |i| kept.contains(&i), WHY))
    };
    let (engine, changed) = keep(&wide, &[0, 2, 4]).unwrap();
    assert!(engine.values(VarId::new(0)).eq([7, 2_000]));
    assert_eq!(changed, [true, false]);
    let (engine, changed) = keep(&wide, &[1, 3, 5]).unwrap();
    assert_eq!((engine.min(VarId::new(0)), engine.max(VarId::new(0)), changed), (-5, 900_000_000, [true, false]));
    assert!(keep(&wide, &[0]).is_none(), "the domain has no such value");
    let (engine, _) = keep(&(0..=1_500).into(), &[1, 2, 3, 4]).unwrap();
    assert!(engine.values(VarId::new(0)).eq([7, 1_000]));
}

#[test]
fn of_two_variables_the_common_values_stay() {
    let (x, y) = (VarId::new(0), VarId::new(1));
    let common = |first: Domain, second: Domain| twice(&[first, second], move |cx, _| cx.keep_common(x, y, WHY));
    let large = || Domain::from(500..=2_000_000_000);
    let (engine, changed) = common((0..=1_000_000_000).into(), large()).unwrap();
    for z in [x, y] {
        assert_eq!((engine.min(z), engine.max(z)), (500, 1_000_000_000));
    }
    assert_eq!(changed, [true, false]);
    let few = || Domain::from([1, 501, 600, 3_000]);
    for (first, second) in [(few(), large()), (large(), few()), (few(), (500..=2_999).into())] {
        let top = if first.contains(2_000_000_000) || second.contains(2_000_000_000) { 3_000 } else { 600 };
        let (engine, changed) = common(first, second).unwrap();
        let expected: BTreeSet<i64> = [501, 600, top].into();
        for z in [x, y] {
            assert!(engine.values(z).eq(expected.iter().copied()));
        }
        assert_eq!(changed, [true, false]);
    }
    assert!(common((0..=400).into(), large()).is_none());
}

#[test]
fn state_is_undone_and_the_cache_is_not() {
    let x = VarId::new(0);
    let seen: Arc<Mutex<Vec<[u64; 4]>>> = Arc::default();
    let count = |number: u64, words: usize| {
        let seen = seen.clone();
        let run = move |cx: &mut Cx<'_>| {
            let cache = cx.take_cache();
            assert_eq!((cache.len(), cx.take_cache().len()), (words, 0));
            let last = words - 1;
            seen.lock().unwrap().push([number, cx.state(0), cx.state(last), cache[last]]);
            cx.set_state(0, cx.state(0) + number);
            cx.set_state(last, cx.state(last) + 1);
            cache[last] += number;
            Ok(Outcome::AtFixpoint)
        };
        Act { scope: vec![x], words, run: Box::new(run) }
    };
    let mut engine = engine(&[(1..=9).into()], vec![count(1, 2), count(10, 3)]);
    let seen_after = |engine: &mut Engine| {
        engine.assume(Atom::ne(x, engine.max(x))).unwrap();
        assert_eq!(fixpoint(engine), End::Fixpoint);
        std::mem::take(&mut *seen.lock().unwrap())
    };
    assert_eq!(seen_after(&mut engine), [[1, 0, 0, 0], [10, 0, 0, 0]]);
    engine.push();
    engine.attach(Arc::new(count(100, 4)), Parents::none());
    assert_eq!(seen_after(&mut engine), [[100, 0, 0, 0], [1, 1, 1, 1], [10, 10, 1, 10]]);
    assert_eq!(seen_after(&mut engine), [[1, 2, 2, 2], [10, 20, 2, 20], [100, 100, 1, 100]]);
    engine.pop();
    assert_eq!(seen_after(&mut engine), [[1, 1, 1, 3], [10, 10, 1, 30]]);
}

#[test]
fn a_spent_budget_stops_a_propagator_and_what_it_left_is_done_later() {
    let x = VarId::new(0);
    let stop = crate::limit::StopFlag::new();
    let flag = stop.clone();
    let slow = act(&[x], move |cx| {
        if cx.max(x) == 9 {
            assert!(cx.spend(1) && cx.spend_on(1));
            flag.stop();
            // The flag is not looked at after every step.
            assert!(!cx.spend(1_000_000) && !cx.spend_on(1));
            return Ok(Outcome::Suspend);
        }
        cx.fix(x, 3, WHY)?;
        Ok(Outcome::Entailed)
    });
    let mut engine = engine(&[(1..=9).into()], vec![slow]);
    let mut budget = Budget::start(&crate::limit::Limits::none().stopped_by(&stop));
    assert_eq!(engine.fixpoint(&mut budget), End::Stopped(Limit::Interrupt));
    engine.assume(Atom::ne(x, 9)).unwrap();
    assert_eq!(fixpoint(&mut engine), End::Fixpoint);
    assert_eq!(engine.value(x), Some(3));
}

/// Keeps a variable at least as large as another.
fn follow(leader: VarId, x: VarId, words: usize) -> Act {
    let run = move |cx: &mut Cx<'_>| {
        assert_eq!(cx.take_cache().len(), words);
        cx.at_least(x, cx.min(leader), WHY)?;
        Ok(Outcome::AtFixpoint)
    };
    Act { scope: vec![leader, x], words, run: Box::new(run) }
}

#[test]
fn what_came_later_goes_level_by_level_and_is_restricted_like_the_rest() {
    let vars = vars(4);
    let follower = |i: usize, words: usize| follow(vars[0], vars[i], words);
    let mut engine = engine(&vec![(1..=9).into(); 4], vec![follower(1, 0)]);
    // Where the followers come to when the first variable is large.
    let followed = |engine: &mut Engine| {
        assert_eq!(fixpoint(engine), End::Fixpoint);
        engine.push();
        engine.assume(Atom::at_least(vars[0], 5)).unwrap();
        assert_eq!(fixpoint(engine), End::Fixpoint);
        let mins = [1, 2, 3].map(|i| engine.min(vars[i]));
        engine.pop();
        mins
    };
    for (i, words) in [(2, 1), (3, 2)] {
        engine.push();
        let p = engine.attach(Arc::new(follower(i, words)), ConstraintId::new(i - 1));
        assert_eq!((p.index(), engine.propagators()), (i - 1, i));
    }
    assert_eq!(followed(&mut engine), [5, 5, 5]);
    for (allowed, mins) in [([false, true, true], [1, 5, 5]), ([true, false, true], [5, 1, 5])] {
        engine.restrict(Some(&|c| allowed[c.index()]));
        assert_eq!(followed(&mut engine), mins);
    }
    engine.restrict(None);
    assert_eq!(followed(&mut engine), [5, 5, 5]);
    engine.pop();
    assert_eq!((followed(&mut engine), engine.propagators()), ([5, 5, 1], 2));
    engine.pop();
    assert_eq!((followed(&mut engine), engine.propagators()), ([5, 1, 1], 1));
    engine.restrict(Some(&|_| false));
    engine.attach(Arc::new(follower(3, 1)), Parents::none());
    assert_eq!(followed(&mut engine), [1, 1, 5], "what comes under a restriction acts");
}

#[test]
fn when_the_strength_changes_all_are_asked_again() {
    let (x, seen) = (VarId::new(0), Arc::new(Mutex::new(Vec::new())));
    let noted = seen.clone();
    let note = act(&[x], move |cx| {
        noted.lock().unwrap().push(cx.strength());
        Ok(Outcome::AtFixpoint)
    });
    let mut engine = engine(&[(1..=9).into()], vec![note]);
    let seen = |engine: &mut Engine| {
        assert_eq!(fixpoint(engine), End::Fixpoint);
        std::mem::take(&mut *seen.lock().unwrap())
    };
    assert_eq!(seen(&mut engine), [Strength::Full]);
    engine.set_strength(Strength::Full);
    assert_eq!(seen(&mut engine), []);
    engine.set_strength(Strength::Unit);
    assert_eq!(seen(&mut engine), [Strength::Unit]);
    engine.push();
    engine.set_strength(Strength::Full);
    assert_eq!(seen(&mut engine), [Strength::Full]);
    engine.pop();
    assert_eq!(seen(&mut engine), [Strength::Full], "what the level below has reached was reached by others");
    engine.push();
    engine.pop();
    assert_eq!(seen(&mut engine), []);
}

#[test]
fn whoever_rests_for_good_rests_until_its_level_is_popped() {
    let vars = vars(2);
    let mut engine = engine(&vec![(1..=9).into(); 2], vec![]);
    engine.push();
    let p = engine.attach(Arc::new(follow(vars[0], vars[1], 0)), Parents::none());
    assert_eq!((fixpoint(&mut engine), engine.runs()), (End::Fixpoint, 1));
    engine.retire(p);
    engine.assume(Atom::at_least(vars[0], 5)).unwrap();
    assert_eq!((fixpoint(&mut engine), engine.runs(), engine.min(vars[1])), (End::Fixpoint, 1, 1));
    assert!(engine.is_entailed(p));
    engine.pop();
    assert_eq!((engine.propagators(), engine.min(vars[0])), (0, 1));
}
