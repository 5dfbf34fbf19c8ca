//! `soru questions write`.

use std::fmt::Write as _;

use serde::Serialize;

use super::arguments::Write;
use super::{Setting, merge_text};
use crate::cli::asking::{RunSummary, Task, asked, dropped_text, print_estimate};
use crate::cli::{count, print, print_json};
use crate::language_model::Message;
use crate::questions::{Dropped, Job, Merge, append, check_reply};

pub(super) fn run(arguments: &Write) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let mut jobs = plan.open();
    jobs.truncate(arguments.model.limit.unwrap_or(usize::MAX));
    let mut writing = Writing::new(&setting);
    if arguments.model.dry_run {
        let missing = match setting.project.questions.languages.as_slice() {
            [] => "have no questions",
            _ => "lack questions in a language",
        };
        let sections = format!("{} of {} {missing}", jobs.len(), plan.sections.len());
        return print_estimate(&jobs, &writing, &sections, &arguments.model);
    }
    let settings = &setting.project.questions;
    let asked = asked(&jobs, &mut writing, settings, &arguments.model)?;
    let merge = setting.tidy(arguments.prune)?;
    if arguments.model.json {
        print_json(&writing.report(merge, &asked))?;
    } else if !arguments.model.quiet {
        print(&writing.text(merge, &asked))?;
    }
    asked.finish()
}

/// The result of asking.
struct Writing<'s> {
    setting: &'s Setting,
    sections: usize,
    questions: usize,
    unusable: usize,
    dropped: Dropped,
}

impl Task for Writing<'_> {
    const DOING: &'static str = "writing questions";
    const MADE: &'static str = "questions";

    fn messages(&self, job: &Job) -> [Message; 2] {
        self.setting.prompt.messages(job)
    }

    fn tokens_back(&self, job: &Job) -> usize {
        self.setting.prompt.tokens_back(job)
    }

    fn take(&mut self, job: &Job, reply: &str, by: &str) -> anyhow::Result<()> {
        let checked = check_reply(reply, job, &self.setting.prompt);
        for (fault, count) in &checked.dropped {
            *self.dropped.entry(*fault).or_default() += count;
        }
        if !checked.is_usable() {
            self.unusable += 1;
            return Ok(());
        }
        self.sections += 1;
        self.questions += checked.questions.len();
        append(&self.setting.file, &job.line(checked.questions, by))
    }

    fn made(&self) -> usize {
        self.questions
    }
}

impl<'s> Writing<'s> {
    fn new(setting: &'s Setting) -> Self {
        Self {
            setting,
            sections: 0,
            questions: 0,
            unusable: 0,
            dropped: Dropped::new(),
        }
    }

    fn text(&self, merge: Merge, asked: &RunSummary) -> String {
        let mut text = match asked.sections {
            0 => "sections  all have questions; nothing was sent\n".to_owned(),
            sections => format!(
                "sections  {} of {sections} have questions now, {} in all\n",
                self.sections, self.questions
            ),
        };
        text += &dropped_text(&self.dropped, "question");
        if self.unusable > 0 {
            let _ = writeln!(
                text,
                "unusable  {} without a question that its section can answer; the next run asks \
                 for them again",
                count(self.unusable, "answer")
            );
        }
        text += asked.limit_text();
        text += &merge_text(merge);
        let _ = writeln!(text, "file      {}", self.setting.file.display());
        text
    }

    fn report(&self, merge: Merge, asked: &RunSummary) -> impl Serialize + use<> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct WriteReport {
            file: String,
            asked: usize,
            sections: usize,
            questions: usize,
            dropped: Dropped,
            unusable: usize,
            failed: Vec<String>,
            tokens: usize,
            replaced: usize,
            pruned: usize,
            orphaned: usize,
        }
        WriteReport {
            file: self.setting.file.display().to_string(),
            asked: asked.sections,
            sections: self.sections,
            questions: self.questions,
            dropped: self.dropped.clone(),
            unusable: self.unusable,
            failed: asked.failed.clone(),
            tokens: asked.tokens,
            replaced: merge.replaced,
            pruned: merge.pruned,
            orphaned: merge.orphaned,
        }
    }
}
