//! A flow: every variable takes a value, and every value is taken often enough and not too often.

use std::mem::take;

/// A flow over variables and values that are counted from 0, in borrowed words of which only what each variable takes
/// means anything from one use to the next.
pub(super) struct Flow<'a> {
    variables: usize,
    values: usize,
    /// The words of a set of values and, behind them, the reserve.
    stride: usize,
    /// The value that each variable takes, plus one; 0 where it takes none.
    taken: &'a mut [u64],
    /// The values of each variable, as sets.
    rows: &'a mut [u64],
    /// Where one variable less can come to: a set for each value, and for the reserve.
    reach: &'a mut [u64],
    /// The least and the largest number of variables for each value.
    low: &'a mut [u64],
    high: &'a mut [u64],
    /// How many variables take each value.
    count: &'a mut [u64],
    /// Per value that the last search has met: the variable that would move, plus one, and where it would go.
    from: &'a mut [u64],
    to: &'a mut [u64],
    queue: &'a mut [u64],
    /// How many values the last search has met.
    met: usize,
}

/// Why there is no flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// Variables that can only take the values which were met are more than these allow.
    Values,
    /// The variables that can take the values which were met are fewer than these need.
    Variables,
    /// The search was stopped.
    Time,
}

impl<'a> Flow<'a> {
    /// How many words it needs.
    pub(super) fn words(variables: usize, values: usize) -> usize {
        let stride = (values + 1).div_ceil(64);
        variables + (variables + values + 1) * stride + 6 * values
    }

    /// A flow in these words, zeroed or left by an earlier use, without limits.
    pub(super) fn new(variables: usize, values: usize, mut words: &'a mut [u64]) -> Self {
        let stride = (values + 1).div_ceil(64);
        let mut cut = |n: usize| {
            let (head, tail) = take(&mut words).split_at_mut(n);
            words = tail;
            head
        };
        let flow = Self {
            variables,
            values,
            stride,
            taken: cut(variables),
            rows: cut(variables * stride),
            reach: cut((values + 1) * stride),
            low: cut(values),
            high: cut(values),
            count: cut(values),
            from: cut(values),
            to: cut(values),
            queue: cut(values),
            met: 0,
        };
        flow.rows.fill(0);
        flow.low.fill(0);
        flow.high.fill(variables as u64);
        flow
    }

    /// Says that a variable can take a value.
    pub(super) fn allow(&mut self, variable: usize, value: usize) {
        self.rows[variable * self.stride + value / 64] |= 1 << (value % 64);
    }

    /// Says that at least and at most so many variables take a value, besides what was said before. `false` where no
    /// number is left.
    pub(super) fn limit(&mut self, value: usize, low: i64, high: i64) -> bool {
        self.low[value] = self.low[value].max(u64::try_from(low).unwrap_or(0));
        self.high[value] = self.high[value].min(u64::try_from(high).unwrap_or(0));
        high >= 0 && self.low[value] <= self.high[value]
    }

    fn can_take(&self, variable: usize, value: usize) -> bool {
        self.rows[variable * self.stride + value / 64] >> (value % 64) & 1 != 0
    }

    /// What a variable takes in a flow.
    pub(super) fn value(&self, variable: usize) -> usize {
        self.taken[variable] as usize - 1
    }

    /// Drops what is forbidden, and completes the flow. `go` counts the operations, and stops it by `false`.
    pub(super) fn complete(&mut self, mut go: impl FnMut(usize) -> bool) -> Result<(), Lack> {
        self.count.fill(0);
        for i in 0..self.variables {
            match (self.taken[i] as usize).checked_sub(1) {
                Some(v) if self.can_take(i, v) && self.count[v] < self.high[v] => self.count[v] += 1,
                _ => self.taken[i] = 0,
            }
        }
        for i in 0..self.variables {
            if self.taken[i] == 0 {
                self.place(i, &mut go)?;
            }
        }
        for v in 0..self.values {
            while self.count[v] < self.low[v] {
                self.fill(v, &mut go)?;
            }
        }
        Ok(())
    }

    /// Starts a search.
    fn forget(&mut self) {
        self.from.fill(0);
        self.met = 0;
    }

    /// Meets a value, unless it was met: variable `from` would come from there, or from nowhere, and go to `to`.
    fn meet(&mut self, value: usize, from: usize, to: usize) {
        if self.from[value] == 0 {
            (self.from[value], self.to[value]) = (from as u64 + 1, to as u64);
            self.queue[self.met] = value as u64;
            self.met += 1;
        }
    }

