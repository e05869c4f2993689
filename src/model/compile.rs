//! Compilation: from a model to a network of propagators, under one of two plans.

use super::compilation::Compilation;
use super::cycles::cycles;
use super::derive::{Derived, derive};
use super::join::{join, reserve};
use super::{Error, Model, Source, Steps};
use crate::constraint::{Constraint, Expr, ModelError, Posting};
use crate::domain::Domain;
use crate::engine::{Engine, Oracle};
use crate::ids::{ConstraintId, VarId};
use crate::limit::{Budget, Limits};
use crate::propagate::{Network, Propagator, Reserved};
use crate::store::Layout;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// How a model is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Plan {
    /// For speed: small scopes become tables whose tuples already respect every all-different that covers them, and one
    /// propagator may act for many all-differents that overlap.
    #[default]
    Fast,
    /// Each constraint by itself, so that any subset of them can act alone: what explanations and clashes need.
    Explain,
}

/// A compiled model; cheap to clone, and shared between threads.
#[derive(Clone)]
pub struct Compiled {
    inner: Arc<Inner>,
}

struct Inner {
    source: Arc<Source>,
    fast: OnceLock<Built>,
    explain: OnceLock<Built>,
    plan: Plan,
    steps: Steps,
    /// What a search adds under the fast plan.
    reserve: OnceLock<Vec<Reserved>>,
}

/// What compilation under one plan has made.
#[derive(Clone)]
pub(super) struct Built {
    pub(super) network: Arc<Network>,
    /// The constraints that would have become tables if those were not too large.
    pub(super) refused: Arc<[ConstraintId]>,
}

impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiled")
            .field("variables", &self.variables())
            .field("constraints", &self.constraints())
            .field("plan", &self.inner.plan)
            .finish_non_exhaustive()
    }
}

impl Model {
    /// Compiles the model for speed. The time limit holds here too.
    ///
    /// # Errors
    /// [`Error::Span`] for a variable whose values reach too far, [`Error::Constraint`] for a constraint that cannot be
    /// handled, [`Error::Stopped`] at a limit.
    pub fn compile(&self, limits: impl Into<Limits>) -> Result<Compiled, Error> {
        self.compile_for(Plan::Fast, limits)
    }

    /// Compiles the model under a plan.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_for(&self, plan: Plan, limits: impl Into<Limits>) -> Result<Compiled, Error> {
        self.compile_steps(plan, Steps::default(), &mut Budget::start(&limits.into()))
    }

    /// Compiles the model under a plan by some of its steps.
    pub(crate) fn compile_steps(&self, plan: Plan, steps: Steps, budget: &mut Budget) -> Result<Compiled, Error> {
        let (source, fast, explain) = (self.source().clone(), OnceLock::new(), OnceLock::new());
        let compiled =
            Compiled { inner: Arc::new(Inner { source, fast, explain, plan, steps, reserve: OnceLock::new() }) };
        compiled.network(plan, budget)?;
        Ok(compiled)
    }
}

impl Compiled {
    /// A fresh engine under the plan that the model was compiled for.
    pub fn engine(&self) -> Engine {
        Engine::new(self.built().network.clone())
    }

    /// What was made under the plan that the model was compiled for.
    pub(super) fn built(&self) -> &Built {
        match self.slot(self.inner.plan).get() {
            Some(built) => built,
            None => unreachable!("compile_for fills in the slot of its plan"),
        }
    }

    /// Propagators, with the constraints that they act for, that a search should attach where propagation leaves something
    /// open.
    pub(crate) fn reserve(&self) -> &[Reserved] {
        let inner = &self.inner;
        match inner.plan == Plan::Fast && inner.steps.join {
            true => inner.reserve.get_or_init(|| reserve(&self.built().network)),
            false => &[],
        }
    }

    /// What the model says.
    pub(super) fn source(&self) -> &Source {
        &self.inner.source
    }

