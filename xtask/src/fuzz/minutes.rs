//! The total running time of each target, so that many short runs count as a long one.
//!
//! `fuzz/minutes.json` contains the minutes of processor time by target.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

/// The minutes of every target that has run.
#[derive(Debug)]
pub(super) struct Minutes {
    file: PathBuf,
    by_target: BTreeMap<String, f64>,
}

impl Minutes {
    /// Reads the minutes; empty if the file does not exist.
    ///
    /// # Errors
    /// If the file cannot be read, or is malformed.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let by_target = if file.exists() {
            serde_json::from_slice(&fs::read(file)?)
                .with_context(|| format!("{}: not minutes by target", file.display()))?
        } else {
            BTreeMap::new()
        };
        let file = file.to_owned();
        Ok(Self { file, by_target })
    }

    /// The minutes of a target.
    pub(super) fn of(&self, target: &str) -> f64 {
        self.by_target.get(target).copied().unwrap_or(0.0)
    }

    /// Adds the time of a run, and stores it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, target: &str, ran: Duration) -> Result<()> {
        let minutes = self.of(target) + ran.as_secs_f64() / 60.0;
        // Rounds such that the shortest run, of a second, still counts.
        let rounded = (minutes * 1000.0).round() / 1000.0;
        self.by_target.insert(target.to_owned(), rounded);
        let text = serde_json::to_string_pretty(&self.by_target)? + "\n";
        fs::write(&self.file, text).with_context(|| format!("{}: not written", self.file.display()))
    }

    /// Returns the target with the fewest minutes, unless all have at least `minutes`.
    pub(super) fn least<'n>(&self, targets: &'n [String], minutes: f64) -> Option<&'n String> {
        let missing = targets.iter().filter(|target| self.of(target) < minutes);
        missing.min_by(|a, b| self.of(a).total_cmp(&self.of(b)))
    }
}

/// Returns the processor time of the programs started so far; on a busy machine it is less than the
/// elapsed time. Where it is unknown, the elapsed time since the start is returned.
#[cfg(unix)]
pub(super) fn spent() -> Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let of = |time: nix::sys::time::TimeVal| {
        Duration::from_secs(u64::try_from(time.tv_sec()).unwrap_or(0))
            + Duration::from_micros(u64::try_from(time.tv_usec()).unwrap_or(0))
    };
    Ok(of(usage.user_time()) + of(usage.system_time()))
}

#[cfg(not(unix))]
pub(super) fn spent() -> Result<Duration> {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    Ok(BEGIN.get_or_init(Instant::now).elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_add_up_over_runs_and_the_least_run_is_next() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("minutes.json");
        let targets = ["html", "text"].map(str::to_owned);
        for _ in 0..2 {
            let mut minutes = Minutes::read(&file).unwrap();
            minutes.add("html", Duration::from_mins(10)).unwrap();
        }
        let mut minutes = Minutes::read(&file).unwrap();
        assert!((minutes.of("html") - 20.0).abs() < 0.01, "{minutes:?}");
        assert_eq!(minutes.least(&targets, 30.0).unwrap(), "text");
        minutes.add("text", Duration::from_mins(25)).unwrap();
        assert_eq!(minutes.least(&targets, 30.0).unwrap(), "html");
        assert_eq!(minutes.least(&targets, 20.0), None);
    }

    #[test]
    fn a_file_of_something_else_is_named() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("minutes.json");
        fs::write(&file, "[]").unwrap();
        let error = Minutes::read(&file).unwrap_err();
        assert!(error.to_string().contains("minutes.json"), "{error:#}");
    }

    #[test]
    #[cfg(unix)]
    fn programs_that_we_ran_count() {
        let before = spent().unwrap();
        let busy = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        crate::invocation::Invocation::new("sh")
            .args(["-c", busy])
            .run()
            .unwrap();
        assert!(spent().unwrap() > before);
    }
}
