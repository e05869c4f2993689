//! Kinds of puzzles, the options that a kind declares, and their values for one puzzle.

use std::ops::RangeInclusive;

use super::mistake::{Mistakes, Place};
use super::reader::KEYWORDS;

/// A kind of puzzle: its name, what it is, and its options. Declared as a constant by each puzzle.
///
/// ```
/// use gridwright::{Kind, OptionSpec};
/// const KIND: Kind = Kind::new("kenken", "Latin square with arithmetic cages")
///     .options(&[OptionSpec::switch("strict", "no", "`-` and `/` for two cells only")]);
/// assert_eq!(KIND.name, "kenken");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The word that opens the header of a puzzle of this kind; see [`is_name`](Self::is_name).
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// The options that a header or `--set` may give.
    pub options: &'static [OptionSpec],
}

impl Kind {
    /// Whether a kind may have this name: one word, without `:` and `#`, that opens no line of the native file.
    ///
    /// ```
    /// use gridwright::Kind;
    /// assert!(Kind::is_name("star-battle"));
    /// assert!(!Kind::is_name("star battle") && !Kind::is_name("cage"));
    /// ```
    pub fn is_name(name: &str) -> bool {
        let parts_words = |c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '#';
        !name.is_empty() && !name.contains(parts_words) && !KEYWORDS.contains(&name)
    }

    /// A kind without options.
    pub const fn new(name: &'static str, description: &'static str) -> Self {
        Self { name, description, options: &[] }
    }

    /// The same kind with these options.
    pub const fn options(self, options: &'static [OptionSpec]) -> Self {
        Self { options, ..self }
    }
}

/// An option of a kind: its name, the values that it takes, its default and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key in `key=value`.
    pub name: &'static str,
    /// The values that it takes.
    pub values: Values,
    /// The value where none is given; empty where it depends on the puzzle.
    pub default: &'static str,
    /// What it means, in a few words.
    pub meaning: &'static str,
}

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A text in this form, which the kind reads itself.
    Text(&'static str),
}

impl OptionSpec {
    /// An option that is `yes` or `no`.
    pub const fn switch(name: &'static str, default: &'static str, meaning: &'static str) -> Self {
        Self { name, values: Values::Words(&["yes", "no"]), default, meaning }
    }

    /// An option that is one of a few words.
    pub const fn words(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { name, values: Values::Words(words), default, meaning }
    }

    /// An option whose value the kind reads itself; `form` says in words or by example what it takes.
    pub const fn text(name: &'static str, form: &'static str, default: &'static str, meaning: &'static str) -> Self {
        Self { name, values: Values::Text(form), default, meaning }
    }

    /// The values that it takes, in words: `yes|no`.
    pub fn allowed(&self) -> String {
        match self.values {
            Values::Words(words) => words.join("|"),
            Values::Text(form) => form.to_owned(),
        }
    }
}

/// `key=value` pairs from outside the text, as `--set` gives them; they count more than the header's.
pub type Settings = [(String, String)];

/// The values of a kind's options for one puzzle.
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    given: Vec<Option<String>>,
}

impl Options {
    /// Every option at its default.
    pub fn defaults(kind: &Kind) -> Self {
        Self { specs: kind.options, given: vec![None; kind.options.len()] }
    }

    /// The options of a kind as settings give them; unknown keys and values are mistakes that list what is allowed.
    pub fn from_settings(kind: &Kind, settings: &Settings, out: &mut Mistakes) -> Self {
        let mut options = Self::defaults(kind);
        for (key, value) in settings {
            options.set(kind, key, value, Place::Puzzle, out);
        }
        options
    }

