//! The report of a build: for people, and as JSON for scripts.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use soru::indexing::{Summary, VectorSummary};

use super::encoder::{languages, wanted};
use super::{Order, Published, ServiceWorker};
use crate::bundle::{MANIFEST, Written, part};
use crate::encoder::package::Known;
use crate::ingest::{CacheUse, Skipped};
use crate::place::Problem;
use crate::project::WantedEncoder;
use crate::questions::Attached;

/// What a site is told that has no written questions.
const NO_QUESTIONS: &str = "none; a language model can write them once, so that visitors' own words find \
                            the pages: `soru questions write --help`";

/// The advice for a site without an encoder.
const NO_ENCODER: &str = "none; one finds the pages by questions in other words, and visitors do not \
                          download it:";

/// Examples named per reason; the JSON report has them all.
const EXAMPLES: usize = 3;

/// Warnings printed; the JSON report has them all.
const WARNINGS: usize = 20;

/// What a build gave.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The folder written to.
    pub out: String,
    /// The project file used, if any.
    pub config: Option<String>,
    /// Pages indexed.
    pub pages: u64,
    /// Chunks they were cut into.
    pub chunks: u64,
    /// Words of text by language.
    pub words: BTreeMap<String, u64>,
    /// Different words by language.
    pub terms: BTreeMap<String, u64>,
    /// Facts.
    pub facts: u64,
    /// Questions written for sections, if there is a file of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<Attached>,
    /// The encoder that embedded each language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub encoders: BTreeMap<String, String>,
    /// An encoder that would embed a language which has none, where the site's owner did not choose.
    #[serde(skip)]
    pub encoder_to_add: Option<&'static str>,
    /// Vectors.
    pub vectors: Vectors,
    /// What the cache was good for, if there was one.
    pub cache: Option<CacheUse>,
    /// Pages left out, by reason.
    pub skipped: Vec<SkippedGroup>,
    /// Ids of pages that say nearly the same, in groups.
    pub alike: Vec<Vec<String>>,
    /// What is worth a look.
    pub warnings: Vec<String>,
    /// The bundle by part.
    pub parts: Vec<Part>,
    /// Size of the whole bundle in bytes.
    pub bytes: u64,
    /// Files of the whole bundle.
    pub files: usize,
    /// Whether the files that a page loads are in the bundle.
    pub has_browser_files: bool,
    /// Files of older builds that were removed.
    pub removed: usize,
    /// Data files of the bundle that was deployed before, which this one lacks (`--keep-from`).
    pub kept: usize,
    /// Whether the index was the same already.
    pub unchanged: bool,
    /// Something to ask first.
    #[serde(skip)]
    pub first_question: Option<String>,
    /// What was done beyond the bundle's folder.
    #[serde(flatten)]
    pub published: Published,
    /// How long it took.
    pub seconds: f64,
}

/// What became of the vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Vectors {
    /// How many chunks have one.
    pub chunks: u64,
    /// How many bytes they would take, if that was too much and they were left out.
    pub left_out: Option<u64>,
}

/// Pages left out for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkippedGroup {
    /// The reason.
    pub reason: String,
    /// Whether the pages' authors asked for it.
    pub intended: bool,
    /// The pages.
    pub pages: Vec<String>,
}

/// Files of the bundle that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// What they hold.
    pub name: String,
    /// How many they are.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

impl Report {
    #[expect(
        clippy::too_many_arguments,
        reason = "each is what one step of the build gave"
    )]
    pub(super) fn new(
        order: &Order,
        summary: &Summary,
        encoders: BTreeMap<String, String>,
        questions: Option<Attached>,
        skipped: &[Skipped],
        cache: Option<CacheUse>,
        warnings: &[Problem],
        written: &Written,
        published: Published,
        time: Duration,
    ) -> Self {
        let parts = parts(written);
        Self {
            encoder_to_add: encoder_to_add(order, summary, &encoders),
            out: order.out.display().to_string(),
            config: order
                .project
                .file
                .as_ref()
                .map(|file| file.display().to_string()),
            pages: summary.documents,
            chunks: summary.chunks,
            words: summary.words.clone(),
            terms: summary.terms.clone(),
            facts: summary.facts,
            questions,
            encoders,
            vectors: Vectors::new(summary.vectors),
            cache,
            skipped: groups(skipped),
            alike: summary.alike.clone(),
            warnings: warnings.iter().map(Problem::to_string).collect(),
            bytes: parts.iter().map(|part| part.bytes).sum(),
            files: parts.iter().map(|part| part.files).sum(),
            parts,
            has_browser_files: !order.browser.files.is_empty(),
            removed: written.removed,
            kept: written.kept,
            unchanged: written.unchanged,
            first_question: None,
            published,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }

    /// Whether anything happened that nobody asked for: a warning, or a page left out that its
    /// author did not keep out.
    #[must_use]
    pub fn has_concerns(&self) -> bool {
        !self.warnings.is_empty() || self.lost().next().is_some()
    }

    /// Pages left out that nobody asked to leave out, with the reason.
    pub fn lost(&self) -> impl Iterator<Item = (&str, &str)> {
        let groups = self.skipped.iter().filter(|group| !group.intended);
        groups.flat_map(|group| {
            let pages = group.pages.iter();
            pages.map(|page| (page.as_str(), group.reason.as_str()))
        })
    }
}

