//! A test of the agenda against plain lists.

use super::*;
use crate::store::{Layout, Spans};

const VARIABLES: usize = 3;
const PRIORITIES: [Priority; 4] = [Priority::Unary, Priority::Binary, Priority::Linear, Priority::Costly];
const EVENTS: [Events; 5] = [Events::FIX, Events::MIN, Events::MAX, Events::BOUNDS, Events::DOMAIN];

/// What is known of a propagator.
#[derive(Clone, Debug)]
struct Plain {
    priority: Priority,
    subscriptions: Vec<(VarId, Watch)>,
    /// Whether it waits or runs.
    busy: bool,
    dirty: u64,
    entailed: bool,
    /// Behind whom it runs instead of listening.
    leader: Option<usize>,
}

/// The agenda as one list of who waits.
#[derive(Debug, Default)]
struct Model {
    compiled: usize,
    all: Vec<Plain>,
    waiting: Vec<usize>,
    allowed: Option<Vec<usize>>,
}

impl Model {
    fn may_run(&self, p: usize) -> bool {
        !self.all[p].entailed && self.allowed.as_ref().is_none_or(|allowed| allowed.contains(&p))
    }

    fn wait(&mut self, p: usize) {
        self.all[p].busy = true;
        self.waiting.push(p);
    }

    /// Wakes the compiled ones in their order, and behind them the later ones, the last first.
    fn wake(&mut self, x: VarId, events: Events) {
        for p in (0..self.compiled).chain((self.compiled..self.all.len()).rev()) {
            for (_, watch) in self.all[p].subscriptions.clone().iter().filter(|(y, _)| *y == x) {
                if watch.events.meets(events) {
                    self.wake_one(p, 1 << watch.position);
                }
            }
        }
    }

    fn wake_one(&mut self, p: usize, bit: u64) {
        if self.all[p].busy {
            self.all[p].dirty |= bit;
        } else if self.may_run(p) {
            self.all[p].dirty = bit;
            self.wait(p);
        }
    }

    fn follower(&self, leader: usize) -> Option<usize> {
        self.all.iter().position(|plain| plain.leader == Some(leader))
    }

    fn wake_all(&mut self) {
        for p in (0..self.all.len()).filter(|&p| self.may_run(p)).collect::<Vec<_>>() {
            self.all[p].dirty = ALL_DIRTY;
            if !self.all[p].busy {
                self.wait(p);
            }
        }
    }

    /// Who waits longest of the cheapest class.
    fn pop(&mut self) -> Option<(usize, u64)> {
        let at = (0..self.waiting.len()).min_by_key(|&at| self.all[self.waiting[at]].priority)?;
        let p = self.waiting.remove(at);
        Some((p, std::mem::take(&mut self.all[p].dirty)))
    }

    fn finish(&mut self, p: usize, at_fixpoint: bool) {
        if at_fixpoint || self.all[p].dirty == 0 {
            (self.all[p].busy, self.all[p].dirty) = (false, 0);
        } else {
            self.wait(p);
        }
    }

    fn clear(&mut self) {
        self.waiting.clear();
        for plain in &mut self.all {
            (plain.busy, plain.dirty) = (false, 0);
        }
    }
}

/// What both have, and random numbers.
struct Pair {
    model: Model,
    agenda: Agenda,
    watches: Watches,
    store: Store,
    compiled: usize,
    /// For each level the trail, the arena, the number of propagators, and who was entailed.
    levels: Vec<(usize, usize, usize, Vec<bool>)>,
    state: u64,
}

impl Pair {
    fn new(compiled: usize, seed: u64) -> Self {
        let domain = (1..=9).into();
        let Layout { vars, mut words, intervals } =
            Layout::new(&[1; VARIABLES], |_| &domain, Spans::USUAL, |_| Ok(())).unwrap();
        let entailed = words.len();
        words.resize(entailed + Agenda::entailed_words(compiled), 0);
        let mut store = Store::blank(vars.into());
        store.fill(&words, &intervals, |_| Ok(())).unwrap();
        let (agenda, watches) = (Agenda::new(&[], entailed), Watches::default());
        let mut pair = Self {
            model: Model { compiled, ..Model::default() },
            agenda,
            watches,
            store,
            compiled,
            levels: Vec::new(),
            state: seed,
        };
        for p in 0..compiled {
            let plain = pair.random_propagator(p);
            pair.model.all.push(plain);
            pair.model.wait(p);
        }
        let priorities: Vec<Priority> = pair.model.all.iter().map(|plain| plain.priority).collect();
        pair.agenda = Agenda::new(&priorities, entailed);
        let mut subscriptions = Subscriptions::new(VARIABLES);
        let all = pair.model.all.iter().flat_map(|plain| &plain.subscriptions);
        all.for_each(|&(x, watch)| subscriptions.add(x, watch));
        pair.watches = subscriptions.lists(&mut Budget::unlimited()).unwrap();
        pair
    }

    fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % n
    }

    fn random_propagator(&mut self, p: usize) -> Plain {
        let subscriptions = (0..self.below(4)).map(|_| {
            let (x, position) = (VarId::new(self.below(VARIABLES)), self.below(64) as u8);
            (x, Watch { prop: p as u32, position, events: EVENTS[self.below(EVENTS.len())] })
        });
        let subscriptions = subscriptions.collect();
        Plain {
            priority: PRIORITIES[self.below(4)],
            subscriptions,
            busy: false,
            dirty: ALL_DIRTY,
            entailed: false,
            leader: None,
        }
    }

    /// Does the same to both.
    fn step(&mut self) {
        match self.below(20) {
            0..7 => self.run_one(),
            7..13 => {
                let (x, events) = (VarId::new(self.below(VARIABLES)), EVENTS[self.below(EVENTS.len())]);
                self.model.wake(x, events);
                self.agenda.wake(x, events, &self.watches, &self.store);
            }
            13 => {
                self.model.wake_all();
                self.agenda.wake_all(&self.store);
            }
            14 => {
                let all = self.model.all.len();
                let allowed: Vec<usize> = (0..all).filter(|_| self.below(3) > 0).collect();
                let allowed = (self.below(2) == 0).then_some(allowed);
                self.model.clear();
                self.model.allowed.clone_from(&allowed);
                self.agenda.allow(allowed.map(|allowed| allowed.into_iter().collect()));
            }
            15 | 16 => self.attach(),
            17 => {
                let entailed = self.model.all.iter().map(|plain| plain.entailed).collect();
                let (trail, arena) = (self.store.trail_len(), self.store.arena_len());
                self.levels.push((trail, arena, self.model.all.len(), entailed));
            }
            18 => self.retire(),
            _ => self.pop_level(),
        }
    }

    /// Takes the next propagator and lets its run end in one of all ways.
    fn run_one(&mut self) {
        let popped = self.agenda.pop();
        assert_eq!(popped.map(|(p, dirty)| (p.index(), dirty)), self.model.pop());
        let Some((p, _)) = popped else { return };
        if self.below(2) == 0 {
            let x = VarId::new(self.below(VARIABLES));
            self.model.wake(x, Events::DOMAIN);
            self.agenda.wake(x, Events::DOMAIN, &self.watches, &self.store);
        }
        match self.below(8) {
            0 => {
                self.model.all[p.index()].dirty = ALL_DIRTY;
                self.model.wait(p.index());
                self.agenda.put_back(p);
            }
            1 => {
                self.model.clear();
                self.agenda.release(p);
                self.agenda.clear();
            }
            2 => {
                self.model.all[p.index()].entailed = true;
                self.agenda.entail(p, &mut self.store, Cause::GIVEN);
                self.model.finish(p.index(), true);
                self.agenda.finish(p, true);
            }
            n => {
                self.model.finish(p.index(), n < 5);
                self.agenda.finish(p, n < 5);
                if let Some(follower) = self.model.follower(p.index()) {
                    self.model.wake_one(follower, 1);
                }
                self.agenda.wake_behind(p, &self.store);
            }
        }
    }

    fn attach(&mut self) {
        let p = self.model.all.len();
        let mut plain = self.random_propagator(p);
        let entailed = self.store.arena_len();
        self.store.grow(1);
        self.agenda.attach(plain.priority, entailed);
        let leader = self.below(3 * self.compiled + 1);
        if leader < self.compiled && self.model.follower(leader).is_none() {
            plain.subscriptions.clear();
            plain.leader = Some(leader);
            self.agenda.put_behind(PropId::new(leader));
        }
        plain.subscriptions.iter().for_each(|&(x, watch)| self.agenda.watch(x, watch, VARIABLES));
        self.model.all.push(plain);
        self.model.wait(p);
        if let Some(allowed) = &mut self.model.allowed {
            allowed.push(p);
        }
    }

    /// Lets a propagator rest that was attached on the present level.
    fn retire(&mut self) {
        let first = self.levels.last().map_or(self.compiled, |level| level.2);
        if first < self.model.all.len() {
            let p = first + self.below(self.model.all.len() - first);
            let scope: Vec<VarId> = self.model.all[p].subscriptions.drain(..).map(|(x, _)| x).collect();
            self.model.all[p].entailed = true;
            self.agenda.entail(PropId::new(p), &mut self.store, Cause::GIVEN);
            self.agenda.unwatch(PropId::new(p), &scope);
        }
    }

    fn pop_level(&mut self) {
        let Some((trail, arena, propagators, entailed)) = self.levels.pop() else { return };
        self.model.clear();
        self.agenda.clear();
        self.store.undo_to(trail, None);
        if self.model.all.len() > propagators {
            self.model.all.truncate(propagators);
            self.agenda.detach_from(propagators);
            self.store.shrink_to(arena);
        }
        for (plain, entailed) in self.model.all.iter_mut().zip(entailed) {
            plain.entailed = entailed;
        }
        if let Some(allowed) = &mut self.model.allowed {
            allowed.retain(|&p| p < propagators);
        }
    }

    fn compare(&self) {
        assert_eq!(self.agenda.is_idle(), self.model.waiting.is_empty());
        for (p, plain) in self.model.all.iter().enumerate() {
            assert_eq!(self.agenda.is_entailed(PropId::new(p), &self.store), plain.entailed, "{p}");
        }
        for x in (0..VARIABLES).map(VarId::new) {
            let compiled = self.model.all[..self.compiled].iter().flat_map(|plain| &plain.subscriptions);
            let watching = compiled.filter(|(y, _)| *y == x).map(|(_, watch)| PropId::new(watch.prop as usize));
            assert!(self.watches.watchers(x).eq(watching));
        }
    }
}

#[test]
fn who_runs_next_is_whom_a_plain_list_names() {
    for (seed, compiled) in [(1, 0), (2, 3), (3, 8), (4, 70), (5, 130)] {
        let mut pair = Pair::new(compiled, seed);
        for _ in 0..3_000 {
            pair.step();
            pair.compare();
        }
    }
}
