//! Finite automata over values.

use std::sync::Arc;

/// A finite automaton whose letters are values: it accepts a word if some path from its start to an accepting state
/// reads it.
///
/// Any number may name a state. Several transitions may lead from one state by one value; where none does, the word is
/// not accepted. Cloning it is cheap.
///
/// ```
/// use gridwright::Automaton;
/// let no_two_ones_in_a_row = Automaton::new(0, [0, 1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)]);
/// assert!(no_two_ones_in_a_row.accepts([1, 0, 0, 1]));
/// assert!(!no_two_ones_in_a_row.accepts([0, 1, 1, 0]));
/// assert!(!no_two_ones_in_a_row.accepts([2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    start: usize,
    accepting: Arc<[usize]>,
    /// From which state, by which value, to which state; in increasing order, each once.
    transitions: Arc<[(usize, i64, usize)]>,
}

impl Automaton {
    /// An automaton with these transitions: from a state, by a value, to a state.
    pub fn new(
        start: usize,
        accepting: impl IntoIterator<Item = usize>,
        transitions: impl IntoIterator<Item = (usize, i64, usize)>,
    ) -> Self {
        let mut transitions: Vec<_> = transitions.into_iter().collect();
        transitions.sort_unstable();
        transitions.dedup();
        Self { start, accepting: accepting.into_iter().collect(), transitions: transitions.into() }
    }

    /// The state that every word begins in.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The states that a word may end in.
    pub fn accepting(&self) -> &[usize] {
        &self.accepting
    }

    /// The transitions in increasing order: from which state, by which value, to which state.
    pub fn transitions(&self) -> &[(usize, i64, usize)] {
        &self.transitions
    }

    /// Whether it accepts a word.
    pub fn accepts(&self, word: impl IntoIterator<Item = i64>) -> bool {
        let mut states = vec![self.start];
        for value in word {
            let read = |&state: &usize| {
                let first = self.transitions.partition_point(|&(from, by, _)| (from, by) < (state, value));
                let same =
                    self.transitions[first..].iter().take_while(move |&&(from, by, _)| (from, by) == (state, value));
                same.map(|&(_, _, to)| to)
            };
            let mut next: Vec<usize> = states.iter().flat_map(read).collect();
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        states.iter().any(|state| self.accepting.contains(state))
    }
}
