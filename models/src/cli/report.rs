//! Errors and warnings on standard error: file, line and column, the text underlined, what would be right; and progress.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use gridwright::{Mistake, Mistakes, Place, Position, Severity, Source, Span};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use super::terminal::Terminal;

/// How often a second the progress is drawn at most.
const RATE: u8 = 5;

/// Lines of more bytes than this are named but not shown.
const LONGEST_LINE: usize = 10_000;

/// What is told on standard error, as texts: whoever has them prints them in the order of the puzzles.
#[derive(Debug)]
pub(super) struct Reporter {
    renderer: Renderer,
}

impl Reporter {
    pub fn new() -> Self {
        let coloured = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { renderer: if coloured { Renderer::styled() } else { Renderer::plain() } }
    }

    /// The mistakes of a puzzle, each with its place.
    pub fn mistakes(&self, file: &str, source: &Source, mistakes: &Mistakes) -> String {
        let mut text = String::new();
        for mistake in mistakes {
            text += &self.mistake(file, source, mistake);
            text.push('\n');
        }
        text
    }

    /// An error that has no place in a text.
    pub fn error(&self, message: &str) -> String {
        self.renderer.render(&[Group::with_title(Level::ERROR.primary_title(message))]) + "\n"
    }

    /// A warning that has no place in a text.
    pub fn warning(&self, message: &str) -> String {
        self.renderer.render(&[Group::with_title(Level::WARNING.primary_title(message))]) + "\n"
    }

    /// A remark about a puzzle.
    pub fn note(&self, file: &str, line: usize, message: &str) -> String {
        let origin = Origin::path(file).line(line);
        self.renderer.render(&[Level::NOTE.primary_title(message).element(origin)]) + "\n"
    }

    fn mistake(&self, file: &str, source: &Source, mistake: &Mistake) -> String {
        let level = match mistake.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(&mistake.message);
        let mut group = match mistake.place {
            Place::Text(span) => {
                // The lines of the span alone: the rest of a long text need not be looked at.
                let Span { start, end } = source.whole_lines(span);
                let Position { line, column } = source.position(span.start);
                if end - start > LONGEST_LINE {
                    title.element(Origin::path(file).line(line).char_column(column))
                } else {
                    let underlined = AnnotationKind::Primary.span(span.start - start..span.end - start);
                    let snippet = Snippet::source(&source.text()[start..end]).path(file).line_start(line);
                    title.element(snippet.annotation(underlined))
                }
            }
            _ => title.element(Origin::path(file).line(source.first_line())),
        };
        if let Some(help) = &mistake.help {
            group = group.element(Level::HELP.message(help));
        }
        self.renderer.render(&[group])
    }
}

/// Prints a report. Whoever does not listen to standard error misses nothing else.
pub(super) fn print(report: &str) {
    let _ = io::stderr().lock().write_all(report.as_bytes());
}

/// The progress, on a terminal that does not show the answers themselves.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    read: Arc<AtomicU64>,
}

impl Progress {
    /// The progress of reading so many bytes, if that is known; `read` counts them.
    pub fn new(quiet: bool, bytes: Option<u64>, read: Arc<AtomicU64>) -> Self {
        let shown = !quiet && io::stderr().is_terminal() && !io::stdout().is_terminal();
        let target = match shown {
            true => ProgressDrawTarget::term_like_with_hz(Box::new(Terminal::stderr()), RATE),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(bytes, target);
        let template = if bytes.is_some() { "{bar:30} {percent:>3}% {msg}, {eta} left" } else { "{spinner} {msg}" };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style);
        Self { bar: bar.with_finish(ProgressFinish::AndClear), read }
    }

    /// Shows how many puzzles are done.
    pub fn show(&self, done: u64) {
        if !self.bar.is_hidden() {
            let rate = done as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
            self.bar.set_message(format!("{done} puzzles, {rate:.0} a second"));
            self.bar.set_position(self.read.load(Ordering::Relaxed));
        }
    }

    /// Prints a report above the progress.
    pub fn print(&self, report: &str) {
        self.bar.suspend(|| print(report));
    }

    /// Clears the progress.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
