//! f-puzzles: Sudokus and Killers with variants as JSON, and as links that hold the JSON compressed.

mod link;
mod read;
mod unpack;
mod write;

use gridwright::{Extras, Format, Mistakes, Request, Settings, Sheet, Sniff, Source, Span};

use super::board::{KILLER, SUDOKU, read_body};
use super::{end_of_json, json_goes_on};

/// The JSON of f-puzzles.com, over one line or several.
///
/// Variants that this crate has are read and written, colours and other decorations are left out with a warning, and a
/// constraint that this crate does not know is an error that names it.
#[derive(Clone, Copy, Debug)]
pub struct FPuzzles;

/// Links that hold the JSON of f-puzzles.com, one a line: `https://f-puzzles.com/?load=…`, and as SudokuPad has them.
#[derive(Clone, Copy, Debug)]
pub struct FPuzzlesLink;

/// Links for SudokuPad, `https://sudokupad.app/fpuz…`, which are written only; [`FPuzzlesLink`] reads them.
#[derive(Clone, Copy, Debug)]
pub struct SudokuPad;

impl Format for FPuzzles {
    fn name(&self) -> &'static str {
        "fpuzzles"
    }

    fn description(&self) -> &'static str {
        "the JSON of f-puzzles.com: Sudokus and Killers with variants"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU, KILLER]
    }

    fn extras(&self) -> Extras {
        Extras::ALL
    }

    fn sniff(&self, text: &str) -> Sniff {
        let trimmed = text.trim_start();
        let at = text.len() - trimmed.len();
        match (trimmed.starts_with('{'), trimmed.contains("\"grid\""), end_of_json(trimmed, &mut 0)) {
            (false, ..) => Sniff::no(at, "a JSON object"),
            (true, true, _) => Sniff::Yes,
            (true, false, None) => Sniff::More,
            (true, false, Some(_)) => Sniff::no(at, "a JSON object with a \"grid\""),
        }
    }

    fn continues(&self, lines: &str, next: &str) -> bool {
        self.goes_on(lines, next, &mut [0; 2])
    }

    fn goes_on(&self, lines: &str, _next: &str, known: &mut [usize; 2]) -> bool {
        json_goes_on(lines, known)
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], |text, _, out| read::read(text, None, out))
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        Ok(write::write(sheet, "the JSON of f-puzzles")?.to_string() + "\n")
    }
}

impl Format for FPuzzlesLink {
    fn name(&self) -> &'static str {
        "fpuzzles-link"
    }

    fn description(&self) -> &'static str {
        "links to f-puzzles.com or SudokuPad that hold a Sudoku or Killer, one a line"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU, KILLER]
    }

    fn extras(&self) -> Extras {
        Extras::ALL
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let trimmed = text.trim();
        let at = text.len() - text.trim_start().len();
        match link::data(trimmed) {
            Some(_) => Sniff::Yes,
            None if trimmed.is_empty() => Sniff::More,
            None => Sniff::no(at, "a link such as https://f-puzzles.com/?load=…"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        read_body(source, request, &[], |text, _, out| {
            let trimmed = text.trim();
            let start = text.len() - text.trim_start().len();
            let span = Span { start, end: start + trimmed.len() };
            let Some(data) = link::data(trimmed) else {
                out.error(span, "this is no link to a puzzle").help("links begin with https://f-puzzles.com/?load=");
                return None;
            };
            let Some(json) = link::unpack(data) else {
                let help = "the link may have been cut off or changed on its way; the last character is often lost";
                out.error(span, "the link holds no puzzle that can be unpacked").help(help);
                return None;
            };
            read::read(&json, Some(span), out)
        })
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let json = write::write(sheet, "an f-puzzles link")?.to_string();
        Ok(format!("https://f-puzzles.com/?load={}\n", link::pack(&json)))
    }
}

impl Format for SudokuPad {
    fn name(&self) -> &'static str {
        "sudokupad"
    }

    fn description(&self) -> &'static str {
        "links to SudokuPad, one a line; written only, fpuzzles-link reads them"
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[SUDOKU, KILLER]
    }

    fn extras(&self) -> Extras {
        Extras::ALL
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, _text: &str) -> Sniff {
        Sniff::no(0, "nothing: fpuzzles-link reads such links")
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        FPuzzlesLink.read(source, request)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let json = write::write(sheet, "a SudokuPad link")?.to_string();
        // A slash or plus sign would not survive in a path.
        let data = link::pack(&json).replace('/', "%2F").replace('+', "%2B");
        Ok(format!("https://sudokupad.app/fpuz{data}\n"))
    }
}
