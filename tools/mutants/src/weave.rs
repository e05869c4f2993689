//! Writes a source file anew with a switch at each place that mutants change.

use std::ops::Range;

use crate::mutant::Mutant;
use crate::place::{Place, Places};

/// A file with switches.
#[derive(Debug)]
pub(crate) struct Woven {
    pub(crate) text: String,
    /// The bytes that stand for some mutants only, outer ones before inner ones.
    pub(crate) regions: Vec<Region>,
    /// Mutants that no switch can be made for.
    pub(crate) left_out: Vec<u32>,
}

/// Bytes of a woven file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) range: Range<usize>,
    pub(crate) ids: Vec<u32>,
    /// Whether these are the changed bytes themselves, and not the switch around them.
    pub(crate) changed: bool,
}

/// A place and what may be put there.
struct Site<'m> {
    range: Range<usize>,
    place: Place,
    mutants: Vec<&'m Mutant>,
}

/// A switch for each mutant, all of them of this file.
pub(crate) fn weave(source: &str, mutants: &[&Mutant]) -> Result<Woven, String> {
    let places = Places::of(source)?;
    let lines: Vec<usize> = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut sites: Vec<Site<'_>> = Vec::new();
    let mut left_out = Vec::new();
    for &mutant in mutants {
        let span = mutant.span.map(|(line, column)| byte(source, lines[line - 1], column));
        let Some((place, range)) = find(&places, mutant, span[0]..span[1]) else {
            left_out.push(mutant.id);
            continue;
        };
        match sites.iter_mut().find(|site| site.range == range && site.place == place) {
            Some(site) => site.mutants.push(mutant),
            None => sites.push(Site { range, place, mutants: vec![mutant] }),
        }
    }
    sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end), depth(&site.place)));
    let dropped = places.consts.iter().filter(|(_, block)| sites.iter().any(|site| block.contains(&site.range.start)));
    let dropped: Vec<Range<usize>> = dropped.map(|(word, _)| word.clone()).collect();
    let mut writer = Writer { source, dropped, out: String::new(), regions: Vec::new() };
    writer.range(0..source.len(), &sites);
    Ok(Woven { text: writer.out, regions: writer.regions, left_out })
}

/// The byte of a column, which counts characters from 1.
fn byte(source: &str, line: usize, column: usize) -> usize {
    line + source[line..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
}

/// Where places have the same bytes, the one that holds the other comes first.
fn depth(place: &Place) -> u8 {
    match place {
        Place::Body => 0,
        Place::Arm { .. } => 1,
        Place::Guard => 2,
        Place::Field { .. } => 3,
        Place::Binary { .. } | Place::Unary { .. } => 4,
    }
}

fn find(places: &Places, mutant: &Mutant, span: Range<usize>) -> Option<(Place, Range<usize>)> {
    let list = match mutant.genre.as_str() {
        "FnValue" => return Some((Place::Body, span)),
        "BinaryOperator" | "UnaryOperator" => &places.operators,
        "MatchArmGuard" => &places.guards,
        "MatchArm" => &places.arms,
        "StructField" => &places.fields,
        _ => return None,
    };
    let (_, place, range) = list.iter().find(|(start, ..)| *start == span.start)?;
    Some((place.clone(), range.clone()))
}

struct Writer<'s> {
    source: &'s str,
    /// Words that are left out.
    dropped: Vec<Range<usize>>,
    out: String,
    regions: Vec<Region>,
}

