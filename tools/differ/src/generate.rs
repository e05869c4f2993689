//! Random models.

use crate::spec::{Amount, Claim, Comparison, Operator, Rule, Spec, Value};
use gridwright::{Op, testing::Dice};

/// How large a model may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For brute force; values at the ends of `i64` included.
    Small,
    /// For other solvers, with numbers of 32 bits.
    Large,
}

/// The model of a seed.
pub fn random(seed: u64, size: Size) -> Spec {
    let mut dice = Dice::new(seed);
    let shape = dice.below(8);
    let mut maker = Maker { dice, large: size == Size::Large, domains: Vec::new(), hidden: None, grid: None };
    let mut rules = match shape {
        0 | 1 => maker.square(),
        2 => maker.logic(),
        _ => maker.loose(),
    };
    if maker.dice.once_in(if maker.large { 10 } else { 4 }) {
        maker.hidden = None;
    }
    let (least, most) = if maker.large { (3, 12) } else { (0, 5) };
    for _ in 0..least + maker.dice.below(most - least + 1) {
        rules.push(maker.likely_rule());
    }
    if maker.large {
        rules.extend(maker.known());
    }
    let claims = (0..1 + maker.dice.below(2)).map(|_| maker.claim()).collect();
    let project = maker.scope();
    let objective = maker.terms();
    Spec { domains: maker.domains, rules, claims, project, objective, seed }
}

fn all_differ(values: &[i64]) -> bool {
    (0..values.len()).all(|i| !values[..i].contains(&values[i]))
}

struct Maker {
    dice: Dice,
    large: bool,
    domains: Vec<Vec<i64>>,
    /// An assignment that most constraints allow, so that most models have a solution.
    hidden: Option<Vec<i64>>,
    /// The rows and columns where the variables are a grid.
    grid: Option<(usize, usize)>,
}

impl Maker {
    /// Variables of all sorts.
    fn loose(&mut self) -> Vec<Rule> {
        let count = if self.large { 6 + self.dice.below(9) } else { 1 + self.dice.below(5) };
        self.domains = (0..count).map(|_| self.domain()).collect();
        if count < 3 || self.large && self.dice.once_in(3) {
            let low = self.dice.between(-40, 1);
            self.domains[0] = (low..=low + self.dice.between(60, 140)).collect();
        }
        self.hide();
        Vec::new()
    }

    /// Hides any assignment.
    fn hide(&mut self) {
        let possible = self.domains.iter().all(|domain| !domain.is_empty());
        self.hidden = possible.then(|| self.domains.iter().map(|domain| *self.dice.pick(domain)).collect());
    }

    /// A grid with one domain, whose lines hold different values, with cages: what derived constraints and joined
    /// all-differents live on.
    fn square(&mut self) -> Vec<Rule> {
        let sides: &[(usize, usize)] = if self.large {
            &[(3, 4), (4, 4), (4, 5), (5, 5), (6, 6)]
        } else {
            &[(2, 2), (2, 3), (3, 3), (3, 2), (1, 4)]
        };
        let (rows, columns) = *self.dice.pick(sides);
        let most = rows.max(columns) + usize::from(rows * columns < 16 && self.dice.once_in(3));
        let base = *self.dice.pick(&[1, 1, 1, 0, -2, 61, if self.large { 900 } else { 1 << 40 }]);
        let step = if self.dice.once_in(6) { 1 + self.dice.between(1, 40) } else { 1 };
        let domain: Vec<i64> = (0..most as i64).map(|i| base + i * step).collect();
        self.domains = vec![domain.clone(); rows * columns];
        self.grid = Some((rows, columns));
        let (turn, latin) = (self.dice.below(most), |r: usize, c: usize, turn: usize| domain[(r + c + turn) % most]);
        let hidden: Vec<i64> = (0..rows * columns).map(|i| latin(i / columns, i % columns, turn)).collect();
        self.hidden = Some(hidden.clone());
        let mut rules = Vec::new();
        let across = (0..rows).map(|r| (0..columns).map(|c| r * columns + c).collect::<Vec<usize>>());
        let down = (0..columns).map(|c| (0..rows).map(|r| r * columns + c).collect());
        for vars in across.chain(down).collect::<Vec<_>>() {
            if !self.dice.once_in(8) {
                rules.push(Rule::AllDifferent { vars, offsets: None, consistent: self.dice.once_in(6) });
            }
        }
        let distinct = self.dice.once_in(2);
        for _ in 0..self.dice.below(6) {
            let cage = self.cage(rows, columns);
            let values: Vec<i64> = cage.iter().map(|&x| hidden[x]).collect();
            let sum = values.iter().sum();
            rules.push(match self.dice.below(5) {
                _ if distinct && cage.len() > 1 && all_differ(&values) => Rule::DistinctSum { vars: cage, total: sum },
                0 => Rule::DistinctSum { vars: cage, total: sum },
                1 if base < 100 => Rule::Product { vars: cage, result: Value::Is(values.iter().product()) },
                2 => Rule::Consecutive { vars: cage },
                3 => Rule::Increasing { vars: cage, strictly: self.dice.once_in(2) },
                _ => Rule::Linear {
                    terms: cage.into_iter().map(|x| (1, x)).collect(),
                    comparison: Comparison::Equals,
                    right: Value::Is(sum),
                },
            });
        }
        rules
    }

