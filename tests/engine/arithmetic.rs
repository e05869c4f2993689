//! Arithmetic with known answers: roundings, division by 0, numbers beyond 64 bits, sums that are puzzles.

use gridwright::*;

/// The solutions of a model, in order.
fn solutions(m: &Model) -> Vec<Vec<i64>> {
    let mut solver = m.compile(Limits::none()).unwrap().solver();
    let mut found: Vec<Vec<i64>> = solver.solutions().map(|s| s.unwrap().values().to_vec()).collect();
    found.sort();
    found
}

/// The pairs from two domains that an operation leaves; the third variable is the result.
fn pairs<C: Constraint + 'static>(
    x: impl Into<Domain>,
    y: impl Into<Domain>,
    constraint: impl Fn(VarId, VarId) -> C,
) -> Vec<[i64; 2]> {
    let mut m = Model::new();
    let (x, y) = (m.var(x), m.var(y));
    m.post(constraint(x, y));
    solutions(&m).into_iter().map(|s| [s[0], s[1]]).collect()
}

/// All results from -9 to 9 of an operation on constants.
fn results(operation: Operation) -> Vec<i64> {
    let mut m = Model::new();
    let z = m.var(-9..=9);
    m.post(operation.equals(z));
    solutions(&m).concat()
}

#[test]
fn the_exact_ratio_goes_in_either_order_and_leaves_no_rest() {
    let of = |digits: std::ops::RangeInclusive<i64>, ratio: i64| {
        pairs(digits.clone(), digits, |x, y| exact_ratio(x, y).equals(ratio))
    };
    assert_eq!(of(1..=5, 2), [[1, 2], [2, 1], [2, 4], [4, 2]]);
    assert_eq!(of(1..=4, 4), [[1, 4], [4, 1]]);
    assert_eq!(of(1..=5, 0), [[0; 2]; 0]);
    assert_eq!(of(0..=3, 0), [[0, 1], [0, 2], [0, 3], [1, 0], [2, 0], [3, 0]]);
    assert_eq!(of(-2..=2, -2), [[-2, 1], [-1, 2], [1, -2], [2, -1]]);
}

#[test]
fn quotients_and_remainders_by_their_rounding() {
    for (x, y, expected) in [
        (-5, 3, [-1, -2, -2, 1]),
        (5, 3, [1, 1, 2, 2]),
        (5, -3, [-1, -2, 2, -1]),
        (-5, -3, [1, 1, -2, -2]),
        (-4, 4, [-1, -1, 0, 0]),
    ] {
        let of = |y| [div_truncated(x, y), div_floored(x, y), mod_truncated(x, y), mod_floored(x, y)].map(results);
        assert_eq!(of(y), expected.map(|z| vec![z]), "{x} by {y}");
        assert_eq!(of(0), [[0; 0]; 4], "{x} by 0");
    }
}

#[test]
fn truncated_remainders_of_negative_numbers() {
    assert_eq!(pairs([-8, -1], [-8, -7, -2], |a, b| mod_truncated(b, b).equals(a)), [[0; 2]; 0]);
    let by_three = pairs(-3..=3, -3..=3, |x, y| mod_truncated(x, 3).equals(y));
    assert_eq!(by_three, [[-3, 0], [-2, -2], [-1, -1], [0, 0], [1, 1], [2, 2], [3, 0]]);
    let one = pairs(0..=5, -5..=5, |x, y| mod_truncated(x, y).equals(1));
    assert_eq!(one.len(), 16);
    assert!(one.contains(&[1, -5]));
}

#[test]
fn a_quotient_by_zero_or_beyond_64_bits_equals_nothing() {
    assert_eq!(pairs(-1..=1, -9..=9, |d, z| div_truncated(-1, d).equals(z)), [[-1, 1], [1, -1]]);
    assert_eq!(pairs(0, -9..=9, |y, x| div_truncated(2, y).equals(x)), [[0; 2]; 0]);
    let (smallest, largest) = (i64::MIN, i64::MAX - 1..=i64::MAX);
    assert_eq!(pairs(smallest, largest, |x, z| div_truncated(x, -1).equals(z)), [[0; 2]; 0]);
    assert_eq!(pairs(smallest, 0..=5, |x, z| mod_floored(x, -1).equals(z)), [[i64::MIN, 0]]);
}

#[test]
fn powers() {
    let of = |x, y| results(pow(x, y));
    assert_eq!([of(0, 0), of(5, 0), of(-2, 3), of(3, 2)], [[1], [1], [-8], [9]]);
    assert_eq!([of(1, -3), of(-1, -3), of(-1, -2), of(-1, i64::MAX)], [[1], [-1], [1], [-1]]);
    assert_eq!([of(2, -1), of(0, -1), of(2, 64), of(2, i64::MAX)], [[0; 0]; 4]);
}

#[test]
fn a_fixed_variable_is_not_counted_twice() {
    let mut m = Model::new();
    let (a, b, c) = (m.var(1..=2), m.var(1..=2), m.var(3));
    m.post((a + b).equals(c));
    assert_eq!(solutions(&m), [[1, 2, 3], [2, 1, 3]]);
}

