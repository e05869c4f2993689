//! Writing the native file in its canonical form.

use std::fmt::Write as _;

use super::Sheet;
use super::cages::Cages;
use super::kind::Kind;
use crate::model::Cell;

/// The size of a board: rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(usize, usize);

impl From<usize> for Size {
    fn from(side: usize) -> Self {
        Self(side, side)
    }
}

impl From<(usize, usize)> for Size {
    fn from((height, width): (usize, usize)) -> Self {
        Self(height, width)
    }
}

/// Writes one puzzle as a native file; the counterpart of [`Reader`](super::Reader).
///
/// The first grid that a kind writes stands right under the header; others stand under their names.
#[derive(Debug)]
pub struct Writer {
    kind: Kind,
    reserved: Vec<&'static str>,
    header: String,
    body: String,
}

impl Writer {
    pub(super) fn new(kind: Kind, kinds: Vec<&'static str>) -> Self {
        Self { kind, reserved: kinds, header: kind.name.to_owned(), body: String::new() }
    }

    /// The size of the board, a number or rows and columns.
    pub fn header(&mut self, size: impl Into<Size>) -> &mut Self {
        let Size(height, width) = size.into();
        let _ = match height == width {
            true => write!(self.header, " {height}"),
            false => write!(self.header, " {height}x{width}"),
        };
        self
    }

    /// The value of an option; nothing is written where it is the default.
    pub fn option(&mut self, name: &str, value: &str) -> &mut Self {
        if !self.kind.options.iter().any(|spec| spec.name == name && spec.default == value) {
            let _ = write!(self.header, " {name}={value}");
        }
        self
    }

    /// A grid of values: the givens.
    pub fn values(&mut self, height: usize, width: usize, values: &[(Cell, i64)]) -> &mut Self {
        let _ = (height, width, values);
        self
    }

    /// Cages with their targets.
    pub fn cages(&mut self, height: usize, width: usize, cages: &Cages) -> &mut Self {
        let _ = (height, width, cages);
        self
    }

    /// Regions of a board that is divided into them.
    pub fn regions(&mut self, height: usize, width: usize, regions: &[Vec<Cell>]) -> &mut Self {
        let _ = (height, width, regions);
        self
    }

    /// Pairs of cells with a sign between them.
    pub fn pairs(&mut self, sign: &str, pairs: &[(Cell, Cell)]) -> &mut Self {
        let _ = (sign, pairs);
        self
    }

    pub(super) fn finish(self, sheet: &Sheet) -> String {
        let _ = (sheet, self.reserved);
        self.header + &self.body
    }
}
