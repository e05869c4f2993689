//! A list of variables that is cheap to clone: a few stand in it, more are shared.

use crate::ids::VarId;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// As many variables need no memory of their own: the cages and pairs that most constraints of a puzzle are over.
const FEW: usize = 5;

/// An ordered list of variables that never changes.
#[derive(Clone)]
pub(crate) enum Vars {
    Few { count: u8, vars: [VarId; FEW] },
    Many(Arc<[VarId]>),
}

impl Deref for Vars {
    type Target = [VarId];

    #[inline]
    fn deref(&self) -> &[VarId] {
        match self {
            Self::Few { count, vars } => &vars[..usize::from(*count)],
            Self::Many(vars) => vars,
        }
    }
}

impl From<&[VarId]> for Vars {
    fn from(vars: &[VarId]) -> Self {
        if vars.len() > FEW {
            return Self::Many(vars.into());
        }
        let mut few = [VarId::new(0); FEW];
        few[..vars.len()].copy_from_slice(vars);
        Self::Few { count: vars.len() as u8, vars: few }
    }
}

impl From<Arc<[VarId]>> for Vars {
    fn from(vars: Arc<[VarId]>) -> Self {
        if vars.len() > FEW { Self::Many(vars) } else { (&*vars).into() }
    }
}

impl FromIterator<VarId> for Vars {
    fn from_iter<I: IntoIterator<Item = VarId>>(vars: I) -> Self {
        let mut vars = vars.into_iter();
        if vars.size_hint().0 > FEW {
            return Self::Many(vars.collect());
        }
        let mut few = [VarId::new(0); FEW];
        let mut count = 0;
        while let Some(x) = vars.next() {
            if count == FEW {
                return Self::Many(few.into_iter().chain([x]).chain(vars).collect());
            }
            few[count] = x;
            count += 1;
        }
        Self::Few { count: count as u8, vars: few }
    }
}

impl PartialEq for Vars {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Vars {}

impl fmt::Debug for Vars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_the_same_list() {
        for n in 0..2 * FEW {
            let list: Vec<VarId> = (0..n).map(|i| VarId::new(7 * i % 5)).collect();
            let without_size = list.iter().copied().filter(|_| true);
            let shared: Arc<[VarId]> = list.as_slice().into();
            let by_iterators: [Vars; 2] = [list.iter().copied().collect(), without_size.collect()];
            for vars in by_iterators.into_iter().chain([list.as_slice().into(), shared.into()]) {
                assert_eq!(*vars, *list);
                assert_eq!(matches!(vars, Vars::Few { .. }), n <= FEW);
                assert_eq!(format!("{vars:?}"), format!("{list:?}"));
            }
        }
    }
}
