//! Queens of a board of any size, by the column of each row's queen: three all-differents.

use gridwright::{Board, Cell, Kind, Mistakes, Model, Puzzle, Reader, Writer, all_different};

/// As many queens as the board has rows, none of which attacks another.
#[derive(Debug)]
pub struct Queens {
    /// The number of rows, and of columns.
    pub size: usize,
}

impl Puzzle for Queens {
    const KIND: Kind = Kind::new("queens by row", "the columns of queens that do not attack one another");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.size(1..=1000);
        doc.finish(|_| Self { size })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size);
    }

    fn rules(&self, m: &mut Model) -> Board {
        let size = self.size as i64;
        let queens = m.vars(self.size, 1..=size);
        // Two queens on a diagonal agree in column plus row, or in column minus row.
        let rows: Vec<i64> = (0..size).collect();
        let back: Vec<i64> = (0..size).rev().collect();
        m.post(all_different(&queens));
        m.post(all_different(&queens).with_offsets(&rows));
        m.post(all_different(&queens).with_offsets(&back));
        let mut board = Board::new(self.size, 1);
        for (row, &queen) in queens.iter().enumerate() {
            board.set(Cell::new(row, 0), queen);
        }
        board
    }
}
