//! Combinations against brute force over all multisets of digits, and the tables that players know.

use gridwright::{Error, Limit, Limits};
use gridwright_models::combinations::Combinations;
use gridwright_models::kenken::{Digits, Operation};
use proptest::prelude::*;

/// The whole table.
fn table(combinations: &Combinations) -> Vec<Vec<i64>> {
    let mut table = combinations.table(Limits::none()).expect("small numbers");
    let mut rows = table.rows();
    let all = rows.by_ref().collect::<Result<_, _>>().expect("sound propagators");
    assert!(rows.is_complete());
    all
}

/// All ways to take so many of these digits, repeats included, in dictionary order.
fn multisets(digits: &[i64], cells: usize) -> Vec<Vec<i64>> {
    if cells == 0 {
        return vec![Vec::new()];
    }
    let from = |i: usize| {
        let rest = multisets(&digits[i..], cells - 1);
        rest.into_iter().map(move |rest| [&digits[i..=i], &rest].concat())
    };
    (0..digits.len()).flat_map(from).collect()
}

/// Whether the digits make the target in some order.
fn makes(operation: Operation, digits: &[i64], target: i64) -> bool {
    let ordered = |makes: &dyn Fn(i64, Vec<i64>) -> bool| {
        (0..digits.len()).any(|i| makes(digits[i], [&digits[..i], &digits[i + 1..]].concat()))
    };
    let binary = |makes: &dyn Fn(i64, i64) -> bool| {
        matches!(digits, [_, _]) && (makes(digits[0], digits[1]) || makes(digits[1], digits[0]))
    };
    match operation {
        Operation::Add => digits.iter().sum::<i64>() == target,
        Operation::Multiply => digits.iter().product::<i64>() == target,
        Operation::Subtract => ordered(&|one, others| one - others.iter().sum::<i64>() == target),
        Operation::Divide => ordered(&|one, others| {
            let divisor = others.iter().product::<i64>();
            divisor != 0 && one % divisor == 0 && one / divisor == target
        }),
        Operation::Modulo => binary(&|a, b| b != 0 && a % b == target),
        Operation::Power => binary(&|a, b| match b {
            // One over a power is whole for 1 and -1, and then it is that power.
            0.. => a.pow(b as u32) == target,
            _ => a.abs() == 1 && a.pow(-b as u32) == target,
        }),
        Operation::Or => digits.iter().fold(0, |all, digit| all | digit) == target,
    }
}

/// What the table must be.
fn brute(wanted: &Combinations) -> Vec<Vec<i64>> {
    let Combinations { digits, cells, operation, target, most, must, without } = wanted;
    let times = |list: &[i64], digit: i64| list.iter().filter(|&&other| other == digit).count();
    let fits = |row: &Vec<i64>| {
        row.iter().all(|&digit| times(row, digit) <= *most && !without.contains(&digit))
            && must.iter().all(|&digit| times(row, digit) >= times(must, digit))
            && makes(*operation, row, *target)
    };
    multisets(digits.values(), *cells).into_iter().filter(fits).collect()
}

fn up_to(size: usize, cells: usize, operation: Operation, target: i64) -> Combinations {
    Combinations { digits: Digits::up_to(size), most: cells, ..Combinations::new(cells, operation, target) }
}

