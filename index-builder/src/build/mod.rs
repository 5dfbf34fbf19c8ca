//! Building: from inputs to a bundle in a folder.
//!
//! Facts are checked first, since that is quick and a mistake stops the build; then pages are read
//! and indexed; then the bundle is written. This module prints nothing: the caller's function
//! receives each [`Stage`], and [`BuildReport`] describes the result.

mod chinese;
mod encoder;
mod form;
mod publish;
mod report;
mod site_bundle;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use jiff::civil::Date;
use rayon::prelude::*;
use soru::orchestration::{StatsSuggestion, suggested};
use soru::{Document, Fact};
use soru_files::place::{Place, Problem};
use soru_indexing::{Indexer, InvertedIndexer, OutlinePage, PreparedQuestion};
use soru_ingest::{Ingested, Ingestion, SkipReason, Skipped};

pub use encoder::EncoderOptions;
pub use form::Form;
pub use publish::{Publication, Published, ServiceWorker};
pub use report::{BuildReport, OtherFiles, Part, SkippedGroup, Vectors};
pub(crate) use site_bundle::{NAME as BUNDLE_FOLDER, SiteBundle};

use crate::bundle::{BrowserFiles, IndexFiles, Writing, write_outline};
use crate::facts::{Facts, Frame, load, refresh};
use crate::project::{Project, QuestionsSettings, early, with_presets, with_texts};
use crate::questions::{QuestionsFile, WrittenQuestions};

/// Inputs and settings of a build.
#[derive(Debug)]
pub struct BuildOptions {
    /// Folders and files of pages.
    pub inputs: Vec<PathBuf>,
    /// The folder to write to.
    pub out: PathBuf,
    /// The site's project file.
    pub project: Project,
    /// Files of facts besides the project's.
    pub facts: Vec<PathBuf>,
    /// The file of written questions that replaces the project's.
    pub questions: Option<PathBuf>,
    /// The folder that caches parsed pages for the next build.
    pub cache: Option<PathBuf>,
    /// One data file or many.
    pub form: Form,
    /// A sentence encoder and its table that replace the project's.
    pub encoder: EncoderOptions,
    /// The files that a page loads.
    pub browser: BrowserFiles,
    /// The actions beyond the bundle's folder.
    pub publication: Publication,
    /// The day of the build.
    pub today: Date,
}

/// A stage of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Facts are being checked and pages searched for.
    Looking,
    /// Pages are about to be read, with this many bytes in all.
    Reading(u64),
    /// This many more bytes were read.
    Read(u64),
    /// The index is being built.
    Indexing,
    /// Files are being compressed and written.
    Writing,
}

