//! Workers that share one input and one output: whoever is free takes what comes next, and what all of them make is
//! delivered in the order of the input.
//!
//! Invariants: no product is delivered before all products of what was taken earlier, and at most [`AHEAD`] batches a
//! worker wait for their turn, so memory does not grow with the input.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};
use std::{io, mem, thread};

use gridwright::StopFlag;

use super::interrupt::Interrupt;

/// How many batches for each worker may be taken while the oldest is still at work.
const AHEAD: u64 = 16;

/// A batch takes about this long: less would be spent on handing over, more would let others wait at the end.
const BATCH_TIME: Duration = Duration::from_millis(4);

/// The most that a batch may hold.
const MOST: usize = 1024;

/// What is done is delivered after this time, even if the rest of its batch is not done.
const PATIENCE: Duration = Duration::from_millis(20);

/// Input that has not come after this time, once nothing more is wanted, is not waited for.
const FAREWELL: Duration = Duration::from_millis(50);

/// Where the work comes from.
pub(super) trait Feed: Send {
    /// One piece of work.
    type Item: Send;

    /// What comes next: waits for one piece and adds more, up to so many, where that needs no waiting. Empty at the end.
    fn take(&mut self, most: usize) -> Vec<Self::Item>;
}

/// Where the products go.
pub(super) trait Delivery: Send {
    /// What is made of one piece of work.
    type Product: Send;

    /// Takes the next product. `false` where it shall be the last.
    fn deliver(&mut self, product: Self::Product) -> io::Result<bool>;

    /// Called when nothing more is ready to be delivered.
    fn flush(&mut self) -> io::Result<()>;
}

/// What one batch has come to.
struct Turn<P> {
    products: Vec<P>,
    /// Whether nothing more comes of this batch.
    complete: bool,
    /// Whether nothing more comes at all.
    last: bool,
}

/// The products that wait for their turn, and whoever takes them in order.
struct Order<'d, D: Delivery> {
    /// The batch whose turn it is.
    next: u64,
    waiting: BTreeMap<u64, Turn<D::Product>>,
    delivery: &'d mut D,
    result: io::Result<()>,
    /// Whether nothing more is delivered.
    ended: bool,
}

/// What the workers share.
struct Pool<'d, F, D: Delivery> {
    /// The input, and how many batches were taken from it.
    feed: Mutex<(F, u64)>,
    order: Mutex<Order<'d, D>>,
    /// Tells that a batch has been delivered.
    room: Condvar,
    most_ahead: u64,
    /// Set when nothing more shall be done.
    over: AtomicBool,
    /// Stops what is at work.
    flag: &'d StopFlag,
    /// How many workers have not ended, and how many of these wait for work.
    running: AtomicUsize,
    idle: AtomicUsize,
}

/// Does all work of a feed on some threads, and delivers the products in order.
///
/// `worker` makes what a thread keeps for itself, `work` makes a product. Once nothing more is wanted, because a product
/// was the last, a delivery failed or an interrupt was heard, the flag stops what is at work, and what is done is
/// delivered; should a thread then still wait for input that may never come, `abandon` is called to end the program.
///
/// # Errors
/// The first error of a delivery.
pub(super) fn run<F: Feed, D: Delivery, W>(
    threads: usize,
    feed: F,
    delivery: &mut D,
    interrupt: &Interrupt,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, F::Item) -> D::Product + Sync,
    abandon: impl FnOnce(&mut D, io::Result<()>) -> Infallible,
) -> io::Result<()> {
    let order = Order { next: 0, waiting: BTreeMap::new(), delivery, result: Ok(()), ended: false };
    let pool = Pool {
        feed: Mutex::new((feed, 0)),
        order: Mutex::new(order),
        room: Condvar::new(),
        most_ahead: AHEAD * threads as u64,
        over: AtomicBool::new(false),
        running: AtomicUsize::new(threads),
        flag: &interrupt.flag,
        idle: AtomicUsize::new(0),
    };
    let caller = thread::current();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (pool, worker, work, caller) = (&pool, &worker, &work, &caller);
            scope.spawn(move || {
                // A worker that panics must not leave the others waiting for its turn.
                let ended = Ended { pool, caller };
                ended.pool.work(&mut worker(), work);
            });
        }
        let mut waiting_since = None;
        while pool.running.load(Ordering::SeqCst) > 0 {
            if interrupt.is_heard() {
                pool.over.store(true, Ordering::SeqCst);
            }
            if pool.is_over() {
                interrupt.flag.stop();
                pool.room.notify_all();
            }
            if !pool.is_over() || !pool.all_wait() {
                waiting_since = None;
            } else if waiting_since.get_or_insert_with(Instant::now).elapsed() >= FAREWELL {
                let mut order = lock(&pool.order);
                let result = mem::replace(&mut order.result, Ok(()));
                match abandon(order.delivery, result) {}
            }
            thread::park_timeout(PATIENCE);
        }
    });
    pool.order.into_inner().unwrap_or_else(PoisonError::into_inner).result
}

