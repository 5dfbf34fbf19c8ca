//! The arguments of every command; those of `soru eval` are in a file of their own.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use url::Url;

pub(super) use super::encoder::EncoderCommand;
pub(super) use super::eval::Eval;
use super::facts::FactsCommand;
pub(super) use super::questions::QuestionsCommand;
use crate::build::Form;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "soru",
    version,
    about = "Builds the search-and-answer bundle of a static site, and tries it out",
    after_help = EXIT_CODES,
    max_term_width = 100
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  failed: the messages say what to mend, with file and line
  2  the command line is wrong
  3  done, but --strict was given and something was skipped or warned of";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Turn pages and facts into a bundle of static files
    Build(Build),
    /// Bring the pages of a site that exists online into a folder, for `soru build`
    Crawl(Crawl),
    /// Ask a bundle a question
    Query(Query),
    /// Measure how well questions with known answers are answered
    Eval(Eval),
    /// Look after files of facts
    Facts {
        #[command(subcommand)]
        command: FactsCommand,
    },
    /// Have the questions written that the site's sections answer, and look after them
    Questions {
        #[command(subcommand)]
        command: QuestionsCommand,
    },
    /// Learn from query logs that visitors' boxes exported
    Log {
        #[command(subcommand)]
        command: LogCommand,
    },
    /// Install sentence encoders, which find pages by questions in other words
    Encoder {
        #[command(subcommand)]
        command: EncoderCommand,
    },
    /// Learn a table from a sentence encoder, with which browsers encode questions
    Distill(Distill),
    /// Show what is in a bundle and whether it is sound
    Inspect(Inspect),
    /// Read all of a bundle as browsers do, and say what is wrong with which file
    Verify(Verify),
    /// Serve a folder for trying it out, with the headers of a strict site
    Serve(Serve),
    /// Give search and answers of a bundle to assistants as tools (Model Context Protocol, by standard input and output)
    Mcp {
        /// The folder of the bundle
        #[arg(value_name = "DIR")]
        bundle: PathBuf,
    },
    /// Write a soru.toml with every setting explained
    Init(Init),
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct Build {
    /// Folders of HTML, Markdown or text pages, or .jsonl files of documents; or addresses of sites, which are
    /// crawled first
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// The folder to write the bundle to [default: `soru` in the first folder of pages, or in the current folder if
    /// there are addresses only]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// The project file [default: soru.toml in the current folder, beside an input or in it]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Facts besides those of the project file (CSV, JSON, YAML, SQLite)
    #[arg(long, value_name = "FILE")]
    pub(super) facts: Vec<PathBuf>,
    /// Questions written for sections [default: the project's file, questions.jsonl]
    #[arg(long, value_name = "FILE")]
    pub(super) questions: Option<PathBuf>,
    /// Follow symbolic links that lead out of an input folder, as `[input] follow_links` does
    #[arg(long)]
    pub(super) follow_links: bool,
    /// Print the report as JSON to the standard output
    #[arg(long)]
    pub(super) json: bool,
    /// Exit with 3 if a page was skipped that nobody asked to skip, or anything was warned of
    #[arg(long)]
    pub(super) strict: bool,
    /// Keep what was read of every page in this folder, so that the next build parses only pages that
    /// changed; the bundle is the same without
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,
    /// Embed the pages by this sentence encoder, for questions in other words than the pages': the name of
    /// an installed one, a folder as sentence-transformers saves it, or `none` [default: the installed one that knows
    /// several of the site's languages, or has a table for the language of the pages]; no visitor downloads it
    #[arg(long, value_name = "NAME|DIR")]
    pub(super) encoder: Option<PathBuf>,
    /// The encoder's table, which `soru distill` writes [default: its own, or the one that comes with the
    /// command]
    #[arg(long, value_name = "FILE", requires = "encoder")]
    pub(super) table: Option<PathBuf>,
    /// One data file, which is fetched at once, or shards, fetched as questions need them
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub(super) layout: Form,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: Option<u16>,
    /// Take the browser engine from this folder (pkg/)
    #[arg(long, value_name = "DIR", conflicts_with = "index_only")]
    pub(super) engine: Option<PathBuf>,
    /// Write the index alone, without the browser engine
    #[arg(long)]
    pub(super) index_only: bool,
    /// Write a service worker into the site's root, with which the site answers without a network
    #[arg(long, conflicts_with = "index_only")]
    pub(super) offline: bool,
    /// Put the box into the site's HTML pages, once, with the bundle's address relative to each page or
    /// at BASE
    #[arg(long, value_name = "BASE", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "index_only")]
    pub(super) inject: Option<String>,
    /// Tell browsers the hashes of the modules, so that they refuse others
    #[arg(long, conflicts_with = "index_only")]
    pub(super) integrity: bool,
    /// Keep the data files of the bundle that was deployed before, in this folder, so that open tabs go on
    /// working; for builds that do not write over it
    #[arg(long, value_name = "DIR")]
    pub(super) keep_from: Option<PathBuf>,
    /// The site's root for --offline and --inject, the folder that is uploaded with the bundle in it
    /// [default: the input that holds --out, else the folder above --out]
    #[arg(long, value_name = "DIR")]
    pub(super) site: Option<PathBuf>,
    /// Print nothing but errors and warnings
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) crawl: CrawlLimits,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Crawl {
    /// Where the site starts: its pages are those of this host, in the folder of this address
    #[arg(value_name = "URL", value_parser = super::crawl::address)]
    pub(super) start: Url,
    /// The folder to write the pages to, which is empty or holds the crawl before
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// Print the report as JSON to the standard output
    #[arg(long)]
    pub(super) json: bool,
    /// Exit with 3 if anything was skipped that nobody asked to skip, or the crawl is not complete
    #[arg(long)]
    pub(super) strict: bool,
    /// Print nothing but errors and warnings
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) limits: CrawlLimits,
}

