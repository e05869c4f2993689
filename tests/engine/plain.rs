//! A constraint of a user's own that says no more than it must: what the engine makes of it all the same.

use crate::support::NeverHolds;
use gridwright::testing::{Consistency, check};
use gridwright::*;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

/// `x < y` for numbers of some kind.
#[derive(Clone, Debug)]
struct Plain<T>([VarId; 2], PhantomData<T>);

impl Constraint for Plain<Vec<i64>> {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        value(self.0[0]) < value(self.0[1])
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        to.propagator(self.clone());
        Ok(())
    }
}

impl Propagator for Plain<Vec<i64>> {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("something is smaller"), Rule::new("something is larger")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [x, y] = self.0;
        cx.at_most(x, cx.max(y) - 1, Why::rule(0))?;
        cx.at_least(y, cx.min(x) + 1, Why::rule(1))?;
        Ok(if cx.max(x) < cx.min(y) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }
}

fn plain(x: VarId, y: VarId) -> Plain<Vec<i64>> {
    Plain([x, y], PhantomData)
}

#[test]
fn its_explanations_are_the_domains_which_suffice() {
    check([0..=4, 0..=4], |x| plain(x[0], x[1])).promises(Consistency::Domain).run();
}

#[test]
fn a_clash_finds_the_assumptions_that_matter() {
    let mut m = Model::new();
    let x = m.vars(4, 0..=9);
    x.windows(2).for_each(|pair| _ = m.post(plain(pair[0], pair[1])));
    let assumed = [Atom::at_least(x[0], 5), Atom::ne(x[1], 3), Atom::at_most(x[2], 6), Atom::at_most(x[3], 8)];
    let ClashAnswer::Clash(clash) = m.compile(Limits::none()).unwrap().solver().assume(assumed).clash().unwrap() else {
        panic!("5 < 6 < 6 does not hold")
    };
    assert_eq!((clash.constraints.len(), clash.assumptions), (2, vec![assumed[0], assumed[2]]));
}

#[test]
fn it_has_the_name_of_its_type_and_speaks_by_its_rules() {
    let mut m = Model::new();
    let (x, y) = (m.named_var("x", 0..=1), m.named_var("y", 0..=1));
    m.post(plain(x, y)).label("order", ());
    let compiled = m.compile_for(Plan::Explain, Limits::none()).unwrap();
    let mut solver = compiled.solver().profiled();
    solver.first().unwrap();
    assert_eq!(solver.profile().unwrap().rows[0].name, "order at x: Plain");
    let engine = compiled.engine();
    let propagator = engine.propagator(PropId::new(0));
    let said = |why: Why| {
        let mut sentence = Sentence::new();
        propagator.describe(Some(Atom::eq(x, 0)), why, engine.now(), &mut sentence);
        sentence.say(|x| compiled.var_name(x))
    };
    assert_eq!([0, 1, 2].map(|rule| said(Why::rule(rule))), ["something is smaller", "something is larger", ""]);
    assert_eq!((propagator.table_size(), propagator.support(0, 0, engine.now())), (None, None));
}

#[test]
fn a_sentence_says_its_words_in_their_order() {
    let (x, y) = (VarId::new(0), VarId::new(1));
    let mut sentence = Sentence::new();
    sentence.text("since").claim(Atom::at_least(x, 3)).text("is certain,").var(y).text("is").text("larger");
    assert_eq!(sentence.say(|x| format!("cell {}", x.index())), "since cell 0>=3 is certain, cell 1 is larger");
}

/// Notices only where every value is known that there is a contradiction.
#[derive(Clone, Debug)]
struct Never([VarId; 2]);

impl Propagator for Never {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        &[]
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        match self.0.iter().all(|&x| cx.is_fixed(x)) {
            true => Err(cx.fail(Why::rule(0))),
            false => Ok(Outcome::AtFixpoint),
        }
    }
}

/// Notes the weights of these variables whenever it is asked, and leaves the choice to the search.
#[derive(Debug)]
struct Notes(Vec<VarId>, Arc<Mutex<Vec<Vec<f64>>>>);

impl Brancher for Notes {
    fn choose(&mut self, view: &View<'_>) -> Option<Atom> {
        self.1.lock().unwrap().push(self.0.iter().map(|&x| view.weight(x)).collect());
        assert_eq!(view.support(self.0[0], 0), 0.0, "nothing is known of how many values go together");
        None
    }
}

#[test]
fn all_its_variables_are_to_blame_where_it_fails() {
    let mut m = Model::new();
    let x = m.vars(3, 0..=1);
    m.post(NeverHolds(Never([x[1], x[2]])));
    let notes = Arc::default();
    let compiled = m.compile_for(Plan::Explain, Limits::none()).unwrap();
    let solver = compiled.solver().project([x[1], x[2]]).branch(Notes(x, Arc::clone(&notes)));
    assert_eq!({ solver }.first().unwrap(), Found::None);
    let notes = notes.lock().unwrap();
    // Both values of the last variable fail before the first variable's other value is tried.
    let twice = 2.0 + 1.0 + 1.0 / 0.99;
    assert_eq!(notes[..], [vec![1.0, 2.0, 2.0], vec![1.0, 2.0, 2.0], vec![1.0, twice, twice]]);
}

/// `x < y`, which explains all but its contradictions: by the rule that leaves no value, or as a whole.
#[derive(Clone, Debug)]
struct Silent([VarId; 2], bool);

impl Constraint for Silent {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        value(self.0[0]) < value(self.0[1])
    }

    fn propagators(&self, to: &mut Posting<'_>) -> Result<(), ModelError> {
        to.propagator(self.clone());
        Ok(())
    }
}

impl Propagator for Silent {
    fn scope(&self) -> &[VarId] {
        &self.0
    }

    fn rules(&self) -> &'static [Rule] {
        const { &[Rule::new("one is smaller"), Rule::new("neither can be")] }
    }

    fn propagate(&self, cx: &mut Cx<'_>) -> Result<Outcome, Conflict> {
        let [x, y] = self.0;
        if cx.min(x) >= cx.max(y) {
            return Err(if self.1 { cx.fail(Why::rule(1)) } else { cx.no_value(x, Why::rule(1)) });
        }
        cx.at_most(x, cx.max(y) - 1, Why::rule(0))?;
        cx.at_least(y, cx.min(x) + 1, Why::rule(0))?;
        Ok(if cx.max(x) < cx.min(y) { Outcome::Entailed } else { Outcome::AtFixpoint })
    }

    fn explain(&self, _: Option<Atom>, why: Why, past: Past<'_>, out: &mut Vec<Atom>) {
        if why.index() == 0 {
            self.0.iter().for_each(|&x| past.facts(x, out));
        }
    }
}

#[test]
#[should_panic(expected = "is a solution")]
fn a_contradiction_that_is_not_explained_is_caught() {
    check([0..=4, 0..=4], |x| Silent([x[0], x[1]], true)).run();
}

#[test]
#[should_panic(expected = "is a solution")]
fn a_last_value_that_goes_unexplained_is_caught() {
    check([0..=4, 0..=4], |x| Silent([x[0], x[1]], false)).run();
}
