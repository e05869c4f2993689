//! Budgets of time, nodes, failures and memory, and the stop flag: asked everywhere, owned by nobody.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// One limit on a computation, and, as an answer, the limit that stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// Wall-clock time since the computation began.
    Time(Duration),
    /// Nodes of a search: decisions taken.
    Nodes(u64),
    /// Failures of a search: contradictions met.
    Failures(u64),
    /// Bytes for tables that compilation may build.
    Memory(usize),
    /// A [`StopFlag`] was raised.
    Interrupt,
}

impl Limit {
    /// A limit on wall-clock time.
    pub fn time(time: Duration) -> Self {
        Self::Time(time)
    }

    /// A limit on the nodes of a search.
    pub fn nodes(nodes: u64) -> Self {
        Self::Nodes(nodes)
    }

    /// A limit on the failures of a search.
    pub fn failures(failures: u64) -> Self {
        Self::Failures(failures)
    }

    /// A limit on the bytes that the tables of a compiled model may take, under each plan. Beyond it, constraints that would
    /// become tables prune less and posted tables stay lists of tuples: the search may take longer, the answers are the
    /// same. Tables that are kept for other models take no more than that besides.
    pub fn memory(bytes: usize) -> Self {
        Self::Memory(bytes)
    }

    /// The kind of limit in one word, as the command line's `"limit"` field has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Time(_) => "time",
            Self::Nodes(_) => "nodes",
            Self::Failures(_) => "failures",
            Self::Memory(_) => "memory",
            Self::Interrupt => "interrupt",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "time limit of {time:?}"),
            Self::Nodes(nodes) => write!(f, "limit of {nodes} nodes"),
            Self::Failures(failures) => write!(f, "limit of {failures} failures"),
            Self::Memory(bytes) => write!(f, "memory limit of {bytes} bytes"),
            Self::Interrupt => f.write_str("interrupt"),
        }
    }
}

/// A flag that stops computations from another thread or a signal handler; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: every computation that was given it ends with [`Limit::Interrupt`] soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Time since an arbitrary fixed moment. Injected where the platform has no clock of its own (wasm32).
pub type Clock = fn() -> Duration;

/// The limits of a computation; any of them may be missing.
///
/// ```
/// use gridwright::{Limit, Limits};
/// use std::time::Duration;
/// let limits = Limits::none().and(Limit::time(Duration::from_secs(10))).and(Limit::nodes(1_000_000));
/// assert_eq!(limits.nodes, Some(1_000_000));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Failures of the search.
    pub failures: Option<u64>,
    /// Bytes for the tables of a compiled model; see [`Limit::memory`].
    pub memory: Option<usize>,
    /// The flag that stops the computation from outside.
    pub stop: Option<StopFlag>,
    /// The clock that `time` is measured with; the platform's own where missing.
    pub clock: Option<Clock>,
}

impl Limits {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// These limits with one more; a limit of the same kind is replaced.
    pub fn and(mut self, limit: Limit) -> Self {
        match limit {
            Limit::Time(time) => self.time = Some(time),
            Limit::Nodes(nodes) => self.nodes = Some(nodes),
            Limit::Failures(failures) => self.failures = Some(failures),
            Limit::Memory(bytes) => self.memory = Some(bytes),
            Limit::Interrupt => {
                let flag = StopFlag::new();
                flag.stop();
                self.stop = Some(flag);
            }
        }
        self
    }

    /// These limits, and a flag that stops the computation from outside.
    pub fn stopped_by(mut self, flag: &StopFlag) -> Self {
        self.stop = Some(flag.clone());
        self
    }
}

impl From<Limit> for Limits {
    fn from(limit: Limit) -> Self {
        Self::none().and(limit)
    }
}

/// So many simple operations, such as looking at one value of a domain, make up a step.
const OPERATIONS_OF_A_STEP: u32 = 128;

/// How many operations pass between two looks at the clock and the flag: those of 256 steps.
const OPERATIONS_BETWEEN_LOOKS: u32 = 256 * OPERATIONS_OF_A_STEP;

/// What is left of the limits while a computation runs.
///
/// A step is a microsecond or two of work. The fixpoint loop spends one or more for a run of a propagator, by the size of its
/// scope; a costlier propagator and an enumeration spend more. Every 256 steps the clock and the flag are looked at. Once
/// spent, a budget stays spent.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    clock: Clock,
    start: Duration,
    /// Operations until the next look.
    until_look: u32,
    nodes: u64,
    failures: u64,
    spent: Option<Limit>,
}

impl Budget {
    /// A fresh budget whose time starts now.
    pub fn start(limits: &Limits) -> Self {
        let mut budget = Self::idle(limits.clone());
        budget.restart();
        budget
    }

