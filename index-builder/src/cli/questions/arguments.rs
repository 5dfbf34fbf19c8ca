//! The arguments of `soru questions`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::asking::OfModel;
use crate::language_model::BatchFormat;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  failed or stopped: the file keeps the answers received so far
  2  the command line is wrong";

const CHECK_CODES: &str = "\
Exit codes:
  0  every section has questions, and all are valid
  1  a section has no questions or has changed, the file names a missing section, or a question is suspicious
  2  the command line is wrong";

const WRITE_EXAMPLES: &str = "\
Examples:
  soru questions write site --dry-run --price-in 0.15 --price-out 0.60    estimate the cost
  soru questions write site                                              use the model in [questions] of soru.toml
  soru questions write site --api ollama --endpoint http://localhost:11434 --model qwen3:8b

The command sends pages to the model, and nothing about visitors. The key comes from an environment variable:
SORU_API_KEY, or the one that [questions] key_env names.

Exit codes:
  0  done
  1  failed or stopped: the file keeps the answers received so far
  2  the command line is wrong";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum QuestionsCommand {
    /// Have a language model write questions for every section that has none
    Write(Write),
    /// Write the requests to a file, for a batch service or for pasting into an assistant
    Prompts(Prompts),
    /// Read the answers to those requests, or with --log the questions of a query log
    Import(Import),
    /// Check the file offline: missing, stale, orphaned and suspicious questions
    Check(Check),
}

/// The site and its file of questions.
#[derive(Debug, Args)]
pub(in crate::cli) struct OfSite {
    /// Folders of pages, or .jsonl files of documents, as `soru build` reads them
    #[arg(required = true, value_name = "SITE")]
    pub(in crate::cli) inputs: Vec<PathBuf>,
    /// Project file [default: soru.toml in the current folder, beside an input or in it]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// File of questions [default: the project's, questions.jsonl beside soru.toml]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) questions: Option<PathBuf>,
    /// Additional languages for the questions, besides the section's own, such as tr,en [default:
    /// the project's]
    #[arg(long = "in", value_name = "LANGS", value_delimiter = ',')]
    pub(in crate::cli) languages: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = WRITE_EXAMPLES)]
pub(in crate::cli) struct Write {
    #[command(flatten)]
    pub(in crate::cli) site: OfSite,
    #[command(flatten)]
    pub(in crate::cli) model: OfModel,
    /// Remove generated questions of sections that no longer exist
    #[arg(long)]
    pub(in crate::cli) prune: bool,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(in crate::cli) struct Prompts {
    #[command(flatten)]
    pub(in crate::cli) site: OfSite,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: PathBuf,
    /// Format of the requests
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: BatchFormat,
    /// Model name to write into a batch [default: the project's]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) model: Option<String>,
    /// Maximum number of sections to write requests for
    #[arg(long, value_name = "N")]
    pub(in crate::cli) limit: Option<usize>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(in crate::cli) struct Import {
    /// The answers (JSON Lines), or with --log the export of a query log
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) site: OfSite,
    /// Read a query log and propose a section for each question, in a separate file
    #[arg(long)]
    pub(in crate::cli) log: bool,
    /// With --log: file of proposals [default: questions.review.jsonl beside the file of questions]
    #[arg(long, value_name = "FILE", requires = "log")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// With --log: skip questions that were asked less often
    #[arg(long, value_name = "N", default_value_t = 2, requires = "log")]
    pub(in crate::cli) at_least: usize,
}

#[derive(Debug, Args)]
#[command(after_help = CHECK_CODES)]
pub(in crate::cli) struct Check {
    #[command(flatten)]
    pub(in crate::cli) site: OfSite,
    /// Print the findings as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
