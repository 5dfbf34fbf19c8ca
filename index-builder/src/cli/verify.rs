//! `soru verify`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use soru_files::size::bytes;

use super::output::{DONE, FAILED, print, print_json};
use crate::bundle::{Verification, verify};

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes:\n  0  sound\n  1  damaged: the messages name each file and what to do"
)]
pub(super) struct Verify {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    pub(super) bundle: PathBuf,
    /// Print the findings as JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub(super) fn run(arguments: &Verify) -> anyhow::Result<u8> {
    let verification = verify(&arguments.bundle);
    if arguments.json {
        print_json(&verification)?;
    } else {
        print(&page(&verification))?;
    }
    Ok(if verification.sound { DONE } else { FAILED })
}

fn page(verification: &Verification) -> String {
    let mut page = String::new();
    for finding in &verification.problems {
        let _ = writeln!(
            page,
            "{}: {}\n    {}",
            finding.file, finding.problem, finding.advice
        );
    }
    for note in &verification.notes {
        let _ = writeln!(page, "note: {note}");
    }
    let read = &verification.read;
    let _ = writeln!(
        page,
        "read      {} pages, {} chunks, {} words with {} postings, {} vectors, {} lists of related pages, \
         {} questions",
        read.documents,
        read.chunks,
        read.words,
        read.postings,
        read.vectors,
        read.related,
        read.questions
    );
    let state = match verification.problems.len() {
        0 => "sound".to_owned(),
        1 => "1 problem".to_owned(),
        problems => format!("{problems} problems"),
    };
    let _ = writeln!(
        page,
        "bundle    {state}: build {}, {} in {} data files",
        verification.build_id,
        bytes(verification.bytes),
        verification.files
    );
    page
}
