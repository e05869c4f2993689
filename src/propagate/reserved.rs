//! What a search adds to a compiled network where propagation has left something open.

use super::{Parents, Propagator};
use crate::ids::PropId;
use std::sync::Arc;

/// A propagator in reserve.
#[derive(Clone, Debug)]
pub(crate) struct Reserved {
    pub(crate) propagator: Arc<dyn Propagator>,
    /// The constraints that it acts for.
    pub(crate) parents: Parents,
    /// A compiled propagator of the same scope, all that says less: it runs after that one instead of listening for itself.
    pub(crate) leader: Option<PropId>,
}
