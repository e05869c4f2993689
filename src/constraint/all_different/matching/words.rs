//! A matching of up to 64 variables with up to 64 values, where every set is one word.
//!
//! A value stands for the variable that it is matched with too, so the graph has values alone: one leads to all that its
//! variable can take, and one that nobody takes leads everywhere.

use super::super::masks::bits;
use crate::store::Conflict;

/// The variables' values, and who takes which.
#[derive(Debug)]
pub(super) struct Words<'a> {
    /// The values of each variable.
    rows: [u64; 64],
    /// The variable that each matched value is matched with.
    owner: [u8; 64],
    /// The value that each variable was last matched with; survives from one use to the next.
    mate: &'a mut [u64],
    /// The values that are matched.
    matched: u64,
    /// All values of all variables.
    union: u64,
}

/// A part of the graph that is known to be strongly connected, and where it leads.
#[derive(Clone, Copy, Default)]
struct Part {
    values: u64,
    leads_to: u64,
}

impl<'a> Words<'a> {
    /// No variables; `mate` has a word for each that may come, zeroed or left by an earlier use.
    pub(super) fn new(mate: &'a mut [u64]) -> Self {
        Self { rows: [0; 64], owner: [0; 64], mate, matched: 0, union: 0 }
    }

    /// Adds a variable with these values. `false` where it must be given another one than it had.
    #[inline]
    pub(super) fn add(&mut self, variable: usize, row: u64) -> bool {
        self.rows[variable] = row;
        self.union |= row;
        let value = self.mate[variable] as usize & 63;
        let matches = row & !self.matched & 1 << value;
        self.matched |= matches;
        if matches != 0 {
            self.owner[value] = variable as u8;
        }
        matches != 0
    }

    /// Finds a value for a variable that has none, by giving others another one. `false` where there is none: then
    /// some variables have too few values between them.
    pub(super) fn place(&mut self, variable: usize) -> bool {
        let mut from = [0_u8; 64];
        let mut queue = [0_u8; 64];
        queue[0] = variable as u8;
        let (mut next, mut found, mut reached) = (0, 1, 0);
        while next < found {
            let i = queue[next];
            next += 1;
            let fresh = self.rows[i as usize] & !reached;
            let free = fresh & !self.matched;
            if free != 0 {
                self.matched |= free & free.wrapping_neg();
                self.turn(i, free.trailing_zeros() as usize, variable, &from);
                return true;
            }
            reached |= fresh;
            for value in bits(fresh) {
                from[value] = i;
                queue[found] = self.owner[value];
                found += 1;
            }
        }
        false
    }

    /// Gives a value to a variable, what it had to the one that has reached that, and so on to the one that had none.
    fn turn(&mut self, mut variable: u8, mut value: usize, alone: usize, from: &[u8; 64]) {
        loop {
            self.owner[value] = variable;
            let before = std::mem::replace(&mut self.mate[variable as usize], value as u64) as usize;
            if variable as usize == alone {
                return;
            }
            (variable, value) = (from[before], before);
        }
    }

    /// Calls `narrow` with every variable that has values which no complete matching gives it, and a set that holds all
    /// the others.
    ///
    /// The strongly connected components are found by contracting a path (Purdom 1970, Gabow 2000).
    ///
    /// # Errors
    /// Those of `narrow`.
    #[inline]
    pub(super) fn prune(&self, mut narrow: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let free = self.union & !self.matched;
        let mut parts = [Part::default(); 65];
        let (mut depth, mut on_path, mut done) = (0, 0_u64, 0_u64);
        loop {
            let Part { values, leads_to } = parts[depth];
            let mut next = leads_to & !(values | done);
            if depth == 0 {
                next = self.matched & !done;
                if next == 0 {
                    return Ok(());
                }
            }
            if next & on_path != 0 {
                while next & on_path & !parts[depth].values != 0 {
                    let Part { values, leads_to } = parts[depth];
                    depth -= 1;
                    parts[depth].values |= values;
                    parts[depth].leads_to |= leads_to;
                }
            } else if next != 0 {
                let value = next.trailing_zeros() as usize;
                depth += 1;
                parts[depth] = match 1 << value & free {
                    0 => Part { values: 1 << value, leads_to: self.rows[self.owner[value] as usize] },
                    _ => Part { values: free, leads_to: self.union },
                };
                on_path |= parts[depth].values;
            } else {
                if leads_to & !values != 0 {
                    for value in bits(values & !free) {
                        let variable = self.owner[value] as usize;
                        if self.rows[variable] & !values != 0 {
                            narrow(variable, values)?;
                        }
                    }
                }
                depth -= 1;
                on_path &= !values;
                done |= values;
            }
        }
    }
}
