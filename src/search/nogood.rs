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
