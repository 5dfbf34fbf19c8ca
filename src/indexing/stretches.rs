//! Work on many things of one kind, a stretch of them at a time, by however many threads there are.

use std::sync::OnceLock;

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
