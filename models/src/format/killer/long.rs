//! The long killer string: for each cell a number that holds the sum and the number of its cage.

use gridwright::{Cages, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source};

use super::{SIZE, cage, check_size, sums};
use crate::format::board::{Body, Feature, KILLER, View, groups, read_body};
use crate::format::{lines, span_in};

/// Long killer strings, one a line: `3x3:` then `d` for diagonals or nothing, `:k:`, and for each of the 81 cells
/// 256 times the sum plus the number of its cage, or 0 in no cage, each with a colon behind it.
#[derive(Clone, Copy, Debug)]
pub struct LongKiller;

impl Format for LongKiller {
    fn name(&self) -> &'static str {
        "long-killer"
    }

    fn description(&self) -> &'static str {
        "Killers, one a line: 3x3::k: and 81 numbers, 256 times the sum plus the cage's number"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KILLER]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = lines(text).next() else { return Sniff::More };
        let after = line.strip_prefix("3x3:").map(|rest| rest.strip_prefix('d').unwrap_or(rest));
        match after.map(|rest| rest.starts_with(":k:")) {
            None => Sniff::no(start, "3x3:"),
            Some(true) => Sniff::Yes,
            Some(false) => Sniff::no(start + 4, ":k: or d:k: after 3x3"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Cages, Feature::Diagonals, Feature::FreeCells];
        let (view, mut out) = View::of(sheet, "a long killer string", self.kinds(), &holds)?;
        check_size(&view, "a long killer string", &mut out);
        let sums = sums(&view, 1..=i64::from(u32::MAX), "a long killer string", &mut out);
        if sums.len() > 255 {
            out.error(Place::Part(255), "a long killer string holds at most 255 cages");
        }
        if out.has_errors() {
            return Err(out);
        }
        let mut line = String::from(if view.sudoku.variants.falling { "3x3:d:k:" } else { "3x3::k:" });
        for owner in view.cage_of() {
            let number = owner.map_or(0, |cage| sums[cage] * 256 + cage as i64 + 1);
            line += &format!("{number}:");
        }
        Ok(line + "\n")
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (_, line) = lines(text).next()?;
    let span = |part: &str| span_in(text, part);
    parts.note(Place::Puzzle, span(line));
    let rest = line.strip_prefix("3x3:").and_then(|rest| Some((rest.starts_with('d'), rest.split_once(":k:")?.1)));
    let Some((diagonals, numbers)) = rest else {
        out.error(span(line), "the string does not begin with 3x3::k: or 3x3:d:k:");
        return None;
    };
    let fields: Vec<&str> = numbers.strip_suffix(':').unwrap_or(numbers).split(':').collect();
    if fields.len() != SIZE * SIZE {
        out.error(span(numbers), format!("the string has {} numbers, not one for each of 81 cells", fields.len()));
        return None;
    }
    let mut owners = Vec::with_capacity(fields.len());
    for field in &fields {
        let number = field.parse::<i64>().ok().filter(|_| field.bytes().all(|byte| byte.is_ascii_digit()));
        if number.is_none() {
            out.error(span(field), format!("`{field}` is no number"));
        }
        owners.push(number.filter(|number| number / 256 != 0));
    }
    let mut body = Body::new(SIZE);
    (body.sudoku.variants.falling, body.sudoku.variants.rising) = (diagonals, diagonals);
    let mut cages = Cages::default();
    for (number, cells) in groups(SIZE, &owners) {
        parts.note(Place::Part(cages.cages.len()), span(fields[cells[0].row * SIZE + cells[0].column]));
        cages.cages.extend(cage(cells, number / 256));
    }
    body.cages = Some(cages);
    Some(body)
}
