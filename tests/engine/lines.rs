//! A kind of puzzle whose file has a text in place of a grid.

use gridwright::*;

/// A text and where its words stand.
#[derive(Clone, Debug, PartialEq)]
struct Words(String);

impl Puzzle for Words {
    const KIND: Kind = Kind::new("words", "a line of words");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        doc.size(1..=9);
        let line = doc.line("one two");
        if let Some((text, span)) = line {
            let at = text.find("wrong").map(|at| Span { start: span.start + at, end: span.start + at + 5 });
            at.into_iter().for_each(|at| doc.note(Place::Part(0), at));
        }
        doc.finish(|_| Self(line.map_or(String::new(), |(text, _)| text.to_owned())))
    }

    fn write(&self, _doc: &mut Writer<'_>) {}

    fn check(&self, out: &mut Mistakes) {
        if self.0.contains("wrong") {
            out.error(Place::Part(0), "it is wrong");
        }
    }

    fn rules(&self, _model: &mut Model) -> Board {
        Board::new(1, 1)
    }
}

#[test]
fn a_line_is_read_without_what_stands_around_it() {
    let mut registry = Registry::new();
    registry.add::<Words>();
    for text in ["words 3\none  two\n", "  words 3\n\n   one  two   # three\n", "# words\nwords 3\n\tone  two"] {
        let block = registry.stream(text.as_bytes()).next().unwrap().unwrap();
        let sheet = block.read(&[]).unwrap();
        assert_eq!(sheet.puzzle.as_any().downcast_ref::<Words>(), Some(&Words("one  two".to_owned())), "{text}");
        let wrong = text.replace("two", "wrong");
        let block = registry.stream(wrong.as_bytes()).next().unwrap().unwrap();
        let mistakes = block.read(&[]).unwrap_err();
        let Place::Text(span) = mistakes.iter().next().unwrap().place else { panic!("its place is known") };
        assert_eq!(&block.source.text()[span.start..span.end], "wrong");
    }
}
