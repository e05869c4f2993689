//! The command line: subcommands over the puzzles and formats of a registry, whatever they are.

mod answer;
mod args;
mod ask;
mod combinations;
mod input;
mod inspect;
mod interrupt;
mod json;
mod mzn;
mod new;
mod numbers;
mod output;
mod pool;
mod print;
mod rehearse;
mod report;
mod seen;
mod status;
mod tally;
mod terminal;
mod text;
mod work;

use std::io::{self, Write};
use std::process::ExitCode;

use gridwright::{Format, Mistakes, Models, Place, Registry};

use answer::Answer;
use args::{Arguments, Asking, Duplicates, Effort, Input, Style, Verb};
use ask::{Asker, Question};
use input::{Case, Item, Puzzles, find_format, find_kind};
use interrupt::Interrupt;
use output::{Output, Product, Text};
use print::Printer;
use report::{Progress, Reporter};
use seen::Seen;
use status::{Exit, Status};
use tally::Fate;

use crate::draw::{self, Svg, html};

#[doc(hidden)]
pub use rehearse::rehearse;

/// Runs the command that the program's arguments name, on the puzzles that a registry knows. This is the whole command line:
/// a program with puzzles of its own has it by this one call, and help and completions bear that program's name.
///
/// ```no_run
/// # use gridwright::Registry;
/// # use std::process::ExitCode;
/// fn main() -> ExitCode {
///     let mut registry = Registry::new(); // or gridwright_models::registry(), with all built-in kinds
///     registry.add::<gridwright_models::latin::Latin>(); // your own type
///     gridwright_models::cli::run(&registry)
/// }
/// ```
///
/// Bad usage ends the program with status 2, as all bad input does.
pub fn run(registry: &Registry) -> ExitCode {
    env_logger::init();
    let session = Session { registry, reporter: Reporter::new(), interrupt: Interrupt::listen() };
    let result = match Arguments::of_program() {
        Ok(arguments) => session.run(arguments.verb),
        Err(error) if error.use_stderr() => {
            // Whoever does not listen to standard error misses nothing else.
            let _ = error.print();
            Ok(Exit::Bad)
        }
        Err(help) => help.print().and_then(|()| io::stdout().flush()).map(|()| Exit::Done),
    };
    session.status(result).into()
}

/// What every subcommand needs.
struct Session<'r> {
    registry: &'r Registry,
    reporter: Reporter,
    interrupt: Interrupt,
}

