//! The outline of a group of cells, drawn a little inside its cells.

use std::collections::BTreeSet;

use gridwright::Cell;

/// The way along each side of a cell with the cell on the right hand, and the way into the cell from there: top, right,
/// bottom, left.
const WAYS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The closed lines around a group of cells, each by its corners as (x, y) with cells of side 1, this far inside the cells.
/// Groups that touch at a corner only have lines of their own; holes have one too.
pub(super) fn outlines(cells: &[Cell], inset: f64) -> Vec<Vec<(f64, f64)>> {
    let cells: BTreeSet<(isize, isize)> = cells.iter().map(|cell| (cell.row as isize, cell.column as isize)).collect();
    let moved = |(row, column): (isize, isize), way: usize| (row + WAYS[way % 4].0, column + WAYS[way % 4].1);
    // A side of a cell looks out over the neighbour on its left hand.
    let is_border = |cell, side| cells.contains(&cell) && !cells.contains(&moved(cell, side + 3));
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for start in cells.iter().flat_map(|&cell| (0..4).map(move |side| (cell, side))) {
        let (mut cell, mut side) = start;
        if !is_border(cell, side) || seen.contains(&start) {
            continue;
        }
        let mut corners = Vec::new();
        while seen.insert((cell, side)) {
            let ahead = moved(cell, side);
            let beyond = moved(ahead, side + 3);
            let before = (cell, side);
            if !cells.contains(&ahead) {
                side = (side + 1) % 4;
            } else if cells.contains(&beyond) {
                (cell, side) = (beyond, (side + 3) % 4);
            } else {
                cell = ahead;
                continue;
            }
            corners.push(corner(before, side, inset));
        }
        lines.push(corners);
    }
    lines
}

/// Where the line along a side of a cell turns into one along a side of this kind.
fn corner(((row, column), side): ((isize, isize), usize), then: usize, inset: f64) -> (f64, f64) {
    // The end of the side: it is at the right for the top and right sides, at the bottom for the right and bottom ones.
    let (right, down) = (isize::from(side < 2), isize::from(side == 1 || side == 2));
    let inwards = [side, then].map(|side| WAYS[(side + 1) % 4]);
    let shift = |ways: [isize; 2]| inset * (ways[0] + ways[1]) as f64;
    let x = (column + right) as f64 + shift(inwards.map(|(_, right)| right));
    let y = (row + down) as f64 + shift(inwards.map(|(down, _)| down));
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cells: &[(usize, usize)]) -> Vec<Vec<(f64, f64)>> {
        outlines(&cells.iter().map(|&cell| cell.into()).collect::<Vec<_>>(), 0.25)
    }

    #[test]
    fn one_cell_is_a_square() {
        assert_eq!(of(&[(1, 2)]), [[(2.75, 1.25), (2.75, 1.75), (2.25, 1.75), (2.25, 1.25)]]);
    }

    #[test]
    fn concave_corners_join() {
        // An L whose inner corner is at (1, 1).
        let expected = [(0.75, 0.25), (0.75, 1.25), (1.75, 1.25), (1.75, 1.75), (0.25, 1.75), (0.25, 0.25)];
        assert_eq!(of(&[(0, 0), (1, 0), (1, 1)]), [expected]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_stay_apart_and_holes_have_a_line() {
        assert_eq!(of(&[(0, 0), (1, 1)]).len(), 2);
        let ring: Vec<_> = (0..9).filter(|&i| i != 4).map(|i| (i / 3, i % 3)).collect();
        let lines = of(&ring);
        assert_eq!(lines.len(), 2);
        let mut hole = lines[1].clone();
        hole.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(hole, [(0.75, 0.75), (0.75, 2.25), (2.25, 0.75), (2.25, 2.25)]);
    }
}
