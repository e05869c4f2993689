//! The portrait of a puzzle: what it is and what follows from it, as a text for snapshot tests.

use crate::ids::VarId;
use crate::limit::{Budget, Limit, Limits};
use crate::model::{Cell, Error, Model, Plan};
use crate::propagate::End;
use crate::puzzle::{AnyPuzzle, Board, Mistake, Mistakes, Place, Registry, Severity, Source, Writer};
use std::fmt;
use std::ops::Deref;

/// More solutions than this are not listed.
const MOST: usize = 8;

/// A search that takes more decisions is given up: the same on every machine, unlike a time.
const NODES: u64 = 1_000_000;

/// A puzzle as the native file writes it, with comments: whether it has one solution, all solutions unless there are more
/// than eight, and the candidates that its rules leave before anything is tried, each rule by itself.
///
/// It holds no time and no count of work, so that it stays true when the engine finds the same answer another way.
///
/// ```
/// # use gridwright::{Atom, Board, Cell, Kind, Mistakes, Model, Puzzle, Reader, Writer, all_different};
/// # #[derive(Debug)]
/// # struct Latin { size: usize, givens: Vec<(Cell, i64)> }
/// # impl Puzzle for Latin {
/// #     const KIND: Kind = Kind::new("latin", "Latin square");
/// #     fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
/// #         let size = doc.size(1..=25);
/// #         doc.finish(|doc| Self { size, givens: doc.values(size, size) })
/// #     }
/// #     fn write(&self, doc: &mut Writer<'_>) {
/// #         doc.header(self.size).values(self.size, self.size, &self.givens);
/// #     }
/// #     fn rules(&self, m: &mut Model) -> Board {
/// #         let cell = m.grid(self.size, self.size, 1..=self.size as i64);
/// #         for line in cell.rows().chain(cell.columns()) {
/// #             m.post(all_different(line));
/// #         }
/// #         cell.into()
/// #     }
/// #     fn givens(&self) -> Vec<(Cell, i64)> {
/// #         self.givens.clone()
/// #     }
/// # }
/// use gridwright::testing::portrait;
/// let puzzle = Latin { size: 2, givens: vec![(Cell::new(0, 0), 2)] };
/// let expected = "\
/// latin 2
/// 2 .
/// . .
/// ## one solution
/// entries:
/// 2 1
/// 1 2
/// ## left by the rules
/// marks:
/// 2 1
/// 1 2
/// ";
/// assert_eq!(portrait(&puzzle).to_string(), expected); // or insta::assert_snapshot!(portrait(&puzzle));
/// ```
pub fn portrait<P: AnyPuzzle + ?Sized>(puzzle: &P) -> Portrait {
    paint(puzzle, None)
}

/// The [`portrait`] of every puzzle in a text, in the formats that a registry knows; of a puzzle that cannot be read, its
/// mistakes with their places. One line pins what a file of sample puzzles, or of wrong ones, says and means:
///
/// ```
/// # use gridwright::Registry;
/// use gridwright::testing::portraits;
/// # let registry = Registry::new();
/// # let text = "what is this?\n";
/// let portraits = portraits(&registry, text); // then insta::assert_snapshot!(portraits);
/// # let expected = "# not read\n# error at line 1, column 1: the text fits no format";
/// # assert!(portraits.starts_with(expected), "{portraits}");
/// ```
pub fn portraits(registry: &Registry, text: &str) -> String {
    let mut pages = Vec::new();
    for block in registry.stream(text.as_bytes()) {
        let block = block.expect("a text in memory can be read");
        pages.push(match block.read(&[]) {
            Ok(sheet) => {
                let portrait = paint(&*sheet.puzzle, sheet.title.as_deref());
                portrait.text + &remarks(&block.source, &sheet.warnings)
            }
            Err(mistakes) => "# not read\n".to_owned() + &remarks(&block.source, &mistakes),
        });
    }
    pages.join("\n")
}

/// Mistakes with their places, each as a comment.
fn remarks(source: &Source, mistakes: &Mistakes) -> String {
    let remark = |mistake: &Mistake| {
        let severity = match mistake.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = match mistake.place {
            Place::Text(span) => {
                let position = source.position(span.start);
                format!(" at line {}, column {}", position.line, position.column)
            }
            _ => String::new(),
        };
        format!("# {severity}{place}: {mistake}\n")
    };
    mistakes.iter().map(remark).collect()
}

fn paint<P: AnyPuzzle + ?Sized>(puzzle: &P, title: Option<&str>) -> Portrait {
    let mut doc = Writer::new(puzzle.kind(), &[]);
    puzzle.write(&mut doc);
    let search = draw(puzzle, &mut doc).unwrap_or_else(|error| {
        doc.comment(&format!("not solved: {error}"));
        String::new()
    });
    Portrait { text: doc.finish(title), search }
}

