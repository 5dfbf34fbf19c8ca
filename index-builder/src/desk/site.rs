//! The site beside the questions: its facts, its suggestions, and a bundle to ask.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

use anyhow::Context;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use soru::Fact;
use soru::settings::Value;
use tempfile::TempDir;

use super::first_file::{FIRST_FILE, with_facts_file};
use super::proposals::{Decision, Proposed, proposed, settle};
use super::written::{Reviewed, Written, review, written};
use crate::build::{BUNDLE_FOLDER, SiteBundle};
use crate::bundle::{BrowserFiles, Bundle};
use crate::facts::suggest::Suggested;
use crate::facts::{self, Frame, load};
use crate::project::{FILE_NAME, Project};
use crate::questions::REVIEW_FILE;

/// The most pages to pick a source from.
const MOST_PAGES: usize = 8;

/// The first section of a list is the place of a question if its score is so many times that of the
/// second.
const AHEAD: f64 = 2.0;

/// A site: its pages, and what its project file names.
#[derive(Debug)]
pub struct Site {
    inputs: Vec<PathBuf>,
    config: Option<PathBuf>,
    today: Date,
    built: RwLock<Arc<Built>>,
    is_building: AtomicBool,
    /// Whether something changed since the last build began.
    is_outdated: AtomicBool,
    problem: Mutex<Option<String>>,
    /// The number of the last build.
    last: AtomicUsize,
    /// One change of a file at a time.
    writing: Mutex<()>,
}

/// A built site.
#[derive(Debug)]
struct Built {
    number: usize,
    /// An engine belongs to one thread, so each opens the bundle in this folder.
    folder: TempDir,
    /// The places of questions that were looked for, by language and question.
    places: Mutex<BTreeMap<(String, String), Option<String>>>,
}

/// A fact, by what the page shows of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    question: String,
    answer: String,
}

impl Named {
    fn is(&self, fact: &Fact) -> bool {
        fact.question == self.question && fact.answer == self.answer
    }
}

/// A page of the site, to pick as a source.
#[derive(Debug, Serialize)]
pub(super) struct Page {
    title: String,
    url: String,
    excerpt: String,
}

impl Site {
    /// Builds the site.
    ///
    /// # Errors
    /// The errors of a build.
    pub fn open(inputs: Vec<PathBuf>, config: Option<&Path>, today: Date) -> anyhow::Result<Self> {
        let project = Project::of(config, &inputs)?;
        let built = Built::new(&inputs, &project, today, 1)?;
        Ok(Self {
            inputs,
            config: project.file.clone(),
            today,
            built: RwLock::new(Arc::new(built)),
            is_building: AtomicBool::new(false),
            is_outdated: AtomicBool::new(false),
            problem: Mutex::new(None),
            last: AtomicUsize::new(1),
            writing: Mutex::new(()),
        })
    }

    /// The project file as it is now.
    pub(super) fn project(&self) -> anyhow::Result<Project> {
        Project::of(self.config.as_deref(), &self.inputs)
    }

    /// The day of the desk.
    pub(super) fn today(&self) -> Date {
        self.today
    }

