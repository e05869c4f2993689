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
    /// The weights of a fresh search: the number of constraints over the variable.
    degrees: Vec<f64>,
    step: f64,
}

impl Weights {
    /// Those that a search begins with.
    pub(super) fn reset(&mut self, engine: &Engine) {
        if self.degrees.len() == engine.variables() {
            self.weights.copy_from_slice(&self.degrees);
        } else {
            self.degrees = degrees(engine);
            self.weights = self.degrees.clone();
        }
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