    /// A budget that is to be [restarted](Self::restart) before anything is spent: no clock is looked at.
    pub(crate) fn idle(limits: Limits) -> Self {
        Self {
            clock: limits.clock.unwrap_or(platform_clock),
            start: Duration::ZERO,
            limits,
            until_look: OPERATIONS_BETWEEN_LOOKS,
            nodes: 0,
            failures: 0,
            spent: None,
        }
    }

    /// Starts anew with the same limits: counters at zero, time from now.
    pub fn restart(&mut self) {
        self.start = if self.limits.time.is_some() { (self.clock)() } else { Duration::ZERO };
        self.until_look = OPERATIONS_BETWEEN_LOOKS;
        self.nodes = 0;
        self.failures = 0;
        self.spent = None;
    }

    /// A budget without limits.
    pub fn unlimited() -> Self {
        Self::start(&Limits::none())
    }

    /// The clock that its time is measured with.
    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// The limits that this budget started with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Spends steps of work.
    ///
    /// # Errors
    /// The limit that is reached.
    #[inline]
    pub fn spend(&mut self, steps: u32) -> Result<(), Limit> {
        self.spend_operations(steps.saturating_mul(OPERATIONS_OF_A_STEP))
    }

    /// Spends the part of a step, or the steps, that so many simple operations take, each of them a few nanoseconds.
    ///
    /// # Errors
    /// The limit that is reached.
    #[inline]
    pub fn spend_on(&mut self, operations: usize) -> Result<(), Limit> {
        self.spend_operations(u32::try_from(operations).unwrap_or(u32::MAX))
    }

    #[inline]
    fn spend_operations(&mut self, operations: u32) -> Result<(), Limit> {
        if self.until_look > operations {
            self.until_look -= operations;
            return Ok(());
        }
        self.look()
    }

    /// Looks at the clock and the flag now.
    ///
    /// # Errors
    /// The limit that is reached.
    #[cold]
    pub fn look(&mut self) -> Result<(), Limit> {
        self.until_look = OPERATIONS_BETWEEN_LOOKS;
        if self.spent.is_none() {
            if self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped) {
                self.spent = Some(Limit::Interrupt);
            } else if let Some(time) = self.limits.time
                && (self.clock)().saturating_sub(self.start) >= time
            {
                self.spent = Some(Limit::Time(time));
            }
        }
        match self.spent {
            // A spent budget answers at every further step.
            Some(limit) => {
                self.until_look = 0;
                Err(limit)
            }
            None => Ok(()),
        }
    }

    /// Spends a node of a search.
    ///
    /// # Errors
    /// The limit that is reached.
    #[inline]
    pub fn node(&mut self) -> Result<(), Limit> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(self.spend_all(Limit::Nodes(self.nodes)));
        }
        self.nodes += 1;
        self.spend(1)
    }

    /// Spends a failure of a search.
    ///
    /// # Errors
    /// The limit that is reached.
    #[inline]
    pub fn failure(&mut self) -> Result<(), Limit> {
        if self.limits.failures.is_some_and(|most| self.failures >= most) {
            return Err(self.spend_all(Limit::Failures(self.failures)));
        }
        self.failures += 1;
        Ok(())
    }

    /// The limit that was reached, if any.
    pub fn spent(&self) -> Option<Limit> {
        self.spent
    }

    fn spend_all(&mut self, limit: Limit) -> Limit {
        self.spent = Some(limit);
        self.until_look = 0;
        limit
    }
}

/// Time since the first call, by the platform's monotonic clock; stands still on wasm32, where a caller injects one.
fn platform_clock() -> Duration {
    #[cfg(target_arch = "wasm32")]
    {
        Duration::ZERO
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_stays_spent() {
        let mut budget = Budget::start(&Limit::time(Duration::ZERO).into());
        assert_eq!(budget.spend(1_000), Err(Limit::Time(Duration::ZERO)));
        assert_eq!(budget.spend(1), Err(Limit::Time(Duration::ZERO)));
        assert_eq!(budget.spent(), Some(Limit::Time(Duration::ZERO)));
    }

    #[test]
    fn nodes_are_counted_exactly() {
        let mut budget = Budget::start(&Limit::nodes(2).into());
        assert_eq!((budget.node(), budget.node()), (Ok(()), Ok(())));
        assert_eq!(budget.node(), Err(Limit::Nodes(2)));
        budget.restart();
        assert_eq!(budget.node(), Ok(()));
    }

    #[test]
    fn a_flag_stops_at_the_next_look() {
        let flag = StopFlag::new();
        let mut budget = Budget::start(&Limits::none().stopped_by(&flag));
        assert_eq!(budget.look(), Ok(()));
        flag.stop();
        assert_eq!(budget.look(), Err(Limit::Interrupt));
    }
}
