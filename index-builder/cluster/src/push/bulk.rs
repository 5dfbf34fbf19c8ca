//! Sends changes in pieces, two requests at a time, and repeats what was refused for the moment.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use super::target::Target;
use crate::engines::{Change, Outcome};
use crate::failure::{Failure, Result};
use crate::http::Attempts;

/// The size of a piece in bytes.
const PIECE: usize = 5_000_000;

/// The number of requests at a time.
const AT_A_TIME: usize = 2;

/// The number of rejected documents that a message names.
const NAMED: usize = 5;

/// Numbers of changes that the engine accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) put: u64,
    pub(super) deleted: u64,
}

/// Sends all changes to an index.
///
/// # Errors
/// [`Failure::Rejected`] if the engine will never accept some; nothing more is sent then.
pub(super) fn send(
    target: &Target,
    index: &str,
    changes: impl Iterator<Item = anyhow::Result<Change>>,
) -> Result<Accepted> {
    let (give, take) = sync_channel::<Vec<Change>>(1);
    let sender = Sender {
        target,
        index,
        take: Mutex::new(take),
        has_failed: AtomicBool::new(false),
        counts: Default::default(),
    };
    std::thread::scope(|scope| {
        let work = || sender.work();
        let workers: Vec<_> = (0..AT_A_TIME).map(|_| scope.spawn(work)).collect();
        let read = distribute(changes, &give, &sender.has_failed);
        drop(give);
        let ends = workers.into_iter().map(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| Err(Failure::Refused("a worker ended".to_owned())))
        });
        // A worker that fails ends the reading, so its reason comes first.
        ends.fold(Ok(()), Result::and).and(read)
    })?;
    let [put, deleted] = sender.counts.map(AtomicU64::into_inner);
    Ok(Accepted { put, deleted })
}

/// The state that the workers share.
struct Sender<'s> {
    target: &'s Target,
    index: &'s str,
    take: Mutex<Receiver<Vec<Change>>>,
    has_failed: AtomicBool,
    /// Accepted documents and deletions.
    counts: [AtomicU64; 2],
}

/// Gives pieces to the workers, until one of them has failed.
fn distribute(
    changes: impl Iterator<Item = anyhow::Result<Change>>,
    give: &SyncSender<Vec<Change>>,
    has_failed: &AtomicBool,
) -> Result<()> {
    let (mut piece, mut bytes) = (Vec::new(), 0);
    for change in changes {
        let change = change?;
        if bytes + change.bytes() > PIECE && !piece.is_empty() {
            if has_failed.load(Ordering::Relaxed) {
                return Ok(());
            }
            bytes = 0;
            let _ = give.send(std::mem::take(&mut piece));
        }
        bytes += change.bytes();
        piece.push(change);
    }
    if !piece.is_empty() {
        let _ = give.send(piece);
    }
    Ok(())
}

impl Sender<'_> {
    fn work(&self) -> Result<()> {
        let mut end = Ok(());
        while let Some(piece) = self.next() {
            // After a failure pieces are only taken, so that the reading can end.
            if !self.has_failed.load(Ordering::Relaxed) {
                end = self.piece(piece);
                self.has_failed.fetch_or(end.is_err(), Ordering::Relaxed);
            }
        }
        end
    }

    fn next(&self) -> Option<Vec<Change>> {
        let take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        take.recv().ok()
    }

    /// Sends a piece until every change in it is done.
    fn piece(&self, mut piece: Vec<Change>) -> Result<()> {
        let Self { target, index, .. } = *self;
        let mut attempts = Attempts::new(target.patience);
        loop {
            let outcomes = target.engine().write(index, &piece)?;
            let rest = self.sort(piece, outcomes)?;
            let Some(why) = rest.why else {
                return Ok(());
            };
            piece = rest.changes;
            let Some(pause) = attempts.pause(None) else {
                return Err(Failure::Refused(format!(
                    "{index}: the cluster does not accept {} documents: {why}; check its health, \
                     then push again",
                    piece.len()
                )));
            };
            target.progress.waits(pause, &why);
            std::thread::sleep(pause);
        }
    }

    fn sort(&self, piece: Vec<Change>, outcomes: Vec<Outcome>) -> Result<Rest> {
        let mut rest = Rest::default();
        let mut rejected = Vec::new();
        let mut sent = 0;
        for (change, outcome) in piece.into_iter().zip(outcomes) {
            match outcome {
                Outcome::Done => {
                    let is_put = matches!(change, Change::Put(_));
                    self.counts[usize::from(!is_put)].fetch_add(1, Ordering::Relaxed);
                    sent += 1;
                }
                Outcome::Later(why) => {
                    rest.changes.push(change);
                    rest.why = Some(why);
                }
                Outcome::Rejected(why) => rejected.push(format!("{}: {why}", change.id())),
            }
        }
        self.target.progress.sent(sent);
        if rejected.is_empty() {
            return Ok(rest);
        }
        Err(refused(&rejected))
    }
}

/// Changes to repeat, and the reason.
#[derive(Default)]
struct Rest {
    changes: Vec<Change>,
    why: Option<String>,
}

fn refused(rejected: &[String]) -> Failure {
    let named: Vec<&str> = rejected.iter().take(NAMED).map(String::as_str).collect();
    Failure::Rejected(format!(
        "the cluster rejected {} documents, so nothing was swapped:\n  {}\ncheck the log of the \
         cluster, and whether somebody changed the index's schema",
        rejected.len(),
        named.join("\n  ")
    ))
}