/// Builds a bundle, on all threads of the current pool.
///
/// # Errors
/// All mistakes in facts, or in pages, together; or any error in writing the bundle. The previous
/// bundle in the folder then still works.
pub fn build(options: &BuildOptions, mut watch: impl FnMut(Stage)) -> anyhow::Result<BuildReport> {
    let start = Instant::now();
    watch(Stage::Looking);
    refuse_to_scatter(options)?;
    // Detects an unwritable folder before a long build, not after it.
    let mut writing = Writing::begin(&options.out)?;
    let facts = load_facts(options)?;
    let questions = load_questions(options)?;
    options.form.check(&options.project)?;
    let (encoders, without) = match options.form {
        Form::Remote => (None, Vec::new()),
        _ => encoder::open(options)?,
    };
    let encoders = encoders.map(Arc::new);
    let site = options.project.site_facts();
    let ingestion = Ingestion::new(
        &options.inputs,
        &options.project.input,
        &site,
        Some(&options.out),
        options.cache.as_deref(),
    )?;
    watch(Stage::Reading(ingestion.size()));
    let indexer = || indexer(&options.project, encoders.as_ref(), options.form);
    // Pages are prepared with one indexer while another one, with the same settings, collects them.
    let (preparing, mut collecting) = (indexer()?, indexer()?);
    let prepare = |document: &Document| {
        let attached = questions
            .as_ref()
            .and_then(|some| some.attached_to(document));
        preparing.prepare(attached.as_ref().unwrap_or(document))
    };
    let mut add = |prepared| collecting.add(prepared);
    let mut ingested = ingestion.run(&prepare, &mut add, |bytes| watch(Stage::Read(bytes)))?;
    refuse_nothing(options, &ingested, &facts.facts)?;
    drop(preparing);
    let questions = questions.map(WrittenQuestions::finish);
    watch(Stage::Indexing);
    let languages = collecting.languages();
    let settings = with_presets(&options.project.written, &languages)?;
    let settings = options.form.settings(with_texts(&settings, &languages));
    let texts = early(&settings, &languages);
    let mut built = Box::new(collecting).finish(facts.facts, &settings)?;
    let summary = built.summary.clone();
    watch(Stage::Writing);
    let pages = std::mem::take(&mut built.outline);
    let suggestions = empty_box(&options.project, std::mem::take(&mut built.questions));
    let first_question = first_question(&pages);
    let outline = || write_outline(&site.url, &suggestions, &texts, &pages);
    let index = writing.beside(|keep| IndexFiles::make(built, outline, keep))?;
    let mut warnings = facts.warnings;
    warnings.extend(without);
    let mut browser = options.browser.clone();
    if summary.vectors > 0 {
        browser.answer_with_the_full_engine()?;
    }
    // A box with several bundles may ask a gateway beside this one.
    let names_a_gateway = !options.project.indexing.gateway.is_empty();
    if !names_a_gateway && !options.form.asks_a_gateway(&settings) {
        browser.leave_out_the_working_index();
    }
    let publication = &options.publication;
    let prepared = publication.prepare(&options.out, &index, &mut browser)?;
    if let Some(earlier) = &publication.keep_from {
        warnings.extend(keep_from(earlier, &mut writing, &index, &browser));
    }
    let written = writing.finish(&index, &browser)?;
    let published = prepared.publish()?;
    let used = encoder::used(encoders.as_deref(), &summary);
    warnings.append(&mut ingested.warnings);
    warnings.extend(encoder::finished(encoders));
    let report = BuildReport::new(
        options,
        &summary,
        used,
        questions,
        &ingested,
        &warnings,
        &written,
        published,
        start.elapsed(),
    );
    Ok(BuildReport {
        first_question,
        ..report
    })
}

/// Returns a question that the site can answer: a heading of the most important page that has one,
/// or else its title.
fn first_question(pages: &[OutlinePage]) -> Option<String> {
    let mut headings = pages.iter().flat_map(|page| &page.headings);
    let title = || pages.first().map(|page| &page.title);
    let text = headings.next().map(|(heading, _)| heading).or_else(title)?;
    // It is shown as an argument of a shell.
    Some(text.replace(['"', '$', '`', '\\', '!'], ""))
}

/// Keeps files of the earlier bundle. The new bundle works without them, so a failure is only a
/// warning.
fn keep_from(
    earlier: &Path,
    writing: &mut Writing,
    index: &IndexFiles,
    browser: &BrowserFiles,
) -> Option<Problem> {
    let error = writing.keep_from(earlier, index, browser).err()?;
    let message = format!(
        "--keep-from cannot keep the files of this bundle: {error:#}. Open tabs will load the \
         new index instead; name the folder of the last deployed bundle"
    );
    Some(Place::file(earlier).problem(message))
}

/// Rejects a bundle folder among the pages: its files could not be told from pages, and could have
/// the name of one.
fn refuse_to_scatter(options: &BuildOptions) -> anyhow::Result<()> {
    let real = |path: &Path| path.canonicalize().ok();
    let out = real(&options.out);
    if out.is_some() && options.inputs.iter().any(|input| real(input) == out) {
        bail!(
            "{}: the output folder is an input folder; choose a separate one: --out {}",
            options.out.display(),
            options.out.join("soru").display()
        );
    }
    Ok(())
}

fn load_facts(options: &BuildOptions) -> anyhow::Result<Facts> {
    let mut files = options.project.fact_files();
    files.extend(
        options
            .facts
            .iter()
            .filter(|file| !same_file_in(&files, file))
            .cloned()
            .collect::<Vec<_>>(),
    );
    refuse_suggestions(options, &files)?;
    let frame = Frame {
        languages: options.project.languages(),
        today: options.today,
        table: options.project.facts.table.clone(),
    };
    let mut warnings = Vec::new();
    for (address, copy) in options.project.sheets() {
        warnings.extend(refresh(address, &copy, &frame)?);
    }
    let mut facts = load(&files, &frame)?;
    facts.warnings.extend(warnings);
    Ok(facts)
}

