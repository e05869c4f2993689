//! Where to branch: which variable, and which of its values first.

use super::random::Random;
use crate::engine::Engine;
use crate::ids::{Atom, Op, VarId};
use std::fmt;

/// What a brancher sees: the engine at a fixpoint, the variables to decide, their weights.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    engine: &'a Engine,
    vars: &'a [VarId],
    weights: &'a [f64],
}

impl<'a> View<'a> {
    pub(super) fn new(engine: &'a Engine, vars: &'a [VarId], weights: &'a [f64]) -> Self {
        Self { engine, vars, weights }
    }

    /// The engine.
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// The variables that are not fixed, with the sizes of their domains, in the order of the model.
    pub fn open(&self) -> impl Iterator<Item = (VarId, u64)> + 'a {
        let engine = self.engine;
        self.vars.iter().filter(move |&&x| !engine.is_fixed(x)).map(move |&x| (x, engine.size(x)))
    }

    /// How often constraints over the variable have failed, recent failures counting more.
    pub fn weight(&self, x: VarId) -> f64 {
        self.weights[x.index()]
    }

    /// The share of fixed variables in the fullest constraint over the variable, from 0 to 1.
    pub fn fullness(&self, x: VarId) -> f64 {
        let share = |scope: &[VarId]| {
            let fixed = scope.iter().filter(|&&y| self.engine.size(y) == 1).count();
            fixed as f64 / scope.len().max(1) as f64
        };
        let of = |p| {
            let propagator = self.engine.propagator(p);
            match propagator.parts() {
                [] => share(propagator.scope()),
                parts => parts.iter().filter(|part| part.contains(&x)).map(|part| share(part)).fold(0.0, f64::max),
            }
        };
        self.engine.watchers(x).map(of).fold(0.0, f64::max)
    }

    /// How many combinations support a value, relative to its rivals, summed over the constraints that can tell.
    pub fn support(&self, x: VarId, value: i64) -> f64 {
        let of = |p| {
            let propagator = self.engine.propagator(p);
            let position = propagator.scope().iter().position(|&y| y == x)?;
            propagator.support(position, value, self.engine.now())
        };
        self.engine.watchers(x).filter_map(of).map(|n: u64| (n as f64).ln_1p()).sum()
    }

    /// What the brancher claims, if that splits the search; else the smallest value of the first open variable, so that
    /// every search gets to its end, and a decision made too early on another variable repeats no solution.
    pub(super) fn ask(&self, brancher: &mut dyn Brancher) -> Option<Atom> {
        let any = || {
            let (x, _) = self.open().next()?;
            Some(self.halve(x).unwrap_or_else(|| Atom::eq(x, self.engine.min(x))))
        };
        brancher.choose(self).filter(|&atom| self.splits(atom)).or_else(any)
    }

    /// The claim that a variable lies in the lower half of its range, where its values are too many to be tried one by one.
    pub fn halve(&self, x: VarId) -> Option<Atom> {
        let (min, max) = (self.engine.min(x), self.engine.max(x));
        (!self.engine.is_enumerable(x)).then(|| Atom::at_most(x, min + (max - min) / 2))
    }

    /// Whether a claim is about one of the variables, and neither certain nor impossible.
    fn splits(&self, Atom { var, op, value }: Atom) -> bool {
        if !self.vars.contains(&var) {
            return false;
        }
        let (min, max) = (self.engine.min(var), self.engine.max(var));
        match op {
            Op::Eq | Op::Ne => min < max && self.engine.contains(var, value),
            Op::Ge => min < value && value <= max,
            Op::Le => min <= value && value < max,
        }
    }
}

/// Decides where to branch.
pub trait Brancher: fmt::Debug + Send {
    /// The claim to try first; its negation is tried after it. `None` once nothing is left that the brancher cares about:
    /// the search then decides the remaining variables in their order.
    ///
    /// A claim that is certain or impossible, or about a variable that is not asked for yet, is not followed: the search
    /// then decides the first open variable.
    fn choose(&mut self, view: &View<'_>) -> Option<Atom>;

    /// Called when a new question begins, which must branch as the first one did.
    fn reset(&mut self) {}
}

/// Which variable to branch on.
#[derive(Clone, Debug)]
enum VarOrder {
    Input,
    FirstFail,
    Weighted,
    Fullest,
    Random { seed: u64, stream: Box<Random> },
}

/// Which value to try first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ValueOrder {
    /// The smallest.
    #[default]
    Minimum,
    /// The largest.
    Maximum,
    /// The median: of an even number of values, the smaller of the two in the middle.
    Median,
    /// The one that most combinations of the constraints' tables support.
    MostSupported,
    /// Any, by seed.
    Random(u64),
}

