//! Tests of all-different against brute force, and of what its strengths promise.

use super::*;
use crate::domain::Domain;
use crate::ids::PropId;
use crate::limit::{Budget, Limits};
use crate::model::Model;
use crate::propagate::End;
use crate::testing::{Consistency, Dice, check};
use std::collections::BTreeSet;

fn values(list: &[i64]) -> Domain {
    list.into()
}

#[test]
fn permutations() {
    for n in 0..5 {
        check(vec![1..=n; n as usize], |x| all_different(x)).run();
        check(vec![1..=n; n as usize], |x| all_different(x).domain_consistent()).promises(Consistency::Domain).run();
    }
}

#[test]
fn more_values_than_variables() {
    check(vec![-1..=3; 3], |x| all_different(x)).run();
    check(vec![-1..=3; 3], |x| all_different(x).domain_consistent()).promises(Consistency::Domain).run();
}

#[test]
fn fewer_values_than_variables() {
    check(vec![1..=2; 3], |x| all_different(x)).run();
    check(vec![1..=2; 3], |x| all_different(x).domain_consistent()).run();
}

#[test]
fn a_variable_differs_from_itself_only_by_an_offset() {
    check(vec![1..=3; 2], |x| all_different([x[0], x[1], x[0]])).run();
    check(vec![1..=4; 2], |x| all_different([x[0], x[1], x[0]]).with_offsets(&[0, 0, 1])).run();
    check(vec![1..=4; 2], |x| all_different([x[0], x[1], x[0]]).with_offsets(&[0, 0, 1]).domain_consistent()).run();
}

#[test]
fn what_fixes_a_variable_at_one_position_says_nothing_yet_of_another() {
    let far = [values(&[-23, -3, -2, 40]), values(&[-2, -1])];
    check(far, |x| all_different([x[0], x[1], x[1]]).with_offsets(&[-1, -1, -2]).domain_consistent()).run();
    for offsets in [[0, 0, 1, 0], [-1, -1, -2, 0], [2, 0, 3, 1], [0, 3, 1, 2]] {
        let twice = |x: &[VarId]| all_different([x[0], x[1], x[1], x[2]]).with_offsets(&offsets).domain_consistent();
        check(vec![1..=3; 3], twice).run();
        check(vec![values(&[1, 2, 90]), values(&[1, 2, 3]), values(&[-70, 1, 2])], twice).run();
    }
    // As a model: one solution for each pair of values but three, where the first is one of the others.
    let mut m = Model::new();
    let (x, y) = (m.var([-23, -3, -2, 40]), m.var(-2..=-1));
    m.post(all_different([x, y, y]).with_offsets(&[-1, -1, -2]).domain_consistent());
    m.post(x.at_most(0));
    assert_eq!(m.compile(Limits::none()).unwrap().solver().count(10).unwrap().n, 3);
}

#[test]
fn values_far_apart() {
    let far = [values(&[-70, 0, 63]), values(&[0, 200]), values(&[-70, 63, 200]), values(&[0, 63, 200])];
    check(far.clone(), |x| all_different(x)).run();
    check(far.clone(), |x| all_different(&x[..3])).run();
    check(far, |x| all_different(x).domain_consistent()).promises(Consistency::Domain).run();
    let ends = [values(&[i64::MIN, i64::MIN + 1]), values(&[i64::MAX]), values(&[i64::MAX - 1, i64::MAX])];
    check(ends, |x| all_different(x).domain_consistent()).promises(Consistency::Domain).run();
}

#[test]
fn offsets() {
    for offsets in [[0, 1, 2, 3], [3, 2, 1, 0], [0, 0, 70, -70], [5, 5, 5, 5]] {
        check(vec![1..=4; 4], |x| all_different(x).with_offsets(&offsets)).run();
        let strong = check(vec![1..=4; 4], |x| all_different(x).with_offsets(&offsets).domain_consistent());
        strong.promises(Consistency::Domain).run();
    }
    check([0..=2, 10..=12, 4..=5], |x| all_different(x).with_offsets(&[10, 0, 6])).run();
}

