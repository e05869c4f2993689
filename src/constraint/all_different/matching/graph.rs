//! The graph of variables and values behind a matching: augmenting paths, what they reach, and components.
//!
//! An edge leads from a variable to each other value that it can take, and from a value to the variable that the matching
//! gives it to; one more node stands for the values that nobody takes.

/// A bipartite graph with a matching, in borrowed words of which only the matching means anything from one use to the
/// next.
pub(super) struct Graph<'a> {
    variables: usize,
    /// The values of each variable, as sets of `stride` words.
    rows: &'a mut [u64],
    stride: usize,
    /// The value that each variable is matched with, plus one; 0 where it is not.
    mate: &'a mut [u64],
    /// The variable that each value is matched with, plus one; 0 where it is free.
    owner: &'a mut [u64],
    /// The values that the last search has reached.
    reached: &'a mut [u64],
    /// From which variable the last search has reached a value.
    from: &'a mut [u64],
    /// A queue of variables; the first `found` are those that the last search has reached.
    queue: &'a mut [u64],
    found: usize,
    /// Per node: when it was met; 0 before.
    met: &'a mut [u64],
    /// Per node: the earliest node on the stack that it leads back to.
    low: &'a mut [u64],
    /// Per node: its component, named by one of its nodes plus one; 0 while it is not known.
    component: &'a mut [u64],
    /// Per node: the first edge that has not been followed.
    cursor: &'a mut [u64],
    /// Nodes whose component is not known.
    stack: &'a mut [u64],
    /// Nodes on the path that is being followed.
    path: &'a mut [u64],
}

/// So many edges are followed between two looks at the budget.
const EDGES_AT_ONCE: usize = 4096;

/// Why there is no complete matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// Some variables have too few values between them.
    OfValues,
    /// The search was stopped.
    OfTime,
}

/// Cuts the first `n` words off.
fn take<'a>(words: &mut &'a mut [u64], n: usize) -> &'a mut [u64] {
    let (head, tail) = std::mem::take(words).split_at_mut(n);
    *words = tail;
    head
}

/// The first member of a set that is at least `from`.
fn next_in(set: &[u64], from: usize) -> Option<usize> {
    let mut word = from / 64;
    let mut rest = *set.get(word)? & (u64::MAX << (from % 64));
    while rest == 0 {
        word += 1;
        rest = *set.get(word)?;
    }
    Some(word * 64 + rest.trailing_zeros() as usize)
}

fn has(set: &[u64], value: usize) -> bool {
    set.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
}

impl<'a> Graph<'a> {
    /// How many words it needs.
    pub(super) fn words(variables: usize, values: usize) -> usize {
        let stride = values.div_ceil(64);
        variables * stride + 2 * variables + 2 * values + stride + 6 * (variables + 1)
    }

    /// A graph in these words, zeroed or left by an earlier use.
    pub(super) fn new(variables: usize, values: usize, mut words: &'a mut [u64]) -> Self {
        let stride = values.div_ceil(64);
        let nodes = variables + 1;
        let words = &mut words;
        Self {
            variables,
            rows: take(words, variables * stride),
            stride,
            mate: take(words, variables),
            owner: take(words, values),
            reached: take(words, stride),
            from: take(words, values),
            queue: take(words, variables),
            found: 0,
            met: take(words, nodes),
            low: take(words, nodes),
            component: take(words, nodes),
            cursor: take(words, nodes),
            stack: take(words, nodes),
            path: take(words, nodes),
        }
    }

    fn row(&self, variable: usize) -> &[u64] {
        &self.rows[variable * self.stride..][..self.stride]
    }

    /// Says which values a variable can take.
    pub(super) fn set_row(&mut self, variable: usize, values: impl Iterator<Item = usize>) {
        let row = &mut self.rows[variable * self.stride..][..self.stride];
        row.fill(0);
        values.for_each(|v| row[v / 64] |= 1 << (v % 64));
    }

    /// Drops what the rows forbid from the matching, and completes it. Where some variable stays alone, what was reached
    /// from it is a group of variables with too few values. `go` counts the operations, and stops it by `false`.
    pub(super) fn complete(&mut self, mut go: impl FnMut(usize) -> bool) -> Result<(), Lack> {
        self.owner.fill(0);
        for i in 0..self.variables {
            match (self.mate[i] as usize).checked_sub(1) {
                Some(v) if has(self.row(i), v) => self.owner[v] = i as u64 + 1,
                _ => self.mate[i] = 0,
            }
        }
        for i in 0..self.variables {
            if self.mate[i] == 0 {
                let free = self.search(i);
                if !go(self.found * self.stride + self.owner.len()) {
                    return Err(Lack::OfTime);
                }
                self.augment(free.ok_or(Lack::OfValues)?);
            }
        }
        Ok(())
    }

