//! Numbers at the ends of 64 bits, in every kind that reads any: a mistake that is named or the truth, never a panic.

use gridwright::testing::Dice;
use gridwright::{Atom, Limit, Limits, Model, Sheet};
use gridwright_models::registry;

/// Numbers around which something may wrap.
const CORNERS: [&str; 12] = [
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "99999999999999999999999",
    "9223372036854775806",
    "4611686018427387904",
    "4294967296",
    "2147483648",
    "65536",
    "1000",
    "0",
    "-1",
];

/// Puzzles in whose text `#` stands for a number.
const PUZZLES: [&str; 24] = [
    "kenken 2\nA A\nB B\nA #+\nB 3+\n",
    "kenken 2\nA A\nB B\nA #-\nB #/\n",
    "kenken 2 operators=+-*/%^|\nA A\nB B\nA #^\nB #%\n",
    "kenken 2 operators=+-*/%^|\nA A\nB B\nA #|\nB #*\n",
    "kenken 2\nA A\nB B\nA #?\nB #\n",
    "kenken 2\nA A\nA B\nA #-\nB #\n",
    "kenken 2 digits=#..#\nA A\nB B\nA #*\nB #+\n",
    "kenken 2 digits=1,#\nA A\nB B\nA #*\nB #+\n",
    "kenken 3 digits=-1,0,1\nA A A\nB B B\nC C C\nA #*\nB #/\nC #-\n",
    "killer 4\nA A A A\nB B B B\nC C C C\nD D D D\nA #\nB 10\nC #\nD 10\n",
    "kakuro 3x3\n\\ #\\ #\\\n\\# . .\n\\# . .\n",
    "skyscrapers 2\n. .\n. .\ntop: # .\nleft: . #\n",
    "nonogram 2\nrows:\n#\n1 #\ncolumns:\n#\n# 1\n",
    "kakurasu 2\nright: # 1\nbottom: 2 #\n",
    "magic-square 3\n# . .\n. 5 .\n. . #\n",
    "latin 2\n# .\n. .\n",
    "sudoku 4\n# . . .\n. . . .\n. . . .\n. . . .\n",
    "futoshiki 2\n. #\n. .\npairs:\nr1c1 < r1c2\n",
    "star-battle 5 stars=#\nA A A B B\nA A B B C\nA A D C C\nD D D C E\nD D D E E\n",
    "cryptarithm\nA + # = B\n",
    "cryptarithm base=#\nA + B = C\n",
    "latin #\n. .\n",
    "kenken #x#\nA\n",
    "latin 2\n. .\n. .\nentries:\n# .\n. .\nmarks:\n1# .\n. .\n",
];

#[test]
fn corners_are_mistakes_or_have_right_answers() {
    let registry = registry();
    let mut dice = Dice::new(64);
    let (mut read, mut refused, mut solved) = (0, 0, 0);
    for text in PUZZLES {
        for round in 0..40 {
            let mut puzzle = String::new();
            for (i, piece) in text.split('#').enumerate() {
                if i > 0 {
                    // At first one corner everywhere, then any.
                    puzzle += CORNERS.get(round).unwrap_or_else(|| dice.pick(&CORNERS));
                }
                puzzle += piece;
            }
            for block in registry.stream(puzzle.as_bytes()) {
                let Ok(sheet) = block.expect("a text can be read").read(&[]) else {
                    refused += 1;
                    continue;
                };
                read += 1;
                solved += usize::from(solve(&sheet, &puzzle));
            }
        }
    }
    assert!(read > 300 && refused > 300 && solved > 20, "{read} are read, {refused} are not, {solved} have a solution");
}

/// Whether a puzzle has a solution; it is checked by what it says itself.
fn solve(sheet: &Sheet, text: &str) -> bool {
    let mut m = Model::new();
    let board = sheet.puzzle.rules(&mut m);
    let Ok(compiled) = m.compile(Limits::none()) else { return false };
    let atoms = sheet.puzzle.givens().into_iter();
    let givens: Vec<_> = atoms.filter_map(|(cell, value)| board.at(cell).map(|x| Atom::eq(x, value))).collect();
    let found = compiled.solver().assume(givens).limit(Limit::nodes(10_000)).first();
    found.unwrap_or_else(|error| panic!("{text}: {error}")).solution().is_some()
}
