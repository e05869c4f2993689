//! Networks that a propagator drives in engines of its own, to see what a constraint would do under the domains as they
//! are.

use super::Engine;
use crate::ids::{PropId, VarId};
use crate::propagate::{Cx, End, Network};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Networks over the same variables, and the engines that try them out.
pub(crate) struct Trials {
    scope: Arc<[VarId]>,
    networks: Vec<Arc<Network>>,
    /// Per strength, engines of the networks that no run is using, all at their root.
    idle: [Mutex<Vec<Vec<Engine>>>; 2],
}

/// What propagation has done in a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It ran into a contradiction.
    Dead,
    /// It has pruned.
    Alive,
    /// It leaves every value, so that nothing can be pruned; and it is entailed if the flag says so.
    Untouched { entailed: bool },
    /// The budget is spent.
    Stopped,
}

impl fmt::Debug for Trials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trials").field("scope", &self.scope).field("networks", &self.networks.len()).finish()
    }
}

impl Trials {
    /// Trials of networks whose domains are given by the variables of the scope.
    pub(crate) fn new(scope: Arc<[VarId]>, networks: impl IntoIterator<Item = Network>) -> Self {
        Self { scope, networks: networks.into_iter().map(Arc::new).collect(), idle: Default::default() }
    }

    /// The variables that matter.
    pub(crate) fn scope(&self) -> &[VarId] {
        &self.scope
    }

    /// The number of networks.
    pub(crate) fn len(&self) -> usize {
        self.networks.len()
    }

    /// Lends one engine a network, each at its root, and takes them back.
    pub(crate) fn with_engines<R>(&self, cx: &mut Cx<'_>, work: impl FnOnce(&mut [Engine], &mut Cx<'_>) -> R) -> R {
        let strength = cx.strength();
        let idle = || self.idle[strength as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let ready = idle().pop();
        let mut engines = ready.unwrap_or_else(|| self.networks.iter().cloned().map(Engine::new).collect());
        let result = work(&mut engines, cx);
        engines.iter_mut().for_each(|engine| engine.pop_to(0));
        idle().push(engines);
        result
    }

    /// Propagates in an engine, on a new level, under the domains as they are.
    pub(crate) fn try_out(&self, engine: &mut Engine, cx: &mut Cx<'_>) -> Fate {
        engine.set_strength(cx.strength());
        // What holds at the root needs to be found once only.
        engine.fixpoint(cx.budget());
        engine.push();
        for &x in &*self.scope {
            if !cx.spend_on_values(x) {
                return Fate::Stopped;
            }
            if engine.assume_domain(x, cx.now()).is_err() {
                return Fate::Dead;
            }
        }
        match engine.fixpoint(cx.budget()) {
            End::Contradiction => Fate::Dead,
            End::Stopped(_) => Fate::Stopped,
            End::Fixpoint if self.scope.iter().any(|&x| engine.size(x) < cx.size(x)) => Fate::Alive,
            End::Fixpoint => {
                let entailed = (0..engine.propagators()).all(|p| engine.is_entailed(PropId::new(p)));
                Fate::Untouched { entailed }
            }
        }
    }
}
