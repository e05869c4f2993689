//! A 10x10 Latin square with holes: the one completion, and nothing when that is excluded.

use gridwright::testing::Dice;
use gridwright::*;

/// A Latin square that is not cyclic: rows, columns and digits of the cyclic one are shuffled.
fn square(dice: &mut Dice) -> Vec<Vec<i64>> {
    let mut shuffled = || {
        let mut order: Vec<usize> = (0..10).collect();
        (1..10).rev().for_each(|i| order.swap(i, dice.below(i + 1)));
        order
    };
    let (rows, columns, digits) = (shuffled(), shuffled(), shuffled());
    rows.iter().map(|r| columns.iter().map(|c| digits[(r + c) % 10] as i64 + 1).collect()).collect()
}

#[test]
fn without_its_one_completion_a_latin_square_has_none() {
    let mut dice = Dice::new(10);
    let mut unique = 0;
    for round in 0..12 {
        let square = square(&mut dice);
        let mut m = Model::new();
        let cell = m.grid(10, 10, 1..=10);
        for line in cell.rows().chain(cell.columns()) {
            let line = all_different(line);
            m.post(if round % 2 == 0 { line } else { line.domain_consistent() });
        }
        let mut holes = Vec::new();
        for (at, x) in cell.cells() {
            let digit = square[at.row][at.column];
            if dice.below(100) < 35 {
                holes.push(x.differs_from(digit));
            } else {
                m.post(x.equals(digit));
            }
        }
        let answer = m.compile(Limits::none()).unwrap().solver().unique().unwrap();
        let Verdict::Unique(solution) = answer else { continue };
        unique += 1;
        assert_eq!(solution.values(), square.concat());
        m.post(any_of(holes));
        for plan in [Plan::Fast, Plan::Explain] {
            let answer = m.compile_for(plan, Limits::none()).unwrap().solver().unique().unwrap();
            assert!(matches!(answer, Verdict::None), "{plan:?}: {answer:?}");
        }
    }
    assert!(unique >= 3, "only {unique} squares had one completion");
}
