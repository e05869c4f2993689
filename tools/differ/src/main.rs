//! Compares the engine's answers on random models with those of brute force and of other solvers.

mod build;
mod compare;
mod generate;
mod meaning;
mod print;
mod shrink;
mod small;
mod spec;
mod variant;

#[cfg(test)]
mod tests;

use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "\
Compares Gridwright's answers on random models.

differ small [--seed FIRST] [--count N] [--threads N] [--failures N]
    with brute force: small models, every question, every way to compile and to search
differ show SEED
    prints the small model of a seed as Rust code
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok((text, right)) => {
            say(&text);
            if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            say(&format!("{message}\n\n{USAGE}"));
            ExitCode::from(2)
        }
    }
}

/// Runs what the arguments name: what to say, and whether all answers were right.
fn run(words: &[&str]) -> Result<(String, bool), String> {
    match words {
        ["small", rest @ ..] => {
            let [seed, count, threads, failures] =
                options(rest, [("--seed", 1), ("--count", 10_000), ("--threads", 1), ("--failures", 3)])?;
            let report = small::run(seed, count, threads as usize, failures as usize);
            Ok((report.to_string(), report.failures.is_empty()))
        }
        ["show", seed] => {
            let seed = seed.parse().map_err(|_| format!("{seed} is no seed"))?;
            let spec = generate::random(seed, generate::Size::Small);
            Ok((print::test(&spec, &format!("seed_{seed}"), ""), true))
        }
        [other, ..] if *other != "help" => Err(format!("{other} is no command")),
        _ => Ok((USAGE.into(), true)),
    }
}

/// The values of options, each followed by its number.
fn options<const N: usize>(words: &[&str], known: [(&str, u64); N]) -> Result<[u64; N], String> {
    let mut values = known.map(|(_, default)| default);
    for pair in words.chunks(2) {
        let name = pair[0];
        let at = known.iter().position(|(other, _)| *other == name).ok_or(format!("{name} is no option here"))?;
        let number = pair.get(1).and_then(|number| number.parse().ok());
        values[at] = number.ok_or(format!("{name} takes a number"))?;
    }
    Ok(values)
}

/// Prints; whoever closed the pipe has seen enough.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
