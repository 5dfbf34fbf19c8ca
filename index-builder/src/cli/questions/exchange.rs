//! `soru questions prompts` and `soru questions import`.

use anyhow::{Context, bail};
use std::fmt::Write as _;

use super::arguments::{Import, Prompts};
use super::{Setting, merge_text};
use crate::cli::asking::dropped_text;
use crate::cli::output::{DONE, count, print};
use crate::language_model::{BatchFormat, requests};
use crate::questions::{answers, append};

pub(super) fn prompts(arguments: &Prompts) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let mut jobs = plan.open();
    jobs.truncate(arguments.limit.unwrap_or(usize::MAX));
    let model = arguments
        .model
        .as_ref()
        .unwrap_or(&setting.project.questions.model);
    if arguments.format == BatchFormat::OpenaiBatch && model.is_empty() {
        bail!(
            "a batch needs the name of the model: set `model` under [questions] in soru.toml, or \
             give --model"
        );
    }
    let out = &arguments.out;
    let asked = jobs.iter();
    let asked = asked.map(|job| (job.id.as_str(), setting.prompt.messages(job)));
    std::fs::write(out, requests(asked, model, arguments.format))
        .with_context(|| format!("{}: cannot be written", out.display()))?;
    let out = out.display();
    print(&format!(
        "{out}: {}, one for each section without questions. Import the answers with `soru \
         questions import`: one per line, with the `custom_id` or `id` of its request\n",
        count(jobs.len(), "request")
    ))?;
    Ok(DONE)
}

pub(super) fn import(arguments: &Import) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let read = answers(&arguments.file, &plan, &setting.prompt)?;
    for line in &read.lines {
        append(&setting.file, line)?;
    }
    let merge = setting.tidy(false)?;
    let questions: usize = read.lines.iter().map(|line| line.questions.len()).sum();
    let mut text = format!(
        "sections  {} have questions now, {questions} in all\n",
        read.lines.len()
    );
    text += &dropped_text(&read.dropped, "question");
    if read.unusable > 0 {
        let _ = writeln!(
            text,
            "unusable  {}: no question that its section can answer",
            count(read.unusable, "answer")
        );
    }
    if read.unknown > 0 {
        let _ = writeln!(
            text,
            "unknown   {}: the section has changed since, already has questions, or was \
             requested in other languages",
            count(read.unknown, "answer")
        );
    }
    text += &merge_text(merge);
    let _ = writeln!(text, "file      {}", setting.file.display());
    print(&text)?;
    Ok(DONE)
}