/// Adds the answers, and returns the line about the search.
fn draw<P: AnyPuzzle + ?Sized>(puzzle: &P, doc: &mut Writer<'_>) -> Result<String, Error> {
    let mut model = Model::new();
    let board = puzzle.rules(&mut model);
    let givens = board.atoms(&puzzle.givens());
    let compiled = model.compile(Limits::none())?;

    let vars = board.vars().map(|(_, x)| x);
    let mut solver = compiled.solver().limit(Limit::nodes(NODES)).assume(givens.iter().copied()).project(vars);
    let mut solutions = solver.solutions();
    let found = solutions.by_ref().take(MOST + 1).collect::<Result<Vec<_>, _>>()?;
    let (stopped, complete) = (solutions.stopped(), solutions.is_complete());
    let mut found: Vec<_> = found.iter().map(|solution| cells(&board, |x| solution[x])).collect();
    found.sort_unstable();
    doc.comment(&match (found.len(), stopped) {
        (n, Some(limit)) => format!("{n} solutions, then stopped by the {limit}"),
        (0, None) => "no solution".into(),
        (1, None) => "one solution".into(),
        (n, None) if complete => format!("{n} solutions"),
        (_, None) => format!("more than {MOST} solutions"),
    });
    // Which solutions come first is up to the search.
    for solution in found.iter().filter(|_| complete) {
        doc.entries(solution);
    }
    let stats = solver.stats();

    let mut engine = compiled.engine_for(Plan::Explain, &mut Budget::unlimited())?;
    let assumed = givens.iter().all(|&given| engine.assume(given).is_ok());
    if assumed && engine.fixpoint(&mut Budget::unlimited()) == End::Fixpoint {
        // Of a variable with very many values there is nothing to show.
        let left = |x| if engine.is_enumerable(x) { engine.values(x).collect() } else { Vec::new() };
        doc.comment("left by the rules").marks(&cells(&board, left));
    } else {
        doc.comment("the rules contradict each other");
    }
    Ok(format!("# {} nodes, {} failures\n", stats.nodes, stats.failures))
}

/// What stands in each cell that has a variable.
fn cells<T>(board: &Board, at: impl Fn(VarId) -> T) -> Vec<(Cell, T)> {
    board.vars().map(|(cell, x)| (cell, at(x))).collect()
}

/// See [`portrait`]. It is a text: print it, compare it, or give it to a snapshot test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portrait {
    text: String,
    /// The line about the search.
    search: String,
}

impl Portrait {
    /// Adds how many decisions and contradictions the search took, which changes with the engine.
    pub fn with_search(mut self) -> Self {
        self.text += &std::mem::take(&mut self.search);
        self
    }
}

impl Deref for Portrait {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Portrait {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Portrait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<Portrait> for String {
    fn from(portrait: Portrait) -> Self {
        portrait.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::all_different;
    use crate::puzzle::{Kind, Puzzle, Reader};

    /// A Latin square, which may have no digits at all.
    #[derive(Debug)]
    struct Latin {
        size: usize,
        givens: Vec<(Cell, i64)>,
    }

    impl Puzzle for Latin {
        const KIND: Kind = Kind::new("latin", "Latin square");

        fn read(doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
            let size = doc.size(1..=25);
            doc.finish(|doc| Self { size, givens: doc.values(size, size) })
        }

        fn write(&self, doc: &mut Writer<'_>) {
            doc.header(self.size).values(self.size, self.size, &self.givens);
        }

        fn rules(&self, m: &mut Model) -> Board {
            let cell = m.grid(self.size, self.size, 1..=self.size as i64);
            for line in cell.rows().chain(cell.columns()) {
                m.post(all_different(line));
            }
            cell.into()
        }

        fn givens(&self) -> Vec<(Cell, i64)> {
            self.givens.clone()
        }
    }

    fn latin(size: usize, givens: &[(usize, usize, i64)]) -> Portrait {
        let givens = givens.iter().map(|&(row, column, v)| (Cell::new(row, column), v)).collect();
        portrait(&Latin { size, givens })
    }

    #[test]
    fn of_a_puzzle_with_several_solutions() {
        insta::assert_snapshot!(latin(3, &[(0, 0, 1), (1, 1, 1)]), @"
        latin 3
        1 . .
        . 1 .
        . . .
        # 2 solutions
        entries:
        1 2 3
        3 1 2
        2 3 1
        entries:
        1 3 2
        2 1 3
        3 2 1
        # left by the rules
        marks:
        1  23 23
        23 1  23
        23 23 1
        ");
    }

    #[test]
    fn of_a_puzzle_with_many_solutions_and_of_one_with_none() {
        let many = latin(3, &[]);
        assert!(many.contains("# more than 8 solutions\n# left by the rules\nmarks:\n123 123 123\n"), "{many}");
        let none = latin(2, &[(0, 0, 1), (0, 1, 1)]);
        assert!(none.ends_with("# no solution\n# the rules contradict each other\n"), "{none}");
    }

    #[test]
    fn of_a_file_with_its_mistakes() {
        let mut registry = Registry::new();
        registry.add::<Latin>();
        let text = "latin 2\ntitle: One\n1 .\n. .\n\nlatin 2\n1 2 3\n";
        insta::assert_snapshot!(portraits(&registry, text), @"
        latin 2
        title: One
        1 .
        . .
        # one solution
        entries:
        1 2
        2 1
        # left by the rules
        marks:
        1 2
        2 1

        # not read
        # error at line 7, column 1: the grid has 1 of its 2 rows
        # error at line 7, column 1: row 1 is 3 wide, not 2 (a row is one word a column, or one word with a character a column)
        ");
        assert_eq!(portraits(&registry, "# nothing\n"), "");
        assert!(portraits(&Registry::new(), text).starts_with("# not read\n# error at line 1, column 1: "));
    }

    #[test]
    fn of_a_puzzle_whose_type_is_erased() {
        let puzzle = Latin { size: 2, givens: vec![(Cell::new(0, 0), 1)] };
        let erased: Box<dyn AnyPuzzle> = Box::new(Latin { size: 2, givens: vec![(Cell::new(0, 0), 1)] });
        assert_eq!(portrait(&*erased), portrait(&puzzle));
    }

    #[test]
    fn with_the_work_that_the_search_took() {
        let one = latin(2, &[(0, 0, 1)]);
        assert!(!one.contains("nodes"));
        assert_eq!(one.clone().with_search().strip_prefix(&*one), Some("# 0 nodes, 0 failures\n"));
    }
}
