//! The block structure of Keen and Solo IDs: a partition of a square board as runs of cell sides.
//!
//! The sides between neighbours are listed in one order: first each row's, row by row, then each column's, column by
//! column. A side is an edge where two blocks meet. A letter stands for a run of sides that are no edges (`_` none,
//! `a` one, `b` two, …) and then one edge; a number behind it repeats it; an edge beyond the last side closes the last
//! run. One letter stands for its sides alone, without an edge: that is how a run too long for one letter goes on.

/// The two ways of writing that differ in their longest run, the one without an edge behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `y`, and a number behind a letter repeats it.
    Keen,
    /// `z`, and nothing is repeated.
    Solo,
}

impl Dialect {
    /// The sides of the letter that has no edge behind it.
    fn long_run(self) -> usize {
        match self {
            Self::Keen => 25,
            Self::Solo => 26,
        }
    }
}

/// Where a block structure cannot be read, as an offset in bytes, and why.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BlocksError {
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// The number of sides between neighbours on a square board.
fn sides(size: usize) -> usize {
    2 * size * (size - 1)
}

/// The two cells, in reading order, that meet at a side.
fn neighbours(size: usize, side: usize) -> (usize, usize) {
    let (line, place) = (side % (size * (size - 1)) / (size - 1), side % (size - 1));
    if side < size * (size - 1) {
        (line * size + place, line * size + place + 1)
    } else {
        (place * size + line, (place + 1) * size + line)
    }
}

/// Reads a block structure: for each cell in reading order the block it is in, numbered by first cells.
///
/// In Keen `y` is 25 sides without an edge and `z` is 26 with one, as the game's own reader has it.
pub(crate) fn read(text: &str, size: usize, dialect: Dialect) -> Result<Vec<usize>, BlocksError> {
    let sides = sides(size);
    let error = |offset, message| Err(BlocksError { offset, message });
    let mut first: Vec<usize> = (0..size * size).collect();
    // Sides read so far; the virtual edge at the end counts as one.
    let mut place = 0;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let offset = text.len() - rest.len();
        let run = match letter {
            '_' => 0,
            'a'..='z' => letter as usize - 'a' as usize + 1,
            _ => return error(offset, format!("`{letter}` is no run of sides; they are `_` and `a` to `z`")),
        };
        let digits = match dialect {
            Dialect::Keen => rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
            Dialect::Solo => 0,
        };
        let repeats = match &rest[1..=digits] {
            "" => 1,
            count => count.parse::<usize>().unwrap_or(usize::MAX),
        };
        if repeats == 0 {
            return error(offset + 1, "a run is repeated at least once".to_owned());
        }
        rest = &rest[1 + digits..];
        for _ in 0..repeats {
            let edge = usize::from(run != dialect.long_run());
            if place + run > sides || place + run + edge > sides + 1 {
                let message = format!("the blocks go on after the last of the {sides} sides of this board");
                return error(offset, message);
            }
            for side in place..place + run {
                let (a, b) = neighbours(size, side);
                join(&mut first, a, b);
            }
            place += run + edge;
        }
    }
    if place != sides + 1 {
        let message = format!("the blocks end after {place} of {} edges and other sides", sides + 1);
        return error(text.len(), message);
    }
    let mut numbers = vec![None; size * size];
    let mut next = 0..;
    Ok((0..size * size)
        .map(|cell| {
            let root = root(&first, cell);
            *numbers[root].get_or_insert_with(|| next.next().expect("there are no more blocks than cells"))
        })
        .collect())
}

/// Writes a block structure: `blocks` has for each cell in reading order the block that it is in.
///
/// A block that is not connected comes back as one block a part.
pub(crate) fn write(blocks: &[usize], size: usize, dialect: Dialect) -> String {
    let (long_run, long) = (dialect.long_run(), if dialect == Dialect::Keen { 'y' } else { 'z' });
    let mut letters = Vec::new();
    let mut run = 0;
    for side in 0..=sides(size) {
        if side < sides(size) {
            let (a, b) = neighbours(size, side);
            if blocks[a] == blocks[b] {
                run += 1;
                continue;
            }
        }
        while run >= long_run {
            letters.push(long);
            run -= long_run;
        }
        letters.push(if run == 0 { '_' } else { (b'a' + run as u8 - 1) as char });
        run = 0;
    }
    let mut text = String::new();
    for same in letters.chunk_by(|a, b| a == b) {
        match same.len() {
            more @ 3.. if dialect == Dialect::Keen => text.push_str(&format!("{}{more}", same[0])),
            _ => text.extend(same),
        }
    }
    text
}

