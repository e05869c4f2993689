//! The command line tried with any arguments and any input, for fuzzing: no file is read or written, and nothing takes long.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::FromArgMatches;
use gridwright::Registry;

use super::Session;
use super::args::{Arguments, Effort, Input, Verb, command};
use super::interrupt::Interrupt;
use super::report::Reporter;
use super::status::Exit;

/// As long may each puzzle take.
const TIME: Duration = Duration::from_millis(50);

/// As many nodes may its search have.
const NODES: u64 = 200;

/// Runs the command with arguments, the program's name first, on a text in place of whatever files they name; returns the
/// status that the program would end with. What it prints goes to the standard outputs.
///
/// # Errors
/// What is wrong with the arguments, or the help that they ask for.
pub fn rehearse(registry: &Registry, arguments: &[OsString], text: &[u8]) -> Result<u8, String> {
    let mut command = command();
    let found = command.try_get_matches_from_mut(arguments).and_then(|found| Arguments::from_arg_matches(&found));
    let mut verb = found.map_err(|error| error.format(&mut command).render().to_string())?.verb;
    let (input, effort) = parts(&mut verb);
    if let Some(input) = input {
        input.text = Some(text.to_vec());
        input.files.iter_mut().for_each(|file| *file = PathBuf::from("-"));
        input.files.truncate(2);
        input.batch.threads = Some(input.batch.threads.unwrap_or(1).min(2));
    }
    if let Some(effort) = effort {
        effort.time = Some(effort.time.unwrap_or(TIME).min(TIME));
        effort.nodes = Some(effort.nodes.unwrap_or(NODES).min(NODES));
    }
    match &mut verb {
        // It writes files.
        Verb::New { .. } => return Ok(Exit::Done.code()),
        Verb::Combinations(wanted) => {
            wanted.time = wanted.time.min(TIME);
            wanted.nodes = Some(wanted.nodes.unwrap_or(NODES).min(NODES));
        }
        _ => {}
    }
    let session = Session { registry, reporter: Reporter::new(), interrupt: Interrupt::default() };
    Ok(session.status(session.run(verb)).code())
}

/// The parts of a verb that say where its puzzles come from, and how long they may take.
fn parts(verb: &mut Verb) -> (Option<&mut Input>, Option<&mut Effort>) {
    match verb {
        Verb::Solve { input, asking, .. }
        | Verb::Check { input, asking, .. }
        | Verb::Count { input, asking, .. }
        | Verb::Candidates { input, asking, .. } => (Some(input), Some(&mut asking.effort)),
        Verb::Inspect { input, effort, .. } => (Some(input), Some(effort)),
        Verb::Convert { input, .. } | Verb::Render { input, .. } => (Some(input), None),
        Verb::Combinations(_) | Verb::Kinds { .. } | Verb::New { .. } | Verb::Completions { .. } => (None, None),
    }
}
