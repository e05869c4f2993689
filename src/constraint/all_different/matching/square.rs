//! A matching of up to 16 variables with as many values: small enough for the whole relation of who leads where.
//!
//! A value stands for the variable that it is matched with too, and leads to all that its variable can take. What leads to
//! a value and back again is in one strongly connected component with it.

use super::super::masks::bits;
use crate::store::Conflict;

/// As many variables and values.
pub(super) const MOST: usize = 16;

/// The variables' values, and who takes which.
#[derive(Debug)]
pub(super) struct Square<'a> {
    /// The values of each variable.
    rows: [u16; MOST],
    /// The values of the variable that each matched value is matched with.
    leads_to: [u16; MOST],
    /// The variable that each matched value is matched with.
    owner: [u8; MOST],
    /// The value that each variable was last matched with; survives from one use to the next.
    mate: &'a mut [u64],
    /// The variables that are here, and those of them that have no value.
    variables: u64,
    alone: u64,
    /// The values that are matched.
    matched: u16,
}

impl<'a> Square<'a> {
    /// No variables; `mate` has a word for each that may come, zeroed or left by an earlier use.
    #[inline]
    pub(super) fn new(mate: &'a mut [u64]) -> Self {
        let (rows, leads_to, owner) = ([0; MOST], [0; MOST], [0; MOST]);
        Self { rows, leads_to, owner, mate, variables: 0, alone: 0, matched: 0 }
    }

    /// Adds a variable with these values.
    #[inline]
    pub(super) fn add(&mut self, variable: usize, row: u16) {
        self.rows[variable] = row;
        self.variables |= 1 << variable;
        let value = self.mate[variable] as usize % MOST;
        if row & !self.matched & 1 << value == 0 {
            self.alone |= 1 << variable;
        } else {
            self.give(variable, value);
        }
    }

    /// Whether every variable has a value of its own in the end.
    #[inline]
    pub(super) fn complete(&mut self) -> bool {
        bits(self.alone).all(|i| self.place(i))
    }

    /// Finds a value for a variable that has none, by giving others another one. `false` where there is none.
    #[inline]
    fn place(&mut self, variable: usize) -> bool {
        let free = self.rows[variable] & !self.matched;
        if free != 0 {
            self.give(variable, free.trailing_zeros() as usize);
            return true;
        }
        self.replace(variable)
    }

    /// Gives a free value to a variable.
    #[inline]
    fn give(&mut self, variable: usize, value: usize) {
        self.matched |= 1 << value;
        self.owner[value] = variable as u8;
        self.leads_to[value] = self.rows[variable];
        self.mate[variable] = value as u64;
    }

    /// As [`place`](Self::place), where no value is free that the variable can take.
    fn replace(&mut self, variable: usize) -> bool {
        let mut from = [0_u8; MOST];
        // The variables that would have to give up theirs, and whose values have not been looked at.
        let mut open = 1_u64 << variable;
        let mut reached = 0;
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            let fresh = self.rows[i] & !reached;
            let free = fresh & !self.matched;
            if free != 0 {
                let (mut i, mut value) = (i, free.trailing_zeros() as usize);
                loop {
                    let before = self.mate[i] as usize;
                    self.give(i, value);
                    if i == variable {
                        return true;
                    }
                    (i, value) = (usize::from(from[before]), before);
                }
            }
            reached |= fresh;
            for value in bits(fresh.into()) {
                from[value] = i as u8;
                open |= 1 << self.owner[value];
            }
        }
        false
    }

    /// Calls `narrow` with every variable that has values which no complete matching gives it, and the values that are left.
    ///
    /// # Errors
    /// Those of `narrow`.
    #[inline]
    pub(super) fn prune(&self, mut narrow: impl FnMut(usize, u16) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let mut leads_to = self.leads_to;
        for value in bits(self.matched.into()) {
            step(&mut leads_to, value);
        }
        let apart = |&ends: &u16| if ends == 0 { 0 } else { ends ^ self.matched };
        if leads_to.iter().fold(0, |all, ends| all | apart(ends)) == 0 {
            return Ok(()); // All are in one component.
        }
        for i in bits(self.variables) {
            let row = self.rows[i];
            let back = |&value: &usize| leads_to[value] >> self.mate[i] & 1 == 1;
            let kept = bits(row.into()).filter(back).fold(0, |kept, value| kept | 1 << value);
            if kept != row {
                narrow(i, kept)?;
            }
        }
        Ok(())
    }
}

/// Whoever leads to a value leads to where that leads: a step of the transitive closure (Warshall 1962).
#[inline]
fn step(leads_to: &mut [u16; MOST], value: usize) {
    let (bit, beyond) = (1 << value, leads_to[value]);
    for ends in leads_to {
        *ends |= if *ends & bit == 0 { 0 } else { beyond };
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;
    use crate::testing::Dice;

    /// What is left of the rows by one and by the other, each with the mates of the last time.
    fn both(rows: &[u16], mates: &mut [[u64; MOST]; 2]) -> [Option<Vec<u16>>; 2] {
        let [square_mates, words_mates] = mates;
        let mut square = Square::new(square_mates);
        let mut words = Words::new(words_mates);
        let mut alone = Vec::new();
        for (i, &row) in rows.iter().enumerate() {
            square.add(i, row);
            if !words.add(i, row.into()) {
                alone.push(i);
            }
        }
        let [mut by_square, mut by_words] = [rows.to_vec(), rows.to_vec()];
        let narrow = |rows: &mut Vec<u16>, i: usize, kept: u16| -> Result<(), Conflict> {
            rows[i] &= kept;
            Ok(())
        };
        let is_complete = [square.complete(), alone.iter().all(|&i| words.place(i))];
        if is_complete == [true; 2] {
            square.prune(|i, kept| narrow(&mut by_square, i, kept)).unwrap();
            words.prune(|i, kept| narrow(&mut by_words, i, kept as u16)).unwrap();
        }
        [is_complete[0].then_some(by_square), is_complete[1].then_some(by_words)]
    }

    #[test]
    fn the_same_is_left_as_by_a_path_of_components() {
        let mut dice = Dice::new(16);
        let (mut pruned, mut impossible) = (0, 0);
        for _ in 0..2000 {
            let n = 1 + dice.below(MOST);
            let mut mates = [[0; MOST]; 2];
            // Each has a value of its own, and loses others from one time to the next.
            let mut own: Vec<u16> = (0..n).map(|i| 1 << i).collect();
            (1..n).for_each(|i| own.swap(i, dice.below(i + 1)));
            let many = 1 + dice.below(n);
            let mut rows: Vec<u16> =
                own.iter().map(|own| (0..many).fold(*own, |row, _| row | 1 << dice.below(n))).collect();
            for round in 0..4 {
                let [square, words] = both(&rows, &mut mates);
                assert_eq!(square, words, "{rows:?}");
                let Some(left) = square else { break };
                pruned += usize::from(left != rows);
                rows = left;
                let i = dice.below(n);
                let gone = 1 << dice.below(n);
                if rows[i] != gone && (round == 3 || own[i] != gone) {
                    rows[i] &= !gone;
                }
            }
            // With too few values for some.
            let few = rows[0] | 1 << dice.below(n);
            rows.iter_mut().take(1 + few.count_ones() as usize).for_each(|row| *row &= few);
            let [square, words] = both(&rows, &mut mates);
            assert_eq!(square, words, "{rows:?}");
            impossible += usize::from(square.is_none());
        }
        assert!(pruned > 500 && impossible > 500, "{pruned} pruned, {impossible} impossible");
    }
}
