//! A constraint engine for puzzles.
//!
//! You write the rules of a puzzle once, as a model: variables with the values that they may take, and constraints over
//! them. From that one model the engine finds solutions, proves that a solution is the only one, counts, says which
//! values take part in any solution, and names the rules that exclude each other where there is none.
//!
//! # A model
//!
//! SEND + MORE = MONEY, each letter a digit of its own:
//!
//! ```
//! use gridwright::{Expr, Limits, Model, Verdict, all_different};
//!
//! let mut m = Model::new();
//! let letters = ["S", "E", "N", "D", "M", "O", "R", "Y"].map(|name| m.named_var(name, 0..=9));
//! let [s, e, n, d, mm, o, r, y] = letters;
//! let number = |digits: &[_]| digits.iter().fold(Expr::from(0), |number, &digit| 10 * number + digit);
//!
//! m.post(all_different(letters));
//! m.post((number(&[s, e, n, d]) + number(&[mm, o, r, e])).equals(number(&[mm, o, n, e, y]))).label("sum", ());
//! for first in [s, mm] {
//!     m.post(first.differs_from(0)).label("leading digit", ());
//! }
//!
//! let compiled = m.compile(Limits::none())?;
//! match compiled.solver().unique()? {
//!     Verdict::Unique(solution) => assert_eq!(letters.map(|x| solution[x]), [9, 5, 6, 7, 1, 0, 8, 2]),
//!     Verdict::Many(one, another) => println!("they differ in {:?}", one.differences(&another).collect::<Vec<_>>()),
//!     Verdict::None => println!("there is no solution"),
//!     Verdict::Stopped(limit) => println!("not known: stopped by the {limit}"),
//! }
//! # Ok::<(), gridwright::Error>(())
//! ```
//!
//! [`Model::post`] only writes down what holds: it neither propagates nor fails. [`Model::compile`] turns the model into
//! propagators, and is where a model that cannot be handled is refused, by the name of the variable or the constraint. A
//! [`Compiled`] model can be shared between threads; each [`Solver`] has an engine of its own.
//!
//! # Questions
//!
//! | [`Solver`] | answers |
//! |---|---|
//! | [`first`](Solver::first) | a solution, or that there is none |
//! | [`unique`](Solver::unique) | the only solution, two different ones, or that there is none |
//! | [`solutions`](Solver::solutions) | an iterator over all solutions, which knows whether it is complete |
//! | [`count`](Solver::count) | the number of solutions up to a bound, and whether these are all |
//! | [`candidates`](Solver::candidates) | the values that each variable takes in some solution |
//! | [`minimise`](Solver::minimise), [`maximise`](Solver::maximise) | the best solution |
//! | [`clash`](Solver::clash) | where there is no solution: a smallest set of rules and givens that exclude each other |
//! | [`propagate`](Solver::propagate) | what propagation alone leaves |
//!
//! Every solution is compared with the meaning of every posted constraint before it is handed out. If a propagator were
//! wrong, the answer would be [`Error::Bug`] with the constraint's name.
//!
//! # Grids and names
//!
//! [`Model::grid`] makes a rectangle of variables. [`Cell`] counts from 0 and prints from 1. Variables and lines of a
//! grid have names by themselves, other constraints get one by [`Post::label`]; names are put together when somebody
//! reads them.
//!
//! ```
//! use gridwright::{Atom, ClashAnswer, Limits, Model, all_different, sum};
//!
//! let mut m = Model::new();
//! let cell = m.grid(3, 3, 1..=3);
//! for line in cell.rows().chain(cell.columns()) {
//!     m.post(all_different(line)); // "row 1", …
//! }
//! m.post(sum([cell[(0, 0)], cell[(1, 0)]]).equals(3)).label("cage", (3, "+")); // "cage 3+ at r1c1"
//!
//! let compiled = m.compile(Limits::none())?;
//! let given = |row, column, value| Atom::eq(cell[(row, column)], value);
//! let mut solver = compiled.solver().assume([given(0, 0, 1), given(1, 1, 2)]);
//! let ClashAnswer::Clash(clash) = solver.clash()? else { panic!("r2c1 and r2c2 would both be 2") };
//! let names: Vec<String> = clash.constraints.iter().map(|&c| compiled.constraint_name(c)).collect();
//! assert_eq!(names, ["row 2", "cage 3+ at r1c1"]);
//! assert_eq!(clash.assumptions.len(), 2);
//! # Ok::<(), gridwright::Error>(())
//! ```
//!
//! What is assumed ([`Solver::assume`]) stands on top of the compiled model, so that all puzzles with the same rules
//! and different givens share one compilation.
//!
//! # Constraints
//!
//! Values are `i64` and arithmetic is checked. Where a constraint takes a result, that is a variable or a number. Every
//! constraint allows repeated variables, fixed ones and empty scopes.
//!
//! | Constructor | holds if |
//! |---|---|
//! | [`all_different`] | the values, each moved by an offset if wanted, are pairwise different |
//! | [`sum`], or `+`, `-` and `*` on variables, then `equals`, `differs_from`, `at_most`, `at_least`, `less_than`, `greater_than` | the linear comparison does |
//! | `x.equals(y)`, `x.less_than(y)` … | two variables, or a variable and an expression, compare so |
//! | [`distinct_sum`] | the values are pairwise different and have this sum |
//! | [`product`] | the product is the result |
//! | [`abs`], [`absolute_difference`] | the absolute value, or difference, is the result |
//! | [`exact_ratio`] | one number is the other times the result, in either order |
//! | [`div_truncated`], [`div_floored`], [`mod_truncated`], [`mod_floored`] | quotient or remainder is the result; never for a divisor of 0 |
//! | [`pow`] | the power is the result |
//! | [`minimum`], [`maximum`] | the smallest or largest value is the result |
//! | [`count`] | as many variables as the result says take a value |
//! | [`global_cardinality`] | each listed value is taken by as many variables as its number, range or variable says |
//! | [`element`] | the entry that an index points at is the result |
//! | [`table`] | the values are one of the listed tuples |
//! | [`regular`] | the values in their order are a word that an [`Automaton`] accepts |
//! | [`connected`] | the active nodes of a graph, such as the shaded cells of a grid, are in one piece |
//! | [`relation`] | a closure says so |
//! | [`increasing`], [`strictly_increasing`] | each variable is at most, or less than, the next |
//! | [`lex_at_most`], [`lex_less`] | one list stands before another in a dictionary, or may equal it |
//! | [`clause`] | at least one of several claims ([`Atom`]) is true |
//! | [`any_of`] | at least one of several constraints does |
//! | `b.iff(c)`, `b.implies(c)` ([`VarId::iff`], [`VarId::implies`]) | the 0/1 variable is 1 exactly if, or only if, the constraint does |
//!
//! # Search, limits and observers
//!
//! A search decides a claim ([`Atom`]), propagates, and tries the negation later. [`Solver::branch`] says what is decided:
//! [`dom_wdeg`] (the default), [`first_fail`], [`input_order`], [`fullest`], [`random_order`], or a [`Brancher`] of your
//! own. [`Solver::restart`] starts over by [`luby`] or [`geometric`] policy; an [`Observer`] is told what happens. One
//! seed gives one trace: nothing depends on time, addresses or threads.
//!
//! A [`Limit`] on time and a [`StopFlag`] hold in compilation, in propagation and in search; limits on nodes and failures
//! bound the search, one on memory bounds the tables that compilation builds. What a limit has stopped is never reported
//! as "no solution".
//!
//! ```
//! use gridwright::{Limit, Limits, Model, StopFlag, all_different, first_fail, luby};
//!
//! let mut m = Model::new();
//! let queens = m.vars(8, 0..=7);
//! let (up, down) = ((0..8).collect::<Vec<i64>>(), (0..8).rev().collect::<Vec<i64>>());
//! m.post(all_different(&queens));
//! m.post(all_different(&queens).with_offsets(&up));
//! m.post(all_different(&queens).with_offsets(&down));
//!
//! let flag = StopFlag::new(); // for another thread or a signal handler
//! let limits = Limits::from(Limit::nodes(100_000)).stopped_by(&flag);
//! let mut solver = m.compile(limits.clone())?.solver().branch(first_fail()).restart(luby(100)).limits(limits);
//! let count = solver.count(1_000)?;
//! assert_eq!((count.n, count.complete), (92, true));
//! # Ok::<(), gridwright::Error>(())
//! ```
//!
//! On `wasm32` there is no clock to read: put one into [`Limits::clock`], or limit nodes instead of time.
//!
//! # What became of a model
//!
//! [`Compiled::describe`] lists variables, constraints, what prunes for each and how large it is; [`Compiled::warnings`]
//! names what is probably a mistake. [`Solver::profiled`] counts and times what each constraint does. With a logger in the
//! program, the level `debug` tells how a search went, `trace` each decision and each contradiction by name.
//!
//! ```
//! use gridwright::{Limits, Model, all_different};
//!
//! let mut m = Model::new();
//! let cell = m.grid(4, 4, 1..=4);
//! for line in cell.rows().chain(cell.rows()) { // the columns are forgotten
//!     m.post(all_different(line));
//! }
//! let compiled = m.compile(Limits::none())?;
//! println!("{}", compiled.describe());
//! let warnings = compiled.warnings(Limits::none());
//! assert!(warnings[0].to_string().starts_with("row 1 is there twice, as constraints 1 and 5"));
//!
//! let mut solver = compiled.solver().profiled();
//! solver.first()?;
//! println!("{}", solver.profile().unwrap_or_default());
//! # Ok::<(), gridwright::Error>(())
//! ```
//!
//! # Writing your own
//!
//! A type that implements [`Puzzle`] has a file format, drawings and the command line from the [`Registry`]; a type that
//! implements [`Constraint`] is posted like any other. The feature `testing` adds a harness that compares a constraint with
//! brute force, and texts of puzzles for snapshot tests. The book in the folder `docs/book` of the repository shows all of
//! it step by step: a first puzzle, its snapshots, a constraint, and how to see why a model is slow. `gridwright new NAME`, of
//! the crate `gridwright-models`, writes a crate to begin with, and `examples/own-puzzle` is one that was written so.
//!
//! # The map
//!
//! The modules are private; what they export is here. Each imports only from the lines above it.
//!
//! | Module | holds |
//! |---|---|
//! | `ids`, `limit`, `domain` | [`VarId`], [`ConstraintId`], [`PropId`], [`Atom`]; [`Limits`], [`Budget`]; [`Domain`] |
//! | `store` | all state that is undone: one arena of words, and the trail, which knows the [`Cause`] of every change; [`Past`] |
//! | `agenda` | who is woken by what, and who runs next; [`Priority`] |
//! | `propagate` | [`Propagator`], the context [`Cx`] that it prunes through, the fixpoint loop |
//! | `engine` | [`Engine`]: store, agenda and propagators of one thread |
//! | `constraint` | [`Constraint`], [`Posting`], and one file or folder for each constraint |
//! | `model` | [`Model`], [`Grid`], [`Label`], and [`Compiled`] under a [`Plan`]; [`Description`] and [`Warning`] |
//! | `search` | [`Solver`], [`Brancher`], [`Observer`], [`Profile`], and the answers |
//! | `explain` | [`Clash`] |
//! | `puzzle` | [`Puzzle`], [`Reader`], [`Writer`], [`Mistakes`], [`Registry`] |
//! | `testing` | the harness; with the feature `testing` |

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod agenda;
mod constraint;
mod domain;
mod engine;
mod explain;
mod ids;
mod limit;
mod model;
mod propagate;
mod puzzle;
mod search;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use agenda::Priority;
pub use constraint::*;
pub use domain::Domain;
pub use engine::{Engine, Oracle};
pub use explain::{Clash, ClashAnswer};
pub use ids::{Atom, ConstraintId, Op, PropId, VarId};
pub use limit::{Budget, Clock, Limit, Limits, StopFlag};
pub use model::{
    Cell, Compiled, ConstraintEntry, DerivedEntry, Description, Detail, Error, Goal, Grid, Label, Model, Plan, Post,
    PropagatorEntry, Suspicion, VariableGroup, Warning,
};
pub use propagate::{Cx, End, Opening, Outcome, Parents, Propagator, Rule, Sentence, Strength, TableSize};
pub use puzzle::{
    AnyPuzzle, Block, Board, Cage, Cages, Clue, Drawing, Extras, Format, Kind, Mistake, Mistakes, Models, OptionSpec,
    Options, Parts, Path, Place, Position, Puzzle, PuzzleKind, PuzzleSolver, Reader, Registry, Request, Settings,
    Severity, Shape, Sheet, Side, Size, Sniff, Solvers, Source, Span, Stream, Stroke, Values, Writer, are_connected,
    are_connected_by,
};
pub use search::{
    Answer, Branch, Brancher, Candidates, Count, Found, Observer, Optimum, Profile, ProfileRow, Restarts, Solution,
    Solutions, Solver, Stats, ValueOrder, Verdict, View, dom_wdeg, first_fail, fullest, geometric, input_order, luby,
    random_order,
};
pub use store::{Author, Cause, Conflict, Events, Failure, Past, Why};

/// The Rust code of the front page, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
