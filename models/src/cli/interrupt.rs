//! Ctrl-C: stops the puzzles at work, so that what is done can be printed; a second time it ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gridwright::StopFlag;

use super::status::Exit;

/// What is found and takes longer to be printed after Ctrl-C is not printed.
const FAREWELL: Duration = Duration::from_millis(10);

/// What Ctrl-C does.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    /// Stops every puzzle at work; raised too when nobody wants the answers any more.
    pub flag: StopFlag,
    heard: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens to Ctrl-C.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let listener = interrupt.clone();
        let result = ctrlc::set_handler(move || {
            if listener.heard.swap(true, Ordering::SeqCst) {
                std::process::exit(Exit::Stopped.code().into());
            }
            listener.flag.stop();
        });
        if let Err(error) = result {
            log::warn!("Ctrl-C ends the program at once: {error}");
        }
        interrupt
    }

    /// As many of these as are dealt with until Ctrl-C is pressed, and a moment longer; the others are left.
    pub fn in_time<T>(&self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let mut since = None;
        all.into_iter()
            .take_while(move |_| !self.is_heard() || since.get_or_insert_with(Instant::now).elapsed() < FAREWELL)
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_heard(&self) -> bool {
        self.heard.load(Ordering::SeqCst)
    }
}
