//! Streams of puzzles, formats recognised by content, and bytes that are no text.

use std::cell::Cell as Shared;
use std::io::Read;

use proptest::prelude::*;

use super::*;

#[test]
fn a_bad_puzzle_does_not_spoil_the_next() {
    let text = "futoshiki 1\n1\n# comment\nfutoshiki x\nrubbish\ncaged 1\nA\nA 1\n";
    let blocks = blocks(text);
    let lines: Vec<_> = blocks.iter().map(|block| (block.source.first_line(), block.read(&[]).is_ok())).collect();
    assert_eq!(lines, [(1, true), (4, false), (6, true)]);
}

/// How many bytes of a text that is repeated without an end are read for the puzzles at these lines.
fn bytes_until(text: &[u8], lines: [usize; 3]) -> usize {
    struct Endless<'a>(&'a [u8], &'a Shared<usize>);
    impl Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Self(text, read) = *self;
            buffer[0] = text[read.get() % text.len()];
            read.set(read.get() + 1);
            Ok(1)
        }
    }
    let registry = registry();
    let read = Shared::new(0);
    let mut stream = registry.stream(io::BufReader::with_capacity(1, Endless(text, &read)));
    for line in lines {
        let block = stream.next().expect("there is no end").expect("nothing fails");
        assert_eq!(block.source.first_line(), line);
        assert!(block.read(&[]).is_ok());
    }
    read.get()
}

#[test]
fn puzzles_come_as_soon_as_the_next_begins() {
    assert_eq!(bytes_until(b"futoshiki 1\n1\n", [1, 3, 5]), 14 * 3 + 12, "no more than the next header is read");
}

#[test]
fn a_puzzle_of_one_line_comes_when_the_line_does() {
    assert_eq!(bytes_until(b"3:\n", [1, 2, 3]), 3 * 3);
}

#[test]
fn files_with_byte_order_marks_may_be_put_together() {
    let blocks = blocks("\u{feff}futoshiki 1\n1\n\u{feff}futoshiki 1\r\n1\r\n");
    assert_eq!(blocks.iter().map(|block| block.read(&[]).is_ok()).collect::<Vec<_>>(), [true, true]);
}

#[test]
fn nothing_is_no_puzzle() {
    assert!(blocks("").is_empty());
    assert!(blocks("\n# only a comment\n\n").is_empty());
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let registry = registry();
    let read = |bytes: &[u8]| -> Vec<_> {
        let shown = registry.stream(bytes).map(|block| {
            let block = block.expect("a slice can be read");
            block.read(&[]).map(|_| ()).map_err(|mistakes| {
                let Some(Place::Text(span)) = mistakes.iter().next().map(|mistake| mistake.place) else {
                    panic!("{mistakes:?} has no place")
                };
                let position = block.source.position(span.start);
                format!("{}:{} {mistakes}", position.line, position.column)
            })
        });
        shown.collect()
    };
    let binary = Err("1:5 this is a binary file: a text holds no zero byte".to_owned());
    assert_eq!(read(b"\x7fELF\0\0futoshiki 1\n1\nfutoshiki 1\n1\n"), [binary]);
    let garbled = Err("2:2 the text is not valid UTF-8".to_owned());
    assert_eq!(read(b"futoshiki 1\n1\xff2\n3\xff\nfutoshiki 1\n1\n"), [garbled, Ok(())]);
    let garbled = Err("1:1 the text is not valid UTF-8".to_owned());
    assert_eq!(read(b"\xff\n\xfe3:\n\n\xff\xff\nfutoshiki 1\n1\n"), [garbled.clone(), Ok(())]);
    assert_eq!(read(b"\xff\n\xff\n\0\n\xff\n"), [garbled]);
}

#[test]
fn an_endless_line_is_cut_off() {
    let registry = registry();
    let mut stream = registry.stream(io::BufReader::new(io::repeat(b'a')));
    let block = stream.next().expect("there is a text").expect("nothing fails");
    let mistakes = block.read(&[]).expect_err("no puzzle is that long");
    assert_eq!(mistakes.to_string(), "the line is too long for a puzzle");
    assert!(stream.next().is_none());
}

