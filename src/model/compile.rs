//! Compilation: from a model to a network of propagators, under one of two plans.

use super::derive::{Derived, derive};
use super::differ::Differ;
use super::join::strengthen;
use super::tables::{self, Axis};
use super::{Error, Model, Source, Steps};
use crate::constraint::{
    Constraint, Expr, ModelError, Posting, TableKey, TableRequest, Tabulate, Tabulator, Tuples, distinct,
    table_propagator,
};
use crate::domain::Domain;
use crate::engine::{Engine, Oracle};
use crate::ids::{ConstraintId, VarId};
use crate::limit::{Budget, Limits};
use crate::propagate::{Network, Propagator, is_distinct};
use crate::store::{Layout, Spans};
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
        self.compile_steps(plan, Steps::default(), limits.into())
    }

    /// Compiles the model under a plan by some of its steps.
    pub(crate) fn compile_steps(&self, plan: Plan, steps: Steps, limits: Limits) -> Result<Compiled, Error> {
        let (source, fast, explain) = (self.source().clone(), OnceLock::new(), OnceLock::new());
        let compiled = Compiled { inner: Arc::new(Inner { source, fast, explain, plan, steps }) };
        compiled.network(plan, &mut Budget::start(&limits))?;
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

    /// What the model says.
    pub(super) fn source(&self) -> &Source {
        &self.inner.source
    }

    /// A fresh engine under the other plan, which is compiled when first asked for.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn engine_for(&self, plan: Plan, budget: &mut Budget) -> Result<Engine, Error> {
        Ok(Engine::new(self.network(plan, budget)?))
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
    pub fn late(&self, constraint: &dyn Constraint, budget: &mut Budget) -> Result<Vec<Box<dyn Propagator>>, Error> {
        let source = &self.inner.source;
        let refuse = |why: String| Error::Constraint { constraint: format!("{constraint:?}"), why };
        let mut compilation = Compilation::new(source, Plan::Explain, budget);
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
    for (i, rule) in source.rules.iter().enumerate() {
        budget.spend_on(2 * rule.constraint.scope().len())?;
        source.check_scope(rule.constraint.scope()).map_err(|error| source.error(ConstraintId::new(i), error))?;
    }
    let mut compilation = Compilation::new(source, plan, budget);
    compilation.budget.look()?;
    let mut posted = Vec::new();
    let mut refused = Vec::new();
    let mut propagators = Vec::with_capacity(source.rules.len());
    for (i, rule) in source.rules.iter().enumerate() {
        let c = ConstraintId::new(i);
        compilation.budget.spend(1)?;
        let result = rule.constraint.propagators(&mut Posting::new(&mut compilation, &mut posted));
        result.map_err(|error| source.error(c, error))?;
        if std::mem::take(&mut compilation.refused) {
            refused.push(c);
        }
        propagators.extend(posted.drain(..).map(|propagator| (propagator, c.into())));
    }
    if plan == Plan::Fast && steps.derive {
        for Derived { constraint, parents } in derive(source) {
            // What cannot be handled is left out: the model says the same without it.
            match constraint.propagators(&mut Posting::new(&mut compilation, &mut posted)) {
                Err(ModelError::Stopped(limit)) => return Err(Error::Stopped(limit)),
                Err(_) => posted.clear(),
                Ok(()) => propagators.extend(posted.drain(..).map(|p| (p, parents.iter().copied().collect()))),
            }
        }
    }
    if plan == Plan::Fast && steps.join {
        propagators = strengthen(propagators, compilation.bases.len(), &|x| compilation.word(x));
    }
    if !refused.is_empty() {
        log::info!("{} constraints are too large for tables and prune less", refused.len());
    }
    let Compilation { bases, constants, bytes, budget, .. } = compilation;
    let domain = |i: usize| source.domains.get(i).unwrap_or_else(|| &constants[i - source.domains.len()]);
    budget.look()?;
    let layout = Layout::new(&bases, domain, source.spans(), |steps| budget.spend_on(steps))?;
    let network = Arc::new(Network::new(layout, propagators));
    log::debug!(
        "compiled {} variables and {} constraints under the plan {plan:?}: {} propagators, {} bytes of tables",
        source.domains.len(),
        source.rules.len(),
        network.propagators(),
        bytes,
    );
    Ok(Built { network, refused: refused.into() })
}

/// Compilation as constraints see it.
struct Compilation<'a> {
    source: &'a Source,
    plan: Plan,
    differ: Differ,
    budget: &'a mut Budget,
    /// The value of bit 0 for each variable, constants last.
    bases: Vec<i64>,
    /// Variables that stand for constants, behind the declared ones.
    constants: Vec<Domain>,
    /// The key of the last table, kept for its memory.
    key: Vec<u64>,
    /// Whether the present constraint has asked for a table that is too large.
    refused: bool,
    /// The bytes of the tables so far; one that serves several constraints counts for each.
    bytes: usize,
}

