//! The index grid: a KenKen as its size and number of cages, rows of cage numbers, and a line a cage.

use gridwright::{Cages, Cell, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source};

use super::{ASCII, FOUR, List, number, operation_of, sign_of, size_of, words, written};
use crate::format::{lines, read_kenken};
use crate::kenken::KenKen;

/// Index grids: `SIZE CAGES`, then for each cell in reading order the number of its cage from 0, then for each cage
/// `NUMBER OP TARGET` with one of `+ - * /`, the operation of a single cell being left out. Blanks and line ends are the same.
#[derive(Clone, Copy, Debug)]
pub struct IndexGrid;

impl Format for IndexGrid {
    fn name(&self) -> &'static str {
        "index-grid"
    }

    fn description(&self) -> &'static str {
        "KenKens: SIZE CAGES, rows of cage numbers from 0, then lines such as 0 + 11"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn sniff(&self, text: &str) -> Sniff {
        let mut lines = lines(text);
        let Some((start, line)) = lines.next() else { return Sniff::More };
        let numbers =
            |line: &str| line.split_whitespace().map(|word| word.parse::<usize>().ok()).collect::<Option<Vec<_>>>();
        let size = match numbers(line).as_deref() {
            Some(&[size, cages]) if KenKen::SIZES.contains(&size) && cages <= size * size => size,
            _ => return Sniff::no(start, "a size and a number of cages"),
        };
        // Rows of cage numbers, the first of which begins with 0.
        let mut rows = 0;
        for (start, line) in lines {
            if rows == size {
                let words: Vec<&str> = line.split_whitespace().collect();
                let is_clue =
                    matches!(words[..], [_, _]) || matches!(words[..], [_, sign, _] if "+-*/=".contains(sign));
                return if is_clue { Sniff::Yes } else { Sniff::no(start, "the target of a cage such as 0 + 11") };
            }
            match numbers(line) {
                Some(row) if row.len() == size && (rows > 0 || row[0] == 0) => rows += 1,
                _ => return Sniff::no(start, format!("{size} cage numbers from 0 on")),
            }
        }
        Sniff::More
    }

    /// A line of two numbers behind all cages begins the next puzzle.
    fn continues(&self, so_far: &str, _next: &str) -> bool {
        let mut lines = lines(so_far);
        let first: Vec<usize> = match lines.next() {
            Some((_, line)) => line.split_whitespace().filter_map(|word| word.parse().ok()).collect(),
            None => return true,
        };
        let &[size, cages] = &first[..] else { return true };
        let (size, cages) = (size.min(*KenKen::SIZES.end()), cages.min(KenKen::MOST_CAGES));
        lines.take(size + cages).count() < size + cages
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (size, cages) = written(sheet, "an index grid", &FOUR, false)?;
        let mut grid = vec![0; size * size];
        let mut clues = String::new();
        for (number, cage) in cages.iter().enumerate() {
            cage.cells.iter().for_each(|cell| grid[cell.row * size + cell.column] = number);
            let sign = cage.operation.map_or(String::new(), |operation| format!(" {}", sign_of(&ASCII, operation)));
            clues += &format!("{number}{sign} {}\n", cage.target);
        }
        let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n";
        let rows: String = grid.chunks(size).map(row).collect();
        Ok(format!("{size} {}\n{rows}{clues}", cages.len()))
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let all: Vec<_> = words(text).collect();
    let [(head, size), (count_span, count), rest @ ..] = &all[..] else {
        out.error(all.first()?.0, "the grid begins with a size and the number of cages");
        return None;
    };
    parts.note(Place::Puzzle, *head);
    let size = size_of(size, *head, out)?;
    let Some(count) = count.parse::<usize>().ok().filter(|&count| count <= size * size) else {
        out.error(*count_span, format!("`{count}` is no number of cages"));
        return None;
    };
    if rest.len() < size * size {
        out.error(*head, format!("the grid has {} of its {} cells", rest.len(), size * size));
        return None;
    }
    let (grid, clues) = rest.split_at(size * size);
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); count];
    for (index, (span, word)) in grid.iter().enumerate() {
        match word.parse::<usize>().ok().and_then(|cage| cells.get_mut(cage)) {
            Some(cells) => cells.push(Cell::new(index / size, index % size)),
            None => {
                out.error(*span, format!("`{word}` is the number of no cage"))
                    .help(format!("cages are numbered from 0 to {}", count.saturating_sub(1)));
            }
        }
    }
    let mut list = List::default();
    let mut clues = clues.iter();
    while let Some((span, word)) = clues.next() {
        let Some(cage) = word.parse().ok().and_then(|cage: usize| cells.get_mut(cage)) else {
            out.error(*span, format!("`{word}` is the number of no cage"));
            return None;
        };
        let cells = std::mem::take(cage);
        if cells.is_empty() {
            out.error(*span, format!("cage {word} has no cells, or two targets"));
        }
        let Some(mut next) = clues.next() else {
            out.error(*span, format!("cage {word} has no target"));
            return None;
        };
        let operation = operation_of(&ASCII, next.1);
        if operation.is_some() || next.1 == "=" {
            let Some(after) = clues.next() else {
                out.error(*span, format!("cage {word} has no target"));
                return None;
            };
            next = after;
        } else if cells.len() > 1 {
            out.error(next.0, format!("`{}` is no operator", next.1)).help("the operators are + - * /");
            return None;
        }
        let target = number(next.1, next.0, out)?;
        if !cells.is_empty() {
            list.add(size, cells, target, operation, gridwright::Span { start: span.start, end: next.0.end }, out);
        }
    }
    for (cage, cells) in cells.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
        out.error(cells[0], format!("cage {cage} at {} has no target", cells[0]));
    }
    Some((size, list.finish(parts)))
}
