//! Tents: every tree has a tent beside it, and no two tents touch.

use std::collections::BTreeMap;

use gridwright::{Board, Cell, Drawing, Kind, Mistakes, Model, Place, Puzzle, Reader, Side, VarId, Writer, sum};

/// A camp whose tents are to be found: each tree has one tent of its own in a cell above, below or beside it; tents do not
/// touch, not even at a corner; numbers at the top and at the left say how many tents a column or a row has. A cell's value
/// is 1 if a tent stands there, else 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tents {
    /// The number of rows.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
    /// The cells with trees.
    pub trees: Vec<Cell>,
    /// The numbers of tents: at which side, in which column or row from 0, how many.
    pub clues: Vec<(Side, usize, i64)>,
}

/// The sides at which numbers stand.
const SIDES: [Side; 2] = [Side::Top, Side::Left];

impl Puzzle for Tents {
    const KIND: Kind = Kind::new("tents", "every tree has a tent beside it, and no two tents touch");

    fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
        let (height, width) = doc.sizes(1..=40, 1..=40);
        doc.finish(|doc| {
            let mut trees = Vec::new();
            for (cell, word) in doc.words("trees", height, width) {
                if word == "T" {
                    trees.push(cell);
                } else {
                    let help = "a tree is `T`, and a cell without one is `.`";
                    doc.mistakes().error(cell, format!("`{word}` is no tree")).help(help);
                }
            }
            let mut clues = Vec::new();
            for side in SIDES {
                clues.extend(doc.outside(side).into_iter().map(|(line, tents)| (side, line, tents)));
            }
            Self { height, width, trees, clues }
        })
    }

    fn write(&self, doc: &mut Writer<'_>) {
        let trees: Vec<(Cell, &str)> = self.trees.iter().map(|&tree| (tree, "T")).collect();
        doc.header((self.height, self.width)).words("trees", self.height, self.width, &trees);
        for side in SIDES {
            let clues = self.clues.iter().filter(|clue| clue.0 == side).map(|&(_, line, tents)| (line, tents));
            doc.outside(side, &clues.collect::<Vec<_>>());
        }
    }

    fn check(&self, out: &mut Mistakes) {
        for &(side, line, tents) in &self.clues {
            if tents < 0 {
                out.error(Place::Outside(side, line), format!("there cannot be {tents} tents"));
            }
        }
    }

    fn rules(&self, m: &mut Model) -> Board {
        let tent = m.grid(self.height, self.width, 0..=1);
        for &(side, line, tents) in &self.clues {
            let line = if side == Side::Top { tent.column(line) } else { tent.row(line) };
            m.post(sum(line).equals(tents));
        }

        // No two tents touch: there is one at most in any four cells around a corner.
        for (Cell { row, column }, _) in tent.cells() {
            let around = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
            let around: Vec<VarId> = around.into_iter().filter_map(|cell| tent.at(cell)).collect();
            m.post(sum(around).at_most(1)).label("touching tents", ());
        }

        // Trees and tents come in pairs. A rope from a tree to a cell beside it is 1 if the tent there is that tree's.
        let mut ropes: BTreeMap<Cell, Vec<VarId>> = BTreeMap::new();
        for &tree in &self.trees {
            m.post(tent[tree].equals(0)).label("tree", format!("in {tree}"));
            let beside: Vec<Cell> = neighbours(tree).filter(|&cell| tent.at(cell).is_some()).collect();
            let mine = m.vars(beside.len(), 0..=1);
            for (cell, &rope) in beside.into_iter().zip(&mine) {
                ropes.entry(cell).or_default().push(rope);
            }
            m.post(sum(mine).equals(1)).label("tree", format!("of {tree}"));
        }
        for (cell, x) in tent.cells() {
            let tied = ropes.remove(&cell).unwrap_or_default();
            m.post(sum(tied).equals(x)).label("tent", format!("in {cell}"));
        }
        tent.into()
    }

    fn draw(&self, on: &mut Drawing) {
        for &tree in &self.trees {
            on.shade([tree]);
            on.write(tree, "♣");
        }
        for &(side, line, tents) in &self.clues {
            on.outside(side, line, tents.to_string());
        }
    }

    fn draw_value(&self, cell: Cell, value: i64, on: &mut Drawing) {
        if value == 1 {
            on.write(cell, "▲");
        }
    }
}

/// The cells above, left, right and below, some of which may be off the board.
fn neighbours(Cell { row, column }: Cell) -> impl Iterator<Item = Cell> {
    let above = row.checked_sub(1).map(|row| Cell::new(row, column));
    let left = column.checked_sub(1).map(|column| Cell::new(row, column));
    above.into_iter().chain(left).chain([Cell::new(row, column + 1), Cell::new(row + 1, column)])
}
