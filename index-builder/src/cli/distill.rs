//! `soru distill`.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use soru::Document;
use soru_distillation::{Distilled, Recipe, Samples, Step, distill};
use soru_encoder::Encoder;

use super::build::EMBEDDING;
use super::{DONE, print};
use crate::build::bytes;
use crate::cache::Cache;
use crate::ingest::{Ingestion, Preparation, Sink, SiteFacts, primary};
use crate::project::InputSettings;

#[derive(Debug, Args)]
pub(super) struct Distill {
    /// The sentence encoder: a folder saved by sentence-transformers
    #[arg(long, value_name = "DIR")]
    pub(super) encoder: PathBuf,
    /// Training text: folders of HTML, Markdown or text pages, or .jsonl files of documents; about
    /// ten thousand sentences, including questions, work well
    #[arg(long, value_name = "INPUT", required = true, num_args = 1..)]
    pub(super) text: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Language of the table; may be repeated
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(super) lang: Vec<String>,
    /// Dimensions of the table, 8 to 256; each takes half a byte per chunk of a site
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u16).range(8..=256))]
    pub(super) dimensions: u16,
    /// Maximum number of word pieces in the table
    #[arg(long, value_name = "N", default_value_t = 28_000)]
    pub(super) pieces: usize,
    /// Random seed: the same number gives the same table
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Epochs of contrastive learning; 0 for least squares only
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) epochs: usize,
    /// Cache the encoder's vectors in this folder for the next run
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: Option<u16>,
    /// Print only errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Training text is often one large file.
const MOST_MEGABYTES: usize = 1000;

/// File name of the cache.
const CACHE: &str = "distillation.soru-cache";

pub(super) fn run(arguments: &Distill) -> anyhow::Result<u8> {
    let threads = arguments.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let learnt = pool.install(|| learn(arguments))?;
    learnt.table.write(&arguments.out)?;
    if arguments.quiet {
        return Ok(DONE);
    }
    let size = std::fs::metadata(&arguments.out).map_or(0, |file| file.len());
    let [fitted, cosine] = learnt.cosines;
    print(&format!(
        "{}: {} pieces of {} dimensions, {}, trained on {} samples\n\
         validation cosine {cosine:.3} ({fitted:.3} by least squares alone)\n",
        arguments.out.display(),
        learnt.table.pieces.len(),
        learnt.table.dimensions(),
        bytes(size),
        learnt.samples,
    ))?;
    Ok(DONE)
}

fn learn(arguments: &Distill) -> anyhow::Result<Distilled> {
    let recipe = recipe(arguments)?;
    let encoder = Encoder::open(&arguments.encoder)?;
    let samples = samples(arguments)?;
    let cache = arguments
        .cache
        .as_ref()
        .map(|folder| Cache::open(folder, CACHE));
    let bar = bar(arguments);
    let watch = |step| show(bar.as_ref(), step, recipe.epochs);
    let done = |count: usize| bar.iter().for_each(|bar| bar.inc(count as u64));
    let learnt = distill(&encoder, &samples, &recipe, cache.as_ref(), &watch, &done);
    bar.iter().for_each(ProgressBar::finish_and_clear);
    for warning in cache.map(Cache::finish).unwrap_or_default() {
        eprintln!("warning: {warning}");
    }
    learnt
}

fn recipe(arguments: &Distill) -> anyhow::Result<Recipe> {
    let tag = |tag: &String| {
        primary(tag).with_context(|| {
            format!(
                "--lang {tag}: not a language tag; \
            use one such as `en`"
            )
        })
    };
    ensure!(
        arguments.pieces > 0,
        "--pieces 0: a table needs at least one piece"
    );
    Ok(Recipe {
        dimensions: arguments.dimensions.into(),
        seed: arguments.seed,
        epochs: arguments.epochs,
        languages: arguments
            .lang
            .iter()
            .map(tag)
            .collect::<anyhow::Result<_>>()?,
        pieces: arguments.pieces,
    })
}

/// The sentences of all pages.
fn samples(arguments: &Distill) -> anyhow::Result<Samples> {
    let site = SiteFacts {
        languages: arguments.lang.clone(),
        lists_languages: true,
        ..SiteFacts::default()
    };
    let input = InputSettings {
        max_page_megabytes: MOST_MEGABYTES,
        ..InputSettings::default()
    };
    let ingestion = Ingestion::new(&arguments.text, &input, &site, None, None)?;
    let mut samples = Collected(Samples::default());
    ingestion.run(&Whole, &mut samples, |_| {})?;
    Ok(samples.0)
}

struct Whole;

impl Preparation for Whole {
    type Prepared = Document;

    fn prepare(&self, document: &Document) -> soru::Result<Document> {
        Ok(document.clone())
    }
}

struct Collected(Samples);

impl Sink<Document> for Collected {
    fn add(&mut self, document: Document) -> soru::Result<()> {
        self.0.add_document(&document);
        Ok(())
    }
}

fn bar(arguments: &Distill) -> Option<ProgressBar> {
    let shown = !arguments.quiet && std::io::stderr().is_terminal();
    shown.then(ProgressBar::new_spinner)
}

fn show(bar: Option<&ProgressBar>, step: Step, epochs: usize) {
    let Some(bar) = bar else { return };
    match step {
        Step::Embedding(count) => {
            bar.set_length(count as u64);
            if let Ok(style) = ProgressStyle::with_template(EMBEDDING) {
                bar.set_style(style);
            }
            bar.set_message("embedding text");
        }
        Step::Fitting => {
            bar.set_style(ProgressStyle::default_spinner());
            bar.set_message("least squares");
        }
        Step::Epoch(epoch, cosine) => {
            bar.println(format!(
                "epoch {epoch} of {epochs}: validation cosine {cosine:.3}"
            ));
        }
    }
}
