//! "Not this solution": at least one of the variables takes another value than it had.

use crate::agenda::Priority;
use crate::ids::{Atom, VarId};
use crate::propagate::{Cx, Outcome, Propagator, Rule};
use crate::store::{Conflict, Events, Past, Why};

/// Forbids one combination of values.
#[derive(Debug)]
pub(super) struct NotThis {
    vars: Vec<VarId>,
    values: Vec<i64>,
}

impl NotThis {
    pub(super) fn new(vars: Vec<VarId>, values: Vec<i64>) -> Self {
        Self { vars, values }
    }
}

impl Propagator for NotThis {
    fn scope(&self) -> &[VarId] {
        &self.vars
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("the solution was found before")] }
    }

    fn subscribe(&self, on: &mut dyn FnMut(usize, Events)) {
        (0..self.vars.len()).for_each(|i| on(i, Events::FIX));
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let mut open = None;
        for (i, (&x, &v)) in self.vars.iter().zip(&self.values).enumerate() {
            if !cx.contains(x, v) {
                return Ok(Outcome::Entailed);
            }
            if !cx.is_fixed(x) && open.replace(i).is_some() {
                return Ok(Outcome::AtFixpoint);
            }
        }
        match open {
            None => Err(cx.fail(Why::rule(0))),
            Some(i) => {
                cx.remove(self.vars[i], self.values[i], Why::rule(0))?;
                Ok(Outcome::Entailed)
            }
        }
    }

    fn explain(&self, inferred: Option<Atom>, _: Why, _: Past<'_>, out: &mut Vec<Atom>) {
        let own = inferred.map(|atom| atom.var);
        let fixed = self.vars.iter().zip(&self.values).filter(|&(&x, _)| Some(x) != own);
        out.extend(fixed.map(|(&x, &v)| Atom::eq(x, v)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::{End, Parents};
    use crate::{Budget, Limits, Model};
    use std::sync::Arc;

    #[test]
    fn the_last_open_variable_loses_its_value_because_of_the_others() {
        let mut m = Model::new();
        let vars = m.vars(3, 1..=2);
        let compiled = m.compile(Limits::none()).unwrap();
        let mut budget = Budget::unlimited();
        let explain = |inferred: Option<Atom>| {
            let (engine, mut premises) = (compiled.engine(), Vec::new());
            NotThis::new(vars.clone(), vec![1, 2, 1]).explain(inferred, Why::rule(0), engine.now(), &mut premises);
            premises
        };
        let found = [Atom::eq(vars[0], 1), Atom::eq(vars[1], 2), Atom::eq(vars[2], 1)];
        for (i, &last) in found.iter().enumerate() {
            let mut engine = compiled.engine();
            let p = engine.attach(Arc::new(NotThis::new(vars.clone(), vec![1, 2, 1])), Parents::none());
            let others: Vec<Atom> = found.iter().copied().filter(|&atom| atom != last).collect();
            engine.assume(others[0]).unwrap();
            assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
            assert!(!engine.is_entailed(p) && engine.contains(last.var, last.value));
            engine.assume(others[1]).unwrap();
            assert_eq!(engine.fixpoint(&mut budget), End::Fixpoint);
            assert!(engine.is_entailed(p) && !engine.contains(last.var, last.value), "variable {i}");
            assert_eq!(explain(last.negated()), others);
        }
        assert_eq!(explain(None), found);
        let mut engine = compiled.engine();
        let p = engine.attach(Arc::new(NotThis::new(vars.clone(), vec![1, 2, 1])), Parents::none());
        engine.assume(Atom::eq(vars[1], 1)).unwrap();
        assert_eq!((engine.fixpoint(&mut budget), engine.is_entailed(p)), (End::Fixpoint, true));
        let mut engine = compiled.engine();
        found.iter().for_each(|&atom| engine.assume(atom).unwrap());
        engine.attach(Arc::new(NotThis::new(vars.clone(), vec![1, 2, 1])), Parents::none());
        assert_eq!(engine.fixpoint(&mut budget), End::Contradiction);
        let why = engine.failure().unwrap().cause.why();
        let rules = NotThis::new(vars, vec![1, 2, 1]).rules();
        assert_eq!(rules[why.index()].phrase(), "the solution was found before");
    }
}
