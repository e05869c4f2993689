//! Who is woken by what, and who runs next: watch lists and four first-in-first-out queues, linked through the propagators.
//!
//! Invariant: a propagator stands in its queue at most once, and one that is entailed or switched off never does.

mod late;

use crate::ids::{PropId, VarId};
use crate::limit::{Budget, Limit};
use crate::store::{Cause, Events, Store};
use fixedbitset::FixedBitSet;
use late::LateWatches;

/// What running a propagator costs, as a class; cheaper classes run first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// One variable at a time.
    Unary,
    /// Two variables, or constant time.
    Binary,
    /// Linear in the scope.
    Linear,
    /// Anything dearer.
    Costly,
}

/// One subscription: the propagator wants to know of these events of a variable, which stands at this position of its
/// scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) prop: u32,
    pub(crate) position: u8,
    pub(crate) events: Events,
}

/// The subscriptions of each variable, one after another (compressed sparse rows).
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches {
    starts: Vec<u32>,
    list: Vec<Watch>,
}

/// Subscriptions as they come, which become [`Watches`].
pub(crate) struct Subscriptions {
    /// How many each variable has, one place further on.
    counts: Vec<u32>,
    all: Vec<(VarId, Watch)>,
}

impl Subscriptions {
    /// No subscriptions to so many variables.
    pub(crate) fn new(variables: usize) -> Self {
        Self { counts: vec![0; variables + 1], all: Vec::with_capacity((4 * variables).min(4096)) }
    }

    /// One more subscription to a variable.
    #[inline]
    pub(crate) fn add(&mut self, x: VarId, watch: Watch) {
        self.counts[x.index() + 1] += 1;
        self.all.push((x, watch));
    }

    /// The lists of all variables; those who watch one variable keep their order.
    ///
    /// # Errors
    /// The limit that is reached.
    pub(crate) fn lists(self, budget: &mut Budget) -> Result<Watches, Limit> {
        let Self { counts: mut starts, all } = self;
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Where the next one of each variable goes.
        let mut next = starts.clone();
        let mut list = vec![Watch { prop: 0, position: 0, events: Events::NONE }; all.len()];
        for some in all.chunks(1024) {
            budget.spend_on(8 * some.len())?;
            for &(x, watch) in some {
                let slot = &mut next[x.index()];
                list[*slot as usize] = watch;
                *slot += 1;
            }
        }
        Ok(Watches { starts, list })
    }
}

impl Watches {
    #[inline]
    fn of(&self, x: VarId) -> &[Watch] {
        let i = x.index();
        &self.list[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The propagators that watch a variable, in the order of posting.
    pub(crate) fn watchers(&self, x: VarId) -> impl Iterator<Item = PropId> + '_ {
        self.of(x).iter().map(|watch| PropId::new(watch.prop as usize))
    }
}

/// Positions of a scope that have changed since the propagator ran, one bit each; bit 63 stands for 63 and all behind.
pub(crate) const ALL_DIRTY: u64 = u64::MAX;

/// The bit of a position, which is at most 63, in a dirty mask.
#[inline]
pub(crate) fn dirty_bit(position: u8) -> u64 {
    1 << (position & 63)
}

/// What the agenda knows of one propagator.
#[derive(Clone, Debug)]
struct Slot {
    /// The positions that have changed since it ran.
    dirty: u64,
    /// Whether it waits, or runs at the moment.
    queued: bool,
    priority: Priority,
    /// Who comes behind it in its queue; means nothing for the last.
    next: u32,
}

/// The first and the last who wait; mean nothing where nobody does.
#[derive(Clone, Copy, Debug, Default)]
struct Queue {
    first: u32,
    last: u32,
}

/// The queues, and what each propagator has missed while it waited.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    queues: [Queue; 4],
    /// Bit `i` is set if queue `i` is not empty.
    waiting: u8,
    slots: Vec<Slot>,
    /// Propagators that may act; all where missing.
    allowed: Option<FixedBitSet>,
    late: LateWatches,
    /// The first arena word of the bits that say which of the compiled propagators are entailed.
    entailed: usize,
    /// How many propagators were compiled.
    compiled: usize,
    /// The arena word that says whether a later propagator is entailed.
    late_entailed: Vec<usize>,
    /// Who waits after each run of a compiled propagator; [`NOBODY`] for most, and empty where that goes for all.
    behind: Vec<u32>,
}

/// No propagator.
const NOBODY: u32 = u32::MAX;

