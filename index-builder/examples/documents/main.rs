//! Measures how well documents are read: `cargo xtask documents FOLDER`.
//!
//! The folder has documents and `expected.jsonl`, a line for each: the texts that must and must not
//! be read, whether it can be read at all, and questions with the pages that answer them. Texts are
//! compared after folding differences that a print does not show: ligatures, quotes, dashes,
//! hyphens at the ends of lines.

mod expected;
mod folding;
mod questions;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use soru_ingest::{Format, InputSettings, ParsedPage, Piece, Readers, Rejection};

use self::expected::Expected;
use self::folding::{folded, spaced};

/// The required share of expected phrases over all readable files.
const MUST: f64 = 0.95;
const MUST_NOT: f64 = 0.05;

fn main() -> anyhow::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    // Documents are read as in a build, by processes of this program.
    if folder.as_deref() == Some(Path::new(soru_documents::COMMAND)) {
        return soru_documents::read_documents();
    }
    soru_documents::read_in_processes_of(std::env::current_exe()?);
    let folder = folder.context("name the folder of documents")?;
    let expected = expected::read(&folder)?;
    let readers = Readers::new(&InputSettings::default())?;
    let mut sum = Counts::default();
    let mut wrong = 0;
    for file in &expected {
        let bytes = std::fs::read(folder.join(&file.file))?;
        let start = Instant::now();
        let read = readers.of(Format::Document).read(&file.file, &bytes);
        let seconds = start.elapsed().as_secs_f64();
        let counts = compare(file, read.as_ref().ok());
        println!(
            "{:44} {:11} {counts} {seconds:6.2} s  {}",
            file.file,
            file.expect,
            outcome(&read)
        );
        counts
            .faults
            .iter()
            .for_each(|fault| println!("    {fault}"));
        if file.expect == "text" {
            sum.add(&counts);
        } else if read.is_ok() && file.expect != "broken" {
            wrong += 1;
            println!("    it should be reported, and is read");
        }
    }
    println!("\nall that can be read: {sum}");
    questions::ask(&folder, &expected)?;
    if wrong > 0 || sum.share_found() < MUST || sum.share_present() > MUST_NOT {
        bail!("documents are not read as well as they should be");
    }
    Ok(())
}

/// Counts of the expected phrases found, and of the unwanted ones.
#[derive(Debug, Default)]
struct Counts {
    found: usize,
    must: usize,
    present: usize,
    must_not: usize,
    faults: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.must += other.must;
        self.present += other.present;
        self.must_not += other.must_not;
    }

    fn share_found(&self) -> f64 {
        self.found as f64 / self.must.max(1) as f64
    }

    fn share_present(&self) -> f64 {
        self.present as f64 / self.must_not.max(1) as f64
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "must {:3}/{:3}  must not {:2}/{:2}",
            self.found, self.must, self.present, self.must_not
        )
    }
}

fn compare(file: &Expected, page: Option<&ParsedPage>) -> Counts {
    let text = page.map(text_of).unwrap_or_default();
    let (plain, folded_text) = (spaced(&text), folded(&text));
    let mut counts = Counts {
        must: file.must.len(),
        must_not: file.must_not.len(),
        ..Counts::default()
    };
    for phrase in &file.must {
        if folded_text.contains(&folded(&phrase.text)) {
            counts.found += 1;
        } else if page.is_some() {
            counts.faults.push(format!("missing: {}", phrase.text));
        }
    }
    for phrase in &file.must_not {
        if plain.contains(&spaced(phrase)) {
            counts.present += 1;
            counts.faults.push(format!("present: {phrase}"));
        }
    }
    counts
}

/// The text that an index would store: all pages of the document.
fn text_of(first: &ParsedPage) -> String {
    let mut text = String::new();
    for page in std::iter::once(first).chain(&first.further) {
        for piece in &page.pieces {
            match piece {
                Piece::Content(block) => {
                    text.push_str(block.text());
                    text.push('\n');
                }
                Piece::Picture(own) => {
                    text.push_str(own);
                    text.push('\n');
                }
                Piece::Gap => {}
            }
        }
    }
    text
}

fn outcome(read: &Result<ParsedPage, Rejection>) -> String {
    match read {
        Ok(page) => page.titles.given.clone(),
        Err(Rejection::Skipped(reason)) => reason.to_string(),
        Err(Rejection::Fault(fault)) => fault.clone(),
    }
}