#[test]
fn random_domains() {
    let mut dice = Dice::new(7);
    for _ in 0..150 {
        let domains: Vec<Domain> = (0..2 + dice.below(3))
            .map(|_| (0..1 + dice.below(4)).map(|_| dice.between(-2, 4)).collect::<Vec<_>>().into())
            .collect();
        check(domains.clone(), |x| all_different(x)).run();
        check(domains, |x| all_different(x).domain_consistent()).promises(Consistency::Domain).run();
    }
}

/// Posts what a long line gets where compilation sees that it pays.
#[derive(Debug)]
struct Matched(AllDifferent);

impl Constraint for Matched {
    fn scope(&self) -> &[VarId] {
        self.0.scope()
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.0.holds(value)
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        self.0.propagators(to)?;
        if let Some(masks) = Masks::plain(&self.0, to) {
            to.propagator(Matching::plain(&masks));
        }
        Ok(())
    }
}

#[test]
fn lines_with_a_matching_beside() {
    for values in [-2..=2, 1..=5] {
        check(vec![values; 5], |x| Matched(all_different(x))).promises(Consistency::Domain).run();
    }
    let mut dice = Dice::new(8);
    for _ in 0..100 {
        let domain = |dice: &mut Dice| (0..2 + dice.below(3)).map(|_| dice.between(3, 8)).collect::<Vec<_>>().into();
        let domains: Vec<Domain> = (0..4 + dice.below(3)).map(|_| domain(&mut dice)).collect();
        check(domains, |x| Matched(all_different(x))).promises(Consistency::Domain).run();
    }
}

#[test]
fn two_variables_fixed_to_one_value_are_a_contradiction_at_the_root() {
    for strong in [false, true] {
        let mut m = Model::new();
        let mut scope = m.vars(10, 1..=12);
        scope.extend([m.var(5), m.var(5)]);
        let different = all_different(scope);
        m.post(if strong { different.domain_consistent() } else { different });
        let mut engine = m.compile(Limits::none()).unwrap().engine();
        assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Contradiction);
    }
}

#[test]
fn a_wide_permutation_finds_only_places() {
    let mut m = Model::new();
    let x = m.vars(70, 1..=70);
    m.post(all_different(&x));
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    engine.push();
    for &x in &x[1..] {
        engine.assume(Atom::ne(x, 33)).unwrap();
    }
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!((engine.value(x[0]), engine.size(x[1])), (Some(33), 69));
    engine.pop();
    engine.assume(Atom::eq(x[69], 1)).unwrap();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!((engine.size(x[0]), engine.min(x[68])), (69, 2));
}

/// What is left of domains with as many values as there are domains, where the only value of one goes from all others and
/// a value's only place holds nothing else; `None` if that leaves nothing.
fn by_singles(mut domains: Vec<BTreeSet<i64>>, values: &[i64]) -> Option<Vec<BTreeSet<i64>>> {
    loop {
        let before = domains.clone();
        for i in 0..domains.len() {
            if let (1, Some(&only)) = (domains[i].len(), domains[i].first()) {
                (0..domains.len()).filter(|&j| j != i).for_each(|j| _ = domains[j].remove(&only));
            }
        }
        for value in values {
            let places: Vec<usize> = (0..domains.len()).filter(|&i| domains[i].contains(value)).collect();
            match places[..] {
                [] => return None,
                [only] => domains[only] = [*value].into(),
                _ => {}
            }
        }
        match () {
            () if domains.iter().any(BTreeSet::is_empty) => return None,
            () if domains == before => return Some(domains),
            () => {}
        }
    }
}

