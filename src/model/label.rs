//! Names of constraints, kept as patterns until somebody reads them.

use std::borrow::Cow;
use std::fmt;

/// What distinguishes a constraint among its kind; formatted only when read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Nothing.
    None,
    /// A text.
    Text(Cow<'static, str>),
    /// A number.
    Number(i64),
    /// A number and what follows it, as in `11+`.
    Clue(i64, &'static str),
}

impl From<()> for Detail {
    fn from((): ()) -> Self {
        Self::None
    }
}

impl From<&'static str> for Detail {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<i64> for Detail {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<(i64, &'static str)> for Detail {
    fn from((number, sign): (i64, &'static str)) -> Self {
        Self::Clue(number, sign)
    }
}

/// The name of a constraint: its kind and a detail, such as "cage 11+".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    kind: Cow<'static, str>,
    detail: Detail,
}

impl Label {
    /// A label.
    pub fn new(kind: impl Into<Cow<'static, str>>, detail: impl Into<Detail>) -> Self {
        Self { kind: kind.into(), detail: detail.into() }
    }

    /// The kind of constraint, such as "cage".
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The detail.
    pub fn detail(&self) -> &Detail {
        &self.detail
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        match &self.detail {
            Detail::None => Ok(()),
            Detail::Text(text) if text.is_empty() => Ok(()),
            Detail::Text(text) => write!(f, " {text}"),
            Detail::Number(number) => write!(f, " {number}"),
            Detail::Clue(number, sign) => write!(f, " {number}{sign}"),
        }
    }
}

/// As many names are listed in one line.
const LISTED: usize = 6;

/// Names in one line: all where they are few, else the first ones, the last, and how many there are.
pub(super) fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let count = names.len();
    let list = shortened(names);
    if count <= LISTED { list } else { format!("{list} ({count})") }
}

/// Names in one line: all where they are few, else the first ones and the last.
pub(super) fn shortened(names: impl ExactSizeIterator<Item = String>) -> String {
    let count = names.len();
    let is_shown = |&(i, _): &(usize, String)| count <= LISTED || i < LISTED - 2 || i == count - 1;
    let shown: Vec<String> = names.enumerate().filter(is_shown).map(|(_, name)| name).collect();
    match shown.split_last() {
        Some((last, first)) if count > LISTED => format!("{}, ... {last}", first.join(", ")),
        _ => shown.join(", "),
    }
}
