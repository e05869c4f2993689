//! Constraints that follow from several others: what lines leave to the cells that their cages do not cover.
//!
//! A permutation has a known sum and product, and several that share no variable have theirs together. Taking away the
//! sums (products) that lie inside leaves one for the rest, the innies; taking away those that reach in also brings in the
//! cells that stick out, the outies.

use crate::constraint::{Constraint, Facts, MOST_ONLOOKERS, Needed, distinct_sum, product, sum};
use crate::domain::Domain;
use crate::ids::{ConstraintId, VarId};

/// On shorter lines, building the derived constraints costs more than the nodes that they save.
const SHORTEST_LINE: usize = 4;

/// So many lines are taken together.
const MOST_LINES: usize = 4;

/// Larger remainders prune too little to be worth their cost.
const MOST_CELLS: usize = 5;

/// Derived sums of more variables have no tables: those would be large, and slow for what they prune.
const MOST_TABULATED: usize = 3;

/// Whether some cage holds different values, as in Killer Sudoku: then what cages leave is often all that tells anything.
/// Elsewhere it saves too few nodes.
fn has_distinct_cage(facts: &[Facts<'_>]) -> bool {
    let is_cage =
        |facts: &Facts<'_>| facts.sum.is_some_and(|(vars, _)| vars.len() > 1 && facts.all_different == Some(vars));
    facts.iter().any(is_cage)
}

/// A derived constraint, and the constraints that it follows from.
pub(super) struct Derived {
    pub(super) constraint: Box<dyn Constraint>,
    /// The lines whose total is shared out, and the sums or products that take their parts of it.
    pub(super) parents: Vec<ConstraintId>,
}

/// Which equations are combined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sum,
    Product,
}

/// Variables with a known sum or product.
struct Equation<'a> {
    id: ConstraintId,
    vars: &'a [VarId],
    total: i64,
}

/// All-different over as many values as variables.
struct Permutation<'a> {
    id: ConstraintId,
    vars: &'a [VarId],
    values: &'a Domain,
}

impl Kind {
    /// What a permutation of these values comes to; `None` beyond `i64`, or where a product could hide a factor 0.
    fn total(self, values: &Domain) -> Option<i64> {
        match self {
            Self::Sum => values.values().try_fold(0_i64, i64::checked_add),
            Self::Product if values.contains(0) => None,
            Self::Product => values.values().try_fold(1_i64, i64::checked_mul),
        }
    }

    /// Two totals together; `None` beyond `i64`.
    fn with(self, total: i64, more: i64) -> Option<i64> {
        match self {
            Self::Sum => total.checked_add(more),
            Self::Product => total.checked_mul(more),
        }
    }

    /// The total without a part of it; `None` where no numbers can make up the rest, or beyond `i64`.
    fn without(self, total: i64, part: i64) -> Option<i64> {
        match self {
            Self::Sum => total.checked_sub(part),
            Self::Product => (total.checked_rem(part) == Some(0)).then(|| total / part),
        }
    }
}

