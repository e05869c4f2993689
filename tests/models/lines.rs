//! Lines of Sudokus: what they say however they are written, and when the next is at hand.

use gridwright::{Cell, Mistakes, Place, Request, Sheet, Source, Span};
use gridwright_models::registry;
use proptest::prelude::*;

/// Reads a line by the line format.
fn read(line: &str, kind: Option<&str>) -> Result<Sheet, Mistakes> {
    let registry = registry();
    let format = registry.format("line").expect("it is known");
    format.read(&Source::new(line, 1), &Request { kind, settings: &[] })
}

/// What was read, with places as they are in the line without the blanks before it.
fn shown(read: Result<Sheet, Mistakes>, blanks: usize) -> String {
    let place = |place: Place| match place {
        Place::Text(Span { start, end }) => Place::Text(Span { start: start - blanks, end: end - blanks }),
        other => other,
    };
    let mistakes = |mistakes: &Mistakes| {
        let shown = mistakes.iter().map(|m| format!("{:?} {m} {:?}", m.severity, place(m.place)));
        shown.collect::<Vec<_>>().join("\n")
    };
    match read {
        Ok(sheet) => format!("{:?} {:?}\n{}", sheet.puzzle, sheet.title, mistakes(&sheet.warnings)),
        Err(wrong) => mistakes(&wrong),
    }
}

/// The cells of a board of this size.
fn board() -> impl Strategy<Value = (usize, Vec<Option<i64>>)> {
    let sizes = prop::sample::select(vec![1_usize, 2, 3, 4, 5, 6, 8, 9, 9, 9, 9]);
    (sizes, 0.0..1.0).prop_flat_map(|(size, density)| {
        let cell = prop::option::weighted(density, 1..=size as i64);
        (Just(size), prop::collection::vec(cell, size * size))
    })
}

fn line(cells: &[Option<i64>], blank: char) -> String {
    cells.iter().map(|cell| cell.map_or(blank.to_string(), |digit| digit.to_string())).collect()
}

fn blank() -> impl Strategy<Value = char> {
    prop::sample::select(".0*_-?Xx".chars().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn a_line_says_what_was_written((size, cells) in board(), blank in blank(), title in "[,; \t]( [a-zé]{1,9}){0,3}|") {
        let sheet = read(&format!("{}{title}\n", line(&cells, blank)), None).expect("all is well");
        let cell = |index: usize| Cell::new(index / size, index % size);
        let givens = cells.iter().enumerate().filter_map(|(index, digit)| Some((cell(index), (*digit)?)));
        prop_assert_eq!(sheet.puzzle.givens(), givens.collect::<Vec<_>>());
        let title = title.trim_matches([',', ';', ' ', '\t']);
        prop_assert_eq!(sheet.title.unwrap_or_default(), title);
        prop_assert!(sheet.warnings.is_empty());
    }

    #[test]
    fn a_title_of_numbers_comes_back((_, cells) in board(), title in "[0-9]{1,2}( [0-9]{1,2}){0,40}") {
        let mut sheet = read(&line(&cells, '.'), None).expect("all is well");
        sheet.title = Some(title.clone());
        let written = registry().format("line").expect("it is known").write(&sheet, &[]).expect("it can be written");
        let again = read(&written, None).expect("what was written can be read");
        prop_assert_eq!(again.title, Some(title));
        prop_assert_eq!(again.puzzle.givens(), sheet.puzzle.givens());
    }

    #[test]
    fn a_small_board_and_numbers_are_no_larger_board(board in "[1.]", numbers in prop::sample::select(vec![15, 35, 80])) {
        let mut sheet = read(&board, None).expect("all is well");
        for title in [vec!["1"; numbers].join(" "), format!("1 {}", "2".repeat(numbers - 3))] {
            sheet.title = Some(title.clone());
            let written = registry().format("line").expect("it is known").write(&sheet, &[]).expect("it can be written");
            prop_assert_eq!(read(&written, None).expect("it can be read").title, Some(title));
        }
    }

    #[test]
    fn one_wrong_character_is_found((size, mut cells) in board(), blank in blank(), at: prop::sample::Index, wrong in "[0-9a-z.*?é+]") {
        let at = at.index(cells.len());
        let wrong = wrong.chars().next().expect("there is one");
        cells[at] = None;
        let text: String = line(&cells, blank).chars().enumerate().map(|(i, c)| if i == at { wrong } else { c }).collect();
        let read = read(&text, None);
        let has_blank = (0..cells.len()).any(|i| i != at && cells[i].is_none());
        let is_digit = wrong.to_digit(10).is_some_and(|digit| (1..=size).contains(&(digit as usize)));
        match read {
            Ok(sheet) if is_digit => prop_assert_eq!(sheet.puzzle.givens().len(), cells.iter().flatten().count() + 1),
            Ok(_) => prop_assert!(wrong == blank || !has_blank && ".0*_-?xX".contains(wrong)),
            Err(mistakes) => {
                let mistake = mistakes.iter().next().expect("one mistake");
                if ".0*_-?xX".contains(wrong) {
                    prop_assert!(has_blank && wrong != blank && mistake.message.contains("in two ways"), "{}", mistakes);
                } else {
                    prop_assert!(!is_digit && mistake.message.contains("is no digit"), "{}", mistakes);
                    let start = text.char_indices().nth(at).map_or(0, |(start, _)| start);
                    prop_assert_eq!(mistake.place, Place::Text(Span { start, end: start + wrong.len_utf8() }));
                }
            }
        }
    }

    #[test]
    fn a_blank_before_a_line_says_nothing(
        (_, cells) in board(),
        blank in blank(),
        spoilt in prop::collection::vec((any::<prop::sample::Index>(), "[0-9a-z.*? ,;\t]{0,2}"), 0..3),
        title in "[,; ]?[0-9a-z]{0,3}",
        killer: bool,
    ) {
        let mut text = line(&cells, blank);
        for (at, with) in spoilt {
            let at = at.index(text.len() + 1);
            text.replace_range(at..(at + 1).min(text.len()), &with);
        }
        text += &title;
        // A row of digits and blanks as long as a board is the board.
        let is_square = |length: usize| length.isqrt().pow(2) == length;
        prop_assume!(!text.starts_with([' ', '\t']) && !is_square(text.len()) | !text.contains(' ') && !is_square(text.len() + 1));
        let kind = killer.then_some("killer");
        prop_assert_eq!(shown(read(&text, kind), 0), shown(read(&format!(" {text}"), kind), 1));
    }
}

#[test]
fn lines_that_were_put_back_are_at_hand() {
    // Lines of 16 cells might be the rows of a large board, so some are read before one is known to be a board.
    let text = "1...2...3...4...\n# two\n\n.2...3.......1..\n4..............1\n".as_bytes();
    let registry = registry();
    let mut stream = registry.stream(std::io::BufReader::with_capacity(1, text));
    let mut ready = Vec::new();
    while let Some(block) = stream.next() {
        assert!(block.expect("nothing fails").read(&[]).is_ok());
        ready.push(stream.is_ready());
    }
    assert_eq!(ready, [true, true, false]);
}
