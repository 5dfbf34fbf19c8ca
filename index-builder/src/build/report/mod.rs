//! The report of a build: for people, and as JSON for scripts.

mod text;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use soru_files::place::Problem;
use soru_indexing::Summary;
use soru_ingest::{CacheUse, Ingested, SkipReason, Skipped};

use super::encoder::{languages, ready_for, wanted};
use super::{BuildOptions, Published, ServiceWorker};
use crate::bundle::{MANIFEST, WrittenBundle, part};
use crate::project::WantedEncoder;
use crate::questions::Attached;

/// The result of a build.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildReport {
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
    /// The encoder that would embed a language without one, unless the site's owner has chosen.
    #[serde(skip)]
    pub encoder_to_add: Option<&'static str>,
    /// Vectors.
    pub vectors: Vectors,
    /// The pages that the cache saved from parsing, if there was one.
    pub cache: Option<CacheUse>,
    /// Pages left out, by reason.
    pub skipped: Vec<SkippedGroup>,
    /// Pages that the build reads without the parts that a server or a generator adds.
    pub partly: Vec<OtherFiles>,
    /// Pages indexed as a whole, because they have no text of their own.
    pub whole: Vec<String>,
    /// Pages indexed as a whole, because the element that the site names as content has no text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unfilled: Vec<String>,
    /// Pages of older versions, each with the page of the newest version, which ranks above it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
    /// Hosts that pages name in their canonical links, with the number of pages. Results stay on
    /// the host that serves them, unless `[site] url` names another.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub canonical: BTreeMap<String, usize>,
    /// Files that are not pages, such as pictures and style sheets.
    pub others: Vec<OtherFiles>,
    /// Groups of ids of nearly identical pages.
    pub alike: Vec<Vec<String>>,
    /// Warnings.
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
    /// Files of the previously deployed bundle, absent from this one (`--keep-from`).
    pub kept: usize,
    /// Whether the index is the same as before.
    pub unchanged: bool,
    /// A question that the site can answer.
    #[serde(skip)]
    pub first_question: Option<String>,
    /// Changes outside of the bundle's folder.
    #[serde(flatten)]
    pub published: Published,
    /// Duration in seconds.
    pub seconds: f64,
}

/// The chunks that have vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Vectors {
    /// Number of chunks with a vector.
    pub chunks: u64,
}

/// Pages left out for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkippedGroup {
    /// The reason.
    pub reason: String,
    /// Whether the pages' authors requested it.
    pub intended: bool,
    /// The pages.
    pub pages: Vec<String>,
}

/// Files of the same kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherFiles {
    /// The extension of their names: `hidden` for hidden files, empty if they have none.
    pub kind: String,
    /// Their names.
    pub files: Vec<String>,
}

/// A group of files in the bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// Their content.
    pub name: String,
    /// Number of files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

impl BuildReport {
    #[expect(
        clippy::too_many_arguments,
        reason = "each is what one step of the build gave"
    )]
    pub(super) fn new(
        options: &BuildOptions,
        summary: &Summary,
        encoders: BTreeMap<String, String>,
        questions: Option<Attached>,
        ingested: &Ingested,
        warnings: &[Problem],
        written: &WrittenBundle,
        published: Published,
        time: Duration,
    ) -> Self {
        let parts = parts(written);
        Self {
            encoder_to_add: encoder_to_add(options, summary, &encoders),
            out: options.out.display().to_string(),
            config: options
                .project
                .file
                .as_ref()
                .map(|file| file.display().to_string()),
            pages: summary.documents.saturating_sub(ingested.contacts as u64),
            chunks: summary.chunks,
            words: summary.words.clone(),
            terms: summary.terms.clone(),
            facts: summary.facts,
            questions,
            encoders,
            vectors: Vectors {
                chunks: summary.vectors,
            },
            cache: ingested.cache,
            skipped: groups(&ingested.skipped),
            partly: files_by_ending(ingested.partly.iter().map(String::as_str)),
            whole: ingested.whole.clone(),
            unfilled: ingested.unfilled.clone(),
            versions: ingested.versions.clone(),
            canonical: ingested.production.clone(),
            others: others(&ingested.skipped),
            alike: summary.alike.clone(),
            warnings: warnings.iter().map(Problem::to_string).collect(),
            bytes: parts.iter().map(|part| part.bytes).sum(),
            files: parts.iter().map(|part| part.files).sum(),
            parts,
            has_browser_files: !options.browser.files.is_empty(),
            removed: written.removed,
            kept: written.kept,
            unchanged: written.unchanged,
            first_question: None,
            published,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }

    /// Whether anything unintended happened: a warning, or a page left out without its author's
    /// request.
    pub fn has_concerns(&self) -> bool {
        !self.warnings.is_empty() || self.lost().next().is_some()
    }

    /// Pages left out without a request, with the reason.
    pub fn lost(&self) -> impl Iterator<Item = (&str, &str)> {
        let groups = self.skipped.iter().filter(|group| !group.intended);
        groups.flat_map(|group| {
            let pages = group.pages.iter();
            pages.map(|page| (page.as_str(), group.reason.as_str()))
        })
    }
}

/// The encoder to recommend. Without a project file the bundle is probably temporary.
fn encoder_to_add(
    options: &BuildOptions,
    summary: &Summary,
    encoders: &BTreeMap<String, String>,
) -> Option<&'static str> {
    options.project.file.as_ref()?;
    if wanted(options) != WantedEncoder::Fitting {
        return None;
    }
    let mut without = languages(summary);
    without.retain(|tag| !encoders.contains_key(*tag));
    ready_for(&without)
}

fn groups(skipped: &[Skipped]) -> Vec<SkippedGroup> {
    let mut groups: BTreeMap<&str, SkippedGroup> = BTreeMap::new();
    let pages = skipped.iter().filter(|file| other_kind(file).is_none());
    for page in pages {
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

/// Returns the extension of a file that is not a page.
fn other_kind(skipped: &Skipped) -> Option<&str> {
    match &skipped.reason {
        SkipReason::Other(ending) => Some(ending),
        _ => None,
    }
}

fn others(skipped: &[Skipped]) -> Vec<OtherFiles> {
    let named = |file| other_kind(file).map(|kind| (kind.to_owned(), file.place.file.as_str()));
    by_kind(skipped.iter().filter_map(named))
}

fn files_by_ending<'f>(files: impl Iterator<Item = &'f str>) -> Vec<OtherFiles> {
    by_kind(files.map(|file| {
        let ending = file.rsplit('.').next().unwrap_or_default();
        (ending.to_ascii_lowercase(), file)
    }))
}

/// Groups of files, the largest first.
fn by_kind<'f>(files: impl Iterator<Item = (String, &'f str)>) -> Vec<OtherFiles> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (kind, file) in files {
        kinds.entry(kind).or_default().push(file.to_owned());
    }
    let files = |(kind, files)| OtherFiles { kind, files };
    let mut kinds: Vec<OtherFiles> = kinds.into_iter().map(files).collect();
    kinds.sort_by_key(|kind| Reverse(kind.files.len()));
    kinds
}

fn parts(written: &WrittenBundle) -> Vec<Part> {
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
