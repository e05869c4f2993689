//! One constraint against brute force: solution sets, pruning, claims, levels.

use super::brute;
use super::dice::Dice;
use crate::constraint::Constraint;
use crate::domain::Domain;
use crate::engine::Engine;
use crate::ids::{Atom, PropId, VarId};
use crate::limit::{Budget, Limits};
use crate::model::{Compiled, Model, Plan};
use crate::propagate::{End, Strength};
use crate::store::Spans;
use std::sync::Arc;

/// What a constraint promises about the values that its pruning leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// Nothing but to reject assignments that violate it.
    None,
    /// The smallest and the largest value of each variable have a support among all integers between the bounds of the
    /// others.
    Bounds,
    /// Every value of each variable has a support among the values of the others.
    Domain,
}

/// Which representations small domains get: the usual one, intervals, and intervals of which more than two values are too
/// many to be looked at one by one.
const REPRESENTATIONS: [Spans; 3] =
    [Spans::USUAL, Spans { words: 0, enumerable: 65_536 }, Spans { words: 0, enumerable: 2 }];

/// A constraint over small domains, about to be compared with brute force.
///
/// `constraint` gets one variable for each domain; it may use some twice, or not at all.
///
/// ```
/// use gridwright::{all_different, testing::{Consistency, check}};
/// check([1..=3, 2..=3, 2..=3], |x| all_different(x).domain_consistent()).promises(Consistency::Domain).run();
/// check([1..=3, 1..=3], |x| all_different([x[0], x[1], x[0]])).run();
/// ```
pub fn check<D: Into<Domain>, C: Constraint + 'static>(
    domains: impl IntoIterator<Item = D>,
    constraint: impl FnOnce(&[VarId]) -> C,
) -> Check {
    let domains: Vec<Domain> = domains.into_iter().map(Into::into).collect();
    let vars: Vec<VarId> = (0..domains.len()).map(VarId::new).collect();
    Check { constraint: Arc::new(constraint(&vars)), others: Vec::new(), domains, consistency: Consistency::None }
}

/// See [`check`].
#[derive(Clone, Debug)]
#[must_use = "nothing is checked before `run`"]
pub struct Check {
    domains: Vec<Domain>,
    constraint: Arc<dyn Constraint>,
    others: Vec<Arc<dyn Constraint>>,
    consistency: Consistency,
}

impl Check {
    /// Posts another constraint over the same variables, for what acts for several at once. A consistency can
    /// be promised of one constraint only.
    pub fn and<C: Constraint + 'static>(mut self, constraint: impl FnOnce(&[VarId]) -> C) -> Self {
        let vars: Vec<VarId> = (0..self.domains.len()).map(VarId::new).collect();
        self.others.push(Arc::new(constraint(&vars)));
        self
    }

    /// Demands a consistency at every fixpoint.
    pub fn promises(mut self, consistency: Consistency) -> Self {
        self.consistency = consistency;
        self
    }

    /// Runs every scenario, under both plans, at both strengths, and with domains of words, of intervals whose values are
    /// looked at one by one, and of intervals with too many values for that, where no consistency is demanded:
    ///
    /// - a search through everything finds exactly the solutions that brute force finds;
    /// - no fixpoint, after one decision or several at once, before or after the first propagation, loses a solution or
    ///   leaves a value that the promised consistency forbids;
    /// - an assignment of all variables is accepted exactly if the constraint holds, and then every propagator is
    ///   entailed;
    /// - every claim of a propagator is true: fixpoints, entailment, explanations;
    /// - all that remains true when the strength changes on the way;
    /// - popping restores all domains, and a restriction to no constraint prunes nothing.
    ///
    /// # Panics
    /// If anything of that fails.
    pub fn run(self) {
        let mut model = Model::new();
        for domain in &self.domains {
            model.var(domain.clone());
        }
        for constraint in std::iter::once(&self.constraint).chain(&self.others) {
            model.post_shared(constraint.clone());
        }
        for (plan, spans) in REPRESENTATIONS.iter().flat_map(|&spans| [(Plan::Fast, spans), (Plan::Explain, spans)]) {
            model.represent(spans);
            let compiled = model.compile_for(plan, Limits::none()).unwrap_or_else(|error| panic!("{error}: {self:?}"));
            let truth = brute::solutions(&compiled);
            let truth: Vec<&[i64]> = truth.iter().map(Vec::as_slice).collect();
            for strength in [Strength::Full, Strength::Unit] {
                let consistency = if spans == Spans::USUAL { self.consistency } else { Consistency::None };
                let (dice, restless, check, compiled) = (Dice::new(1), false, &self, &compiled);
                let mut run = Run { check, compiled, consistency, strength, restless, dice, found: 0 };
                for _ in 0..8 {
                    run.walk(&mut run.engine(), &truth);
                }
                let mut engine = run.engine();
                run.search(&mut engine, &truth);
                assert_eq!(run.found, truth.len(), "{run:?} found another number of solutions");
                run.restrict_to_nothing();
                run.restless = true;
                for _ in 0..16 {
                    run.walk(&mut engine, &truth);
                }
            }
        }
    }
}

