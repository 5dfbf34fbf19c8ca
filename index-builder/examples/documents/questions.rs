//! Checks that questions find the pages that answer them, among the pages of all documents.

use std::path::Path;

use soru::hit::Hit;
use soru::settings::Value;
use soru_index_builder::build::{BuildOptions, EncoderOptions, Form, Publication, build};
use soru_index_builder::bundle::{BrowserFiles, Bundle};
use soru_index_builder::project::{Project, WantedEncoder};

use super::expected::{Expected, Question};

/// The number of hits that must include the page.
const FIRST: usize = 3;

/// Builds a bundle of the folder and asks all questions about readable documents.
pub(crate) fn ask(folder: &Path, expected: &[Expected]) -> anyhow::Result<()> {
    let out = tempfile::tempdir()?;
    build(
        &build_options(folder, out.path(), languages(expected)),
        |_| (),
    )?;
    let bundle = Bundle::open(out.path())?;
    let (mut found, mut all) = (0, 0);
    for file in expected.iter().filter(|file| file.expect == "text") {
        for question in &file.questions {
            let answer = bundle.ask(&question.q, &Value::Map(Vec::new()))?;
            let hits = &answer.hits[..answer.hits.len().min(FIRST)];
            all += 1;
            if hits.iter().any(|hit| is_page(hit, file, question)) {
                found += 1;
            } else {
                let urls: Vec<&str> = hits.iter().map(|hit| hit.url.as_str()).collect();
                println!(
                    "not found: {} ({}, {:?}): {urls:?}",
                    question.q, file.file, question.page
                );
            }
        }
    }
    println!("questions whose page is among the first {FIRST}: {found}/{all}");
    Ok(())
}

fn is_page(hit: &Hit, file: &Expected, question: &Question) -> bool {
    let is_file = hit.id.split('#').next() == Some(file.file.as_str());
    let page = question.page.map(|page| page.to_string());
    is_file && page.is_none_or(|page| hit.meta.get("page") == Some(&page))
}

/// The languages of the documents, without duplicates: those of their site.
fn languages(expected: &[Expected]) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    for file in expected.iter().filter(|file| !file.lang.is_empty()) {
        if !languages.contains(&file.lang) {
            languages.push(file.lang.clone());
        }
    }
    languages
}

fn build_options(folder: &Path, out: &Path, languages: Vec<String>) -> BuildOptions {
    let mut project = Project::default();
    if !languages.is_empty() {
        project.configuration.site.languages = languages;
    }
    BuildOptions {
        inputs: vec![folder.to_owned()],
        out: out.to_owned(),
        project,
        facts: Vec::new(),
        questions: None,
        cache: None,
        form: Form::Auto,
        encoder: EncoderOptions {
            wanted: Some(WantedEncoder::None),
            ..EncoderOptions::default()
        },
        browser: BrowserFiles::none(),
        publication: Publication::default(),
        today: jiff::Zoned::now().date(),
    }
}
