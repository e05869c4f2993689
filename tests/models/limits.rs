//! Input that is too much: each piece is answered by an error with a place, in memory that does not grow with it.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use gridwright::{Format, Place};
use gridwright_models::registry;

use crate::support::{describe, read_all};

/// The most bytes that the text of one puzzle may take.
const MOST_BYTES: usize = 1 << 20;

/// So many bytes may be in use while a text is read: a few for each byte of the longest one.
const MEMORY: u64 = 200 << 20;

/// Reads the texts of an input, each on its own, and returns the first message of each with the line where it stands.
fn messages(input: impl Read, format: Option<&str>) -> Vec<String> {
    let registry = registry();
    let mut messages = Vec::new();
    let measured = allocation_counter::measure(|| {
        let mut stream = registry.stream(io::BufReader::new(input));
        if let Some(format) = format.and_then(|name| registry.format(name)) {
            stream = stream.format(format);
        }
        for block in stream {
            let block = block.expect("nothing fails");
            let Err(mistakes) = block.read(&[]) else { continue };
            let first = mistakes.errors().next().expect("a reason");
            let line = match first.place {
                Place::Text(span) => block.source.position(span.start).line,
                _ => block.source.first_line(),
            };
            if messages.len() < 5 {
                messages.push(format!("{line}: {}", first.message));
            }
        }
    });
    assert!(measured.bytes_max < MEMORY, "{} bytes", measured.bytes_max);
    messages
}

/// A line again and again, for ever.
fn endless(line: &'static str) -> impl Read {
    struct Endless(&'static [u8], usize);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.0[self.1 % self.0.len()];
                self.1 += 1;
            }
            Ok(buffer.len())
        }
    }
    Endless(line.as_bytes(), 0)
}

/// A text of lines as long as one may be.
fn lines(line: &str) -> String {
    line.repeat(MOST_BYTES / line.len() - 1)
}

#[test]
fn lines_and_texts_without_end_are_cut_off() {
    assert_eq!(messages(endless("a"), None), ["1: the line is too long for a puzzle"]);
    assert_eq!(messages(endless("a").take(5 << 30), Some("line")), ["1: the line is too long for a puzzle"]);
    let [message] = &messages(b"kenken 4\n".chain(endless("A A B B\n")), None)[..] else { panic!("one text") };
    assert!(message.ends_with(": the text is too long for a puzzle"), "{message}");
    assert_eq!(messages(endless("# nothing\n").take(3 << 20), None), [""; 0]);
}

#[test]
fn no_format_looks_at_long_texts_again_and_again() {
    let patterns = [
        "[\n",
        "{\n",
        "[]\n",
        "5\n",
        "25 625\n",
        "a\n",
        "-----\n",
        "1 1 1 1 1\n",
        "\"\n",
        "rows\n",
        ": : :\n",
        "cage\n",
    ];
    let registry = registry();
    let names: Vec<_> = registry.formats().map(Format::name).collect();
    for pattern in patterns {
        let text = lines(pattern);
        for format in std::iter::once(None).chain(names.iter().copied().map(Some)) {
            let start = Instant::now();
            messages(&text.as_bytes()[..text.len() / 64], format);
            // To look at all lines again for each would take minutes.
            let spent = start.elapsed();
            assert!(spent < Duration::from_secs(20), "{pattern:?} as {format:?}: {spent:?}");
        }
    }
}

#[test]
fn a_size_out_of_range_is_an_error_with_its_place() {
    for kind in registry().kinds() {
        for size in ["1000000", "99999999999999999999", "1000000x1000000", "0"] {
            let text = format!("{} {size}\n", kind.name);
            let [(source, Err(mistakes))] = &read_all(&text)[..] else { panic!("{text}") };
            assert!(describe(source, mistakes).contains("Error at 1:"), "{text}: {mistakes}");
        }
    }
}

#[test]
fn huge_numbers_and_options_are_errors() {
    for (text, message) in [
        ("kenken 2 digits=0..9223372036854775807\nA A\nB B\nA 3+\nB 3+\n", "there are more than 1000 digits"),
        ("kenken 2\nA A\nB B\nA 99999999999999999999+\nB 3+\n", "99999999999999999999"),
        ("sudoku 4\n99999999999999999999 . . .\n. . . .\n. . . .\n. . . .\n", "is beyond 64 bits"),
        ("star-battle 4 stars=1000000\nA A A A\nB B B B\nC C C C\nD D D D\n", "`1000000` is no value of option stars"),
    ] {
        let [(source, Err(mistakes))] = &read_all(text)[..] else { panic!("{text}") };
        let told = describe(source, mistakes);
        assert!(told.contains(message), "{told}");
    }
}

#[test]
fn nested_json_is_an_error_and_no_overflow_of_the_stack() {
    let deep = "[".repeat(MOST_BYTES - 100);
    for (format, text) in [
        ("fpuzzles", format!("{{\"size\":9,\"grid\":{deep}")),
        ("cages-json", format!("{{\"target\":1,\"cells\":{deep}")),
        ("cages-json", deep.clone()),
        ("blocks-json", format!("{{\"Blocks\":{deep}")),
    ] {
        let [message] = &messages(text.as_bytes(), Some(format))[..] else { panic!("one text") };
        assert!(message.contains(": the JSON is broken: "), "{message}");
    }
}

#[test]
fn a_link_that_unpacks_to_too_much_is_an_error() {
    let link = format!("https://f-puzzles.com/?load={}\n", lz_str::compress_to_base64(&"[".repeat(1 << 22)));
    assert!(link.len() < 10_000);
    assert_eq!(messages(link.as_bytes(), None), ["1: the link holds no puzzle that can be unpacked"]);
    // Slashes of which each may have been two, in data that is none.
    let link = format!("https://f-puzzles.com/?load={}\n", "N4Ig/".repeat(16) + &"A".repeat(20_000));
    assert_eq!(messages(link.as_bytes(), None), ["1: the link holds no puzzle that can be unpacked"]);
}

#[test]
fn an_expression_may_be_long_but_not_without_end() {
    let sum = vec!["AB"; 100_000].join("+");
    let text = format!("cryptarithm\n{sum}=CD\n");
    for (_, sheet) in read_all(&text) {
        let told = sheet.map(|_| ()).expect_err("too much");
        assert!(told.has_errors());
    }
}

#[test]
fn of_many_mistakes_ten_thousand_are_told() {
    let errors = "kenken 9\n".to_owned() + &"cage 3+ r99c99 r98c98\n".repeat(20_000);
    let [(source, Err(mistakes))] = &read_all(&errors)[..] else { panic!("errors") };
    assert_eq!(mistakes.errors().count(), 10_001);
    let last = mistakes.errors().last().expect("errors");
    assert_eq!(last.message, "there are more than 10000 errors: from here on they are left out");
    let Place::Text(span) = last.place else { panic!("{last} stands nowhere") };
    assert_eq!(source.position(span.start).line, 5_002);
}
