//! Where a constraint puts its propagators while a model is compiled, and what it may ask meanwhile.

use super::{ModelError, Term};
use crate::agenda::Priority;
use crate::domain::Domain;
use crate::ids::{ConstraintId, VarId};
use crate::limit::Budget;
use crate::propagate::{Cx, Network, Outcome, Propagator, Rule};
use crate::store::{Conflict, Layout, Spans, Why};
use std::fmt;
use std::sync::Arc;

/// When a scope should become a table of its tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tabulate {
    /// Under every plan, for a constraint that has no better propagator.
    Always,
    /// Only under the fast plan, where a table prunes more than the constraint's own propagators do.
    WhenFast,
}

/// What makes two requests for a table the same, besides their domains: the relation and its parameters. Tables with a
/// key are kept and shared between models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableKey<'a> {
    pub(crate) relation: u64,
    pub(crate) parameters: &'a [i64],
}

impl<'a> TableKey<'a> {
    /// A relation of up to eight ASCII letters, such as `"product"`, with its parameters. One name must mean one relation
    /// in a whole program; the constraints of this crate have names of their own, which cannot be meant.
    ///
    /// # Panics
    /// If the name is longer or not ASCII.
    pub fn new(relation: &str, parameters: &'a [i64]) -> Self {
        assert!(relation.len() <= 8 && relation.is_ascii(), "a relation's name has at most eight ASCII letters");
        let relation = relation.bytes().fold(0, |word, byte| word << 8 | u64::from(byte));
        Self { relation, parameters }
    }

    /// A relation of this crate, apart from whatever others call theirs: ASCII leaves the highest bit free.
    pub(crate) fn own(relation: &str, parameters: &'a [i64]) -> Self {
        let Self { relation, parameters } = Self::new(relation, parameters);
        Self { relation: relation | 1 << 63, parameters }
    }
}

/// A wish to replace propagators by a table of the tuples that hold.
pub struct TableRequest<'a> {
    /// The variables; may name one twice.
    pub scope: &'a [VarId],
    /// When to do it.
    pub when: Tabulate,
    /// What to share the table by; `None` for a closure, which cannot be compared.
    pub key: Option<TableKey<'a>>,
    /// Whether values for the first variables of the scope can be completed; exact for a full tuple, and otherwise free
    /// to say yes, at the price of a longer enumeration.
    pub accepts: &'a dyn Fn(&[i64]) -> bool,
}

impl fmt::Debug for TableRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRequest")
            .field("scope", &self.scope)
            .field("when", &self.when)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// Compilation, as a constraint sees it.
pub(crate) trait Tabulator {
    /// The initial domain of a variable.
    fn domain(&self, x: VarId) -> &Domain;

    /// The value of bit 0 in a variable's one-word domain; `None` where the domain takes several words.
    fn base(&self, x: VarId) -> Option<i64>;

    /// All values of some variables as a word, where their domains are words with a common base.
    fn union(&self, scope: &[VarId]) -> Option<u64>;

    /// Which representation domains get.
    fn spans(&self) -> Spans;

    /// A variable that is fixed to this value.
    fn constant(&mut self, value: i64) -> VarId;

    /// A propagator over the tuples of a key that are kept already.
    fn kept_table(&mut self, scope: &[VarId], when: Tabulate, key: TableKey<'_>) -> Option<Arc<dyn Propagator>>;

    /// A propagator over all tuples that hold, or `None` where the plan wants none or the table would be too large.
    ///
    /// # Errors
    /// [`ModelError::Stopped`] at a limit.
    fn table(&mut self, request: &TableRequest<'_>) -> Result<Option<Arc<dyn Propagator>>, ModelError>;

    /// Whether a table may take so many bytes more; if so, they count.
    fn reserve(&mut self, bytes: usize) -> bool;

    /// The budget of the compilation.
    fn budget(&mut self) -> &mut Budget;
}

/// Collects the propagators of one constraint.
pub struct Posting<'a> {
    compilation: &'a mut dyn Tabulator,
    posted: &'a mut Vec<Arc<dyn Propagator>>,
}

impl fmt::Debug for Posting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Posting").field("posted", &self.posted).finish_non_exhaustive()
    }
}

impl<'a> Posting<'a> {
    /// A posting that appends to `posted`.
    pub(crate) fn new(compilation: &'a mut dyn Tabulator, posted: &'a mut Vec<Arc<dyn Propagator>>) -> Self {
        Self { compilation, posted }
    }

    /// Adds a propagator.
    pub fn propagator(&mut self, propagator: impl Propagator + 'static) {
        self.shared(Arc::new(propagator));
    }

    /// Adds a propagator whose type is chosen at run time.
    pub(crate) fn shared(&mut self, propagator: Arc<dyn Propagator>) {
        self.posted.push(propagator);
    }

    /// The initial domain of a variable.
    pub fn domain(&self, x: VarId) -> &Domain {
        self.compilation.domain(x)
    }