    /// Meets every value that a variable can take.
    fn meet_all(&mut self, variable: usize) {
        for v in 0..self.values {
            if self.can_take(variable, v) {
                self.meet(v, variable, v);
            }
        }
    }

    /// Finds a value for a variable that takes none, moving others on.
    fn place(&mut self, variable: usize, go: &mut impl FnMut(usize) -> bool) -> Result<(), Lack> {
        self.forget();
        self.meet_all(variable);
        let mut next = 0;
        while next < self.met {
            let v = self.queue[next] as usize;
            next += 1;
            if self.count[v] < self.high[v] {
                self.count[v] += 1;
                let mut value = v;
                loop {
                    let mover = self.from[value] as usize - 1;
                    let before = std::mem::replace(&mut self.taken[mover], value as u64 + 1);
                    if mover == variable {
                        return Ok(());
                    }
                    value = before as usize - 1;
                }
            }
            if !go(self.variables) {
                return Err(Lack::Time);
            }
            for mover in 0..self.variables {
                if self.taken[mover] == v as u64 + 1 {
                    if !go(self.values) {
                        return Err(Lack::Time);
                    }
                    self.meet_all(mover);
                }
            }
        }
        Err(Lack::Values)
    }

    /// Moves a variable to a value that too few take, from one that enough take, by way of others.
    fn fill(&mut self, value: usize, go: &mut impl FnMut(usize) -> bool) -> Result<(), Lack> {
        self.forget();
        self.meet(value, self.variables, value);
        let mut next = 0;
        while next < self.met {
            let to = self.queue[next] as usize;
            next += 1;
            if !go(self.variables) {
                return Err(Lack::Time);
            }
            for mover in 0..self.variables {
                let Some(v) = (self.taken[mover] as usize).checked_sub(1) else { continue };
                if !self.can_take(mover, to) || self.from[v] != 0 {
                    continue;
                }
                self.meet(v, mover, to);
                if self.count[v] > self.low[v] {
                    self.count[v] -= 1;
                    self.count[value] += 1;
                    let mut from = v;
                    while from != value {
                        let mover = self.from[from] as usize - 1;
                        from = self.to[from] as usize;
                        self.taken[mover] = from as u64 + 1;
                    }
                    return Ok(());
                }
            }
        }
        Err(Lack::Variables)
    }

    /// Whether the last search has met a value.
    pub(super) fn is_met(&self, value: usize) -> bool {
        self.from[value] != 0
    }

    /// Finds, in a flow, which values a variable that leaves one can be moved on to, others moving on in turn; a value
    /// that can do with one less gives to the reserve, and the reserve gives to one that can do with one more. `go` counts
    /// the operations, and stops it by `false`, which is then returned.
    pub(super) fn close(&mut self, mut go: impl FnMut(usize) -> bool) -> bool {
        self.reach.fill(0);
        let (stride, reserve) = (self.stride, self.values);
        for i in 0..self.variables {
            let v = self.value(i);
            for word in 0..stride {
                self.reach[v * stride + word] |= self.rows[i * stride + word];
            }
        }
        for v in 0..self.values {
            if self.count[v] < self.high[v] {
                self.reach[v * stride + reserve / 64] |= 1 << (reserve % 64);
            }
            if self.count[v] > self.low[v] {
                self.reach[reserve * stride + v / 64] |= 1 << (v % 64);
            }
        }
        // The transitive closure (Warshall 1962).
        for by in 0..=self.values {
            if !go(self.values * stride) {
                return false;
            }
            for v in 0..=self.values {
                if self.leads(v, by) {
                    for word in 0..stride {
                        self.reach[v * stride + word] |= self.reach[by * stride + word];
                    }
                }
            }
        }
        true
    }

    /// Whether one more for a value can end without one less for another.
    pub(super) fn leads_to_reserve(&self, value: usize) -> bool {
        self.leads(value, self.values)
    }

    /// Whether one more for a value can end, when others have moved on, in one less for another.
    pub(super) fn leads(&self, value: usize, other: usize) -> bool {
        self.reach[value * self.stride + other / 64] >> (other % 64) & 1 != 0
    }

    /// Whether some flow gives this value to this variable, once the closure is known.
    pub(super) fn is_supported(&self, variable: usize, value: usize) -> bool {
        self.leads(value, self.value(variable))
    }
}
