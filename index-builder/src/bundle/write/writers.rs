//! Threads that write files while others are made: compression uses the processor, writing the
//! disk.

use std::borrow::Cow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use super::super::index::Keep;
use super::Writing;

/// The number of concurrent writes. They wait for the disk, which flushes concurrent ones in one
/// step: 1,000 files of 7 KB took 2.7 s with one thread, .74 with 2, .44 with 4 and with 8, .39
/// with 16, .38 with 32 and .33 with 64 (medians of seven rounds on one machine).
const WRITERS: usize = 16;

/// A queued file, by its name relative to the bundle.
type Named<'b> = (String, Cow<'b, [u8]>);

impl Writing {
    /// Writes the files that `produce` passes on, while it makes others. On return they are on the
    /// disk, under unfinished names.
    ///
    /// # Errors
    /// The error of `produce`, or of a file that cannot be written.
    pub fn beside<'b, M>(
        &self,
        produce: impl FnOnce(&Keep<'_, 'b>) -> anyhow::Result<M>,
    ) -> anyhow::Result<M> {
        let (sender, receiver) = channel::<Named<'b>>();
        let waiting = Mutex::new(receiver);
        let has_failed = AtomicBool::new(false);
        thread::scope(|scope| {
            let writer = |_| scope.spawn(|| self.write_all(&waiting, &has_failed));
            let writers: Vec<_> = (0..WRITERS).map(writer).collect();
            let made = produce(&|name, bytes| {
                // The receiver outlives this closure, so sending cannot fail.
                let _ = sender.send((name, bytes));
            });
            // Ends the writers after the last file.
            drop(sender);
            let done = writers.into_iter().map(ScopedJoinHandle::join);
            let mut done = done.map(|written| written.unwrap_or_else(|panic| resume_unwind(panic)));
            let made = made?;
            done.try_for_each(|written| written)?;
            Ok(made)
        })
    }

    /// Writes queued files until the queue closes. After a failure in any thread, files are only
    /// received, so that the queue does not grow.
    fn write_all(
        &self,
        waiting: &Mutex<Receiver<Named<'_>>>,
        has_failed: &AtomicBool,
    ) -> anyhow::Result<()> {
        let next = || {
            let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.recv().ok()
        };
        let mut written = Ok(());
        while let Some((name, bytes)) = next() {
            if !has_failed.load(Ordering::Relaxed) {
                written = self.write(&name, &bytes);
                has_failed.fetch_or(written.is_err(), Ordering::Relaxed);
            }
        }
        written
    }
}
