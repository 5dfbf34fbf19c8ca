//! Measures how long a build of a site with very many small files takes, and how much memory.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use crate::demo;
use crate::workspace::{Profile, Workspace};

/// The number of files per folder.
const PER_FOLDER: usize = 1_000;

/// Words from which pages are made.
const WORDS: [&str; 12] = [
    "library", "visa", "fee", "permit", "harbour", "student", "calendar", "garden", "lecture",
    "kayıt", "sınav", "yurt",
];

/// Writes the files, builds their index, and removes both.
///
/// # Errors
/// If a file cannot be written, or the build fails.
pub(super) fn command(workspace: &Workspace, count: usize) -> Result<()> {
    demo::build_tool(workspace).run()?;
    let folder = workspace.target("bench/small-files");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    write(&folder.join("site"), count)?;
    let [site, out] = ["site", "out"].map(|name| folder.join(name).display().to_string());
    let soru = workspace.soru(Profile::Release).display().to_string();
    let build = workspace.invoke(&soru);
    let start = Instant::now();
    build
        .args(["build", &site, "--out", &out, "--index-only", "--quiet"])
        .run()?;
    println!(
        "{count} files: {:.1} s{}",
        start.elapsed().as_secs_f64(),
        memory()?
    );
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn write(site: &Path, count: usize) -> Result<()> {
    for number in 0..count {
        let folder = site.join((number / PER_FOLDER).to_string());
        if number % PER_FOLDER == 0 {
            fs::create_dir_all(&folder)?;
        }
        fs::write(folder.join(format!("{number}.html")), page(number))?;
    }
    Ok(())
}

/// Returns a page with its own words and its number.
fn page(number: usize) -> String {
    let words: Vec<&str> = (0..20)
        .map(|place| WORDS[(number / (place + 1) + place * 7) % WORDS.len()])
        .collect();
    format!(
        "<html lang=en><title>Page {number}</title><h1>Page {number}</h1><p>{} of number {number}.",
        words.join(" ")
    )
}

/// Returns the maximum memory that the build used.
#[cfg(unix)]
fn memory() -> Result<String> {
    use nix::sys::resource::{UsageWho, getrusage};
    let kilobytes = getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss();
    Ok(format!(", {} MB", kilobytes / 1024))
}

#[cfg(not(unix))]
fn memory() -> Result<String> {
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_in_folders_and_differ() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), 2_001).unwrap();
        let folders = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(folders, 3);
        assert!(folder.path().join("2/2000.html").is_file());
        assert_ne!(page(1), page(2));
    }
}
