//! Shows the progress of asking on a terminal, and ends it on Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Task;

/// The exit code of a program that Ctrl-C ended immediately.
const INTERRUPTED: i32 = 130;

const STYLE: &str = "{spinner} {prefix} [{bar:32}] {pos}/{len} sections, {eta} left {msg}";

/// Shorter waits are not reported.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

/// A bar on a terminal, and messages about waiting everywhere, unless quiet.
pub(super) struct RequestProgress {
    bar: Option<ProgressBar>,
    is_quiet: bool,
}

impl RequestProgress {
    pub(super) fn of<T: Task>(_task: &T, sections: usize, quiet: bool) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        let bar = shown.then(|| {
            let bar = ProgressBar::new(sections as u64);
            if let Ok(style) = ProgressStyle::with_template(STYLE) {
                bar.set_style(style);
            }
            bar.set_prefix(T::DOING);
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        Self {
            bar,
            is_quiet: quiet,
        }
    }

    /// Reports that the next request waits.
    pub(super) fn waits(&self, wait: Duration, why: &str) {
        if self.is_quiet || wait < SHORTEST_WAIT {
            return;
        }
        let line = format!("waiting {} s: {why}", wait.as_secs());
        match &self.bar {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }

    pub(super) fn one_more<T: Task>(&self, task: &T) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
            bar.set_message(format!("({} {})", task.made(), T::MADE));
        }
    }
}

impl Drop for RequestProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Installs a handler. The first Ctrl-C lets pending requests finish; the second exits immediately.
/// In both cases the file contains every answer that has arrived.
pub(super) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = Arc::clone(&stop);
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        // Without signal handling Ctrl-C exits immediately.
        let Ok(runtime) = runtime.enable_all().build() else {
            return;
        };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            interrupt.store(true, Ordering::Relaxed);
            eprintln!("waiting for the current requests; press Ctrl-C again to stop at once");
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(INTERRUPTED);
            }
        });
    });
    stop
}
