//! The harness for constraints: everything that a constraint promises, compared with brute force.
//!
//! Whoever writes a constraint gives [`check`] a few small domains and the constraint; it knows how a constraint can go
//! wrong. What several constraints do to each other is tried by [`check_random_models`]. Whoever writes a puzzle pins its
//! behaviour with a [`portrait`], or with [`portraits`] of a file.

mod brute;
mod check;
mod dice;
mod portrait;
mod random;

#[cfg(test)]
mod liars;

pub use crate::model::Steps;
pub use crate::store::Spans;
pub use brute::solutions;
pub use check::{Check, Consistency, check};
pub use dice::Dice;
pub use portrait::{Portrait, portrait, portraits};
pub use random::{check_random_models, engine_solutions, random_model};

use crate::limit::{Budget, Limits};
use crate::model::{Compiled, Error, Model, Plan};

/// Compiles a model under a plan by some of its steps only, to compare with what the others add.
///
/// ```
/// use gridwright::{Limits, Model, Plan, all_different, testing::{Steps, compile_steps}};
/// let mut m = Model::new();
/// let row = m.vars(3, 1..=3);
/// m.post(all_different(&row));
/// let plain = compile_steps(&m, Plan::Fast, Steps { derive: false, join: false }, Limits::none())?;
/// assert_eq!(plain.solver().count(100)?, m.compile(Limits::none())?.solver().count(100)?);
/// # Ok::<(), gridwright::Error>(())
/// ```
///
/// # Errors
/// As [`Model::compile`].
pub fn compile_steps(model: &Model, plan: Plan, steps: Steps, limits: impl Into<Limits>) -> Result<Compiled, Error> {
    model.compile_steps(plan, steps, &mut Budget::start(&limits.into()))
}
