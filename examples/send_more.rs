//! Addition in letters: `cargo run --example send_more -- SEND MORE MONEY`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use gridwright::{Expr, Limits, Model, Scope, VarId, Verdict, all_different};
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words = ["SEND", "MORE", "MONEY"].map(String::from).to_vec();
    }

    let mut m = Model::new();
    let mut letters: BTreeMap<char, VarId> = BTreeMap::new();
    for letter in words.iter().flat_map(|word| word.chars()) {
        letters.entry(letter).or_insert_with(|| m.named_var(letter, 0..=9));
    }
    m.post(all_different(letters.values().copied().collect::<Scope>()));
    let number = |word: &String| word.chars().fold(Expr::from(0), |number, letter| 10 * number + letters[&letter]);
    let (total, terms) = words.split_last().ok_or("no words")?;
    m.post(terms.iter().map(number).sum::<Expr>().equals(number(total))).label("sum", ());
    for first in words.iter().filter_map(|word| word.chars().next()) {
        m.post(letters[&first].differs_from(0)).label("leading digit", ());
    }

    match m.compile(Limits::none())?.solver().unique()? {
        Verdict::Unique(solution) => letters.iter().for_each(|(letter, &x)| println!("{letter} = {}", solution[x])),
        Verdict::Many(one, another) => {
            let letters = letters.iter().filter(|&(_, &x)| one[x] != another[x]).map(|(letter, _)| letter);
            println!("several solutions, which differ in {}", letters.collect::<String>());
        }
        Verdict::None => println!("no solution"),
        Verdict::Stopped(limit) => println!("stopped by the {limit}"),
    }
    Ok(())
}
