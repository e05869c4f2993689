//! The `.kk` list: a KenKen or Killer a line, a name, the size, and cages as signs, targets and numbers of cells.

use gridwright::{
    Cage, Cages, Clue, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span,
};

use super::{ASCII, FOUR, List, cage_cells, operation_of, sign_of, written};
use crate::format::board::{Body, Feature, KILLER, View, cell_at, read_body};
use crate::format::{lines, read_kenken};
use crate::kenken::KenKen;
use crate::killer::Killer;

/// Lists of cages, a puzzle a line: `NAME SIZE CAGE CAGE …`, where a cage is `OP TARGET:CELL,CELL,…` without blanks, OP one of
/// `+ - * /` and `=` for a given, and a cell is its number in reading order from 0.
///
/// A line is a KenKen, or a Killer if that is asked for or a cage has the sum 0, which stands for none.
#[derive(Clone, Copy, Debug)]
pub struct KkList;

/// One cage of a line: its sign, target and cells.
fn parse(word: &str) -> Option<(&str, i64, Vec<usize>)> {
    let (sign, rest) = word.split_at_checked(1).filter(|(sign, _)| "+-*/=".contains(sign))?;
    let (target, cells) = rest.split_once(':')?;
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let target = target.parse().ok().filter(|_| plain(target))?;
    let cells = cells.split(',').map(|cell| cell.parse().ok().filter(|_| plain(cell))).collect::<Option<_>>()?;
    Some((sign, target, cells))
}

/// The words of the first line, each with its place.
fn line_words(text: &str) -> Vec<(Span, &str)> {
    super::words(lines(text).next().map_or("", |(start, line)| &text[..start + line.len()])).collect()
}

impl Format for KkList {
    fn name(&self) -> &'static str {
        "kk"
    }

    fn description(&self) -> &'static str {
        "KenKens and Killers, one a line: NAME SIZE and cages such as +11:0,1"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name, Killer::KIND.name]
    }

    fn extras(&self) -> gridwright::Extras {
        gridwright::Extras { title: true, ..Default::default() }
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        match &line_words(text)[..] {
            [] => Sniff::More,
            [_, (size, text), (cage, word), ..] => match (text.parse::<usize>(), parse(word)) {
                (Ok(_), Some(_)) => Sniff::Yes,
                (Ok(_), None) => Sniff::no(cage.start, "a cage such as +11:0,1"),
                (Err(_), _) => Sniff::no(size.start, "a size behind the name"),
            },
            [.., (last, _)] => Sniff::no(last.end, "a name, a size and cages such as +11:0,1"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let words = line_words(source.text());
        let unsummed =
            |(_, word): &(Span, &str)| parse(word).is_some_and(|(sign, target, _)| sign == "+" && target == 0);
        let title = words.first().map(|(_, word)| (*word).to_owned());
        let sheet = match request.kind {
            None if words.iter().any(unsummed) => read_body(source, request, &[], read_killer),
            Some(KILLER) => read_body(source, request, &[], read_killer),
            _ => read_kenken(source, request, read),
        }?;
        // A puzzle without a name is written with a dash.
        Ok(Sheet { title: title.filter(|title| title != "-"), ..sheet })
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let title: String = sheet.title.iter().flat_map(|title| title.split_whitespace()).collect::<Vec<_>>().join("_");
        let name = if title.is_empty() || title.starts_with('#') { "-" } else { &title };
        let mut line = name.to_owned();
        let cell = |cell: &gridwright::Cell, size: usize| (cell.row * size + cell.column).to_string();
        let join =
            |cells: &[gridwright::Cell], size| cells.iter().map(|at| cell(at, size)).collect::<Vec<_>>().join(",");
        let mut out = Mistakes::new();
        if sheet.puzzle.kind().name == KILLER {
            let holds = [
                Feature::Givens,
                Feature::Cages,
                Feature::NoSum,
                Feature::FreeCells,
                Feature::Overlaps,
                Feature::Operations,
            ];
            let (view, mistakes) = View::of(sheet, "a .kk list", self.kinds(), &holds)?;
            out = mistakes;
            let size = view.sudoku.size;
            if !KenKen::SIZES.contains(&size) {
                out.error(Place::Puzzle, format!("a .kk list holds boards up to size {}", KenKen::SIZES.end()));
            }
            line += &format!(" {size}");
            if view.sudoku.givens.is_empty() && view.cages.is_none_or(|cages| cages.cages.is_empty()) {
                out.error(Place::Puzzle, "a .kk list holds puzzles with a cage or a given at least");
            }
            for (at, digit) in &view.sudoku.givens {
                line += &format!(" ={digit}:{}", cell(at, size));
            }
            for (number, cage) in view.cages().iter().enumerate() {
                let sign = cage.clue.and_then(|clue| clue.sign).unwrap_or('+');
                let target = cage.clue.map_or(0, |clue| clue.number);
                if !"+-*/".contains(sign) || target < 0 || target == 0 && cage.clue.is_some() {
                    let name = crate::kenken::name(cage);
                    out.error(Place::Part(number), format!("a .kk list cannot hold {name}"));
                }
                line += &format!(" {sign}{target}:{}", join(&cage.cells, size));
            }
        } else {
            let (size, cages) = written(sheet, "a .kk list", &FOUR, false)?;
            line += &format!(" {size}");
            for (number, cage) in cages.iter().enumerate() {
                let sign = cage.operation.map_or("=", |operation| sign_of(&ASCII, operation));
                if cage.target < 0 {
                    out.error(Place::Part(number), "a .kk list cannot hold a negative target");
                }
                if sign == "+" && cage.target == 0 {
                    out.error(Place::Part(number), "a .kk list cannot hold a sum of 0, which stands for none");
                }
                line += &format!(" {sign}{}:{}", cage.target, join(cage.cells, size));
            }
        }
        if out.has_errors() { Err(out) } else { Ok(line + "\n") }
    }
}

fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let (size, cages) = read_line(text, parts, out)?;
    let mut list = List::default();
    for (span, sign, target, cells) in cages {
        let cells: Vec<_> = cells.iter().map(|&index| cell_at(size, index)).collect();
        if sign == "=" && cells.len() > 1 {
            out.error(span, "a given has one cell").help("`=` is a given; a cage of several cells has one of + - * /");
        }
        list.add(size, cells, target, operation_of(&ASCII, sign), span, out);
    }
    Some((size, list.finish(parts)))
}

