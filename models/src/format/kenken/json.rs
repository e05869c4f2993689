//! KenKens as JSON, in the two forms that are about: a list of cages, and blocks with numbered operations.

use std::collections::BTreeMap;

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{FOUR, List, Signs, operation_of, sign_of, written};
use crate::format::{end_of_json, json_error, json_goes_on, read_kenken};
use crate::kenken::{KenKen, Operation};

/// Cages as `{"cells":[[row,column],…],"op":"add","target":11}`, in a list or under `"cages"`; `op` is `add`, `sub`, `mul`, `div`, or
/// empty for a single cell, and cells count from 0.
#[derive(Clone, Copy, Debug)]
pub struct CagesJson;

/// Blocks under `"Blocks"`, each with `"Type"` 1 to 4 for `+ - * /`, the target as `"Constraint"`, and `"Coordinates"` as
/// `[column,row]` from 0; the size is the `"Size"` of `"Puzzle"`, whose `"Type"` is `Calcudoku`.
#[derive(Clone, Copy, Debug)]
pub struct BlocksJson;

const WORDS: Signs =
    [("add", Operation::Add), ("sub", Operation::Subtract), ("mul", Operation::Multiply), ("div", Operation::Divide)];

/// Whether a text is JSON with this key in it.
fn sniff(text: &str, starts: &[char], key: &'static str, expected: &'static str) -> Sniff {
    let trimmed = text.trim_start();
    let at = text.len() - trimmed.len();
    match (trimmed.starts_with(starts), trimmed.contains(key), end_of_json(trimmed, &mut 0)) {
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

/// A pair of numbers.
fn pair(value: &Value) -> Option<(usize, usize)> {
    let place = |value| whole(value).and_then(|place| u32::try_from(place).ok()).map(|place| place as usize);
    match value.as_array()?.as_slice() {
        [first, second] => Some((place(first)?, place(second)?)),
        _ => None,
    }
}

/// A cage as JSON has it: cells, operation, target.
type Read = (Vec<Cell>, Option<Operation>, i64);

/// A form of JSON.
struct Form {
    /// Where the list of cages stands, unless it is the whole.
    list: &'static str,
    /// What else may be there and says nothing about the cages.
    beside: &'static [&'static str],
    /// Reads a cage.
    cage: fn(&Value) -> Result<Read, String>,
    /// The size that a member of the whole tells, or why it is none.
    size: fn(&str, &Value) -> Result<Option<usize>, String>,
}

/// Reads a list of cages; where nothing else tells the size it follows from the cells.
fn read_list(text: &str, form: &Form, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let place = |raw: &RawValue| {
        let start = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        // The first line will do.
        let end = start + raw.get().find('\n').unwrap_or(raw.get().len());
        Span { start, end }
    };
    let whole: &RawValue = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            out.error(json_error(text, &error), format!("the JSON is broken: {error}"));
            return None;
        }
    };
    let head = place(whole);
    parts.note(Place::Puzzle, head);
    let mut size = None;
    let mut list = Some(whole);
    if let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(whole.get()) {
        list = members.get(form.list).copied();
        for (key, &raw) in members.iter().filter(|(key, _)| key.as_str() != form.list) {
            let told = serde_json::from_str(raw.get()).map_err(|error| error.to_string());
            match told.and_then(|value| (form.size)(key, &value)) {
                Ok(None) if !form.beside.contains(&key.as_str()) => {
                    out.error(place(raw), format!("\"{key}\" is unknown, and may say something about the puzzle"));
                }
                Ok(told) => size = size.or(told),
                Err(why) => {
                    out.error(place(raw), why);
                }
            }
        }
    }
    let list = list.and_then(|list| serde_json::from_str::<Vec<&RawValue>>(list.get()).ok());
    let Some(list) = list else {
        out.error(head, format!("the JSON is no list of cages, and has none under \"{}\"", form.list));
        return None;
    };
    let mut found = Vec::new();
    for raw in list {
        let value = serde_json::from_str(raw.get()).map_err(|error| error.to_string());
        match value.and_then(|value| (form.cage)(&value)) {
            Ok(cage) => found.push((place(raw), cage)),
            Err(why) => {
                out.error(place(raw), format!("a cage cannot be read: {why}"));
            }
        }
    }
    let largest = found.iter().flat_map(|(_, (cells, ..))| cells).map(|cell| cell.row.max(cell.column) + 1).max();
    let Some(size) = size.or(largest).filter(|size| KenKen::SIZES.contains(size)) else {
        out.error(head, "the cells make no board").help("they count from 0, and boards have sizes from 1 to 25");
        return None;
    };
    let mut cages = List::default();
    for (span, (cells, operation, target)) in found {
        cages.add(size, cells, target, operation, span, out);
    }
    Some((size, cages.finish(parts)))
}