/// How far and how fast sites are crawled.
#[derive(Debug, Args)]
#[command(next_help_heading = "Crawling")]
pub(super) struct CrawlLimits {
    /// Pages to keep, at most
    #[arg(long, value_name = "N", default_value = "10000")]
    pub(super) max_pages: std::num::NonZeroUsize,
    /// Megabytes to receive, at most
    #[arg(long, value_name = "MB", default_value_t = 2_000)]
    pub(super) max_bytes: u32,
    /// Links from the start to a page, at most
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(super) max_depth: usize,
    /// Minutes that it may take; the next crawl goes on from there
    #[arg(long, value_name = "MINUTES", default_value_t = 60)]
    pub(super) max_time: u32,
    /// Requests a second, at most; 0 for no bound. A longer `Crawl-delay` of robots.txt holds in any case
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = super::crawl::rate)]
    pub(super) rate: f64,
    /// Requests at a time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(super) concurrency: u8,
    /// Visit only paths of this pattern, such as `docs/**` or `index.php?id=*`; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) include: Vec<String>,
    /// Do not visit paths of this pattern; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) exclude: Vec<String>,
    /// How the crawler calls itself, best with an address to reach you at; robots.txt knows it by the part in front
    /// of `/`
    #[arg(long, value_name = "NAME", default_value = crate::crawl::USER_AGENT, value_parser = super::crawl::user_agent)]
    pub(super) user_agent: String,
    /// Ask addresses of a private network even if the site's name stood for a public one before
    #[arg(long)]
    pub(super) allow_private: bool,
}

