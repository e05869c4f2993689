//! The KenKen of `docs/comparison.md` on Gridwright's engine: `cargo run --example comparison`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use gridwright::{
    ClashAnswer, Error, Limits, Model, Scope, Verdict, absolute_difference, all_different, exact_ratio, product, sum,
};

/// A target, an operator and the cells, counted row by row from 0.
type Cage = (i64, &'static str, &'static [usize]);

const CAGES: [Cage; 7] = [
    (3, "+", &[0, 1]),
    (11, "+", &[2, 3, 7]),
    (1, "−", &[4, 8]),
    (2, "÷", &[5, 6]),
    (24, "×", &[9, 12, 13]),
    (1, "−", &[10, 11]),
    (3, "÷", &[14, 15]),
];

fn model(cages: &[Cage]) -> Model {
    let mut m = Model::new();
    let cell = m.grid(4, 4, 1..=4);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    for &(target, op, cells) in cages {
        let x: Scope = cells.iter().map(|&i| cell.vars()[i]).collect();
        let cage = match op {
            "+" => m.post(sum(x).equals(target)),
            "×" => m.post(product(x).equals(target)),
            "−" => m.post(absolute_difference(x[0], x[1]).equals(target)),
            _ => m.post(exact_ratio(x[0], x[1]).equals(target)),
        };
        cage.label("cage", (target, op));
    }
    m
}

fn main() -> Result<(), Error> {
    match model(&CAGES).compile(Limits::none())?.solver().unique()? {
        Verdict::Unique(solution) => {
            solution.values().chunks(4).for_each(|row| println!("{row:?}"));
            println!("the only solution");
        }
        Verdict::Many(..) => println!("several solutions"),
        Verdict::None => println!("no solution"),
        Verdict::Stopped(limit) => println!("stopped by the {limit}"),
    }

    let mut wrong = CAGES;
    wrong[0].0 = 4;
    let compiled = model(&wrong).compile(Limits::none())?;
    if let ClashAnswer::Clash(clash) = compiled.solver().clash()? {
        let names: Vec<_> = clash.constraints.iter().map(|&c| compiled.constraint_name(c)).collect();
        println!("{} exclude each other", names.join(", "));
    }
    Ok(())
}
