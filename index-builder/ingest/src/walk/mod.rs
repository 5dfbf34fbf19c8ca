//! The walk: finds the files of the inputs that are pages.
//!
//! Files are sorted by path. Hidden files and folders are left out. Symbolic links are followed,
//! but not out of the input (unless requested), in a circle, or repeatedly to the same folder.
//! Every file that is not read is reported with the reason, without failing the build; a missing
//! input fails it.
//!
//! | file | holds |
//! |---|---|
//! | `kinds.rs` | what a file is by its name |
//! | `links.rs` | which symbolic links are followed |
//! | `patterns.rs` | which files of a folder are pages |

mod kinds;
mod links;
mod patterns;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use soru_files::place::{Place, Problem, Problems};
use soru_files::whole_file::NO_FILE;
use walkdir::{DirEntry, WalkDir};

pub use self::kinds::{Format, format_of};
pub(crate) use self::kinds::{Kind, kind_of};
use self::links::{InputRoot, SymbolicLinks};
use self::patterns::Patterns;
pub use self::patterns::globs;
use super::page::SkipReason;
use super::tidy::nfc;
use crate::settings::InputSettings;

/// The extension under which hidden files and folders are counted.
const HIDDEN: &str = "hidden";

/// A file to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    /// Its path relative to the input, with `/`: the id of its page.
    pub path: String,
    /// The path.
    pub file: PathBuf,
    /// The format.
    pub format: Format,
    /// Its size in bytes.
    pub size: u64,
}

/// A page or file that was left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The page or file.
    pub place: Place,
    /// The reason.
    pub reason: SkipReason,
}

/// The result of the walk.
#[derive(Debug, Default)]
pub(crate) struct FoundSources {
    /// The files to be read, in order of their paths.
    pub sources: Vec<Source>,
    /// Files that could not be read.
    pub skipped: Vec<Skipped>,
}

/// Finds the pages below the inputs. The folder `leave_out` is never searched: the bundle of a site
/// is often written into the site.
///
/// # Errors
/// If an input does not exist, a pattern is malformed, or two inputs contain a page with the same
/// path.
pub(crate) fn find(
    inputs: &[PathBuf],
    settings: &InputSettings,
    leave_out: Option<&Path>,
) -> anyhow::Result<FoundSources> {
    let patterns = Patterns::new(settings)?;
    let mut found = FoundSources::default();
    for input in inputs {
        let kind = std::fs::metadata(input)
            .with_context(|| format!("{}: the input cannot be read", input.display()))?;
        if kind.is_dir() {
            let bounds = InputRoot::of(input, settings.follow_links);
            let own = walk(input, &patterns, &bounds, leave_out, &mut found.skipped);
            found.sources.extend(own);
        } else if !kind.is_file() {
            bail!("{}: {NO_FILE}", input.display());
        } else {
            found.sources.push(lone_file(input, kind.len())?);
        }
    }
    found.sources.sort_by(|a, b| a.path.cmp(&b.path));
    refuse_twins(&found.sources)?;
    Ok(found)
}

fn lone_file(input: &Path, size: u64) -> anyhow::Result<Source> {
    let name = input
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let (Kind::Page(format) | Kind::Completed(format)) = kind_of(name) else {
        bail!(
            "{}: a single file must be .html, .md, .txt, .pdf, .docx, .odt, .pptx or .jsonl; for \
             anything else name the folder",
            input.display()
        );
    };
    Ok(Source {
        path: nfc(name).into_owned(),
        file: input.to_owned(),
        format,
        size,
    })
}

