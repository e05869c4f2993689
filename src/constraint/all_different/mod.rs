//! All-different: the values of the variables, each moved by an offset of its own, are pairwise different.
//!
//! Three propagators share the work: `narrow` on plain words, `wide` for values that no word holds, and `matching` for
//! every inference that the constraint allows. `planes` does the work of many `narrow` ones that overlap.

mod crossing;
mod masks;
mod matching;
mod narrow;
mod planes;
mod wide;

#[cfg(test)]
mod tests;

use super::minizinc::{MiniZinc, join};
use super::{Constraint, Facts, LineName, ModelError, Posting, Scope};
use crate::constraint::Vars;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule, is_distinct};
use crate::store::{Conflict, Past, Why};
pub(crate) use crossing::{Line, crossing_propagators};
use masks::{Masks, bits};
use matching::Matching;
use narrow::Narrow;
pub(crate) use planes::planes_propagator;
use std::fmt;
use std::sync::{Arc, OnceLock};
use wide::Wide;

/// The variables take pairwise different values.
///
/// Prunes by value (what one variable takes, no other can) and, where there are exactly as many values as variables, by
/// place (what only one variable can take, it takes). [`domain_consistent`](AllDifferent::domain_consistent) asks for
/// more.
///
/// A variable that occurs twice makes it false, and fewer than two variables make it true.
///
/// ```
/// use gridwright::{Constraint, VarId, all_different};
/// let row: Vec<VarId> = (0..3).map(VarId::new).collect();
/// let different = all_different(&row);
/// assert!(different.holds(&|x| [4, 1, 9][x.index()]));
/// assert!(!different.holds(&|x| [4, 1, 4][x.index()]));
/// ```
pub fn all_different(scope: impl Into<Scope>) -> AllDifferent {
    AllDifferent { scope: scope.into(), offsets: Vec::new(), domain_consistent: false, kept: None }
}

/// See [`all_different`].
#[derive(Clone)]
pub struct AllDifferent {
    scope: Scope,
    /// What is added to each variable; empty where nothing is.
    offsets: Vec<i64>,
    domain_consistent: bool,
    /// For what many models share: the propagator over plain words with these values, which is the same in all of them.
    kept: Option<OnceLock<(u64, Arc<dyn Propagator>)>>,
}

impl fmt::Debug for AllDifferent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scope, offsets, domain_consistent, kept: _ } = self;
        let mut all = f.debug_struct("AllDifferent");
        all.field("scope", scope).field("offsets", offsets).field("domain_consistent", domain_consistent).finish()
    }
}

impl AllDifferent {
    /// Compares `scope[i] + offsets[i]` instead of the variables themselves, as the diagonals of the queens problem do.
    ///
    /// There must be as many offsets as variables, or compilation refuses the model.
    ///
    /// ```
    /// use gridwright::{Constraint, VarId, all_different};
    /// let queens: Vec<VarId> = (0..4).map(VarId::new).collect();
    /// let rising = all_different(&queens).with_offsets(&[0, 1, 2, 3]);
    /// assert!(rising.holds(&|x| [2, 4, 1, 3][x.index()]));
    /// assert!(!rising.holds(&|x| [2, 1, 4, 3][x.index()]));
    /// ```
    pub fn with_offsets(mut self, offsets: &[i64]) -> Self {
        self.offsets = offsets.to_vec();
        self
    }

    /// Removes every value that is in no solution of this constraint (domain consistency), at the price of a matching and
    /// its strongly connected components whenever a domain changes. Where a variable has more than 65,536 values, which lie
    /// even further apart, it does no more than without this.
    pub fn domain_consistent(mut self) -> Self {
        self.domain_consistent = true;
        self
    }

    /// The same, to be shared by models: keeps its propagator from one to the next.
    pub(crate) fn kept(self) -> Self {
        Self { kept: Some(OnceLock::new()), ..self }
    }

    /// Posts the propagator that was kept, if it is for these values, or keeps the one that it posts.
    fn post_kept(&self, to: &mut Posting<'_>) -> bool {
        let (Some(kept), false) = (&self.kept, self.domain_consistent) else { return false };
        let Some(masks) = Masks::plain(self, to) else { return false };
        let universe = masks.universe;
        if masks.values() < self.scope.len() || self.scope.len() < 2 {
            return false;
        }
        let (values, propagator) = kept.get_or_init(|| (universe, Arc::new(Narrow::new(masks, false))));
        if *values != universe {
            return false;
        }
        to.shared(propagator.clone());
        true
    }

    fn offset(&self, position: usize) -> i64 {
        self.offsets.get(position).copied().unwrap_or(0)
    }

    /// The smallest and largest value of a position, offset included; `None` where its domain is empty.
    fn bounds(&self, position: usize, to: &Posting<'_>) -> Result<Option<(i64, i64)>, ModelError> {
        let Some((min, max)) = to.domain(self.scope[position]).bounds() else { return Ok(None) };
        let offset = self.offset(position);
        match (min.checked_add(offset), max.checked_add(offset)) {
            (Some(min), Some(max)) => Ok(Some((min, max))),
            _ => Err(ModelError::Overflow("an offset of all-different".into())),
        }
    }

