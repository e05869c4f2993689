//! Written arithmetic: what stands in each column, with what is carried to the next, so that no number is too large.

use std::collections::HashMap;

use gridwright::{Expr, Model, Term, VarId, product};

/// The digits of a number, the last one first.
pub(super) type Digits = Vec<Term>;

/// Sums of digits and of products of two digits, the last column first.
pub(super) struct Columns {
    base: i64,
    columns: Vec<Column>,
    /// The variables of the products that were made.
    products: HashMap<[VarId; 2], VarId>,
}

/// What is added up in a column, and between which bounds the sum lies.
#[derive(Default)]
struct Column {
    sum: Expr,
    least: i64,
    most: i64,
}

impl Columns {
    pub fn new(base: i64) -> Self {
        Self { base, columns: Vec::new(), products: HashMap::new() }
    }

    /// Adds a few times a part to a column, which is between 0 and `most`.
    fn add(&mut self, column: usize, factor: i64, part: Expr, most: i64) {
        self.columns.resize_with(self.columns.len().max(column + 1), Column::default);
        let Column { sum, least, most: all } = &mut self.columns[column];
        *sum = std::mem::take(sum) + part * factor;
        *least += (factor * most).min(0);
        *all += (factor * most).max(0);
    }

    fn add_number(&mut self, factor: i64, number: &[Term]) {
        for (i, &digit) in number.iter().enumerate() {
            self.add(i, factor, digit.into(), self.base - 1);
        }
    }

    /// Adds a few times the product of numbers, of which there is at least one; where there are more than two, the product
    /// of the first two is a number of its own.
    pub fn add_product(&mut self, m: &mut Model, factor: i64, numbers: &[Digits]) {
        match numbers {
            [] => {}
            [number] => self.add_number(factor, number),
            [a, b] => {
                for (i, &x) in a.iter().enumerate() {
                    for (j, &y) in b.iter().enumerate() {
                        let part = self.product(m, x, y);
                        self.add(i + j, factor, part, (self.base - 1).pow(2));
                    }
                }
            }
            [a, b, others @ ..] => {
                let digits = m.vars(a.len() + b.len(), 0..=self.base - 1);
                let first: Digits = digits.into_iter().map(Term::Var).collect();
                let mut columns = Self { columns: Vec::new(), ..Self::new(self.base) };
                columns.products = std::mem::take(&mut self.products);
                columns.add_product(m, 1, &[a.clone(), b.clone()]);
                columns.add_number(-1, &first);
                self.products = columns.post(m);
                self.add_product(m, factor, &[&[first], others].concat());
            }
        }
    }

    /// The product of two digits.
    fn product(&mut self, m: &mut Model, x: Term, y: Term) -> Expr {
        match (x, y) {
            (Term::Var(x), Term::Var(y)) => {
                let (base, pair) = (self.base, [x.min(y), x.max(y)]);
                let made = self.products.entry(pair).or_insert_with(|| {
                    let result = m.var(0..=(base - 1).pow(2));
                    m.post(product(pair).equals(result)).label("product", ());
                    result
                });
                (*made).into()
            }
            (Term::Constant(digit), other) | (other, Term::Constant(digit)) => Expr::from(other) * digit,
        }
    }

    /// Posts that all columns together make 0, and returns the products.
    pub fn post(self, m: &mut Model) -> HashMap<[VarId; 2], VarId> {
        let last = self.columns.len().saturating_sub(1);
        let mut carry = Column::default();
        for (i, column) in self.columns.into_iter().enumerate() {
            let least = (column.least + carry.least).div_euclid(self.base);
            let most = (column.most + carry.most).div_euclid(self.base);
            let next = if i == last { Expr::default() } else { m.var(least..=most).into() };
            let sum = column.sum + carry.sum;
            m.post(sum.equals(next.clone() * self.base)).label("column", i as i64 + 1);
            carry = Column { sum: next, least, most };
        }
        self.products
    }
}
