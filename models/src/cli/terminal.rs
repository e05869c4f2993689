//! The terminal on standard error, a little narrower than it is: progress fills its line, and the `^C` that the terminal
//! shows behind it would begin another, so that the one before is never cleared.

use std::io;

use console::Term;
use indicatif::TermLike;

/// As many columns are left free.
const MARGIN: u16 = 3;

/// A terminal with a margin.
#[derive(Debug)]
pub(super) struct Terminal(Term);

impl Terminal {
    pub fn stderr() -> Self {
        Self(Term::buffered_stderr())
    }
}

impl TermLike for Terminal {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(MARGIN)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, s: &str) -> io::Result<()> {
        self.0.write_line(s)
    }

    fn write_str(&self, s: &str) -> io::Result<()> {
        self.0.write_str(s)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
