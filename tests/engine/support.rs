//! What several of the engine's tests need.

use gridwright::*;

/// A constraint that never holds, as a propagator sees to it.
#[derive(Clone, Debug)]
pub struct NeverHolds<P>(pub P);

impl<P: Propagator + Clone + 'static> Constraint for NeverHolds<P> {
    fn scope(&self) -> &[VarId] {
        self.0.scope()
    }

    fn holds(&self, _: &dyn Fn(VarId) -> i64) -> bool {
        false
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        to.propagator(self.0.clone());
        Ok(())
    }
}

/// All orders of values, the random one by this seed.
pub fn value_orders(seed: u64) -> [ValueOrder; 5] {
    [ValueOrder::Minimum, ValueOrder::Maximum, ValueOrder::Median, ValueOrder::MostSupported, ValueOrder::Random(seed)]
}
