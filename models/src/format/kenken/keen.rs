//! The Keen ID: a KenKen as one word, `SIZE:BLOCKS,CLUES`, as Keen of Simon Tatham's Portable Puzzle Collection has it.

use gridwright::{
    Cage, Cages, Cell, Clue, Format, Mistakes, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span,
    are_connected,
};

use crate::format::blocks::{self, Dialect};
use crate::format::{lines, plain_kenken, read_kenken};
use crate::kenken::{KenKen, Operation, name};

/// Keen IDs, one a line: `5de:a__a_3a_5a_a_a_3b_bac_,a5m15a7a10s2s2d2s3m40m2s2`.
///
/// Before the colon stands the size, from 1 to 25 here, then perhaps `d` with a letter for the level, and `m` for a puzzle
/// of products alone; neither says anything about the puzzle, and neither is written. Behind it come the cages as runs of
/// cell sides, and for each cage, in the order of first cells, one of `a`, `s`, `m`, `d` for `+ − × ÷`, and the target.
/// `s` and `d` belong to cages of two cells; a single cell is `a`.
#[derive(Clone, Copy, Debug)]
pub struct Keen;

/// The letters of the operations.
const LETTERS: [(char, Operation); 4] =
    [('a', Operation::Add), ('s', Operation::Subtract), ('m', Operation::Multiply), ('d', Operation::Divide)];

impl Format for Keen {
    fn name(&self) -> &'static str {
        "keen"
    }

    fn description(&self) -> &'static str {
        "Keen IDs, one a line: SIZE:BLOCKS,CLUES"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[KenKen::KIND.name]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = lines(text).next() else { return Sniff::More };
        let (size, rest) = params(line);
        let at = start + line.len() - rest.len();
        match rest.strip_prefix(':') {
            _ if size.is_empty() => Sniff::no(start, "a size and a colon, as in 5:"),
            None => Sniff::no(at, "a colon after the size, as in 5:"),
            Some(blocks) if blocks.starts_with(|c: char| c == '_' || c.is_ascii_lowercase()) => Sniff::Yes,
            Some(_) => Sniff::no(at + 1, "blocks after the colon, in letters and _"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_kenken(source, request, read)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let (KenKen { size, cages, .. }, mut out) = plain_kenken(sheet, "a Keen ID")?;
        let mut block_of = vec![0; size * size];
        let mut clues = String::new();
        for (number, cage) in cages.cages.iter().enumerate() {
            for cell in &cage.cells {
                block_of[cell.row * size + cell.column] = number;
            }
            match clue(cage) {
                Ok(clue) => clues += &clue,
                Err(why) => {
                    out.error(Place::Part(number), format!("a Keen ID cannot hold {}: {why}", name(cage)));
                }
            }
        }
        if out.is_empty() {
            Ok(format!("{size}:{},{clues}\n", blocks::write(&block_of, *size, Dialect::Keen)))
        } else {
            Err(out)
        }
    }
}

/// Cuts a word after its size and after the level, which says nothing about the puzzle.
fn params(word: &str) -> (&str, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (size, rest) = word.split_at(digits);
    let after_level = rest.strip_prefix('d').and_then(|level| level.strip_prefix(['e', 'n', 'h', 'x', 'u']));
    (size, after_level.map_or(rest, |rest| rest.strip_prefix('m').unwrap_or(rest)))
}