/// Without a project file nobody means to keep the bundle.
fn encoder_to_add(
    order: &Order,
    summary: &Summary,
    encoders: &BTreeMap<String, String>,
) -> Option<&'static str> {
    order.project.file.as_ref()?;
    if wanted(order) != WantedEncoder::Fitting {
        return None;
    }
    let mut without = languages(summary);
    without.retain(|tag| !encoders.contains_key(*tag));
    let ready = || without.iter().find_map(|tag| Known::ready(tag));
    Some(Known::of_several(&without).or_else(ready)?.name)
}

impl Vectors {
    fn new(summary: VectorSummary) -> Self {
        let (chunks, left_out) = match summary {
            VectorSummary::Off => (0, None),
            VectorSummary::Built(chunks) => (chunks, None),
            VectorSummary::TooLarge(size) => (0, Some(size)),
        };
        Self { chunks, left_out }
    }
}

impl fmt::Display for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.left_out {
            None => write!(f, "of {} chunks", self.chunks),
            Some(size) => write!(
                f,
                "none: they take {}, which is more than indexing.vectors.max_kilobytes allows, so pages that use \
                 other words than a question are found less often; set it to {} to have them",
                bytes(size),
                size.div_ceil(1000)
            ),
        }
    }
}

fn groups(skipped: &[Skipped]) -> Vec<SkippedGroup> {
    let mut groups: BTreeMap<&str, SkippedGroup> = BTreeMap::new();
    for page in skipped {
        let group = groups
            .entry(page.reason.group())
            .or_insert_with(|| SkippedGroup {
                reason: page.reason.group().to_owned(),
                intended: page.reason.is_intended(),
                pages: Vec::new(),
            });
        group.pages.push(match page.reason.detail() {
            Some(detail) => format!("{}: {detail}", page.place),
            None => page.place.to_string(),
        });
    }
    groups.into_values().collect()
}

fn parts(written: &Written) -> Vec<Part> {
    let mut parts: BTreeMap<(u8, &str), Part> = BTreeMap::new();
    for file in &written.files {
        let key = match part(&file.name) {
            Some(name) => (0, name),
            None if file.name == MANIFEST => (1, "manifest"),
            None if file.is_index => (0, "outline"),
            None => (2, "engine and element"),
        };
        let part = parts.entry(key).or_insert_with(|| Part {
            name: key.1.to_owned(),
            files: 0,
            bytes: 0,
        });
        part.files += 1;
        part.bytes += file.size;
    }
    parts.into_values().collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let config = self
            .config
            .as_deref()
            .unwrap_or("none, all settings at their defaults");
        writeln!(f, "project   {config}")?;
        writeln!(f, "pages     {} in {} chunks", self.pages, self.chunks)?;
        for (lang, words) in &self.words {
            let terms = self.terms.get(lang).copied().unwrap_or_default();
            writeln!(f, "words     {lang}: {words}, {terms} different")?;
        }
        writeln!(f, "facts     {}", self.facts)?;
        self.write_questions(f)?;
        self.write_encoders(f)?;
        writeln!(f, "vectors   {}", self.vectors)?;
        if let Some(cache) = &self.cache {
            let CacheUse { reused, parsed, .. } = cache;
            let saved = cache.saved_seconds;
            writeln!(
                f,
                "cache     {reused} pages reused, {parsed} parsed, {saved:.1} s of parsing saved"
            )?;
        }
        self.write_skipped(f)?;
        self.write_alike(f)?;
        self.write_warnings(f)?;
        for part in &self.parts {
            let files = if part.files == 1 { "file" } else { "files" };
            writeln!(
                f,
                "size      {:>9}  {} ({} {files})",
                bytes(part.bytes),
                part.name,
                part.files
            )?;
        }
        writeln!(
            f,
            "bundle    {} in {} files, {}",
            bytes(self.bytes),
            self.files,
            self.out
        )?;
        if self.unchanged {
            writeln!(f, "          the same as before")?;
        }
        self.write_published(f)?;
        write!(f, "time      {:.1} s", self.seconds)
    }
}

