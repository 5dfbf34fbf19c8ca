//! Work shared out among however many threads there are: on many things of one kind, a stretch of them at a
//! time, or two pieces of work beside each other.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::ForEach;

/// What `work` gives for all stretches of so many things, in their order.
pub(super) fn in_stretches<T: Sync, R: Send + Sync>(
    things: &[T],
    length: usize,
    for_each: ForEach,
    work: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    let stretches: Vec<&[T]> = things.chunks(length).collect();
    // Whoever takes a stretch, what it becomes has its own place.
    let places: Vec<OnceLock<Vec<R>>> = stretches.iter().map(|_| OnceLock::new()).collect();
    for_each(stretches.len(), &|number| {
        places[number].get_or_init(|| work(stretches[number]));
    });
    let done = places.into_iter().filter_map(OnceLock::into_inner);
    done.flatten().collect()
}

/// What two pieces of work give, each done by a thread of its own if there are two.
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

/// Work that is done once.
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

    /// The lock is not held while the work runs, which may share out work itself.
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