/// A brancher made of an order of variables and an order of values. Values that are too many to be tried one by one are
/// halved first, towards the smallest, the largest or by seed.
#[derive(Clone, Debug)]
pub struct Branch {
    var: VarOrder,
    value: ValueOrder,
    /// Where the order of values is random.
    values: Option<Box<Random>>,
}

/// Variables in the order of the model.
pub fn input_order() -> Branch {
    Branch::new(VarOrder::Input)
}

/// The variable with the fewest values first (Haralick and Elliott 1980); ties in the order of the model.
pub fn first_fail() -> Branch {
    Branch::new(VarOrder::FirstFail)
}

/// The variable with the smallest quotient of domain size and weight of failures first (Boussemart et al. 2004).
pub fn dom_wdeg() -> Branch {
    Branch::new(VarOrder::Weighted)
}

/// The variable with the fewest values first; among those, the one whose fullest constraint is fullest, which is how a
/// person looks for a place to go on.
pub fn fullest() -> Branch {
    Branch::new(VarOrder::Fullest)
}

/// Variables in random order by seed, and values too.
pub fn random_order(seed: u64) -> Branch {
    Branch::new(VarOrder::Random { seed, stream: Box::new(Random::new(seed, VARIABLES)) })
        .values(ValueOrder::Random(seed))
}

/// The streams of one seed, so that the choice of a value tells nothing about the choice of a variable.
const VARIABLES: u64 = 0;
const VALUES: u64 = 1;

impl Branch {
    fn new(var: VarOrder) -> Self {
        Self { var, value: ValueOrder::Minimum, values: None }
    }

    /// With this order of values.
    pub fn values(mut self, order: ValueOrder) -> Self {
        self.value = order;
        self.values = match order {
            ValueOrder::Random(seed) => Some(Box::new(Random::new(seed, VALUES))),
            _ => None,
        };
        self
    }

    fn variable(&mut self, view: &View<'_>) -> Option<VarId> {
        match &mut self.var {
            VarOrder::Input => view.open().next().map(|(x, _)| x),
            VarOrder::FirstFail => view.open().min_by_key(|&(_, size)| size).map(|(x, _)| x),
            VarOrder::Weighted => {
                let mut best = None;
                let mut least = f64::INFINITY;
                for (x, size) in view.open() {
                    // No size takes the sign's bit, and signed numbers are converted in one instruction.
                    let score = size as i64 as f64 / view.weight(x);
                    if score < least {
                        (best, least) = (Some(x), score);
                    }
                }
                best
            }
            VarOrder::Fullest => {
                let fewest = view.open().map(|(_, size)| size).min()?;
                let mut best = None;
                let mut most = -1.0;
                for (x, _) in view.open().filter(|&(_, size)| size == fewest) {
                    let fullness = view.fullness(x);
                    if fullness > most {
                        (best, most) = (Some(x), fullness);
                    }
                }
                best
            }
            VarOrder::Random { stream, .. } => {
                let open = view.open().count() as u64;
                if open == 0 {
                    return None;
                }
                view.open().nth(stream.below(open) as usize).map(|(x, _)| x)
            }
        }
    }
}

impl Brancher for Branch {
    fn choose(&mut self, view: &View<'_>) -> Option<Atom> {
        let x = self.variable(view)?;
        let engine = view.engine();
        if let Some(lower) = view.halve(x) {
            let upper = match (self.value, &mut self.values) {
                (ValueOrder::Maximum, _) => true,
                (ValueOrder::Random(_), Some(values)) => values.below(2) == 1,
                _ => false,
            };
            return if upper { lower.negated() } else { Some(lower) };
        }
        let value = match self.value {
            ValueOrder::Minimum => engine.min(x),
            ValueOrder::Maximum => engine.max(x),
            ValueOrder::Median => {
                let middle = (engine.size(x) - 1) / 2;
                engine.values(x).nth(middle as usize).unwrap_or_else(|| engine.min(x))
            }
            ValueOrder::MostSupported => {
                let mut best = (engine.min(x), f64::NEG_INFINITY);
                for value in engine.values(x) {
                    let support = view.support(x, value);
                    if support > best.1 {
                        best = (value, support);
                    }
                }
                best.0
            }
            ValueOrder::Random(_) => {
                let below = |values: &mut Box<Random>| values.below(engine.size(x));
                let nth = self.values.as_mut().map_or(0, below) as usize;
                engine.values(x).nth(nth).unwrap_or_else(|| engine.min(x))
            }
        };
        Some(Atom::eq(x, value))
    }

    fn reset(&mut self) {
        if let VarOrder::Random { seed, stream } = &mut self.var {
            **stream = Random::new(*seed, VARIABLES);
        }
        if let (ValueOrder::Random(seed), Some(values)) = (self.value, &mut self.values) {
            **values = Random::new(seed, VALUES);
        }
    }
}
