//! KenKens as JSON, in the two forms that are about: a list of cages, and blocks with numbered operations.

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};
use serde_json::{Value, json};

use super::{FOUR, List, Signs, operation_of, sign_of, written};
use crate::format::{end_of_json, read_kenken};
use crate::kenken::{KenKen, Operation};

/// Cages as `{"cells":[[row,column],…],"op":"add","target":11}`, in a list or under `"cages"`; `op` is `add`, `sub`, `mul`, `div`, or
/// empty for a single cell, and cells count from 0.
#[derive(Clone, Copy, Debug)]
pub struct CagesJson;

/// Blocks under `"Blocks"`, each with `"Type"` 1 to 4 for `+ - * /`, the target as `"Constraint"`, and `"Coordinates"` from 0.
#[derive(Clone, Copy, Debug)]
pub struct BlocksJson;

const WORDS: Signs =
    [("add", Operation::Add), ("sub", Operation::Subtract), ("mul", Operation::Multiply), ("div", Operation::Divide)];

/// Whether a text is JSON with this key in it.
fn sniff(text: &str, starts: &[char], key: &'static str, expected: &'static str) -> Sniff {
    let trimmed = text.trim_start();
    let at = text.len() - trimmed.len();
    match (trimmed.starts_with(starts), trimmed.contains(key), end_of_json(trimmed)) {
        (false, ..) => Sniff::no(at, expected),
        (true, true, _) => Sniff::Yes,
        (true, false, None) => Sniff::More,
        (true, false, Some(_)) => Sniff::no(at, expected),
    }
}

/// A whole number, which may be written with a point and zeros.
fn whole(value: &Value) -> Option<i64> {
    let exact = |number: f64| (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64);
    value.as_i64().or_else(|| value.as_f64().and_then(exact))
}

/// The number under one of these keys.
fn field(value: &Value, keys: &[&str]) -> Option<i64> {
    keys.iter().find_map(|key| value.get(key)).and_then(whole)
}

/// A pair of numbers, row first.
fn pair(value: &Value) -> Option<(i64, i64)> {
    match value.as_array().map(Vec::as_slice) {
        Some([row, column]) => Some((whole(row)?, whole(column)?)),
        Some(_) => None,
        None => Some((field(value, &["Y", "y", "Row", "row"])?, field(value, &["X", "x", "Column", "column"])?)),
    }
}

/// A cage as JSON has it: cells, operation, target.
type Raw = (Vec<(i64, i64)>, Option<Operation>, i64);

/// Reads the cages of a list of JSON objects; the size follows from the cells, whose smallest number is 0 or 1.
fn read_list(
    text: &str,
    key: &str,
    parts: &mut Parts,
    out: &mut Mistakes,
    cage: impl Fn(&Value) -> Result<Raw, String>,
) -> Option<(usize, Cages)> {
    let whole = Span { start: 0, end: text.trim_end().len() };
    let start = text.len() - text.trim_start().len();
    parts.note(Place::Puzzle, Span { start, end: text[start..].find('\n').map_or(whole.end, |end| start + end) });
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let line: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let mut at = (line + error.column().saturating_sub(1)).min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            out.error(Span { start: at, end: at }, format!("the JSON is broken: {error}"));
            return None;
        }
    };
    let Some(list) = value.get(key).unwrap_or(&value).as_array() else {
        out.error(Place::Puzzle, format!("the JSON is no list of cages, and has none under \"{key}\""));
        return None;
    };
    let mut raw = Vec::new();
    for (number, value) in list.iter().enumerate() {
        match cage(value) {
            Ok(found) => raw.push(found),
            Err(why) => {
                out.error(Place::Puzzle, format!("cage {} of the list: {why}", number + 1));
            }
        }
    }
    let places = || raw.iter().flat_map(|(cells, ..)| cells).flat_map(|&(row, column)| [row, column]);
    let base = places().min().unwrap_or(0);
    let size = places().max().unwrap_or(-1).checked_sub(base).and_then(|size| usize::try_from(size).ok());
    let size = size.map(|size| size.saturating_add(1)).filter(|size| KenKen::SIZES.contains(size));
    let (true, Some(size)) = ((0..=1).contains(&base), size) else {
        out.error(Place::Puzzle, "the cells make no board").help("they count from 0 or 1, and boards go up to size 25");
        return None;
    };
    let mut cages = List::default();
    for (cells, operation, target) in raw {
        let place = |number: i64| (number - base) as usize;
        let cells = cells.into_iter().map(|(row, column)| Cell::new(place(row), place(column))).collect();
        cages.add(size, cells, target, operation, Span { start, end: start }, out);
    }
    Some((size, cages.finish(parts)))
}

