//! Cryptarithms, one equation a line: `SEND+MORE=MONEY`.

use gridwright::{Format, Mistakes, Options, Parts, Place, Puzzle, Request, Settings, Sheet, Sniff, Source, Span};

use super::{first_line, lines};
use crate::cryptarithm::{Cryptarithm, Equation};

/// Equations of letters and digits, one a line; the base is a setting.
#[derive(Clone, Copy, Debug)]
pub struct EquationLine;

impl Format for EquationLine {
    fn name(&self) -> &'static str {
        "equation"
    }

    fn description(&self) -> &'static str {
        "a cryptarithm a line: `SEND+MORE=MONEY`, with + - * ="
    }

    fn kinds(&self) -> &'static [&'static str] {
        &["cryptarithm"]
    }

    fn is_line(&self) -> bool {
        true
    }

    fn sniff(&self, text: &str) -> Sniff {
        let Some((start, line)) = first_line(text) else { return Sniff::More };
        let (_, line) = lines(line).next().unwrap_or((0, line));
        match Equation::parse(line, start, &mut Mistakes::new()) {
            // A sign beside the `=`, and something to be found: `A=B` and `1+1=2` may be anything.
            Some((Equation { numbers }, _))
                if numbers.len() > 2 && numbers.iter().any(|(_, number)| number.chars().any(char::is_alphabetic)) =>
            {
                Sniff::Yes
            }
            _ => Sniff::no(start, "an equation of words, such as SEND+MORE=MONEY"),
        }
    }

    fn read(&self, source: &Source, request: &Request<'_>) -> Result<Sheet, Mistakes> {
        let (mut parts, mut out) = (Parts::new(), Mistakes::new());
        let options = Options::from_settings(&Cryptarithm::KIND, request.settings, &mut out);
        let base = options.number("base", Cryptarithm::BASES, &mut out);
        let (start, line) = lines(source.text()).next().unwrap_or_default();
        parts.note(Place::Puzzle, Span { start, end: start + line.len() });
        let (equation, places) = Equation::parse(line, start, &mut out).unwrap_or_default();
        places.into_iter().enumerate().for_each(|(i, place)| parts.note(Place::Part(i), place));
        Sheet::checked(Cryptarithm { base, equation }, &parts, out)
    }

    fn write(&self, sheet: &Sheet, _settings: &Settings) -> Result<String, Mistakes> {
        let mut out = Mistakes::new();
        let Some(puzzle) = sheet.puzzle.as_any().downcast_ref::<Cryptarithm>() else {
            let kind = sheet.puzzle.kind().name;
            out.error(Place::Puzzle, format!("equation holds puzzles of kind cryptarithm, not {kind}"));
            return Err(out);
        };
        if puzzle.base != 10 {
            out.error(Place::Option("base"), format!("equation cannot hold base={}", puzzle.base));
            return Err(out);
        }
        Ok(puzzle.equation.to_string().replace(' ', "") + "\n")
    }
}
