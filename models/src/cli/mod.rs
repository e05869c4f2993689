//! The command line: subcommands over the puzzles and formats of a registry, whatever they are.

mod answer;
mod args;
mod ask;
mod input;
mod json;
mod print;
mod report;
mod status;
mod text;
mod work;

use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use gridwright::{Format, Mistakes, Place, Registry};

use answer::Answer;
use args::{Arguments, Asking, Input, Style, Verb};
use ask::{Asker, Question};
use input::{Interrupt, find_format, find_kind, for_each};
use print::{Pages, Printer};
use report::Reporter;
use status::{Exit, Status};

use crate::draw::{Svg, Text, html};

/// Runs the command that the program's arguments name, on the puzzles that a registry knows.
///
/// Bad usage ends the program with status 2, as all bad input does.
pub fn run(registry: &Registry) -> ExitCode {
    env_logger::init();
    let mut session =
        Session { registry, reporter: Reporter::new(), interrupt: Interrupt::listen(), out: io::stdout().lock() };
    let exit = session.run(Arguments::parse().verb);
    session.reporter.clear();
    match exit.and_then(|exit| session.out.flush().map(|()| exit)) {
        Ok(exit) => exit.into(),
        // Whoever closed the pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done.into(),
        Err(error) => {
            session.reporter.error(&format!("cannot write: {error}"));
            Exit::Bad.into()
        }
    }
}

/// What every subcommand needs.
struct Session<'r> {
    registry: &'r Registry,
    reporter: Reporter,
    interrupt: Interrupt,
    out: StdoutLock<'static>,
}