/// The cells of a list of pairs.
fn cells(value: Option<&Value>) -> Result<Vec<(i64, i64)>, String> {
    let list = value.and_then(Value::as_array).ok_or("it has no list of cells")?;
    list.iter().map(|value| pair(value).ok_or_else(|| format!("{value} is no cell"))).collect()
}

impl Format for CagesJson {
    fn name(&self) -> &'static str {
        "cages-json"
    }

    fn description(&self) -> &'static str {
        "KenKens as JSON: cages with \"cells\", \"op\" and \"target\""
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        match sniff(text, &['{', '['], "\"cells\"", "JSON with \"cells\", \"op\" and \"target\"") {
            // A cage of another format may have cells too, but hardly such a key.
            Sniff::Yes if text.contains("\"target\"") => Sniff::Yes,
            Sniff::Yes if end_of_json(text).is_none() => Sniff::More,
            Sniff::Yes => Sniff::no(0, "JSON with \"cells\", \"op\" and \"target\""),
            other => other,
        }
    }

    fn continues(&self, lines: &str, _next: &str) -> bool {
        end_of_json(lines).is_none()
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, |text, parts, out| {
            read_list(text, "cages", parts, out, |value| {
                let cells = cells(value.get("cells"))?;
                let word = value.get("op").and_then(Value::as_str).unwrap_or_default();
                let operation = operation_of(&WORDS, word);
                if operation.is_none() && !(word.is_empty() && cells.len() == 1) {
                    return Err(format!("`{word}` is no operation of {} cells", cells.len()));
                }
                let target = value.get("target").and_then(whole).ok_or("its target is no whole number")?;
                Ok((cells, operation, target))
            })
        })
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (_, cages) = written(sheet, "a list of cages in JSON", &FOUR, false)?;
        let cage = |cage: &super::Written<'_>| {
            let cells: Vec<_> = cage.cells.iter().map(|cell| json!([cell.row, cell.column])).collect();
            let word = cage.operation.map_or("", |operation| sign_of(&WORDS, operation));
            json!({ "cells": cells, "op": word, "target": cage.target })
        };
        Ok(Value::from(cages.iter().map(cage).collect::<Vec<_>>()).to_string() + "\n")
    }
}

impl Format for BlocksJson {
    fn name(&self) -> &'static str {
        "blocks-json"
    }

    fn description(&self) -> &'static str {
        "KenKens as JSON: \"Blocks\" with \"Type\", \"Constraint\" and \"Coordinates\""
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        sniff(text, &['{'], "\"Blocks\"", "a JSON object with \"Blocks\"")
    }

    fn continues(&self, lines: &str, _next: &str) -> bool {
        end_of_json(lines).is_none()
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, |text, parts, out| {
            read_list(text, "Blocks", parts, out, |value| {
                let cells = cells(value.get("Coordinates"))?;
                let number = value.get("Type").and_then(whole).ok_or("it has no \"Type\"")?;
                let operation = usize::try_from(number - 1).ok().and_then(|place| FOUR.get(place).copied());
                let operation = operation.ok_or_else(|| format!("its type {number} is none of 1 to 4"))?;
                let target = value.get("Constraint").and_then(whole).ok_or("its constraint is no whole number")?;
                Ok((cells, Some(operation), target))
            })
        })
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (_, cages) = written(sheet, "blocks in JSON", &FOUR, false)?;
        let block = |cage: &super::Written<'_>| {
            let cells: Vec<_> = cage.cells.iter().map(|cell| json!([cell.row, cell.column])).collect();
            let number = cage.operation.and_then(|operation| FOUR.iter().position(|its| *its == operation));
            json!({ "Type": number.unwrap_or(0) + 1, "Constraint": cage.target, "Coordinates": cells })
        };
        Ok(json!({ "Blocks": cages.iter().map(block).collect::<Vec<_>>() }).to_string() + "\n")
    }
}