#[test]
fn wide_permutations_lose_what_singles_exclude() {
    let mut dice = Dice::new(12);
    let (mut dead, mut pruned) = (0, 0);
    for round in 0..60 {
        let n = 60 + dice.below(80);
        let step = if round % 3 == 0 { 5 } else { 1 };
        let low = dice.between(-200, 200);
        let values: Vec<i64> = (0..n as i64).map(|k| low + k * step).collect();
        let offsets: Vec<i64> = (0..n).map(|_| if round % 2 == 0 { 0 } else { dice.between(-99, 99) }).collect();
        let mut m = Model::new();
        let x: Vec<VarId> = offsets.iter().map(|o| m.var(values.iter().map(|v| v - o).collect::<Vec<_>>())).collect();
        m.post(all_different(&x).with_offsets(&offsets));
        let mut engine = m.compile(Limits::none()).unwrap().engine();
        let mut domains = vec![values.iter().copied().collect::<BTreeSet<i64>>(); n];
        // Most values keep all their places, some one or two of them.
        for _ in 0..dice.below(9) {
            let (value, kept) = (*dice.pick(&values), [dice.below(n), dice.below(n)]);
            let others = domains.iter_mut().enumerate().filter(|(i, domain)| !kept.contains(i) && domain.len() > 1);
            others.for_each(|(_, domain)| _ = domain.remove(&value));
        }
        for _ in 0..dice.below(9) {
            let i = dice.below(n);
            domains[i] = [*domains[i].iter().nth(dice.below(domains[i].len())).unwrap()].into();
        }
        for (i, domain) in domains.iter().enumerate() {
            engine.assume_in(x[i], |v| domain.contains(&(v + offsets[i]))).unwrap();
        }
        let end = engine.fixpoint(&mut Budget::unlimited());
        let Some(left) = by_singles(domains.clone(), &values) else {
            assert_eq!(end, End::Contradiction, "round {round}");
            dead += 1;
            continue;
        };
        assert_eq!(end, End::Fixpoint, "round {round}");
        for (i, left) in left.iter().enumerate() {
            let own: BTreeSet<i64> = engine.values(x[i]).map(|v| v + offsets[i]).collect();
            assert_eq!(own, *left, "round {round}, position {i}");
        }
        pruned += usize::from(left != domains);
    }
    assert!(dead >= 5 && pruned >= 20, "{dead} dead, {pruned} pruned");
}

#[test]
fn a_wrong_number_of_offsets_is_refused() {
    let mut m = Model::new();
    let x = m.vars(3, 1..=3);
    m.post(all_different(x).with_offsets(&[0, 1]));
    let error = m.compile(Limits::none()).unwrap_err();
    assert!(error.to_string().contains("3 variables and 2 offsets"), "{error}");
}

#[test]
fn a_group_is_told_with_its_size() {
    let mut m = Model::new();
    let mut x = m.vars(2, 1..=2);
    x.push(m.var(1..=4));
    m.post(all_different(&x).domain_consistent());
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!(engine.min(x[2]), 3);
    let crate::store::Author::Propagator(p) = engine.cause(0).author() else { panic!("nobody but a propagator acts") };
    let mut say = crate::propagate::Sentence::new();
    engine.propagator(p).describe(Some(Atom::ne(x[2], 1)), engine.cause(0).why(), engine.past(0), &mut say);
    assert_eq!(say.say(|x| format!("{x:?}")), "a group of 2 cells takes 2 values");
}

/// Checks all-differents over groups of variables, all in one model, and says whether the fast plan joins them.
fn check_system(domains: Vec<Domain>, groups: &[Vec<usize>]) -> bool {
    let part = |x: &[VarId], group: &[usize]| all_different(group.iter().map(|&i| x[i]).collect::<Vec<_>>());
    let first = check(domains.clone(), |x| part(x, &groups[0]));
    groups[1..].iter().fold(first, |all, group| all.and(|x| part(x, group))).run();
    let mut m = Model::new();
    let x: Vec<VarId> = domains.into_iter().map(|domain| m.var(domain)).collect();
    groups.iter().for_each(|group| _ = m.post(part(&x, group)));
    let engine = m.compile(Limits::none()).unwrap().engine();
    let mut each = (0..engine.propagators()).map(PropId::new);
    each.any(|p| engine.parents(p).count() > 1)
}

#[test]
fn a_latin_square_and_its_parts() {
    let lines: Vec<Vec<usize>> =
        (0..3).flat_map(|i| [vec![3 * i, 3 * i + 1, 3 * i + 2], vec![i, i + 3, i + 6]]).collect();
    assert!(check_system(vec![values(&[1, 2, 3]); 9], &lines));
    // Only some of the lines, only two values in one cell, another value in one cell.
    assert!(check_system(vec![values(&[1, 2, 3]); 9], &lines[..4]));
    let mut domains = vec![values(&[-1, 0, 1]); 9];
    domains[4] = values(&[-1, 1]);
    assert!(check_system(domains.clone(), &lines));
    domains[0] = values(&[0, 1, 4]);
    assert!(check_system(domains, &lines));
}

