//! Builds a case with the command, crawls it if it wants so, and asks its questions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::Context;
use serde_json::Value;

use super::indexed::Indexed;
use super::served::Served;
use super::spec::{Check, Query, Spec};

/// Settings by which every section becomes one request.
const WHOLE_SECTIONS: &str = "[questions]\nmin_words = 1\nsection_words = 1000000\n";

/// A case that was built.
pub(crate) struct Running {
    folder: tempfile::TempDir,
    /// What the runs said.
    pub(crate) report: String,
    pub(crate) exit_code: i32,
    pub(crate) indexed: Indexed,
    /// The paths that a crawl requested.
    pub(crate) requested: Vec<String>,
    answers: RefCell<HashMap<Query, Value>>,
}

impl Running {
    /// Copies a case into a folder of its own and builds it there.
    pub(crate) fn start(case: &Path, spec: &Spec) -> anyhow::Result<Self> {
        let mut running = Self {
            folder: tempfile::tempdir()?,
            report: String::new(),
            exit_code: 0,
            indexed: Indexed::default(),
            requested: Vec::new(),
            answers: RefCell::default(),
        };
        copy(case, running.folder.path())?;
        let mut inputs = spec.inputs.clone();
        if let Some(site) = &spec.crawl {
            running.crawl(site, &spec.crawl_args)?;
            inputs = vec!["crawled".to_owned()];
        }
        running.build(&inputs, spec)?;
        running.indexed = running.read(&inputs, spec)?;
        Ok(running)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn soru(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soru"));
        command
            .current_dir(self.folder.path())
            .env("SOURCE_DATE_EPOCH", "1795000000")
            .env("NO_COLOR", "1")
            // Encoders installed on the machine must not affect cases.
            .env("SORU_ENCODERS", self.path("encoders"));
        command
            .args(arguments)
            .output()
            .context("soru does not run")
    }

    fn crawl(&mut self, site: &str, further: &[String]) -> anyhow::Result<()> {
        let served = Served::start(self.path(site))?;
        let address = served.address();
        let mut arguments = vec!["crawl", &address, "--out", "crawled"];
        arguments.extend(["--rate", "0", "--max-time", "1"]);
        arguments.extend(further.iter().map(String::as_str));
        let output = self.soru(&arguments)?;
        self.add_report(&output);
        self.requested = served.requested();
        Ok(())
    }

    fn build(&mut self, inputs: &[String], spec: &Spec) -> anyhow::Result<()> {
        let mut arguments = vec!["build"];
        arguments.extend(inputs.iter().map(String::as_str));
        arguments.extend(["--out", "out", "--index-only"]);
        if let Some(config) = &spec.config {
            arguments.extend(["--config", config]);
        }
        arguments.extend(spec.args.iter().map(String::as_str));
        let output = self.soru(&arguments)?;
        self.add_report(&output);
        self.exit_code = output.status.code().unwrap_or(-1);
        Ok(())
    }

    fn add_report(&mut self, output: &Output) {
        for said in [&output.stdout, &output.stderr] {
            self.report.push_str(&String::from_utf8_lossy(said));
        }
    }

    fn read(&self, inputs: &[String], spec: &Spec) -> anyhow::Result<Indexed> {
        let own = match &spec.config {
            Some(config) => std::fs::read_to_string(self.path(config))?,
            None => String::new(),
        };
        std::fs::write(self.path("whole.toml"), format!("{own}\n{WHOLE_SECTIONS}"))?;
        let mut arguments = vec!["questions", "prompts"];
        arguments.extend(inputs.iter().map(String::as_str));
        arguments.extend([
            "--config",
            "whole.toml",
            "--format",
            "jsonl",
            "--out",
            "whole.jsonl",
        ]);
        self.soru(&arguments)?;
        Ok(Indexed::read(&self.path("whole.jsonl")))
    }

    /// A build that ended with an error, unless the case expects an exit code.
    pub(crate) fn fault(&self, spec: &Spec) -> Option<String> {
        let is_expected = |check: &Check| matches!(check, Check::ExitCode { .. });
        let is_fine = matches!(self.exit_code, 0 | 3) || spec.checks.iter().any(is_expected);
        let last = self.report.trim().lines().last().unwrap_or_default();
        (!is_fine).then(|| format!("build exits with {}: {last}", self.exit_code))
    }

    /// The answer to a question.
    pub(crate) fn ask(&self, query: &Query) -> Value {
        if let Some(answer) = self.answers.borrow().get(query) {
            return answer.clone();
        }
        let mut arguments = vec!["query", "out", &query.query, "--json", "--top-k", "10"];
        if let Some(lang) = &query.lang {
            arguments.extend(["--lang", lang]);
        }
        let answer = self.json(&arguments);
        self.answers
            .borrow_mut()
            .insert(query.clone(), answer.clone());
        answer
    }

    /// The completions of the beginning of a question.
    pub(crate) fn suggestions(&self, start: &str) -> Vec<String> {
        let answer = self.json(&["query", "out", "--suggest", start, "--json"]);
        let suggestions = answer["suggestions"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let text = |suggestion: &Value| suggestion["text"].as_str().map(str::to_owned);
        suggestions.iter().filter_map(text).collect()
    }

    /// What a run says as JSON; nothing if it fails, so that checks say what is missing.
    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.soru(arguments).ok();
        let output = output.filter(|output| output.status.success());
        output
            .and_then(|output| serde_json::from_slice(&output.stdout).ok())
            .unwrap_or_default()
    }
}

/// Copies a case but for its `case.toml`.
fn copy(case: &Path, target: &Path) -> anyhow::Result<()> {
    for entry in walkdir::WalkDir::new(case).min_depth(1) {
        let entry = entry?;
        let place = target.join(entry.path().strip_prefix(case)?);
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(place)?;
        } else if entry.file_name() != "case.toml" {
            std::fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}
