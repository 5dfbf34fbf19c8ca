//! `soru eval --calibrate`.

use anyhow::bail;
use soru::settings::Value;

use super::measure::own_rows;
use super::{Eval, Progress, origins, say, write_json};
use crate::bundle::Bundle;
use crate::cli::build::today;
use crate::eval::{LabelledSet, Measured, calibrate, calibrated_text, measure, rows};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let own = own_rows(&arguments.rows)?;
    if own.len() > 1 {
        bail!("--calibrate fits confidence to one way of asking: name one --row");
    }
    let progress = Progress::new();
    let mut measured: Vec<Measured> = Vec::new();
    for origin in origins(arguments)? {
        let set = LabelledSet::open(&origin, today()?)?;
        let site = Bundle::open(&set.bundle)?;
        // The site's own way comes first.
        let usual = || rows(site.engine().configuration()).swap_remove(0);
        let mut row = own.first().cloned().unwrap_or_else(usual);
        answer_all(&mut row.options);
        let name = set.name.clone();
        measured.push(measure(set, &[row], |_| progress.show(name.clone()))?);
    }
    if measured.len() < 2 && !arguments.few_sets {
        bail!(
            "confidence is calibrated on at least two sets, each judged by weights that the others \
             chose; --few-sets does it on one"
        );
    }
    drop(progress);
    let calibrated = calibrate(&measured);
    say(&calibrated_text(&calibrated))?;
    if let Some(file) = &arguments.json {
        write_json(file, &calibrated)?;
    }
    Ok(())
}

/// Answers that would be kept back for their confidence are examples too.
fn answer_all(options: &mut Value) {
    *entry(entry(options, "answer"), "minConfidence") = Value::Number(0.0);
}

/// The value of a key, made if there is none.
fn entry<'v>(value: &'v mut Value, key: &str) -> &'v mut Value {
    if !matches!(value, Value::Map(_)) {
        *value = Value::Map(Vec::new());
    }
    let Value::Map(entries) = value else {
        unreachable!("it was made a map");
    };
    let place = entries.iter().position(|(name, _)| name == key);
    let place = place.unwrap_or_else(|| {
        entries.push((key.to_owned(), Value::Null));
        entries.len() - 1
    });
    &mut entries[place].1
}