/// What follows from the permutations and from the sums and products that meet them, given the facts of all constraints and
/// the domains of all variables.
pub(super) fn derive(facts: &[Facts<'_>], domains: &[Domain]) -> Vec<Derived> {
    let mut derived = Vec::new();
    if !has_distinct_cage(facts) {
        return derived;
    }
    needed(facts, domains.len(), &mut derived);
    let permutations = permutations(facts, domains);
    if permutations.is_empty() {
        return derived;
    }
    for kind in [Kind::Sum, Kind::Product] {
        let mut equations = Equations::new(facts, domains.len(), kind);
        for first in 0..permutations.len() {
            equations.lines_from(&permutations[first..], &mut derived);
        }
    }
    derived
}

/// Adds what the values that a distinct sum needs mean to variables that differ from several of its.
fn needed(facts: &[Facts<'_>], variables: usize, derived: &mut Vec<Derived>) {
    let cage = |facts: &Facts<'_>| facts.sum.is_some_and(|(vars, _)| facts.all_different == Some(vars));
    let lines = || facts.iter().enumerate().filter_map(|(i, facts)| Some((ConstraintId::new(i), facts.all_different?)));
    for (id, cage) in lines().filter(|(id, vars)| cage(&facts[id.index()]) && (2..=64).contains(&vars.len())) {
        let Some((_, total)) = facts[id.index()].sum else { continue };
        // Which variables of the cage each variable differs from, a bit for each.
        let mut differs = vec![0_u64; variables];
        let mut parents = vec![id];
        for (line, vars) in lines().filter(|&(line, _)| line != id) {
            let inside = cage.iter().enumerate().filter(|(_, x)| vars.contains(x)).fold(0, |all, (k, _)| all | 1 << k);
            if inside != 0 {
                parents.push(line);
                vars.iter().for_each(|x| differs[x.index()] |= inside);
            }
        }
        cage.iter().for_each(|x| differs[x.index()] = 0);
        let onlookers: Vec<usize> = (0..variables).filter(|&x| differs[x].count_ones() > 1).collect();
        if onlookers.is_empty() || onlookers.len() > MOST_ONLOOKERS {
            continue;
        }
        let sees = |k: usize| {
            let seeing = onlookers.iter().enumerate().filter(|&(_, &x)| differs[x] >> k & 1 == 1);
            seeing.fold(0, |all, (j, _)| all | 1 << j)
        };
        let sees = (0..cage.len()).map(sees).collect();
        let onlookers: Vec<VarId> = onlookers.iter().map(|&x| VarId::new(x)).collect();
        derived.push(Derived { constraint: Box::new(Needed::new(cage, total, &onlookers, sees)), parents });
    }
}

fn permutations<'a>(facts: &[Facts<'a>], domains: &'a [Domain]) -> Vec<Permutation<'a>> {
    let mut found = Vec::new();
    for (i, facts) in facts.iter().enumerate() {
        let Some(vars) = facts.all_different else { continue };
        let Some(&first) = vars.first().filter(|_| vars.len() >= SHORTEST_LINE) else { continue };
        let values = &domains[first.index()];
        if values.size() == vars.len() as u64 && vars.iter().all(|x| domains[x.index()] == *values) {
            found.push(Permutation { id: ConstraintId::new(i), vars, values });
        }
    }
    found
}

/// Equations of one kind that share no variable, by variable.
struct Equations<'a> {
    kind: Kind,
    all: Vec<Equation<'a>>,
    /// Which equation each variable is in.
    of: Vec<Option<u32>>,
    /// Whether each variable is in the lines that are looked at.
    inside: Vec<bool>,
}

impl<'a> Equations<'a> {
    /// The equations over so many variables; one that shares a variable with an earlier one is left out.
    fn new(facts: &[Facts<'a>], count: usize, kind: Kind) -> Self {
        let mut equations = Self { kind, all: Vec::new(), of: vec![None; count], inside: vec![false; count] };
        for (i, facts) in facts.iter().enumerate() {
            let Some((vars, total)) = (match kind {
                Kind::Sum => facts.sum,
                Kind::Product => facts.product.or(facts.sum.filter(|(vars, _)| vars.len() == 1)),
            }) else {
                continue;
            };
            if vars.iter().all(|x| equations.of[x.index()].is_none()) {
                let number = Some(equations.all.len() as u32);
                vars.iter().for_each(|x| equations.of[x.index()] = number);
                equations.all.push(Equation { id: ConstraintId::new(i), vars, total });
            }
        }
        equations
    }

    /// The equation of a variable.
    fn of(&self, x: VarId) -> Option<&Equation<'a>> {
        self.of[x.index()].map(|i| &self.all[i as usize])
    }

