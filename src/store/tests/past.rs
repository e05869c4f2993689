//! Tests of the past and of stores compared with each other, against the sets that the domains were.

use super::*;

type Set = BTreeSet<i64>;

/// Domains of one word, of several, and intervals; the last two have values in common.
const WIDE: [i64; 9] = [-70, -3, -2, -1, 0, 1, 40, 58, 300];
const FAR: [i64; 10] = [-Spans::LARGEST_VALUE, -7, -6, 0, 1, 2, 3, 58, 900_000, Spans::LARGEST_VALUE];

fn shapes() -> Vec<(Vec<Vec<i64>>, Spans)> {
    let short: Vec<i64> = (-3..9).collect();
    let long: Vec<i64> = (-100..100).filter(|v| v % 3 != 0).collect();
    let domains = vec![short, WIDE.to_vec(), long, FAR.to_vec()];
    vec![(domains.clone(), Spans::USUAL), (domains, Spans { words: 3, ..Spans::USUAL })]
}

fn laid_out(domains: &[Vec<i64>], spans: Spans) -> Store {
    store_of(&domains.iter().map(Vec::as_slice).collect::<Vec<_>>(), spans)
}

fn sets(s: &Store) -> Vec<Set> {
    (0..s.variables()).map(|i| set(s, VarId::new(i))).collect()
}

/// Values around those of a set, and the ends of all numbers.
fn probes(domain: &Set) -> Set {
    domain.iter().flat_map(|&v| [v - 1, v, v + 1]).chain([i64::MIN, i64::MAX]).collect()
}

fn meets(facts: &[Atom], value: i64) -> bool {
    facts.iter().all(|fact| fact.holds(value))
}

#[test]
fn the_past_agrees_with_the_sets_of_its_time() {
    for (domains, spans) in shapes() {
        let mut random = numbers();
        for _ in 0..12 {
            let mut s = laid_out(&domains, spans);
            let mut points = vec![(0, sets(&s))];
            for _ in 0..14 {
                let x = VarId::new(random(domains.len() as i64) as usize);
                // What would leave nothing changes nothing.
                let _ = prune_once(&mut s, x, &mut random);
                points.push((s.trail_len(), sets(&s)));
            }
            for (at, then) in &points {
                let past = s.past(*at);
                assert_eq!(past.at(), *at);
                for (i, set) in then.iter().enumerate() {
                    let x = VarId::new(i);
                    reads_as(past, x, set);
                    claims_are_judged(past, x, set);
                    facts_say_what_is_left(past, x, &points[0].1[i], set);
                    for (j, other) in then.iter().enumerate() {
                        assert_eq!(past.may_meet(x, VarId::new(j)), !set.is_disjoint(other), "{set:?} and {other:?}");
                    }
                }
            }
            who_removed_what(&s, &points);
        }
    }
}

fn reads_as(past: Past<'_>, x: VarId, set: &Set) {
    assert!(past.values(x).eq(set.iter().copied()));
    assert_eq!((Some(&past.min(x)), Some(&past.max(x))), (set.first(), set.last()));
    assert_eq!(past.size(x), set.len() as u64);
    assert_eq!(past.value(x), if set.len() == 1 { set.first().copied() } else { None });
    assert!(past.is_enumerable(x));
    for v in probes(set) {
        assert_eq!(past.contains(x, v), set.contains(&v), "{v} in {set:?}");
        assert_eq!(past.first_from(x, v), set.range(v..).next().copied(), "from {v} in {set:?}");
        assert_eq!(past.last_to(x, v), set.range(..=v).next_back().copied(), "to {v} in {set:?}");
    }
}

fn claims_are_judged(past: Past<'_>, x: VarId, set: &Set) {
    for v in probes(set) {
        for claim in [Atom::eq(x, v), Atom::ne(x, v), Atom::at_least(x, v), Atom::at_most(x, v)] {
            assert_eq!(past.allows(claim), set.iter().any(|&w| claim.holds(w)), "{claim:?} of {set:?}");
            assert_eq!(past.entails(claim), set.iter().all(|&w| claim.holds(w)), "{claim:?} of {set:?}");
        }
    }
}

