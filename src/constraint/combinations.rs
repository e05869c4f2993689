//! Different values that make up one of several sets: what sums of different values and consecutive values share.

use crate::agenda::Priority;
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Why};
use std::sync::Arc;

/// The most variables that can be pruned so.
pub(super) const MOST_VARS: usize = 32;

/// Prunes by the combinations that are left.
#[derive(Debug)]
pub(super) struct Combinations {
    scope: Arc<[VarId]>,
    combinations: Box<[u64]>,
    rules: &'static [Rule; 1],
}

impl Combinations {
    /// Different variables, at most [`MOST_VARS`] and at least one, whose domains have one base; the sets of as many values
    /// that they may take together, as words over that base; and what they are, in words.
    pub fn new(scope: Arc<[VarId]>, combinations: Box<[u64]>, rules: &'static [Rule; 1]) -> Self {
        Self { scope, combinations, rules }
    }
}

/// Places the values of a combination: what a variable must take, no other can, and what only one can take, it takes.
/// `false` where some value or variable is left over. There are as many values as variables.
pub(super) fn place(domains: &mut [u64], combination: u64) -> bool {
    loop {
        let (mut once, mut twice, mut fixed, mut clash) = (0, 0, 0, false);
        for &domain in &*domains {
            twice |= once & domain;
            once |= domain;
            if domain & domain.wrapping_sub(1) == 0 {
                clash |= domain == 0 || fixed & domain != 0;
                fixed |= domain;
            }
        }
        if clash || once != combination {
            return false;
        }
        let only = once & !twice;
        let mut changed = false;
        for domain in &mut *domains {
            let new = match *domain & only {
                0 if *domain & domain.wrapping_sub(1) == 0 => *domain,
                0 => *domain & !fixed,
                here => here,
            };
            if new & new.wrapping_sub(1) != 0 && new & only != 0 {
                return false;
            }
            changed |= new != *domain;
            *domain = new;
        }
        if !changed {
            return true;
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
        let count = self.scope.len();
        let (mut domains, mut left) = ([0; MOST_VARS], [0; MOST_VARS]);
        let mut union = 0;
        let mut fixed = 0;
        for (i, &x) in self.scope.iter().enumerate() {
            domains[i] = cx.mask(x);
            union |= domains[i];
            fixed |= if domains[i].is_power_of_two() { domains[i] } else { 0 };
        }
        for &combination in &self.combinations {
            if combination & !union != 0 || fixed & !combination != 0 {
                continue;
            }
            let mut placed = domains;
            placed[..count].iter_mut().for_each(|domain| *domain &= combination);
            if place(&mut placed[..count], combination) {
                left[..count].iter_mut().zip(placed).for_each(|(left, placed)| *left |= placed);
            }
        }
        if left[0] == 0 {
            return Err(cx.fail(Why::rule(0)));
        }
        let mut all_fixed = true;
        for (i, &x) in self.scope.iter().enumerate() {
            if left[i] != domains[i] {
                cx.keep_mask(x, left[i], Why::rule(0))?;
            }
            all_fixed &= left[i].is_power_of_two();
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