    /// The value that bit 0 stands for in all these variables' domains, where each is one word and they agree.
    pub fn common_base(&self, scope: &[VarId]) -> Option<i64> {
        let (&first, rest) = scope.split_first()?;
        let base = self.compilation.base(first)?;
        rest.iter().all(|&x| self.compilation.base(x) == Some(base)).then_some(base)
    }

    /// The value of bit 0 in a variable's one-word domain; `None` where the domain takes several words.
    pub fn base(&self, x: VarId) -> Option<i64> {
        self.compilation.base(x)
    }

    /// All values of some variables as a word, where their domains are words with a common base.
    pub(crate) fn union(&self, scope: &[VarId]) -> Option<u64> {
        self.compilation.union(scope)
    }

    /// Whether the values of a variable will always be few enough to be looked at one by one; see
    /// [`Cx::is_enumerable`].
    pub fn is_enumerable(&self, x: VarId) -> bool {
        self.compilation.spans().is_enumerable(self.domain(x))
    }

    /// A variable that stands for a term: the variable itself, or one that is fixed to the constant.
    pub fn var(&mut self, term: impl Into<Term>) -> VarId {
        match term.into() {
            Term::Var(x) => x,
            Term::Constant(value) => self.compilation.constant(value),
        }
    }

    /// Posts a table that is kept since another constraint, of this model or another, has asked for it by this key, and says
    /// whether it did. Where it did not, [`table`](Self::table) is to be asked, with all that it needs to make one.
    pub fn kept_table(&mut self, scope: &[VarId], when: Tabulate, key: TableKey<'_>) -> bool {
        let table = self.compilation.kept_table(scope, when, key);
        table.map(|table| self.posted.push(table)).is_some()
    }

    /// Posts a table of the tuples that hold, and says whether it did: not where the plan wants none or it would be too
    /// large, so that the constraint must post other propagators.
    ///
    /// # Errors
    /// [`ModelError::Stopped`] at a limit.
    pub fn table(&mut self, request: &TableRequest<'_>) -> Result<bool, ModelError> {
        let table = self.compilation.table(request)?;
        Ok(table.map(|table| self.posted.push(table)).is_some())
    }

    /// Posts a propagator that fails at once, for a constraint that cannot hold whatever the values.
    pub fn never(&mut self) {
        self.propagator(Never);
    }

    /// Collects the propagators that another constraint would post, instead of posting them; `any_of` drives them itself.
    ///
    /// # Errors
    /// Those of the other constraint.
    pub(crate) fn collect(&mut self, other: &dyn super::Constraint) -> Result<Vec<Arc<dyn Propagator>>, ModelError> {
        let mut posted = Vec::new();
        other.propagators(&mut Posting { compilation: &mut *self.compilation, posted: &mut posted })?;
        Ok(posted)
    }

    /// The propagators that another constraint would post, over the domains that the model declares for its variables and
    /// those of `scope`. The ids stay those of the model; variables that do not matter have a word that nobody reads.
    pub(crate) fn network(&mut self, other: &dyn super::Constraint, scope: &[VarId]) -> Result<Network, ModelError> {
        let propagators = self.collect(other)?;
        let mut used: Vec<VarId> = propagators.iter().flat_map(|p| p.scope()).chain(scope).copied().collect();
        used.sort_unstable();
        used.dedup();
        let count = used.last().map_or(0, |x| x.index() + 1);
        self.budget().spend_on(16 * count)?;
        let mut bases = vec![0; count];
        for &x in &used {
            let least = self.domain(x).bounds().map_or(0, |(min, _)| min);
            bases[x.index()] = self.base(x).unwrap_or(least);
        }
        let unused = Domain::from(0);
        let domain = |i| used.binary_search(&VarId::new(i)).map_or(&unused, |i| self.domain(used[i]));
        let domains = Layout::new(&bases, domain, self.compilation.spans(), |_| Ok(()))?;
        let propagators = propagators.into_iter().map(|p| (p, ConstraintId::new(0).into()));
        Ok(Network::new(domains, propagators, self.budget())?)
    }

    /// Whether a table of the constraint's own may take so many bytes; if so, they count.
    pub(crate) fn reserve(&mut self, bytes: usize) -> bool {
        self.compilation.reserve(bytes)
    }

    /// The budget of the compilation, for work beyond the ordinary.
    pub fn budget(&mut self) -> &mut Budget {
        self.compilation.budget()
    }
}

/// The propagator of a constraint that cannot hold.
#[derive(Debug)]
struct Never;

impl Propagator for Never {
    fn scope(&self) -> &[VarId] {
        &[]
    }

    fn name(&self) -> &'static str {
        "impossible"
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("no values can make it hold")] }
    }

    fn priority(&self) -> Priority {
        Priority::Unary
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        Err(cx.fail(Why::rule(0)))
    }
}