impl Session<'_> {
    fn run(&self, verb: Verb) -> io::Result<Exit> {
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
            Verb::Inspect { json, input, effort } => self.inspect(json, &input, &effort),
            Verb::Convert { to, to_alphabet, input } => self.convert(&to, to_alphabet, &input),
            Verb::Render { to, input } => self.render(to, &input),
            Verb::Combinations(wanted) => {
                let listed = combinations::list(&wanted, &self.interrupt.flag, &mut io::stdout().lock())?;
                Ok(listed.unwrap_or_else(|message| self.refuse([message])))
            }
            Verb::Kinds { kind } => self.kinds(kind.as_deref()),
            Verb::New { name, path } => match new::create(&name, path.as_deref()) {
                Ok(next) => {
                    io::stdout().write_all(next.as_bytes())?;
                    Ok(Exit::Done)
                }
                Err(message) => Ok(self.refuse([message])),
            },
            Verb::Completions { shell } => {
                let mut command = args::command();
                let name = command.get_name().to_owned();
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut command, name, &mut script);
                io::stdout().write_all(&script)?;
                Ok(Exit::Done)
            }
        }
    }

    /// How the program ends, and what is said about it.
    fn status(&self, result: io::Result<Exit>) -> Exit {
        match result {
            Ok(exit) => exit,
            // Whoever closed the pipe has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Err(error) => self.refuse([format!("cannot write: {error}")]),
        }
    }

    /// Says why nothing can be done.
    fn refuse(&self, messages: impl IntoIterator<Item = String>) -> Exit {
        messages.into_iter().for_each(|message| report::print(&self.reporter.error(&message)));
        Exit::Bad
    }

    /// Answers a question about every puzzle.
    fn ask(&self, question: Question, input: &Input, asking: &Asking) -> io::Result<Exit> {
        let models = Models::new();
        let printer = Printer { question, asking, reporter: &self.reporter, interrupt: &self.interrupt };
        let asker = || Asker::new(&asking.effort, &self.interrupt.flag, models.solvers()).naming(asking.json);
        self.for_each(input, asker, |asker, case, report| {
            let mut answer = match &case.sheet {
                Ok(sheet) => asker.ask(question, sheet, printer.tells_why(case)),
                Err(mistakes) => Answer::invalid(mistakes.clone()),
            };
            answer.work.parse = case.parsing;
            if case.sheet.is_ok() {
                *report += &self.reporter.mistakes(case.site().name(), case.source(), &answer.errors);
            }
            let text = printer.print(case, &answer, report);
            let (exit, fate) = (exit(question, &answer), Fate::Answered(answer.status));
            if self.interrupt.is_heard() {
                // The program ends at once, which giving back every solution would delay.
                std::mem::forget(answer);
            }
            (text, exit, fate)
        })
    }

    /// Looks into the model of every puzzle.
    fn inspect(&self, json: bool, input: &Input, effort: &Effort) -> io::Result<Exit> {
        let models = Models::new();
        let asker = || Asker::new(effort, &self.interrupt.flag, models.solvers());
        self.for_each(input, asker, |asker, case, report| {
            let Ok(sheet) = &case.sheet else { return (Text::None, Exit::Bad, INVALID) };
            let inspection = asker.inspect(sheet);
            let answer = &inspection.answer;
            *report += &self.reporter.mistakes(case.site().name(), case.source(), &answer.errors);
            let text = match json {
                true => Text::Object(inspection.object(case).to_string()),
                false => {
                    Text::Page(format!("{}: {}\n{inspection}", text::heading(case, sheet), sheet.puzzle.kind().name))
                }
            };
            // Several solutions are no fault: nobody asked whether there is one.
            let exit = if answer.status == Status::Many { Exit::Done } else { exit(Question::Solve, answer) };
            (text, exit, Fate::Answered(answer.status))
        })
    }

    /// Writes every puzzle in another format.
    fn convert(&self, to: &str, alphabet: Option<String>, input: &Input) -> io::Result<Exit> {
        if to == mzn::NAME {
            return self.model(input);
        }
        let format = match find_format(self.registry, to) {
            Ok(format) => format,
            Err(message) => return Ok(self.refuse([message])),
        };
        let settings: Vec<_> = alphabet.into_iter().map(|name| ("alphabet".to_owned(), name)).collect();
        self.for_each(
            input,
            || (),
            |(), case, report| {
                let Ok(sheet) = &case.sheet else { return (Text::None, Exit::Bad, INVALID) };
                let tell = |mistakes: &Mistakes| self.reporter.mistakes(case.site().name(), case.source(), mistakes);
                *report += &tell(&sheet.lost_beside(format.extras(), format.name()));
                match format.write(sheet, &settings) {
                    Ok(text) if format.is_line() => (Text::Lines(text), Exit::Done, Fate::Written),
                    Ok(text) => (Text::Page(text), Exit::Done, Fate::Written),
                    Err(mistakes) => {
                        *report += &tell(&mistakes);
                        (Text::None, Exit::Bad, INVALID)
                    }
                }
            },
        )
    }

    /// Writes the model of the puzzle in MiniZinc.
    fn model(&self, input: &Input) -> io::Result<Exit> {
        self.for_each(
            input,
            || (),
            |(), case, report| {
                let Ok(sheet) = &case.sheet else { return (Text::None, Exit::Bad, INVALID) };
                if case.site().index > 0 {
                    let why = "a MiniZinc file holds one model, that of the first puzzle";
                    *report += &self.only_one(case, why, "convert the others by themselves");
                    return (Text::None, Exit::Bad, INVALID);
                }
                match mzn::write(&*sheet.puzzle) {
                    Ok(text) => (Text::Page(text), Exit::Done, Fate::Written),
                    Err(error) => {
                        let mut mistakes = Mistakes::new();
                        mistakes.error(Place::Puzzle, error.to_string());
                        *report += &self.reporter.mistakes(case.site().name(), case.source(), &mistakes);
                        (Text::None, Exit::Bad, INVALID)
                    }
                }
            },
        )
    }

    /// Says, once, why only the first puzzle has its place in what is written.
    fn only_one(&self, case: &Case<'_>, why: &str, help: &str) -> String {
        if case.site().index > 1 {
            return String::new();
        }
        let mut mistakes = Mistakes::new();
        mistakes.error(Place::Puzzle, why).help(help);
        self.reporter.mistakes(case.site().name(), case.source(), &mistakes)
    }

    /// Draws every puzzle as it is, unsolved.
    fn render(&self, style: Style, input: &Input) -> io::Result<Exit> {
        self.for_each(
            input,
            || (),
            |(), case, report| {
                let Ok(sheet) = &case.sheet else { return (Text::None, Exit::Bad, INVALID) };
                let (heading, drawing) = (text::heading(case, sheet), text::unsolved(sheet));
                let text = match style {
                    Style::Text => Text::Page(format!("{heading}\n{}", draw::Text(&drawing))),
                    Style::Html => Text::Figure { figure: html::figure(&heading, &drawing), title: heading },
                    Style::Svg if case.site().index > 0 => {
                        let why = "an SVG document holds one picture, that of the first puzzle";
                        *report +=
                            &self.only_one(case, why, "draw the others by themselves, or all of them with --to html");
                        return (Text::None, Exit::Bad, INVALID);
                    }
                    Style::Svg => {
                        let picture = Svg::new(&drawing);
                        let picture = sheet.title.as_deref().map_or(picture, |title| picture.title(title));
                        Text::Page(picture.to_string())
                    }
                };
                (text, Exit::Done, Fate::Written)
            },
        )
    }

    /// Reads every puzzle of the input and makes something of it, on all threads; what is made is printed in the order of
    /// the input, under what reading found wrong or odd. `worker` makes what a thread keeps for itself.
    fn for_each<W>(
        &self,
        input: &Input,
        worker: impl Fn() -> W + Sync,
        each: impl Fn(&mut W, &Case<'_>, &mut String) -> (Text, Exit, Fate) + Sync,
    ) -> io::Result<Exit> {
        let puzzles = match Puzzles::of(self.registry, input) {
            Ok(puzzles) => puzzles,
            Err(messages) => return Ok(self.refuse(messages)),
        };
        let (batch, settings) = (&input.batch, input.settings());
        let seen = batch.distinct.map(|sameness| Seen::new(self.registry, sameness));
        let progress = Progress::new(batch.quiet, puzzles.bytes(), puzzles.bytes_read());
        let mut output = Output::new(batch, &self.reporter, seen.as_ref(), progress);
        let work = |kept: &mut W, item: Item<'_>| {
            let case = match item {
                Item::Puzzle(text) => text.read(&settings),
                Item::Trouble(trouble) => return Product::trouble(self.reporter.error(&trouble)),
            };
            let site = case.site();
            let mut report = self.reporter.mistakes(site.name(), case.source(), case.mistakes());
            let key = match (&seen, &case.sheet) {
                (Some(seen), Ok(sheet)) => Some((seen.key(sheet), site.clone())),
                _ => None,
            };
            if let (Some(seen), Some((key, site))) = (&seen, &key)
                && !seen.add(*key, site)
                && batch.duplicates == Duplicates::Drop
            {
                return Product { report, text: Text::None, exit: Exit::Done, fate: Some(Fate::Dropped), key: None };
            }
            let (text, exit, fate) = each(kept, &case, &mut report);
            let exit = if case.sheet.is_err() { Exit::Bad } else { exit };
            Product { report, text, exit, fate: Some(fate), key }
        };
        let interrupt = &self.interrupt;
        let result = pool::run(batch.threads(), puzzles, &mut output, interrupt, worker, work, |output, result| {
            let exit = self.status(output.end(result, interrupt.is_heard()));
            std::process::exit(exit.code().into())
        });
        output.end(result, interrupt.is_heard())
    }

    /// Lists kinds and formats, or describes one kind.
    fn kinds(&self, name: Option<&str>) -> io::Result<Exit> {
        let registry = self.registry;
        let mut out = io::stdout().lock();
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
            Err(message) => return Ok(self.refuse([message])),
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

/// The fate of what could not be read or written.
const INVALID: Fate = Fate::Answered(Status::Invalid);

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