    /// Gives an option a value; returns the option's name if there is one of that name.
    pub(super) fn set(
        &mut self,
        kind: &Kind,
        key: &str,
        value: &str,
        place: Place,
        out: &mut Mistakes,
    ) -> Option<&'static str> {
        let Some(index) = self.specs.iter().position(|spec| spec.name == key) else {
            let names: Vec<_> = self.specs.iter().map(|spec| spec.name).collect();
            let message = format!("{} has no option `{key}`", kind.name);
            out.error(place, message).help(match names.len() {
                0 => "it has no options".to_owned(),
                _ => format!("its options are {}", names.join(", ")),
            });
            return None;
        };
        let spec = &self.specs[index];
        if let Values::Words(words) = spec.values
            && !words.contains(&value)
        {
            out.error(place, format!("`{value}` is no value of option {key}"))
                .help(format!("it takes {}", spec.allowed()));
        }
        self.given[index] = Some(value.to_owned());
        Some(spec.name)
    }

    fn index(&self, name: &str) -> usize {
        let found = self.specs.iter().position(|spec| spec.name == name);
        found.unwrap_or_else(|| panic!("the kind declares no option `{name}`"))
    }

    /// The value of an option as it was given; `None` where the default holds.
    ///
    /// # Panics
    /// If the kind declares no such option.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.given[self.index(name)].as_deref()
    }

    /// The value of an option, given or by default.
    ///
    /// # Panics
    /// If the kind declares no such option.
    pub fn get(&self, name: &str) -> &str {
        let index = self.index(name);
        self.given[index].as_deref().unwrap_or(self.specs[index].default)
    }

    /// The value of an option as a whole number; one that is none, or outside the range, is a mistake, and the default or
    /// else the least one stands for it.
    ///
    /// ```
    /// use gridwright::{Kind, Mistakes, OptionSpec, Options};
    /// const STARS: OptionSpec = OptionSpec::text("stars", "a number", "1", "stars in each row");
    /// const KIND: Kind = Kind::new("battle", "stars that do not touch").options(&[STARS]);
    /// let mut out = Mistakes::new();
    /// let options = Options::from_settings(&KIND, &[("stars".into(), "2".into())], &mut out);
    /// assert_eq!(options.number("stars", 1..=9, &mut out), 2);
    /// assert_eq!(options.number("stars", 3..=9, &mut out), 3);
    /// assert_eq!(out.to_string(), "`2` is no value of option stars (it takes a number from 3 to 9)");
    /// ```
    ///
    /// # Panics
    /// If the kind declares no such option.
    pub fn number(&self, name: &'static str, range: RangeInclusive<i64>, out: &mut Mistakes) -> i64 {
        let read = |text: &str| text.parse().ok().filter(|number| range.contains(number));
        let text = self.get(name);
        read(text).unwrap_or_else(|| {
            let help = format!("it takes a number from {} to {}", range.start(), range.end());
            out.error(Place::Option(name), format!("`{text}` is no value of option {name}")).help(help);
            read(self.specs[self.index(name)].default).unwrap_or(*range.start())
        })
    }

    /// Whether a switch is `yes`.
    ///
    /// # Panics
    /// If the kind declares no such option.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == "yes"
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use crate::model::Model;
    use crate::puzzle::{Board, Mistakes, Puzzle, Reader, Registry, Writer};

    /// A kind whose name begins the cages of a file.
    #[derive(Debug)]
    struct Cage;

    impl Puzzle for Cage {
        const KIND: Kind = Kind::new("cage", "never read");

        fn read(_doc: &mut Reader<'_>) -> Result<Self, Mistakes> {
            Ok(Self)
        }

        fn write(&self, _doc: &mut Writer<'_>) {}

        fn rules(&self, _model: &mut Model) -> Board {
            Board::new(1, 1)
        }
    }

    #[test]
    #[should_panic(expected = "a kind cannot be called `cage`")]
    fn a_kind_that_could_not_be_read_is_refused() {
        Registry::new().add::<Cage>();
    }

    #[test]
    fn a_name_is_a_word_that_the_file_does_not_use() {
        assert!(["latin", "star-battle", "4x4", "ä"].into_iter().all(Kind::is_name));
        assert!(!["", "a b", "a\tb", "pairs:", "#a", "cage", "title"].into_iter().any(Kind::is_name));
    }
}
