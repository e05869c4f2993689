//! Magic squares: `cargo run --example magic_square -- 4`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use gridwright::{Found, Limit, Limits, Model, Scope, all_different, sum};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let n: usize = std::env::args().nth(1).map_or(Ok(4), |size| size.parse())?;
    let largest = (n * n) as i64;
    let total = (1..=largest).sum::<i64>() / (n as i64).max(1);

    let mut m = Model::new();
    let cell = m.grid(n, n, 1..=largest);
    m.post(all_different(cell.vars()));
    for line in cell.rows().chain(cell.columns()) {
        m.post(sum(line).equals(total));
    }
    m.post(sum((0..n).map(|i| cell[(i, i)]).collect::<Scope>()).equals(total)).label("diagonal", ());
    m.post(sum((0..n).map(|i| cell[(i, n - 1 - i)]).collect::<Scope>()).equals(total)).label("diagonal", ());

    let mut solver = m.compile(Limits::none())?.solver().limit(Limit::time(Duration::from_secs(10)));
    match solver.first()? {
        Found::Solution(solution) => {
            for row in solution.values().chunks(n.max(1)) {
                println!("{}", row.iter().map(|value| format!("{value:4}")).collect::<String>());
            }
        }
        Found::None => println!("no solution"),
        Found::Stopped(limit) => println!("not found: stopped by the {limit}"),
    }
    let stats = solver.stats();
    println!("{} nodes, {} failures", stats.nodes, stats.failures);
    Ok(())
}
