//! What the weaving makes of small sources, and which mutants a seed draws.

use crate::mutant::{Mutant, choose, is_whole, read};
use crate::weave::{Woven, weave};

/// A mutant of a source, at the first place of a text.
fn mutant(id: u32, source: &str, genre: &str, place: &str, replacement: &str) -> Mutant {
    let start = source.find(place).expect("the place occurs");
    let position = |at: usize| {
        let before = &source[..at];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
    };
    Mutant {
        id,
        file: "src/store.rs".into(),
        genre: genre.into(),
        name: format!("src/store.rs:1:1: replace {place} with {replacement}"),
        replacement: replacement.into(),
        returns: String::new(),
        span: [position(start), position(start + place.len())],
    }
}

fn woven(source: &str, mutants: &[Mutant]) -> Woven {
    let woven = weave(source, &mutants.iter().collect::<Vec<_>>()).expect("the source can be read");
    syn::parse_file(&woven.text).expect("what was woven can be read");
    woven
}

#[test]
fn several_changes_of_one_operator_share_a_switch() {
    let source = "fn less(a: i64, b: i64) -> bool { /* ≤ */ a < b + 1 }";
    let mutants = [mutant(1, source, "BinaryOperator", "<", "<="), mutant(2, source, "BinaryOperator", "<", "==")];
    assert_eq!(
        woven(source, &mutants).text,
        "fn less(a: i64, b: i64) -> bool { /* ≤ */ \
         (match crate::mutant::at(&[1, 2]) { 0 => (a < b + 1), 1 => ((a) <= (b + 1)), _ => ((a) == (b + 1)), }) }"
    );
}

#[test]
fn inner_switches_stand_where_nothing_is_changed() {
    let source = "fn double(a: i64) -> i64 { a * 2 }";
    let mutants = [mutant(1, source, "FnValue", "a * 2", "0"), mutant(2, source, "BinaryOperator", "*", "/")];
    let woven = woven(source, &mutants);
    assert_eq!(
        woven.text,
        "fn double(a: i64) -> i64 { match crate::mutant::at(&[1]) { \
         0 => { (match crate::mutant::at(&[2]) { 0 => (a * 2), _ => ((a) / (2)), }) }, _ => { 0 }, } }"
    );
    let changed: Vec<_> = woven.regions.iter().filter(|region| region.changed).collect();
    let texts: Vec<&str> = changed.iter().map(|region| &woven.text[region.range.clone()]).collect();
    assert_eq!(texts, ["((a) / (2))", "{ 0 }"]);
    assert_eq!(changed.iter().map(|region| region.ids[0]).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn an_arm_is_switched_by_its_guard() {
    let source = "fn sign(a: i64) -> i64 { match a { 0 => 0, x if x > 0 => 1, _ => -1 } }";
    let mutants = [
        mutant(1, source, "MatchArm", "0 =>", ""),
        mutant(2, source, "MatchArm", "x if", ""),
        mutant(3, source, "MatchArmGuard", "x > 0", "true"),
        mutant(4, source, "UnaryOperator", "-1", ""),
    ];
    assert_eq!(
        woven(source, &mutants).text,
        "fn sign(a: i64) -> i64 { match a { 0 if crate::mutant::at(&[1]) == 0 => 0, \
         x if crate::mutant::at(&[2]) == 0 && ((match crate::mutant::at(&[3]) { 0 => (x > 0), _ => true, })) => 1, \
         _ => (match crate::mutant::at(&[4]) { 0 => (-1), _ => (1), }) } }"
    );
}

#[test]
fn a_field_is_taken_from_the_rest() {
    let source = "fn two() -> Pair { Pair { a: 1, ..Pair::default() } }";
    let mutants = [mutant(1, source, "StructField", "a: 1", "")];
    assert_eq!(
        woven(source, &mutants).text,
        "fn two() -> Pair { Pair { a: (match crate::mutant::at(&[1]) { 0 => (1), \
         _ => { let Pair { a: replaced, .. } = Pair::default(); replaced }, }), ..Pair::default() } }"
    );
}

#[test]
fn iterators_of_several_types_become_one() {
    let source = "fn none() -> impl Iterator<Item = u8> { [].into_iter() }";
    let body = "[].into_iter()";
    let mut mutants = [mutant(1, source, "FnValue", body, "empty()"), mutant(2, source, "FnValue", body, "once(0)")];
    for mutant in &mut mutants {
        mutant.returns = "-> impl Iterator<Item = u8>".into();
    }
    assert_eq!(
        woven(source, &mutants).text,
        "fn none() -> impl Iterator<Item = u8> { match crate::mutant::at(&[1, 2]) { \
         0 => crate::mutant::Either::Left({ [].into_iter() }), \
         1 => crate::mutant::Either::Right(crate::mutant::Either::Left(empty())), \
         _ => crate::mutant::Either::Right(crate::mutant::Either::Right(once(0))), } }"
    );
}

#[test]
fn constant_functions_lose_the_word_and_let_chains_stay() {
    let source = "const fn next(a: u8) -> u8 { a + 1 } fn f(a: Option<u8>) { if let Some(b) = a && b > 1 {} }";
    let mutants = [mutant(1, source, "BinaryOperator", "+", "-"), mutant(2, source, "BinaryOperator", "&&", "||")];
    let woven = woven(source, &mutants);
    assert!(woven.text.starts_with(" fn next(a: u8) -> u8 { (match"));
    assert!(woven.text.ends_with("if let Some(b) = a && b > 1 {} }"));
    assert_eq!(woven.left_out, [2]);
}

#[test]
fn a_sample_is_drawn_by_what_mutants_do_and_not_by_where_they_stand() {
    let entry = |file: &str, line: usize| {
        let place = format!(r#"{{"line": {line}, "column": 9}}"#);
        format!(
            r#"{{"file": "{file}", "genre": "FnValue", "name": "{file}:{line}:9: replace f{} with ()",
                "replacement": "()", "span": {{"start": {place}, "end": {place}}}}}"#,
            line % 100
        )
    };
    let list = |moved: usize| {
        let elsewhere = (1..50).map(|line| entry("src/model/mod.rs", line + moved));
        let whole = ["src/store.rs", "src/store/past.rs"].map(|file| entry(file, 1));
        let all: Vec<String> = elsewhere.chain(whole).collect();
        read(&format!("[{}]", all.join(","))).expect("a list")
    };
    let changes = |chosen: &[Mutant]| chosen.iter().map(|mutant| mutant.change().to_string()).collect::<Vec<_>>();
    let first = choose(&list(0), 10, 1);
    assert_eq!(first.len(), 12);
    assert_eq!(first.iter().filter(|mutant| is_whole(mutant)).count(), 2);
    assert_eq!(changes(&first), changes(&choose(&list(100), 10, 1)));
    assert_ne!(changes(&first), changes(&choose(&list(0), 10, 2)));
}
