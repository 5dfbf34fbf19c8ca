//! `soru facts suggest`.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::arguments::FactsSuggest;
use crate::cli::asking::{Batch, RunSummary, Task, asked, dropped_text, print_estimate};
use crate::cli::build::today;
use crate::cli::output::{DONE, count, print, print_json};
use crate::facts::suggest::{FactsPrompt, KnownFacts, Suggested, check_facts};
use crate::facts::{Frame, load};
use crate::language_model::{Message, ReplyContent, read_answers};
use crate::project::{FILE_NAME, Project};
use crate::questions::{Dropped, Job, Plan, SiteJobs};

/// The key of a list of facts in a line of answers.
const LIST: &str = "facts";

pub(super) fn run(arguments: &FactsSuggest) -> anyhow::Result<u8> {
    let mut project = Project::of(arguments.config.as_deref(), &arguments.inputs)?;
    // A fact has the language of its source.
    project.questions.languages.clear();
    let mut suggesting = Suggesting::new(&project, arguments)?;
    let site = SiteJobs::read(&arguments.inputs, &project)?;
    let plan = Plan::new(&site, Vec::new(), &project.questions);
    let open = suggesting.open(&plan);
    if let Some(file) = &arguments.import {
        return suggesting.import(file, &open);
    }
    let limit = arguments.model.limit.unwrap_or(usize::MAX);
    let jobs: Vec<&Job> = open.into_iter().take(limit).collect();
    if let Some(file) = &arguments.prompts {
        return suggesting.write_requests(file, &jobs, &project, arguments);
    }
    if arguments.model.dry_run {
        let sections = format!("{} of {} need a request", jobs.len(), plan.sections.len());
        return print_estimate(&jobs, &suggesting, &sections, &arguments.model);
    }
    let asked = asked(&jobs, &mut suggesting, &project.questions, &arguments.model)?;
    if arguments.model.json {
        print_json(&suggesting.report(&asked))?;
    } else if !arguments.model.quiet {
        print(&suggesting.text(&asked))?;
    }
    asked.finish()
}

/// The result of asking.
struct Suggesting {
    prompt: FactsPrompt,
    suggested: Suggested,
    known: KnownFacts,
    sections: usize,
    facts: usize,
    unusable: usize,
    dropped: Dropped,
}

impl Task for Suggesting {
    const DOING: &'static str = "looking for facts";
    const MADE: &'static str = "facts";

    fn messages(&self, job: &Job) -> [Message; 2] {
        self.prompt.messages(job)
    }

    fn tokens_back(&self, _job: &Job) -> usize {
        self.prompt.tokens_back()
    }

    fn take(&mut self, job: &Job, reply: &str, _by: &str) -> anyhow::Result<bool> {
        self.keep(job, &ReplyContent::Text(reply.to_owned()))?;
        Ok(false)
    }

    fn made(&self) -> usize {
        self.facts
    }
}

impl Suggesting {
    fn new(project: &Project, arguments: &FactsSuggest) -> anyhow::Result<Self> {
        let named = arguments.out.clone();
        let file = named.or_else(|| project.suggested_facts_file());
        let file = file.with_context(|| {
            format!(
                "no {FILE_NAME} found, which names the file of suggestions: write one with `soru \
                 init`, or name the file with --out"
            )
        })?;
        let suggested = Suggested::read(&file)?;
        let known = known(project, arguments, &suggested)?;
        Ok(Self {
            prompt: FactsPrompt::new(project),
            suggested,
            known,
            sections: 0,
            facts: 0,
            unusable: 0,
            dropped: Dropped::new(),
        })
    }

    /// The sections to ask about, without duplicate texts. A fact needs the address of its source.
    fn open<'p>(&self, plan: &'p Plan<'_>) -> Vec<&'p Job> {
        let mut seen = HashSet::new();
        let open = plan.open().into_iter();
        open.filter(|job| !job.url.is_empty() && !self.suggested.is_asked(job))
            .filter(|job| seen.insert(job.id.as_str()))
            .collect()
    }

