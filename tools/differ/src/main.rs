//! Compares the engine's answers on random models with those of brute force and of other solvers.

mod build;
mod compare;
mod generate;
mod large;
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
differ large [--seed FIRST] [--count N]
    writes larger models with the engine's answers, one a line, for judge.py
differ puzzles FILE...
    writes the puzzles of files in the same way
differ show SEED
differ show-large SEED
    prints the model of a seed as Rust code
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
        ["large", rest @ ..] => {
            let [seed, count] = options(rest, [("--seed", 1), ("--count", 1_000)])?;
            tell(large::write(seed, count, &mut std::io::stdout().lock())?)
        }
        ["puzzles", paths @ ..] => tell(large::puzzles(paths, &mut std::io::stdout().lock())?),
        ["show", seed] => {
            let spec = generate::random(number(seed)?, generate::Size::Small);
            Ok((print::test(&spec, &format!("seed_{seed}"), ""), true))
        }
        ["show-large", seed] => Ok((large::show(number(seed)?), true)),
        [other, ..] if *other != "help" => Err(format!("{other} is no command")),
        _ => Ok((USAGE.into(), true)),
    }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("{word} is no seed"))
}

/// Says how much was written, beside what was written.
fn tell(summary: String) -> Result<(String, bool), String> {
    let _ = std::io::stderr().write_all(summary.as_bytes());
    Ok((String::new(), true))
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
