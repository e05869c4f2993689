//! Compilation as constraints see it: domains, constants, and tables of the tuples that hold.

use super::differ::Differ;
use super::tables::{self, Axis};
use super::{Plan, Source};
use crate::constraint::{
    Facts, ModelError, TableKey, TableRequest, Tabulate, Tabulator, Tuples, distinct, table_propagator,
};
use crate::domain::Domain;
use crate::ids::VarId;
use crate::limit::Budget;
use crate::propagate::{Propagator, is_distinct};
use crate::store::Spans;
use std::borrow::Cow;
use std::sync::Arc;

/// A domain as a word whose bit 0 stands for `base`, where it is laid out so.
fn word(domain: &Domain, base: i64, spans: Spans) -> Option<u64> {
    let fits = domain.bounds().is_none_or(|(_, max)| (max.wrapping_sub(base) as u64) < 64);
    (fits && !spans.is_interval(domain)).then(|| domain.word(base))
}

/// Each domain as a word, where it is laid out so.
fn words(domains: &[Domain], bases: &[i64], spans: Spans) -> Vec<Option<u64>> {
    let mut words = Vec::with_capacity(domains.len() + 8);
    for (i, (domain, &base)) in domains.iter().zip(bases).enumerate() {
        // Most variables have the domain of the one before.
        let same = i > 0 && base == bases[i - 1] && *domain == domains[i - 1];
        words.push(if same { words[i - 1] } else { word(domain, base, spans) });
    }
    words
}

/// Compilation as constraints see it.
pub(super) struct Compilation<'a> {
    source: &'a Source,
    plan: Plan,
    differ: Differ,
    pub(super) budget: &'a mut Budget,
    /// The value of bit 0 for each variable, constants last.
    pub(super) bases: Vec<i64>,
    /// The domain of each variable as a word, where it is one.
    pub(super) words: Vec<Option<u64>>,
    /// Variables that stand for constants, behind the declared ones.
    pub(super) constants: Vec<Domain>,
    /// The key of the last table, kept for its memory.
    key: Vec<u64>,
    /// Whether the present constraint has asked for a table that is too large.
    pub(super) refused: bool,
    /// The bytes of the tables so far; one that serves several constraints counts for each.
    pub(super) bytes: usize,
}

impl Tabulator for Compilation<'_> {
    fn domain(&self, x: VarId) -> &Domain {
        let declared = &self.source.domains;
        declared.get(x.index()).unwrap_or_else(|| &self.constants[x.index() - declared.len()])
    }

    fn base(&self, x: VarId) -> Option<i64> {
        self.words[x.index()].map(|_| self.bases[x.index()])
    }

    fn union(&self, scope: &[VarId]) -> Option<u64> {
        let base = self.bases[scope.first()?.index()];
        let word = |x: &VarId| self.words[x.index()].filter(|_| self.bases[x.index()] == base);
        scope.iter().try_fold(0, |all, x| Some(all | word(x)?))
    }

    fn spans(&self) -> Spans {
        self.source.spans()
    }

    fn constant(&mut self, value: i64) -> VarId {
        let declared = self.source.domains.len();
        let domain = Domain::from(value);
        if let Some(i) = self.constants.iter().position(|other| *other == domain) {
            return VarId::new(declared + i);
        }
        // Most models have one base for all; a constant within its reach joins it.
        let within_reach = |base: &i64| value.checked_sub(*base).is_some_and(|bit| (0..64).contains(&bit));
        let shared = self.bases.first().copied().filter(within_reach);
        let base = shared.unwrap_or(value);
        self.bases.push(base);
        self.words.push(word(&domain, base, self.spans()));
        self.constants.push(domain);
        VarId::new(declared + self.constants.len() - 1)
    }

    fn kept_table(&mut self, scope: &[VarId], when: Tabulate, key: TableKey<'_>) -> Option<Arc<dyn Propagator>> {
        if !self.wants_tables(when) || !is_distinct(scope) {
            return None;
        }
        // The key of what is hopeless would take long to write where it has many values, and is never found.
        let quick = scope.len() <= 8 && scope.iter().all(|x| self.words[x.index()].is_some());
        if !quick && self.is_hopeless(scope) {
            return None;
        }
        self.write_key(key, scope);
        let tuples = tables::kept(&self.key)?.filter(|tuples| self.reserve(tuples.bytes()))?;
        Some(table_propagator(scope, tuples))
    }

    fn table(&mut self, request: &TableRequest<'_>) -> Result<Option<Arc<dyn Propagator>>, ModelError> {
        if !self.wants_tables(request.when) {
            return Ok(None);
        }
        if self.is_hopeless(request.scope) {
            self.refused = true;
            return Ok(None);
        }
        let repeats = !is_distinct(request.scope);
        let (vars, first): (Cow<'_, [VarId]>, _) = match repeats {
            true => {
                let (vars, first) = distinct(request.scope);
                (vars.into(), first)
            }
            false => (request.scope.into(), Vec::new()),
        };
        let tuples = match request.key {
            Some(key) if !repeats => {
                self.write_key(key, &vars);
                let words = std::mem::take(&mut self.key);
                let tuples = tables::shared(&words, self.most_bytes(), || self.tuples(request, &vars, &first));
                self.key = words;
                tuples?
            }
            _ => self.tuples(request, &vars, &first)?,
        };
        let tuples = tuples.filter(|tuples| self.reserve(tuples.bytes()));
        self.refused |= tuples.is_none();
        Ok(tuples.map(|tuples| table_propagator(&vars, tuples)))
    }

    fn reserve(&mut self, bytes: usize) -> bool {
        let bytes = self.bytes.saturating_add(bytes);
        let fits = bytes <= self.most_bytes();
        if fits {
            self.bytes = bytes;
        }
        fits
    }

    fn budget(&mut self) -> &mut Budget {
        self.budget
    }
}

