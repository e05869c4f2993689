//! Streams of puzzles, formats recognised by content, and bytes that are no text.

use std::io::Read;

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
    struct Endless<'a>(&'a [u8], &'a std::cell::Cell<usize>);
    impl Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Self(text, read) = *self;
            buffer[0] = text[read.get() % text.len()];
            read.set(read.get() + 1);
            Ok(1)
        }
    }
    let registry = registry();
    let read = std::cell::Cell::new(0);
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
        "the text fits no format (tried puzzle (line 1, column 1: a kind of puzzle: futoshiki, caged); bare (line 1, \
         column 3: a number and a colon); name the format with --format)"
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
