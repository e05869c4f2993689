//! What a user writes: variables, grids and constraints with names; and its compilation.

mod bases;
mod compilation;
mod compile;
mod cycles;
mod derive;
mod describe;
mod differ;
mod error;
mod grid;
mod join;
mod label;
mod minizinc;
mod page;
mod square;
mod tables;
mod warning;

pub use compile::{Compiled, Plan};
pub use describe::{ConstraintEntry, DerivedEntry, Description, PropagatorEntry, VariableGroup};
pub use error::Error;
pub use grid::{Cell, Grid};
pub use label::{Detail, Label};
pub use minizinc::Goal;
pub use warning::{Suspicion, Warning};

use crate::constraint::{Constraint, Facts};
use crate::domain::Domain;
use crate::ids::{ConstraintId, VarId};
use crate::store::Spans;
use grid::GridName;
use std::sync::Arc;

/// What the fast plan adds to the constraints' own propagators. Whatever is left out, the solutions are the same, as tests
/// compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Whether constraints are derived from others.
    pub derive: bool,
    /// Whether all-differents that overlap are joined, and others have propagators in reserve for a search.
    pub join: bool,
}

/// All steps.
impl Default for Steps {
    fn default() -> Self {
        Self { derive: true, join: true }
    }
}

/// A constraint as it was posted, and the name that the model gave it.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) constraint: Arc<dyn Constraint>,
    pub(crate) label: Option<Label>,
}

/// Everything that a model says; shared between the model and what was compiled from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) domains: Vec<Domain>,
    /// Which representation domains get; the usual one where missing.
    spans: Option<Spans>,
    pub(crate) rules: Vec<Rule>,
    grids: Vec<GridName>,
    names: Vec<(VarId, String)>,
}

impl Source {
    /// Which representation domains get.
    pub(crate) fn spans(&self) -> Spans {
        self.spans.unwrap_or(Spans::USUAL)
    }

    /// What the constraints say of themselves.
    fn facts(&self) -> Vec<Facts<'_>> {
        self.rules.iter().map(|rule| rule.constraint.facts()).collect()
    }

    /// The name of a variable: its own, its cell in a grid, or a number.
    pub(crate) fn name(&self, x: VarId) -> String {
        if let Some((_, name)) = self.names.iter().find(|(y, _)| *y == x) {
            return name.clone();
        }
        self.grids.iter().find_map(|grid| grid.name(x)).unwrap_or_else(|| format!("{x:?}"))
    }

    /// The name of a constraint: its label or the name that it has by itself, and where it stands.
    pub(crate) fn rule_name(&self, c: ConstraintId) -> String {
        let rule = &self.rules[c.index()];
        if let Some(label) = &rule.label {
            return match rule.constraint.scope().first() {
                Some(&x) => format!("{label} at {}", self.name(x)),
                None => label.to_string(),
            };
        }
        match (rule.constraint.name(), rule.constraint.scope().first()) {
            (Some(name), _) => name.to_string(),
            (None, Some(&x)) => format!("constraint {} at {}", c.index() + 1, self.name(x)),
            (None, None) => format!("constraint {}", c.index() + 1),
        }
    }
}

/// The rules of a puzzle: variables with their domains, and constraints over them.
///
/// Posting never propagates and never fails; [`compile`](Self::compile) reports what cannot be handled. The empty model
/// has one solution, the empty one.
///
/// ```
/// use gridwright::{Limits, Model, all_different};
/// let mut m = Model::new();
/// let cell = m.grid(2, 2, 1..=2);
/// for line in cell.rows().chain(cell.columns()) {
///     m.post(all_different(line));
/// }
/// m.post(cell[(0, 0)].equals(2)).label("given", 2);
/// let solution = m.compile(Limits::none())?.solver().unique()?.expect_unique();
/// assert_eq!(solution.values(), [2, 1, 1, 2]);
/// # Ok::<(), gridwright::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Model {
    source: Arc<Source>,
}

impl Model {
    /// A model without variables and constraints.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new variable. Its name is its number; see [`named_var`](Self::named_var).
    pub fn var(&mut self, domain: impl Into<Domain>) -> VarId {
        let source = self.source_mut();
        source.domains.push(domain.into());
        VarId::new(source.domains.len() - 1)
    }

    /// A new variable with a name.
    pub fn named_var(&mut self, name: impl Into<String>, domain: impl Into<Domain>) -> VarId {
        let x = self.var(domain);
        self.source_mut().names.push((x, name.into()));
        x
    }

    /// Several new variables with the same domain.
    pub fn vars(&mut self, count: usize, domain: impl Into<Domain>) -> Vec<VarId> {
        let domain = domain.into();
        (0..count).map(|_| self.var(domain.clone())).collect()
    }

    /// A new grid of variables with the same domain, named `r1c1` and so on.
    pub fn grid(&mut self, rows: usize, columns: usize, domain: impl Into<Domain>) -> Grid {
        let source = self.source_mut();
        let first = source.domains.len();
        source.domains.resize(first + rows * columns, domain.into());
        let grid = Grid::new(rows, columns, first);
        source.grids.push(grid.name().clone());
        grid
    }

    /// Posts a constraint. The answer takes a label.
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> Post<'_> {
        self.post_shared(Arc::new(constraint))
    }

    /// Posts a constraint whose type is chosen at run time.
    pub fn post_shared(&mut self, constraint: Arc<dyn Constraint>) -> Post<'_> {
        let source = self.source_mut();
        if source.rules.is_empty() {
            source.rules.reserve(64);
        }
        source.rules.push(Rule { constraint, label: None });
        let id = ConstraintId::new(source.rules.len() - 1);
        Post { source, id }
    }

    /// Gives domains other representations than they usually have, so that small ones show how intervals fare.
    ///
    /// # Panics
    /// If a domain of words could be wider than usual.
    #[cfg(any(test, feature = "testing"))]
    pub fn represent(&mut self, spans: Spans) {
        assert!(spans.words <= Spans::USUAL.words, "no more than usual");
        self.source_mut().spans = Some(spans);
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.source.domains.len()
    }

    /// The number of constraints.
    pub fn constraints(&self) -> usize {
        self.source.rules.len()
    }

    /// The domain that a variable was declared with.
    pub fn domain(&self, x: VarId) -> &Domain {
        &self.source.domains[x.index()]
    }

    pub(crate) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    fn source_mut(&mut self) -> &mut Source {
        Arc::make_mut(&mut self.source)
    }
}

/// A constraint that was just posted, to be labelled.
#[derive(Debug)]
pub struct Post<'m> {
    source: &'m mut Source,
    id: ConstraintId,
}

impl Post<'_> {
    /// Names the constraint: `label("cage", "11+")` prints as "cage 11+ at r1c1", after its first variable.
    pub fn label(self, kind: impl Into<std::borrow::Cow<'static, str>>, detail: impl Into<Detail>) -> Self {
        self.source.rules[self.id.index()].label = Some(Label::new(kind, detail));
        self
    }

    /// The constraint's id.
    pub fn id(&self) -> ConstraintId {
        self.id
    }
}