/// All values of all variables, constants of the compilation included.
fn domains(engine: &Engine) -> Vec<Vec<i64>> {
    (0..engine.variables()).map(|x| engine.values(VarId::new(x)).collect()).collect()
}

/// The solutions that a claim admits.
fn admitted<'s>(truth: &[&'s [i64]], atom: Atom) -> Vec<&'s [i64]> {
    truth.iter().copied().filter(|s| atom.holds(s[atom.var.index()])).collect()
}

/// One plan, and one strength unless it is restless.
#[derive(Debug)]
struct Run<'a> {
    check: &'a Check,
    compiled: &'a Compiled,
    consistency: Consistency,
    strength: Strength,
    restless: bool,
    dice: Dice,
    found: usize,
}

impl Run<'_> {
    fn engine(&self) -> Engine {
        let mut engine = self.compiled.engine();
        engine.check_claims(self.compiled.oracle());
        engine.set_strength(self.strength);
        engine
    }

    /// A claim about an open variable that is neither certain nor impossible; `None` where all variables are fixed.
    fn atom(&mut self, engine: &Engine) -> Option<Atom> {
        let open: Vec<VarId> = (0..self.compiled.variables()).map(VarId::new).filter(|&x| engine.size(x) > 1).collect();
        let x = *open.get(self.dice.below(open.len()))?;
        let values: Vec<i64> = engine.values(x).collect();
        let i = self.dice.below(values.len() - 1);
        Some(match self.dice.below(4) {
            0 => Atom::eq(x, values[i]),
            1 => Atom::ne(x, values[i + 1]),
            2 => Atom::at_most(x, values[i]),
            _ => Atom::at_least(x, values[i + 1]),
        })
    }

    /// Propagates, compares with the solutions that should be left, and says whether the search may go on.
    fn node(&self, engine: &mut Engine, truth: &[&[i64]]) -> bool {
        let end = engine.fixpoint(&mut Budget::unlimited());
        if end == End::Contradiction {
            assert!(truth.is_empty(), "a contradiction hides the solutions {truth:?} of {self:?}");
            return false;
        }
        assert_eq!(end, End::Fixpoint, "{self:?} did not reach a fixpoint");
        for solution in truth {
            let lost = solution.iter().enumerate().find(|&(x, &v)| !engine.contains(VarId::new(x), v));
            assert_eq!(lost, None, "a pruning lost the solution {solution:?} of {self:?}");
        }
        let now = domains(engine);
        if self.strength == Strength::Full {
            match self.consistency {
                Consistency::None => {}
                Consistency::Bounds => self.check_bounds(&now),
                Consistency::Domain => self.check_domains(&now, truth),
            }
        }
        if now.iter().all(|values| values.len() == 1) {
            assert_eq!(truth.len(), 1, "the assignment {now:?} was accepted by {self:?}");
            for p in (0..engine.propagators()).map(PropId::new) {
                let propagator = engine.propagator(p);
                assert!(engine.is_entailed(p), "{propagator:?} is not entailed at the full assignment {now:?}");
            }
        }
        true
    }

    fn check_domains(&self, now: &[Vec<i64>], truth: &[&[i64]]) {
        for x in self.check.constraint.scope() {
            for &v in &now[x.index()] {
                let supported = truth.iter().any(|solution| solution[x.index()] == v);
                assert!(supported, "{x:?} = {v} has no support in {now:?}, left by {self:?}");
            }
        }
    }

    fn check_bounds(&self, now: &[Vec<i64>]) {
        let mut scope = self.check.constraint.scope().to_vec();
        scope.sort_unstable();
        scope.dedup();
        let hulls: Vec<Vec<i64>> = scope
            .iter()
            .map(|x| match now[x.index()][..] {
                [min, .., max] => (min..=max).collect(),
                ref one => one.to_vec(),
            })
            .collect();
        let holds =
            |tuple: &Vec<i64>| self.check.constraint.holds(&|x| scope.binary_search(&x).map_or(0, |i| tuple[i]));
        let supports: Vec<Vec<i64>> = brute::product(&hulls).filter(holds).collect();
        for (i, (x, hull)) in scope.iter().zip(&hulls).enumerate() {
            for v in hull.first().into_iter().chain(hull.last()) {
                let supported = supports.iter().any(|tuple| tuple[i] == *v);
                assert!(supported, "the bound {x:?} = {v} has no support in {now:?}, left by {self:?}");
            }
        }
    }

    /// Visits the whole tree of random decisions.
    fn search(&mut self, engine: &mut Engine, truth: &[&[i64]]) {
        if !self.node(engine, truth) {
            return;
        }
        let Some(atom) = self.atom(engine) else {
            self.found += 1;
            return;
        };
        let before = domains(engine);
        for atom in [Some(atom), atom.negated()].into_iter().flatten() {
            engine.push();
            assert!(engine.decide(atom).is_ok(), "{atom:?} was possible");
            self.search(engine, &admitted(truth, atom));
            engine.pop();
            assert_eq!(before, domains(engine), "popping does not restore the domains of {self:?}");
        }
    }

    /// Assumes several claims at once, propagates, and so on until nothing is open or a contradiction is met.
    fn walk(&mut self, engine: &mut Engine, truth: &[&[i64]]) {
        let before = domains(engine);
        let mut truth = truth.to_vec();
        let mut at_once = self.dice.below(3);
        loop {
            engine.push();
            for _ in 0..at_once {
                if let Some(atom) = self.atom(engine) {
                    assert!(engine.assume(atom).is_ok(), "{atom:?} was possible");
                    truth = admitted(&truth, atom);
                }
            }
            at_once = 1 + self.dice.below(3);
            if self.restless {
                self.strength = *self.dice.pick(&[Strength::Unit, Strength::Full]);
                engine.set_strength(self.strength);
            }
            if !self.node(engine, &truth) || self.atom(engine).is_none() {
                break;
            }
        }
        engine.pop_to(0);
        assert_eq!(before, domains(engine), "popping does not restore the domains of {self:?}");
    }

    fn restrict_to_nothing(&mut self) {
        let mut engine = self.engine();
        engine.restrict(Some(&|_| false));
        let empty = domains(&engine).iter().any(Vec::is_empty);
        if let Some(atom) = self.atom(&engine).filter(|_| !empty) {
            assert!(engine.assume(atom).is_ok(), "{atom:?} was possible");
            let before = domains(&engine);
            let end = engine.fixpoint(&mut Budget::unlimited());
            assert_eq!((end, before), (End::Fixpoint, domains(&engine)), "a constraint acts that may not: {self:?}");
        }
    }
}
