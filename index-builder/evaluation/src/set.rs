//! A labelled set: questions, and the bundle under test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jiff::civil::Date;
use serde::Deserialize;
use soru_files::PROJECT_FILE;
use soru_files::bundle::Bundle;
use tempfile::TempDir;

use super::building::{Build, Settings, Source};
use super::held_facts::{PageText, hold_out};
use super::questions::{Files, Question};

/// The documents of a set in a folder.
const CORPUS: &str = "corpus.jsonl";
const QUESTIONS: [&str; 2] = ["queries.jsonl", "questions.jsonl"];
const JUDGEMENTS: &str = "qrels.tsv";
const ANSWERS: &str = "answers.jsonl";
const FACTS: [&str; 4] = ["facts.csv", "facts.json", "facts.yaml", "facts.yml"];

/// The source of a set.
#[derive(Debug, Clone)]
pub enum Origin {
    /// An existing bundle, and files of questions.
    Bundle {
        /// The bundle's folder.
        folder: PathBuf,
        /// The questions.
        files: Files,
    },
    /// A folder with questions, and either `corpus.jsonl` or a site with its `soru.toml`. Its
    /// bundle is built first, in a temporary folder.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Whether some of the questions become facts.
        as_facts: bool,
    },
}

/// Questions with their labels, and the bundle under test.
#[derive(Debug)]
pub struct LabelledSet {
    /// Its name in reports.
    pub name: String,
    /// The bundle's folder.
    pub bundle: PathBuf,
    /// The questions, in the order of their file.
    pub questions: Vec<Question>,
    /// The language of every page.
    pub languages: BTreeMap<String, String>,
    /// Possible faults of the labels.
    pub warnings: Vec<String>,
    /// The day of the questions, for the expiry of facts.
    pub today: Date,
    /// Keeps a temporary bundle folder alive.
    _built: Option<TempDir>,
}

impl LabelledSet {
    /// Reads the questions, and builds the bundle if there is none.
    ///
    /// # Errors
    /// If a file is missing or malformed, or if no relevant page is in the bundle.
    pub fn open(origin: &Origin, builder: &Build<'_>, today: Date) -> anyhow::Result<Self> {
        let (name, files, bundle, questions, built) = match origin {
            Origin::Bundle { folder, files } => {
                let questions = Question::read(files)?;
                (name(folder), files.clone(), folder.clone(), questions, None)
            }
            Origin::Folder { folder, as_facts } => {
                let files = files(folder)?;
                let work = tempfile::tempdir().context("cannot create a temporary folder")?;
                let mut questions = Question::read(&files)?;
                let mut facts = facts_beside(folder);
                if *as_facts {
                    let file = work.path().join(FACTS[1]);
                    questions = make_facts(folder, &questions, &file)?;
                    facts = vec![file];
                }
                let bundle = work.path().join("bundle");
                source(folder, &files, facts, today)
                    .and_then(|source| builder(&source, &bundle))
                    .with_context(|| format!("{}: its bundle cannot be built", folder.display()))?;
                (name(folder), files, bundle, questions, Some(work))
            }
        };
        let languages = page_languages(&bundle)?;
        let warnings = missing(&files, &questions, &languages)?;
        Ok(Self {
            name,
            bundle,
            questions,
            languages,
            warnings,
            today,
            _built: built,
        })
    }

    /// The languages of the pages.
    pub fn tags(&self) -> BTreeSet<&str> {
        self.languages.values().map(String::as_str).collect()
    }
}

fn name(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let last = real.file_name().unwrap_or(real.as_os_str());
    last.to_string_lossy().into_owned()
}

fn files(folder: &Path) -> anyhow::Result<Files> {
    let there = |name: &str| Some(folder.join(name)).filter(|file| file.is_file());
    let Some(questions) = QUESTIONS.iter().find_map(|name| there(name)) else {
        bail!(
            "{}: {} is missing; a set is a folder with questions, and with corpus.jsonl or a site",
            folder.display(),
            QUESTIONS.join(" or ")
        );
    };
    // `questions.jsonl` has the answers in its own lines.
    let has_answers = questions.ends_with(QUESTIONS[0]);
    Ok(Files {
        questions,
        qrels: there(JUDGEMENTS),
        answers: there(ANSWERS).filter(|_| has_answers),
    })
}

/// Returns the files of facts beside a corpus; a site lists its facts in its `soru.toml`.
fn facts_beside(folder: &Path) -> Vec<PathBuf> {
    if folder.join(PROJECT_FILE).is_file() {
        return Vec::new();
    }
    let facts = FACTS.iter().map(|name| folder.join(name));
    facts.filter(|file| file.is_file()).collect()
}

