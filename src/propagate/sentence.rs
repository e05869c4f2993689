//! Words for inferences: a rule's phrase, and a sentence that names variables without knowing how they are drawn.

use crate::ids::{Atom, VarId};

/// What a propagator can infer, as a human phrase such as "the only place left for a value".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule(&'static str);

impl Rule {
    /// A rule with this phrase.
    pub const fn new(phrase: &'static str) -> Self {
        Self(phrase)
    }

    /// The phrase.
    pub const fn phrase(self) -> &'static str {
        self.0
    }
}

/// A piece of a [`Sentence`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Plain text.
    Text(String),
    /// The name of a variable.
    Var(VarId),
    /// A claim about a variable.
    Claim(Atom),
}

/// A sentence under construction; whoever knows the names of the variables prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<Word>);

impl Sentence {
    /// An empty sentence.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds text.
    pub fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.0.push(Word::Text(text.into()));
        self
    }

    /// Adds the name of a variable.
    pub fn var(&mut self, x: VarId) -> &mut Self {
        self.0.push(Word::Var(x));
        self
    }

    /// Adds a claim.
    pub fn claim(&mut self, atom: Atom) -> &mut Self {
        self.0.push(Word::Claim(atom));
        self
    }

    /// The sentence in words, with this naming of variables; claims read `name = value`.
    pub fn say(&self, name: impl Fn(VarId) -> String) -> String {
        let words = self.0.iter().map(|word| match word {
            Word::Text(text) => text.clone(),
            Word::Var(x) => name(*x),
            Word::Claim(atom) => format!("{}{}{}", name(atom.var), atom.op.sign(), atom.value),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
