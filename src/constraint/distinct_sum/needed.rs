//! What a distinct sum needs: a value that all its combinations have lies in one of its places, so no variable has it that
//! must differ from all of these.
//!
//! A constraint that follows from a distinct sum and from all-differents that cross it, as a cage of Killer Sudoku and the
//! lines through it.

use super::{Constraint, DistinctSum, MOST_VARS, ModelError, Posting, distinct_sum};
use crate::agenda::Priority;
use crate::constraint::combinations::Open;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};
use std::fmt;

/// As many onlookers there may be: one bit each.
pub(crate) const MOST_ONLOOKERS: usize = 128;

/// A distinct sum, and variables that differ from some of its.
pub(crate) struct Needed {
    sum: DistinctSum,
    /// The variables of the sum, and behind them the onlookers.
    scope: Box<[VarId]>,
    /// Which onlookers differ from each variable of the sum.
    sees: Box<[u128]>,
}

impl Needed {
    /// The variables of a distinct sum with their total, and those that differ from variables of it: a bit of `sees[i]` for
    /// each that differs from `cage[i]`.
    ///
    /// # Panics
    /// If there are more than [`MOST_ONLOOKERS`].
    pub(crate) fn new(cage: &[VarId], total: i64, onlookers: &[VarId], sees: Vec<u128>) -> Self {
        assert!(onlookers.len() <= MOST_ONLOOKERS && sees.len() == cage.len(), "a bit for each");
        let scope = cage.iter().chain(onlookers).copied().collect();
        Self { sum: distinct_sum(cage, total), scope, sees: sees.into() }
    }
}

impl fmt::Debug for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let onlookers = &self.scope[self.sees.len()..];
        write!(f, "what the sum {} of {:?} needs leaves {onlookers:?}", self.sum.total, self.sum.scope)
    }
}

/// The positions of the bits that are set.
fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit as usize
        })
    })
}

impl Constraint for Needed {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let (cage, onlookers) = self.scope.split_at(self.sees.len());
        let differs = |(&x, &sees): (&VarId, &u128)| bits(sees).all(|j| value(onlookers[j]) != value(x));
        self.sum.holds(value) && cage.iter().zip(&self.sees).all(differs)
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        if to.common_base(&self.scope).is_some()
            && let Some(combinations) = self.sum.combinations(to)
        {
            to.propagator(Propagation { scope: self.scope.clone(), sees: self.sees.clone(), combinations });
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Propagation {
    scope: Box<[VarId]>,
    sees: Box<[u128]>,
    combinations: Box<[u64]>,
}

const RULES: [Rule; 1] = [Rule::new("the sum needs the value in one of its places, all of which the cell sees")];
const NEEDED: Why = Why::rule(0);

impl Propagator for Propagation {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "needed values"
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        (0..self.sees.len()).for_each(|position| on(position, Events::DOMAIN));
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let (cage, onlookers) = self.scope.split_at(self.sees.len());
        let open = Open::read(cage, cx);
        if open.is_empty() {
            if !self.combinations.iter().any(|&combination| open.may_be(combination)) {
                return Err(cx.fail(NEEDED));
            }
            for (&x, &sees) in cage.iter().zip(&self.sees) {
                let value = cx.mask(x);
                for j in bits(sees) {
                    cx.keep_mask(onlookers[j], !value, NEEDED)?;
                }
            }
            return Ok(Outcome::Entailed);
        }
        let (mut needed, none, mut placed) = (u64::MAX, [0; MOST_VARS], [0; MOST_VARS]);
        for &combination in &self.combinations {
            if needed & !combination == 0 || !open.may_be(combination) {
                continue;
            }
            if open.places(combination, &none, &mut placed) {
                needed &= combination;
                if needed & !open.fixed == 0 {
                    return Ok(Outcome::AtFixpoint);
                }
            }
        }
        if needed == u64::MAX {
            // No combination is left, which the sum itself will find.
            return Ok(Outcome::AtFixpoint);
        }
        for value in bits((needed & !open.fixed).into()) {
            let places = open.domains().filter(|(_, domain)| domain >> value & 1 == 1);
            let seeing = places.fold(u128::MAX, |all, (position, _)| all & self.sees[position]);
            for j in bits(seeing) {
                cx.keep_mask(onlookers[j], !(1 << value), NEEDED)?;
            }
        }
        Ok(Outcome::AtFixpoint)
    }

    fn explain(&self, _: Option<Atom>, _: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        self.scope[..self.sees.len()].iter().for_each(|&x| past.facts(x, out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::all_different;
    use crate::limit::Limits;
    use crate::model::Model;
    use crate::propagate::End;
    use crate::testing::check;

    #[test]
    fn a_needed_value_goes_from_all_who_see_its_places() {
        // Totals with one combination, with several that share a value or share none, and with none.
        for (count, total) in [(2, 3), (3, 6), (3, 7), (3, 9), (2, 5), (3, 2), (3, 8)] {
            for first_sees in [0b11, 0b01] {
                let mut sees = vec![0b11; count];
                sees[0] = first_sees;
                let needed = |x: &[VarId]| Needed::new(&x[..count], total, &x[count..], sees.clone());
                let mut both = check(vec![1..=5; count + 2], needed).and(|x| distinct_sum(&x[..count], total));
                for (i, &seen) in sees.iter().enumerate() {
                    for j in bits(seen) {
                        both = both.and(|x| x[i].differs_from(x[count + j]));
                    }
                }
                both.run();
            }
        }
    }

    #[test]
    fn what_is_needed_goes_though_no_place_is_known() {
        let mut m = Model::new();
        let region = m.vars(4, 1..=4);
        m.post(all_different(&region));
        m.post(distinct_sum(&region[..2], 7));
        let mut solver = m.compile(Limits::none()).unwrap().solver();
        assert_eq!(solver.propagate(), End::Fixpoint);
        let values = |x: VarId| solver.engine().values(x).collect::<Vec<_>>();
        assert_eq!((values(region[0]), values(region[2])), (vec![3, 4], vec![1, 2]));
    }
}
