//! Kakurasu: cells are shaded so that the weights of their columns and rows make sums.

use gridwright::{Board, Cell, Drawing, Kind, Mistakes, Model, Place, Puzzle, Reader, Side, Writer, weighted_sum};

/// A Kakurasu: in each row the numbers of the columns whose cells are shaded, counted from 1, make the sum at the right,
/// and in each column the numbers of the rows the sum at the bottom.
///
/// In the native file the sums stand under `right:` and `bottom:`, `.` where there is none. A grid of cells that are known
/// may come first: 1 is shaded, 0 is not.
///
/// ```
/// let text = "kakurasu 3\nright: 4 2 3\nbottom: 1 2 4\n";
/// let registry = gridwright_models::registry();
/// let sheet = registry.stream(text.as_bytes()).next().expect("a puzzle")?.read(&[])?;
/// assert_eq!(registry.write(&sheet), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kakurasu {
    /// The numbers of rows and columns.
    pub size: (usize, usize),
    /// The cells that are known: 1 is shaded, 0 is not.
    pub givens: Vec<(Cell, i64)>,
    /// The sums of rows, each with its row from 0.
    pub rows: Vec<(usize, i64)>,
    /// The sums of columns, each with its column from 0.
    pub columns: Vec<(usize, i64)>,
}

impl Puzzle for Kakurasu {
    const KIND: Kind = Kind::new("kakurasu", "shaded cells whose columns and rows make sums");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let size = doc.sizes(1..=64, 1..=64);
        doc.finish(|doc| {
            let givens = doc.givens(size.0, size.1);
            Self { size, givens, rows: doc.outside(Side::Right), columns: doc.outside(Side::Bottom) }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        doc.header(self.size).givens(self.size.0, self.size.1, &self.givens);
        doc.outside(Side::Right, &self.rows).outside(Side::Bottom, &self.columns);
    }

    fn check(&self, out: &mut Mistakes) {
        for &(cell, value) in self.givens.iter().filter(|(_, value)| !(0..=1).contains(value)) {
            out.error(cell, format!("the given {value} at {cell} is neither 1, for shaded, nor 0"));
        }
        let (height, width) = self.size;
        for (side, what, length, sums) in
            [(Side::Right, "row", width, &self.rows), (Side::Bottom, "column", height, &self.columns)]
        {
            let most = (length * (length + 1) / 2) as i64;
            for &(line, sum) in sums.iter().filter(|(_, sum)| !(0..=most).contains(sum)) {
                let message = format!("the sum {sum} of {what} {} is none of 0 to {most}", line + 1);
                out.error(Place::Outside(side, line), message);
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let cell = m.grid(self.size.0, self.size.1, 0..=1);
        for &(row, total) in &self.rows {
            m.post(weighted_sum(cell.row(row), 1..).equals(total));
        }
        for &(column, total) in &self.columns {
            m.post(weighted_sum(cell.column(column), 1..).equals(total));
        }
        cell.into()
    }

    fn givens(&self) -> Vec<(Cell, i64)> {
        self.givens.clone()
    }

    fn draw(&self, on: &mut Drawing) {
        (0..self.size.0).for_each(|row| on.outside(Side::Left, row, (row + 1).to_string()));
        (0..self.size.1).for_each(|column| on.outside(Side::Top, column, (column + 1).to_string()));
        self.rows.iter().for_each(|&(row, sum)| on.outside(Side::Right, row, sum.to_string()));
        self.columns.iter().for_each(|&(column, sum)| on.outside(Side::Bottom, column, sum.to_string()));
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        match value {
            1 => on.shade([cell]),
            _ => on.write(cell, "·"),
        }
    }
}
