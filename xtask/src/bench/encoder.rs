//! `cargo xtask bench --encoder`: measures the time and the downloads that an encoder adds to a
//! question in Chromium, on a site of ten thousand chunks.
//!
//! The same pages are built with the encoder and without any vectors, and a page asks both bundles
//! the same questions alternately: see `tests/e2e/bench-encoder.js`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::demo;
use crate::eval;
use crate::test::javascript;
use crate::tools::chromium;
use crate::workspace::{Profile, Workspace};

/// The folder of pages, bundles and questions, below the build folder.
const FOLDER: &str = "bench-encoder";

const PAGES: usize = 10_000;

/// The number of words of a page. It is small enough to embed all pages in a minute or two, and the
/// time of a question does not depend on it.
const WORDS_OF_PAGE: usize = 24;

/// The folder with the source text of the pages.
const TEXT: &str = "www/docs";

/// Builds both bundles, and asks them in a browser.
///
/// # Errors
/// If a bundle cannot be built or asked.
pub(super) fn command(workspace: &Workspace) -> Result<()> {
    let folder = workspace.target(FOLDER);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let words = words(&workspace.path(TEXT))?;
    fs::write(folder.join("pages.jsonl"), pages(&words)?)?;
    let questions = english_questions(&workspace.path(super::DEMO_QUESTIONS))?;
    fs::write(folder.join("questions.json"), questions.to_string())?;
    fs::write(
        folder.join("index.html"),
        "<!doctype html><title>bench</title>",
    )?;
    println!("building {PAGES} pages twice; the first time embeds them");
    build(workspace, &folder, "with", &eval::with_encoder(workspace)?)?;
    let without = ["--encoder", "none"].map(str::to_owned);
    build(workspace, &folder, "without", &without)?;
    ask(workspace, &folder)
}

fn build(workspace: &Workspace, folder: &Path, name: &str, more: &[String]) -> Result<()> {
    let [pages, out] = ["pages.jsonl", name].map(|name| folder.join(name).display().to_string());
    let soru = workspace.soru(Profile::Release).display().to_string();
    let build = workspace
        .invoke(&soru)
        .args(["build", &pages, "--out", &out]);
    build.args(more.to_vec()).run()
}

fn ask(workspace: &Workspace, folder: &Path) -> Result<()> {
    let port = demo::free_port(super::PORT)?.to_string();
    let served = folder.display().to_string();
    let soru = workspace.soru(Profile::Release).display().to_string();
    let serve = workspace
        .invoke(&soru)
        .args(["serve", &served, "--csp", "strict", "--port", &port]);
    let _server = serve.in_background()?;
    let chromium = chromium().context("Chromium is gone")?;
    workspace
        .invoke("node")
        .args([
            "bench-encoder.js",
            &served,
            &format!("http://127.0.0.1:{port}/"),
        ])
        .within(javascript::FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .run()
}

/// Returns the words of all Markdown files in a folder, concatenated.
fn words(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    let mut words = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let own = text.split(|c: char| !c.is_alphabetic());
        words.extend(own.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    Ok(words)
}

/// Returns lines of JSON. Each page is a stretch of the words, at a place that is the same in every
/// run.
fn pages(words: &[String]) -> Result<String> {
    let places = words
        .len()
        .checked_sub(WORDS_OF_PAGE)
        .filter(|places| *places > 0);
    let places = places.with_context(|| format!("{TEXT}: too few words"))?;
    let mut lines = String::new();
    for number in 0..PAGES {
        // Steps of a prime number distribute the pages over all places.
        let from = number * 7919 % places;
        let text = words[from..from + WORDS_OF_PAGE].join(" ");
        let title = words[from..from + 3].join(" ");
        let id = format!("{number:05}");
        let page = json!({ "id": id, "title": title, "text": text, "lang": "en" });
        lines.push_str(&page.to_string());
        lines.push('\n');
    }
    Ok(lines)
}

fn english_questions(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut questions = Vec::new();
    for line in text.lines() {
        let question: Value = serde_json::from_str(line)?;
        if question["lang"] == "en" {
            questions.push(question["text"].clone());
        }
    }
    Ok(Value::Array(questions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r29_the_site_has_as_many_different_pages_as_it_is_to_have() {
        let words: Vec<String> = (0..30_000).map(|number| format!("w{number}")).collect();
        let pages = pages(&words).unwrap();
        let texts: std::collections::BTreeSet<String> = pages
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["text"].to_string())
            .collect();
        assert_eq!(texts.len(), PAGES);
        assert!(super::pages(&words[..9]).is_err());
    }
}