/// Combinations of few digits, whose target is that of a random row or any small number.
fn wanted() -> impl Strategy<Value = Combinations> {
    let all = || (-3_i64..=9).collect::<Vec<_>>();
    let digits = prop_oneof![Just((1..=9).collect()), Just((0..=6).collect()), prop::sample::subsequence(all(), 1..=8)];
    (digits, 0_usize..=5, 0_usize..7, prop_oneof![3 => 1_usize..=3, 1 => Just(0), 1 => Just(usize::MAX)]).prop_flat_map(
        |(digits, cells, operation, most)| {
            let some = |most| prop::collection::vec(prop::sample::select(digits.clone()), 0..=most);
            let row = prop::collection::vec(prop::sample::select(digits.clone()), cells);
            let lists = (row, some(2), some(2), any::<[bool; 2]>(), -9_i64..40);
            let digits = digits.clone();
            lists.prop_map(move |(row, must, without, [has_must, from_row], any)| {
                let operation = Operation::ALL[operation];
                let target = (-729..=19_683).find(|&target| makes(operation, &row, target)).filter(|_| from_row);
                Combinations {
                    digits: Digits::new(digits.iter().copied()).expect("a set"),
                    most,
                    must: if has_must { must } else { Vec::new() },
                    without,
                    ..Combinations::new(cells, operation, target.unwrap_or(any))
                }
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn tables_are_those_of_brute_force(wanted in wanted()) {
        prop_assert_eq!(table(&wanted), brute(&wanted));
    }
}

#[test]
fn every_parameter_alone_is_that_of_brute_force() {
    for operation in Operation::ALL {
        for (cells, target) in (0..=4).flat_map(|cells| (-4..=24).map(move |target| (cells, target))) {
            let plain = Combinations::new(cells, operation, target);
            assert_eq!(table(&plain), brute(&plain), "{plain:?}");
            for most in [0, 2, 3, 9] {
                let repeats = Combinations { most, must: vec![2], ..plain.clone() };
                assert_eq!(table(&repeats), brute(&repeats), "{repeats:?}");
            }
            let signed = Combinations { digits: Digits::new(-3..=4).expect("a set"), most: 2, ..plain };
            assert_eq!(table(&signed), brute(&signed), "{signed:?}");
        }
    }
}

#[test]
fn what_players_know_by_heart() {
    let of = |cells, sum| table(&Combinations::new(cells, Operation::Add, sum));
    assert_eq!(of(2, 3), [[1, 2]]);
    assert_eq!(of(2, 17), [[8, 9]]);
    assert_eq!(of(3, 7), [[1, 2, 4]]);
    assert_eq!(of(3, 23), [[6, 8, 9]]);
    assert_eq!(of(4, 29), [[5, 7, 8, 9]]);
    assert_eq!(of(3, 8), [[1, 2, 5], [1, 3, 4]]);
    assert_eq!(of(4, 12), [[1, 2, 3, 6], [1, 2, 4, 5]]);
    assert_eq!(of(9, 45), [[1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    assert_eq!([of(9, 44), of(10, 45), of(2, 2), of(2, 18)], [0; 4].map(|_| Vec::<Vec<i64>>::new()));
    // KenKen: 24× in three cells of a 6x6, 1− in three, 2÷ in two.
    assert_eq!(table(&up_to(6, 3, Operation::Multiply, 24)), [[1, 4, 6], [2, 2, 6], [2, 3, 4]]);
    assert_eq!(table(&up_to(6, 3, Operation::Multiply, 36)), [[1, 6, 6], [2, 3, 6], [3, 3, 4]]);
    let minus = table(&up_to(6, 3, Operation::Subtract, 1));
    assert_eq!(minus, [[1, 1, 3], [1, 2, 4], [1, 3, 5], [1, 4, 6], [2, 2, 5], [2, 3, 6]]);
    assert_eq!(table(&up_to(6, 2, Operation::Divide, 2)), [[1, 2], [2, 4], [3, 6]]);
}

#[test]
fn all_sums_together_have_the_binomial_number() {
    for (cells, expected) in [9, 36, 84, 126, 126, 84, 36, 9, 1].into_iter().enumerate() {
        let of = |sum| table(&Combinations::new(cells + 1, Operation::Add, sum)).len();
        assert_eq!((0..=46).map(of).sum::<usize>(), expected);
    }
    // 20 of 40 digits with a sum of 250 are the partitions of 40 into at most 20 parts of at most 20.
    let many = Combinations { digits: Digits::up_to(40), ..Combinations::new(20, Operation::Add, 250) };
    assert_eq!(table(&many).len(), partitions(40, 20, 20));
    let must = Combinations { must: vec![40], ..many };
    assert_eq!(table(&must).len(), partitions(20, 19, 20));
}

/// The partitions of a number into at most so many parts of at most this size.
fn partitions(number: usize, parts: usize, size: usize) -> usize {
    match (number, parts.min(size)) {
        (0, _) => 1,
        (_, 0) => 0,
        _ => (1..=size.min(number)).map(|largest| partitions(number - largest, parts - 1, largest)).sum(),
    }
}

#[test]
fn a_must_that_cannot_be_leaves_nothing() {
    let nine = Combinations::new(2, Operation::Add, 9);
    for must in [vec![0], vec![5, 5], vec![1, 2, 6], vec![1, 7]] {
        assert!(table(&Combinations { must, ..nine.clone() }).is_empty());
    }
    assert_eq!(table(&Combinations { must: vec![8, 1], ..nine.clone() }), [[1, 8]]);
    let both = Combinations { must: vec![8], without: vec![8], ..nine };
    assert!(table(&both).is_empty());
}

#[test]
fn large_numbers_neither_overflow_nor_run_away() {
    let large = |least: i64, most: i64, operation, target| Combinations {
        digits: Digits::new(least..=most).expect("a set"),
        ..Combinations::new(3, operation, target)
    };
    let (low, high) = ((i64::MIN, i64::MIN + 5), (i64::MAX - 5, i64::MAX));
    for (least, most) in [low, high] {
        for target in [0, 5, i64::MIN, i64::MAX] {
            assert!(table(&large(least, most, Operation::Multiply, target)).is_empty());
            let sum = large(least, most, Operation::Add, target).table(Limits::none());
            assert!(matches!(sum, Err(Error::Constraint { .. })), "{sum:?}");
            for operation in Operation::ALL {
                if let Ok(mut table) = large(least, most, operation, target).table(Limits::none()) {
                    assert!(table.rows().all(|row| row.is_ok()));
                }
            }
        }
    }
    let far = Combinations {
        digits: Digits::new([1, 100_000]).expect("a set"),
        ..Combinations::new(2, Operation::Add, 100_001)
    };
    assert_eq!(table(&far), [[1, 100_000]]);
    let out_of_reach = Combinations { digits: Digits::new([1, i64::MAX]).expect("a set"), ..far };
    assert!(matches!(out_of_reach.table(Limits::none()), Err(Error::Span { .. })));
    // Far more rows than there is room for are no trouble as long as nobody wants them all.
    let mut many = up_to(64, 20, Operation::Add, 600).table(Limits::none()).expect("small numbers");
    assert_eq!(many.rows().take(1_000).filter(|row| row.is_ok()).count(), 1_000);
    let mut few = up_to(64, 20, Operation::Add, 600).table(Limit::nodes(5)).expect("small numbers");
    let mut rows = few.rows();
    assert!(rows.by_ref().count() <= 5);
    assert_eq!((rows.is_complete(), rows.stopped()), (false, Some(Limit::nodes(5))));
}