    /// The folder of pages, if there is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        let folder = self.inputs.iter().find(|input| input.is_dir());
        folder.map(PathBuf::as_path)
    }

    /// The number of the bundle, and its folder's folder.
    pub(super) fn bundle(&self) -> (usize, PathBuf) {
        let built = self.now();
        (built.number, built.folder.path().to_owned())
    }

    /// Whether a newer bundle is being built, and why the last one could not be.
    pub(super) fn building(&self) -> (bool, Option<String>) {
        let problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        (self.is_building.load(Ordering::SeqCst), problem.clone())
    }

    fn now(&self) -> Arc<Built> {
        let built = self.built.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&built)
    }

    /// The pages that fit a question best.
    ///
    /// # Errors
    /// If the bundle is damaged.
    pub(super) fn pages(&self, question: &str, language: &str) -> anyhow::Result<Vec<Page>> {
        let built = self.now();
        let bundle = Bundle::open(&built.folder.path().join(BUNDLE_FOLDER))?;
        let options = [("lang".to_owned(), Value::Text(language.to_owned()))];
        let found = bundle.search(question, &Value::Map(options.into()))?;
        let mut pages: Vec<Page> = Vec::new();
        for hit in found.hits {
            let url = hit.url.split('#').next().unwrap_or_default().to_owned();
            let is_new = !url.is_empty() && pages.iter().all(|page| page.url != url);
            if is_new && pages.len() < MOST_PAGES {
                pages.push(Page {
                    title: hit.title,
                    excerpt: hit.excerpt,
                    url,
                });
            }
        }
        Ok(pages)
    }

    /// Returns what tells the place in which the site answers a question: the fact, or the best
    /// sentence of the section that is far ahead of the others.
    ///
    /// # Errors
    /// If the bundle is damaged.
    pub(super) fn places(&self) -> anyhow::Result<impl Fn(&str, &str) -> Option<String>> {
        let built = self.now();
        let bundle = Bundle::open(&built.folder.path().join(BUNDLE_FOLDER))?;
        Ok(move |question: &str, language: &str| {
            let key = (language.to_owned(), question.to_owned());
            let known = { built.places() }.get(&key).cloned();
            known.unwrap_or_else(|| {
                let place = place(&bundle, question, language);
                built.places().insert(key, place.clone());
                place
            })
        })
    }

    /// The settings that facts are checked against.
    pub(super) fn frame(&self, project: &Project) -> Frame {
        Frame {
            languages: project.languages(),
            today: self.today,
            table: project.facts.table.clone(),
        }
    }

    /// The site's facts; none if a file is wrong, which the build reports.
    pub(super) fn facts(&self, project: &Project) -> Vec<Fact> {
        let loaded = load(&project.fact_files(), &self.frame(project));
        loaded.map(|facts| facts.facts).unwrap_or_default()
    }

    /// The facts that a language model has suggested.
    pub(super) fn suggestions(project: &Project) -> Vec<Fact> {
        let file = project.suggested_facts_file();
        let read = file.and_then(|file| Suggested::read(&file).ok());
        read.map(|read| read.facts().to_vec()).unwrap_or_default()
    }

    /// Adds a fact to the first file that takes one, and builds the site again.
    ///
    /// # Errors
    /// What is wrong with the fact or the file.
    pub(super) fn add(self: &Arc<Self>, fact: &Fact) -> anyhow::Result<PathBuf> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let project = self.project()?;
        let files = project.fact_files();
        let sheets = project.sheets();
        // The next build would replace a copy of a sheet.
        let is_own = |file: &&PathBuf| sheets.iter().all(|(_, copy)| copy != *file);
        let mut own = files.iter().filter(is_own);
        let file = match own.find(|file| facts::is_writable(file)) {
            Some(file) => file.clone(),
            None => self.first_file(&project)?,
        };
        facts::add(&file, fact, &self.frame(&project))?;
        self.rebuild();
        Ok(file)
    }

    /// Changes a fact where it is written, and builds the site again. Fields that the desk does not
    /// show stay as they are.
    ///
    /// # Errors
    /// Names the mistake in the new fact, or the reason why its file cannot be changed.
    pub(super) fn change(self: &Arc<Self>, named: &Named, fact: &Fact) -> anyhow::Result<PathBuf> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let project = self.project()?;
        let frame = self.frame(&project);
        for file in project.fact_files() {
            let facts = load(std::slice::from_ref(&file), &frame)?.facts;
            let Some(at) = facts.iter().position(|own| named.is(own)) else {
                continue;
            };
            if let Some((address, _)) = project.sheets().iter().find(|(_, copy)| *copy == file) {
                anyhow::bail!("the fact is written in {address}: change it there, then build");
            }
            let changed = Fact {
                lang: facts[at].lang.clone(),
                category: facts[at].category.clone(),
                source_quote: facts[at].source_quote.clone(),
                authority: facts[at].authority.clone(),
                ..fact.clone()
            };
            facts::change(&file, at, &changed, &frame)?;
            self.rebuild();
            return Ok(file);
        }
        anyhow::bail!("the fact is not in its file any more: load the page again")
    }

    /// The sections whose questions a language model wrote and nobody has reviewed.
    pub(super) fn written(project: &Project) -> Written {
        let file = project.questions_file();
        file.map_or_else(Written::default, |file| written(&file))
    }

    /// Makes the written questions of a section the owner's, and builds the site again.
    ///
    /// # Errors
    /// If they are not in the file, or it cannot be written.
    pub(super) fn review(self: &Arc<Self>, reviewed: &Reviewed) -> anyhow::Result<()> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.project()?.questions_file();
        let file = file.context("a site without soru.toml has no written questions")?;
        review(&file, reviewed)?;
        self.rebuild();
        Ok(())
    }

    /// Takes a suggestion out of its file.
    ///
    /// # Errors
    /// If it is not in the file.
    pub(super) fn drop_suggestion(&self, suggestion: &Named) -> anyhow::Result<()> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.project()?.suggested_facts_file();
        let file = file.context("a site without soru.toml has no suggestions")?;
        facts::take_out(&file, &suggestion.question, &suggestion.answer)
    }

    /// The questions that are proposed for sections.
    pub(super) fn proposed(project: &Project) -> Vec<Proposed> {
        let file = project.questions_file();
        file.map_or_else(Vec::new, |file| proposed(&file.with_file_name(REVIEW_FILE)))
    }

    /// Accepts or drops a proposed question, and builds the site again.
    ///
    /// # Errors
    /// If it is not in its file, or a file cannot be written.
    pub(super) fn settle(self: &Arc<Self>, decision: &Decision) -> anyhow::Result<()> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.project()?.questions_file();
        let file = file.context("a site without soru.toml has no written questions")?;
        settle(&file.with_file_name(REVIEW_FILE), &file, decision)?;
        self.rebuild();
        Ok(())
    }

    /// Names a new file of facts in the project file, which may be new as well.
    fn first_file(&self, project: &Project) -> anyhow::Result<PathBuf> {
        let beside = || {
            let parent = self.folder().and_then(Path::parent);
            parent.unwrap_or(Path::new("")).join(FILE_NAME)
        };
        let config = project.file.clone().unwrap_or_else(beside);
        let before = fs::read_to_string(&config).unwrap_or_default();
        let after = with_facts_file(&before).with_context(|| {
            format!(
                "{}: name a .csv or .yaml file under [facts] `files`, then try again",
                config.display()
            )
        })?;
        Project::parse(&config, &after)?;
        facts::replace(&config, after.as_bytes())?;
        let folder = config.parent().unwrap_or(Path::new(""));
        Ok(folder.join(FIRST_FILE))
    }

    /// Builds the site again beside the page; changes meanwhile are built afterwards.
    fn rebuild(self: &Arc<Self>) {
        self.is_outdated.store(true, Ordering::SeqCst);
        if self.is_building.swap(true, Ordering::SeqCst) {
            return;
        }
        let site = Arc::clone(self);
        thread::spawn(move || {
            while site.is_outdated.swap(false, Ordering::SeqCst) {
                let built = site.build_again();
                let mut problem = site.problem.lock().unwrap_or_else(PoisonError::into_inner);
                *problem = built.err().map(|error| format!("{error:#}"));
            }
            site.is_building.store(false, Ordering::SeqCst);
        });
    }

    fn build_again(&self) -> anyhow::Result<()> {
        let number = self.last.fetch_add(1, Ordering::SeqCst) + 1;
        let built = Built::new(&self.inputs, &self.project()?, self.today, number)?;
        let mut now = self.built.write().unwrap_or_else(PoisonError::into_inner);
        *now = Arc::new(built);
        Ok(())
    }
}

