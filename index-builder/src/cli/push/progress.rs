//! Shows the progress of a push on a terminal, and reports longer waits everywhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use soru_cluster::Progress;

/// The bar while chunks are sent.
const SENDING: &str =
    "{spinner} {prefix} [{bar:32}] {pos}/{len} chunks, {per_sec}, {eta} left {msg}";

/// The line of a phase without a number.
const WORKING: &str = "{spinner} {prefix} {msg}";

/// Shorter waits are not reported.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

/// A bar on a terminal, and messages about waiting everywhere, unless quiet.
pub(super) struct PushProgress {
    bar: Option<ProgressBar>,
    is_quiet: bool,
}

impl PushProgress {
    pub(super) fn new(is_quiet: bool) -> Self {
        let is_shown = !is_quiet && std::io::stderr().is_terminal();
        Self {
            bar: is_shown.then(ProgressBar::no_length),
            is_quiet,
        }
    }

    /// Removes the bar.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for PushProgress {
    fn begins(&self, phase: &str, chunks: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        let style = if chunks > 0 { SENDING } else { WORKING };
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.reset();
        bar.set_length(chunks);
        bar.set_prefix(phase.to_owned());
        bar.enable_steady_tick(Duration::from_millis(100));
    }

    fn sent(&self, chunks: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(chunks);
        }
    }

    fn waits(&self, pause: Duration, why: &str) {
        if self.is_quiet || pause < SHORTEST_WAIT {
            return;
        }
        let line = format!("waiting {} s: {why}", pause.as_secs());
        match &self.bar {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }
}