    /// Neighbouring cells of a grid.
    fn cage(&mut self, rows: usize, columns: usize) -> Vec<usize> {
        let mut cage = vec![self.var()];
        for _ in 0..self.dice.below(4) {
            let from = *self.dice.pick(&cage);
            let (r, c) = (from / columns, from % columns);
            let next = match self.dice.below(4) {
                0 if r > 0 => from - columns,
                1 if r + 1 < rows => from + columns,
                2 if c > 0 => from - 1,
                _ if c + 1 < columns => from + 1,
                _ => continue,
            };
            if !cage.contains(&next) {
                cage.push(next);
            }
        }
        cage
    }

    /// A grid of zeros and ones, in one piece or not.
    fn logic(&mut self) -> Vec<Rule> {
        let (rows, columns) = if self.large { (4, 4 + self.dice.below(2)) } else { (2, 2 + self.dice.below(3)) };
        self.domains = vec![vec![0, 1]; rows * columns];
        self.grid = Some((rows, columns));
        self.hide();
        let down = (0..(rows - 1) * columns).map(|i| (i, i + columns));
        let across = (0..rows * columns).filter(|i| i % columns > 0).map(|i| (i - 1, i));
        let connected = Rule::Connected {
            vars: (0..rows * columns).collect(),
            edges: down.chain(across).collect(),
            active: vec![self.dice.between(0, 1)],
        };
        if self.dice.once_in(2) { vec![connected] } else { Vec::new() }
    }

    /// Some variables whose values are known, so that many a model has few solutions.
    fn known(&mut self) -> Vec<Rule> {
        let Some(hidden) = self.hidden.clone() else { return Vec::new() };
        let known = self.dice.below(2 + hidden.len() / 2);
        let mut claim = || {
            let var = self.dice.below(hidden.len());
            Rule::Clause(vec![Claim { var, op: Op::Eq, value: hidden[var] }])
        };
        (0..known).map(|_| claim()).collect()
    }

    /// A constraint, mostly one that the hidden assignment allows.
    fn likely_rule(&mut self) -> Rule {
        let mut rule = self.rule(2);
        if let Some(hidden) = self.hidden.clone() {
            for _ in 0..if self.large { 12 } else { 4 } {
                if rule.holds(&hidden) {
                    break;
                }
                rule = self.rule(2);
            }
        }
        rule
    }