/// Says that a worker has ended, however it did.
struct Ended<'p, 'd, F, D: Delivery> {
    pool: &'p Pool<'d, F, D>,
    caller: &'p Thread,
}

impl<F, D: Delivery> Drop for Ended<'_, '_, F, D> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.pool.over.store(true, Ordering::SeqCst);
            self.pool.room.notify_all();
        }
        self.pool.running.fetch_sub(1, Ordering::SeqCst);
        self.caller.unpark();
    }
}

impl<F: Feed, D: Delivery> Pool<'_, F, D> {
    /// Takes batch after batch until nothing is left.
    fn work<W>(&self, kept: &mut W, work: impl Fn(&mut W, F::Item) -> D::Product) {
        let mut most = 1;
        while let Some((turn, batch)) = self.take(most) {
            let full = batch.len() == most;
            let start = Instant::now();
            let mut delivered = start;
            let mut products = Vec::with_capacity(batch.len());
            let mut last = false;
            for item in batch {
                products.push(work(kept, item));
                // The rest of the batch will be missing, so nothing may be delivered after this.
                last = self.flag.is_stopped() || self.is_over();
                if last {
                    break;
                }
                if delivered.elapsed() >= PATIENCE {
                    self.put(turn, Turn { products: mem::take(&mut products), complete: false, last });
                    delivered = Instant::now();
                }
            }
            self.put(turn, Turn { products, complete: true, last });
            let time = start.elapsed();
            if full && time < BATCH_TIME / 2 {
                most = (2 * most).min(MOST);
            } else if time > 2 * BATCH_TIME {
                most = (most / 2).max(1);
            }
        }
    }

    /// The next batch and its number; `None` at the end.
    fn take(&self, most: usize) -> Option<(u64, Vec<F::Item>)> {
        self.idle.fetch_add(1, Ordering::SeqCst);
        let mut feed = lock(&self.feed);
        let (feed, taken) = &mut *feed;
        let mut order = lock(&self.order);
        while !self.is_over() && *taken - order.next >= self.most_ahead {
            order = self.room.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
        drop(order);
        let batch = if self.is_over() { Vec::new() } else { feed.take(most) };
        let turn = *taken;
        *taken += 1;
        self.idle.fetch_sub(1, Ordering::SeqCst);
        (!batch.is_empty() && !self.is_over()).then_some((turn, batch))
    }

    /// Delivers what a batch has come to, or keeps it until its turn has come.
    fn put(&self, number: u64, turn: Turn<D::Product>) {
        let mut order = lock(&self.order);
        order.put(number, turn);
        if order.ended {
            self.over.store(true, Ordering::SeqCst);
        }
        drop(order);
        self.room.notify_all();
    }
}

impl<F, D: Delivery> Pool<'_, F, D> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Whether all workers that are left wait for work.
    fn all_wait(&self) -> bool {
        self.idle.load(Ordering::SeqCst) == self.running.load(Ordering::SeqCst)
    }
}

