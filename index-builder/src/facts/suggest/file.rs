//! The file of suggestions: facts in YAML, with a comment above the facts of each section.
//!
//! A run only appends to the file, because a person may be editing it. The comment records that the
//! model was asked about the section, by a name that changes with its text. It remains when its
//! facts are moved or deleted, so that each section is asked about once.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use soru::Fact;
use soru_files::place::Problems;
use soru_files::whole_file;
use soru_ingest::tidy_line;

use crate::facts::{Cell, Record, read_text, yaml};
use crate::questions::Job;

/// The maximum size of the file in megabytes, more than a person would read.
const MOST_MEGABYTES: u64 = 100;

/// The maximum length of page and headings in a section's comment, in characters.
const LONGEST_NAME: usize = 200;

const ASKED: &str = " [asked ";

const HEADER: &str = "\
# Facts that a language model has suggested (`soru facts suggest`). Nobody has checked them, and no build
# reads this file. Compare each answer with its source. Move what is right into a file of facts that
# soru.toml lists under [facts], with the day as `checked_on`, and delete the rest.
# Keep the comments that end with [asked ...]: a section without its comment is asked about again.
# The next run adds to the end of this file and changes nothing above.
";

/// A file of suggestions.
#[derive(Debug, Default)]
pub struct Suggested {
    file: PathBuf,
    asked: HashSet<String>,
    facts: Vec<Fact>,
}

impl Suggested {
    /// Reads a file; an absent file is empty.
    ///
    /// # Errors
    /// If it cannot be read, or facts cannot be appended to it.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let mut suggested = Self {
            file: file.to_owned(),
            ..Self::default()
        };
        if !file.exists() {
            return Ok(suggested);
        }
        let bytes = whole_file::read(file, MOST_MEGABYTES)
            .with_context(|| format!("{}: the suggestions cannot be read", file.display()))?;
        let read = read_text(file, &bytes, yaml::read);
        Problems::none_or_all(read.problems)?;
        let text = String::from_utf8_lossy(&bytes);
        suggested.asked = text.lines().filter_map(asked_in).collect();
        suggested.facts = read.records.iter().map(fact).collect();
        suggested.ensure_open(&text)?;
        Ok(suggested)
    }

    /// Checks that facts can be appended to the text.
    fn ensure_open(&self, text: &str) -> anyhow::Result<()> {
        let longer = format!("{text}\n{}", yaml::entry(&Fact::default(), ""));
        let read = yaml::read(&self.file, &longer);
        if !read.problems.is_empty() || read.records.len() != self.facts.len() + 1 {
            bail!(
                "{}: cannot append to this file: it must be a list of facts that start with `- ` \
                 in the first column; or name another file with --out",
                self.file.display()
            );
        }
        Ok(())
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether the model was asked about the section with its present text.
    pub fn is_asked(&self, job: &Job) -> bool {
        self.asked.contains(&job.id)
    }

    /// The facts in the file, edited or not.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Appends the suggestions for a section, and flushes them in case the program is killed.
    ///
    /// # Errors
    /// If the file cannot be written to.
    pub fn add(&mut self, job: &Job, facts: &[Fact]) -> anyhow::Result<()> {
        let mut block = String::new();
        if !self.file.exists() {
            block.push_str(HEADER);
        }
        let _ = writeln!(block, "\n# {}{ASKED}{}]", name(job), job.id);
        for fact in facts {
            block.push_str(&yaml::entry(fact, ""));
        }
        whole_file::append(&self.file, &block)
            .with_context(|| format!("{}: cannot be written", self.file.display()))?;
        self.asked.insert(job.id.clone());
        self.facts.extend_from_slice(facts);
        Ok(())
    }
}

/// The section's name in a comment line.
fn asked_in(line: &str) -> Option<String> {
    let comment = line.trim().strip_prefix('#')?;
    let (_, id) = comment.strip_suffix(']')?.rsplit_once(ASKED)?;
    Some(id.to_owned())
}

/// Page and headings, on one line.
fn name(job: &Job) -> String {
    let mut path = vec![job.page.as_str()];
    path.extend(job.section.heading.iter().map(String::as_str));
    tidy_line(&path.join(" > "))
        .chars()
        .take(LONGEST_NAME)
        .collect()
}

/// Converts a record without validation, since people edit the file.
fn fact(record: &Record) -> Fact {
    let texts = |name: &str| match record.field(name).map(|field| &field.cell) {
        Some(Cell::Text(text)) => vec![text.clone()],
        Some(Cell::List(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let text = |name: &str| texts(name).into_iter().next().unwrap_or_default();
    Fact {
        question: text("question"),
        aliases: texts("aliases"),
        answer: text("answer"),
        source_url: text("source_url"),
        source_title: text("source_title"),
        source_quote: text("source_quote"),
        lang: text("lang"),
        ..Fact::default()
    }
}