impl Agenda {
    /// An agenda of propagators with these priorities, all queued. Their entailed bits stand from this arena word on.
    pub(crate) fn new(priorities: &[Priority], entailed: usize) -> Self {
        let n = priorities.len();
        let slot = |&priority: &Priority| Slot { dirty: ALL_DIRTY, queued: false, priority, next: 0 };
        let mut agenda = Self {
            queues: Default::default(),
            waiting: 0,
            slots: priorities.iter().map(slot).collect(),
            allowed: None,
            late: LateWatches::default(),
            entailed,
            compiled: n,
            late_entailed: Vec::new(),
            behind: Vec::new(),
        };
        (0..n).for_each(|p| agenda.push(p as u32));
        agenda
    }

    /// How many arena words the entailed bits of this many propagators take.
    pub(crate) fn entailed_words(propagators: usize) -> usize {
        propagators.div_ceil(64)
    }

    #[inline(always)]
    fn push(&mut self, p: u32) {
        let slot = &mut self.slots[p as usize];
        let number = slot.priority as usize;
        slot.queued = true;
        let queue = &mut self.queues[number];
        let last = std::mem::replace(&mut queue.last, p);
        if self.waiting >> number & 1 == 0 {
            queue.first = p;
            self.waiting |= 1 << number;
        } else {
            self.slots[last as usize].next = p;
        }
    }