impl Tabulator for Compilation<'_> {
    fn domain(&self, x: VarId) -> &Domain {
        let declared = &self.source.domains;
        declared.get(x.index()).unwrap_or_else(|| &self.constants[x.index() - declared.len()])
    }

    fn base(&self, x: VarId) -> Option<i64> {
        let base = self.bases[x.index()];
        if self.spans().is_interval(self.domain(x)) {
            return None;
        }
        let narrow = self.domain(x).bounds().is_none_or(|(_, max)| (max.wrapping_sub(base) as u64) < 64);
        narrow.then_some(base)
    }

    fn spans(&self) -> Spans {
        self.source.spans()
    }

    fn constant(&mut self, value: i64) -> VarId {
        let declared = self.source.domains.len();
        let domain = Domain::from(value);
        if let Some(i) = self.constants.iter().position(|other| *other == domain) {
            return VarId::new(declared + i);
        }
        // Most models have one base for all; a constant within its reach joins it.
        let within_reach = |base: &i64| value.checked_sub(*base).is_some_and(|bit| (0..64).contains(&bit));
        let shared = self.bases.first().copied().filter(within_reach);
        self.bases.push(shared.unwrap_or(value));
        self.constants.push(domain);
        VarId::new(declared + self.constants.len() - 1)
    }

    fn table(&mut self, request: &TableRequest<'_>) -> Result<Option<Box<dyn Propagator>>, ModelError> {
        if self.plan == Plan::Explain && request.when == Tabulate::WhenFast {
            return Ok(None);
        }
        if self.is_hopeless(request.scope) {
            self.refused = true;
            return Ok(None);
        }
        let repeats = !is_distinct(request.scope);
        let (vars, first): (Arc<[VarId]>, _) = match repeats {
            true => {
                let (vars, first) = distinct(request.scope);
                (vars.into(), first)
            }
            false => (request.scope.into(), Vec::new()),
        };
        let tuples = match request.key {
            Some(key) if !repeats => {
                let mut words = std::mem::take(&mut self.key);
                self.write_key(key, &vars, &mut words);
                let tuples = tables::shared(&words, self.most_bytes(), || self.tuples(request, &vars, &first));
                self.key = words;
                tuples?
            }
            _ => self.tuples(request, &vars, &first)?,
        };
        let tuples = tuples.filter(|tuples| self.reserve(tuples.bytes()));
        self.refused |= tuples.is_none();
        Ok(tuples.map(|tuples| table_propagator(vars, tuples)))
    }

    fn reserve(&mut self, bytes: usize) -> bool {
        let bytes = self.bytes.saturating_add(bytes);
        let fits = bytes <= self.most_bytes();
        if fits {
            self.bytes = bytes;
        }
        fits
    }

    fn budget(&mut self) -> &mut Budget {
        self.budget
    }
}

impl<'a> Compilation<'a> {
    fn new(source: &'a Source, plan: Plan, budget: &'a mut Budget) -> Self {
        // What comes of a spent budget is never used.
        let constraints = source.rules.iter().map(|rule| &rule.constraint);
        let in_time = constraints.map_while(|c| budget.spend_on(16 * c.scope().len()).is_ok().then_some(c));
        let bases = super::bases::bases(&source.domains, in_time);
        let differ = match plan {
            Plan::Fast => Differ::new(source),
            Plan::Explain => Differ::default(),
        };
        Self {
            source,
            plan,
            differ,
            budget,
            bases,
            constants: Vec::new(),
            key: Vec::with_capacity(32),
            refused: false,
            bytes: 0,
        }
    }

    /// The bytes that all tables may take together.
    fn most_bytes(&self) -> usize {
        self.budget.limits().memory.unwrap_or(usize::MAX)
    }

