//! Tests of the native family, the streams and the registry, with two tiny kinds of puzzles.

mod boards;
mod reading;
mod round_trips;
mod streams;

use std::io;

use super::*;
use crate::constraint::all_different;

/// Futoshiki: the measure of how little a kind must write.
#[derive(Clone, Debug, PartialEq)]
struct Futoshiki {
    size: usize,
    givens: Vec<(Cell, i64)>,
    signs: Vec<(Cell, Cell)>,
}

impl Puzzle for Futoshiki {
    const KIND: Kind = Kind::new("futoshiki", "Latin square with signs");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=25);
        doc.finish(|doc| Self { size, givens: doc.values(size, size), signs: doc.pairs("<") })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).values(self.size, self.size, &self.givens).pairs("<", &self.signs);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, value) in &self.givens {
            if !(1..=self.size as i64).contains(&value) {
                out.error(cell, format!("{value} in {cell} is no digit")).help(format!("digits go to {}", self.size));
            }
        }
    }

    fn rules(&self, model: &mut Model) -> Board {
        let cell = model.grid(self.size, self.size, 1..=self.size as i64);
        for line in cell.rows().chain(cell.columns()) {
            model.post(all_different(line));
        }
        for &(a, b) in &self.signs {
            model.post(cell[a].less_than(cell[b])).label("sign", "<");
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }
}

/// A kind with cages, regions, options and a board that need not be square.
#[derive(Clone, Debug, PartialEq)]
struct Caged {
    size: (usize, usize),
    strict: bool,
    cages: Cages,
    givens: Vec<(Cell, i64)>,
    regions: Option<Vec<Vec<Cell>>>,
}

impl Puzzle for Caged {
    const KIND: Kind = Kind::new("caged", "cages for tests").options(&[
        OptionSpec::switch("strict", "no", "whether every cage needs a clue"),
        OptionSpec::words("order", &["up", "down"], "up", "nothing"),
        OptionSpec::text("digits", "1..9", "", "nothing either"),
    ]);

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let (height, width) = doc.sizes(1..=25, 1..=25);
        let strict = doc.options().is_on("strict");
        doc.finish(|doc| Self {
            size: (height, width),
            strict,
            cages: doc.cages(height, width, "+-*/"),
            givens: doc.values(height, width),
            regions: doc.regions(height, width),
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        let (height, width) = self.size;
        doc.header(self.size).option("strict", if self.strict { "yes" } else { "no" });
        doc.cages(height, width, &self.cages).values(height, width, &self.givens);
        if let Some(regions) = &self.regions {
            doc.regions(height, width, regions);
        }
    }

    fn check(&self, out: &mut Mistakes) {
        let (height, width) = self.size;
        for (number, cage) in self.cages.cages.iter().enumerate() {
            if self.strict && cage.clue.is_none() {
                out.error(Place::Part(number), format!("the cage at {} has no clue", cage.cells[0]));
            }
        }
        for (cell, _, second) in self.cages.overlaps(height, width) {
            out.warning(Place::Part(second), format!("cell {cell} is in two cages"));
        }
        for cell in self.cages.uncovered(height, width) {
            out.error(cell, format!("cell {cell} is in no cage"));
        }
        for &cell in &self.cages.free {
            out.warning(cell, format!("cell {cell} is free"));
        }
    }

    fn rules(&self, _model: &mut Model) -> Board {
        Board::new(self.size.0, self.size.1)
    }
}

/// A format whose lines are `SIZE:`, for Futoshikis without givens and signs.
#[derive(Debug)]
struct Bare;

impl Format for Bare {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn description(&self) -> &'static str {
        "empty boards, a line each"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &["futoshiki"]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        match (digits, text[digits..].trim_end()) {
            (1.., ":") => Sniff::Yes,
            _ => Sniff::no(digits, "a number and a colon"),
        }
    }

    fn read(&self, source: &Source, _request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let mut mistakes = Mistakes::new();
        let size = source.text().trim_end().trim_end_matches(':').parse().unwrap_or_else(|_| {
            mistakes.error(Span { start: 0, end: source.text().trim_end().len() }, "no size");
            1
        });
        Sheet::checked(Futoshiki { size, givens: Vec::new(), signs: Vec::new() }, &Parts::new(), mistakes)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let mut mistakes = Mistakes::new();
        match sheet.puzzle.as_any().downcast_ref::<Futoshiki>() {
            Some(puzzle) if puzzle.givens.is_empty() => return Ok(format!("{}:\n", puzzle.size)),
            Some(puzzle) => mistakes.error(puzzle.givens[0].0, "a bare line holds no givens"),
            None => mistakes.error(Place::Puzzle, "a bare line holds a Futoshiki"),
        };
        Err(mistakes)
    }
}

/// A whole-file format that cannot be told from [`Bare`].
#[derive(Debug)]
struct Twin;

impl Format for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }

    fn description(&self) -> &'static str {
        "looks like bare"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &["caged"]
    }

    fn sniff(&self, text: &str) -> Sniff {
        match (text.lines().count(), Bare.sniff(text.lines().next().unwrap_or_default())) {
            (1, Sniff::Yes) => Sniff::More,
            (_, verdict) => verdict,
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        Bare.read(source, request)
    }

    fn write(&self, sheet: &Sheet, settings: &Settings) -> Result<String, Mistakes> {
        Bare.write(sheet, settings)
    }
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<Futoshiki>().add::<Caged>().add_format(Bare);
    registry
}

fn blocks(text: &str) -> Vec<Block<'static>> {
    let registry = Box::leak(Box::new(registry()));
    registry.stream(text.as_bytes()).collect::<io::Result<_>>().expect("a slice can be read")
}

/// The mistakes of the only puzzle of a text, each as `LINE:COLUMN-COLUMN message`.
fn mistakes(text: &str) -> Vec<String> {
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 1, "{blocks:?}");
    let mistakes = blocks[0].read(&[]).map_or_else(|mistakes| mistakes, |sheet| sheet.warnings);
    let shown = mistakes.iter().map(|mistake| match mistake.place {
        Place::Text(span) => {
            let (from, to) = (blocks[0].source.position(span.start), blocks[0].source.position(span.end));
            format!("{}:{}-{} {mistake}", from.line, from.column, to.column)
        }
        _ => mistake.to_string(),
    });
    shown.collect()
}

/// The only puzzle of a text, and its canonical form.
fn read<P: Puzzle + Clone>(text: &str) -> (P, String) {
    let blocks = blocks(text);
    let sheet = blocks[0].read(&[]).expect("the text is right");
    let puzzle = sheet.puzzle.as_any().downcast_ref::<P>().expect("the kind is known").clone();
    (puzzle, registry().write(&sheet))
}

fn cell(row: usize, column: usize) -> Cell {
    Cell::new(row - 1, column - 1)
}