impl<'a> Compilation<'a> {
    pub(super) fn new(source: &'a Source, plan: Plan, facts: &[Facts<'_>], budget: &'a mut Budget) -> Self {
        // What comes of a spent budget is never used.
        let constraints = source.rules.iter().map(|rule| &rule.constraint);
        let in_time = constraints.map_while(|c| budget.spend_on(16 * c.scope().len()).is_ok().then_some(c));
        let bases = super::bases::bases(&source.domains, in_time);
        let words = words(&source.domains, &bases, source.spans());
        Self {
            source,
            plan,
            differ: Differ::new(facts, source.domains.len()),
            budget,
            bases,
            words,
            constants: Vec::new(),
            key: Vec::with_capacity(32),
            refused: false,
            bytes: 0,
        }
    }

    /// Whether the plan has tables for those who ask for them at this time.
    fn wants_tables(&self, when: Tabulate) -> bool {
        self.plan == Plan::Fast || when == Tabulate::Always
    }

    /// The bytes that all tables may take together.
    fn most_bytes(&self) -> usize {
        self.budget.limits().memory.unwrap_or(usize::MAX)
    }

    /// Whether a table over these variables needs no trying: the domains but the largest have too many combinations, or
    /// there is no memory left for any.
    fn is_hopeless(&self, scope: &[VarId]) -> bool {
        let (mut largest, mut combinations) = (1, 1_u64);
        for &x in scope {
            let size = self.domain(x).size();
            // The largest so far is left out.
            combinations = combinations.saturating_mul(size.min(largest));
            largest = largest.max(size);
        }
        // A variable that occurs twice counts once.
        combinations > tables::MOST_PREFIXES && is_distinct(scope)
            || self.bytes.saturating_add(Tuples::least_bytes(scope.len())) > self.most_bytes()
    }

    /// Enumerates the tuples of a request over its distinct variables. `first` names, for each position of its scope, the
    /// first position with the same variable; it is empty where no variable occurs twice.
    fn tuples(
        &mut self,
        request: &TableRequest<'_>,
        vars: &[VarId],
        first: &[usize],
    ) -> Result<Option<Arc<Tuples>>, ModelError> {
        let sizes = || vars.iter().map(|&x| self.domain(x).size());
        let largest = sizes().max().unwrap_or(1).max(1);
        if largest > tables::MOST_VALUES || sizes().fold(1, u64::saturating_mul) / largest > tables::MOST_PREFIXES {
            return Ok(None);
        }
        let values: Vec<Vec<i64>> = vars.iter().map(|&x| self.domain(x).values().collect()).collect();
        let axes: Vec<Axis<'_>> = values
            .iter()
            .enumerate()
            .map(|(i, values)| {
                let clashes = (0..i).filter(|&j| self.differ.clash(vars[i], vars[j])).collect();
                Axis { values, clashes }
            })
            .collect();
        let accepts = |prefix: &[i64]| {
            if first.is_empty() {
                return (request.accepts)(prefix);
            }
            // A prefix of the scope is known up to the first occurrence of the next variable.
            let value =
                |p: usize| vars.iter().position(|&x| x == request.scope[p]).and_then(|i| prefix.get(i)).copied();
            let known: Vec<i64> = (0..first.len()).map_while(value).collect();
            (request.accepts)(&known)
        };
        // What has no key is a closure of the user, which may take long.
        let steps = if request.key.is_some() { 1 } else { 16 };
        let Some((count, flat)) = tables::enumerate(&axes, accepts, steps, self.budget)? else { return Ok(None) };
        let bases: Vec<Option<i64>> = vars.iter().map(|&x| self.base(x)).collect();
        // Every value of a column has a bit for every tuple.
        let sets: u64 = values.iter().map(|values| values.len().min(count) as u64).sum();
        let fits = sets.saturating_mul(count.div_ceil(64) as u64) <= tables::MOST_WORDS;
        Ok(if fits { Some(Arc::new(Tuples::new(&bases, count, &flat, self.budget)?)) } else { None })
    }

    /// Writes everything that a table depends on into [`key`](Self::key), as words.
    fn write_key(&mut self, key: TableKey<'_>, vars: &[VarId]) {
        let mut words = std::mem::take(&mut self.key);
        words.clear();
        words.extend([key.relation, vars.len() as u64, key.parameters.len() as u64]);
        words.extend(key.parameters.iter().map(|&parameter| parameter as u64));
        let form = self.write_domains(vars, &mut words);
        let (mut clashes, mut bits) = (0_u64, 0);
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[..i] {
                clashes = clashes << 1 | u64::from(self.differ.clash(x, y));
                bits += 1;
                if bits % 64 == 0 {
                    words.push(std::mem::take(&mut clashes));
                }
            }
        }
        words.extend([clashes, form as u64]);
        // What a domain is depends on its values alone, but for what tests may ask.
        if self.spans() != Spans::USUAL {
            words.push(self.spans().words);
        }
        self.key = words;
    }

    /// Writes the domains of these variables, and says in which form.
    fn write_domains(&self, vars: &[VarId], words: &mut Vec<u64>) -> Form {
        let word = |x: VarId| Some((self.bases[x.index()] as u64, self.words[x.index()]?));
        if let Some((base, mask)) = vars.first().and_then(|&x| word(x))
            && vars.iter().all(|&x| word(x) == Some((base, mask)))
        {
            words.extend([base, mask]);
            return Form::OneWord;
        }
        let alike = vars.windows(2).all(|pair| {
            let same_base = self.bases[pair[0].index()] == self.bases[pair[1].index()];
            same_base && self.domain(pair[0]) == self.domain(pair[1])
        });
        for &x in vars.iter().take(if alike { 1 } else { vars.len() }) {
            let domain = self.domain(x);
            words.push(self.bases[x.index()] as u64);
            words.push(domain.size());
            match domain.bounds() {
                Some((min, max)) if domain.size() == domain.span() => words.extend([min as u64, max as u64]),
                _ => words.extend(domain.values().map(|value| value as u64)),
            }
        }
        if alike { Form::Alike } else { Form::Each }
    }
}

/// How domains stand in the key of a table.
#[derive(Clone, Copy)]
enum Form {
    /// Each by its values.
    Each,
    /// All are alike, and the first is there by its values.
    Alike,
    /// All are alike: one word with its base.
    OneWord,
}
