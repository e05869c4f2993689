//! The colour string: a colour for each cell, and two digits for the sum at the first cell of each cage.

use gridwright::{
    Cages, Cell, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, Span, are_connected,
};

use super::{SIZE, cage, check_size, sums};
use crate::format::board::{Body, Feature, KILLER, View, cell_at, read_body};
use crate::format::lines;

/// Colour strings, one a line: 81 digits, which are colours, a comma, and two digits for each cell, the sum at the first cell
/// of each cage and `00` elsewhere. Cells of one colour side by side are a cage; a cage without a sum has `00` only.
#[derive(Clone, Copy, Debug)]
pub struct ColourLine;

/// The number of cells.
const CELLS: usize = SIZE * SIZE;

impl Format for ColourLine {
    fn name(&self) -> &'static str {
        "killer-colours"
    }

    fn description(&self) -> &'static str {
        "Killers, one a line: 81 colours, a comma, and two digits for each cell with the sums"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KILLER]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = lines(text).next() else { return Sniff::More };
        let (colours, sums) = line.split_once(',').unwrap_or((line, ""));
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        match (
            digits(colours) == colours.len() && colours.len() == CELLS,
            digits(sums) == sums.len() && sums.len() == 2 * CELLS,
        ) {
            (true, true) => Sniff::Yes,
            (false, _) => Sniff::no(start + digits(colours).min(CELLS), "81 digits and a comma"),
            (true, false) => Sniff::no(start + CELLS, "a comma and 162 digits"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Cages, Feature::NoSum, Feature::FreeCells];
        let (view, mut out) = View::of(sheet, "a colour string", self.kinds(), &holds)?;
        check_size(&view, "a colour string", &mut out);
        let sums = sums(&view, 0..=99, "a colour string", &mut out);
        for (number, cage) in view.cages().iter().enumerate() {
            if !are_connected(&cage.cells) {
                let name = crate::kenken::name(cage);
                out.error(Place::Part(number), format!("a colour string cannot hold {name}, which is in parts"));
            }
        }
        if out.has_errors() {
            return Err(out);
        }
        // A cell in no cage is a cage of one cell without a sum.
        let owner: Vec<usize> =
            view.cage_of().iter().enumerate().map(|(i, owner)| owner.unwrap_or(sums.len() + i)).collect();
        let mut colour = vec![None; sums.len() + CELLS];
        let mut text = String::new();
        for i in 0..CELLS {
            if colour[owner[i]].is_none() {
                let members = (0..CELLS).filter(|&j| owner[j] == owner[i]);
                let taken: Vec<u8> = members.flat_map(neighbours).filter_map(|j| colour[owner[j]]).collect();
                let Some(free) = (0..10).find(|free| !taken.contains(free)) else {
                    out.error(cell_at(SIZE, i), "a colour string has ten colours, which do not suffice");
                    return Err(out);
                };
                colour[owner[i]] = Some(free);
            }
            text += &colour[owner[i]].unwrap_or(0).to_string();
        }
        text.push(',');
        let mut written = vec![false; colour.len()];
        for &owner in &owner {
            let first = !std::mem::replace(&mut written[owner], true);
            text += &format!("{:02}", if first { sums.get(owner).copied().unwrap_or(0) } else { 0 });
        }
        Ok(text + "\n")
    }
}

/// The cells beside a cell, by number.
fn neighbours(i: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (i / SIZE, i % SIZE);
    let sides = [
        (row > 0).then(|| i - SIZE),
        (row + 1 < SIZE).then_some(i + SIZE),
        (column > 0).then(|| i - 1),
        (column + 1 < SIZE).then_some(i + 1),
    ];
    sides.into_iter().flatten()
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (start, line) = lines(text).next()?;
    let span = |from: usize, to: usize| Span { start: start + from, end: start + to };
    parts.note(Place::Puzzle, span(0, line.len()));
    let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((colours, sums)) = line.split_once(',').filter(|(c, s)| digits(c, CELLS) && digits(s, 2 * CELLS)) else {
        out.error(span(0, line.len()), "a colour string is 81 digits, a comma and 162 digits");
        return None;
    };
    let mut seen = [false; CELLS];
    let mut cages = Cages::default();
    for first in 0..CELLS {
        let mut open = vec![first];
        let mut cells: Vec<Cell> = Vec::new();
        let mut sum = (0, first);
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            cells.push(cell_at(SIZE, i));
            let its: i64 = sums[2 * i..2 * i + 2].parse().unwrap_or(0);
            let place = span(CELLS + 1 + 2 * i, CELLS + 3 + 2 * i);
            if its != 0 && sum.0 != 0 {
                out.error(place, format!("the cage at {} has two sums", cell_at(SIZE, first)))
                    .help("two cages side by side need two colours");
            } else if its != 0 {
                sum = (its, i);
            }
            open.extend(neighbours(i).filter(|&j| colours.as_bytes()[j] == colours.as_bytes()[i]));
        }
        cells.sort_unstable();
        if !cells.is_empty() {
            parts.note(Place::Part(cages.cages.len()), span(CELLS + 1 + 2 * sum.1, CELLS + 3 + 2 * sum.1));
            cages.cages.extend(cage(cells, sum.0));
        }
    }
    let mut body = Body::new(SIZE);
    body.cages = Some(cages);
    Some(body)
}