    /// Whether some variable is compared with itself.
    fn repeats(&self) -> bool {
        if self.offsets.is_empty() {
            return !is_distinct(&self.scope);
        }
        let mut pairs: Vec<_> = self.scope.iter().enumerate().map(|(i, &x)| (x, self.offset(i))).collect();
        pairs.sort_unstable();
        pairs.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// All values of all variables, offsets included, in increasing order.
    fn union(&self, to: &Posting<'_>) -> Vec<i64> {
        let mut ranges: Vec<(i64, i64)> = Vec::with_capacity(self.scope.len());
        let mut last = None;
        for (i, &x) in self.scope.iter().enumerate() {
            let (domain, offset) = (to.domain(x), self.offset(i));
            // Most scopes have one domain over and over.
            if last.replace((domain, offset)) == Some((domain, offset)) {
                continue;
            }
            match domain.bounds() {
                Some((min, max)) if domain.size() == domain.span() => ranges.push((min + offset, max + offset)),
                _ => ranges.extend(domain.values().map(|v| (v + offset, v + offset))),
            }
        }
        ranges.sort_unstable();
        let mut values: Vec<i64> = Vec::new();
        for (min, max) in ranges {
            match values.last() {
                Some(&last) if last >= max => {}
                Some(&last) => values.extend(min.max(last + 1)..=max),
                None => values.extend(min..=max),
            }
        }
        values
    }
}

impl Constraint for AllDifferent {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let Some(&first) = self.scope.first() else { return true };
        if self.offsets.is_empty() {
            // Nearly all scopes: values so near the first that bits of a word tell them apart.
            let lowest = value(first).wrapping_sub(32);
            let mut seen = 0_u64;
            let is_new = |x: &VarId| {
                let bit = value(*x).wrapping_sub(lowest) as u64;
                let new = bit < 64 && seen >> bit & 1 == 0;
                seen |= 1 << (bit & 63);
                new
            };
            if self.scope.iter().all(is_new) {
                return true;
            }
        }
        let at = |i: usize| i128::from(value(self.scope[i])) + i128::from(self.offset(i));
        // Values near the first are told apart by bits, others by sorting all.
        let lowest = at(0) - 64;
        let mut seen = 0_u128;
        for i in 0..self.scope.len() {
            let Ok(bit @ 0..128) = u32::try_from(at(i) - lowest) else {
                let mut values: Vec<i128> = (0..self.scope.len()).map(at).collect();
                values.sort_unstable();
                return values.windows(2).all(|pair| pair[0] != pair[1]);
            };
            if seen >> bit & 1 == 1 {
                return false;
            }
            seen |= 1 << bit;
        }
        true
    }

    fn minizinc(&self, to: &mut MiniZinc<'_>) -> Result<String, ModelError> {
        if self.scope.len() < 2 {
            return Ok("true".into());
        }
        let moved = self.scope.iter().enumerate().map(|(i, &x)| match self.offset(i) {
            0 => to.var(x).to_owned(),
            offset => format!("{} + {offset}", to.var(x)),
        });
        Ok(format!("all_different([{}])", join(moved, ", ")))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if self.post_kept(to) {
            return Ok(());
        }
        let n = self.scope.len();
        if !self.offsets.is_empty() && self.offsets.len() != n {
            let given = self.offsets.len();
            return Err(ModelError::Invalid(format!("all-different has {n} variables and {given} offsets")));
        }
        if n < 2 {
            return Ok(());
        }
        if self.repeats() {
            to.propagator(Impossible { scope: self.scope.vars().clone(), rule: &Impossible::REPEATED });
            return Ok(());
        }
        let masks = match Masks::plain(self, to) {
            Some(masks) => Some(masks),
            None => {
                let mut bounds = Vec::with_capacity(n);
                for i in 0..n {
                    match self.bounds(i, to)? {
                        Some(b) => bounds.push(b),
                        None => return Ok(()), // Without a value for one variable there is nothing left to prune.
                    }
                }
                Masks::new(self, &bounds, to)
            }
        };
        // Where there are too many values to list them, they are taken for more than enough.
        let listed = masks.is_some() || self.scope.iter().all(|&x| to.is_enumerable(x));
        let union = if listed && (masks.is_none() || self.domain_consistent) { self.union(to) } else { Vec::new() };
        let values = masks.as_ref().map_or(union.len(), Masks::values);
        if listed && values < n {
            to.propagator(Impossible { scope: self.scope.vars().clone(), rule: &Impossible::TOO_FEW });
            return Ok(());
        }
        if self.domain_consistent && listed {
            to.propagator(Matching::new(self, union.clone(), masks.clone()));
        }
        match masks {
            Some(masks) => to.propagator(Narrow::new(masks, self.domain_consistent)),
            None => to.propagator(Wide::new(self, union)),
        }
        Ok(())
    }

    fn facts(&self) -> Facts<'_> {
        let plain = self.offsets.iter().all(|&offset| offset == 0);
        Facts { all_different: plain.then_some(&*self.scope), ..Facts::NONE }
    }

    fn name(&self) -> Option<LineName> {
        self.scope.name()
    }
}

/// What [`Narrow`] and [`Wide`] infer; the argument of the last two says which value.
const RULES: [Rule; 3] = [
    Rule::new("the value is already used"),
    Rule::new("the only place left for the value"),
    Rule::new("no place is left for the value"),
];
const USED: Why = Why::rule(0);
const ONLY_PLACE: Why = Why::rule(1);
const NO_PLACE: Why = Why::rule(2);

/// An all-different that no values satisfy, whatever happens.
#[derive(Debug)]
struct Impossible {
    scope: Vars,
    rule: &'static [Rule; 1],
}

impl Impossible {
    const REPEATED: [Rule; 1] = [Rule::new("nothing differs from itself")];
    const TOO_FEW: [Rule; 1] = [Rule::new("there are fewer values than places")];
}

impl Propagator for Impossible {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "impossible"
    }

    fn rules(&self) -> &'static [Rule] {
        self.rule
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        Err(cx.fail(Why::rule(0)))
    }

    fn explain(&self, _: Option<Atom>, _: Why, _: Past<'_>, _: &mut Vec<Atom>) {}
}
