//! An engine that is pushed, popped, stopped, restricted and weakened at random, against brute force and a fresh engine.

use gridwright::testing::{Dice, random_model, solutions};
use gridwright::*;
use std::sync::Arc;

/// Forbids one combination of values.
#[derive(Clone, Debug)]
struct Forbidden {
    vars: Vec<VarId>,
    values: Vec<i64>,
}

impl Forbidden {
    fn holds(&self, solution: &[i64]) -> bool {
        self.vars.iter().zip(&self.values).any(|(x, v)| solution[x.index()] != *v)
    }
}

impl Propagator for Forbidden {
    fn scope(&self) -> &[VarId] {
        &self.vars
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("it is forbidden")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let open: Vec<usize> =
            (0..self.vars.len()).filter(|&i| cx.value(self.vars[i]) != Some(self.values[i])).collect();
        match *open {
            [] => Err(cx.fail(Why::rule(0))),
            [i] => {
                cx.remove(self.vars[i], self.values[i], Why::rule(0))?;
                Ok(Outcome::Entailed)
            }
            _ if open.iter().any(|&i| !cx.contains(self.vars[i], self.values[i])) => Ok(Outcome::Entailed),
            _ => Ok(Outcome::AtFixpoint),
        }
    }
}

/// What stands above a level.
#[derive(Clone, Debug)]
enum Claim {
    Atom(Atom),
    Forbidden(Forbidden),
}

/// A budget that lets a few steps pass.
fn short(steps: u32) -> Budget {
    let flag = StopFlag::new();
    flag.stop();
    let mut budget = Budget::start(&Limits::none().stopped_by(&flag));
    budget.spend(255 - steps).unwrap();
    budget
}

struct Session<'a> {
    compiled: &'a Compiled,
    truth: Vec<Vec<i64>>,
    engine: Engine,
    /// For each level, what was claimed on it; the root's first.
    claims: Vec<Vec<Claim>>,
    seed: u64,
}

impl Session<'_> {
    fn domains(&self, engine: &Engine) -> Vec<Vec<i64>> {
        (0..self.compiled.variables()).map(|i| engine.values(VarId::new(i)).collect()).collect()
    }

    fn claim(engine: &mut Engine, claim: &Claim) {
        match claim {
            Claim::Atom(atom) => _ = engine.assume(*atom),
            Claim::Forbidden(forbidden) => _ = engine.attach(Arc::new(forbidden.clone()), Parents::none()),
        }
    }

    fn left(&self) -> Vec<&Vec<i64>> {
        let holds = |solution: &Vec<i64>| {
            self.claims.iter().flatten().all(|claim| match claim {
                Claim::Atom(atom) => atom.holds(solution[atom.var.index()]),
                Claim::Forbidden(forbidden) => forbidden.holds(solution),
            })
        };
        self.truth.iter().filter(|solution| holds(solution)).collect()
    }

    fn propagate(&mut self, hindered: bool) {
        let end = self.engine.fixpoint(&mut Budget::unlimited());
        self.check_sound(end);
        if !hindered {
            self.check_fresh(end);
        }
    }

    /// Nothing that is left may be lost, whoever acts and however long.
    fn check_sound(&self, end: End) {
        let left = self.left();
        if end == End::Contradiction {
            assert!(left.is_empty(), "seed {}: a contradiction hides {left:?}", self.seed);
            return;
        }
        for solution in left {
            for (i, &v) in solution.iter().enumerate() {
                assert!(self.engine.contains(VarId::new(i), v), "seed {}: lost {solution:?}", self.seed);
            }
        }
    }

    /// At a fixpoint of all, the engine stands where a fresh one would.
    fn check_fresh(&self, end: End) {
        let mut fresh = self.compiled.engine();
        for claim in self.claims.iter().flatten() {
            Self::claim(&mut fresh, claim);
        }
        assert_eq!(fresh.fixpoint(&mut Budget::unlimited()), end, "seed {}: {:?}", self.seed, self.claims);
        if end == End::Fixpoint {
            let now = self.domains(&self.engine);
            assert_eq!(now, self.domains(&fresh), "seed {}: {:?}", self.seed, self.claims);
            if now.iter().all(|values| values.len() == 1) {
                let only: Vec<i64> = now.into_iter().flatten().collect();
                assert!(self.left().contains(&&only), "seed {}: {only:?} is no solution", self.seed);
            }
        }
    }
}

fn run(seed: u64) {
    let model = random_model(seed);
    let plan = if seed.is_multiple_of(2) { Plan::Fast } else { Plan::Explain };
    let compiled = model.compile_for(plan, Limits::none()).unwrap();
    let truth = solutions(&compiled).into_iter().collect();
    let mut dice = Dice::new(seed);
    let mut session = Session { compiled: &compiled, truth, engine: compiled.engine(), claims: vec![vec![]], seed };
    let n = compiled.variables();
    let (mut restricted, mut weak) = (false, false);
    for _ in 0..60 {
        match dice.below(10) {
            0 | 1 => {
                if dice.once_in(2) {
                    session.propagate(restricted || weak);
                }
                session.engine.push();
                session.claims.push(vec![]);
            }
            2 if session.claims.len() > 1 => {
                session.engine.pop();
                session.claims.pop();
                if dice.once_in(2) {
                    session.propagate(restricted || weak);
                }
            }
            3 | 4 => {
                let x = VarId::new(dice.below(n));
                let values: Vec<i64> = compiled.domain(x).values().chain([-1, 2]).collect();
                let v = *dice.pick(&values);
                let makers = [Atom::eq, Atom::ne, Atom::ne, Atom::at_least, Atom::at_most];
                let claim = Claim::Atom(dice.pick(&makers)(x, v));
                Session::claim(&mut session.engine, &claim);
                session.claims.last_mut().unwrap().push(claim);
            }
            5 if !session.truth.is_empty() && session.claims.len() > 1 => {
                let solution = dice.pick(&session.truth).clone();
                let vars: Vec<VarId> = (0..n).map(VarId::new).filter(|_| dice.once_in(2)).collect();
                let values = vars.iter().map(|x| solution[x.index()]).collect();
                let claim = Claim::Forbidden(Forbidden { vars, values });
                Session::claim(&mut session.engine, &claim);
                session.claims.last_mut().unwrap().push(claim);
            }
            6 => {
                weak = dice.once_in(2);
                session.engine.set_strength(if weak { Strength::Unit } else { Strength::Full });
            }
            7 if plan == Plan::Explain => {
                restricted = dice.once_in(2);
                let some: Vec<bool> = (0..compiled.constraints()).map(|_| dice.once_in(2)).collect();
                let is_allowed = |c: ConstraintId| some[c.index()];
                session.engine.restrict(if restricted { Some(&is_allowed) } else { None });
            }
            8 => {
                let end = session.engine.fixpoint(&mut short(dice.below(8) as u32));
                session.check_sound(end);
            }
            _ => session.propagate(restricted || weak),
        }
    }
}

#[test]
fn an_engine_with_a_past_stands_where_a_fresh_one_does() {
    let asked = std::env::var("GRIDWRIGHT_MODELS").ok().and_then(|n| n.parse().ok());
    (1..=asked.unwrap_or(4_000)).for_each(run);
}
