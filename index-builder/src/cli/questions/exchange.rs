//! `soru questions prompts` and `soru questions import`.

use std::fmt::Write as _;

use super::arguments::{Import, Prompts};
use super::{Setting, merge_text};
use crate::cli::asking::{Batch, dropped_text};
use crate::cli::output::{DONE, count, print};
use crate::questions::{answers, append};

pub(super) fn prompts(arguments: &Prompts) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let mut jobs = plan.open();
    jobs.truncate(arguments.limit.unwrap_or(usize::MAX));
    let model = arguments.model.as_ref();
    let batch = Batch {
        file: &arguments.out,
        format: arguments.format,
        model: model.unwrap_or(&setting.project.questions.model),
        lacking: "questions",
        import: "soru questions import",
    };
    batch.write(&jobs, |job| setting.prompt.messages(job))
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
