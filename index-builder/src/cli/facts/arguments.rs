//! The arguments of `soru facts`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::asking::OfModel;
use crate::language_model::BatchFormat;

const SUGGEST_EXAMPLES: &str = "\
Examples:
  soru facts suggest site --dry-run --price-in 0.15 --price-out 0.60    what it would cost at most
  soru facts suggest site                                              with [questions] of soru.toml
  soru facts suggest site --api ollama --endpoint http://localhost:11434 --model qwen3:8b
  soru facts suggest site --prompts batch.jsonl                        requests as a file, sends nothing
  soru facts suggest site --import answers.jsonl                       the answers to such a file

The suggestions are for you to check: no build reads them. Pages are sent to the model, and nothing of
visitors. The key comes from an environment variable (SORU_API_KEY, or what [questions] key_env names).

Exit codes:
  0  done
  1  failed, stopped or given up: what was answered until then is in the file
  2  the command line is wrong";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FactsCommand {
    /// Check facts without building: duplicates, contradictions, expiry, sources, quotations
    Check(FactsCheck),
    /// Have a language model suggest facts, in a file that no build reads, for you to check
    Suggest(FactsSuggest),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes:\n  0  nothing is wrong, or only warned of\n  \
    1  a fact should not go online: malformed, contradictory, expired, its source or quotation gone\n  \
    2  the command line is wrong\n  3  warnings alone, and --strict was given"
)]
pub(in crate::cli) struct FactsCheck {
    /// Files of facts (CSV, JSON, YAML, SQLite), folders of them, or a site with its soru.toml
    #[arg(required = true, value_name = "DIR|FILE")]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// The site's pages, in which sources and quotations are looked up [default: folders above that
    /// have a soru.toml]
    #[arg(long, value_name = "INPUT")]
    pub(in crate::cli) pages: Vec<PathBuf>,
    /// The project file [default: that of a folder above, else as for build]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Warn of facts whose last day comes within this time: 30d, 4w, 6m
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = days)]
    pub(in crate::cli) within: i64,
    /// Ask the web whether sources with an address answer: one request at a time, a second apart for a host
    #[arg(long)]
    pub(in crate::cli) online: bool,
    /// With --online: ask this host even if it is of a private network; may be repeated
    #[arg(long, value_name = "HOST", requires = "online")]
    pub(in crate::cli) allow_host: Vec<String>,
    /// Exit with 3 if there is anything to warn of
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// Print what was found as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = SUGGEST_EXAMPLES)]
pub(in crate::cli) struct FactsSuggest {
    /// Folders of pages, or .jsonl files of documents, as `soru build` reads them
    #[arg(required = true, value_name = "SITE")]
    pub(in crate::cli) inputs: Vec<PathBuf>,
    /// The project file [default: soru.toml in the current folder, beside an input or in it]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Facts besides those of the project file, which are not suggested again
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) facts: Vec<PathBuf>,
    /// The file of suggestions [default: the project's, facts-suggested.yaml beside soru.toml]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Write the requests to this file instead of sending them
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub(in crate::cli) prompts: Option<PathBuf>,
    /// With --prompts: how requests are written
    #[arg(long, value_enum, default_value_t, requires = "prompts")]
    pub(in crate::cli) format: BatchFormat,
    /// Read the answers to such requests from this file
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
