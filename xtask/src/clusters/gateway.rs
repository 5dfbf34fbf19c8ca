//! Asks the gateway while nodes are killed and frozen.

use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::http::get;
use super::launcher::Engine;
use super::site::{id, words};

/// The least share of answers that have the question's page.
const LEAST_FOUND: f64 = 0.97;

/// Words of a question: the first of a page, which none of the most frequent ones tells.
const WORDS: usize = 12;

/// The longest time until an answer or an error.
pub(super) const LONGEST: Duration = Duration::from_millis(1_600);

/// The time to know the site.
const READY: Duration = Duration::from_secs(30);

/// How a gateway is started.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// The command.
    pub(super) soru: String,
    /// The folder of its file of settings.
    pub(super) folder: PathBuf,
    pub(super) engine: Engine,
    pub(super) nodes: Vec<String>,
    /// The address to listen at; port 0 is any free port.
    pub(super) listen: String,
    /// The origin of the pages with a box.
    pub(super) origin: String,
}

/// A running gateway.
pub(super) struct Gateway {
    child: Child,
    /// Host and port.
    pub(super) address: String,
    /// The number of questions.
    asked: Cell<u32>,
}

/// What became of questions.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Questions whose page is among the hits.
    found: u32,
    /// Answers.
    pub(super) answered: u32,
    /// Status 503: the box shows its own small index.
    pub(super) unavailable: u32,
    pub(super) others: u32,
    times: Vec<Duration>,
}

impl Gateway {
    /// Starts a gateway before the nodes, and waits until it knows the site.
    pub(super) fn start(settings: &Settings) -> Result<Self> {
        let file = settings.folder.join("gateway.toml");
        fs::write(&file, settings.toml())?;
        let mut child = Command::new(&settings.soru)
            .arg("gateway")
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take().context("the gateway has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split('/').nth(2).unwrap_or_default().to_owned();
        let gateway = Self {
            child,
            address,
            asked: Cell::new(0),
        };
        let begin = Instant::now();
        while get(&gateway.address, "/readyz").map_or(0, |(status, _)| status) != 200 {
            if begin.elapsed() > READY {
                bail!("the gateway does not become ready");
            }
            sleep(Duration::from_millis(100));
        }
        Ok(gateway)
    }

    /// Asks a question for each page of a range.
    pub(super) fn ask(&self, pages: std::ops::Range<u32>, outcome: &mut Outcome) {
        for page in pages {
            let asked: Vec<String> = words(page, false).take(WORDS).collect();
            // No page has this word, so no question is kept from another trial.
            let number = self.asked.get();
            self.asked.set(number + 1);
            let asked = asked.join("&word=");
            let path = format!("/v1/search?language=en&word=q{number}&word={asked}");
            let begin = Instant::now();
            let answer = get(&self.address, &path);
            outcome.times.push(begin.elapsed());
            match answer {
                Ok((200, answer)) => {
                    outcome.answered += 1;
                    outcome.found += u32::from(has_page(&answer, &id(page)));
                }
                Ok((503, _)) => outcome.unavailable += 1,
                _ => outcome.others += 1,
            }
        }
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Settings {
    fn toml(&self) -> String {
        let engine = self.engine.name().to_lowercase();
        let Self {
            nodes,
            listen,
            origin,
            ..
        } = self;
        format!(
            "listen = \"{listen}\"\nengine = \"{engine}\"\nnodes = {nodes:?}\nsites = [\"site\"]\n\
             origins = [\"{origin}\"]\n\
             limits = {{ questions_per_minute = 1000000, burst = 1000000 }}\n"
        )
    }
}

fn has_page(answer: &Value, page: &str) -> bool {
    let hits = answer["hits"].as_array().into_iter().flatten();
    hits.into_iter().any(|hit| hit["page"] == page)
}

impl Outcome {
    /// Returns whether every question had an answer, or the error that the box expects, in time.
    pub(super) fn is_in_time(&self) -> bool {
        self.others == 0 && self.slowest() <= LONGEST
    }

    /// Returns whether the cluster alone finds the pages.
    pub(super) fn finds(&self) -> bool {
        self.share_found() >= LEAST_FOUND
    }

    fn share_found(&self) -> f64 {
        f64::from(self.found) / f64::from(self.answered.max(1))
    }

    fn slowest(&self) -> Duration {
        self.times.iter().max().copied().unwrap_or_default()
    }

    /// Returns a percentile of the times in milliseconds.
    fn millis(&self, percent: usize) -> u128 {
        let mut times = self.times.clone();
        times.sort_unstable();
        let place = times.len() * percent / 100;
        times.get(place).map_or(0, Duration::as_millis)
    }

    pub(super) fn figure(&self) -> String {
        let Self {
            answered,
            unavailable,
            others,
            ..
        } = self;
        format!(
            "page among 30 hits: {:.3}; {answered} answered, {unavailable} unavailable, {others} \
             others; p50 {} ms, p95 {} ms, slowest {} ms",
            self.share_found(),
            self.millis(50),
            self.millis(95),
            self.slowest().as_millis()
        )
    }
}
