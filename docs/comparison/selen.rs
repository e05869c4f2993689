//! The KenKen of `docs/comparison.md` in selen: `cargo run --features selen --bin selen`.

use selen::prelude::*;

/// A target, an operator and the cells, counted row by row from 0.
type Cage = (i32, &'static str, &'static [usize]);

const CAGES: [Cage; 7] = [
    (3, "+", &[0, 1]),
    (11, "+", &[2, 3, 7]),
    (1, "−", &[4, 8]),
    (2, "÷", &[5, 6]),
    (24, "×", &[9, 12, 13]),
    (1, "−", &[10, 11]),
    (3, "÷", &[14, 15]),
];

fn model(cages: &[Cage]) -> (Model, Vec<VarId>) {
    let mut m = Model::default();
    let cell = m.ints(16, 1, 4);
    for i in 0..4 {
        m.alldiff(&cell[4 * i..4 * i + 4]);
        m.alldiff(&[cell[i], cell[i + 4], cell[i + 8], cell[i + 12]]);
    }
    for &(target, op, cells) in cages {
        let x: Vec<VarId> = cells.iter().map(|&i| cell[i]).collect();
        match op {
            "+" => m.lin_eq(&vec![1; x.len()], &x, target),
            "×" => {
                let product = x[1..].iter().fold(x[0], |product, &factor| m.mul(product, factor));
                m.new(product.eq(target));
            }
            "−" => {
                let difference = m.sub(x[0], x[1]);
                let difference = m.abs(difference);
                m.new(difference.eq(target));
            }
            _ => {
                let pairs = (1..=4 / target).flat_map(|low| [[low, low * target], [low * target, low]]);
                m.table(&x, pairs.map(|pair| pair.map(int).to_vec()).collect());
            }
        }
    }
    (m, cell)
}

fn main() {
    let (m, cell) = model(&CAGES);
    let solutions: Vec<Solution> = m.enumerate().take(2).collect();
    if let Some(solution) = solutions.first() {
        cell.chunks(4).for_each(|row| println!("{:?}", row.iter().map(|&x| solution.get_int(x)).collect::<Vec<_>>()));
    }
    println!("{} solutions, of at most 2", solutions.len());

    let mut wrong = CAGES;
    wrong[0].0 = 4;
    if let Err(why) = model(&wrong).0.solve() {
        println!("{why}");
    }
}
