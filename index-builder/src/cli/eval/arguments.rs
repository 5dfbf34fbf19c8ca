//! The arguments of `soru eval`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

const EXAMPLES: &str = "\
Examples:
  soru eval site --answers questions.txt          show the answers to questions, one per line
  soru eval site --answers questions.jsonl        count the right answers and list the failures
  soru eval --calibrate a a.jsonl --calibrate b b.jsonl --calibrate c c.jsonl    fit the weights of confidence
  soru eval --compare before.json after.json      show what a change improved and what it broke
  soru eval site/soru --questions q.jsonl --qrels qrels.tsv    measure which pages are found";

/// The heading of the options about answers.
const ANSWERS: &str = "Options of --answers";

/// Clap does not require an argument that conflicts with a given one, so these are listed as well.
const OTHERS: [&str; 2] = ["questions", "sets"];

#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    group = ArgGroup::new("asked").args(["questions", "answers"]),
    group = ArgGroup::new("built").args(["answers", "sets", "calibrate"]).multiple(true),
    group = ArgGroup::new("judged").args(["answers", "calibrate"]).multiple(true)
)]
pub(in crate::cli) struct Eval {
    /// The bundle's folder; with --answers, also a folder of pages or a .jsonl file of documents
    #[arg(value_name = "SITE", requires = "asked")]
    pub(in crate::cli) site: Option<PathBuf>,
    /// Measure the site's answers to the questions in this file: one per line, or JSON Lines with
    /// the contents of a right answer
    #[arg(long, value_name = "FILE", requires = "site", help_heading = ANSWERS,
        conflicts_with_all = ["qrels", "rows", "only", "calibrate"])]
    pub(in crate::cli) answers: Option<PathBuf>,
    /// Also print tables: by kind, language, confidence and state; calibration; precision against
    /// coverage
    #[arg(long, requires = "answers", conflicts_with_all = OTHERS, help_heading = ANSWERS)]
    pub(in crate::cli) details: bool,
    /// Any setting of a question, such as retrieval.bm25.b=0.4; may be repeated; also for
    /// --calibrate
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "judged", conflicts_with_all = OTHERS, help_heading = ANSWERS)]
    pub(in crate::cli) options: Vec<String>,
    /// Measure which pages are found for the questions in this file (JSON Lines)
    #[arg(long, value_name = "FILE", requires = "site")]
    pub(in crate::cli) questions: Option<PathBuf>,
    /// Relevance judgements: question id, page id, grade
    #[arg(long, value_name = "FILE", requires = "questions")]
    pub(in crate::cli) qrels: Option<PathBuf>,
    /// A folder with questions and a corpus.jsonl or a site; may be repeated
    #[arg(long = "set", value_name = "FOLDER", conflicts_with = "site")]
    pub(in crate::cli) sets: Vec<PathBuf>,
    /// Embed the pages of the site, or of every --set, with this sentence encoder
    #[arg(long, value_name = "DIR", requires = "built")]
    pub(in crate::cli) encoder: Option<PathBuf>,
    /// Cache the encoder's vectors in this folder for the next run
    #[arg(long, value_name = "DIR", requires = "encoder")]
    pub(in crate::cli) cache: Option<PathBuf>,
    /// Additional configuration to measure, with options as in JavaScript: 'mine={"retriever":
    /// "tf"}'
    #[arg(long = "row", value_name = "NAME=JSON")]
    pub(in crate::cli) rows: Vec<String>,
    /// Measure only this row and those of --row; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) only: Vec<String>,
    /// Turn some questions of every --set into facts, ask the others, and count wrong facts
    #[arg(long, requires = "sets")]
    pub(in crate::cli) as_facts: bool,
    /// Write all figures, in total and per question, to this file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) json: Option<PathBuf>,
    /// Plot rankings, calibration and risk, or with --answers precision against coverage, to this
    /// file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) plot: Option<PathBuf>,
    /// Compare two files of --json, question by question
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], conflicts_with_all = ["site", "sets"])]
    pub(in crate::cli) compare: Vec<PathBuf>,
    /// Fit the weights of confidence to a site's answers to labelled questions, as for --answers,
    /// and print them as lines for soru.toml; repeat it for three or more sites
    #[arg(long, num_args = 2, value_names = ["SITE", "FILE"],
        conflicts_with_all = ["site", "sets", "compare", "rows", "only", "plot", "details", "as_facts"])]
    pub(in crate::cli) calibrate: Vec<PathBuf>,
    /// With --calibrate: suggest the lowest threshold of confidence at which this share of asserted
    /// answers is right on held-out sites, 0 to 1
    #[arg(long, value_name = "SHARE", requires = "calibrate", default_value_t = 0.92, value_parser = a_share,
        conflicts_with_all = ["questions", "sets", "answers"])]
    pub(in crate::cli) precision: f64,
}

fn a_share(written: &str) -> Result<f64, String> {
    let share = written.parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must be a number from 0 to 1, such as 0.92".to_owned())
}
