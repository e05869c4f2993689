//! The rules of KenKen as a model.

use std::sync::Arc;

use gridwright::{
    Board, Cage, Clue, Constraint, Model, Scope, VarId, absolute_difference, any_of, exact_ratio, mod_truncated, pow,
    product, relation, sum,
};

use crate::kenken::{KenKen, Operation};

/// Posts that every line holds different digits, and that every cage makes its target.
pub(super) fn rules(puzzle: &KenKen, m: &mut Model) -> Board {
    let cell = m.latin_square(puzzle.size, puzzle.digits.values());
    for Cage { cells, clue } in &puzzle.cages.cages {
        let Some(Clue { number: target, sign }) = *clue else { continue };
        let cells: Scope = cells.iter().map(|&at| cell[at]).collect();
        let operation = sign.and_then(Operation::from_sign);
        let rule = match operation.or((cells.len() == 1).then_some(Operation::Add)) {
            Some(operation) => makes(operation, &cells, target),
            None => {
                let fits = |operation: &Operation| cells.len() == 2 || !operation.is_binary(puzzle.strict);
                let operations = puzzle.operators.iter().filter(fits);
                one_of(operations.flat_map(|operation| ways(operation, &cells, target)).collect())
            }
        };
        m.post_shared(rule).label("cage", (target, operation.map_or("", Operation::sign)));
    }
    cell.into()
}

/// The constraint that an operation makes the target of these cells.
pub(crate) fn makes(operation: Operation, cells: &Scope, target: i64) -> Arc<dyn Constraint> {
    only_way(operation, cells, target).unwrap_or_else(|| one_of(ways(operation, cells, target)))
}

/// The constraint that an operation makes the target of these cells, where the order of the cells does not matter.
fn only_way(operation: Operation, cells: &Scope, target: i64) -> Option<Arc<dyn Constraint>> {
    Some(match (operation, &**cells) {
        (Operation::Add, _) => Arc::new(sum(cells).equals(target)),
        (Operation::Multiply, _) => Arc::new(product(cells).equals(target)),
        (Operation::Or, _) => {
            let or = |digits: &[i64]| digits.iter().fold(0, |all, digit| all | digit);
            Arc::new(relation(cells, move |digits| or(digits) == target))
        }
        (Operation::Subtract, &[a, b]) => Arc::new(absolute_difference(a, b).equals(target.saturating_abs())),
        (Operation::Divide, &[a, b]) => Arc::new(exact_ratio(a, b).equals(target)),
        (Operation::Divide, _) => Arc::new(relation(cells, move |digits| is_quotient(digits, target))),
        _ => return None,
    })
}

/// The constraints of which one holds where an operation makes the target of these cells.
fn ways(operation: Operation, cells: &Scope, target: i64) -> Vec<Arc<dyn Constraint>> {
    if let Some(way) = only_way(operation, cells, target) {
        return vec![way];
    }
    match (operation, &**cells) {
        (Operation::Modulo, &[a, b]) => {
            vec![Arc::new(mod_truncated(a, b).equals(target)), Arc::new(mod_truncated(b, a).equals(target))]
        }
        (Operation::Power, &[a, b]) => vec![Arc::new(pow(a, b).equals(target)), Arc::new(pow(b, a).equals(target))],
        (Operation::Subtract, _) => {
            let one_minus_others =
                |&one: &VarId| Arc::new((2 * one - sum(cells)).equals(target)) as Arc<dyn Constraint>;
            cells.iter().map(one_minus_others).collect()
        }
        _ => Vec::new(),
    }
}

/// The constraint that one of several holds.
pub(crate) fn one_of(mut ways: Vec<Arc<dyn Constraint>>) -> Arc<dyn Constraint> {
    if ways.len() == 1 { ways.remove(0) } else { Arc::new(any_of(ways)) }
}

/// Whether one of the digits is the target times all others, none of which is 0.
fn is_quotient(digits: &[i64], target: i64) -> bool {
    (0..digits.len()).any(|one| {
        let mut others = digits[..one].iter().chain(&digits[one + 1..]);
        let product = others.try_fold(target, |product, &other| product.checked_mul(other).filter(|_| other != 0));
        product == Some(digits[one])
    })
}
