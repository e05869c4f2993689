//! Tests of the store: domains against sets of integers, and the past against snapshots.

use super::*;
use crate::domain::Domain;
use crate::ids::Atom;
use std::collections::BTreeSet;

mod past;

fn store(domains: &[&[i64]]) -> Store {
    store_of(domains, Spans::USUAL)
}

fn store_of(domains: &[&[i64]], spans: Spans) -> Store {
    let bases: Vec<i64> = domains.iter().map(|d| d.iter().copied().min().unwrap_or(0)).collect();
    let domains: Vec<Domain> = domains.iter().map(|&d| d.into()).collect();
    filled(Layout::new(&bases, |i| &domains[i], spans, |_| Ok(())).unwrap())
}

fn filled(Layout { vars, words, intervals }: Layout) -> Store {
    let mut store = Store::blank(vars.into());
    store.fill(&words, &intervals, |_| Ok(())).unwrap();
    store
}

/// An interval of more values than are looked at one by one.
#[test]
fn a_large_interval_loses_its_ends_and_single_values() {
    let bases = [0];
    let domain = Domain::from(0..=1_000_000_000);
    let mut s = filled(Layout::new(&bases, |_| &domain, Spans::USUAL, |_| Ok(())).unwrap());
    let x = VarId::new(0);
    assert_eq!(s.keep_if(x, |_, v| v % 10 == 3, Cause::GIVEN).unwrap(), Events::DOMAIN.and(Events::BOUNDS));
    assert_eq!((s.min(x), s.max(x), s.size(x)), (3, 999_999_993, 999_999_991));
    assert_eq!(s.remove(x, 4, Cause::GIVEN).unwrap(), Events::DOMAIN);
    assert_eq!(s.remove(x, 3, Cause::GIVEN).unwrap(), Events::DOMAIN.and(Events::MIN));
    assert_eq!((s.min(x), s.size(x)), (5, 999_999_989));
    let past = s.past(s.trail_len());
    assert_eq!((past.first_from(x, 4), past.last_to(x, 4), past.last_to(x, 6)), (Some(5), None, Some(6)));
    let mut facts = Vec::new();
    past.facts(x, &mut facts);
    assert_eq!(facts, [Atom::at_least(x, 5), Atom::at_most(x, 999_999_993)]);
    let mut lost = Vec::new();
    past.lost_facts(x, |v| v == 3, &mut lost);
    assert_eq!(lost, facts, "too many values are lost to be named");
    assert_eq!(s.keep_if(x, |_, v| v == 1 << 20, Cause::GIVEN).unwrap(), Events::DOMAIN.and(Events::BOUNDS));
    assert!(s.contains(x, 1 << 20) && s.size(x) > 1_000_000);
    s.at_most(x, 65_600, Cause::GIVEN).unwrap();
    s.keep_if(x, |_, v| v % 1000 == 0, Cause::GIVEN).unwrap();
    assert!(s.values(x).eq((1..=65).map(|v| 1000 * v)));
    s.undo_to(0, None);
    assert_eq!((s.min(x), s.max(x), s.size(x)), (0, 1_000_000_000, 1_000_000_001));
    assert!(s.contains(x, 4) && s.contains(x, 1_001));
}

fn set(s: &Store, x: VarId) -> BTreeSet<i64> {
    s.values(x).collect()
}

/// A few hundred pseudo-random prunings of narrow and wide domains and of intervals, each compared with a set.
#[test]
fn pruning_agrees_with_sets_and_undo_restores() {
    let wide: Vec<i64> = (-100..100).filter(|v| v % 3 != 0).collect();
    prune(&[&[1, 2, 3, 4, 5, 6], &[-5, 0, 58], &wide, &[7, 60_000]], Spans::USUAL);
    prune(&[&[1, 2, 3, 4, 5, 6], &[-5, 0, 58], &wide, &[7, 60_000]], Spans { words: 3, ..Spans::USUAL });
    let ends = [-Spans::LARGEST_VALUE, -7, 0, 1, 2, 900_000, Spans::LARGEST_VALUE - 1, Spans::LARGEST_VALUE];
    prune(&[&ends, &[-5, 0, 1 << 40], &wide, &[7, 8, 9, 10, 90_000]], Spans::USUAL);
}

/// Numbers below what is asked for, always the same.
fn numbers() -> impl FnMut(i64) -> i64 {
    let mut state = 12345_u64;
    move |n| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % n
    }
}

/// Prunes a domain in some way; answers the values before it, and those that should be left.
fn prune_once(
    s: &mut Store,
    x: VarId,
    random: &mut impl FnMut(i64) -> i64,
) -> (Result<Events, Conflict>, BTreeSet<i64>, BTreeSet<i64>) {
    let before = set(s, x);
    let v = if random(3) == 0 {
        random(300) - 150
    } else {
        *before.iter().nth(random(before.len() as i64) as usize).unwrap()
    };
    let left = |keep: &dyn Fn(i64) -> bool| before.iter().copied().filter(|&w| keep(w)).collect();
    let (result, expected) = match random(5) {
        0 => (s.remove(x, v, Cause::GIVEN), left(&|w| w != v)),
        1 => (s.fix(x, v, Cause::GIVEN), left(&|w| w == v)),
        2 => (s.at_least(x, v, Cause::GIVEN), left(&|w| w >= v)),
        3 => (s.at_most(x, v, Cause::GIVEN), left(&|w| w <= v)),
        _ => (s.keep_if(x, |_, w| w % 2 == v % 2, Cause::GIVEN), left(&|w| w % 2 == v % 2)),
    };
    (result, before, expected)
}

