//! Distributes work over the available threads: many items, a range of them at a time, or two tasks
//! in parallel.

use std::sync::{Mutex, OnceLock, PoisonError};

/// Calls a function with every number below a count, once each, in any order and from any threads.
/// This crate starts no threads; its caller may have some.
pub type ForEach = fn(usize, &(dyn Fn(usize) + Sync));

/// Calls the function for the numbers in sequence.
pub(super) fn in_order(count: usize, run: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(run);
}

/// Returns the results of `work` for all ranges of the items, in order.
pub(super) fn in_ranges<T: Sync, R: Send + Sync>(
    items: &[T],
    length: usize,
    for_each: ForEach,
    work: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    let ranges: Vec<&[T]> = items.chunks(length).collect();
    // Each range has a separate result, whichever thread runs it.
    let places: Vec<OnceLock<Vec<R>>> = ranges.iter().map(|_| OnceLock::new()).collect();
    for_each(ranges.len(), &|number| {
        places[number].get_or_init(|| work(ranges[number]));
    });
    let done = places.into_iter().filter_map(OnceLock::into_inner);
    done.flatten().collect()
}

/// Returns the results of two tasks, each on its own thread if there are two.
pub(super) fn both<A: Send, B: Send>(
    for_each: ForEach,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (one, other) = (Task::new(one), Task::new(other));
    for_each(2, &|number| {
        if number == 0 { one.run() } else { other.run() }
    });
    (one.done(), other.done())
}

/// A task that runs once.
struct Task<W, D>(Mutex<State<W, D>>);

enum State<W, D> {
    Waiting(W),
    Running,
    Done(D),
}

impl<W: FnOnce() -> D, D> Task<W, D> {
    fn new(work: W) -> Self {
        Self(Mutex::new(State::Waiting(work)))
    }

    fn run(&self) {
        if let State::Waiting(work) = self.change(State::Running) {
            let done = work();
            self.change(State::Done(done));
        }
    }

    /// Changes the state. The lock is not held while the work runs, which may distribute work
    /// itself.
    fn change(&self, to: State<W, D>) -> State<W, D> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *state, to)
    }

    fn done(self) -> D {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            State::Done(done) => done,
            State::Waiting(work) => work(),
            State::Running => unreachable!("whoever ran it has returned"),
        }
    }
}