impl<D: Delivery> Order<'_, D> {
    fn put(&mut self, number: u64, turn: Turn<D::Product>) {
        if self.ended {
        } else if number == self.next {
            self.result = self.deliver(turn);
            self.ended |= self.result.is_err();
        } else if let Some(earlier) = self.waiting.get_mut(&number) {
            earlier.products.extend(turn.products);
            (earlier.complete, earlier.last) = (turn.complete, turn.last);
        } else {
            self.waiting.insert(number, turn);
        }
    }

    /// Delivers a batch whose turn it is, and those after it that are there.
    fn deliver(&mut self, mut turn: Turn<D::Product>) -> io::Result<()> {
        loop {
            for product in turn.products {
                if !self.delivery.deliver(product)? {
                    self.ended = true;
                    return self.delivery.flush();
                }
            }
            self.ended = turn.last;
            if turn.last || !turn.complete {
                break;
            }
            self.next += 1;
            match self.waiting.remove(&self.next) {
                Some(next) => turn = next,
                None => break,
            }
        }
        self.delivery.flush()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers up to a bound, as many at a time as are asked for.
    struct Numbers(std::ops::Range<u64>);

    impl Feed for Numbers {
        type Item = u64;

        fn take(&mut self, most: usize) -> Vec<u64> {
            self.0.by_ref().take(most).collect()
        }
    }

    /// What was delivered, and which product is the last or cannot be delivered.
    #[derive(Default)]
    struct List {
        products: Vec<u64>,
        last: Option<u64>,
        fails_at: Option<u64>,
    }

    impl Delivery for List {
        type Product = u64;

        fn deliver(&mut self, product: u64) -> io::Result<bool> {
            if self.fails_at == Some(product) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.products.push(product);
            Ok(self.last != Some(product))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Squares numbers, some of which take long.
    fn squares(count: u64, threads: usize, list: &mut List, interrupt: &Interrupt) -> io::Result<()> {
        let square = |(): &mut (), number: u64| {
            if number % 97 == 3 {
                thread::sleep(Duration::from_millis(number % 5));
            }
            number * number
        };
        run(threads, Numbers(0..count), list, interrupt, || (), square, |_, _| unreachable!("no input is waited for"))
    }

    #[test]
    fn products_come_in_order_however_long_each_takes() {
        let expected: Vec<u64> = (0..3_000).map(|number| number * number).collect();
        for threads in [1, 2, 8] {
            let mut list = List::default();
            squares(3_000, threads, &mut list, &Interrupt::default()).expect("lists take everything");
            assert!(list.products == expected, "{threads} threads");
        }
    }

    #[test]
    fn nothing_comes_after_the_last() {
        for threads in [1, 2, 8] {
            let mut list = List { last: Some(500 * 500), ..List::default() };
            squares(100_000, threads, &mut list, &Interrupt::default()).expect("lists take everything");
            assert_eq!((list.products.len(), list.products.last()), (501, Some(&250_000)));
            let mut list = List { fails_at: Some(500 * 500), ..List::default() };
            let error = squares(100_000, threads, &mut list, &Interrupt::default()).expect_err("a closed pipe");
            assert_eq!((list.products.len(), error.kind()), (500, io::ErrorKind::BrokenPipe));
        }
    }

    #[test]
    fn an_interrupt_leaves_no_gap() {
        for threads in [1, 8] {
            let (mut list, interrupt) = (List::default(), Interrupt::default());
            let stop = |(): &mut (), number: u64| {
                if number == 700 {
                    interrupt.flag.stop();
                }
                number
            };
            let abandon = |_: &mut List, _| unreachable!("no input is waited for");
            run(threads, Numbers(0..100_000), &mut list, &interrupt, || (), stop, abandon)
                .expect("lists take everything");
            let count = list.products.len() as u64;
            assert!(count < 100_000 && list.products == (0..count).collect::<Vec<_>>(), "{threads} threads: {count}");
        }
    }
}
