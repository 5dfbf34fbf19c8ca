//! `soru questions write`.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::arguments::Write;
use super::{Setting, merge_text, near_misses_text};
use crate::cli::asking::{RunSummary, Task, asked, dropped_text, print_estimate, reasons_text};
use crate::cli::output::{count, print, print_json};
use crate::language_model::Message;
use crate::questions::{
    CheckedReply, CommonQuestions, Dropped, Fault, Job, Merge, Placed, QuestionsFile, append,
    check_reply, replace,
};

pub(super) fn run(arguments: &Write) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let mut jobs = plan.open();
    jobs.truncate(arguments.model.limit.unwrap_or(usize::MAX));
    let mut writing = Writing::new(&setting, &plan.lines);
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
    writing.remove_common()?;
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
    near_misses: usize,
    unusable: usize,
    dropped: Dropped,
    /// The questions of all sections so far.
    common: CommonQuestions,
    /// The faults of poor first replies, and the questions accepted from them.
    poor: HashMap<String, CheckedReply>,
}

impl Task for Writing<'_> {
    const DOING: &'static str = "writing questions";
    const MADE: &'static str = "questions";

    fn messages(&self, job: &Job) -> [Message; 2] {
        let prompt = &self.setting.prompt;
        match self.poor.get(&job.id) {
            Some(first) => prompt.messages_again(job, &reasons_text(&first.dropped)),
            None => prompt.messages(job),
        }
    }

    fn tokens_back(&self, job: &Job) -> usize {
        self.setting.prompt.tokens_back(job)
    }

    fn take(&mut self, job: &Job, reply: &str, by: &str) -> anyhow::Result<bool> {
        let mut checked = check_reply(reply, job, &self.setting.prompt);
        checked.drop_common(&self.common);
        let first = self.poor.get(&job.id);
        let is_first = first.is_none();
        if let Some(first) = first {
            checked.drop_known(first, self.setting.prompt.most(job));
        }
        // Only the faults of the last reply count.
        for (fault, count) in first.iter().flat_map(|first| &first.dropped) {
            if let Some(all) = self.dropped.get_mut(fault) {
                *all -= count;
            }
        }
        for (fault, count) in &checked.dropped {
            *self.dropped.entry(*fault).or_default() += count;
        }
        self.dropped.retain(|_, count| *count > 0);
        let is_poor = is_first && checked.is_poor();
        let has_line = first.is_some_and(|first| !first.questions.is_empty());
        if !checked.questions.is_empty() || (checked.is_usable() && !has_line) {
            self.keep(job, &checked, by)?;
        } else if !is_poor && !has_line {
            self.unusable += 1;
        }
        if is_poor {
            self.poor.insert(job.id.clone(), checked);
        }
        Ok(is_poor)
    }

    fn made(&self) -> usize {
        self.questions
    }
}

impl<'s> Writing<'s> {
    fn new(setting: &'s Setting, lines: &[Placed]) -> Self {
        Self {
            setting,
            sections: 0,
            questions: 0,
            near_misses: 0,
            unusable: 0,
            dropped: Dropped::new(),
            common: CommonQuestions::of({ lines.iter() }.map(|placed| &placed.line)),
            poor: HashMap::new(),
        }
    }

    /// Appends the accepted questions to the file.
    fn keep(&mut self, job: &Job, checked: &CheckedReply, by: &str) -> anyhow::Result<()> {
        let has_line = { self.poor.get(&job.id) }.is_some_and(|first| !first.questions.is_empty());
        self.sections += usize::from(!has_line);
        self.questions += checked.questions.len();
        self.near_misses += checked.near_misses.len();
        let (questions, near_misses) = (checked.questions.clone(), checked.near_misses.clone());
        let line = job.line(questions, near_misses, by);
        self.common.add(&line);
        append(&self.setting.file, &line)
    }

    /// Removes the questions that many sections share. A line that loses all its questions is
    /// removed too, so the next run asks about its section again.
    fn remove_common(&mut self) -> anyhow::Result<()> {
        let lines = QuestionsFile::read_if_there(&self.setting.file)?.into_lines();
        let (mut kept, mut all) = (Vec::new(), 0);
        for line in lines {
            let (line, removed) = self.common.removed_from(line);
            all += removed;
            if removed == 0 || !line.questions.is_empty() {
                kept.push(line);
            }
        }
        if all == 0 {
            return Ok(());
        }
        *self.dropped.entry(Fault::Common).or_default() += all;
        self.questions = self.questions.saturating_sub(all);
        replace(&self.setting.file, &kept)
    }

    fn text(&self, merge: Merge, asked: &RunSummary) -> String {
        let mut text = match asked.sections {
            0 => "sections  all have questions; nothing was sent\n".to_owned(),
            sections => format!(
                "sections  {} of {sections} have questions now, {} in all, and {}\n",
                self.sections,
                self.questions,
                near_misses_text(self.near_misses)
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
        text += &asked.usage_text();
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
            near_misses: usize,
            dropped: Dropped,
            unusable: usize,
            failed: Vec<String>,
            tokens: usize,
            #[serde(skip_serializing_if = "Option::is_none")]
            cost: Option<f64>,
            replaced: usize,
            pruned: usize,
            orphaned: usize,
        }
        WriteReport {
            file: self.setting.file.display().to_string(),
            asked: asked.sections,
            sections: self.sections,
            questions: self.questions,
            near_misses: self.near_misses,
            dropped: self.dropped.clone(),
            unusable: self.unusable,
            failed: asked.failed.clone(),
            tokens: asked.tokens,
            cost: asked.cost,
            replaced: merge.replaced,
            pruned: merge.pruned,
            orphaned: merge.orphaned,
        }
    }
}
