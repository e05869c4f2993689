//! The short killer string: a character a cell, which is the sum of its cage or points to a neighbour in the cage.

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Request, Settings, Sheet, Sniff, Source, Span};

use super::{SIZE, cage, check_size, sums};
use crate::format::board::{Body, Feature, KILLER, View, cell_at, groups, read_body};
use crate::format::first_word;

/// Short killer strings, one a line: 81 characters. One cell of each cage holds the sum as `0`-`9`, `A`-`Z` for 10 to 35 and
/// `a`-`j` for 36 to 45, 0 for none; the others point to a neighbour: `< > ^ v`, and `` ` ' , . `` at the corners.
#[derive(Clone, Copy, Debug)]
pub struct ShortKiller;

/// The characters that point, with the rows and columns to the neighbour.
const ARROWS: [(char, isize, isize); 8] =
    [('<', 0, -1), ('>', 0, 1), ('^', -1, 0), ('v', 1, 0), ('`', -1, -1), ('\'', -1, 1), (',', 1, -1), ('.', 1, 1)];

/// The sum that a character stands for.
fn sum(symbol: char) -> Option<i64> {
    match symbol {
        '0'..='9' | 'A'..='Z' => symbol.to_digit(36).map(i64::from),
        'a'..='j' => Some(i64::from(symbol as u32 - 'a' as u32) + 36),
        _ => None,
    }
}

fn symbol(sum: i64) -> char {
    let sum = sum as u32;
    match char::from_digit(sum, 36) {
        Some(digit) => digit.to_ascii_uppercase(),
        None => char::from_u32('a' as u32 + sum - 36).unwrap_or('?'),
    }
}

/// The neighbour of a cell in a direction, if it lies on the board.
fn neighbour(cell: Cell, (rows, columns): (isize, isize)) -> Option<Cell> {
    let row = cell.row.checked_add_signed(rows).filter(|&row| row < SIZE)?;
    let column = cell.column.checked_add_signed(columns).filter(|&column| column < SIZE)?;
    Some(Cell::new(row, column))
}

fn index(cell: Cell) -> usize {
    cell.row * SIZE + cell.column
}

impl Format for ShortKiller {
    fn name(&self) -> &'static str {
        "short-killer"
    }

    fn description(&self) -> &'static str {
        "Killers, one a line: 81 characters, a cage's sum (0-9A-Za-j) or a pointer (<>^v and `',.) each"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KILLER]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = first_word(text) else { return Sniff::More };
        let known = |c: char| sum(c).is_some() || ARROWS.iter().any(|(arrow, ..)| *arrow == c);
        let count = line.chars().count();
        if let Some(at) = line.find(|c| !known(c)) {
            return Sniff::no(start + at, "a sum (0-9A-Za-j) or a pointer (<>^v and `',.)");
        }
        match line.contains(['<', '>', '^', 'v']) {
            true if count.abs_diff(SIZE * SIZE) <= 9 => Sniff::Yes,
            true => Sniff::no(start + line.len(), "81 characters, one for each cell of a Killer"),
            false => Sniff::no(start, "81 sums and pointers (<>^v), one for each cell of a Killer"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let holds = [Feature::Cages, Feature::NoSum, Feature::FreeCells];
        let (view, mut out) = View::of(sheet, "a short killer string", self.kinds(), &holds)?;
        check_size(&view, "a short killer string", &mut out);
        let sums = sums(&view, 0..=45, "a short killer string", &mut out);
        if out.has_errors() {
            return Err(out);
        }
        let owners = view.cage_of();
        let mut line = vec!['0'; SIZE * SIZE];
        for (number, cage) in view.cages().iter().enumerate() {
            let root = cage.cells[0];
            line[index(root)] = symbol(sums[number]);
            let mut reached = vec![root];
            let mut next = 0;
            while let Some(&from) = reached.get(next) {
                next += 1;
                for (arrow, rows, columns) in ARROWS {
                    // The cell from which the arrow leads here.
                    let Some(cell) = neighbour(from, (-rows, -columns)) else { continue };
                    if owners[index(cell)] == Some(number) && !reached.contains(&cell) {
                        line[index(cell)] = arrow;
                        reached.push(cell);
                    }
                }
            }
            if reached.len() < cage.cells.len() {
                let name = crate::kenken::name(cage);
                out.error(Place::Part(number), format!("a short killer string cannot hold {name}, which is in parts"));
            }
        }
        if out.has_errors() { Err(out) } else { Ok(line.into_iter().collect::<String>() + "\n") }
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (start, line) = first_word(text).unwrap_or((text.len(), ""));
    let whole = Span { start, end: start + line.len() };
    parts.note(Place::Puzzle, whole);
    let symbols: Vec<(Span, char)> =
        line.char_indices().map(|(at, c)| (Span { start: start + at, end: start + at + c.len_utf8() }, c)).collect();
    if symbols.len() != SIZE * SIZE {
        out.error(whole, format!("the string has {} characters, not one for each of 81 cells", symbols.len()));
        return None;
    }
    let mut next = Vec::with_capacity(symbols.len());
    for (i, &(span, symbol)) in symbols.iter().enumerate() {
        let cell = cell_at(SIZE, i);
        let arrow = ARROWS.iter().find(|(arrow, ..)| *arrow == symbol);
        let target = arrow.map(|&(_, rows, columns)| neighbour(cell, (rows, columns)));
        match target {
            Some(None) => {
                out.error(span, format!("the pointer in {cell} leaves the board"));
            }
            None if sum(symbol).is_none() => {
                out.error(span, format!("`{symbol}` is neither a sum nor a pointer"))
                    .help("sums are 0-9, A-Z for 10 to 35 and a-j for 36 to 45; pointers are <>^v and `',.");
            }
            _ => {}
        }
        next.push(target.flatten());
    }
    if out.has_errors() {
        return None;
    }
    let mut owners = Vec::with_capacity(symbols.len());
    for (i, &(span, _)) in symbols.iter().enumerate() {
        let mut at = i;
        let mut steps = 0;
        while let Some(cell) = next[at] {
            at = index(cell);
            steps += 1;
            if steps > symbols.len() {
                out.error(span, format!("the pointers from {} lead round in a loop", cell_at(SIZE, i)));
                return None;
            }
        }
        owners.push(Some(at));
    }
    let mut cages = Cages::default();
    for (&root, cells) in groups(SIZE, &owners) {
        parts.note(Place::Part(cages.cages.len()), symbols[root].0);
        cages.cages.extend(cage(cells, sum(symbols[root].1).unwrap_or(0)));
    }
    let mut body = Body::new(SIZE);
    body.cages = Some(cages);
    Some(body)
}