impl Built {
    fn new(
        inputs: &[PathBuf],
        project: &Project,
        today: Date,
        number: usize,
    ) -> anyhow::Result<Self> {
        let questions = project.questions_file().filter(|file| file.is_file());
        let browser = BrowserFiles::embedded().unwrap_or_default();
        let site = SiteBundle::build(inputs, project, questions, browser, today)?;
        Ok(Self {
            number,
            folder: site.into_folder(),
            places: Mutex::default(),
        })
    }

    fn places(&self) -> MutexGuard<'_, BTreeMap<(String, String), Option<String>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place in which a bundle answers a question. A section alone would not do: a short page is one
/// section, and answers many questions.
fn place(bundle: &Bundle, question: &str, language: &str) -> Option<String> {
    let options = [("lang".to_owned(), Value::Text(language.to_owned()))];
    let answer = bundle.ask(question, &Value::Map(options.into())).ok()?;
    if let Some(fact) = answer.fact {
        return Some(fact.question);
    }
    let mut hits = answer.hits.into_iter();
    let first = hits.next()?;
    let is_ahead = hits
        .next()
        .is_none_or(|next| first.score >= AHEAD * next.score);
    let [start, end] = first.highlight.filter(|_| is_ahead)?;
    let units = first.excerpt.encode_utf16().skip(start as usize);
    let sentence: Vec<u16> = units.take(end.saturating_sub(start) as usize).collect();
    Some(first.url + " " + &String::from_utf16_lossy(&sentence))
}
