//! The KenKens that are measured: those of a file of Keen IDs or, without one, some that are made from a seed.

use std::fs;
use std::path::Path;

use gridwright::{Format, Registry, Sheet};
use gridwright_models::format::Keen;

use crate::made::cases::{self, Failure};

/// A KenKen by its Keen ID.
pub struct Sample {
    /// What it has in common with others, such as `6-hard`.
    pub group: String,
    /// The ID.
    pub id: String,
}

/// The samples of a file with the columns size, level and Keen ID, tabs between, or, without a file, made ones.
///
/// # Errors
/// The file cannot be read, or a line has other columns.
pub fn samples(file: Option<&Path>) -> Result<Vec<Sample>, Failure> {
    let Some(file) = file else { return made() };
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let sample = |(at, line): (usize, &str)| match line.split('\t').collect::<Vec<_>>()[..] {
        [size, level, id] => Ok(Sample { group: format!("{size}-{level}"), id: id.to_owned() }),
        _ => Err(format!("{}:{}: not a size, a level and an ID with tabs between", file.display(), at + 1).into()),
    };
    lines.map(sample).collect()
}

/// Recognises and reads an ID.
///
/// # Errors
/// It has mistakes.
pub fn read(registry: &Registry, id: &str) -> Result<Sheet, Failure> {
    let block = registry.stream(id.as_bytes()).next().ok_or("an empty ID")??;
    block.read(&[]).map_err(|mistakes| format!("{id}: {mistakes}").into())
}

/// Ten puzzles with one solution of each size from 4 to 9.
fn made() -> Result<Vec<Sample>, Failure> {
    let mut samples = Vec::new();
    for (size, puzzles) in cases::kenkens()? {
        for puzzle in puzzles {
            let id = Keen.write(&Sheet::new(puzzle), &[])?.trim_end().to_owned();
            samples.push(Sample { group: format!("{size}-made"), id });
        }
    }
    Ok(samples)
}