    /// Takes the next propagator and what it has missed. It counts as queued until [`finish`](Self::finish), so that it
    /// does not wake itself while it runs.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(PropId, u64)> {
        let number = self.waiting.trailing_zeros() as usize;
        let queue = self.queues.get_mut(number)?;
        let p = queue.first as usize;
        let slot = &mut self.slots[p];
        queue.first = slot.next;
        if p == queue.last as usize {
            self.waiting &= !(1 << number);
        }
        Some((PropId::new(p), std::mem::take(&mut slot.dirty)))
    }

    /// Ends the run of a propagator: what it has changed itself wakes it again, unless it says that it is at its fixpoint.
    #[inline]
    pub(crate) fn finish(&mut self, p: PropId, at_fixpoint: bool) {
        let slot = &mut self.slots[p.index()];
        if at_fixpoint || slot.dirty == 0 {
            slot.dirty = 0;
            slot.queued = false;
        } else {
            self.push(p.index() as u32);
        }
    }

    /// Queues whoever stands behind a propagator that has run.
    #[inline]
    pub(crate) fn wake_behind(&mut self, p: PropId, store: &Store) {
        if let Some(&behind) = self.behind.get(p.index())
            && behind != NOBODY
        {
            self.rouse(behind, dirty_bit(0), store);
        }
    }

    /// Forgets what a propagator that waits has missed, so that it has nothing to do unless it is woken.
    pub(crate) fn settle(&mut self, p: PropId) {
        self.slots[p.index()].dirty = 0;
    }

    /// Whether all propagators may act.
    pub(crate) fn allows_all(&self) -> bool {
        self.allowed.is_none()
    }

    /// Puts back a propagator that was taken but has not finished its work.
    pub(crate) fn put_back(&mut self, p: PropId) {
        self.slots[p.index()].dirty = ALL_DIRTY;
        self.push(p.index() as u32);
    }

    /// Wakes everybody who watches these events of a variable.
    #[inline]
    pub(crate) fn wake(&mut self, x: VarId, events: Events, watches: &Watches, store: &Store) {
        for watch in watches.of(x) {
            self.wake_one(*watch, events, store);
        }
        let mut link = self.late.first(x);
        while let Some((watch, next)) = self.late.at(link) {
            self.wake_one(watch, events, store);
            link = next;
        }
    }

    #[inline(always)]
    fn wake_one(&mut self, watch: Watch, events: Events, store: &Store) {
        if watch.events.meets(events) {
            self.rouse(watch.prop, dirty_bit(watch.position), store);
        }
    }

    /// Queues a propagator unless it waits already, with what it has missed.
    #[inline(always)]
    fn rouse(&mut self, p: u32, dirty: u64, store: &Store) {
        let slot = &mut self.slots[p as usize];
        if slot.queued {
            slot.dirty |= dirty;
        } else {
            self.queue(p, dirty, store);
        }
    }

    /// Queues a propagator that does not wait, if it may act. Apart from [`rouse`](Self::rouse), which finds most of them
    /// waiting, so that this stays small.
    #[inline(never)]
    fn queue(&mut self, p: u32, dirty: u64, store: &Store) {
        if self.may_run(p as usize, store) {
            self.slots[p as usize].dirty = dirty;
            self.push(p);
        }
    }

    #[inline(always)]
    fn may_run(&self, p: usize, store: &Store) -> bool {
        let (word, bit) = self.entailed_bit(p);
        store.word(word) & bit == 0 && self.allowed.as_ref().is_none_or(|allowed| allowed.contains(p))
    }

    /// Marks a propagator as entailed until the store is undone past this point.
    #[inline]
    pub(crate) fn entail(&mut self, p: PropId, store: &mut Store, cause: Cause) {
        let (word, bit) = self.entailed_bit(p.index());
        store.set_word(word, store.word(word) | bit, cause);
    }

    /// Whether a propagator rests because it is entailed.
    pub(crate) fn is_entailed(&self, p: PropId, store: &Store) -> bool {
        let (word, bit) = self.entailed_bit(p.index());
        store.word(word) & bit != 0
    }

    #[inline]
    fn entailed_bit(&self, p: usize) -> (usize, u64) {
        match p.checked_sub(self.compiled) {
            None => (self.entailed + p / 64, 1 << (p % 64)),
            Some(late) => (self.late_entailed[late], 1),
        }
    }

    /// Whether anybody waits.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.waiting == 0
    }

    /// Empties the queues; only what is queued is touched.
    pub(crate) fn clear(&mut self) {
        while let Some((p, _)) = self.pop() {
            self.slots[p.index()].queued = false;
        }
    }

    /// Frees a propagator that was running when a contradiction ended its run.
    #[inline]
    pub(crate) fn release(&mut self, p: PropId) {
        self.slots[p.index()].queued = false;
        self.slots[p.index()].dirty = 0;
    }

    /// Queues everybody who may act, as if everything had changed.
    pub(crate) fn wake_all(&mut self, store: &Store) {
        for p in 0..self.slots.len() {
            if self.may_run(p, store) {
                self.slots[p].dirty = ALL_DIRTY;
                if !self.slots[p].queued {
                    self.push(p as u32);
                }
            }
        }
    }

    /// Lets only these propagators act from now on; all where `None`. Those that wait already are forgotten.
    pub(crate) fn allow(&mut self, allowed: Option<FixedBitSet>) {
        self.clear();
        self.allowed = allowed;
    }

    /// Makes room for so many more propagators and subscriptions.
    pub(crate) fn reserve(&mut self, propagators: usize, subscriptions: usize) {
        self.slots.reserve(propagators);
        self.late_entailed.reserve(propagators);
        self.late.reserve(subscriptions);
    }

    /// Adds a propagator after compilation and queues it; `entailed` is an arena word of its own. Its subscriptions follow.
    pub(crate) fn attach(&mut self, priority: Priority, entailed: usize) {
        let p = self.slots.len() as u32;
        self.slots.push(Slot { dirty: ALL_DIRTY, queued: false, priority, next: 0 });
        self.late_entailed.push(entailed);
        if let Some(allowed) = &mut self.allowed {
            allowed.grow_and_insert(p as usize);
        }
        self.push(p);
    }

    /// Adds a subscription of the propagator that was attached last; there are so many variables.
    pub(crate) fn watch(&mut self, x: VarId, watch: Watch, variables: usize) {
        self.late.add(x, watch, variables);
    }

    /// Puts the propagator that was attached last behind a compiled one that has nobody behind it, in place of subscriptions:
    /// it waits whenever that one has run. It must not ask what is dirty.
    pub(crate) fn put_behind(&mut self, leader: PropId) {
        self.behind.resize(self.compiled, NOBODY);
        self.behind[leader.index()] = self.slots.len() as u32 - 1;
    }

    /// Drops the subscriptions of a later propagator.
    pub(crate) fn unwatch(&mut self, p: PropId, scope: &[VarId]) {
        scope.iter().for_each(|&x| self.late.take_out(p, x));
    }

    /// Drops the propagators from this index on, none of which may be queued.
    pub(crate) fn detach_from(&mut self, first: usize) {
        self.late.drop_from(first);
        self.behind.iter_mut().filter(|behind| **behind as usize >= first).for_each(|behind| *behind = NOBODY);
        self.slots.truncate(first);
        self.late_entailed.truncate(first - self.compiled);
    }
}

#[cfg(test)]
mod tests;
