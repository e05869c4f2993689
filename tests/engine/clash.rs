//! Clashes against brute force over all subsets of constraints and assumptions.

use gridwright::testing::Dice;
use gridwright::*;

/// Whether these constraints and assumptions have a common solution, by trying every assignment.
pub(super) fn solvable(compiled: &Compiled, constraints: &[ConstraintId], assumptions: &[Atom]) -> bool {
    let oracle = compiled.oracle();
    let domains: Vec<Vec<i64>> =
        (0..compiled.variables()).map(|i| compiled.domain(VarId::new(i)).values().collect()).collect();
    let all: usize = domains.iter().map(Vec::len).product();
    (0..all).any(|mut n| {
        let values: Vec<i64> = domains
            .iter()
            .map(|domain| {
                let v = domain[n % domain.len()];
                n /= domain.len();
                v
            })
            .collect();
        let value = |x: VarId| values[x.index()];
        assumptions.iter().all(|a| a.holds(value(a.var))) && constraints.iter().all(|&c| oracle.holds(c, &value))
    })
}

/// The fewest members of any unsolvable subset; `None` where all together are solvable.
fn fewest(compiled: &Compiled, assumptions: &[Atom]) -> Option<u32> {
    let n = compiled.constraints();
    let all = 0..1_u32 << (n + assumptions.len());
    all.filter(|bits| {
        let constraints: Vec<ConstraintId> = (0..n).filter(|i| bits >> i & 1 == 1).map(ConstraintId::new).collect();
        let assumed: Vec<Atom> =
            (0..assumptions.len()).filter(|i| bits >> (n + i) & 1 == 1).map(|i| assumptions[i]).collect();
        !solvable(compiled, &constraints, &assumed)
    })
    .map(u32::count_ones)
    .min()
}

fn random_case(dice: &mut Dice) -> (Compiled, Vec<Atom>) {
    let mut m = Model::new();
    let vars = m.vars(4, 1..=3);
    let pick = |dice: &mut Dice| vars[dice.below(4)];
    for _ in 0..dice.below(5) + 2 {
        let (x, y, z) = (pick(dice), pick(dice), pick(dice));
        match dice.below(5) {
            0 => m.post(all_different([x, y, z])),
            1 => m.post((x + y).equals(dice.between(2, 6))),
            2 => m.post(x.less_than(y)),
            3 => m.post((x + y + z).at_most(dice.between(3, 9))),
            _ => m.post(product([x, y]).equals(dice.between(1, 9))),
        };
    }
    let assumptions = (0..dice.below(3)).map(|_| Atom::eq(pick(dice), dice.between(1, 3))).collect();
    (m.compile(Limits::none()).unwrap(), assumptions)
}

#[test]
fn clashes_are_irreducible_and_the_smallest() {
    let mut dice = Dice::new(3);
    let mut clashes = 0;
    for _ in 0..300 {
        let (compiled, assumptions) = random_case(&mut dice);
        let found = compiled.solver().assume(assumptions.clone()).clash().unwrap();
        match (found, fewest(&compiled, &assumptions)) {
            (ClashAnswer::None, None) => {}
            (ClashAnswer::Clash(clash), Some(fewest)) => {
                clashes += 1;
                assert!(!solvable(&compiled, &clash.constraints, &clash.assumptions));
                for i in 0..clash.constraints.len() {
                    let mut fewer = clash.constraints.clone();
                    fewer.remove(i);
                    assert!(solvable(&compiled, &fewer, &clash.assumptions), "constraint {i} of {clash:?} is spare");
                }
                for i in 0..clash.assumptions.len() {
                    let mut fewer = clash.assumptions.clone();
                    fewer.remove(i);
                    assert!(solvable(&compiled, &clash.constraints, &fewer), "assumption {i} of {clash:?} is spare");
                }
                assert!(clash.smallest);
                assert_eq!((clash.constraints.len() + clash.assumptions.len()) as u32, fewest);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(clashes > 100, "{clashes}");
}

#[test]
fn names_come_from_labels_and_lines() {
    let mut m = Model::new();
    let cell = m.grid(3, 3, 1..=3);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    m.post((cell[(1, 0)] + cell[(1, 1)]).equals(6)).label("cage", (6, "+"));
    m.post((cell[(0, 0)] + cell[(0, 1)]).equals(3)).label("cage", (3, "+"));
    let compiled = m.compile(Limits::none()).unwrap();
    let ClashAnswer::Clash(clash) = compiled.solver().clash().unwrap() else { panic!() };
    let names: Vec<String> = clash.constraints.iter().map(|&c| compiled.constraint_name(c)).collect();
    assert_eq!(names, ["row 2", "cage 6+ at r2c1"]);
}

#[test]
fn an_empty_domain_clashes_with_nothing() {
    let mut m = Model::new();
    let (x, y) = (m.var(Domain::empty()), m.var(1..=2));
    m.post(x.less_than(y));
    let answer = m.compile(Limits::none()).unwrap().solver().clash().unwrap();
    assert_eq!(answer, ClashAnswer::Clash(Clash { constraints: vec![], assumptions: vec![], smallest: true }));
}

#[test]
fn search_decides_where_propagation_does_not() {
    // Pigeons in pairs: every pair alone and every triple of pairs has a solution, all six pairs together have none.
    let mut m = Model::new();
    let vars = m.vars(4, 1..=3);
    for i in 0..4 {
        for j in 0..i {
            m.post(vars[i].differs_from(vars[j]));
        }
    }
    m.post(vars[0].at_least(1));
    let ClashAnswer::Clash(clash) = m.compile(Limits::none()).unwrap().solver().clash().unwrap() else { panic!() };
    assert_eq!(clash.constraints, (0..6).map(ConstraintId::new).collect::<Vec<_>>());
}

/// A constraint that nobody enforces.
#[derive(Debug)]
struct Unenforced([VarId; 1]);

impl Constraint for Unenforced {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn holds(&self, _: &dyn Fn(VarId) -> i64) -> bool {
        false
    }

    fn propagators(&self, _: &mut Posting<'_>) -> Result<(), ModelError> {
        Ok(())
    }
}

#[test]
fn a_wrong_solution_is_an_error_and_not_the_absence_of_a_clash() {
    let mut m = Model::new();
    let x = m.var(1..=2);
    m.post(Unenforced([x])).label("lie", ());
    let compiled = m.compile(Limits::none()).unwrap();
    let bug = Error::Bug { constraint: "lie at x0".into() };
    assert_eq!(compiled.solver().clash().unwrap_err(), bug);
    assert_eq!(compiled.solver().candidates().unwrap_err(), bug);
    assert_eq!(compiled.solver().unique().unwrap_err(), bug);
}