    /// A few values: a range, a set with gaps, one value, 0 and 1, values that no word holds together, or far from 0.
    fn domain(&mut self) -> Vec<i64> {
        let (dice, most) = (&mut self.dice, if self.large { 9 } else { 4 });
        let mut values: Vec<i64> = match dice.below(24) {
            0 => vec![dice.between(-3, 3)],
            1 if dice.once_in(8) => Vec::new(),
            2 => [-70, 0, 63, 200][dice.below(3)..].into(),
            3 => vec![dice.between(-2, 2), dice.between(60, 70)],
            4 => (0..3).map(|_| dice.between(-300, 300)).collect(),
            5 if !self.large => {
                let end = *dice.pick(&[i64::MIN + 2, i64::MAX - 2, 1 << 62, 1 << 32, -(1 << 31)]);
                (0..3).map(|_| end + dice.between(-2, 2)).collect()
            }
            6..11 => vec![0, 1],
            11..15 => (0..3.max(most - 2)).map(|_| dice.between(-3, 5)).collect(),
            15 => (dice.between(-4, 0)..=0).collect(),
            _ => {
                let low = dice.between(-2, 2);
                (low..=low + dice.between(1, most - 1)).collect()
            }
        };
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The most variables of one constraint.
    fn widest(&self) -> usize {
        if self.large { 7 } else { 4 }
    }

    fn var(&mut self) -> usize {
        self.dice.below(self.domains.len())
    }

    /// Some variables; sometimes one twice, sometimes none.
    fn scope(&mut self) -> Vec<usize> {
        if let Some((rows, columns)) = self.grid.filter(|_| self.dice.once_in(3)) {
            return self.cage(rows, columns);
        }
        let mut left: Vec<usize> = (0..self.domains.len()).collect();
        let size = self.dice.below(self.widest() + 1);
        let mut scope = Vec::new();
        while scope.len() < size && !left.is_empty() {
            let i = self.dice.below(left.len());
            scope.push(if self.dice.once_in(10) { left[i] } else { left.swap_remove(i) });
        }
        scope
    }

    /// A small number, or one that a variable can have.
    fn constant(&mut self) -> i64 {
        let x = self.var();
        match &self.domains[x][..] {
            [] => 0,
            values if self.dice.once_in(3) => *self.dice.pick(values),
            _ => self.dice.between(-2, 3),
        }
    }

    fn value(&mut self) -> Value {
        if self.dice.once_in(3) { Value::Is(self.constant()) } else { Value::Var(self.var()) }
    }

    /// A variable, or what a few variables can make together.
    fn total(&mut self) -> Value {
        if self.dice.once_in(3) { Value::Var(self.var()) } else { Value::Is(self.dice.between(-4, 12)) }
    }

    fn claim(&mut self) -> Claim {
        let op = *self.dice.pick(&[Op::Eq, Op::Ne, Op::Ge, Op::Le]);
        let var = self.var();
        let value = match &self.domains[var][..] {
            [] => 0,
            values if !self.dice.once_in(4) => *self.dice.pick(values),
            _ => self.constant(),
        };
        Claim { var, op, value }
    }

    fn terms(&mut self) -> Vec<(i64, usize)> {
        let plain = self.dice.once_in(2);
        let scope = self.scope();
        scope.into_iter().map(|x| (if plain { 1 } else { self.dice.between(-3, 3) }, x)).collect()
    }

    /// A constraint of any kind; `depth` bounds how deep constraints hold others.
    fn rule(&mut self, depth: usize) -> Rule {
        let kinds = if depth > 0 { 24 } else { 20 };
        let most = self.widest();
        match self.dice.below(kinds) {
            0 | 1 => {
                let vars = self.scope();
                let offsets = self.dice.once_in(3).then(|| vars.iter().map(|_| self.dice.between(-3, 3)).collect());
                Rule::AllDifferent { vars, offsets, consistent: self.dice.once_in(3) }
            }
            2 => Rule::Count { vars: self.scope(), value: self.constant(), number: self.value() },
            3 => {
                let array = (0..self.dice.below(most + 1)).map(|_| self.value()).collect();
                Rule::Element { array, index: self.value(), result: self.value() }
            }
            4 => {
                let mut vars = self.scope();
                vars.truncate(4);
                Rule::Relation { vars, factor: self.dice.between(-2, 2), target: self.dice.between(-2, 4) }
            }
            5 => {
                let vars = self.scope();
                let count = self.dice.below(if self.large { 40 } else { 12 });
                let tuples = (0..count).map(|_| vars.iter().map(|&x| self.entry(x)).collect()).collect();
                Rule::Table { vars, tuples }
            }
            6 => Rule::DistinctSum { vars: self.scope(), total: self.dice.between(-4, 12) },
            7 => Rule::Consecutive { vars: self.scope() },
            8 | 9 => {
                let signs = [
                    Comparison::Equals,
                    Comparison::Equals,
                    Comparison::DiffersFrom,
                    Comparison::AtMost,
                    Comparison::AtLeast,
                    Comparison::LessThan,
                    Comparison::GreaterThan,
                ];
                Rule::Linear { terms: self.terms(), comparison: *self.dice.pick(&signs), right: self.total() }
            }
            10 => {
                let mut vars = self.scope();
                vars.truncate(4);
                Rule::Product { vars, result: self.total() }
            }
            11 => {
                let operators = [
                    Operator::Abs,
                    Operator::Difference,
                    Operator::Ratio,
                    Operator::DivTruncated,
                    Operator::DivFloored,
                    Operator::ModTruncated,
                    Operator::ModFloored,
                    Operator::Power,
                ];
                let operator = *self.dice.pick(&operators);
                Rule::Operation { operator, x: self.value(), y: self.value(), result: self.value() }
            }
            12 => Rule::Extremum { largest: self.dice.once_in(2), vars: self.scope(), result: self.value() },
            13 => {
                let vars = self.scope();
                let amounts = (0..self.dice.below(4)).map(|_| (self.constant(), self.amount())).collect();
                Rule::Cardinality { vars, amounts, closed: self.dice.once_in(4) }
            }
            14 => {
                let arcs = self.dice.below(12);
                Rule::Regular {
                    vars: self.scope(),
                    start: 0,
                    accepting: vec![self.dice.below(3), self.dice.below(3)],
                    arcs: (0..arcs).map(|_| (self.dice.below(3), self.constant(), self.dice.below(3))).collect(),
                }
            }
            15 => Rule::Increasing { vars: self.scope(), strictly: self.dice.once_in(2) },
            16 => Rule::Lex { left: self.scope(), right: self.scope(), strictly: self.dice.once_in(2) },
            17 => Rule::ListsDiffer { left: self.scope(), right: self.scope() },
            18 => {
                let claims = self.dice.below(most + 1);
                Rule::Clause((0..claims).map(|_| self.claim()).collect())
            }
            19 => {
                let vars = self.scope();
                let edges = if vars.is_empty() { 0 } else { self.dice.below(2 * vars.len()) };
                let mut node = || self.dice.below(vars.len());
                let edges = (0..edges).map(|_| (node(), node())).collect();
                let active = (0..1 + self.dice.below(3)).map(|_| self.constant()).collect();
                Rule::Connected { vars, edges, active }
            }
            20..23 => {
                let (truth, exactly) = (self.truth(), self.dice.once_in(2));
                Rule::Reified { truth, exactly, rule: Box::new(self.rule(depth - 1)) }
            }
            _ => {
                let count = self.dice.below(4);
                Rule::AnyOf((0..count).map(|_| self.rule(depth - 1)).collect())
            }
        }
    }

    /// Mostly a variable that can be 0 and 1.
    fn truth(&mut self) -> usize {
        let boolean = |&x: &usize| self.domains[x].contains(&0) && self.domains[x].contains(&1);
        let booleans: Vec<usize> = (0..self.domains.len()).filter(boolean).collect();
        if booleans.is_empty() || self.dice.once_in(10) { self.var() } else { *self.dice.pick(&booleans) }
    }

    fn entry(&mut self, x: usize) -> i64 {
        match &self.domains[x][..] {
            values if !values.is_empty() && !self.dice.once_in(6) => *self.dice.pick(values),
            _ => self.constant(),
        }
    }

    fn amount(&mut self) -> Amount {
        match self.dice.below(3) {
            0 => Amount::Var(self.var()),
            1 => Amount::Is(self.dice.between(-1, 2)),
            _ => {
                let low = self.dice.between(-1, 2);
                Amount::Between(low, low + self.dice.between(0, 3))
            }
        }
    }
}