#[derive(Debug, Args)]
pub(super) struct Distill {
    /// The sentence encoder, a folder as sentence-transformers saves it
    #[arg(long, value_name = "DIR")]
    pub(super) encoder: PathBuf,
    /// Text of the language: folders of HTML, Markdown or text pages, or .jsonl files of documents; some ten
    /// thousand sentences serve well, questions among them
    #[arg(long, value_name = "INPUT", required = true, num_args = 1..)]
    pub(super) text: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// The language that the table is for; may be repeated
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(super) lang: Vec<String>,
    /// Dimensions of the table, 8 to 256: each takes half a byte per chunk of a site
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u16).range(8..=256))]
    pub(super) dimensions: u16,
    /// The most word pieces of the table
    #[arg(long, value_name = "N", default_value_t = 28_000)]
    pub(super) pieces: usize,
    /// Where random choices begin: the same number gives the same table
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How often contrastive learning goes through the samples; 0 for least squares alone
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) epochs: usize,
    /// Keep the encoder's vectors in this folder, so that the next run need not wait for them
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: Option<u16>,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct Query {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    pub(super) bundle: PathBuf,
    /// The question
    #[arg(required_unless_present_any = ["questions", "suggest", "related"])]
    pub(super) question: Option<String>,
    /// Ask every question of this file: a question per line, or a JSON object with its `text`
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub(super) questions: Option<PathBuf>,
    /// Propose how to go on with this text instead of answering a question
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["question", "questions", "trace", "compare", "retriever", "filters", "options"])]
    pub(super) suggest: Option<String>,
    /// List the pages that resemble the one at this address instead of answering a question
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["question", "questions", "suggest", "trace", "compare", "retriever", "filters", "options"])]
    pub(super) related: Option<String>,
    /// How many pages to show, or how many completions
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(super) top_k: Option<String>,
    /// With --questions: write how long they took to this file, as JSON in milliseconds
    #[arg(long, value_name = "FILE", requires = "questions")]
    pub(super) timings: Option<PathBuf>,
    /// Print the object that `ask()`, `suggest()` or `related()` returns; with --questions, one per line
    #[arg(long)]
    pub(super) json: bool,
    /// Show what every stage did
    #[arg(long)]
    pub(super) trace: bool,
    /// Show what every method finds: each retriever, with and without rerankers, and both tiers
    #[arg(long, conflicts_with_all = ["trace", "questions"])]
    pub(super) compare: bool,
    /// The language that is expected
    #[arg(long, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// How pages are found: hybrid, bm25, semantic, tf
    #[arg(long, value_name = "NAME")]
    pub(super) retriever: Option<String>,
    /// Only pages in this language (lang=en), or that say this of themselves (section=Visa); may
    /// be repeated, and of several values for one key any will do
    #[arg(long = "filter", value_name = "KEY=VALUE")]
    pub(super) filters: Vec<String>,
    /// A question that was asked before this one, which completes it if it only makes sense after that;
    /// may be repeated, the earliest first
    #[arg(long, value_name = "QUESTION", conflicts_with_all = ["questions", "suggest", "related"])]
    pub(super) after: Vec<String>,
    /// Any other setting, such as retrieval.bm25.b=0.4
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(super) options: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(super) enum LogCommand {
    /// Tell which questions went unanswered, which words no page has, which questions deserve a fact, and where
    /// answers may stand
    Report(LogReport),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Lines that are no entry are named and left out; only if no line is one does this fail."
)]
pub(super) struct LogReport {
    /// Files of JSON lines, as the box's `exportLog()` gives them; an entry that stands in several
    /// counts once
    #[arg(required = true, value_name = "EXPORT")]
    pub(super) exports: Vec<PathBuf>,
    /// The site's pages, as `soru build` reads them: tell also in which section the answers of unanswered
    /// questions, and of those with a low confidence, may stand
    #[arg(long, value_name = "SITE", conflicts_with = "bundle")]
    pub(super) site: Vec<PathBuf>,
    /// The same from a bundle of the site
    #[arg(long, value_name = "DIR")]
    pub(super) bundle: Option<PathBuf>,
    /// With --site: the project file [default: as for build]
    #[arg(long, value_name = "FILE", requires = "site")]
    pub(super) config: Option<PathBuf>,
    /// How many questions, words and fact candidates to tell, at most
    #[arg(long, value_name = "N", default_value = "20")]
    pub(super) top: std::num::NonZeroUsize,
    /// Print the report as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Inspect {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    pub(super) bundle: PathBuf,
    /// Search for every word as it is also typed, without diacritics and in capitals, and say how
    /// many find the same pages
    #[arg(long)]
    pub(super) vocabulary: bool,
    /// With --vocabulary: at most so many words, evenly spaced
    #[arg(long, value_name = "N", requires = "vocabulary")]
    pub(super) words: Option<std::num::NonZeroUsize>,
    /// Say how many pages resemble others, and how often those are in the same folder
    #[arg(long)]
    pub(super) related: bool,
    /// Print as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes:\n  0  sound\n  1  damaged: the messages say which file, and what to do"
)]
pub(super) struct Verify {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    pub(super) bundle: PathBuf,
    /// Print what was found as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The folder to serve
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// The port [default: 8080, or the next that is free]
    #[arg(long, value_name = "N")]
    pub(super) port: Option<u16>,
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1")]
    pub(super) host: String,
    /// Another name by which it may be called; other sites' pages could use one that it did not refuse
    #[arg(long, value_name = "NAME")]
    pub(super) allow_host: Vec<String>,
    /// The Content-Security-Policy to send, `off` for none [default: a strict one]
    #[arg(long, value_name = "VALUE")]
    pub(super) csp: Option<String>,
    /// Build the index of the folder, and again whenever a page, `soru.toml`, facts or questions change; open tabs
    /// reload
    #[arg(long)]
    pub(super) watch: bool,
    /// After `--`: options of `soru build` for --watch, such as `-- --config docs/soru.toml`
    #[arg(last = true, value_name = "BUILD OPTION", requires = "watch")]
    pub(super) build_options: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct Init {
    /// The file to write, or its folder
    #[arg(default_value = "soru.toml")]
    pub(super) path: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    pub(super) force: bool,
}
