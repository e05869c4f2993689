//! Limits by the clock of the processor, and whether they are kept: what else the machine does is no fault.

use std::time::Duration;

use cpu_time::ThreadTime;
use gridwright::{Limit, Limits};

/// As long may each step take, and as long may it go on over that.
const TIME: Duration = Duration::from_millis(100);
const OVER: Duration = Duration::from_millis(500);

/// Limits on the time of each step, and on nodes.
pub fn limits(nodes: u64) -> Limits {
    let mut limits = Limits::from(Limit::time(TIME)).and(Limit::nodes(nodes));
    limits.clock = Some(processor_time);
    limits
}

fn processor_time() -> Duration {
    ThreadTime::now().as_duration()
}

/// When a step began.
pub struct Watch(ThreadTime);

impl Watch {
    /// A step that begins now.
    pub fn start() -> Self {
        Self(ThreadTime::now())
    }

    /// The step is over, and was in time.
    pub fn stop(self, step: &str) {
        let spent = self.0.elapsed();
        assert!(spent < TIME + OVER, "{step} took {spent:?} with a limit of {TIME:?}");
    }
}