fn facts_say_what_is_left(past: Past<'_>, x: VarId, initial: &Set, set: &Set) {
    let asked = |ask: &dyn Fn(&mut Vec<Atom>)| {
        let mut facts = Vec::new();
        ask(&mut facts);
        facts
    };
    let facts = asked(&|out| past.facts(x, out));
    assert!(initial.iter().copied().filter(|&v| meets(&facts, v)).eq(set.iter().copied()), "{facts:?} for {set:?}");
    assert!(facts.iter().all(|&fact| past.entails(fact)));
    match set.len() {
        n if n == initial.len() => assert_eq!(facts, []),
        1 => assert_eq!(facts, [Atom::eq(x, past.min(x))]),
        _ => {}
    }
    assert!(past.lost(x).eq(initial.difference(set).copied()));
    let even = asked(&|out| past.lost_facts(x, |v| v % 2 == 0, out));
    assert!(even.into_iter().eq(initial.difference(set).filter(|&v| v % 2 == 0).map(|&v| Atom::ne(x, v))));
    let (low, high) = (asked(&|out| past.min_fact(x, out)), asked(&|out| past.max_fact(x, out)));
    let moved = |end: Option<&i64>, first: Option<&i64>| end.copied().filter(|_| end != first);
    assert!(low.into_iter().eq(moved(set.first(), initial.first()).map(|v| Atom::at_least(x, v))));
    assert!(high.into_iter().eq(moved(set.last(), initial.last()).map(|v| Atom::at_most(x, v))));
}

/// The change that took a value is found, at every time after it and at none before.
fn who_removed_what(s: &Store, points: &[(usize, Vec<Set>)]) {
    for (at, then) in points {
        let past = s.past(*at);
        for (i, set) in then.iter().enumerate() {
            let x = VarId::new(i);
            if past.is_interval(x) {
                // Each time that the domain became smaller, one of its changes tells.
                for &(start, _) in points.iter().take_while(|(start, _)| start <= at) {
                    let mut changes: Vec<usize> = past.changes_since(x, start).collect();
                    changes.sort_unstable();
                    let of_this = |&entry: &usize| s.owner(s.entry(entry).word) == Some(x);
                    assert_eq!(changes, (start..*at).filter(of_this).collect::<Vec<_>>());
                }
                continue;
            }
            for &v in &points[0].1[i] {
                match past.removal(x, v) {
                    None => assert!(set.contains(&v)),
                    Some(entry) => {
                        assert!(entry < *at && !set.contains(&v));
                        assert!(s.past(entry).contains(x, v) && !s.past(entry + 1).contains(x, v));
                    }
                }
            }
        }
    }
}

#[test]
fn of_another_store_the_common_values_are_kept() {
    for (domains, spans) in shapes() {
        let mut random = numbers();
        for _ in 0..60 {
            let (mut s, mut other) = (laid_out(&domains, spans), laid_out(&domains, spans));
            for _ in 0..8 {
                for store in [&mut s, &mut other] {
                    let x = VarId::new(random(domains.len() as i64) as usize);
                    let _ = prune_once(store, x, &mut random);
                }
            }
            for (i, (mine, its)) in sets(&s).iter().zip(sets(&other)).enumerate() {
                let x = VarId::new(i);
                let expected: Set = mine.intersection(&its).copied().collect();
                let trail = s.trail_len();
                match s.keep_domain(x, other.past(other.trail_len()), Cause::GIVEN) {
                    Err(Conflict(())) => {
                        assert!(expected.is_empty());
                        assert_eq!((set(&s, x), s.trail_len()), (mine.clone(), trail));
                    }
                    Ok(events) => {
                        assert_eq!(set(&s, x), expected);
                        assert_eq!(s.size(x) as usize, expected.len());
                        assert_eq!(events.meets(Events::DOMAIN), *mine != expected);
                        assert_eq!(events.meets(Events::FIX), *mine != expected && expected.len() == 1);
                        assert_eq!(events.meets(Events::MIN), mine.first() != expected.first());
                        assert_eq!(events.meets(Events::MAX), mine.last() != expected.last());
                    }
                }
            }
            s.undo_to(0, None);
            assert!(sets(&s).iter().zip(&domains).all(|(set, domain)| set.iter().eq(domain)));
        }
    }
}

#[test]
fn every_word_belongs_to_its_variable() {
    for (domains, spans) in shapes() {
        let mut s = laid_out(&domains, spans);
        let state = s.arena_len();
        s.grow(2);
        for (i, domain) in domains.iter().enumerate() {
            let (x, start) = (VarId::new(i), s.trail_len());
            s.remove(x, domain[1], Cause::GIVEN).unwrap();
            s.at_least(x, domain[2], Cause::GIVEN).unwrap();
            s.at_most(x, domain[domain.len() - 2], Cause::GIVEN).unwrap();
            let words: Vec<u32> = (start..s.trail_len()).map(|at| s.entry(at).word).collect();
            // The word of a domain of several words only sums them up.
            let summary = (!s.meta(x).is_narrow() && !s.meta(x).is_interval()).then_some(i as u32);
            assert!(words.iter().any(|word| Some(*word) != summary));
            for word in words {
                assert_eq!(s.owner(word), if Some(word) == summary { None } else { Some(x) });
            }
        }
        for word in state..s.arena_len() {
            s.set_word(word, 1, Cause::GIVEN);
            assert_eq!(s.owner(word as u32), None);
        }
    }
}
