//! The arguments of `soru build` and `soru query`, which other commands use too.

use std::path::PathBuf;

use clap::Args;

use super::crawl::CrawlLimits;
use super::output::EXIT_CODES;
use crate::build::Form;

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct Build {
    /// Folders of HTML, Markdown or text pages, .jsonl files of documents, or addresses of sites to
    /// crawl first
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// Output folder [default: `soru` in the first input folder, or in the current folder if all
    /// inputs are addresses]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Project file [default: soru.toml in the current folder, beside an input or in it]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Additional facts, besides those of the project file (CSV, JSON, YAML, SQLite)
    #[arg(long, value_name = "FILE")]
    pub(super) facts: Vec<PathBuf>,
    /// File of questions written for sections [default: the project's, questions.jsonl]
    #[arg(long, value_name = "FILE")]
    pub(super) questions: Option<PathBuf>,
    /// Follow symbolic links out of an input folder, like `[input] follow_links`
    #[arg(long)]
    pub(super) follow_links: bool,
    /// Print the report as JSON to standard output
    #[arg(long)]
    pub(super) json: bool,
    /// Exit with 3 on warnings, or if a page was skipped for a reason other than your settings
    #[arg(long)]
    pub(super) strict: bool,
    /// Cache parsed pages in this folder: the next build parses only changed pages and writes the
    /// same bundle
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,
    /// Embed the pages with this sentence encoder, to find pages worded differently from the
    /// question: an installed encoder's name, a folder saved by sentence-transformers, or `none`.
    /// Visitors never download it [default: the installed encoder that supports several of the
    /// site's languages, or has a table for the pages' language]
    #[arg(long, value_name = "NAME|DIR")]
    pub(super) encoder: Option<PathBuf>,
    /// The encoder's table, a file [default: the encoder's own, or the one
    /// included in the command]
    #[arg(long, value_name = "FILE", requires = "encoder")]
    pub(super) table: Option<PathBuf>,
    /// Layout of the data: one file, fetched at once, or shards, fetched on demand
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub(super) layout: Form,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: Option<u16>,
    /// Read the browser engine from this folder (pkg/)
    #[arg(long, value_name = "DIR", conflicts_with = "index_only")]
    pub(super) engine: Option<PathBuf>,
    /// Write only the index, without the browser engine
    #[arg(long)]
    pub(super) index_only: bool,
    /// Write a service worker into the site's root, so that the site answers offline
    #[arg(long, conflicts_with = "index_only")]
    pub(super) offline: bool,
    /// Insert the box into the site's HTML pages, once per page, with the bundle's address relative
    /// to each page or at BASE
    #[arg(long, value_name = "BASE", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "index_only")]
    pub(super) inject: Option<String>,
    /// Add the hashes of the modules to the pages, so that browsers reject altered modules
    #[arg(long, conflicts_with = "index_only")]
    pub(super) integrity: bool,
    /// Copy the data files of the previously deployed bundle in this folder, so that open tabs keep
    /// working; for builds that write to a new folder
    #[arg(long, value_name = "DIR")]
    pub(super) keep_from: Option<PathBuf>,
    /// The site's root for --offline and --inject: the folder to upload, with the bundle in it
    /// [default: the input that contains --out, or else the parent of --out]
    #[arg(long, value_name = "DIR")]
    pub(super) site: Option<PathBuf>,
    /// Print only errors and warnings
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Report the parts of the index and their sizes too
    #[arg(long, short, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    #[command(flatten)]
    pub(super) crawl: CrawlLimits,
}

#[derive(Debug, Args)]
pub(super) struct Query {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    pub(super) bundle: PathBuf,
    /// Search this bundle too, as one with the first; may be repeated
    #[arg(long, value_name = "DIR", conflicts_with_all = ["suggest", "related", "gateway"])]
    pub(super) with: Vec<PathBuf>,
    /// The question
    #[arg(required_unless_present_any = ["questions", "suggest", "related"])]
    pub(super) question: Option<String>,
    /// Ask every question in this file: one per line, as text or as a JSON object with `text`
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub(super) questions: Option<PathBuf>,
    /// Complete this text instead of answering a question
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["question", "questions", "trace", "compare", "retriever", "filters", "options"])]
    pub(super) suggest: Option<String>,
    /// List the pages related to the one at this address instead of answering a question
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["question", "questions", "suggest", "trace", "compare", "retriever", "filters", "options"])]
    pub(super) related: Option<String>,
    /// Maximum number of pages, or of completions
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(super) top_k: Option<String>,
    /// With --questions: write the time of each question to this file, as JSON in milliseconds
    #[arg(long, value_name = "FILE", requires = "questions")]
    pub(super) timings: Option<PathBuf>,
    /// Print the object that `ask()`, `suggest()` or `related()` returns; with --questions, one per
    /// line
    #[arg(long)]
    pub(super) json: bool,
    /// Show the result of every stage
    #[arg(long)]
    pub(super) trace: bool,
    /// Compare all methods: each retriever, with and without rerankers, and both tiers
    #[arg(long, conflicts_with_all = ["trace", "questions"])]
    pub(super) compare: bool,
    /// Search the pages of a cluster, by the address of its `soru gateway`; the bundle's own pages
    /// answer if it does not
    #[arg(long, value_name = "URL", conflicts_with_all = ["questions", "suggest", "related", "compare", "retriever"])]
    pub(super) gateway: Option<String>,
    /// Expected language of the question
    #[arg(long, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// Retriever: hybrid, bm25, semantic or tf
    #[arg(long, value_name = "NAME")]
    pub(super) retriever: Option<String>,
    /// Only pages in this language (lang=en) or with this metadata (section=Visa); may be repeated,
    /// and several values of one key are alternatives
    #[arg(long = "filter", value_name = "KEY=VALUE")]
    pub(super) filters: Vec<String>,
    /// An earlier question, which completes this one if it is a follow-up; may be repeated,
    /// earliest first
    #[arg(long, value_name = "QUESTION", conflicts_with_all = ["questions", "suggest", "related"])]
    pub(super) after: Vec<String>,
    /// Any other setting, such as retrieval.bm25.b=0.4
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(super) options: Vec<String>,
}
