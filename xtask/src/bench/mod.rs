//! `cargo xtask bench`: measures how fast questions are answered, natively and in Chromium, and
//! checks that both answers are equal to the last bit of a score (R2), and the time that retrieval
//! and reranking take in the browser (R29).
//!
//! A set is a folder with `corpus.jsonl` and `queries.jsonl`. The default set is the demo site with
//! its questions. `--peers` compares other engines with Soru: see `peers.rs`. `--visit` measures the
//! waiting times of a visitor of the demo: see `tests/e2e/bench-visit.js`. `--encoder` measures the
//! cost of a sentence encoder: see `encoder.rs`. `--files` builds a site of very many small files:
//! see `small_files.rs`. `--growth` reads texts that are made to be slow to read: see `growth.rs`.
//! `--reports` sends reports to the desk: see `reports.rs`. `--pictures` shows Soru beside Pagefind: see
//! `pictures.rs`.

mod encoder;
mod growth;
mod peers;
mod pictures;
mod reports;
mod small_files;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::demo;
use crate::test::javascript;
use crate::tools::{self, Tool, chromium};
use crate::workspace::{Profile, Workspace};

/// Options of `cargo xtask bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A folder of evaluation sets [default: the variable `SORU_EVAL_SETS`, else the demo]
    #[arg(long, value_name = "FOLDER")]
    sets: Option<PathBuf>,
    /// Only the sets with these names
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Measure the waiting times of a visitor of the demo instead, on a slow line and with a slow
    /// processor
    #[arg(long, conflicts_with_all = ["sets", "peers"])]
    visit: bool,
    /// Measure what an encoder adds to the time and downloads of a question instead, at 10,000
    /// chunks; it is fetched with pip
    #[arg(long, conflicts_with_all = ["sets", "peers", "visit"])]
    encoder: bool,
    /// Take pictures of Soru beside the components of Pagefind instead, for the documentation
    #[arg(long, conflicts_with_all = ["sets", "peers", "visit", "encoder", "files", "growth", "reports"])]
    pictures: bool,
    #[command(flatten)]
    without_browser: WithoutBrowser,
    #[command(flatten)]
    peers: peers::PeerOptions,
}

/// Options of measurements that need no browser.
#[derive(Debug, clap::Args)]
struct WithoutBrowser {
    /// Measure the build of this many small files instead, such as 1000000
    #[arg(long, value_name = "N", conflicts_with_all = ["sets", "peers", "visit", "encoder"])]
    files: Option<usize>,
    /// Measure how the time grows with the length of hostile pages and questions instead
    #[arg(long, conflicts_with_all = ["sets", "peers", "visit", "encoder", "files"])]
    growth: bool,
    /// Measure how many reports the desk keeps in a second instead, and kill it under load
    #[arg(long, conflicts_with_all = ["sets", "peers", "visit", "encoder", "files", "growth"])]
    reports: bool,
}

/// The folder of bundles and answers, below the build folder.
const FOLDER: &str = "bench";
/// The folder of committed results.
const RESULTS: &str = "docs/benchmarks";
/// The server's port, or else the next free one.
const PORT: u16 = 4280;
/// The day for the expiry of facts, the same on both sides.
const TODAY: &str = "2026-01-15";
/// The demo's questions, used without sets.
const DEMO_QUESTIONS: &str = "www/demo/questions.jsonl";

const NEEDS: &[Tool] = &[Tool::WasmTarget, Tool::Chromium, Tool::Node];

/// Measures every set.
///
/// # Errors
/// If a set cannot be built or asked, the answers of browser and native engine differ, or a time of
/// R29 is missed.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let WithoutBrowser {
        files,
        growth,
        reports,
    } = options.without_browser;
    if let Some(count) = files {
        return small_files::command(workspace, count);
    }
    if growth {
        return growth::command(workspace);
    }
    if reports {
        return reports::command(workspace);
    }
    tools::ensure(workspace, NEEDS)?;
    if options.pictures {
        return pictures::command(workspace);
    }
    if options.peers.wanted() {
        return peers::command(workspace, &options.peers);
    }
    demo::build(workspace)?;
    javascript::install(workspace)?;
    if options.visit {
        return visit(workspace);
    }
    if options.encoder {
        return encoder::command(workspace);
    }
    let folder = workspace.target(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    for set in sets(workspace, options)? {
        println!("asking {} natively", set.name);
        ask_natively(workspace, &set, &folder.join(&set.name))?;
    }
    ask_in_browser(workspace, &folder)
}