#[test]
fn products_of_wide_domains() {
    let unique = |x: std::ops::RangeInclusive<i64>, y, result: i64| {
        let mut m = Model::new();
        let (x, y) = (m.var(x), m.var(y));
        m.post(product([x, y]).equals(result));
        let solution = m.compile(Limits::none()).unwrap().solver().unique().unwrap().expect_unique();
        (solution[x], solution[y])
    };
    assert_eq!(unique(0..=65_535, 0..=65_535, 65_535 * 65_535), (65_535, 65_535));
    assert_eq!(unique(2..=65_000, 60_000..=65_535, 2 * 65_521), (2, 65_521));
    let (power, close) = (1_i64 << 32, -(1_i64 << 31));
    assert_eq!(unique(power..=power + 9, close..=close + 9, i64::MIN), (power, close));
    let far = pairs([1, 10], [1, 10_000], |x, y| product([x, y]).equals(10_000));
    assert_eq!(far, [[1, 10_000]]);
}

#[test]
fn a_sum_beyond_64_bits_is_an_error_and_not_a_no() {
    let mut m = Model::new();
    let x = m.vars(9, 1..=9);
    let cubes: Vec<VarId> = x.iter().map(|_| m.var(1..=729)).collect();
    for (&x, &cube) in x.iter().zip(&cubes) {
        m.post(product([x, x, x]).equals(cube));
    }
    m.post((sum(&cubes) * (1 << 60) + x[0]).equals(0)).label("equation", "of cubes");
    let error = m.compile(Limits::none()).unwrap_err().to_string();
    assert!(error.contains("of cubes") && error.contains("64-bit range"), "{error}");
}

#[test]
fn sums_of_two_cubes() {
    let mut m = Model::new();
    let (a, b) = (m.var(1..=12), m.var(1..=12));
    let (cube_a, cube_b) = (m.var(1..=1728), m.var(1..=1728));
    m.post(pow(a, 3).equals(cube_a));
    m.post(product([b, b, b]).equals(cube_b));
    m.post((cube_a + cube_b).equals(1729));
    m.post(a.less_than(b));
    assert_eq!(solutions(&m), [[1, 12, 1, 1728], [9, 10, 729, 1000]]);
}

#[test]
fn the_smallest_sum_of_three_products_of_all_digits_is_214() {
    let mut m = Model::new();
    let digit = m.vars(9, 1..=9);
    m.post(all_different(&digit));
    let triples: Vec<VarId> = digit
        .chunks(3)
        .map(|triple| {
            let result = m.var(6..=504);
            m.post(product(triple).equals(result));
            m.post(triple[0].less_than(triple[1]));
            m.post(triple[1].less_than(triple[2]));
            result
        })
        .collect();
    m.post(triples[0].at_most(triples[1]));
    m.post(triples[1].at_most(triples[2]));
    m.post(sum(&triples).at_most(214));
    let sums: Vec<i64> = solutions(&m).iter().map(|s| s[9..].iter().sum()).collect();
    assert!(!sums.is_empty() && sums.iter().all(|&sum| sum == 214), "{sums:?}");
}

#[test]
fn send_more_money() {
    for plan in [Plan::Fast, Plan::Explain] {
        let mut m = Model::new();
        let letters = m.vars(8, 0..=9);
        let [s, e, n, d, o, r, y] = [0, 1, 2, 3, 5, 6, 7].map(|i| letters[i]);
        let money = letters[4];
        m.post(all_different(&letters));
        m.post(s.at_least(1));
        m.post(money.at_least(1));
        let number = |word: &[VarId]| word.iter().fold(Expr::from(0), |sum, &letter| sum * 10 + letter);
        m.post((number(&[s, e, n, d]) + number(&[money, o, r, e])).equals(number(&[money, o, n, e, y])));
        let compiled = m.compile_for(plan, Limits::none()).unwrap();
        let solution = compiled.solver().unique().unwrap().expect_unique();
        assert_eq!(letters.iter().map(|&x| solution[x]).collect::<Vec<_>>(), [9, 5, 6, 7, 1, 0, 8, 2]);
    }
}

#[test]
fn a_remainder_lies_below_its_divisor() {
    let mut m = Model::new();
    let (x, y) = (m.var(-1_000_000..=1_000_000), m.var(2..=5));
    let (floored, truncated) = (m.var(-10..=10), m.var(-10..=10));
    m.post(mod_floored(x, y).equals(floored));
    m.post(mod_truncated(x, y).equals(truncated));
    let mut engine = m.compile(Limits::none()).unwrap().engine();
    assert_eq!(engine.fixpoint(&mut Budget::unlimited()), End::Fixpoint);
    assert_eq!((engine.min(floored), engine.max(floored)), (0, 4));
    assert_eq!((engine.min(truncated), engine.max(truncated)), (-4, 4));
}
