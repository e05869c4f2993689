//! The first fixpoint: what tables leave of the domains at the start is known without running them.

use super::{End, Outcome, Parts, Posted, Strength};
use crate::ids::PropId;
use crate::limit::Budget;
use crate::store::{Cause, Why};

/// What is known of a propagator over one-word domains before it runs.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// What it leaves of the domain at each position, as [`Cx::mask`](crate::Cx::mask) shows it. It would prune no more of
    /// that.
    pub leaves: &'a [u64],
    /// Whether it is entailed where the domains are these.
    pub entailed: bool,
}

impl Parts<'_> {
    /// Whether nothing has run or changed yet, so that everybody waits.
    pub(super) fn is_untouched(&self) -> bool {
        *self.runs == 0 && self.store.trail_len() == 0 && self.agenda.allows_all() && self.strength == Strength::Full
    }

    /// Narrows the untouched domains to what propagators are known to leave, and lets those rest who leave all of it.
    ///
    /// # Errors
    /// How the fixpoint has ended, where it has.
    pub(super) fn open(&mut self, budget: &mut Budget) -> Result<(), End> {
        let props = self.network.props.iter().enumerate().filter(|(_, posted)| posted.distinct);
        let openings = props.filter_map(|(i, Posted { propagator, .. })| {
            propagator.opening().map(|opening| (PropId::new(i), propagator, opening))
        });
        for (p, propagator, opening) in openings.clone() {
            let trail = self.store.trail_len();
            *self.runs += 1;
            for (&x, &mask) in propagator.scope().iter().zip(opening.leaves) {
                budget.spend_on(16).map_err(End::Stopped)?;
                if self.store.keep_mask(x, mask, Cause::propagator(p, Why::rule(0))).is_err() {
                    self.inspect(p, trail, None);
                    return Err(self.contradiction());
                }
            }
            self.inspect(p, trail, Some(Outcome::Suspend));
        }
        for (p, propagator, opening) in openings {
            let mut left = propagator.scope().iter().map(|&x| self.store.mask(x)).zip(opening.leaves);
            if left.all(|(mask, leaves)| mask == *leaves) {
                self.agenda.settle(p);
                if opening.entailed {
                    self.agenda.entail(p, self.store, Cause::propagator(p, Why::rule(0)));
                }
            }
        }
        Ok(())
    }
}