#[test]
fn formats_are_recognised_by_content() {
    let text = "# empty boards\n3:\n\nx:\n4:\n";
    let blocks = blocks(text);
    let read: Vec<_> = blocks
        .iter()
        .map(|block| (block.format().map(Format::name), block.source.first_line(), block.read(&[]).is_ok()))
        .collect();
    assert_eq!(read, [(Some("bare"), 2, true), (Some("bare"), 4, false), (Some("bare"), 5, true)]);
}

#[test]
fn a_text_that_fits_no_format_says_what_was_tried() {
    let text = "34 rubbish\nmore\nfutoshiki 1\n1\n";
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 2);
    assert_eq!(
        blocks[0].read(&[]).expect_err("it fits none").to_string(),
        "the text fits no format (tried bare (line 1, column 3: a number and a colon); puzzle (line 1, column 1: a kind of \
         puzzle: futoshiki, caged); name the format with --format: `kinds` lists all)"
    );
    assert_eq!(blocks[1].source.first_line(), 3);
    assert!(blocks[1].read(&[]).is_ok());
}

#[test]
fn a_text_that_fits_two_formats_must_be_told() {
    let mut registry = registry();
    registry.add_format(Twin);
    let formats = |text: &'static str, kind: Option<&'static str>| {
        let stream = registry.stream(text.as_bytes());
        let mut stream = if let Some(kind) = kind { stream.kind(kind) } else { stream };
        let block = stream.next().expect("there is a text").expect("a slice can be read");
        block.format().map(Format::name).ok_or_else(|| block.read(&[]).expect_err("it fits two").to_string())
    };
    let help = " (name the format with --format, or the kind of puzzle with --kind)";
    assert_eq!(formats("3:\n4:\n", None), Err(format!("the text fits several formats: bare, twin{help}")));
    assert_eq!(formats("3:\n", Some("futoshiki")), Ok("bare"));
    assert_eq!(formats("3:\n", Some("caged")), Ok("twin"));
    let stream = registry.stream(&b"3:\n4:\n"[..]);
    let twin = registry.format("twin").expect("it was added");
    let blocks: Vec<_> = stream.format(twin).collect::<io::Result<_>>().expect("a slice can be read");
    assert_eq!(blocks.len(), 1, "twin takes the whole file");
}

/// An input that comes in pieces, of which the first may be none yet, and counts how often it was asked.
struct Pieces<'a> {
    pieces: Vec<io::Result<&'a [u8]>>,
    asked: &'a Shared<usize>,
}

impl<'a> Pieces<'a> {
    /// The pieces of a text that is cut after every so many bytes, with calls that say nothing between them.
    fn cut(text: &'a [u8], length: usize, asked: &'a Shared<usize>) -> Self {
        let pieces = text.chunks(length).flat_map(|piece| [Err(io::ErrorKind::Interrupted.into()), Ok(piece)]);
        Self { pieces: pieces.collect(), asked }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.asked.set(self.asked.get() + 1);
        if self.pieces.is_empty() {
            return Ok(0);
        }
        let piece = self.pieces.remove(0)?;
        let length = piece.len().min(buffer.len());
        buffer[..length].copy_from_slice(&piece[..length]);
        if length < piece.len() {
            self.pieces.insert(0, Ok(&piece[length..]));
        }
        Ok(length)
    }
}

/// What a stream of [`Bare`] lines makes of a text: first line, comments and text of each block, and whether the bytes of
/// the line are at fault.
type Cut = (usize, String, String, bool);

/// The same by plain means, the whole text at once.
fn cut(bytes: &[u8]) -> Vec<Cut> {
    let mut blocks = Vec::new();
    let mut comments = String::new();
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..) {
        let ends = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
        let line = line[..ends].strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line[..ends]);
        let text = String::from_utf8_lossy(line);
        let fault = text.find('\0').into_iter().chain(std::str::from_utf8(line).err().map(|error| error.valid_up_to()));
        let fault = fault.min();
        match text.trim_start().chars().next() {
            None => comments.clear(),
            Some('#') if fault.is_none() => comments += &format!("{}\n", text.trim_start()),
            _ => {
                let shown: String =
                    text.char_indices().take_while(|(at, _)| fault.is_none_or(|f| *at <= f)).map(|(_, c)| c).collect();
                blocks.push((number, std::mem::take(&mut comments), shown + "\n", fault.is_some()));
            }
        }
        if line.contains(&0) {
            break;
        }
    }
    blocks
}

