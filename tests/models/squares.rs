//! All Latin squares of a small order, made without the engine.

/// Every Latin square with the digits 1 to `size`, as its digits in reading order.
pub fn all(size: usize) -> Vec<Vec<i64>> {
    let mut squares = vec![Vec::new()];
    for place in 0..size * size {
        let fits = |square: &[i64], digit: i64| {
            let in_row = square[place - place % size..].contains(&digit);
            !in_row && !square.iter().skip(place % size).step_by(size).any(|&other| other == digit)
        };
        let longer = |square: Vec<i64>| {
            let digits: Vec<i64> = (1..=size as i64).filter(|&digit| fits(&square, digit)).collect();
            digits.into_iter().map(move |digit| [&square[..], &[digit]].concat())
        };
        squares = squares.into_iter().flat_map(longer).collect();
    }
    squares
}

#[test]
fn there_are_as_many_as_the_literature_says() {
    assert_eq!([1, 2, 3, 4].map(|size| all(size).len()), [1, 2, 12, 576]);
}
