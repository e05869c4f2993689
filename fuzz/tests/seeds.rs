//! Every seed, and what once went wrong, passes through its target without the fuzzer.

use std::fs;
use std::path::Path;

use gridwright_fuzz::{arguments, models, pictures, texts};

/// Runs a target on each of its seeds.
fn run(target: &str, run: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut seeds: Vec<_> = fs::read_dir(folder).expect("seeds").map(|entry| entry.expect("a seed").path()).collect();
    seeds.sort();
    assert!(!seeds.is_empty());
    for seed in seeds {
        eprintln!("{}", seed.display());
        run(&fs::read(seed).expect("a seed can be read"));
    }
}

#[test]
fn readers() {
    run("readers", texts::any_format);
}

#[test]
fn formats() {
    run("formats", texts::named_format);
}

#[test]
fn models() {
    run("models", |input| _ = models::any_model(input));
}

#[test]
fn pictures() {
    run("pictures", |input| _ = pictures::any_drawing(input));
}

#[test]
fn arguments() {
    run("arguments", arguments::run);
}
