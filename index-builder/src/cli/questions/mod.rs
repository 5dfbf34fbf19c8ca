//! `soru questions`: writes, exchanges and checks questions.

mod arguments;
mod check;
mod exchange;
mod log;
mod write;

use std::path::PathBuf;

use anyhow::{Context, bail};
use soru_ingest::primary;
use std::fmt::Write as _;

use self::arguments::OfSite;
pub(super) use self::arguments::QuestionsCommand;
use super::output::count;
use crate::project::{FILE_NAME, Project};
use crate::questions::{Merge, Plan, Prompt, QuestionsFile, SiteJobs, replace};

pub(super) fn run(command: &QuestionsCommand) -> anyhow::Result<u8> {
    match command {
        QuestionsCommand::Write(arguments) => write::run(arguments),
        QuestionsCommand::Prompts(arguments) => exchange::prompts(arguments),
        QuestionsCommand::Import(arguments) if arguments.log => log::run(arguments),
        QuestionsCommand::Import(arguments) => exchange::import(arguments),
        QuestionsCommand::Check(arguments) => check::run(arguments),
    }
}

/// The common state of these commands.
struct Setting {
    project: Project,
    /// The file of questions.
    file: PathBuf,
    site: SiteJobs,
    prompt: Prompt,
}

impl Setting {
    fn read(arguments: &OfSite) -> anyhow::Result<Self> {
        let mut project = Project::of(arguments.config.as_deref(), &arguments.inputs)?;
        if let Some(wrong) = arguments
            .languages
            .iter()
            .find(|tag| primary(tag).is_none())
        {
            bail!("--in `{wrong}`: it must be language tags such as tr,en");
        }
        if !arguments.languages.is_empty() {
            project.questions.languages.clone_from(&arguments.languages);
        }
        let own = arguments.questions.clone();
        let file = own.or_else(|| project.questions_file()).with_context(|| {
            format!(
                "no {FILE_NAME} found, which names the file of questions: write one with `soru \
                 init`, or name the file with --questions"
            )
        })?;
        if file.exists() && !QuestionsFile::is_one(&file) {
            bail!(
                "{}: not a file of written questions (perhaps of questions for `soru eval`); \
                 name another file with `file` under [questions] in {FILE_NAME}, or with \
                 --questions",
                file.display()
            );
        }
        Ok(Self {
            site: SiteJobs::read(&arguments.inputs, &project)?,
            prompt: Prompt::new(&project),
            project,
            file,
        })
    }

    /// The site with the file in its present state.
    fn plan(&self) -> anyhow::Result<Plan<'_>> {
        let lines = QuestionsFile::read_if_there(&self.file)?.lines;
        Ok(Plan::new(&self.site, lines, &self.project.questions))
    }

    /// Sorts the file and removes the lines that new ones have replaced. It reads the file again,
    /// since somebody may have edited it meanwhile.
    fn tidy(&self, prune: bool) -> anyhow::Result<Merge> {
        let plan = self.plan()?;
        let (lines, merge) = plan.merged(prune);
        let before = plan.lines.iter().map(|placed| &placed.line);
        if !before.eq(lines.iter()) {
            replace(&self.file, &lines)?;
        }
        Ok(merge)
    }
}

fn near_misses_text(number: usize) -> String {
    match number {
        1 => "1 near miss".to_owned(),
        _ => format!("{number} near misses"),
    }
}

fn merge_text(merge: Merge) -> String {
    let mut text = String::new();
    if merge.replaced > 0 {
        let _ = writeln!(
            text,
            "replaced  {} of changed sections",
            count(merge.replaced, "line")
        );
    }
    if merge.pruned > 0 {
        let _ = writeln!(
            text,
            "pruned    {} of sections that are gone",
            count(merge.pruned, "line")
        );
    }
    if merge.orphaned > 0 {
        let _ = writeln!(
            text,
            "gone      {} of sections that are gone: list them with `soru questions check`; \
             --prune removes the generated ones",
            count(merge.orphaned, "line")
        );
    }
    text
}
