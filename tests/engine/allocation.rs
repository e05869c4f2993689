//! Asking a solver a second time allocates nothing.

use allocation_counter::measure;
use gridwright::*;

#[test]
fn a_second_identical_question_allocates_nothing() {
    let mut m = Model::new();
    let cell = m.grid(6, 6, 1..=6);
    for line in cell.rows().chain(cell.columns()) {
        m.post(all_different(line));
    }
    // Tables of one and of several words.
    let triples: Vec<[i64; 3]> = (0..216).map(|i| [i % 6 + 1, i / 6 % 6 + 1, i / 36 + 1]).collect();
    let odd = triples.iter().filter(|t| t.iter().sum::<i64>() % 2 == 1).copied();
    m.post(table([cell[(0, 0)], cell[(1, 1)], cell[(2, 2)]], odd));
    let few = triples.iter().filter(|t| t.iter().sum::<i64>() == 12).copied();
    m.post(table([cell[(3, 3)], cell[(4, 4)], cell[(5, 5)]], few));
    for brancher in [dom_wdeg(), first_fail(), fullest()] {
        let mut solver = m.compile(Limits::none()).unwrap().solver().branch(brancher);
        let first = solver.prove().unwrap();
        let stats = solver.stats();
        assert!(stats.nodes > 5, "{stats:?}");
        let mut again = None;
        let allocated = measure(|| again = Some(solver.prove()));
        assert_eq!(again, Some(Ok(first)));
        assert_eq!(allocated.count_total, 0, "{allocated:?}");
        solver.count(200).unwrap();
        let allocated = measure(|| drop(solver.count(200)));
        assert_eq!(allocated.count_total, 0, "{allocated:?}");
    }
}
