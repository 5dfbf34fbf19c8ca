//! A visitor who asks the box in Chromium: `tests/e2e/support/cluster-visitor.js`.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::site::{title_word, words};
use crate::tools::headless;
use crate::workspace::Workspace;

const FOLDER: &str = "tests/e2e";
const SCRIPT: &str = "support/cluster-visitor.js";

/// Words of a question, which a visitor types.
const WORDS: usize = 12;

/// The least share of results that show the question's page, of which a result has few.
const LEAST_SHOWN: f64 = 0.95;

/// A browser with a page of the site.
pub(super) struct Visitor {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    /// The origin of the page.
    pub(super) origin: String,
    /// The number of questions.
    asked: u32,
}

/// The results of questions, as the visitor saw them.
#[derive(Debug, Default)]
pub(super) struct Seen {
    questions: u32,
    /// Results with the question's page.
    found: u32,
    /// Results of the bundle's small index, with the line that says so.
    pub(super) small: u32,
    pub(super) failed: u32,
    /// From Enter until the result is painted, in milliseconds, in ascending order.
    times: Vec<f64>,
}

impl Visitor {
    /// Serves a folder with a bundle in `soru/`, and starts the browser.
    ///
    /// # Errors
    /// If Node, the command or Chromium cannot be started.
    pub(super) fn start(workspace: &Workspace, site: &Path) -> Result<Self> {
        let chromium = headless().context("Chromium is gone")?;
        let mut child = Command::new("node")
            .arg(SCRIPT)
            .arg(site)
            .current_dir(workspace.path(FOLDER))
            .env("CHROMIUM", chromium)
            .env("SORU_TARGET", workspace.target(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("node cannot be started")?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("the visitor has no output")?;
        let mut visitor = Self {
            child,
            input,
            output: BufReader::new(output).lines(),
            origin: String::new(),
            asked: 0,
        };
        let origin = visitor.read()?;
        let origin = origin
            .as_str()
            .context("the visitor's site has no address")?;
        origin.clone_into(&mut visitor.origin);
        Ok(visitor)
    }

    /// Opens the page with a box that asks a gateway, at this host and port.
    pub(super) fn open(&mut self, gateway: &str) -> Result<()> {
        let order = json!({ "gateway": format!("http://{gateway}") });
        self.order(&order).map(drop)
    }

    /// Asks questions, each with the first words of a page.
    pub(super) fn ask(&mut self, questions: u32) -> Result<Seen> {
        let pages = 0..questions;
        let questions: Vec<Value> = pages.map(|page| self.question(page)).collect();
        let shown = self.order(&json!({ "questions": questions }))?;
        Ok(Seen::of(&shown))
    }

    fn question(&mut self, page: u32) -> Value {
        // No page has the first word, so no question is kept from another trial.
        let own = format!("q{}", self.asked);
        self.asked += 1;
        let words: Vec<String> = words(page, false).take(WORDS).collect();
        json!({ "question": format!("{own} {}", words.join(" ")), "title": title_word(page) })
    }

    fn order(&mut self, order: &Value) -> Result<Value> {
        let input = self.input.as_mut().context("the visitor has ended")?;
        writeln!(input, "{order}")?;
        self.read()
    }

    fn read(&mut self) -> Result<Value> {
        let line = self.output.next();
        let line = line.context("the visitor ended: its messages are above")??;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        // The end of its input ends the browser and the server.
        self.input = None;
        let _ = self.child.wait();
    }
}

impl Seen {
    /// Counts what the script says of each question.
    fn of(shown: &Value) -> Self {
        let mut seen = Self::default();
        for own in shown.as_array().into_iter().flatten() {
            let is = |key: &str| u32::from(own[key] == true);
            seen.questions += 1;
            seen.found += is("found");
            seen.small += is("small");
            seen.failed += is("failed");
            seen.times.extend(own["millis"].as_f64());
        }
        seen.times.sort_unstable_by(f64::total_cmp);
        seen
    }

    /// Returns whether the small index had to help with none.
    pub(super) fn is_from_cluster(&self) -> bool {
        self.small == 0 && self.finds()
    }

    /// Returns whether nearly all results show their page.
    pub(super) fn finds(&self) -> bool {
        f64::from(self.found) >= LEAST_SHOWN * f64::from(self.questions)
    }

    fn millis(&self, percent: usize) -> f64 {
        let place = self.times.len() * percent / 100;
        let last = self.times.last().copied().unwrap_or_default();
        self.times.get(place).copied().unwrap_or(last)
    }

    pub(super) fn figure(&self) -> String {
        let Self {
            questions,
            found,
            small,
            failed,
            ..
        } = self;
        format!(
            "{questions} questions: page shown {found}, small index {small}, failed {failed}; from \
             Enter p50 {:.0} ms, p95 {:.0} ms, slowest {:.0} ms",
            self.millis(50),
            self.millis(95),
            self.millis(100)
        )
    }
}
