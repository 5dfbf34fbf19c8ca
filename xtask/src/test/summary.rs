//! Prints the table at the end of a run: the result of each step, and its duration.

use std::fmt;
use std::time::Duration;

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StepOutcome {
    NotRun,
    Passed,
    Failed,
}

#[derive(Debug)]
struct StepRow {
    name: &'static str,
    outcome: StepOutcome,
    installing: Duration,
    running: Duration,
}

/// A row for each step, in running order.
#[derive(Debug)]
pub(super) struct Summary {
    rows: Vec<StepRow>,
}

impl Summary {
    /// Creates a table of steps that have not run.
    pub(super) fn new(names: impl Iterator<Item = &'static str>) -> Self {
        let row = |name| StepRow {
            name,
            outcome: StepOutcome::NotRun,
            installing: Duration::ZERO,
            running: Duration::ZERO,
        };
        Self {
            rows: names.map(row).collect(),
        }
    }

    /// Records the installation time of a step's tools.
    pub(super) fn installed(&mut self, name: &str, took: Duration) {
        if let Some(row) = self.row(name) {
            row.installing = took;
        }
    }

    /// Records the result of a step.
    pub(super) fn finished(&mut self, name: &str, took: Duration, passed: bool) {
        if let Some(row) = self.row(name) {
            row.running = took;
            row.outcome = if passed {
                StepOutcome::Passed
            } else {
                StepOutcome::Failed
            };
        }
    }

    fn row(&mut self, name: &str) -> Option<&mut StepRow> {
        self.rows.iter_mut().find(|row| row.name == name)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [step, result, installing, running] = ["step", "result", "installing", "running"];
        writeln!(f, "{step:<14}{result:<10}{installing:>12}{running:>12}")?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))?;
        let installing = seconds(self.rows.iter().map(|row| row.installing).sum());
        let running = seconds(self.rows.iter().map(|row| row.running).sum());
        write!(f, "{:<24}{installing:>12}{running:>12}", "total")
    }
}

impl fmt::Display for StepRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.outcome {
            StepOutcome::NotRun => "not run",
            StepOutcome::Passed => "ok",
            StepOutcome::Failed => "FAILED",
        };
        let [installing, running] = [self.installing, self.running].map(seconds);
        write!(
            f,
            "{:<14}{result:<10}{installing:>12}{running:>12}",
            self.name
        )
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_distinguishes_passed_failed_and_not_run() {
        let mut summary = Summary::new(["format", "clippy", "doc"].into_iter());
        summary.finished("format", Duration::from_millis(1500), true);
        summary.installed("clippy", Duration::from_secs(2));
        summary.finished("clippy", Duration::from_secs(3), false);
        let table = summary.to_string();
        let rows: Vec<Vec<&str>> = table
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(rows[1], ["format", "ok", "0.0", "s", "1.5", "s"]);
        assert_eq!(rows[2], ["clippy", "FAILED", "2.0", "s", "3.0", "s"]);
        assert_eq!(rows[3], ["doc", "not", "run", "0.0", "s", "0.0", "s"]);
        assert_eq!(rows[4], ["total", "2.0", "s", "4.5", "s"]);
    }
}
