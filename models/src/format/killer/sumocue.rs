//! The SumoCue string: for each cell the sum of its cage or its cage's first cell, and perhaps its region.

use gridwright::{Cage, Cages, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source};

use super::{SIZE, cage, check_size, sums};
use crate::format::board::{Body, Feature, KILLER, SUDOKU, View, cell_at, groups, read_body};
use crate::format::span_in;
use crate::sudoku::Regions;

/// SumoCue strings: `SumoCueV1`, `D` with diagonals, then for each of 81 cells `=` and the sum of the cage that begins there (0
/// for none) or `+` and the number of the cell where its cage begins, and in a jigsaw `J` and the number of its region. It may
/// take several lines.
///
/// Without a cage of several cells it is a Sudoku, whose givens are the sums of single cells.
#[derive(Clone, Copy, Debug)]
pub struct SumoCue;

const HEAD: &str = "SumoCueV1";

impl Format for SumoCue {
    fn name(&self) -> &'static str {
        "sumocue"
    }

    fn description(&self) -> &'static str {
        "Killers and jigsaws: SumoCueV1 and for each cell =SUM or +CELL, with Jn its region"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU, KILLER]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let trimmed = text.trim_start();
        match trimmed.starts_with(HEAD) {
            true => Sniff::Yes,
            false => Sniff::no(text.len() - trimmed.len(), HEAD),
        }
    }

    fn continues(&self, _lines: &str, next: &str) -> bool {
        let next = next.trim_start();
        !next.starts_with(HEAD) && (next.is_empty() || next.starts_with(['=', '+', 'J', 'D', ' ']))
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], |text, parts, out| read(text, request.kind == Some(KILLER), parts, out))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let mut holds = vec![Feature::Diagonals, Feature::Regions, Feature::NoSum, Feature::FreeCells, Feature::Cages];
        let is_killer = sheet.puzzle.kind().name == KILLER;
        holds.extend((!is_killer).then_some(Feature::Givens));
        let (view, mut out) = View::of(sheet, "a SumoCue string", self.kinds(), &holds)?;
        check_size(&view, "a SumoCue string", &mut out);
        let sums = sums(&view, 0..=405, "a SumoCue string", &mut out);
        let several = |cages: &Cages| cages.cages.iter().any(|cage| cage.cells.len() > 1);
        if view.cages.is_some_and(|cages| !several(cages)) {
            out.error(Place::Puzzle, "a SumoCue string is a Killer only with a cage of several cells");
        }
        if out.has_errors() {
            return Err(out);
        }
        let mut text = String::from(HEAD) + if view.sudoku.variants.falling { "D" } else { "" };
        let (owners, given, regions) = (view.cage_of(), view.given_of(), view.region_of());
        let jigsaw = matches!(view.sudoku.regions, Regions::Groups(_));
        for i in 0..SIZE * SIZE {
            let cage: Option<(usize, &Cage)> = owners[i].zip(view.cages).map(|(n, cages)| (n, &cages.cages[n]));
            text += &match cage {
                Some((number, cage)) if cage.cells[0] == cell_at(SIZE, i) => format!("={}", sums[number]),
                Some((_, cage)) => format!("+{}", cage.cells[0].row * SIZE + cage.cells[0].column),
                None => format!("={}", given[i].unwrap_or(0)),
            };
            if let Some(region) = regions[i].filter(|_| jigsaw) {
                text += &format!("J{region}");
            }
        }
        Ok(text + "\n")
    }
}

/// One cell of a string: the mark, its number and the region.
struct Part<'a> {
    text: &'a str,
    begins: bool,
    number: i64,
    region: Option<i64>,
}

/// Cuts off a number.
fn number(text: &str) -> (Option<i64>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (text[..digits].parse().ok(), &text[digits..])
}

fn read(text: &str, as_killer: bool, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let span = |part: &str| span_in(text, part);
    let body_text = text.trim_start();
    let Some(rest) = body_text.strip_prefix(HEAD) else {
        out.error(
            span(body_text.split('\n').next().unwrap_or(body_text)),
            format!("the string does not begin with {HEAD}"),
        );
        return None;
    };
    parts.note(Place::Puzzle, span(&body_text[..HEAD.len()]));
    let diagonals = rest.trim_start().starts_with('D');
    let mut rest = rest.trim_start();
    rest = rest.strip_prefix('D').unwrap_or(rest).trim();
    let mut cells = Vec::new();
    while !rest.is_empty() {
        let begin = rest;
        let Some(after) = rest.strip_prefix(['=', '+']) else {
            let what: String = rest.chars().take(1).collect();
            out.error(span(&rest[..what.len()]), format!("`{what}` stands where a cell begins"))
                .help("a cell is `=` and a sum, or `+` and the number of a cell");
            return None;
        };
        let (value, after) = number(after);
        let Some(value) = value else {
            out.error(span(&begin[..1]), format!("a number is missing behind `{}`", &begin[..1]));
            return None;
        };
        let (region, after) = after.strip_prefix('J').map_or((None, after), number);
        rest = after.trim_start();
        let text = &begin[..begin.len() - after.len()];
        cells.push(Part { text, begins: begin.starts_with('='), number: value, region });
    }
    if cells.len() != SIZE * SIZE {
        out.error(Place::Puzzle, format!("the string has {} cells, not 81", cells.len()));
        return None;
    }
    let mut body = Body::new(SIZE);
    (body.sudoku.variants.falling, body.sudoku.variants.rising) = (diagonals, diagonals);
    let regions: Vec<_> = cells.iter().map(|cell| cell.region).collect();
    if regions.iter().any(Option::is_some) {
        body.sudoku.regions = Regions::of(SIZE, groups(SIZE, &regions).into_iter().map(|(_, cells)| cells).collect());
    }
    let mut owners = Vec::with_capacity(cells.len());
    for (i, cell) in cells.iter().enumerate() {
        let first = if cell.begins { i as i64 } else { cell.number };
        if !usize::try_from(first).is_ok_and(|first| cells.get(first).is_some_and(|first| first.begins)) {
            out.error(span(cell.text), format!("no cage begins at cell {first}"))
                .help("cells are numbered from 0 in reading order, and a cage begins with `=`");
        }
        owners.push(Some(first));
    }
    if out.has_errors() {
        return None;
    }
    let found = groups(SIZE, &owners);
    if !as_killer && found.iter().all(|(_, cells)| cells.len() == 1) {
        for (i, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.number != 0) {
            parts.note(cell_at(SIZE, i), span(cell.text));
            body.sudoku.givens.push((cell_at(SIZE, i), cell.number));
        }
        return Some(body);
    }
    let mut cages = Cages::default();
    for (&first, members) in found {
        let first = &cells[first as usize];
        parts.note(Place::Part(cages.cages.len()), span(first.text));
        cages.cages.extend(cage(members, first.number));
    }
    body.cages = Some(cages);
    Some(body)
}