impl Session<'_> {
    fn run(&mut self, verb: Verb) -> io::Result<Exit> {
        match verb {
            Verb::Solve { first, all, max_solutions, input, asking } => {
                let question = match (first, all) {
                    (true, _) => Question::First,
                    (_, true) => Question::All(max_solutions),
                    _ => Question::Solve,
                };
                self.ask(question, &input, &asking)
            }
            Verb::Check { partial, input, asking } => {
                self.ask(if partial { Question::Entries } else { Question::Check }, &input, &asking)
            }
            Verb::Count { max_solutions, input, asking } => self.ask(Question::Count(max_solutions), &input, &asking),
            Verb::Candidates { propagated, input, asking } => {
                self.ask(if propagated { Question::Propagated } else { Question::Candidates }, &input, &asking)
            }
            Verb::Convert { to, to_alphabet, input } => self.convert(&to, to_alphabet, &input),
            Verb::Render { to, input } => self.render(to, &input),
            Verb::Kinds { kind } => self.kinds(kind.as_deref()),
            Verb::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut Arguments::command(), "gridwright", &mut script);
                self.out.write_all(&script)?;
                Ok(Exit::Done)
            }
        }
    }

    /// Answers a question about every puzzle, each as soon as it is read.
    fn ask(&mut self, question: Question, input: &Input, asking: &Asking) -> io::Result<Exit> {
        let Self { registry, reporter, interrupt, out } = self;
        let mut asker = Asker::new(asking, &interrupt.flag);
        let mut printer = Printer { question, asking, reporter, out: Pages::new(out) };
        for_each(registry, input, interrupt, reporter, |case| {
            let mut answer = match &case.sheet {
                Ok(sheet) => asker.ask(question, sheet),
                Err(mistakes) => Answer::invalid(mistakes.clone()),
            };
            answer.work.parse = case.parsing;
            if case.sheet.is_ok() {
                reporter.mistakes(case.name, &case.block.source, &answer.errors);
            }
            printer.print(&case, &answer)?;
            Ok(exit(question, &answer))
        })
    }

    /// Writes every puzzle in another format.
    fn convert(&mut self, to: &str, alphabet: Option<String>, input: &Input) -> io::Result<Exit> {
        let Self { registry, reporter, interrupt, out } = self;
        let format = match find_format(registry, to) {
            Ok(format) => format,
            Err(message) => {
                reporter.error(&message);
                return Ok(Exit::Bad);
            }
        };
        let settings: Vec<_> = alphabet.into_iter().map(|name| ("alphabet".to_owned(), name)).collect();
        let mut pages = Pages::new(out);
        for_each(registry, input, interrupt, reporter, |case| {
            let Ok(sheet) = &case.sheet else { return Ok(Exit::Bad) };
            reporter.mistakes(case.name, &case.block.source, &sheet.lost_beside(format.extras(), format.name()));
            match format.write(sheet, &settings) {
                Ok(text) if format.is_line() => pages.write_on(&text)?,
                Ok(text) => pages.write(&text)?,
                Err(mistakes) => {
                    reporter.mistakes(case.name, &case.block.source, &mistakes);
                    return Ok(Exit::Bad);
                }
            }
            Ok(Exit::Done)
        })
    }

    /// Draws every puzzle as it is, unsolved.
    fn render(&mut self, style: Style, input: &Input) -> io::Result<Exit> {
        let Self { registry, reporter, interrupt, out } = self;
        let mut pages = Pages::new(out);
        let mut drawn = 0;
        let exit = for_each(registry, input, interrupt, reporter, |case| {
            let Ok(sheet) = &case.sheet else { return Ok(Exit::Bad) };
            let (heading, drawing) = (text::heading(&case, sheet), text::unsolved(sheet));
            drawn += 1;
            match style {
                Style::Text => pages.write(&format!("{heading}\n{}", Text(&drawing)))?,
                Style::Svg if drawn > 1 => {
                    if drawn == 2 {
                        let mut mistakes = Mistakes::new();
                        mistakes
                            .error(Place::Puzzle, "an SVG document holds one picture, that of the first puzzle")
                            .help("draw the others by themselves, or all of them with --to html");
                        reporter.mistakes(case.name, &case.block.source, &mistakes);
                    }
                    return Ok(Exit::Bad);
                }
                Style::Svg => {
                    let picture = Svg::new(&drawing);
                    let picture = sheet.title.as_deref().map_or(picture, |title| picture.title(title));
                    pages.write(&picture.to_string())?;
                }
                Style::Html => {
                    let head = if drawn == 1 { html::head(&heading) } else { String::new() };
                    pages.write_on(&(head + &html::figure(&heading, &drawing)))?;
                }
            }
            Ok(Exit::Done)
        })?;
        if style == Style::Html && drawn > 0 {
            pages.write_on(html::FOOT)?;
        }
        Ok(exit)
    }

    /// Lists kinds and formats, or describes one kind.
    fn kinds(&mut self, name: Option<&str>) -> io::Result<Exit> {
        let Self { registry, reporter, out, .. } = self;
        let Some(name) = name else {
            for kind in registry.kinds() {
                writeln!(out, "{:<12} {}", kind.name, kind.description)?;
            }
            writeln!(out, "\nFormats:")?;
            for format in registry.formats() {
                writeln!(out, "{:<12} {}", format.name(), format.description())?;
            }
            return Ok(Exit::Done);
        };
        let kind = match find_kind(registry, name) {
            Ok(kind) => kind,
            Err(message) => {
                reporter.error(&message);
                return Ok(Exit::Bad);
            }
        };
        writeln!(out, "{}: {}", kind.name, kind.description)?;
        let formats: Vec<_> = registry.formats().filter(|format| format.holds_kind(name)).map(Format::name).collect();
        writeln!(out, "formats: {}", formats.join(", "))?;
        for option in kind.options {
            let default = if option.default.is_empty() { "" } else { "; by default " };
            writeln!(out, "option {}: {}{default}{}", option.name, option.allowed(), option.default)?;
            writeln!(out, "    {}", option.meaning)?;
        }
        Ok(Exit::Done)
    }
}

/// How a program that gives this answer ends.
fn exit(question: Question, answer: &Answer) -> Exit {
    let one_wanted = matches!(question, Question::Solve | Question::Check | Question::Entries);
    let wrong = answer.wrong.as_ref().is_some_and(|wrong| !wrong.is_empty());
    match answer.status {
        Status::Invalid => Exit::Bad,
        Status::Stopped(_) => Exit::Stopped,
        Status::None => Exit::Unsolved,
        Status::Many if one_wanted => Exit::Unsolved,
        _ if wrong => Exit::Unsolved,
        _ => Exit::Done,
    }
}
