//! Writes many reports in one transaction.
//!
//! A transaction waits for the disk, a report alone would wait for it as long as a thousand do. So
//! one thread writes all that have arrived during the transaction before.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::sync::{mpsc, oneshot};

use crate::report::Report;
use crate::store::{Store, today};

/// The number of reports that may wait.
const MOST_WAITING: usize = 10_000;
/// The number of reports in a transaction.
const MOST_AT_ONCE: usize = 2_000;
/// The pause between two looks at reports that are too old.
const TIDYING: Duration = Duration::from_hours(1);

/// A report, and whom to tell that it is written.
type Waiting = (Report, oneshot::Sender<bool>);

/// Accepts reports for the file.
#[derive(Debug, Clone)]
pub struct Writer {
    waiting: mpsc::Sender<Waiting>,
}

impl Writer {
    /// Opens the file, and starts to write. Reports older than `days` are deleted now and each
    /// hour in which reports arrive. `problem` receives each failure.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn start(
        file: &Path,
        days: u32,
        problem: impl Fn(&str) + Send + 'static,
    ) -> anyhow::Result<Self> {
        let mut store = Store::open(file)?;
        store.tidy(days)?;
        let (waiting, mut arriving) = mpsc::channel(MOST_WAITING);
        let work = move || {
            let mut tidied = Instant::now();
            while let Some(first) = arriving.blocking_recv() {
                let written = write(&mut store, first, &mut arriving);
                let tidying = (tidied.elapsed() >= TIDYING).then(|| store.tidy(days));
                if tidying.is_some() {
                    tidied = Instant::now();
                }
                let failed = [written.err(), tidying.and_then(Result::err)];
                for error in failed.into_iter().flatten() {
                    problem(&format!("reports cannot be written: {error:#}"));
                }
            }
        };
        let thread = thread::Builder::new().name("reports".to_owned());
        thread
            .spawn(work)
            .context("the thread that writes reports cannot be started")?;
        Ok(Self { waiting })
    }

    /// Returns whether the report is in the file; it is not if too many wait or the disk fails.
    pub async fn write(&self, report: Report) -> bool {
        let (written, is_written) = oneshot::channel();
        let accepted = self.waiting.try_send((report, written));
        accepted.is_ok() && is_written.await.unwrap_or(false)
    }
}

/// Writes this report and all that wait.
fn write(
    store: &mut Store,
    first: Waiting,
    arriving: &mut mpsc::Receiver<Waiting>,
) -> anyhow::Result<()> {
    let mut all = vec![first];
    while all.len() < MOST_AT_ONCE {
        let Ok(next) = arriving.try_recv() else { break };
        all.push(next);
    }
    let written = store.add(today(), all.iter().map(|(report, _)| report));
    for (_, told) in all {
        // Who has gone need not be told.
        let _ = told.send(written.is_ok());
    }
    written
}
