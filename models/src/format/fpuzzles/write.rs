//! Writing the JSON of f-puzzles.

use gridwright::{Cell, Mistakes, Place, Sheet};
use serde_json::{Map, Value, json};

use crate::format::board::{Feature, KILLER, SUDOKU, View, cell_at};
use crate::sudoku::{Regions, Sign};

fn name(cell: Cell) -> Value {
    format!("R{}C{}", cell.row + 1, cell.column + 1).into()
}

fn names(cells: &[Cell]) -> Value {
    cells.iter().copied().map(name).collect()
}

/// The JSON of a puzzle.
///
/// # Errors
/// What it cannot hold.
pub(super) fn write(sheet: &Sheet, format: &str) -> Result<Value, Mistakes> {
    use Feature::{
        Boxes, Cages, Candidates, Diagonals, FreeCells, Givens, LooseRegions, NoSum, OneDiagonal, Overlaps, Variants,
    };
    let holds = [
        Boxes,
        Feature::Regions,
        LooseRegions,
        Diagonals,
        OneDiagonal,
        Variants,
        Givens,
        Candidates,
        Cages,
        NoSum,
        Overlaps,
        FreeCells,
    ];
    let (view, mut out) = View::of(sheet, format, &[SUDOKU, KILLER], &holds)?;
    let variants = &view.sudoku.variants;
    if variants.windoku {
        out.error(Place::Option("windoku"), format!("{format} cannot hold windoku"));
    }
    for &(a, sign, b) in &variants.signs {
        if matches!(sign, Sign::Less | Sign::Greater) {
            out.error(Place::Pair(a, b), format!("{format} cannot hold the sign {sign} between {a} and {b}"));
        }
    }
    if let Some((cell, _)) = view.sudoku.candidates.iter().find(|(_, digits)| digits.is_empty()) {
        out.error(*cell, format!("{format} cannot hold {cell}, which has no candidate"));
    }
    if out.has_errors() {
        return Err(out);
    }
    let mut object = Map::new();
    object.insert("size".to_owned(), view.sudoku.size.into());
    if let Some(title) = &sheet.title {
        object.insert("title".to_owned(), title.clone().into());
    }
    object.insert("grid".to_owned(), grid(sheet, &view));
    for (key, is) in [
        ("diagonal+", variants.rising),
        ("diagonal-", variants.falling),
        ("antiknight", variants.antiknight),
        ("antiking", variants.antiking),
        ("disjointgroups", variants.disjoint),
        ("nonconsecutive", variants.nonconsecutive),
    ] {
        if is {
            object.insert(key.to_owned(), true.into());
        }
    }
    let negative: Vec<&str> =
        [("difference", variants.every_dot), ("ratio", variants.every_dot), ("xv", variants.every_xv)]
            .into_iter()
            .filter_map(|(name, is)| is.then_some(name))
            .collect();
    let single = |cells: &[Cell]| cells.iter().map(|&cell| json!({ "cell": name(cell) })).collect();
    let lines = |cells: &Vec<Cell>| json!({ "lines": [names(cells)] });
    let arrow = |cells: &Vec<Cell>| json!({ "cells": names(&cells[..1]), "lines": [names(cells)] });
    let signs = |which: &[Sign]| -> Vec<Value> {
        let pairs = variants.signs.iter().filter(|(_, sign, _)| which.contains(sign));
        let value = |sign| match sign {
            Sign::Five => Some("V"),
            Sign::Ten => Some("X"),
            _ => None,
        };
        let entry = |&(a, sign, b): &(Cell, Sign, Cell)| match value(sign) {
            Some(value) => json!({ "cells": names(&[a, b]), "value": value }),
            None => json!({ "cells": names(&[a, b]) }),
        };
        pairs.map(entry).collect()
    };
    let lists: [(&str, Vec<Value>); 8] = [
        ("negative", negative.into_iter().map(Value::from).collect()),
        ("even", single(&variants.even)),
        ("odd", single(&variants.odd)),
        ("thermometer", variants.thermometers.iter().map(lines).collect()),
        ("arrow", variants.arrows.iter().map(arrow).collect()),
        ("difference", signs(&[Sign::Consecutive])),
        ("ratio", signs(&[Sign::Double])),
        ("xv", signs(&[Sign::Five, Sign::Ten])),
    ];
    for (key, list) in lists {
        if !list.is_empty() {
            object.insert(key.to_owned(), list.into());
        }
    }
    if let Some(cages) = view.cages {
        let cage = |cage: &gridwright::Cage| match cage.clue {
            Some(clue) => json!({ "cells": names(&cage.cells), "value": clue.number.to_string() }),
            None => json!({ "cells": names(&cage.cells) }),
        };
        object.insert("killercage".to_owned(), cages.cages.iter().map(cage).collect());
    }
    Ok(object.into())
}

/// The rows of cells.
fn grid(sheet: &Sheet, view: &View<'_>) -> Value {
    let size = view.sudoku.size;
    let usual = view.sudoku.regions == Regions::usual(size);
    let (given, region) = (view.given_of(), view.region_of());
    let cell = |index: usize| {
        let at = cell_at(size, index);
        let mut object = Map::new();
        let entry = sheet.entries.iter().find(|(cell, _)| *cell == at).map(|&(_, digit)| digit);
        if let Some(digit) = given[index].or(entry) {
            object.insert("value".to_owned(), digit.into());
        }
        if given[index].is_some() {
            object.insert("given".to_owned(), true.into());
        }
        for (key, lists) in [("givenPencilMarks", &view.sudoku.candidates), ("centerPencilMarks", &sheet.marks)] {
            if let Some((_, digits)) = lists.iter().find(|(cell, _)| *cell == at) {
                object.insert(key.to_owned(), digits.clone().into());
            }
        }
        if !usual {
            object.insert("region".to_owned(), region[index].map_or(Value::Null, Value::from));
        }
        Value::from(object)
    };
    let cells: Vec<Value> = (0..size * size).map(cell).collect();
    cells.chunks(size).map(|row| Value::from(row.to_vec())).collect()
}
