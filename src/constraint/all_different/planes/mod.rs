//! Many overlapping all-differents at once: for each value, the set of the variables that can still take it.
//!
//! Fixing a variable takes its value from all that must differ by a few operations on words; variables with one value
//! left, and values with one place left, are found for all variables and all lines together by counting to two in bits.
//! The store hears of a cascade only when it is over: one change a variable, one run.

mod layout;
mod state;

use super::bits;
use crate::agenda::Priority;
use crate::ids::VarId;
use crate::propagate::{Cx, Outcome, Propagator, Rule, Strength};
use crate::store::{Conflict, Why};
use layout::Layout;
use state::{Dead, State, Tables, unpack};
use std::sync::Arc;

/// An inference of one of the constraints from what the others have left.
const TOGETHER: Why = Why::rule(0);
/// The argument is the variable's position.
const NO_VALUE: Why = Why::rule(1);
/// The argument is the number of the all-different.
const NO_PLACE: Why = Why::rule(2);

/// How many states are kept, each of a run above the one before.
const DEPTH: usize = 24;

/// One propagator for all-differents over these groups of variables, in the smallest size that holds them; `None` where
/// none does. `domain` gives the words of the initial domains, which must have a common base.
///
/// Groups that have as many values as variables are lines, where each value needs a place.
pub(crate) fn planes_propagator(groups: &[&[VarId]], domain: &dyn Fn(VarId) -> u64) -> Option<Arc<dyn Propagator>> {
    let layout = Layout::new(groups, domain)?;
    if layout.fits::<1, 8>() {
        Some(Arc::new(Planes::<1, 8>::new(&layout)))
    } else if layout.fits::<2, 10>() {
        Some(Arc::new(Planes::<2, 10>::new(&layout)))
    } else if layout.fits::<4, 16>() {
        Some(Arc::new(Planes::<4, 16>::new(&layout)))
    } else {
        None
    }
}

/// Up to `64 * W` variables, `K` values and 64 lines of up to `K` variables.
#[derive(Debug)]
struct Planes<const W: usize, const K: usize> {
    scope: Box<[VarId]>,
    /// What each variable could take at the start, bit 0 being the lowest value of all.
    initial: Box<[u64]>,
    /// How far those are shifted against the words of the domains.
    shift: u32,
    /// The variables of each all-different.
    parts: Box<[Box<[VarId]>]>,
    /// For each view of a line, the number of its all-different.
    lines: Box<[u32]>,
    tables: Tables<W, K>,
    start: State<W, K>,
}

impl<const W: usize, const K: usize> Planes<W, K> {
    fn new(layout: &Layout) -> Self {
        let vars = |group: &Vec<usize>| group.iter().map(|&i| layout.scope[i]).collect();
        Self {
            scope: layout.scope.clone().into(),
            initial: layout.initial.clone().into(),
            shift: layout.shift,
            parts: layout.groups.iter().map(vars).collect(),
            lines: layout.views.iter().map(|view| view.group as u32).collect(),
            tables: Tables::new(layout),
            start: State::new(layout),
        }
    }

    /// Takes over what others have changed at a position.
    #[inline]
    fn update(&self, state: &mut State<W, K>, position: usize, domain: u64) -> Result<(), Dead> {
        if !state.is_open(position) {
            return Ok(());
        }
        if domain.is_power_of_two() {
            return state.settle(&self.tables, position, domain.trailing_zeros() as usize);
        }
        for value in bits(self.initial[position] & !domain) {
            state.remove(&self.tables, position, value);
        }
        Ok(())
    }

    /// Takes over what others have changed at the dirty positions.
    fn update_all(&self, state: &mut State<W, K>, cx: &Cx<'_>, dirty: u64) -> Result<(), Dead> {
        // The last bit stands for all positions from there on.
        let behind = if dirty >> 63 == 0 { 0..0 } else { 63..self.scope.len() };
        let each = bits(dirty & !(1 << 63)).take_while(|&i| i < self.scope.len());
        for position in each.chain(behind) {
            self.update(state, position, cx.mask(self.scope[position]) >> self.shift)?;
        }
        Ok(())
    }

    #[cold]
    fn fail(&self, cx: &mut Cx<'_>, dead: Dead) -> Conflict {
        match dead {
            Dead::Variable(i) => match cx.keep_mask(self.scope[i], 0, NO_VALUE.with(i as u32)) {
                Err(conflict) => conflict,
                Ok(_) => cx.fail(NO_VALUE.with(i as u32)),
            },
            Dead::Line(line) => cx.fail(NO_PLACE.with(self.lines[line])),
        }
    }

    /// Writes to the store what was found: `fixed` in order of inference, then what open variables have lost.
    fn write(
        &self,
        cx: &mut Cx<'_>,
        state: &State<W, K>,
        before: &[[u64; W]; K],
        fixed: &[u64],
    ) -> Result<(), Conflict> {
        for &pair in fixed {
            let (position, value) = unpack(pair);
            cx.keep_mask(self.scope[position], 1 << value << self.shift, TOGETHER)?;
        }
        for (w, changed) in state.changed(before).into_iter().enumerate() {
            for bit in bits(changed) {
                let position = w * 64 + bit;
                cx.keep_mask(self.scope[position], state.domain(position) << self.shift, TOGETHER)?;
            }
        }
        Ok(())
    }
}

impl<const W: usize, const K: usize> Propagator for Planes<W, K> {
    fn scope(&self) -> &[VarId] {
        &self.scope
    }

    fn name(&self) -> &'static str {
        "joined all-differents"
    }

    fn rules(&self) -> &'static [Rule] {
        const {
            &[
                Rule::new("the lines together leave it no other value"),
                Rule::new("the lines together leave it no value"),
                Rule::new("no place is left for a value"),
            ]
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn state_words(&self) -> usize {
        1
    }

    fn cache_words(&self) -> usize {
        self.scope.len() + DEPTH * State::<W, K>::WORDS
    }

    fn parts(&self) -> &[Box<[VarId]>] {
        &self.parts
    }

    fn culprits(&self, why: Why) -> &[VarId] {
        let argument = why.argument() as usize;
        match why.index() {
            1 => &self.scope[argument..=argument],
            2 => &self.parts[argument],
            _ => &self.scope,
        }
    }

    /// The reversible word counts the states that are kept. Each was written by a run that found one less, so whatever
    /// lies below the count belongs to the branch that the engine stands on.
    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let (fixed, states) = cx.take_cache().split_at_mut(self.scope.len());
        let depth = cx.state(0) as usize;
        let kept = |depth: usize| depth * State::<W, K>::WORDS..(depth + 1) * State::<W, K>::WORDS;
        let mut state = match depth {
            0 => self.start.clone(),
            _ => State::load(&states[kept(depth - 1)]),
        };
        let before = state.planes;
        // The last one that is kept may be older than the run before this one.
        let dirty = if depth == 0 || depth == DEPTH { u64::MAX } else { cx.dirty() };
        let strong = cx.strength() == Strength::Full;
        let result = self.update_all(&mut state, cx, dirty).and_then(|()| state.close(&self.tables, strong, fixed));
        let count = match result {
            Ok(count) => count,
            Err(dead) => return Err(self.fail(cx, dead)),
        };
        self.write(cx, &state, &before, &fixed[..count])?;
        if state.is_done() {
            return Ok(Outcome::Entailed);
        }
        if depth < DEPTH {
            state.save(&mut states[kept(depth)]);
            cx.set_state(0, depth as u64 + 1);
        }
        Ok(Outcome::AtFixpoint)
    }
}
