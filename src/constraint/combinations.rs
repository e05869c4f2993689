//! Different values that make up one of several sets: what sums of different values and consecutive values share.

use crate::agenda::Priority;
use crate::constraint::Vars;
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Why};

/// The most variables that can be pruned so.
pub(super) const MOST_VARS: usize = 32;

/// Prunes by the combinations that are left.
#[derive(Debug)]
pub(super) struct Combinations {
    scope: Vars,
    combinations: Box<[u64]>,
    rules: &'static [Rule; 1],
}

impl Combinations {
    /// Different variables, at most [`MOST_VARS`] and at least one, whose domains have one base; the sets of as many values
    /// that they may take together, as words over that base; and what they are, in words.
    pub fn new(scope: Vars, combinations: Box<[u64]>, rules: &'static [Rule; 1]) -> Self {
        Self { scope, combinations, rules }
    }
}

/// What different variables have left: those that are open, and what the others have taken.
pub(super) struct Open {
    count: usize,
    /// Where the open variables stand in the scope, and their domains.
    positions: [u8; MOST_VARS],
    domains: [u64; MOST_VARS],
    /// The values of the fixed variables.
    pub fixed: u64,
    /// The values that any variable has.
    union: u64,
    /// Whether two variables are fixed to one value.
    clash: bool,
}

impl Open {
    /// What these variables have left; at most [`MOST_VARS`] of them.
    pub fn read(scope: &[VarId], cx: &Cx<'_>) -> Self {
        let (positions, domains) = ([0; MOST_VARS], [0; MOST_VARS]);
        let mut open = Self { count: 0, positions, domains, fixed: 0, union: 0, clash: false };
        for (i, &x) in scope.iter().enumerate() {
            let domain = cx.mask(x);
            open.union |= domain;
            // Without a branch, since nobody could foretell which are fixed.
            let is_fixed = domain.is_power_of_two();
            let value = if is_fixed { domain } else { 0 };
            open.clash |= open.fixed & value != 0;
            open.fixed |= value;
            (open.positions[open.count], open.domains[open.count]) = (i as u8, domain);
            open.count += usize::from(!is_fixed);
        }
        open
    }

    /// The domains of the open variables, with their positions in the scope.
    pub fn domains(&self) -> impl Iterator<Item = (usize, u64)> {
        let open = self.positions.iter().zip(&self.domains).take(self.count);
        open.map(|(&position, &domain)| (usize::from(position), domain))
    }

    /// Whether no variable is open. The only combination that [may be](Self::may_be) is then that of their values.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a combination may be left, at first sight.
    pub fn may_be(&self, combination: u64) -> bool {
        combination & !self.union == 0 && self.fixed & !combination == 0 && !self.clash
    }

    /// Whether a combination that [may be](Self::may_be) has a place for each value and a value for each variable, and more
    /// than the values that are `known` of each open variable. `placed` gets what it leaves to each of them; there is at least
    /// one.
    #[inline]
    pub fn places(&self, combination: u64, known: &[u64; MOST_VARS], placed: &mut [u64; MOST_VARS]) -> bool {
        let rest = combination & !self.fixed;
        let mut more = 0;
        for i in 0..self.count {
            placed[i] = self.domains[i] & rest;
            more |= placed[i] & !known[i];
        }
        more != 0 && place(&mut placed[..self.count], rest)
    }
}

/// Places the values of a combination: what a variable must take, no other can, and what only one can take, it takes.
/// `false` where some value or variable is left over. There are as many values as variables.
fn place(domains: &mut [u64], combination: u64) -> bool {
    loop {
        let (mut once, mut twice, mut fixed, mut clash) = (0, 0, 0, false);
        for &domain in &*domains {
            twice |= once & domain;
            once |= domain;
            let value = if domain & domain.wrapping_sub(1) == 0 { domain } else { 0 };
            clash |= (domain == 0) | (fixed & value != 0);
            fixed |= value;
        }
        if clash || once != combination {
            return false;
        }
        let only = once & !twice;
        if only == fixed {
            return true;
        }
        let mut crowded = false;
        for domain in &mut *domains {
            let here = *domain & only;
            let others = if *domain & domain.wrapping_sub(1) == 0 { *domain } else { *domain & !fixed };
            crowded |= here & here.wrapping_sub(1) != 0;
            *domain = if here == 0 { others } else { here };
        }
        if crowded {
            return false;
        }
    }
}

impl Propagator for Combinations {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "combinations of different values"
    }

    fn rules(&self) -> &'static [Rule] {
        self.rules
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let open = Open::read(&self.scope, cx);
        let (mut left, mut placed) = ([0; MOST_VARS], [0; MOST_VARS]);
        for &combination in self.combinations.iter().filter(|&&combination| open.may_be(combination)) {
            if open.is_empty() {
                return Ok(Outcome::Entailed);
            }
            // Most often the first combinations leave all that others could.
            if open.places(combination, &left, &mut placed) {
                left.iter_mut().zip(&placed).take(open.count).for_each(|(left, placed)| *left |= placed);
            }
        }
        if left[0] == 0 {
            return Err(cx.fail(Why::rule(0)));
        }
        let mut all_fixed = true;
        for ((position, domain), &left) in open.domains().zip(&left) {
            if left != domain {
                cx.keep_mask(self.scope[position], left, Why::rule(0))?;
            }
            all_fixed &= left.is_power_of_two();
        }
        Ok(if all_fixed { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_every_combination_needs_goes_to_its_only_place() {
        // 1 2 4 or 1 2 4 only: three cells with sum 7, of which one alone can be 4.
        let mut domains = [0b0110, 0b0110, 0b1_0110];
        assert!(place(&mut domains, 0b1_0110));
        assert_eq!(domains, [0b0110, 0b0110, 0b1_0000]);
        assert!(!place(&mut [0b0110, 0b0110, 0b0110], 0b1_0110));
        assert!(!place(&mut [0b0010, 0b0010, 0b1_0100], 0b1_0110));
    }
}
