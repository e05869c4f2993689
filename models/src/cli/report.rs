//! Errors and warnings on standard error: file, line and column, the text underlined, what would be right; and progress.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use gridwright::{Mistake, Mistakes, Place, Position, Severity, Source, Span};

/// How long the progress stands before it is written anew.
const PATIENCE: Duration = Duration::from_millis(200);

/// Lines of more bytes than this are named but not shown.
const LONGEST_LINE: usize = 10_000;

/// Standard error: whether it understands colours, and what it shows of the progress.
#[derive(Debug)]
pub(super) struct Reporter {
    renderer: Renderer,
    /// Whether progress is shown: on a terminal that does not show the answers themselves.
    shows_progress: bool,
    /// When the progress was written last.
    last: Cell<Instant>,
    /// Whether the progress stands on the current line of the terminal.
    stands: Cell<bool>,
}

impl Reporter {
    pub fn new() -> Self {
        let coloured = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            renderer: if coloured { Renderer::styled() } else { Renderer::plain() },
            shows_progress: io::stderr().is_terminal() && !io::stdout().is_terminal(),
            last: Cell::new(Instant::now()),
            stands: Cell::new(false),
        }
    }

    /// Shows how many puzzles are done, once in a while.
    pub fn progress(&self, done: usize) {
        if self.shows_progress && self.last.get().elapsed() >= PATIENCE {
            self.last.set(Instant::now());
            self.stands.set(true);
            let _ = write!(io::stderr().lock(), "\r{done} puzzles");
        }
    }

    /// Clears the line that the progress stands on.
    pub fn clear(&self) {
        if self.stands.replace(false) {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }

    /// Prints the mistakes of a puzzle, each with its place.
    pub fn mistakes(&self, file: &str, source: &Source, mistakes: &Mistakes) {
        for mistake in mistakes {
            self.print(&self.mistake(file, source, mistake));
        }
    }

    /// Prints an error that has no place in a text.
    pub fn error(&self, message: &str) {
        self.print(&self.renderer.render(&[Group::with_title(Level::ERROR.primary_title(message))]));
    }

    /// Prints a remark about a puzzle.
    pub fn note(&self, file: &str, line: usize, message: &str) {
        let origin = Origin::path(file).line(line);
        self.print(&self.renderer.render(&[Level::NOTE.primary_title(message).element(origin)]));
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

    /// Whoever does not listen to standard error misses nothing else.
    fn print(&self, report: &str) {
        self.clear();
        let _ = writeln!(io::stderr().lock(), "{report}");
    }
}