    /// Adds the accepted facts of a reply to the file.
    fn keep(&mut self, job: &Job, content: &ReplyContent) -> anyhow::Result<()> {
        let checked = check_facts(content, job, &self.prompt, &self.known);
        for (fault, count) in &checked.dropped {
            *self.dropped.entry(*fault).or_default() += count;
        }
        if !checked.is_readable {
            self.unusable += 1;
            return Ok(());
        }
        self.suggested.add(job, &checked.facts)?;
        for fact in &checked.facts {
            self.known.add_suggestion(fact);
        }
        self.sections += usize::from(!checked.facts.is_empty());
        self.facts += checked.facts.len();
        Ok(())
    }

    fn write_requests(
        &self,
        file: &Path,
        jobs: &[&Job],
        project: &Project,
        arguments: &FactsSuggest,
    ) -> anyhow::Result<u8> {
        let model = arguments.model.model.as_ref();
        let batch = Batch {
            file,
            format: arguments.format,
            model: model.unwrap_or(&project.questions.model),
            lacking: "an answer",
            import: "soru facts suggest --import",
        };
        batch.write(jobs, |job| self.prompt.messages(job))
    }

    fn import(&mut self, file: &Path, open: &[&Job]) -> anyhow::Result<u8> {
        let (answers, unreadable) = read_answers(file, LIST)?;
        let mut open: HashMap<&str, &Job> =
            open.iter().map(|job| (job.id.as_str(), *job)).collect();
        let mut unknown = 0;
        for answer in answers {
            match open.remove(answer.id.as_str()) {
                Some(job) => self.keep(job, &answer.content)?,
                None => unknown += 1,
            }
        }
        self.unusable += unreadable;
        let mut text = format!(
            "facts     {} suggested for {}\n",
            self.facts,
            count(self.sections, "section")
        );
        text += &self.dropped_text();
        if unknown > 0 {
            let _ = writeln!(
                text,
                "unknown   {}: the section has changed since, or already has an answer",
                count(unknown, "answer")
            );
        }
        print(&(text + &self.file_text()))?;
        Ok(DONE)
    }

    fn text(&self, asked: &RunSummary) -> String {
        let mut text = match asked.sections {
            0 => "sections  all have answers already; nothing was sent\n".to_owned(),
            sections => format!(
                "facts     {} suggested for {} of {}\n",
                self.facts,
                self.sections,
                count(sections, "section")
            ),
        };
        text += &self.dropped_text();
        text += &asked.usage_text();
        text += asked.limit_text();
        text + &self.file_text()
    }

    fn dropped_text(&self) -> String {
        let mut text = dropped_text(&self.dropped, "suggestion");
        if self.unusable > 0 {
            let _ = writeln!(
                text,
                "unusable  {} without a list of facts; the next run asks for them again",
                count(self.unusable, "answer")
            );
        }
        text
    }

    fn file_text(&self) -> String {
        let file = self.suggested.file().display();
        format!("file      {file}: check every fact; no build reads them\n")
    }

    fn report(&self, asked: &RunSummary) -> impl Serialize + use<> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct SuggestReport {
            file: String,
            asked: usize,
            sections: usize,
            facts: usize,
            dropped: Dropped,
            unusable: usize,
            failed: Vec<String>,
            tokens: usize,
        }
        SuggestReport {
            file: self.suggested.file().display().to_string(),
            asked: asked.sections,
            sections: self.sections,
            facts: self.facts,
            dropped: self.dropped.clone(),
            unusable: self.unusable,
            failed: asked.failed.clone(),
            tokens: asked.tokens,
        }
    }
}

/// The site's facts, and existing suggestions.
fn known(
    project: &Project,
    arguments: &FactsSuggest,
    suggested: &Suggested,
) -> anyhow::Result<KnownFacts> {
    let languages = project.languages();
    let mut known = KnownFacts::new(languages.first().map_or("en", String::as_str));
    let mut files = project.fact_files();
    files.extend(arguments.facts.iter().cloned());
    let frame = Frame {
        languages,
        today: today()?,
        table: project.facts.table.clone(),
    };
    for fact in load(&files, &frame)?.facts {
        known.add_fact(&fact);
    }
    for fact in suggested.facts() {
        known.add_suggestion(fact);
    }
    Ok(known)
}