    /// Adds what follows from the first of these lines, and from it with those behind it as long as they share no variable.
    fn lines_from(&mut self, lines: &[Permutation<'_>], derived: &mut Vec<Derived>) {
        let lines = &lines[..lines.len().min(MOST_LINES)];
        self.take_lines(lines, derived);
        lines.iter().flat_map(|line| line.vars).for_each(|x| self.inside[x.index()] = false);
    }

    fn take_lines(&mut self, lines: &[Permutation<'_>], derived: &mut Vec<Derived>) {
        let mut total = match self.kind {
            Kind::Sum => 0,
            Kind::Product => 1,
        };
        for (i, line) in lines.iter().enumerate() {
            if line.vars.iter().any(|x| self.inside[x.index()]) {
                return;
            }
            line.vars.iter().for_each(|x| self.inside[x.index()] = true);
            let more = self.kind.total(line.values).and_then(|more| self.kind.with(total, more));
            let Some(sum) = more else { return };
            total = sum;
            self.derive(&lines[..=i], total, derived);
        }
    }

    /// Adds what lines leave to their innies, and what they ask of their outies.
    fn derive(&self, lines: &[Permutation<'_>], total: i64, derived: &mut Vec<Derived>) {
        let is_inside = |x: &&VarId| self.inside[x.index()];
        let within = |e: &Equation<'_>| e.vars.iter().filter(is_inside).count();
        let mut crossing = lines.iter().flat_map(|line| line.vars).filter_map(|&x| self.of(x));
        let crosses = crossing.any(|e| within(e) < e.vars.len());
        derived.extend(self.remainder(lines, total, |e| within(e) == e.vars.len()));
        if crosses {
            derived.extend(self.remainder(lines, total, |_| true));
            // Each cage as what brings in fewer cells.
            derived.extend(self.remainder(lines, total, |e| 2 * within(e) >= e.vars.len()));
        }
    }

    /// Takes away the equations of the lines that are `chosen`: what is left of the lines, minus what sticks out of them,
    /// has a known sum (product).
    fn remainder(
        &self,
        lines: &[Permutation<'_>],
        total: i64,
        chosen: impl Fn(&Equation<'_>) -> bool,
    ) -> Option<Derived> {
        let mut left = Vec::new();
        let mut out = Vec::new();
        let mut rest = total;
        let mut parents: Vec<ConstraintId> = lines.iter().map(|line| line.id).collect();
        let mut telling = false;
        for &x in lines.iter().flat_map(|line| line.vars) {
            let Some(equation) = self.of(x).filter(|e| chosen(e)) else {
                left.push(x);
                if left.len() > MOST_CELLS {
                    return None;
                }
                continue;
            };
            if parents[lines.len()..].contains(&equation.id) {
                continue;
            }
            parents.push(equation.id);
            // A fixed cell alone says nothing that the line does not know.
            telling |= equation.vars.len() > 1;
            // Numbers that do not go together make a contradiction, which the constraints themselves will find.
            rest = self.kind.without(rest, equation.total)?;
            out.extend(equation.vars.iter().filter(|y| !self.inside[y.index()]));
        }
        if !telling || left.len() + out.len() > MOST_CELLS || left.is_empty() && out.is_empty() {
            return None;
        }
        let together = lines.iter().any(|line| left.iter().all(|x| line.vars.contains(x)));
        let constraint: Box<dyn Constraint> = match self.kind {
            Kind::Sum if out.is_empty() && together && left.len() > 1 => Box::new(distinct_sum(left, rest)),
            Kind::Sum => {
                let is_long = left.len() + out.len() > MOST_TABULATED;
                let equation = (sum(left) - sum(out)).equals(rest);
                Box::new(if is_long { equation.by_bounds() } else { equation })
            }
            Kind::Product if out.is_empty() => Box::new(product(left).equals(rest)),
            Kind::Product => return None,
        };
        Some(Derived { constraint, parents })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::all_different;
    use crate::model::{Grid, Model};
    use crate::testing::Dice;

    /// A Latin square of order 10: the cyclic one with rows, columns and values shuffled.
    fn square(dice: &mut Dice) -> Vec<i64> {
        let mut shuffled = || {
            let mut order: Vec<usize> = (0..10).collect();
            (1..10).rev().for_each(|i| order.swap(i, dice.below(i + 1)));
            order
        };
        let (rows, columns, values) = (shuffled(), shuffled(), shuffled());
        let at = |i: usize| values[(rows[i / 10] + columns[i % 10]) % 10] as i64 + 1;
        (0..100).map(at).collect()
    }

    /// Cages of one to three cells that cover some of the grid, with what the square makes of them.
    fn post_cages(m: &mut Model, grid: &Grid, square: &[i64], dice: &mut Dice) {
        let mut free = [true; 100];
        for start in 0..100 {
            let mut cage: Vec<usize> = Vec::new();
            let step = if dice.once_in(2) { 1 } else { 10 };
            for i in (0..3).map(|k| start + k * step).take(1 + dice.below(3)) {
                if i < 100 && free[i] && (step == 10 || i / 10 == start / 10) {
                    cage.push(i);
                }
            }
            if cage.is_empty() || dice.once_in(6) {
                continue;
            }
            cage.iter().for_each(|&i| free[i] = false);
            let vars: Vec<VarId> = cage.iter().map(|&i| grid.vars()[i]).collect();
            let values = cage.iter().map(|&i| square[i]);
            if dice.once_in(3) {
                m.post(product(vars).equals(values.product::<i64>()));
            } else {
                m.post(sum(vars).equals(values.sum::<i64>()));
            }
        }
    }

    fn derived(m: &Model) -> Vec<Derived> {
        derive(&m.source().facts(), &m.source().domains)
    }

    #[test]
    fn what_is_derived_holds_for_every_square_that_makes_the_cages() {
        let mut dice = Dice::new(5);
        let (mut innies, mut outies, mut products) = (0, 0, 0);
        for _ in 0..300 {
            let square = square(&mut dice);
            let mut m = Model::new();
            let grid = m.grid(10, 10, 1..=10);
            for line in grid.rows().chain(grid.columns()) {
                m.post(all_different(line));
            }
            // Only what has a distinct cage has anything derived.
            assert!(derived(&m).is_empty());
            m.post(distinct_sum(&grid.vars()[..2], square[..2].iter().sum()));
            post_cages(&mut m, &grid, &square, &mut dice);
            for derived in derived(&m) {
                let value = |x: VarId| square[x.index()];
                let Derived { constraint, parents } = derived;
                assert!(constraint.holds(&value), "{constraint:?} from {parents:?}");
                let source = m.source();
                assert!(parents.iter().all(|c| source.rules[c.index()].constraint.holds(&value)));
                let line = source.rules[parents[0].index()].constraint.scope();
                let text = format!("{constraint:?}");
                products += usize::from(text.contains("Product"));
                match constraint.scope().iter().all(|x| line.contains(x)) {
                    true => innies += 1,
                    false => outies += 1,
                }
            }
        }
        assert!(innies > 100 && outies > 100 && products > 100, "{innies} {outies} {products}");
    }

    #[test]
    fn an_innie_is_what_the_cages_leave_of_its_line() {
        let mut m = Model::new();
        let grid = m.grid(1, 10, 1..=10);
        m.post(all_different(grid.row(0)));
        m.post(distinct_sum(&grid.vars()[..5], 20));
        m.post(sum(&grid.vars()[5..9]).equals(28));
        let derived = derived(&m);
        // What the distinct sum needs comes first.
        let texts: Vec<String> = derived[1..].iter().map(|d| format!("{:?}", d.constraint)).collect();
        assert_eq!(texts, ["x9 = 7"]);
        assert_eq!(derived[1].parents.iter().map(|c| c.index()).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
