//! Reading the JSON of f-puzzles.

use gridwright::{Cage, Cages, Cell, Clue, Mistakes, Place, Span};
use serde_json::{Map, Value};

use crate::format::board::{Body, cell_at, groups};
use crate::format::json_error;
use crate::sudoku::{Regions, Sign, Sudoku};

/// Keys that say nothing about the rules.
const PLAIN: [&str; 12] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "msgcorrect",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "metadata",
];

/// Keys of what is only drawn.
const DECORATIONS: [&str; 6] = ["text", "line", "circle", "rectangle", "cage", "underlays"];

/// Keys of a cell that say nothing about the rules.
const CELL_DECORATIONS: [&str; 4] = ["c", "cArray", "highlight", "cornerPencilMarks"];

/// What goes on while a puzzle is read.
struct Reading<'a> {
    size: usize,
    out: &'a mut Mistakes,
}

/// Reads a puzzle from JSON, which is the text itself, or was unpacked from the link that stands at `link`.
pub(super) fn read(json: &str, link: Option<Span>, out: &mut Mistakes) -> Option<Body> {
    let value: Value = match serde_json::from_str(json) {
        Ok(value) => value,
        Err(error) => {
            // What a link holds stands nowhere in the text.
            out.error(link.unwrap_or_else(|| json_error(json, &error)), format!("the JSON is broken: {error}"));
            return None;
        }
    };
    let Value::Object(object) = value else {
        out.error(Place::Puzzle, "the JSON is no object");
        return None;
    };
    let size = object.get("size").and_then(number).and_then(|size| usize::try_from(size).ok());
    let Some(size) = size.filter(|size| Sudoku::SIZES.contains(size)) else {
        out.error(Place::Puzzle, "the JSON has no \"size\" from 1 to 36");
        return None;
    };
    let mut body = Body::new(size);
    body.title = object.get("title").and_then(Value::as_str).map(str::to_owned);
    let mut reading = Reading { size, out };
    reading.grid(object.get("grid"), &mut body);
    for (key, value) in &object {
        if !PLAIN.contains(&&key[..]) && !is_nothing(value) {
            reading.constraint(key, value, &mut body);
        } else if key == "killercage" {
            body.cages.get_or_insert_default();
        }
    }
    let negative: Vec<&str> = entries(object.get("negative")).filter_map(Value::as_str).collect();
    let has = |name| negative.contains(&name);
    if has("difference") != has("ratio") {
        let message = "a negative constraint on one kind of dots alone is not known";
        reading.out.error(Place::Puzzle, message).help("\"difference\" and \"ratio\" are known together");
    }
    (body.sudoku.variants.every_dot, body.sudoku.variants.every_xv) = (has("ratio"), has("xv"));
    if let Some(strange) = negative.iter().find(|name| !["difference", "ratio", "xv"].contains(name)) {
        reading.unknown(&format!("negative {strange}"));
    }
    Some(body)
}