/// Texts of many short lines, whole, broken and odd ones.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    const PARTS: [&[u8]; 14] = [
        b"\n",
        b"\n",
        b"\n",
        b"\r\n",
        b"3:",
        b"12:",
        b"12:\n7:\n",
        b"x",
        b" ",
        b"#",
        b"# \xc3\xa9",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xc2\xa0",
    ];
    let part = prop_oneof![60 => prop::sample::select(PARTS.to_vec()), 1 => Just(&b"\0"[..]), 1 => Just(&b"\r"[..])];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn lines_may_lie_across_the_ends_of_buffers(text in texts(), piece in 1_usize..=20, capacity in 1_usize..=8) {
        let (registry, asked) = (registry(), Shared::new(0));
        let input = io::BufReader::with_capacity(capacity, Pieces::cut(&text, piece, &asked));
        let bare = registry.format("bare").expect("it was added");
        let blocks = registry.stream(input).format(bare).map(|block| {
            let block = block.expect("an interruption is no failure");
            let source = &block.source;
            (source.first_line(), source.comments().to_owned(), source.text().to_owned(), block.format().is_none())
        });
        prop_assert_eq!(blocks.collect::<Vec<Cut>>(), cut(&text));
    }

    #[test]
    fn a_stream_that_is_ready_need_not_read(text in texts(), piece in 1_usize..=200, capacity in 1_usize..=40, known: bool) {
        let (registry, asked) = (registry(), Shared::new(0));
        let mut pieces = Pieces::cut(&text, piece, &asked);
        pieces.pieces.push(Err(io::ErrorKind::Other.into()));
        let mut stream = registry.stream(io::BufReader::with_capacity(capacity, pieces));
        if known {
            stream = stream.format(registry.format("bare").expect("it was added"));
        }
        loop {
            let before = asked.get();
            let is_ready = stream.is_ready();
            prop_assert_eq!(asked.get(), before, "it never reads");
            let next = stream.next();
            prop_assert!(!is_ready || matches!(next, Some(Ok(_))) && asked.get() == before);
            if next.is_none() {
                break;
            }
        }
    }
}

#[test]
fn a_stream_is_ready_where_a_whole_line_was_read() {
    let (registry, asked) = (registry(), Shared::new(0));
    let pieces: [&[u8]; 4] = [b"3:\n4:\n# five\n\n5:\r\n6", b":\n# seven\n", b"7:\n8:\n", b"9:"];
    let input = Pieces { pieces: pieces.map(Ok).into(), asked: &asked };
    let mut stream = registry.stream(io::BufReader::new(input));
    let mut steps = Vec::new();
    loop {
        let is_ready = stream.is_ready();
        let Some(block) = stream.next() else { break };
        steps.push((block.expect("nothing fails").source.first_line(), is_ready, asked.get()));
    }
    assert_eq!(
        steps,
        [(1, false, 1), (2, true, 1), (5, true, 1), (6, false, 2), (8, false, 3), (9, true, 3), (10, false, 5)]
    );
    assert!(!stream.is_ready(), "there is no more");
}

#[test]
fn a_stream_of_puzzles_of_many_lines_is_never_ready() {
    let registry = registry();
    let mut stream = registry.stream(&b"futoshiki 1\n1\nfutoshiki 1\n1\nfutoshiki 1\n1\n"[..]);
    while stream.next().is_some() {
        assert!(!stream.is_ready(), "more lines may belong to the next puzzle");
    }
}

#[test]
fn an_input_that_fails_is_not_asked_again() {
    let (registry, asked) = (registry(), Shared::new(0));
    let failure = || Err(io::ErrorKind::ConnectionReset.into());
    let pieces = vec![Ok(&b"3:\n4"[..]), failure(), Ok(b":\n"), failure()];
    let mut stream = registry.stream(io::BufReader::new(Pieces { pieces, asked: &asked }));
    assert!(stream.next().is_some_and(|block| block.is_ok_and(|block| block.read(&[]).is_ok())));
    assert!(
        stream.next().is_some_and(|block| block.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionReset))
    );
    assert!(!stream.is_ready() && stream.next().is_none());
    assert_eq!(asked.get(), 2);
}

#[test]
fn streams_and_blocks_go_from_thread_to_thread() {
    fn is_send<T: Send>() {}
    is_send::<Stream<'_, Box<dyn io::BufRead + Send>>>();
    is_send::<Block<'_>>();
}
