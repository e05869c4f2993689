//! The lines of an input: its bytes cut into texts, with what is wrong with them.

use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind};

/// The most bytes that a line, and the text of one puzzle, may take.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// The lines of an input, one at a time; some may be put back.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// How many bytes the input holds in its buffer: so long as there is one, looking at them reads no more.
    buffered: usize,
    /// The lines that were put back.
    ahead: VecDeque<Raw>,
    /// How many lines were read.
    count: usize,
    /// Whether there is nothing more to read.
    ended: bool,
}

/// A line of the input without its end, and what is wrong with its bytes.
#[derive(Debug)]
pub(super) struct Raw {
    pub text: String,
    pub number: usize,
    /// What is wrong, and at which byte.
    pub fault: Option<(usize, &'static str)>,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { input, buffered: 0, ahead: VecDeque::new(), count: 0, ended: false }
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Raw>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        if self.ended {
            return Ok(None);
        }
        let bytes = self.read()?;
        if bytes.is_empty() {
            self.ended = true;
            return Ok(None);
        }
        self.count += 1;
        let (line, is_last) = Raw::new(bytes, self.count);
        self.ended = is_last;
        Ok(Some(line))
    }

    /// The bytes up to the end of the line, or one more than a line may have; none at the end of the input.
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let room = MOST_BYTES + 1 - line.len();
            let taken = (&buffer[..buffer.len().min(room)]).read_until(b'\n', &mut line)?;
            self.buffered = buffer.len() - taken;
            self.input.consume(taken);
            if taken == 0 || line.len() > MOST_BYTES || line.ends_with(b"\n") {
                return Ok(line);
            }
        }
    }

    /// Puts lines back in front of what was not read yet.
    pub fn put_back(&mut self, lines: impl IntoIterator<Item = Raw>) {
        self.ahead = lines.into_iter().chain(self.ahead.drain(..)).collect();
    }

    /// Reads no more.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Whether a line that is no comment and not blank can be had without waiting for input; `false` where that is not
    /// plain to see.
    pub fn is_ready(&mut self) -> bool {
        if self.ahead.iter().any(|line| !line.is_between()) {
            return true;
        }
        if self.ended || self.buffered == 0 {
            return false;
        }
        let Ok(mut buffer) = self.input.fill_buf() else { return false };
        while let (line, Ok(length @ 1..)) = (buffer, buffer.skip_until(b'\n')) {
            let Some(line) = line[..length].strip_suffix(b"\n") else { break };
            // Blanks and a byte order mark beyond ASCII may stand for nothing.
            if line.trim_ascii_start().first().is_some_and(|first| first.is_ascii_graphic() && *first != b'#') {
                return true;
            }
        }
        false
    }
}

impl Raw {
    /// A line with its end, and whether nothing sensible follows it.
    fn new(mut bytes: Vec<u8>, number: usize) -> (Self, bool) {
        while bytes.last().is_some_and(|last| b"\r\n".contains(last)) {
            bytes.pop();
        }
        // A byte order mark stands at the start of a file, of which the input may be several.
        if bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        let zero = if bytes.contains(&0) { bytes.iter().position(|&byte| byte == 0) } else { None };
        let too_long = (bytes.len() > MOST_BYTES).then_some(0);
        let ending = zero
            .map(|at| (at, "this is a binary file: a text holds no zero byte"))
            .or(too_long.map(|at| (at, "the line is too long for a puzzle")));
        let (text, garbled) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let fault = (error.utf8_error().valid_up_to(), "the text is not valid UTF-8");
                (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(fault))
            }
        };
        // A place behind a garbled one would be off.
        let fault = match (ending, garbled) {
            (Some((at, message)), Some((garbled, _))) => Some((at.min(garbled), message)),
            (ending, garbled) => ending.or(garbled),
        };
        (Self { text, number, fault }, ending.is_some())
    }

    /// Whether the line, between puzzles, says nothing.
    pub fn is_between(&self) -> bool {
        let line = self.text.trim_start();
        self.fault.is_none() && (line.is_empty() || line.starts_with('#'))
    }
}
