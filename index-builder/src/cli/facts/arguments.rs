//! The arguments of `soru facts`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::asking::OfModel;
use crate::language_model::BatchFormat;

const SUGGEST_EXAMPLES: &str = "\
Examples:
  soru facts suggest site --dry-run --price-in 0.15 --price-out 0.60    estimate the maximum cost
  soru facts suggest site                                              use the model in [questions] of soru.toml
  soru facts suggest site --api ollama --endpoint http://localhost:11434 --model qwen3:8b
  soru facts suggest site --prompts batch.jsonl                        write the requests to a file, send nothing
  soru facts suggest site --import answers.jsonl                       read the answers to that file

Check the suggestions yourself: no build reads them. The command sends pages to the model, and nothing about
visitors. The key comes from an environment variable: SORU_API_KEY, or the one that [questions] key_env names.

Exit codes:
  0  done
  1  failed or stopped: the file keeps the answers received so far
  2  the command line is wrong";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FactsCommand {
    /// Check facts without a build: duplicates, contradictions, expiry, sources, quotations
    Check(FactsCheck),
    /// Have a language model suggest facts for you to check, in a file that no build reads
    Suggest(Box<FactsSuggest>),
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  no errors; there may be warnings\n  \
    1  a fact must not be published: malformed, contradictory, expired, or without its source or \
    quotation\n  \
    2  the command line is wrong\n  3  warnings only (with --strict)")]
pub(in crate::cli) struct FactsCheck {
    /// Files of facts (CSV, JSON, YAML, SQLite), folders of such files, or a site with its
    /// soru.toml
    #[arg(required = true, value_name = "DIR|FILE")]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// The site's pages, to look up sources and quotations in [default: parent folders with a
    /// soru.toml]
    #[arg(long, value_name = "INPUT")]
    pub(in crate::cli) pages: Vec<PathBuf>,
    /// Project file [default: that of a parent folder, or else as for `soru build`]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Warn of facts that expire within this time: 30d, 4w, 6m
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = days)]
    pub(in crate::cli) within: i64,
    /// Request the sources that have a web address, one at a time, with a second between requests
    /// to a host
    #[arg(long)]
    pub(in crate::cli) online: bool,
    /// With --online: allow requests to this host even if its address is private; may be repeated
    #[arg(long, value_name = "HOST", requires = "online")]
    pub(in crate::cli) allow_host: Vec<String>,
    /// Exit with 3 on warnings
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// Print the findings as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = SUGGEST_EXAMPLES)]
pub(in crate::cli) struct FactsSuggest {
    /// Folders of pages, or .jsonl files of documents, as `soru build` reads them
    #[arg(required = true, value_name = "SITE")]
    pub(in crate::cli) inputs: Vec<PathBuf>,
    /// Project file [default: soru.toml in the current folder, beside an input or in it]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Additional facts, besides those of the project file, that should not be suggested again
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) facts: Vec<PathBuf>,
    /// File of suggestions [default: the project's, facts-suggested.yaml beside soru.toml]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Write the requests to this file instead of sending them
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub(in crate::cli) prompts: Option<PathBuf>,
    /// With --prompts: format of the requests
    #[arg(long, value_enum, default_value_t, requires = "prompts")]
    pub(in crate::cli) format: BatchFormat,
    /// Read the answers to the requests of --prompts from this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prompts", "dry_run"])]
    pub(in crate::cli) import: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) model: OfModel,
}

/// A time as a number of days; a month has 30.
fn days(written: &str) -> Result<i64, String> {
    let unit = written.chars().last().unwrap_or_default();
    let (number, days) = match unit {
        'd' => (&written[..written.len() - 1], 1),
        'w' => (&written[..written.len() - 1], 7),
        'm' => (&written[..written.len() - 1], 30),
        _ => (written, 1),
    };
    let number: u16 = number
        .parse()
        .map_err(|_| "a time such as 30d, 4w or 6m".to_owned())?;
    Ok(i64::from(number) * days)
}
