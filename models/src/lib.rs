//! The puzzles of Gridwright.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

use gridwright::Registry;

pub mod binairo;
#[cfg(feature = "cli")]
pub mod cli;
pub mod combinations;
pub mod cryptarithm;
pub mod draw;
pub mod format;
pub mod futoshiki;
pub mod hitori;
pub mod kakurasu;
pub mod kakuro;
pub mod kenken;
pub mod killer;
pub mod latin;
pub mod magic_square;
pub mod nonogram;
pub mod queens;
pub mod skyscrapers;
pub mod star_battle;
pub mod str8ts;
pub mod sudoku;

/// A registry of the puzzles and file formats of this crate.
///
/// ```
/// let registry = gridwright_models::registry();
/// let blocks: Vec<_> = registry.stream(&b"2:b__,d2d2\n"[..]).collect::<Result<_, _>>()?;
/// let sheet = blocks[0].read(&[])?;
/// assert_eq!(registry.write(&sheet), "kenken 2\nA A\nB B\nA 2/\nB 2/\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<kenken::KenKen>().add::<killer::Killer>().add::<latin::Latin>().add::<sudoku::Sudoku>();
    registry.add::<futoshiki::Futoshiki>();
    registry.add::<skyscrapers::Skyscrapers>();
    registry.add::<hitori::Hitori>();
    registry.add::<nonogram::Nonogram>();
    registry.add::<magic_square::MagicSquare>().add::<kakurasu::Kakurasu>();
    registry.add::<str8ts::Str8ts>().add::<kakuro::Kakuro>();
    registry.add::<binairo::Binairo>();
    registry.add::<star_battle::StarBattle>();
    registry.add::<queens::Queens>();
    registry.add::<cryptarithm::Cryptarithm>();
    registry.add_format(format::Keen).add_format(format::Kenny).add_format(format::KenGrid);
    registry.add_format(format::KkList).add_format(format::CoordinateList).add_format(format::IndexGrid);
    registry.add_format(format::ColumnLetters).add_format(format::RowLetters);
    registry.add_format(format::OneBased).add_format(format::ZeroBased);
    registry.add_format(format::CagesJson).add_format(format::BlocksJson);
    registry.add_format(format::SudokuLine).add_format(format::SdkGrid).add_format(format::CandidateLine);
    registry.add_format(format::JigsawLine).add_format(format::SoloId);
    registry.add_format(format::ShortKiller).add_format(format::LongKiller).add_format(format::SumoCue);
    registry.add_format(format::ColourLine);
    registry.add_format(format::EquationLine);
    registry.add_format(format::FPuzzles).add_format(format::FPuzzlesLink).add_format(format::SudokuPad);
    registry.add_format(format::NonFile);
    registry
}
