//! Small numbers that name things: a variable, a propagator, a constraint; and the atom, a claim about one variable.

use std::fmt;

/// Makes a newtype over `u32` with the few conversions that every id needs.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id with this index.
            ///
            /// # Panics
            /// If the index does not fit 32 bits.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("an id fits 32 bits"))
            }

            /// The index that this id stands for, counted from 0.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A variable of a model, in the order of creation.
    ///
    /// It means something to its own model, and to what was compiled from that. Elsewhere it may be another variable; where
    /// there is none of this number, compilation refuses it, and methods that take a variable panic.
    VarId,
    "x"
);
id!(
    /// A propagator of an engine, in the order of posting.
    PropId,
    "p"
);
id!(
    /// A constraint of a model, in the order of posting.
    ConstraintId,
    "c"
);

/// How an [`Atom`] compares its variable with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// The variable equals the value.
    Eq,
    /// The variable differs from the value.
    Ne,
    /// The variable is at least the value.
    Ge,
    /// The variable is at most the value.
    Le,
}

impl Op {
    /// The comparison's sign: `=`, `!=`, `>=` or `<=`.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "!=",
            Self::Ge => ">=",
            Self::Le => "<=",
        }
    }
}

/// A claim about one variable: `x = 3`, `x != 3`, `x >= 3` or `x <= 3`.
///
/// Atoms are what a search decides, what a caller assumes, and what explanations are made of.
///
/// ```
/// use gridwright::{Atom, VarId};
/// let claim = Atom::at_least(VarId::new(0), 4);
/// assert!(claim.holds(4) && !claim.holds(3));
/// assert_eq!(claim.negated(), Some(Atom::at_most(VarId::new(0), 3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The variable that the claim is about.
    pub var: VarId,
    /// The comparison.
    pub op: Op,
    /// The value that the variable is compared with.
    pub value: i64,
}

impl Atom {
    /// The claim that `var` equals `value`.
    #[inline]
    pub fn eq(var: VarId, value: i64) -> Self {
        Self { var, op: Op::Eq, value }
    }

    /// The claim that `var` differs from `value`.
    #[inline]
    pub fn ne(var: VarId, value: i64) -> Self {
        Self { var, op: Op::Ne, value }
    }

    /// The claim that `var` is at least `value`.
    #[inline]
    pub fn at_least(var: VarId, value: i64) -> Self {
        Self { var, op: Op::Ge, value }
    }

    /// The claim that `var` is at most `value`.
    #[inline]
    pub fn at_most(var: VarId, value: i64) -> Self {
        Self { var, op: Op::Le, value }
    }

    /// Whether the claim is true when the variable has this value.
    #[inline]
    pub fn holds(self, value: i64) -> bool {
        match self.op {
            Op::Eq => value == self.value,
            Op::Ne => value != self.value,
            Op::Ge => value >= self.value,
            Op::Le => value <= self.value,
        }
    }

    /// The opposite claim; `None` where it would need a value beyond `i64`, which no variable has.
    pub fn negated(self) -> Option<Self> {
        let Self { var, op, value } = self;
        Some(match op {
            Op::Eq => Self::ne(var, value),
            Op::Ne => Self::eq(var, value),
            Op::Ge => Self::at_most(var, value.checked_sub(1)?),
            Op::Le => Self::at_least(var, value.checked_add(1)?),
        })
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} {}", self.var, self.op.sign(), self.value)
    }
}