/// The questions of the empty box: the site's samples, and prepared questions in languages without
/// samples.
fn empty_box(project: &Project, prepared: Vec<PreparedQuestion>) -> Vec<StatsSuggestion> {
    let samples = suggested(&project.configuration);
    let has_samples = |lang: &str| {
        let mut own = samples.iter().map(|sample| sample.lang.as_str());
        own.any(|own| own.is_empty() || own.split('-').next() == Some(lang))
    };
    let others = prepared.into_iter().filter(|own| !has_samples(&own.lang));
    let others = others.map(|own| StatsSuggestion {
        lang: own.lang,
        question: own.text,
        valid_until: own.valid_until,
    });
    let others: Vec<StatsSuggestion> = others.collect();
    samples.into_iter().chain(others).collect()
}

/// Rejects suggested facts, which nobody has checked.
fn refuse_suggestions(options: &BuildOptions, files: &[PathBuf]) -> anyhow::Result<()> {
    let suggested = options.project.suggested_facts_file();
    if let Some(file) = suggested.filter(|file| same_file_in(files, file)) {
        bail!(
            "{}: the file contains unchecked suggestions: move the correct ones to another file \
             of facts",
            file.display()
        );
    }
    Ok(())
}

/// Loads the file named on the command line, or the project's if it exists.
fn load_questions(options: &BuildOptions) -> anyhow::Result<Option<WrittenQuestions>> {
    let settings = &options.project.questions;
    let is_configured = settings.file != QuestionsSettings::default().file;
    let of_project = options.project.questions_file();
    // A file that is absent, or has questions for `soru eval`, is an error only if the project
    // names it.
    let of_project = of_project.filter(|file| is_configured || QuestionsFile::is_one(file));
    let file = options.questions.clone().or(of_project);
    let read = |file: PathBuf| WrittenQuestions::read(&file, settings.section_words.get());
    file.map(read).transpose()
}

/// Whether the files include this one: a file in the project and on the command line is read once.
fn same_file_in(files: &[PathBuf], file: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let wanted = real(file);
    wanted.is_some() && files.iter().any(|other| real(other) == wanted)
}

fn indexer(
    project: &Project,
    encoders: Option<&Arc<encoder::SiteEncoders>>,
    form: Form,
) -> soru::Result<InvertedIndexer> {
    let languages = project.languages();
    let default = languages.first().map_or("en", String::as_str);
    let indexer = InvertedIndexer::new(project.chunking.clone(), default, form.layout());
    let indexer = form.cut(indexer, project);
    let indexer = indexer.with_variants(chinese::variants());
    let indexer = indexer.with_related(&project.indexing.related)?;
    // One at a time, because each is a task for a thread.
    let indexer = indexer.with_threads(|count, run| {
        (0..count).into_par_iter().with_max_len(1).for_each(run);
    });
    let vectors = &project.indexing.vectors;
    vectors.check()?;
    match encoders {
        Some(encoders) => indexer.with_vectors(encoder::embedder(encoders), vectors),
        None => Ok(indexer),
    }
}

/// Rejects a build without pages: an empty index is a mistake.
fn refuse_nothing(
    options: &BuildOptions,
    ingested: &Ingested,
    facts: &[Fact],
) -> anyhow::Result<()> {
    if ingested.documents > 0 || !facts.is_empty() {
        return Ok(());
    }
    let inputs: Vec<String> = options
        .inputs
        .iter()
        .map(|input| input.display().to_string())
        .collect();
    let is_page = |skipped: &&Skipped| !matches!(skipped.reason, SkipReason::Other(_));
    let mut pages = ingested.skipped.iter().filter(is_page);
    let skipped = pages.next().map_or_else(String::new, |first| {
        let count = pages.count() + 1;
        format!(" ({count} skipped; {}: {})", first.place, first.reason)
    });
    bail!(
        "{}: no pages found{skipped}. Pages are .html, .md and .txt files, or lines of a .jsonl \
         file given by name; see [input] include in soru.toml",
        inputs.join(", ")
    )
}