/// Visits the demo in Chromium and writes the measurements.
fn visit(workspace: &Workspace) -> Result<()> {
    let chromium = chromium().context("Chromium is gone")?;
    let folders = ["www/demo", RESULTS].map(|folder| workspace.path(folder).display().to_string());
    workspace
        .invoke("node")
        .args(["bench-visit.js"])
        .args(folders)
        .within(javascript::FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .run()
}

/// Questions, and the pages that answer them.
struct Set {
    name: String,
    questions: PathBuf,
    /// The documents; none for the demo's own site.
    corpus: Option<PathBuf>,
}

fn sets(workspace: &Workspace, options: &Options) -> Result<Vec<Set>> {
    let given = options.sets.clone();
    let given = given.or_else(|| std::env::var_os("SORU_EVAL_SETS").map(PathBuf::from));
    let Some(folder) = given else {
        return Ok(vec![Set {
            name: "demo".to_owned(),
            questions: workspace.path(DEMO_QUESTIONS),
            corpus: None,
        }]);
    };
    let mut sets = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let [corpus, questions] = ["corpus.jsonl", "queries.jsonl"].map(|file| path.join(file));
        let chosen = options.only.is_empty() || options.only.contains(&name);
        if chosen && corpus.is_file() && questions.is_file() {
            sets.push(Set {
                name,
                questions,
                corpus: Some(corpus),
            });
        }
    }
    if sets.is_empty() {
        bail!(
            "{}: no folder in it has corpus.jsonl and queries.jsonl",
            folder.display()
        );
    }
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sets)
}

/// Builds the bundle of a set, asks it, and leaves all files in its folder.
fn ask_natively(workspace: &Workspace, set: &Set, folder: &Path) -> Result<()> {
    let soru = workspace.soru(Profile::Release).display().to_string();
    let bundle = folder.display().to_string();
    let demo = workspace.path("www/demo").display().to_string();
    let build = workspace
        .invoke(&soru)
        .args(["build", "--quiet", "--out", &bundle]);
    match &set.corpus {
        Some(corpus) => build.args([corpus.display().to_string()]),
        None => build.args([demo.as_str(), "--config", "www/demo/soru.toml"]),
    }
    .run()?;
    let texts = questions(&set.questions)?;
    let list = folder.join("questions.txt");
    fs::write(&list, texts.join("\n"))?;
    let timings = folder.join("native.json").display().to_string();
    let today = format!("today={TODAY}");
    let query = workspace.invoke(&soru).args(["query", &bundle, "--json"]);
    let answers = query
        .args([
            "--questions",
            &list.display().to_string(),
            "--timings",
            &timings,
        ])
        .args(["--option", &today])
        .capture()?;
    fs::write(folder.join("native.jsonl"), answers)?;
    let questions = json!({ "texts": texts, "options": { "today": TODAY } });
    fs::write(folder.join("questions.json"), questions.to_string())?;
    Ok(())
}

/// The texts of the questions, one per line.
fn questions(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut texts = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let object: Value = serde_json::from_str(line)?;
        let text = ["text", "question"]
            .iter()
            .find_map(|key| object[*key].as_str());
        let text = text.with_context(|| format!("{}: a line without `text`", file.display()))?;
        texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    Ok(texts)
}

fn ask_in_browser(workspace: &Workspace, folder: &Path) -> Result<()> {
    let port = demo::free_port(PORT)?.to_string();
    let served = folder.display().to_string();
    let soru = workspace.soru(Profile::Release).display().to_string();
    fs::write(
        folder.join("index.html"),
        "<!doctype html><title>bench</title>",
    )?;
    let serve = workspace
        .invoke(&soru)
        .args(["serve", &served, "--csp", "strict", "--port", &port]);
    let _server = serve.in_background()?;
    let chromium = chromium().context("Chromium is gone")?;
    workspace
        .invoke("node")
        .args(["bench.js", &served, &format!("http://127.0.0.1:{port}/")])
        .within(javascript::FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .run()
}