#[test]
fn systems_of_mixed_sizes() {
    let mut dice = Dice::new(11);
    let mut joint = 0;
    for _ in 0..150 {
        let n = 3 + dice.below(4);
        let domains: Vec<Domain> = (0..n)
            .map(|_| match dice.below(3) {
                0 => (0..1 + dice.below(4)).map(|_| dice.between(0, 4)).collect::<Vec<_>>().into(),
                _ => (1..=2 + dice.below(2) as i64).into(),
            })
            .collect();
        let groups: Vec<Vec<usize>> = (0..2 + dice.below(3))
            .map(|_| {
                let size = 2 + dice.below(n.min(4) - 1);
                let mut all: Vec<usize> = (0..n).collect();
                (0..size).map(|_| all.swap_remove(dice.below(all.len()))).collect()
            })
            .collect();
        joint += usize::from(check_system(domains, &groups));
    }
    assert!(joint > 50, "{joint} systems were joined");
}

/// What lines that share variables mean to each other.
#[derive(Debug)]
struct Crossed(Vec<Vec<VarId>>, Vec<VarId>);

impl Constraint for Crossed {
    fn scope(&self) -> &[VarId] {
        &self.1
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.0.iter().all(|line| all_different(line).holds(value))
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        let values = |line: &[VarId]| to.union(line).filter(|values| values.count_ones() as usize == line.len());
        let lines: Vec<Line<'_>> =
            self.0.iter().filter_map(|scope| Some(Line { scope, values: values(scope)? })).collect();
        let variables = 1 + self.1.iter().map(|x| x.index()).max().unwrap_or(0);
        for (propagator, acts_for) in crossing_propagators(&lines, variables) {
            assert!(acts_for.len() > 1 && propagator.scope().len() > 2);
            to.shared(propagator);
        }
        Ok(())
    }
}

#[test]
fn lines_that_cross_in_several_places() {
    let run = |domains: Vec<Domain>, lines: &[&[usize]]| {
        let scopes = |x: &[VarId]| lines.iter().map(|line| line.iter().map(|&i| x[i]).collect()).collect();
        let mut all = check(domains, |x| Crossed(scopes(x), x.to_vec()));
        for line in lines {
            all = all.and(|x| all_different(line.iter().map(|&i| x[i]).collect::<Vec<_>>()));
        }
        all.run();
    };
    // Two lines that share two cells, a chain of lines, and two rows with two boxes.
    run(vec![(1..=4).into(); 6], &[&[0, 1, 2, 3], &[2, 3, 4, 5]]);
    run(vec![(-1..=2).into(); 8], &[&[0, 1, 2, 3], &[2, 3, 4, 5], &[4, 5, 6, 7]]);
    run(vec![(1..=4).into(); 8], &[&[0, 1, 4, 5], &[2, 3, 6, 7], &[0, 1, 2, 3], &[4, 5, 6, 7]]);
    let mut dice = Dice::new(8);
    for _ in 0..60 {
        let domain = |dice: &mut Dice| (0..3 + dice.below(2)).map(|_| dice.between(3, 6)).collect::<Vec<_>>().into();
        run((0..6).map(|_| domain(&mut dice)).collect(), &[&[0, 1, 2, 3], &[2, 3, 4, 5]]);
    }
}

#[test]
fn a_value_confined_to_a_crossing_goes_from_the_other_line() {
    let (mut m, row) = (Model::new(), [0, 1, 2, 3]);
    let x: Vec<VarId> = (0..6).map(|i| m.var(if row[..2].contains(&i) { 1..=2 } else { 1..=4 })).collect();
    m.post(all_different(&x[..4]));
    m.post(all_different(&x[2..]));
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    assert_eq!(solver.propagate(), End::Fixpoint);
    let values = |i: usize| solver.engine().values(x[i]).collect::<Vec<_>>();
    assert_eq!((values(0), values(2), values(4)), (vec![1, 2], vec![1, 2, 3, 4], vec![1, 2]));
}
