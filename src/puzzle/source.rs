//! The text of one puzzle, where it stands in its file, and its lines cut into tokens.

use std::sync::OnceLock;

use super::mistake::Span;

/// The text of one puzzle as it stands in a file: lines end in `\n`, and a span's bytes count from its start.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    comments: String,
    first_line: usize,
    /// The byte at which each line begins, once someone asks.
    starts: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, &self.comments, self.first_line) == (&other.text, &other.comments, other.first_line)
    }
}

impl Eq for Source {}

/// A place in a file as people count it: line and column from 1, a character a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Source {
    /// A text whose first line is this line of its file, from 1.
    pub fn new(text: impl Into<String>, first_line: usize) -> Self {
        Self { text: text.into(), comments: String::new(), first_line, starts: OnceLock::new() }
    }

    /// The same text under these comment lines.
    pub(super) fn with_comments(self, comments: String) -> Self {
        Self { comments, ..self }
    }

    /// The comment lines right before the text, each with its `#`; some formats keep a puzzle's title there.
    pub fn comments(&self) -> &str {
        &self.comments
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of the file at which the text begins, from 1.
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    /// Line and column of a byte in the file.
    pub fn position(&self, byte: usize) -> Position {
        let mut end = byte.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let line = self.line_of(end);
        let before = &self.text[self.starts()[line]..end];
        Position { line: self.first_line + line, column: before.chars().count() + 1 }
    }

    fn starts(&self) -> &[usize] {
        self.starts
            .get_or_init(|| std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The line in which a byte stands, from 0.
    fn line_of(&self, byte: usize) -> usize {
        self.starts().partition_point(|&start| start <= byte) - 1
    }

    /// The span widened to whole lines, without the end of the last.
    pub fn whole_lines(&self, span: Span) -> Span {
        let [first, last] = [span.start, span.end].map(|byte| self.line_of(byte.min(self.text.len())));
        let starts = self.starts();
        let end = starts.get(last + 1).map_or(self.text.len(), |next| next - 1);
        Span { start: starts[first], end }
    }

    /// The lines cut into tokens, without comments and without blank lines.
    pub(super) fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        let mut start = 0;
        for raw in self.text.split_inclusive('\n') {
            let line = Line::cut(raw.trim_end_matches('\n'), start);
            if !line.tokens.is_empty() {
                lines.push(line);
            }
            start += raw.len();
        }
        lines
    }
}

/// A word between blanks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// A line that holds at least one token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub tokens: Vec<Token<'a>>,
    /// The line with its comment, without blanks around it.
    pub raw: Token<'a>,
}

impl<'a> Line<'a> {
    /// The tokens of a line that begins at this byte. A `#` at its start or after a blank begins a comment.
    fn tokens(raw: &'a str, start: usize) -> impl Iterator<Item = Token<'a>> {
        let mut rest = raw;
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with('#') {
                return None;
            }
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let at = start + raw.len() - rest.len();
            let token = Token { text: &rest[..length], span: Span { start: at, end: at + length } };
            rest = &rest[length..];
            Some(token)
        })
    }

    fn cut(raw: &'a str, start: usize) -> Self {
        let indent = raw.len() - raw.trim_start().len();
        let text = raw.trim();
        let span = Span { start: start + indent, end: start + indent + text.len() };
        Self { tokens: Self::tokens(raw, start).collect(), raw: Token { text, span } }
    }

    /// From the first token to the last.
    pub fn span(&self) -> Span {
        Span {
            start: self.tokens.first().map_or(self.raw.span.start, |token| token.span.start),
            end: self.tokens.last().map_or(self.raw.span.end, |token| token.span.end),
        }
    }
}

/// The first token of a line; `None` where it is blank or a comment.
pub(super) fn token(line: &str) -> Option<Token<'_>> {
    Line::tokens(line, 0).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("kenken 4\nA 6× B", 7);
        let at = source.text().find('B').expect("the text holds a B");
        assert_eq!(source.position(at), Position { line: 8, column: 6 });
        assert_eq!(source.position(0), Position { line: 7, column: 1 });
    }

    #[test]
    fn a_comment_begins_after_a_blank_only() {
        let source = Source::new("# all\n a#b\t c # rest\n\n", 1);
        let lines = source.lines();
        assert_eq!(lines.len(), 1);
        let texts: Vec<_> = lines[0].tokens.iter().map(|token| token.text).collect();
        assert_eq!(texts, ["a#b", "c"]);
        assert_eq!(lines[0].tokens[1].span, Span { start: 12, end: 13 });
    }
}
