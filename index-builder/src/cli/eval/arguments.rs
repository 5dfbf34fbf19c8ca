//! The arguments of `soru eval`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

const EXAMPLES: &str = "\
Examples:
  soru eval site --answers questions.txt          what is shown for a question per line
  soru eval site --answers questions.jsonl        how many are right, and which failed
  soru eval --calibrate a a.jsonl --calibrate b b.jsonl --calibrate c c.jsonl    weights of confidence
  soru eval --compare before.json after.json      what a change made better, and what worse
  soru eval site/soru --questions q.jsonl --qrels qrels.tsv    which pages are found";

/// The heading of the options about answers.
const ANSWERS: &str = "Options of --answers";

/// A requirement that conflicts with what was given is not asked for: these are named besides it.
const OTHERS: [&str; 2] = ["questions", "sets"];

#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    group = ArgGroup::new("asked").args(["questions", "answers"]),
    group = ArgGroup::new("built").args(["answers", "sets", "calibrate"]).multiple(true),
    group = ArgGroup::new("judged").args(["answers", "calibrate"]).multiple(true)
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(in crate::cli) struct Eval {
    /// The bundle's folder; with --answers, also a folder of pages or a .jsonl file of documents
    #[arg(value_name = "SITE", requires = "asked")]
    pub(in crate::cli) site: Option<PathBuf>,
    /// How well does the site answer? Questions, one per line or as lines of JSON that say what a right
    /// answer holds
    #[arg(long, value_name = "FILE", requires = "site", help_heading = ANSWERS,
        conflicts_with_all = ["qrels", "gold", "rows", "only", "typos", "fold", "tune", "calibrate"])]
    pub(in crate::cli) answers: Option<PathBuf>,
    /// Print tables too: by kind, language, confidence and state, calibration, precision against coverage
    #[arg(long, requires = "answers", conflicts_with_all = OTHERS, help_heading = ANSWERS)]
    pub(in crate::cli) details: bool,
    /// Build the site with these facts besides those of its project file; may be repeated
    #[arg(long, value_name = "FILE", requires = "answers", conflicts_with_all = OTHERS, help_heading = ANSWERS)]
    pub(in crate::cli) facts: Vec<PathBuf>,
    /// Build the site with these questions written for its sections, instead of those of its project file
    #[arg(long, value_name = "FILE", requires = "answers", conflicts_with_all = OTHERS, help_heading = ANSWERS)]
    pub(in crate::cli) written_questions: Option<PathBuf>,
    /// Any setting of a question, such as retrieval.bm25.b=0.4; may be repeated. With --calibrate, too
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "judged", conflicts_with_all = OTHERS, help_heading = ANSWERS)]
    pub(in crate::cli) options: Vec<String>,
    /// How well are pages found? The questions, as lines of JSON
    #[arg(long, value_name = "FILE", requires = "site")]
    pub(in crate::cli) questions: Option<PathBuf>,
    /// Which pages answer them: question id, page id, grade
    #[arg(long, value_name = "FILE", requires = "questions")]
    pub(in crate::cli) qrels: Option<PathBuf>,
    /// Texts of which a right answer holds one, as lines of JSON
    #[arg(long, value_name = "FILE", requires = "questions")]
    pub(in crate::cli) gold: Option<PathBuf>,
    /// A folder with questions and a corpus.jsonl or a site; may be repeated
    #[arg(long = "set", value_name = "FOLDER", conflicts_with = "site")]
    pub(in crate::cli) sets: Vec<PathBuf>,
    /// Embed the pages of the site, or of every --set, by this sentence encoder
    #[arg(long, value_name = "DIR", requires = "built")]
    pub(in crate::cli) encoder: Option<PathBuf>,
    /// The encoder's table [default: the one that comes with the command]
    #[arg(long, value_name = "FILE", requires = "encoder")]
    pub(in crate::cli) table: Option<PathBuf>,
    /// Keep the encoder's vectors in this folder for the next time
    #[arg(long, value_name = "DIR", requires = "encoder")]
    pub(in crate::cli) cache: Option<PathBuf>,
    /// Another way to ask, with options as in JavaScript: 'mine={"retriever": "tf"}'
    #[arg(long = "row", value_name = "NAME=JSON")]
    pub(in crate::cli) rows: Vec<String>,
    /// Measure this row only, besides those of --row; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) only: Vec<String>,
    /// Make facts of some questions of every --set, and ask the others: is any answered wrongly?
    #[arg(long, requires = "sets")]
    pub(in crate::cli) as_facts: bool,
    /// With --as-facts: the first N questions about every page make its fact, one being its question and
    /// the others its aliases, and the page its answer [default: the first about every other page]
    #[arg(long, value_name = "N", requires = "as_facts")]
    pub(in crate::cli) phrasings: Option<std::num::NonZeroUsize>,
    /// With --as-facts: ask the questions of this set too, which no fact answers; may be repeated
    #[arg(long, value_name = "FOLDER", requires = "as_facts")]
    pub(in crate::cli) strangers: Vec<PathBuf>,
    /// Ask every question with one letter of a word wrong, too
    #[arg(long)]
    pub(in crate::cli) typos: bool,
    /// Ask every question without diacritics, in capitals, and both, too
    #[arg(long)]
    pub(in crate::cli) fold: bool,
    /// Write all figures, and every question's, to this file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) json: Option<PathBuf>,
    /// Draw rankings, calibration and risk, or with --answers precision against coverage, into this
    /// file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) plot: Option<PathBuf>,
    /// Say what changed between two files of --json, question by question
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], conflicts_with_all = ["site", "sets", "tune"])]
    pub(in crate::cli) compare: Vec<PathBuf>,
    /// Look for the settings that rank best, and measure them on sets that did not choose them
    #[arg(long)]
    pub(in crate::cli) tune: bool,
    /// The settings to try, and their values (TOML) [default: those of bm25 and of stop words]
    #[arg(long, value_name = "FILE", requires = "tune")]
    pub(in crate::cli) spec: Option<PathBuf>,
    /// Fit the weights of confidence to what a site, as for --answers, would answer to questions with
    /// labels, and print them as lines for soru.toml; to be repeated for three sites or more
    #[arg(long, num_args = 2, value_names = ["SITE", "FILE"],
        conflicts_with_all = ["site", "sets", "compare", "tune", "rows", "only", "typos", "fold", "plot", "details", "facts",
            "as_facts", "few_sets"])]
    pub(in crate::cli) calibrate: Vec<PathBuf>,
    /// With --calibrate: suggest the least confidence from which on this share of what is asserted is
    /// right on sites left out, 0 to 1
    #[arg(long, value_name = "SHARE", requires = "calibrate", default_value_t = 0.7, value_parser = a_share,
        conflicts_with_all = ["questions", "sets", "answers"])]
    pub(in crate::cli) precision: f64,
    /// Tune on fewer than three sets, whose choice says nothing about other sites
    #[arg(long)]
    pub(in crate::cli) few_sets: bool,
    /// Where the random numbers of intervals and p-values start
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
}

fn a_share(written: &str) -> Result<f64, String> {
    let share = written.parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must be a number from 0 to 1, such as 0.7".to_owned())
}