fn read_killer(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<Body> {
    let (size, lines) = read_line(text, parts, out)?;
    let mut body = Body::new(size);
    let mut cages = Vec::new();
    for (span, sign, target, cells) in lines {
        let cells = cells.iter().map(|&index| cell_at(size, index)).collect();
        let Some(cells) = cage_cells(size, cells, span, out) else { continue };
        match sign {
            "=" if cells.len() == 1 => {
                parts.note(cells[0], span);
                body.sudoku.givens.push((cells[0], target));
            }
            "=" => {
                out.error(span, "a given has one cell");
            }
            _ => {
                let sign = sign.chars().next().filter(|&sign| sign != '+');
                let clue = (target != 0 || sign.is_some()).then_some(Clue { number: target, sign });
                cages.push((Cage { cells, clue }, span));
            }
        }
    }
    cages.sort();
    cages.iter().enumerate().for_each(|(number, (_, span))| parts.note(Place::Part(number), *span));
    body.cages = Some(Cages { cages: cages.into_iter().map(|(cage, _)| cage).collect(), free: Vec::new() });
    Some(body)
}

/// A cage with its place, its sign, its target and the numbers of its cells.
type Line<'a> = (Span, &'a str, i64, Vec<usize>);

fn read_line<'a>(text: &'a str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Vec<Line<'a>>)> {
    let words = line_words(text);
    let [(_, _), (size_span, size), cages @ ..] = &words[..] else {
        out.error(Span { start: 0, end: text.trim_end().len() }, "a line has a name, a size and cages");
        return None;
    };
    parts.note(Place::Puzzle, *size_span);
    let size = super::size_of(size, *size_span, out)?;
    let mut found = Vec::new();
    for &(span, word) in cages {
        match parse(word) {
            Some((sign, target, cells)) => {
                if let Some(cell) = cells.iter().find(|&&cell| cell >= size * size) {
                    out.error(span, format!("there is no cell {cell}"))
                        .help(format!("cells are numbered from 0 to {}", size * size - 1));
                    continue;
                }
                found.push((span, sign, target, cells));
            }
            None => {
                out.error(span, format!("`{word}` is no cage")).help("a cage is written +11:0,1 with one of + - * / =");
            }
        }
    }
    Some((size, found))
}