/// The cells of a list of pairs.
fn cells(value: Option<&Value>, cell: fn((usize, usize)) -> Cell) -> Result<Vec<Cell>, String> {
    let list = value.and_then(Value::as_array).ok_or("it has no list of cells")?;
    list.iter().map(|value| pair(value).map(cell).ok_or_else(|| format!("{value} is no cell"))).collect()
}

const CAGES: Form = Form {
    list: "cages",
    beside: &["solution"],
    cage: |value| {
        let cells = cells(value.get("cells"), |(row, column)| Cell::new(row, column))?;
        let word = value.get("op").and_then(Value::as_str).unwrap_or_default();
        let operation = operation_of(&WORDS, word);
        if operation.is_none() && !(word.is_empty() && cells.len() == 1) {
            return Err(format!("`{word}` is no operation of {} cells", cells.len()));
        }
        let target = value.get("target").and_then(whole).ok_or("its target is no whole number")?;
        Ok((cells, operation, target))
    },
    size: |_, _| Ok(None),
};

const BLOCKS: Form = Form {
    list: "Blocks",
    beside: &[],
    cage: |value| {
        let cells = cells(value.get("Coordinates"), |(column, row)| Cell::new(row, column))?;
        let number = value.get("Type").and_then(whole).ok_or("it has no \"Type\"")?;
        let place = number.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        let operation = place.and_then(|place| FOUR.get(place).copied());
        let operation = operation.ok_or_else(|| format!("its type {number} is none of 1 to 4"))?;
        let target = value.get("Constraint").and_then(whole).ok_or("its constraint is no whole number")?;
        Ok((cells, Some(operation), target))
    },
    size: |key, value| match (key, value.get("Type").and_then(Value::as_str)) {
        ("Puzzle", None | Some("Calcudoku")) => {
            let size = value.get("Size").and_then(whole).and_then(|size| usize::try_from(size).ok());
            size.map(Some).ok_or_else(|| "the puzzle has no \"Size\"".to_owned())
        }
        ("Puzzle", Some(other)) => Err(format!("the puzzle is a {other}, not a Calcudoku")),
        _ => Ok(None),
    },
};

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
            Sniff::Yes if end_of_json(text, &mut 0).is_none() => Sniff::More,
            Sniff::Yes => Sniff::no(0, "JSON with \"cells\", \"op\" and \"target\""),
            other => other,
        }
    }

    fn continues(&self, lines: &str, next: &str) -> bool {
        self.goes_on(lines, next, &mut [0; 2])
    }

    fn goes_on(&self, lines: &str, _next: &str, known: &mut [usize; 2]) -> bool {
        json_goes_on(lines, known)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, |text, parts, out| read_list(text, &CAGES, parts, out))
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

    fn continues(&self, lines: &str, next: &str) -> bool {
        self.goes_on(lines, next, &mut [0; 2])
    }

    fn goes_on(&self, lines: &str, _next: &str, known: &mut [usize; 2]) -> bool {
        json_goes_on(lines, known)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, |text, parts, out| read_list(text, &BLOCKS, parts, out))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "blocks in JSON", &FOUR, false)?;
        let block = |(index, cage): (usize, &super::Written<'_>)| {
            let cells: Vec<_> = cage.cells.iter().map(|cell| json!([cell.column, cell.row])).collect();
            let number = cage.operation.and_then(|operation| FOUR.iter().position(|its| *its == operation));
            json!({ "Idx": index, "Type": number.unwrap_or(0) + 1, "Constraint": cage.target, "Coordinates": cells })
        };
        let blocks: Vec<_> = cages.iter().enumerate().map(block).collect();
        Ok(json!({ "Puzzle": { "Size": size, "Type": "Calcudoku" }, "Blocks": blocks }).to_string() + "\n")
    }
}
