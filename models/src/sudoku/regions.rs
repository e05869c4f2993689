//! The regions of a Sudoku: boxes of one shape, or groups of cells of any shape.

use gridwright::Cell;

/// How a Sudoku's board is divided beside its rows and columns.
///
/// Made by [`boxes`](Self::boxes) or [`of`](Self::of), so that a division into boxes has one form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Regions {
    /// Boxes of so many rows and columns.
    Boxes {
        /// The rows of a box.
        height: usize,
        /// The columns of a box.
        width: usize,
    },
    /// Groups of cells in reading order of their first cells; some cells, or all, may be in none.
    Groups(Vec<Vec<Cell>>),
}

impl Regions {
    /// The boxes that a board of this size has by custom: as high as the largest divisor of the size that is not above its
    /// root, so 2x3 for a board of size 6 and 3x4 for one of size 12.
    ///
    /// ```
    /// use gridwright_models::sudoku::Regions;
    /// assert_eq!(Regions::usual(6), Regions::Boxes { height: 2, width: 3 });
    /// ```
    pub fn usual(size: usize) -> Self {
        let divides = |height: &usize| size.is_multiple_of(*height) && height * height <= size;
        let height = (1..=size).rev().find(divides).unwrap_or(1);
        Self::Boxes { height, width: size / height }
    }

    /// Boxes of so many rows and columns; `None` unless they have as many cells as a row of a board of this size.
    pub fn boxes(size: usize, height: usize, width: usize) -> Option<Self> {
        (height.checked_mul(width) == Some(size)).then_some(Self::Boxes { height, width })
    }

    /// The division into these groups, which may turn out to be boxes.
    pub fn of(size: usize, mut groups: Vec<Vec<Cell>>) -> Self {
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.retain(|group| !group.is_empty());
        groups.sort_unstable();
        let shapes = (1..=size).filter(|&height| size.is_multiple_of(height));
        let mut shapes = shapes.map(|height| Self::Boxes { height, width: size / height });
        shapes.find(|boxes| boxes.cells(size) == groups).unwrap_or(Self::Groups(groups))
    }

    /// The cells of every region of a board of this size, in reading order of their first cells.
    pub fn cells(&self, size: usize) -> Vec<Vec<Cell>> {
        match self {
            Self::Groups(groups) => groups.clone(),
            &Self::Boxes { height, width } => {
                let corners = (0..size).step_by(height).flat_map(|row| (0..size).step_by(width).map(move |c| (row, c)));
                let cells = |(row, column)| rectangle(row, column, height, width);
                corners.map(cells).collect()
            }
        }
    }
}

/// The cells of a rectangle in reading order.
pub(super) fn rectangle(row: usize, column: usize, height: usize, width: usize) -> Vec<Cell> {
    (0..height * width).map(|i| Cell::new(row + i / width, column + i % width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_have_their_usual_shapes() {
        for (size, height, width) in [(1, 1, 1), (4, 2, 2), (6, 2, 3), (7, 1, 7), (8, 2, 4), (12, 3, 4), (16, 4, 4)] {
            assert_eq!(Regions::usual(size), Regions::Boxes { height, width });
            assert_eq!(Regions::boxes(size, height, width), Some(Regions::usual(size)));
        }
        assert_eq!(Regions::boxes(6, 2, 2), None);
    }

    #[test]
    fn groups_that_are_boxes_become_boxes() {
        let mut groups = Regions::Boxes { height: 3, width: 2 }.cells(6);
        assert_eq!(groups[1], [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)].map(Cell::from));
        groups.reverse();
        groups[3].reverse();
        assert_eq!(Regions::of(6, groups.clone()), Regions::Boxes { height: 3, width: 2 });
        let moved = groups[0].pop().unwrap();
        groups[1].push(moved);
        let Regions::Groups(sorted) = Regions::of(6, groups) else { panic!("no boxes") };
        assert!(sorted.iter().all(|group| group.is_sorted()) && sorted.is_sorted());
        assert_eq!(Regions::of(4, vec![vec![]]), Regions::Groups(vec![]));
    }
}
