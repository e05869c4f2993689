//! Texts of puzzles: read, written in every format, and read again.

use std::sync::LazyLock;

use gridwright::{Block, Cage, Format, Registry, Settings, Sheet};
use gridwright_models::kenken::KenKen;

use crate::{pictures, puzzles};

/// All kinds and formats.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(gridwright_models::registry);

/// The most puzzles of one text that are looked at.
const PUZZLES: usize = 8;

/// Reads a text in the format that it is recognised to have.
pub fn any_format(input: &[u8]) {
    for block in REGISTRY.stream(input).take(PUZZLES) {
        block_of(&block.expect("a slice can be read"), &[]);
    }
}

/// Reads a text in the format that its first line names; further words there are settings `key=value` and, under the key
/// `kind`, the kind. A name that there is not stands for some format, so that every byte counts.
pub fn named_format(input: &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let first = String::from_utf8_lossy(&input[..end]);
    let mut words = first.split_whitespace();
    let name = words.next().unwrap_or_default();
    let formats: Vec<_> = REGISTRY.formats().collect();
    let sum: usize = name.bytes().map(usize::from).sum();
    let format = REGISTRY.format(name).unwrap_or(formats[sum % formats.len()]);
    let pairs = words.filter_map(|word| word.split_once('='));
    let (kinds, settings): (Vec<_>, Vec<_>) = pairs.partition(|(key, _)| *key == "kind");
    let kind = kinds.first().and_then(|(_, kind)| REGISTRY.kind(kind)).filter(|kind| format.holds_kind(kind.name));
    let settings: Vec<_> = settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let mut stream = REGISTRY.stream(&input[(end + 1).min(input.len())..]).format(format);
    if let Some(kind) = &kind {
        stream = stream.kind(kind.name);
    }
    for block in stream.take(PUZZLES) {
        block_of(&block.expect("a slice can be read"), &settings);
    }
}

/// Reads a puzzle and does everything with it; its mistakes can be shown.
fn block_of(block: &Block<'_>, settings: &Settings) {
    match block.read(settings) {
        Ok(sheet) => {
            assert!(!sheet.warnings.has_errors(), "a puzzle with an error was read");
            puzzles::shown(&block.source, &sheet.warnings);
            let native = native_text(&sheet);
            if native.len() < 20_000 {
                for format in REGISTRY.formats() {
                    written(&sheet, format);
                }
            }
            pictures::of_sheet(&sheet);
            puzzles::solved(&sheet);
        }
        Err(mistakes) => {
            assert!(mistakes.has_errors(), "a puzzle was refused without a reason");
            puzzles::shown(&block.source, &mistakes);
        }
    }
}

/// A puzzle as a native file, which reads back as the same text.
fn native_text(sheet: &Sheet) -> String {
    let text = REGISTRY.write(sheet);
    let again = read(&text, None);
    assert_eq!(REGISTRY.write(&again), text, "a native file changes when it is read");
    text
}

/// Writes a puzzle in a format, if that can hold it: it must come back as the same puzzle.
fn written(sheet: &Sheet, format: &dyn Format) {
    let Ok(text) = format.write(sheet, &[]) else { return };
    let again = read(&text, Some((format, sheet.puzzle.kind().name)));
    let [before, after] = [sheet, &again].map(essence);
    assert_eq!(before, after, "another puzzle after {}: {text}", format.name());
}

/// A puzzle as a text, without what says nothing: the operator of a cage of one cell, and the operators that cages without
/// one may have where each has one.
fn essence(sheet: &Sheet) -> String {
    let Some(puzzle) = sheet.puzzle.as_any().downcast_ref::<KenKen>() else {
        return REGISTRY.write_puzzle(&*sheet.puzzle);
    };
    let mut puzzle = puzzle.clone();
    for cage in puzzle.cages.cages.iter_mut().filter(|cage| cage.cells.len() == 1) {
        cage.clue.iter_mut().for_each(|clue| clue.sign = None);
    }
    let open = |cage: &Cage| cage.cells.len() > 1 && cage.clue.is_some_and(|clue| clue.sign.is_none());
    if !puzzle.cages.cages.iter().any(open) {
        (puzzle.operators, puzzle.strict) = Default::default();
    }
    REGISTRY.write_puzzle(&puzzle)
}

/// Reads the one puzzle of a text that was written; where the digits leave it open, in the alphabet that is written.
fn read(text: &str, format: Option<(&dyn Format, &str)>) -> Sheet {
    let mut stream = REGISTRY.stream(text.as_bytes());
    if let Some((format, kind)) = format {
        stream = stream.format(format);
        if format.holds_kind(kind) {
            stream = stream.kind(kind);
        }
    }
    let blocks: Vec<_> = stream.collect::<Result<_, _>>().expect("a slice can be read");
    assert_eq!(blocks.len(), 1, "one puzzle was written: {text}");
    let usual = [("alphabet".to_owned(), "1-9A-G".to_owned())];
    let read = match blocks[0].read(&[]) {
        Err(mistakes) if mistakes.to_string().contains("--alphabet 1-9A-G") => blocks[0].read(&usual),
        read => read,
    };
    match read {
        Ok(sheet) => sheet,
        Err(mistakes) => panic!("what was written cannot be read: {mistakes}\n{text}"),
    }
}