/// A whole number, written as a number or as a text.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether a value says that there is nothing.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// The entries of a list; none where there is no list.
fn entries(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

impl Reading<'_> {
    fn unknown(&mut self, name: &str) {
        let help = "a puzzle without it would be another puzzle";
        self.out.error(Place::Puzzle, format!("the constraint \"{name}\" is not known")).help(help);
    }

    /// The cells of the grid: givens, entries, marks, regions.
    fn grid(&mut self, grid: Option<&Value>, body: &mut Body) {
        let size = self.size;
        let rows: Vec<Vec<&Value>> = entries(grid).map(|row| entries(Some(row)).collect()).collect();
        if rows.len() != size || rows.iter().any(|row| row.len() != size) {
            self.out.error(Place::Puzzle, format!("the \"grid\" is not {size} rows of {size} cells"));
            return;
        }
        let usual = Regions::usual(size).cells(size);
        let usual = |cell: Cell| usual.iter().position(|cells| cells.contains(&cell)).map(|region| region as i64);
        let mut owners = Vec::with_capacity(size * size);
        let mut corner_marks = false;
        for (index, value) in rows.concat().into_iter().enumerate() {
            let cell = cell_at(size, index);
            let empty = Map::new();
            let object = value.as_object().unwrap_or(&empty);
            owners.push(match object.get("region") {
                None => usual(cell),
                Some(Value::Null) => None,
                Some(region) => {
                    if number(region).is_none() {
                        self.out.error(cell, format!("the region of {cell} is no number"));
                    }
                    number(region)
                }
            });
            let given = object.get("given").and_then(Value::as_bool).unwrap_or(false);
            if let Some(value) = object.get("value").filter(|value| !is_nothing(value)) {
                match number(value) {
                    Some(digit) if given => body.sudoku.givens.push((cell, digit)),
                    Some(digit) => body.entries.push((cell, digit)),
                    None => {
                        self.out.error(cell, format!("the value of {cell} is no number"));
                    }
                }
            }
            for (key, list) in
                [("centerPencilMarks", &mut body.marks), ("givenPencilMarks", &mut body.sudoku.candidates)]
            {
                let digits: Vec<i64> = entries(object.get(key)).filter_map(number).collect();
                if !digits.is_empty() {
                    list.push((cell, digits));
                }
            }
            corner_marks |= object.get("cornerPencilMarks").is_some_and(|marks| !is_nothing(marks));
            let known = ["region", "given", "value", "centerPencilMarks", "givenPencilMarks"];
            for (key, value) in object {
                if !known.contains(&&key[..]) && !CELL_DECORATIONS.contains(&&key[..]) && !is_nothing(value) {
                    self.unknown(&format!("{key} of {cell}"));
                }
            }
        }
        if corner_marks {
            self.out.warning(Place::Puzzle, "marks in the corners of cells are left out");
        }
        body.sudoku.regions = Regions::of(size, groups(size, &owners).into_iter().map(|(_, cells)| cells).collect());
    }

    /// One constraint by its key.
    fn constraint(&mut self, key: &str, value: &Value, body: &mut Body) {
        let variants = &mut body.sudoku.variants;
        match key {
            "diagonal+" => variants.rising = true,
            "diagonal-" => variants.falling = true,
            "antiknight" => variants.antiknight = true,
            "antiking" => variants.antiking = true,
            "nonconsecutive" => variants.nonconsecutive = true,
            "disjointgroups" => variants.disjoint = true,
            "negative" => {}
            "even" | "odd" => {
                let list = if key == "even" { &mut variants.even } else { &mut variants.odd };
                for entry in entries(Some(value)) {
                    list.extend(self.cell(entry.get("cell"), key));
                }
            }
            "thermometer" => {
                for entry in entries(Some(value)) {
                    variants.thermometers.extend(self.lines(entry, key));
                }
            }
            "arrow" => {
                for entry in entries(Some(value)) {
                    let circle = self.cells(entry.get("cells"), key);
                    let [circle] = circle[..] else {
                        self.unknown("arrow with a circle of several cells");
                        continue;
                    };
                    for mut line in self.lines(entry, key) {
                        if line.first() != Some(&circle) {
                            line.insert(0, circle);
                        }
                        variants.arrows.push(line);
                    }
                }
            }
            "difference" | "ratio" | "xv" => {
                for entry in entries(Some(value)) {
                    let sign = self.sign(key, entry.get("value"));
                    let cells = self.cells(entry.get("cells"), key);
                    match (sign, &cells[..]) {
                        (Some(sign), &[a, b]) => variants.signs.push((a, sign, b)),
                        (Some(_), _) => {
                            self.out.error(Place::Puzzle, format!("\"{key}\" does not have two cells"));
                        }
                        (None, _) => {}
                    }
                }
            }
            "killercage" => {
                for entry in entries(Some(value)) {
                    let mut cells = self.cells(entry.get("cells"), key);
                    cells.sort_unstable();
                    if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
                        self.out.error(Place::Puzzle, format!("a cage names cell {} twice", pair[0]));
                    }
                    let sum = entry.get("value").filter(|value| !is_nothing(value));
                    if let Some(value) = sum.filter(|value| number(value).is_none()) {
                        self.out.error(Place::Puzzle, format!("the sum {value} of a cage is no number"));
                    }
                    let clue = sum.and_then(number).map(|number| Clue { number, sign: None });
                    let cages: &mut Cages = body.cages.get_or_insert_default();
                    if !cells.is_empty() {
                        cages.cages.push(Cage { cells, clue });
                    }
                }
            }
            _ if DECORATIONS.contains(&key) => {
                self.out.warning(Place::Puzzle, format!("what is only drawn, \"{key}\", is left out"));
            }
            _ => self.unknown(key),
        }
    }

    /// What a dot or letter between two cells stands for; without a value it is the usual one.
    fn sign(&mut self, key: &str, value: Option<&Value>) -> Option<Sign> {
        let text = match value {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        match (key, &text[..]) {
            ("difference", "" | "1") => Some(Sign::Consecutive),
            ("ratio", "" | "2") => Some(Sign::Double),
            ("xv", "X" | "x") => Some(Sign::Ten),
            ("xv", "V" | "v") => Some(Sign::Five),
            _ => {
                self.unknown(&format!("{key} {text}"));
                None
            }
        }
    }

    /// The lines of an entry, each through cells.
    fn lines(&mut self, entry: &Value, key: &str) -> Vec<Vec<Cell>> {
        entries(entry.get("lines")).map(|line| self.cells(Some(line), key)).collect()
    }

    fn cells(&mut self, list: Option<&Value>, key: &str) -> Vec<Cell> {
        entries(list).filter_map(|cell| self.cell(Some(cell), key)).collect()
    }

    /// A cell as `R1C1`, counted from 1.
    fn cell(&mut self, value: Option<&Value>, key: &str) -> Option<Cell> {
        let text = value.and_then(Value::as_str).unwrap_or_default();
        let numbers = text.strip_prefix('R').and_then(|rest| rest.split_once('C'));
        let place = |text: &str| text.parse::<usize>().ok().filter(|place| (1..=self.size).contains(place));
        let cell = numbers.and_then(|(row, column)| Some(Cell::new(place(row)? - 1, place(column)? - 1)));
        if cell.is_none() {
            self.out.error(Place::Puzzle, format!("`{text}` in \"{key}\" is no cell of the board"));
        }
        cell
    }
}