    /// A fresh engine under the other plan, which is compiled when first asked for.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn engine_for(&self, plan: Plan, budget: &mut Budget) -> Result<Engine, Error> {
        let mut engine = Engine::blank(self.network(plan, budget)?);
        engine.fill(budget)?;
        Ok(engine)
    }

    /// An engine under the plan that the model was compiled for, to be made ready within a limit.
    pub(crate) fn blank_engine(&self) -> Engine {
        Engine::blank(self.built().network.clone())
    }

    fn slot(&self, plan: Plan) -> &OnceLock<Built> {
        match plan {
            Plan::Fast => &self.inner.fast,
            Plan::Explain => &self.inner.explain,
        }
    }

    fn network(&self, plan: Plan, budget: &mut Budget) -> Result<Arc<Network>, Error> {
        let slot = self.slot(plan);
        if let Some(built) = slot.get() {
            return Ok(built.network.clone());
        }
        let built = compile(&self.inner.source, plan, self.inner.steps, budget)?;
        Ok(slot.get_or_init(|| built).network.clone())
    }

    /// The propagators of a constraint that comes after compilation, to be attached to an engine.
    ///
    /// # Errors
    /// As [`Model::compile`]; [`Error::Constraint`] too where the constraint needs new variables for its constants.
    pub fn late(&self, constraint: &dyn Constraint, budget: &mut Budget) -> Result<Vec<Arc<dyn Propagator>>, Error> {
        let source = &self.inner.source;
        let refuse = |why: String| Error::Constraint { constraint: format!("{constraint:?}"), why };
        let mut compilation = Compilation::new(source, Plan::Explain, &[], budget);
        let mut posted = Vec::new();
        let result = source
            .check_scope(constraint.scope())
            .and_then(|()| constraint.propagators(&mut Posting::new(&mut compilation, &mut posted)));
        result.map_err(|error| match error {
            ModelError::Stopped(limit) => Error::Stopped(limit),
            other => refuse(other.to_string()),
        })?;
        if compilation.constants.is_empty() {
            Ok(posted)
        } else {
            Err(refuse("it needs constants, which must be there when the model is compiled".into()))
        }
    }

    /// Refuses an objective that names variables of another model.
    pub(crate) fn check_objective(&self, objective: &Expr) -> Result<(), Error> {
        self.inner.source.check_objective(objective)
    }

    /// The plan.
    pub fn plan(&self) -> Plan {
        self.inner.plan
    }

    /// The number of variables that the model declares.
    pub fn variables(&self) -> usize {
        self.inner.source.domains.len()
    }

    /// The number of constraints that the model posts.
    pub fn constraints(&self) -> usize {
        self.inner.source.rules.len()
    }

    /// The domain that a variable was declared with.
    pub fn domain(&self, x: VarId) -> &Domain {
        &self.inner.source.domains[x.index()]
    }

    /// The name of a variable, such as `r1c1`.
    pub fn var_name(&self, x: VarId) -> String {
        self.inner.source.name(x)
    }

    /// The name of a constraint, such as "row 3" or "cage 11+ at r1c1".
    pub fn constraint_name(&self, c: ConstraintId) -> String {
        self.inner.source.rule_name(c)
    }

    /// The names of several constraints in one line; the rest of many is counted.
    pub(crate) fn names(&self, constraints: &[ConstraintId]) -> String {
        super::label::list(constraints.iter().map(|&c| self.constraint_name(c)))
    }

    /// The variables of a constraint.
    pub fn constraint_scope(&self, c: ConstraintId) -> &[VarId] {
        self.inner.source.rules[c.index()].constraint.scope()
    }

    /// The first posted constraint that these values violate.
    pub fn violated(&self, value: &dyn Fn(VarId) -> i64) -> Option<ConstraintId> {
        self.inner.source.rules.iter().position(|rule| !rule.constraint.holds(value)).map(ConstraintId::new)
    }

    /// The meaning of the constraints, for [`Engine::check_claims`].
    pub fn oracle(&self) -> Arc<dyn Oracle> {
        self.inner.source.clone()
    }
}

