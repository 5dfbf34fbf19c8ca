//! Adds a fact to a file, changes one in its place, and takes a suggestion out of one. All other
//! bytes stay as they are, so that a difference shows what was changed.
//!
//! The new text is read again before it replaces the file: it must have the facts of before, with
//! the new or changed one, or the file is left alone.
//!
//! | file | does |
//! |---|---|
//! | `rows.rs` | rows of CSV |
//! | `entries.rs` | entries of YAML |

mod entries;
mod rows;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use soru::Fact;
use soru_files::place::Problems;
use soru_files::whole_file;

use super::{Frame, extension, load_bytes, written};

/// The maximum size of a file in megabytes, as for reading facts.
const MOST_MEGABYTES: u64 = 20;

/// The form of a file that can be changed.
enum Form {
    Rows,
    Entries,
}

impl Form {
    fn of(file: &Path) -> anyhow::Result<Self> {
        match extension(file).as_str() {
            "csv" | "tsv" => Ok(Self::Rows),
            "yaml" | "yml" => Ok(Self::Entries),
            _ => bail!(
                "{}: facts can be written to .csv and .yaml files only; change this one by hand",
                file.display()
            ),
        }
    }
}

/// Whether facts can be added to a file.
pub(crate) fn is_writable(file: &Path) -> bool {
    Form::of(file).is_ok()
}

/// Adds a fact to the end of a file, which is made if it is missing.
///
/// # Errors
/// If the fact is wrong, contradicts another of the file, or cannot be added to this file.
pub(crate) fn add(file: &Path, fact: &Fact, frame: &Frame) -> anyhow::Result<()> {
    let before = read(file)?;
    let after = match Form::of(file)? {
        Form::Rows => rows::with_row(&before, fact),
        Form::Entries => entries::with_entry(file, &before, fact),
    }?;
    let old = facts_of(file, &before, frame)?;
    let new = facts_of(file, &after, frame)?;
    let is_added = new.len() == old.len() + 1 && new.starts_with(&old);
    ensure!(
        is_added,
        "{}: a fact cannot be added to the end of this file; add it by hand",
        file.display()
    );
    replace(file, after.as_bytes())
}

/// Changes the fact with a number, counted from 0, into another one, field by field.
///
/// # Errors
/// If the new fact is wrong, contradicts another of the file, or the file cannot be changed.
pub(crate) fn change(file: &Path, at: usize, fact: &Fact, frame: &Frame) -> anyhow::Result<()> {
    let form = Form::of(file)?;
    let before = read(file)?;
    let old = facts_of(file, &before, frame)?;
    let own = old
        .get(at)
        .context("the fact is not in its file any more")?;
    let names = differences(own, fact);
    if names.is_empty() {
        return Ok(());
    }
    let after = match form {
        Form::Rows => rows::with_changed_row(&before, at, fact, &names),
        Form::Entries => entries::with_changed_entry(file, &before, at, fact, &names),
    }?;
    let new = facts_of(file, &after, frame)?;
    let is_changed = new.len() == old.len()
        && new
            .iter()
            .zip(&old)
            .enumerate()
            .all(|(number, (new, old))| {
                let expected = if number == at { fact } else { old };
                differences(new, expected).is_empty()
            });
    ensure!(
        is_changed,
        "{}: the fact cannot be changed in this file; change it by hand",
        file.display()
    );
    replace(file, after.as_bytes())
}

/// The names of the fields that differ.
fn differences(one: &Fact, other: &Fact) -> Vec<&'static str> {
    let both = written(one).into_iter().zip(written(other));
    let differing = both.filter(|(one, other)| one != other);
    differing.map(|((name, _), _)| name).collect()
}

fn facts_of(file: &Path, text: &str, frame: &Frame) -> Result<Vec<Fact>, Problems> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_bytes(file, text.as_bytes(), frame)?.facts)
}

fn read(file: &Path) -> anyhow::Result<String> {
    if !file.exists() {
        return Ok(String::new());
    }
    let bytes = whole_file::read(file, MOST_MEGABYTES)
        .with_context(|| format!("{}: cannot be read", file.display()))?;
    String::from_utf8(bytes).map_err(|_| {
        anyhow::anyhow!(
            "{}: is not UTF-8; save it as UTF-8 in your editor or spreadsheet, then try again",
            file.display()
        )
    })
}

/// Takes the suggestion with this question and answer out of a file of suggestions.
///
/// # Errors
/// If it is not there, or the file is not written as `soru facts suggest` writes it.
pub(crate) fn take_out(file: &Path, question: &str, answer: &str) -> anyhow::Result<()> {
    let before = read(file)?;
    let after = entries::without(file, &before, question, answer)
        .with_context(|| file.display().to_string())?;
    replace(file, after.as_bytes())
}

/// Replaces a file: a reader sees all of the old or all of the new bytes. Its permissions stay.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = file.parent().filter(|own| !own.as_os_str().is_empty());
    let cannot = || format!("{}: cannot be written", file.display());
    let mut new = tempfile::Builder::new()
        .prefix(".soru-desk-")
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .with_context(cannot)?;
    new.write_all(bytes).with_context(cannot)?;
    match fs::metadata(file) {
        Ok(before) => new.as_file().set_permissions(before.permissions()),
        Err(_) => share(new.as_file()),
    }
    .with_context(cannot)?;
    new.as_file().sync_all().with_context(cannot)?;
    new.persist(file).with_context(cannot)?;
    Ok(())
}

/// Lets others read a new file, which a temporary one does not.
#[cfg(unix)]
fn share(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share(_file: &fs::File) -> std::io::Result<()> {
    Ok(())
}