/// Turns some of the questions into facts, writes them, and returns the others.
fn make_facts(folder: &Path, questions: &[Question], file: &Path) -> anyhow::Result<Vec<Question>> {
    let pages = page_texts(&folder.join(CORPUS))?;
    let (facts, asked) = hold_out(questions, &pages);
    if facts.is_empty() {
        bail!("{}: no question can become a fact", folder.display());
    }
    fs::write(file, serde_json::to_string(&facts)?)
        .with_context(|| format!("{}: cannot be written", file.display()))?;
    Ok(asked)
}

fn page_texts(corpus: &Path) -> anyhow::Result<BTreeMap<String, PageText>> {
    #[derive(Deserialize)]
    struct Line {
        id: String,
        text: String,
        #[serde(default)]
        url: String,
    }
    let text = fs::read_to_string(corpus).with_context(|| {
        let place = corpus.display();
        format!("{place}: cannot be read, but --as-facts needs it")
    })?;
    // Malformed lines are reported when the bundle is built.
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    Ok(lines
        .map(|Line { id, text, url }| (id, PageText { text, url }))
        .collect())
}

/// The site of a set.
fn source(
    folder: &Path,
    files: &Files,
    facts: Vec<PathBuf>,
    today: Date,
) -> anyhow::Result<Source> {
    let corpus = folder.join(CORPUS);
    let config = folder.join(PROJECT_FILE);
    let (input, project) = match (corpus.is_file(), config.is_file()) {
        (true, true) => (corpus, Settings::File(config)),
        (true, false) => {
            let languages = languages_in(&[&corpus, &files.questions])?;
            (corpus, Settings::Languages(languages))
        }
        (false, true) => (folder.to_owned(), Settings::File(config)),
        (false, false) => bail!("{CORPUS} and {PROJECT_FILE} are both missing"),
    };
    Ok(Source {
        input,
        project,
        facts,
        set: Some(name(folder)),
        today,
    })
}

/// The languages declared in lines of JSON, the most frequent first.
fn languages_in(files: &[&Path]) -> anyhow::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Line {
        lang: Option<String>,
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(file)
            .with_context(|| format!("{}: cannot be read", file.display()))?;
        // Malformed lines are reported when the bundle is built.
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        for Line { lang } in lines {
            for tag in soru::text::primary_tags(&lang.into_iter().collect::<Vec<_>>()) {
                *counts.entry(tag).or_default() += 1;
            }
        }
    }
    let mut tags: Vec<(String, usize)> = counts.into_iter().collect();
    tags.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Ok(tags.into_iter().map(|(tag, _)| tag).collect())
}

fn page_languages(bundle: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    Bundle::open(bundle)?.look_up(|index| {
        let (chunks, tags) = (index.chunks(), index.languages());
        index.require_passages(0..chunks.borders().chunks())?;
        let mut languages = BTreeMap::new();
        for page in 0..chunks.documents() {
            let tag = tags
                .get(chunks.language(page))
                .map(|language| &language.tag);
            if let Some(first) = chunks.borders().of(page).next() {
                let id = index.passage(first)?.id().to_owned();
                languages.insert(id, tag.cloned().unwrap_or_default());
            }
        }
        Ok(languages)
    })
}

/// Reports relevant pages that are absent from the bundle and can never be found. It is a warning
/// if some are absent, and an error if all are.
fn missing(
    files: &Files,
    questions: &[Question],
    pages: &BTreeMap<String, String>,
) -> anyhow::Result<Vec<String>> {
    let relevant: BTreeSet<&String> = questions.iter().flat_map(|q| q.relevant.keys()).collect();
    let missing: Vec<&String> = relevant
        .iter()
        .copied()
        .filter(|page| !pages.contains_key(*page))
        .collect();
    let (Some(first), file) = (missing.first(), files.qrels.as_ref()) else {
        return Ok(Vec::new());
    };
    let place = file.unwrap_or(&files.questions).display();
    if missing.len() == relevant.len() {
        let example = pages.keys().next().map_or("", String::as_str);
        bail!(
            "{place}: the bundle has none of the relevant pages: use its page ids, such as \
             `{example}`, not `{first}`"
        );
    }
    Ok(vec![format!(
        "{place}: {} of {} relevant pages are not in the bundle (such as `{first}`) and count as \
         not found",
        missing.len(),
        relevant.len()
    )])
}