fn prune(domains: &[&[i64]; 4], spans: Spans) {
    let mut s = store_of(domains, spans);
    let mut random = numbers();
    for _ in 0..400 {
        for _ in 0..random(12) {
            let x = VarId::new(random(4) as usize);
            let trail = s.trail_len();
            let (result, before, expected) = prune_once(&mut s, x, &mut random);
            match result {
                Err(Conflict(())) => {
                    assert!(expected.is_empty());
                    assert_eq!(s.failure().map(|f| (f.var, f.at)), Some((Some(x), trail)));
                    assert_eq!((set(&s, x), s.trail_len()), (before, trail));
                }
                Ok(events) => {
                    assert_eq!(set(&s, x), expected);
                    assert_eq!(s.size(x) as usize, expected.len());
                    assert_eq!((Some(&s.min(x)), Some(&s.max(x))), (expected.first(), expected.last()));
                    assert_eq!(events.meets(Events::DOMAIN), before != expected);
                    assert_eq!(events.meets(Events::FIX), before != expected && expected.len() == 1);
                    assert_eq!(events.meets(Events::MIN), before.first() != expected.first());
                    assert_eq!(events.meets(Events::MAX), before.last() != expected.last());
                }
            }
        }
        let past = s.past(0);
        for (i, domain) in domains.iter().enumerate() {
            assert_eq!(past.values(VarId::new(i)).collect::<BTreeSet<_>>(), domain.iter().copied().collect());
        }
        if random(2) == 0 {
            s.undo_to(0, None);
        }
        if s.trail_len() == 0 {
            assert!((0..4).all(|i| set(&s, VarId::new(i)) == domains[i].iter().copied().collect()));
        }
    }
}

#[test]
fn the_past_shows_each_point_and_who_removed_what() {
    let mut s = store(&[&[1, 2, 3, 4, 5]]);
    let x = VarId::new(0);
    s.remove(x, 3, Cause::GIVEN).unwrap();
    s.at_most(x, 4, Cause::DECISION).unwrap();
    s.fix(x, 2, Cause::propagator(PropId::new(7), Why::rule(1).with(9))).unwrap();
    assert_eq!(s.past(1).values(x).collect::<Vec<_>>(), [1, 2, 4, 5]);
    assert_eq!(s.past(2).values(x).collect::<Vec<_>>(), [1, 2, 4]);
    assert_eq!(s.past(3).value(x), Some(2));
    let mut facts = Vec::new();
    s.past(2).facts(x, &mut facts);
    assert_eq!(facts, [Atom::at_most(x, 4), Atom::ne(x, 3)]);
    assert_eq!(s.past(3).removal(x, 5), Some(1));
    assert_eq!(s.past(3).removal(x, 3), Some(0));
    assert_eq!(s.past(2).removal(x, 1), None);
    assert_eq!(s.entry(2).cause.author(), Author::Propagator(PropId::new(7)));
    assert_eq!((s.entry(2).cause.why().index(), s.entry(2).cause.why().argument()), (1, 9));
}

#[test]
fn an_empty_initial_domain_is_a_failure_from_the_start() {
    let s = store(&[&[1], &[]]);
    assert_eq!(s.failure().and_then(|f| f.var), Some(VarId::new(1)));
}

#[test]
fn domains_far_apart_are_intervals_as_far_as_numbers_reach() {
    let (usual, short) = (Spans::USUAL, Spans { words: 3, ..Spans::USUAL });
    let far = Spans::LARGEST_VALUE;
    // Whether it is an interval of usual and of short spans, is looked at one by one, and is allowed.
    let cases: [(Domain, bool, bool, bool, bool); 13] = [
        (Domain::empty(), false, false, true, true),
        ((0..=2).into(), false, false, true, true),
        ((0..=3).into(), false, true, true, true),
        ((0..=65_535).into(), false, true, true, true),
        ((0..=65_536).into(), true, true, false, true),
        ([0, 65_536].into(), true, true, true, true),
        ((-far..=far).into(), true, true, false, true),
        ([-far - 1, far].into(), true, true, true, false),
        ([-far, far + 1].into(), true, true, true, false),
        ([i64::MIN, i64::MAX].into(), true, true, true, false),
        // Words reach everywhere.
        ((i64::MAX - 9..=i64::MAX).into(), false, false, true, true),
        ((i64::MIN..=i64::MIN + 9).into(), false, false, true, true),
        ((i64::MAX - 65_535..=i64::MAX).into(), false, false, true, true),
    ];
    for (domain, interval, short_interval, enumerable, allowed) in cases {
        assert_eq!((usual.is_interval(&domain), short.is_interval(&domain)), (interval, short_interval), "{domain}");
        assert_eq!((usual.is_enumerable(&domain), usual.allow(&domain)), (enumerable, allowed), "{domain}");
    }
}

#[test]
fn a_cause_says_who_and_why() {
    let inferred = Cause::propagator(PropId::new(7), Why::rule(1).with(0xff00_0009));
    assert_eq!(format!("{inferred:?}"), "Propagator(p7) by rule 1 (9)");
    assert_eq!(format!("{:?}", Cause::GIVEN), "Given by rule 0 (0)");
}