/// The smallest cell that a cell is joined with.
fn root(first: &[usize], mut cell: usize) -> usize {
    while first[cell] != cell {
        cell = first[cell];
    }
    cell
}

fn join(first: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(first, a), root(first, b));
    first[a.max(b)] = a.min(b);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Dialect::{Keen, Solo};
    use super::*;

    /// Numbers the connected parts of equal labels by first cells, by flooding.
    fn parts(labels: &[usize], size: usize) -> Vec<usize> {
        let mut number = vec![usize::MAX; size * size];
        let mut next = 0;
        for start in 0..size * size {
            if number[start] != usize::MAX {
                continue;
            }
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                if number[cell] != usize::MAX {
                    continue;
                }
                number[cell] = next;
                let (row, column) = (cell / size, cell % size);
                let mut visit = |inside: bool, neighbour: usize| {
                    if inside && labels[neighbour] == labels[cell] {
                        stack.push(neighbour);
                    }
                };
                visit(row > 0, cell.wrapping_sub(size));
                visit(row + 1 < size, cell + size);
                visit(column > 0, cell.wrapping_sub(1));
                visit(column + 1 < size, cell + 1);
            }
            next += 1;
        }
        number
    }

    #[test]
    fn a_real_structure_reads_as_its_blocks() {
        #[rustfmt::skip]
        let blocks = [
            0, 0, 1, 2, 3,
            4, 4, 1, 2, 3,
            5, 6, 6, 7, 3,
            5, 8, 9, 7, 3,
            8, 8, 9, 10, 10,
        ];
        let text = "a__a_3a_5a_a_a_3b_bac_";
        assert_eq!(read(text, 5, Keen).unwrap(), blocks);
        assert_eq!(write(&blocks, 5, Keen), text);
    }

    #[test]
    fn long_runs_follow_the_readers_letters() {
        // Every row a block: 30 sides without an edge, then 30 edges and the last.
        let rows: Vec<usize> = (0..36).map(|cell| cell / 6).collect();
        assert_eq!(write(&rows, 6, Keen), "ye_30");
        assert_eq!(read("ye_30", 6, Keen).unwrap(), rows);
        // `z` is 26 sides and an edge, so the run ends four sides early and there is one entry too many.
        assert!(read("ze_30", 6, Keen).is_err());
        assert_eq!(read("zc_30", 6, Keen).unwrap().iter().max(), Some(&6));
        // One block of everything: a multiple of 25 leaves a bare edge.
        assert_eq!(write(&[0; 36], 6, Keen), "yyj");
        assert_eq!(write(&[0; 625], 25, Keen), "y48_");
        assert_eq!(read("y48_", 25, Keen).unwrap(), vec![0; 625]);
        assert_eq!((read("_", 1, Keen).unwrap(), write(&[0], 1, Keen)), (vec![0], "_".to_owned()));
    }

    #[test]
    fn mistakes_say_where_they_are() {
        let at = |text, size| read(text, size, Keen).unwrap_err().offset;
        assert_eq!(at("a_?", 2), 2);
        assert_eq!(at("a0", 2), 1);
        assert_eq!(at("_4", 2), 2);
        assert_eq!(at("a_5", 2), 1);
        assert_eq!(at("_4_é", 2), 3);
        assert_eq!(at("a99999999999999999999999", 3), 0);
        assert_eq!(at("", 1), 0);
    }

    proptest! {
        #[test]
        fn reading_what_was_written_gives_the_same_blocks(
            (size, labels) in (1_usize..=25)
                .prop_flat_map(|size| (Just(size), 1_usize..=6))
                .prop_flat_map(|(size, kinds)| (Just(size), prop::collection::vec(0..kinds, size * size)))
        ) {
            let expected = parts(&labels, size);
            for dialect in [Keen, Solo] {
                prop_assert_eq!(&read(&write(&labels, size, dialect), size, dialect).unwrap(), &expected);
                prop_assert_eq!(&read(&write(&expected, size, dialect), size, dialect).unwrap(), &expected);
            }
        }

        #[test]
        fn no_text_makes_reading_panic(text in "[a-z_0-9é]{0,12}", size in 1_usize..=25) {
            let _ = (read(&text, size, Keen), read(&text, size, Solo));
        }
    }
}
