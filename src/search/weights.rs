//! Weights of variables: how often constraints over them have failed, recent failures counting more.
//!
//! Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints" (2004), with the decay of
//! accumulated failure counts; the weight of a failing propagator is added to its whole scope at once.

use crate::engine::Engine;
use crate::ids::{PropId, VarId};
use crate::store::Why;

/// Each failure counts this much more than the one before.
const GROWTH: f64 = 1.0 / 0.99;

/// Beyond this everything is scaled down.
const LARGEST: f64 = 1e100;

/// A weight for each variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    weights: Vec<f64>,
    /// The weights of a fresh search: the number of constraints over the variable. Empty until a search needs them.
    degrees: Vec<f64>,
    step: f64,
    /// Whether a search has used the weights since they were last reset.
    used: bool,
}

impl Weights {
    /// A search begins anew.
    pub(super) fn reset(&mut self) {
        self.used = false;
    }

    /// Where nothing has been weighed since they were reset, takes the weights that a search begins with.
    #[inline]
    pub(super) fn prepare(&mut self, engine: &Engine) {
        if !std::mem::replace(&mut self.used, true) {
            self.begin(engine);
        }
    }

    #[cold]
    fn begin(&mut self, engine: &Engine) {
        if self.degrees.is_empty() {
            self.degrees = degrees(engine);
        }
        self.weights.clone_from(&self.degrees);
        self.step = 1.0;
    }

    /// Counts a failure of a propagator.
    pub(super) fn failed(&mut self, engine: &Engine, p: PropId, why: Why) {
        for &x in engine.propagator(p).culprits(why) {
            self.weights[x.index()] += self.step;
        }
        self.step *= GROWTH;
        if self.step > LARGEST {
            self.weights.iter_mut().for_each(|weight| *weight /= LARGEST);
            self.step /= LARGEST;
        }
    }

    pub(super) fn all(&self) -> &[f64] {
        &self.weights
    }
}

/// How many constraints each variable is in, plus one.
fn degrees(engine: &Engine) -> Vec<f64> {
    let mut degrees: Vec<f64> =
        (0..engine.variables()).map(|i| 1.0 + engine.watchers(VarId::new(i)).count() as f64).collect();
    for p in (0..engine.propagators()).map(PropId::new) {
        let propagator = engine.propagator(p);
        let parts = propagator.parts();
        if !parts.is_empty() {
            propagator.scope().iter().for_each(|x| degrees[x.index()] -= 1.0);
            parts.iter().flatten().for_each(|x| degrees[x.index()] += 1.0);
        }
    }
    degrees
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Model, Plan};

    #[test]
    fn each_failure_counts_a_hundredth_more_than_the_one_before_however_many_there_were() {
        let mut m = Model::new();
        let [x, y, z] = [0, 1, 2].map(|_| m.var(1..=3));
        m.post(x.differs_from(y));
        m.post(y.differs_from(z));
        let engine = m.compile_for(Plan::Explain, Limits::none()).unwrap().engine();
        let mut weights = Weights::default();
        weights.prepare(&engine);
        assert_eq!(weights.all(), [2.0, 3.0, 2.0]);
        weights.failed(&engine, PropId::new(0), Why::rule(0));
        assert_eq!(weights.all(), [3.0, 4.0, 2.0]);
        weights.failed(&engine, PropId::new(1), Why::rule(0));
        assert_eq!(weights.all()[0], 3.0);
        assert!((weights.all()[2] - (2.0 + 1.0 / 0.99)).abs() < 1e-9);
        // The sum of all failures tends to a hundred times the last one.
        for i in 0..60_000 {
            let before = weights.all()[0];
            weights.failed(&engine, PropId::new(0), Why::rule(0));
            let after = weights.all()[0];
            assert!(after.is_finite());
            if i > 2_000 && after > before {
                assert!((0.009..0.011).contains(&((after - before) / after)), "failure {i}");
            }
        }
        assert!(weights.all()[0] > weights.all()[2]);
        weights.prepare(&engine);
        assert!(weights.all()[0] > weights.all()[2]);
        weights.reset();
        weights.prepare(&engine);
        assert_eq!(weights.all(), [2.0, 3.0, 2.0]);
        weights.failed(&engine, PropId::new(1), Why::rule(0));
        assert_eq!(weights.all(), [2.0, 4.0, 3.0]);
    }
}