impl Writer<'_> {
    /// Writes a range of the source, with the switches of the sites in it.
    fn range(&mut self, range: Range<usize>, mut sites: &[Site<'_>]) {
        let mut at = range.start;
        while let Some((site, rest)) = sites.split_first() {
            let inner = rest.iter().take_while(|other| other.range.start < site.range.end).count();
            self.plain(at..site.range.start);
            self.site(site, &rest[..inner]);
            at = site.range.end;
            sites = &rest[inner..];
        }
        self.plain(at..range.end);
    }

    /// Writes a range of the source as it is.
    fn plain(&mut self, range: Range<usize>) {
        let mut at = range.start;
        for word in self.dropped.iter().filter(|word| range.start <= word.start && word.end <= range.end) {
            self.out.push_str(&self.source[at..word.start]);
            at = word.end;
        }
        self.out.push_str(&self.source[at..range.end]);
    }

    fn site(&mut self, site: &Site<'_>, inner: &[Site<'_>]) {
        let ids: Vec<u32> = site.mutants.iter().map(|mutant| mutant.id).collect();
        let (start, index) = (self.out.len(), self.regions.len());
        self.regions.push(Region { range: start..start, ids: ids.clone(), changed: false });
        match &site.place {
            Place::Arm { guard } => {
                self.out.push_str(if guard.is_some() { "" } else { " if " });
                self.out.push_str(&format!("crate::mutant::at(&{ids:?}) == 0"));
                if let Some(guard) = guard {
                    self.out.push_str(" && (");
                    self.range(guard.clone(), inner);
                    self.out.push(')');
                }
            }
            Place::Body => self.body(site, &ids, inner),
            Place::Field { member, value, .. } => {
                self.out.push_str(&format!("{member}: "));
                self.choice(site, &ids, value.clone(), inner);
            }
            _ => self.choice(site, &ids, site.range.clone(), inner),
        }
        self.regions[index].range.end = self.out.len();
    }

    /// A choice between an expression and its changes.
    fn choice(&mut self, site: &Site<'_>, ids: &[u32], original: Range<usize>, inner: &[Site<'_>]) {
        self.out.push_str(&format!("(match crate::mutant::at(&{ids:?}) {{ 0 => ("));
        self.range(original, inner);
        self.out.push_str("), ");
        for (i, mutant) in site.mutants.iter().enumerate() {
            self.pattern(i, ids);
            let changed = self.changed(&site.place, mutant);
            self.change(mutant.id, &changed);
            self.out.push_str(", ");
        }
        self.out.push_str("})");
    }

    /// A choice between the statements of a function and other values. An iterator of unknown type is put into one of
    /// known shape.
    fn body(&mut self, site: &Site<'_>, ids: &[u32], inner: &[Site<'_>]) {
        let returns = site.mutants[0].returns.trim_start_matches("->").trim_start();
        let is_iterator = returns.starts_with("impl ") && returns.contains("Iterator");
        let (open, close) = if is_iterator { ("crate::mutant::Either::Left({", "})") } else { ("{", "}") };
        self.out.push_str(&format!("match crate::mutant::at(&{ids:?}) {{ 0 => {open} "));
        self.range(site.range.clone(), inner);
        self.out.push_str(&format!(" {close}, "));
        for (i, mutant) in site.mutants.iter().enumerate() {
            self.pattern(i, ids);
            let changed = match is_iterator {
                true => either(i + 1, ids.len(), &mutant.replacement),
                false => format!("{{ {} }}", mutant.replacement),
            };
            self.change(mutant.id, &changed);
            self.out.push_str(", ");
        }
        self.out.push('}');
    }

    fn pattern(&mut self, i: usize, ids: &[u32]) {
        let pattern = if i + 1 == ids.len() { "_".to_string() } else { (i + 1).to_string() };
        self.out.push_str(&pattern);
        self.out.push_str(" => ");
    }

    fn change(&mut self, id: u32, text: &str) {
        let start = self.out.len();
        self.out.push_str(text);
        self.regions.push(Region { range: start..self.out.len(), ids: vec![id], changed: true });
    }

    /// The text of a change. The operands are those of the syntax tree, whatever binds closer than the new operator.
    fn changed(&self, place: &Place, mutant: &Mutant) -> String {
        let text = |range: &Range<usize>| &self.source[range.clone()];
        match place {
            Place::Binary { left, right } => {
                format!("(({}) {} ({}))", text(left), mutant.replacement, text(right))
            }
            Place::Unary { operand } => format!("({})", text(operand)),
            Place::Field { member, path, rest, .. } => {
                format!("{{ let {} {{ {member}: replaced, .. }} = {}; replaced }}", text(path), text(rest))
            }
            _ => mutant.replacement.clone(),
        }
    }
}

/// The alternative of a number out of `0..=last`, in a chain of `Either`.
fn either(number: usize, last: usize, value: &str) -> String {
    let value = if number == last { value.to_string() } else { format!("crate::mutant::Either::Left({value})") };
    (0..number).fold(value, |value, _| format!("crate::mutant::Either::Right({value})"))
}