/// Reads an ID, and notes where the clue of each cage stands; `None` if not even the cages could be read.
fn read(text: &str, parts: &mut Parts, out: &mut Mistakes) -> Option<(usize, Cages)> {
    let (start, line) = lines(text).next().unwrap_or_default();
    // A part of the line, which may be empty, as a span of the text.
    let span = |part: &str| {
        let start = start + part.as_ptr() as usize - line.as_ptr() as usize;
        Span { start, end: start + part.len() }
    };
    let (digits, rest) = params(line);
    if digits.is_empty() {
        out.error(span(line), "the ID does not begin with a size").help("a Keen ID is SIZE:BLOCKS,CLUES");
        return None;
    }
    let size = digits.parse().ok().filter(|size| KenKen::SIZES.contains(size));
    let Some(size) = size else {
        out.error(span(digits), format!("`{digits}` is no size")).help("a size is a number from 1 to 25");
        return None;
    };
    let Some(rest) = rest.strip_prefix(':') else {
        out.error(span(rest), "a colon is missing after the size").help("a Keen ID is SIZE:BLOCKS,CLUES");
        return None;
    };
    let Some((structure, clues)) = rest.split_once(',') else {
        out.error(span(rest), "a comma is missing between blocks and clues").help("a Keen ID is SIZE:BLOCKS,CLUES");
        return None;
    };
    let blocks = match blocks::read(structure, size, Dialect::Keen) {
        Ok(blocks) => blocks,
        Err(error) => {
            let rest = &structure[error.offset..];
            let length = rest.chars().next().map_or(0, char::len_utf8);
            out.error(span(&rest[..length]), error.message);
            return None;
        }
    };
    let mut cages = Cages::default();
    for (index, block) in blocks.into_iter().enumerate() {
        if block == cages.cages.len() {
            cages.cages.push(Cage { cells: Vec::new(), clue: None });
        }
        cages.cages[block].cells.push(Cell::new(index / size, index % size));
    }
    let mut rest = clues;
    for (number, cage) in cages.cages.iter_mut().enumerate() {
        let Some(letter) = rest.chars().next() else {
            out.error(span(rest), format!("the ID has {number} clues, but its blocks are more"));
            break;
        };
        let digits = rest[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let (clue, after) = rest.split_at(letter.len_utf8() + digits);
        rest = after;
        parts.note(Place::Part(number), span(clue));
        match read_clue(clue, letter, cage.cells.len()) {
            Ok(clue) => cage.clue = Some(clue),
            Err((message, help)) => {
                out.error(span(clue), message).help(help);
            }
        }
    }
    if !rest.is_empty() {
        out.error(span(rest), format!("the ID goes on after the clues of its {} blocks", cages.cages.len()));
    }
    Some((size, cages))
}

/// Reads a letter and a target for a cage of so many cells.
fn read_clue(text: &str, letter: char, cells: usize) -> Result<Clue, (String, String)> {
    let Some(&(_, operation)) = LETTERS.iter().find(|&&(known, _)| known == letter) else {
        return Err((format!("`{letter}` is no operator"), "a, s, m and d stand for + − × ÷".to_owned()));
    };
    if operation.is_binary(true) && cells != 2 {
        return Err((
            format!("the block of `{text}` has size {cells}"),
            format!("{letter} belongs to blocks of two cells"),
        ));
    }
    if text.len() == 1 {
        return Err((format!("`{letter}` has no target"), "a clue is a letter and its target, as in a11".to_owned()));
    }
    let clue = Clue::parse(&text[1..], "")?;
    Ok(Clue { sign: (cells > 1).then(|| operation.ascii()), ..clue })
}

/// The clue of a cage as an ID has it, or why it has none.
fn clue(cage: &Cage) -> Result<String, &'static str> {
    let clue = cage.clue.ok_or("it has no target")?;
    let operation = match (clue.sign.and_then(Operation::from_sign), cage.cells.len()) {
        (_, 1) => Operation::Add,
        (Some(operation), cells) if operation.is_binary(true) && cells != 2 => {
            return Err("− and ÷ take two cells there");
        }
        (Some(operation), _) => operation,
        (None, _) => return Err("it shows no operator"),
    };
    let &(letter, _) =
        LETTERS.iter().find(|&&(_, known)| known == operation).ok_or("there is no letter for its operator")?;
    if clue.number < 0 {
        return Err("its target is negative");
    }
    if !are_connected(&cage.cells) {
        return Err("it is not connected");
    }
    Ok(format!("{letter}{}", clue.number))
}