impl Oracle for Source {
    fn scope(&self, constraint: ConstraintId) -> &[VarId] {
        self.rules[constraint.index()].constraint.scope()
    }

    fn holds(&self, constraint: ConstraintId, value: &dyn Fn(VarId) -> i64) -> bool {
        self.rules[constraint.index()].constraint.holds(value)
    }
}

/// Compiles a source under a plan.
fn compile(source: &Source, plan: Plan, steps: Steps, budget: &mut Budget) -> Result<Built, Error> {
    for (i, domain) in source.domains.iter().enumerate() {
        if !source.spans().allow(domain) {
            let (min, max) = domain.bounds().unwrap_or_default();
            return Err(Error::Span { variable: source.name(VarId::new(i)), min, max });
        }
    }
    // One pass does both: whom a virtual call leads to is foretold only where the last one led to the same constraint.
    let mut facts = Vec::with_capacity(source.rules.len());
    for (i, rule) in source.rules.iter().enumerate() {
        let scope = rule.constraint.scope();
        budget.spend_on(16 * scope.len())?;
        source.check_scope(scope).map_err(|error| source.error(ConstraintId::new(i), error))?;
        if plan == Plan::Fast {
            facts.push(rule.constraint.facts());
        }
    }
    let mut compilation = Compilation::new(source, plan, &facts, budget);
    // What is done for all at once.
    let all = 8 * (source.domains.len() + source.rules.len());
    compilation.budget.spend_on(all)?;
    let mut posted = Vec::new();
    let mut refused = Vec::new();
    let mut propagators = Vec::with_capacity(source.rules.len());
    for (i, rule) in source.rules.iter().enumerate() {
        let c = ConstraintId::new(i);
        compilation.budget.spend_on(128 + 32 * rule.constraint.scope().len())?;
        let result = rule.constraint.propagators(&mut Posting::new(&mut compilation, &mut posted));
        result.map_err(|error| source.error(c, error))?;
        if std::mem::take(&mut compilation.refused) {
            refused.push(c);
        }
        propagators.extend(posted.drain(..).map(|propagator| (propagator, c.into())));
    }
    for cycle in cycles(source, compilation.budget)? {
        Posting::new(&mut compilation, &mut posted).never();
        propagators.extend(posted.drain(..).map(|propagator| (propagator, cycle.iter().copied().collect())));
    }
    if plan == Plan::Fast && steps.derive {
        for Derived { constraint, parents } in derive(&facts, &source.domains) {
            // What cannot be handled is left out: the model says the same without it.
            match constraint.propagators(&mut Posting::new(&mut compilation, &mut posted)) {
                Err(ModelError::Stopped(limit)) => return Err(Error::Stopped(limit)),
                Err(_) => posted.clear(),
                Ok(()) => propagators.extend(posted.drain(..).map(|p| (p, parents.iter().copied().collect()))),
            }
        }
    }
    compilation.budget.spend_on(all)?;
    if plan == Plan::Fast && steps.join {
        propagators = join(propagators, compilation.bases.len(), &|x| compilation.words[x.index()].unwrap_or_default());
    }
    if !refused.is_empty() {
        log::info!("{} constraints are too large for tables and prune less", refused.len());
    }
    let Compilation { bases, constants, bytes, budget, .. } = compilation;
    let domain = |i: usize| source.domains.get(i).unwrap_or_else(|| &constants[i - source.domains.len()]);
    budget.spend_on(all)?;
    let layout = Layout::new(&bases, domain, source.spans(), |steps| budget.spend_on(steps))?;
    let network = Arc::new(Network::new(layout, propagators, budget)?);
    log::debug!(
        "compiled {} variables and {} constraints under the plan {plan:?}: {} propagators, {} bytes of tables",
        source.domains.len(),
        source.rules.len(),
        network.propagators(),
        bytes,
    );
    Ok(Built { network, refused: refused.into() })
}
