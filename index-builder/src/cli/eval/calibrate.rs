//! `soru eval --calibrate`.

use anyhow::bail;
use soru::settings::Value;

use super::{Eval, Progress, origins, say, write_json};
use crate::bundle::Bundle;
use crate::cli::build::today;
use crate::eval::{LabelledSet, Measured, calibrate, calibrated_text, measure, rows};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let progress = Progress::new();
    let mut measured: Vec<Measured> = Vec::new();
    for origin in origins(arguments)? {
        let set = LabelledSet::open(&origin, today()?)?;
        let site = Bundle::open(&set.bundle)?;
        // The site's own way comes first; answers that would be kept back for their confidence are
        // examples too.
        let mut first = rows(site.engine().configuration()).swap_remove(0);
        let all = Value::Map(vec![("minConfidence".to_owned(), Value::Number(0.0))]);
        first.options = Value::Map(vec![("answer".to_owned(), all)]);
        let name = set.name.clone();
        measured.push(measure(set, &[first], |_| progress.show(name.clone()))?);
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