    /// Follows edges from a variable, breadth first, until a free value is met.
    fn search(&mut self, root: usize) -> Option<usize> {
        self.reached.fill(0);
        self.queue[0] = root as u64;
        self.found = 1;
        let mut next = 0;
        while next < self.found {
            let i = self.queue[next] as usize;
            next += 1;
            for word in 0..self.stride {
                let mut fresh = self.rows[i * self.stride + word] & !self.reached[word];
                self.reached[word] |= fresh;
                while fresh != 0 {
                    let v = word * 64 + fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    self.from[v] = i as u64;
                    if self.owner[v] == 0 {
                        return Some(v);
                    }
                    if self.owner[v] - 1 != root as u64 {
                        self.queue[self.found] = self.owner[v] - 1;
                        self.found += 1;
                    }
                }
            }
        }
        None
    }

    /// Turns the path that has reached a free value around.
    fn augment(&mut self, free: usize) {
        let mut next = free as u64 + 1;
        while next != 0 {
            let v = next as usize - 1;
            let i = self.from[v] as usize;
            self.owner[v] = i as u64 + 1;
            next = std::mem::replace(&mut self.mate[i], next);
        }
    }

    /// Finds the variables and values that a complete matching's owner of this value leads to.
    pub(super) fn reach_from(&mut self, value: usize) {
        if let Some(owner) = self.owner.get(value).and_then(|&owner| owner.checked_sub(1)) {
            self.search(owner as usize);
        }
    }

    /// Whether the last search has reached a variable.
    pub(super) fn is_reached(&self, variable: usize) -> bool {
        self.queue[..self.found].contains(&(variable as u64))
    }

    /// Whether the last search has reached a value.
    pub(super) fn is_value_reached(&self, value: usize) -> bool {
        has(self.reached, value)
    }

    /// The next node that an edge leads to from this one.
    fn follow(&mut self, node: usize) -> Option<usize> {
        let from = self.cursor[node] as usize;
        if node == self.variables {
            self.cursor[node] += 1;
            return (from < self.variables).then_some(from);
        }
        let v = next_in(self.row(node), from)?;
        self.cursor[node] = v as u64 + 1;
        Some((self.owner[v] as usize).checked_sub(1).unwrap_or(self.variables))
    }

    /// Finds the strongly connected components (Tarjan 1972, with an explicit stack). `go` counts the operations, and stops
    /// it by `false`, which is then returned.
    pub(super) fn find_components(&mut self, mut go: impl FnMut(usize) -> bool) -> bool {
        self.met.fill(0);
        self.component.fill(0);
        self.cursor.fill(0);
        let (mut clock, mut depth, mut open, mut steps) = (0, 0, 0, 0_usize);
        for root in 0..self.variables {
            let mut next = (self.met[root] == 0).then_some(root);
            while let Some(node) = next.or_else(|| (depth > 0).then(|| self.path[depth - 1] as usize)) {
                if next.take().is_some() {
                    clock += 1;
                    self.met[node] = clock;
                    self.low[node] = clock;
                    (self.path[depth], self.stack[open]) = (node as u64, node as u64);
                    (depth, open) = (depth + 1, open + 1);
                }
                steps += 1;
                if steps.is_multiple_of(EDGES_AT_ONCE) && !go(EDGES_AT_ONCE) {
                    return false;
                }
                match self.follow(node) {
                    Some(to) if self.met[to] == 0 => next = Some(to),
                    Some(to) if self.component[to] == 0 => self.low[node] = self.low[node].min(self.met[to]),
                    Some(_) => {}
                    None => {
                        depth -= 1;
                        if self.low[node] == self.met[node] {
                            while self.component[node] == 0 {
                                open -= 1;
                                self.component[self.stack[open] as usize] = node as u64 + 1;
                            }
                        }
                        if depth > 0 {
                            let parent = self.path[depth - 1] as usize;
                            self.low[parent] = self.low[parent].min(self.low[node]);
                        }
                    }
                }
            }
        }
        true
    }

    /// Whether some complete matching gives this value to this variable, once the components are known.
    pub(super) fn is_supported(&self, variable: usize, value: usize) -> bool {
        let leads_to = (self.owner[value] as usize).checked_sub(1).unwrap_or(self.variables);
        leads_to == self.variables || self.component[leads_to] == self.component[variable]
    }
}