    /// Whether a table over these variables needs no trying: the domains but the largest have too many combinations, or
    /// there is no memory left for any.
    fn is_hopeless(&self, scope: &[VarId]) -> bool {
        let sizes = || scope.iter().map(|&x| self.domain(x).size());
        let largest = sizes().max().unwrap_or(1).max(1);
        let combinations = sizes().fold(1, u64::saturating_mul) / largest;
        // A variable that occurs twice counts once.
        combinations > tables::MOST_PREFIXES && is_distinct(scope)
            || self.bytes.saturating_add(Tuples::least_bytes(scope.len())) > self.most_bytes()
    }

    /// A one-word domain as its word.
    fn word(&self, x: VarId) -> u64 {
        self.domain(x).word(self.bases[x.index()])
    }

    /// Enumerates the tuples of a request over its distinct variables. `first` names, for each position of its scope, the
    /// first position with the same variable; it is empty where no variable occurs twice.
    fn tuples(
        &mut self,
        request: &TableRequest<'_>,
        vars: &[VarId],
        first: &[usize],
    ) -> Result<Option<Arc<Tuples>>, ModelError> {
        let sizes = || vars.iter().map(|&x| self.domain(x).size());
        let largest = sizes().max().unwrap_or(1).max(1);
        if largest > tables::MOST_VALUES || sizes().fold(1, u64::saturating_mul) / largest > tables::MOST_PREFIXES {
            return Ok(None);
        }
        let values: Vec<Vec<i64>> = vars.iter().map(|&x| self.domain(x).values().collect()).collect();
        let axes: Vec<Axis<'_>> = values
            .iter()
            .enumerate()
            .map(|(i, values)| {
                let clashes = (0..i).filter(|&j| self.differ.clash(vars[i], vars[j])).collect();
                Axis { values, clashes }
            })
            .collect();
        let accepts = |prefix: &[i64]| {
            if first.is_empty() {
                return (request.accepts)(prefix);
            }
            // A prefix of the scope is known up to the first occurrence of the next variable.
            let value =
                |p: usize| vars.iter().position(|&x| x == request.scope[p]).and_then(|i| prefix.get(i)).copied();
            let known: Vec<i64> = (0..first.len()).map_while(value).collect();
            (request.accepts)(&known)
        };
        // What has no key is a closure of the user, which may take long.
        let steps = if request.key.is_some() { 1 } else { 16 };
        let Some((count, flat)) = tables::enumerate(&axes, accepts, steps, self.budget)? else { return Ok(None) };
        let bases: Vec<Option<i64>> = vars.iter().map(|&x| self.base(x)).collect();
        // Every value of a column has a bit for every tuple.
        let sets: u64 = values.iter().map(|values| values.len().min(count) as u64).sum();
        let fits = sets.saturating_mul(count.div_ceil(64) as u64) <= tables::MOST_WORDS;
        Ok(if fits { Some(Arc::new(Tuples::new(&bases, count, &flat, self.budget)?)) } else { None })
    }

    /// Writes everything that a table depends on, as words.
    fn write_key(&self, key: TableKey<'_>, vars: &[VarId], words: &mut Vec<u64>) {
        words.clear();
        words.extend([key.relation, vars.len() as u64, key.parameters.len() as u64]);
        words.extend(key.parameters.iter().map(|&parameter| parameter as u64));
        let mut push_domain = |x: VarId| {
            let domain = self.domain(x);
            words.push(self.bases[x.index()] as u64);
            words.push(domain.size());
            match domain.bounds() {
                Some((min, max)) if domain.size() == domain.span() => words.extend([min as u64, max as u64]),
                _ => words.extend(domain.values().map(|value| value as u64)),
            }
        };
        let alike = vars.windows(2).all(|pair| {
            let same_base = self.bases[pair[0].index()] == self.bases[pair[1].index()];
            same_base && self.domain(pair[0]) == self.domain(pair[1])
        });
        vars.iter().take(if alike { 1 } else { vars.len() }).for_each(|&x| push_domain(x));
        let (mut clashes, mut bits) = (0_u64, 0);
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[..i] {
                clashes = clashes << 1 | u64::from(self.differ.clash(x, y));
                bits += 1;
                if bits % 64 == 0 {
                    words.push(std::mem::take(&mut clashes));
                }
            }
        }
        words.extend([clashes, u64::from(alike)]);
        // What a domain is depends on its values alone, but for what tests may ask.
        if self.spans() != Spans::USUAL {
            words.push(self.spans().words);
        }
    }
}