impl Report {
    fn write_questions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(questions) = &self.questions else {
            // Without a project file there is no place for them yet.
            return match self.config {
                Some(_) => writeln!(f, "questions {NO_QUESTIONS}"),
                None => Ok(()),
            };
        };
        let (written, sections) = (questions.questions, questions.sections);
        writeln!(f, "questions {written} written for {sections} sections")?;
        let (stale, orphaned) = (questions.stale, questions.orphaned);
        if stale + orphaned > 0 {
            writeln!(
                f,
                "            {stale} of sections that have changed, {orphaned} of sections that are gone \
                 and left out: `soru questions check` lists them"
            )?;
        }
        Ok(())
    }

    fn write_encoders(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tag, name) in &self.encoders {
            writeln!(f, "encoder   {tag}: {name}")?;
        }
        match self.encoder_to_add {
            Some(name) => writeln!(f, "encoder   {NO_ENCODER} `soru encoder add {name}`"),
            None => Ok(()),
        }
    }

    fn write_published(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ServiceWorker { file, answers }) = &self.published.service_worker {
            let what = if *answers {
                "by"
            } else {
                "no longer; ended by"
            };
            writeln!(f, "offline   {what} {file}")?;
        }
        let Some(injected) = &self.published.injected else {
            return Ok(());
        };
        let (changed, unchanged) = (injected.changed, injected.unchanged);
        let left = injected.skipped.len() + injected.failed.len();
        writeln!(
            f,
            "box       put into {changed} pages; {unchanged} had it, {left} were left as they are"
        )?;
        let mut pages = injected.failed.iter().chain(&injected.skipped);
        for (page, reason) in pages.by_ref().take(EXAMPLES) {
            writeln!(f, "            {page}: {reason}")?;
        }
        match pages.count() {
            0 => Ok(()),
            more => writeln!(f, "            ... and {more} more"),
        }
    }

    fn write_skipped(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.skipped {
            writeln!(f, "skipped   {}: {}", group.pages.len(), group.reason)?;
            for page in group.pages.iter().take(EXAMPLES) {
                writeln!(f, "            {page}")?;
            }
            if group.pages.len() > EXAMPLES {
                writeln!(
                    f,
                    "            ... and {} more",
                    group.pages.len() - EXAMPLES
                )?;
            }
        }
        Ok(())
    }

    fn write_alike(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = &self.alike;
        if groups.is_empty() {
            return Ok(());
        }
        let pages: usize = groups.iter().map(Vec::len).sum();
        writeln!(
            f,
            "alike     {pages} pages say nearly what {} of them {}",
            groups.len(),
            if groups.len() == 1 { "says" } else { "say" }
        )?;
        for group in groups.iter().take(EXAMPLES) {
            let more = group.len().saturating_sub(EXAMPLES);
            let named = group[..group.len() - more].join(", ");
            let more = if more > 0 {
                format!(", ... and {more} more")
            } else {
                String::new()
            };
            writeln!(f, "            {named}{more}")?;
        }
        if groups.len() > EXAMPLES {
            let left = groups.len() - EXAMPLES;
            writeln!(f, "            ... and {left} more groups")?;
        }
        Ok(())
    }

    fn write_warnings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in self.warnings.iter().take(WARNINGS) {
            writeln!(f, "warning   {warning}")?;
        }
        if self.warnings.len() > WARNINGS {
            writeln!(
                f,
                "          ... and {} more",
                self.warnings.len() - WARNINGS
            )?;
        }
        Ok(())
    }
}

/// A size as people say it.
pub(crate) fn bytes(size: u64) -> String {
    match size {
        0..1_000 => format!("{size} B"),
        1_000..1_000_000 => format!("{:.1} kB", size as f64 / 1e3),
        _ => format!("{:.1} MB", size as f64 / 1e6),
    }
}
