//! Queens on a board, none of which attacks another: `cargo run --example queens -- 12`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use gridwright::{Limits, Model, all_different, first_fail};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let n: usize = std::env::args().nth(1).map_or(Ok(8), |size| size.parse())?;

    // The queen of each row stands in one column; two on a diagonal agree in column plus row, or column minus row.
    let mut m = Model::new();
    let queens = m.vars(n, 0..=n as i64 - 1);
    let rows: Vec<i64> = (0..n as i64).collect();
    let back: Vec<i64> = rows.iter().rev().copied().collect();
    m.post(all_different(&queens));
    m.post(all_different(&queens).with_offsets(&rows));
    m.post(all_different(&queens).with_offsets(&back));

    let mut solver = m.compile(Limits::none())?.solver().branch(first_fail());
    let Some(solution) = solver.first()?.solution() else {
        println!("no solution");
        return Ok(());
    };
    for &queen in &queens {
        let squares = rows.iter().map(|&column| if column == solution[queen] { "Q" } else { "." });
        println!("{}", squares.collect::<Vec<_>>().join(" "));
    }
    let count = solver.count(1_000)?;
    println!("{}{} solutions", if count.complete { "" } else { "at least " }, count.n);
    Ok(())
}
