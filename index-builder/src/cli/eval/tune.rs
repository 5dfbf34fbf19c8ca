//! `soru eval --tune`.

use std::fs;

use anyhow::Context;

use super::{Eval, EvalProgress, origins, print, write_json};
use crate::cli::build::today;
use crate::eval::{LabelledSet, Spec, tune, tuned_text};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let spec = match &arguments.spec {
        None => Spec::built_in()?,
        Some(file) => {
            let place = file.display();
            let text =
                fs::read_to_string(file).with_context(|| format!("{place}: cannot be read"))?;
            Spec::parse(&text).with_context(|| format!("{place}"))?
        }
    };
    let today = today()?;
    let sets: Vec<LabelledSet> = origins(arguments)?
        .iter()
        .map(|origin| LabelledSet::open(origin, today))
        .collect::<anyhow::Result<_>>()?;
    let progress = EvalProgress::new();
    let tuned = tune(&sets, &spec, arguments.few_sets, |tried| {
        progress.show(format!("{tried} combinations of settings measured"));
    })?;
    drop(progress);
    print(&tuned_text(&tuned))?;
    if let Some(file) = &arguments.json {
        write_json(file, &tuned)?;
    }
    Ok(())
}