/// Finds the pages below a folder.
fn walk(
    root: &Path,
    patterns: &Patterns,
    bounds: &InputRoot,
    leave_out: Option<&Path>,
    skipped: &mut Vec<Skipped>,
) -> Vec<Source> {
    let mut sources = Vec::new();
    let left_out = leave_out.and_then(|folder| within(root, folder));
    // Sorting makes the walk reach a folder by the same one of several paths on every machine.
    let entries = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let mut hidden = Vec::new();
    let mut entries = entries.into_iter().filter_entry(|entry| {
        let is_hidden = entry.depth() > 0 && is_hidden(entry);
        if is_hidden {
            hidden.push(left_out_for(entry, SkipReason::Other(HIDDEN.to_owned())));
        }
        entry.depth() == 0 || !(is_hidden || left_out.as_deref() == Some(entry.path()))
    });
    let mut links = SymbolicLinks::default();
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {
                let out = bounds.leads_out(&entry);
                if let Some(left_out) = out.or_else(|| links.leads_back(&entry)) {
                    skipped.push(left_out);
                    entries.skip_current_dir();
                }
            }
            Ok(entry) => match look_at(root, &entry, patterns, bounds) {
                Ok(source) => sources.push(source),
                Err(left_out) => skipped.push(left_out),
            },
            Err(error) => skipped.push(unreadable(root, &error)),
        }
    }
    skipped.append(&mut hidden);
    without_same_names(sources, skipped)
}

/// File systems distinguish `é` as one character from `é` as two, but readers do not: one address
/// cannot lead to both files. The file whose name is in the normal form of addresses is kept.
fn without_same_names(mut sources: Vec<Source>, skipped: &mut Vec<Skipped>) -> Vec<Source> {
    let is_composed = |source: &Source| source.file.to_str().is_some_and(|path| nfc(path) == path);
    sources.sort_by_cached_key(|source| {
        let file = source.file.clone();
        (source.path.clone(), !is_composed(source), file)
    });
    let mut kept: Vec<Source> = Vec::with_capacity(sources.len());
    for source in sources {
        match kept.last().filter(|last| last.path == source.path) {
            None => kept.push(source),
            Some(last) => skipped.push(Skipped {
                place: Place::file(&source.file),
                reason: SkipReason::SameName(format!(
                    "{} is read instead; rename one of them",
                    last.file.display()
                )),
            }),
        }
    }
    kept
}

/// Returns the folder as the walk will encounter it, if it is within the root.
fn within(root: &Path, folder: &Path) -> Option<PathBuf> {
    let (real_root, real) = (root.canonicalize().ok()?, folder.canonicalize().ok()?);
    let relative = real.strip_prefix(&real_root).ok()?;
    if relative.as_os_str().is_empty() {
        None
    } else {
        Some(root.join(relative))
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn unreadable(root: &Path, error: &walkdir::Error) -> Skipped {
    let place = Place::file(error.path().unwrap_or(root));
    let reason = match (error.loop_ancestor(), error.io_error()) {
        (Some(_), _) => "a symbolic link to a parent folder".to_owned(),
        (None, Some(io)) => io.to_string(),
        (None, None) => error.to_string(),
    };
    Skipped {
        place,
        reason: SkipReason::Unreadable(reason),
    }
}

/// Returns the page of a file, if it is one and the patterns accept it.
fn look_at(
    root: &Path,
    entry: &DirEntry,
    patterns: &Patterns,
    bounds: &InputRoot,
) -> Result<Source, Skipped> {
    let left_out = |reason| left_out_for(entry, reason);
    let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    let parts = parts.ok_or_else(|| left_out(SkipReason::FileName))?;
    let path = nfc(&parts.join("/")).into_owned();
    let format = patterns.format_of(&path).map_err(left_out)?;
    if !entry.file_type().is_file() {
        return Err(left_out(SkipReason::Unreadable(NO_FILE.to_owned())));
    }
    if let Some(out) = bounds.leads_out(entry) {
        return Err(out);
    }
    Ok(Source {
        path,
        file: entry.path().to_owned(),
        format,
        size: entry.metadata().map_or(0, |metadata| metadata.len()),
    })
}

fn left_out_for(entry: &DirEntry, reason: SkipReason) -> Skipped {
    Skipped {
        place: Place::file(entry.path()),
        reason,
    }
}

fn refuse_twins(sources: &[Source]) -> Result<(), Problems> {
    let mut first: HashMap<&str, &Source> = HashMap::new();
    let mut twins: Vec<Problem> = Vec::new();
    for source in sources
        .iter()
        .filter(|source| source.format != Format::JsonLines)
    {
        if let Some(other) = first.insert(&source.path, source) {
            twins.push(Place::file(&source.file).problem(format!(
                "its id `{}` is also the id of {}; give the two inputs different paths, or \
                 remove one",
                source.path,
                other.file.display()
            )));
        }
    }
    Problems::none_or_all(twins)
}

#[cfg(test)]
mod tests;
