//! The results of trials.

use std::fmt;

use super::launcher::Engine;

/// A row for each trial.
#[derive(Debug, Default)]
pub(super) struct Table(Vec<Row>);

#[derive(Debug)]
struct Row {
    engine: Engine,
    trial: &'static str,
    is_right: bool,
    figure: String,
}

impl Table {
    pub(super) fn add(
        &mut self,
        engine: Engine,
        trial: &'static str,
        is_right: bool,
        figure: String,
    ) {
        let row = Row {
            engine,
            trial,
            is_right,
            figure,
        };
        println!("{row}");
        self.0.push(row);
    }

    pub(super) fn has_failures(&self) -> bool {
        self.0.iter().any(|row| !row.is_right)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = if self.is_right { "yes" } else { "no" };
        let (engine, trial) = (self.engine.name(), self.trial);
        write!(
            f,
            "| {engine:<10} | {trial:<52} | {right:<5} | {} |",
            self.figure
        )
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n| engine | trial | right | |\n|---|---|---|---|")?;
        self.0.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
