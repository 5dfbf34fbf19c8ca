//! The walk: which files of the inputs are pages.
//!
//! Sorted by path, hidden files and folders left out, symbolic links followed but never round in
//! a circle, nor again and again to the same folder. What cannot be looked at is reported, not fatal;
//! an input that does not exist is.
//!
//! | file | holds |
//! |---|---|
//! | `links.rs` | which links to folders are followed |
//! | `patterns.rs` | which files of a folder are pages |

mod links;
mod patterns;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use walkdir::{DirEntry, WalkDir};

use self::links::Links;
use self::patterns::Patterns;
use super::page::Reason;
use super::tidy::nfc;
use crate::place::{Place, Problem, Problems};
use crate::project::InputSettings;
use crate::whole_file::NO_FILE;

/// What a file is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// A page in HTML.
    Html,
    /// A page in Markdown.
    Markdown,
    /// A page in plain text.
    Text,
    /// Many documents, one per line.
    JsonLines,
}

/// A file to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its path relative to the input, with `/`: the id of its page.
    pub path: String,
    /// Where it is.
    pub file: PathBuf,
    /// What it is read as.
    pub format: Format,
    /// Its size in bytes.
    pub size: u64,
}

/// Something left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The page or file.
    pub place: Place,
    /// Why.
    pub reason: Reason,
}

/// What the walk found.
#[derive(Debug, Default)]
pub struct Found {
    /// The files to be read, in order of their paths.
    pub sources: Vec<Source>,
    /// What could not be looked at.
    pub skipped: Vec<Skipped>,
}

/// Finds the pages below the inputs. `leave_out` is a folder that is never looked into: the
/// bundle of a site is often written into the site.
///
/// # Errors
/// If an input does not exist, a pattern is malformed, or two inputs have a page of the same
/// path.
pub fn find(
    inputs: &[PathBuf],
    settings: &InputSettings,
    leave_out: Option<&Path>,
) -> anyhow::Result<Found> {
    let patterns = Patterns::new(settings)?;
    let mut found = Found::default();
    for input in inputs {
        let kind = std::fs::metadata(input)
            .with_context(|| format!("{}: the input cannot be read", input.display()))?;
        if kind.is_dir() {
            walk(input, &patterns, leave_out, &mut found);
        } else if !kind.is_file() {
            bail!("{}: it is {NO_FILE}", input.display());
        } else {
            found.sources.push(lone_file(input, kind.len())?);
        }
    }
    found.sources.sort_by(|a, b| a.path.cmp(&b.path));
    refuse_twins(&found.sources)?;
    Ok(found)
}

/// What a file's name says it is.
#[must_use]
pub fn format_of(name: &str) -> Option<Format> {
    let lower = name.to_ascii_lowercase();
    let mut parts = lower.rsplit('.');
    let last = parts.next()?;
    let format = match last {
        "html" | "htm" | "xhtml" => Format::Html,
        "md" | "markdown" => Format::Markdown,
        "txt" => Format::Text,
        "jsonl" | "ndjson" => Format::JsonLines,
        // `page.html.tr`: a web server picks the visitor's language.
        language if super::language::primary(language).is_some() => {
            return matches!(parts.next(), Some("html")).then_some(Format::Html);
        }
        _ => return None,
    };
    parts.next().is_some().then_some(format)
}

fn lone_file(input: &Path, size: u64) -> anyhow::Result<Source> {
    let name = input
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let Some(format) = format_of(name) else {
        bail!(
            "{}: a single file must be .html, .md, .txt or .jsonl; for anything else give the \
             folder",
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

fn walk(root: &Path, patterns: &Patterns, leave_out: Option<&Path>, found: &mut Found) {
    let left_out = leave_out.and_then(|folder| within(root, folder));
    // In order, so that of several ways to a folder the same one is gone on every machine.
    let entries = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let mut entries = entries.into_iter().filter_entry(|entry| {
        entry.depth() == 0 || !(is_hidden(entry) || left_out.as_deref() == Some(entry.path()))
    });
    let mut links = Links::default();
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {
                if let Some(again) = links.leads_back(&entry) {
                    found.skipped.push(again);
                    entries.skip_current_dir();
                }
            }
            Ok(entry) => look_at(root, &entry, patterns, found),
            Err(error) => found.skipped.push(unreadable(root, &error)),
        }
    }
}

/// The folder as the walk will come across it, if it is within the root.
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
        (Some(_), _) => "a symbolic link to a folder above it".to_owned(),
        (None, Some(io)) => io.to_string(),
        (None, None) => error.to_string(),
    };
    Skipped {
        place,
        reason: Reason::Unreadable(reason),
    }
}

fn look_at(root: &Path, entry: &DirEntry, patterns: &Patterns, found: &mut Found) {
    let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    let Some(parts) = parts else {
        let place = Place::file(entry.path());
        return found.skipped.push(Skipped {
            place,
            reason: Reason::FileName,
        });
    };
    let path = nfc(&parts.join("/")).into_owned();
    let Some(format) = format_of(&path) else {
        return;
    };
    if !patterns.want(&path, format) {
        return;
    }
    if entry.file_type().is_file() {
        let size = entry.metadata().map_or(0, |metadata| metadata.len());
        found.sources.push(Source {
            path,
            file: entry.path().to_owned(),
            format,
            size,
        });
    } else {
        found.skipped.push(Skipped {
            place: Place::file(entry.path()),
            reason: Reason::Unreadable(NO_FILE.to_owned()),
        });
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
                "its id `{}` is also that of {}; give the two inputs different paths or leave \
                 one out",
                source.path,
                other.file.display()
            )));
        }
    }
    Problems::none_or_all(twins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::fs;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        dir
    }

    fn paths(dir: &Path, settings: &InputSettings) -> Vec<String> {
        let found = find(&[dir.to_owned()], settings, None).unwrap();
        found
            .sources
            .into_iter()
            .map(|source| source.path)
            .collect()
    }

    #[test]
    fn pages_are_found_in_order_and_hidden_or_foreign_files_are_not() {
        let dir = folder(&[
            "b.html",
            "a/c.md",
            "a.txt",
            ".git/x.html",
            "p.png",
            "d.jsonl",
            "404.html",
        ]);
        assert_eq!(
            paths(dir.path(), &InputSettings::default()),
            ["a.txt", "a/c.md", "b.html"]
        );
    }

    #[test]
    fn patterns_choose_files_and_folders() {
        let dir = folder(&["a/b.html", "a/c/d.html", "e.html", "f.jsonl"]);
        let settings = InputSettings {
            include: vec!["a".into(), "*.jsonl".into()],
            exclude: vec!["a/c/".into()],
            ..InputSettings::default()
        };
        assert_eq!(paths(dir.path(), &settings), ["a/b.html", "f.jsonl"]);
        let broken = InputSettings {
            include: vec!["a[".into()],
            ..InputSettings::default()
        };
        let error = find(&[dir.path().to_owned()], &broken, None).unwrap_err();
        assert!(error.to_string().contains("input.include[0]"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_round_in_a_circle_is_reported_and_not_followed() {
        let dir = folder(&["a/b.html"]);
        std::os::unix::fs::symlink(dir.path(), dir.path().join("a/loop")).unwrap();
        let found = find(&[dir.path().to_owned()], &InputSettings::default(), None).unwrap();
        assert_eq!(found.sources.len(), 1);
        assert!(
            found.skipped[0]
                .reason
                .to_string()
                .contains("symbolic link")
        );
    }

    #[cfg(unix)]
    #[test]
    fn linked_folders_that_link_to_each_other_are_read_a_bounded_number_of_times() {
        const FOLDERS: usize = 10; // there are millions of ways through so many
        let names: Vec<String> = (0..FOLDERS).map(|n| format!("f{n}/page.html")).collect();
        let dir = folder(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for (from, to) in (0..FOLDERS).flat_map(|from| (0..FOLDERS).map(move |to| (from, to))) {
            if from != to {
                let link = dir.path().join(format!("f{from}/to{to}"));
                std::os::unix::fs::symlink(format!("../f{to}"), link).unwrap();
            }
        }
        let found = find(&[dir.path().to_owned()], &InputSettings::default(), None).unwrap();
        let paths: HashSet<&str> = found.sources.iter().map(|s| s.path.as_str()).collect();
        assert!(names.iter().all(|name| paths.contains(name.as_str())));
        assert!(paths.len() <= 2 * FOLDERS * FOLDERS, "{}", paths.len());
        assert!(!found.skipped.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_two_links_name_is_there_under_both_names() {
        let dir = folder(&["v3/a.html", "v3/b/c.html"]);
        for link in ["latest", "stable"] {
            std::os::unix::fs::symlink("v3", dir.path().join(link)).unwrap();
        }
        assert_eq!(
            paths(dir.path(), &InputSettings::default()),
            [
                "latest/a.html",
                "latest/b/c.html",
                "stable/a.html",
                "stable/b/c.html",
                "v3/a.html",
                "v3/b/c.html"
            ]
        );
    }

    #[test]
    fn the_same_path_in_two_inputs_is_an_error_that_names_both() {
        let (one, two) = (folder(&["a.html"]), folder(&["a.html"]));
        let inputs = [one.path().to_owned(), two.path().to_owned()];
        let error = find(&inputs, &InputSettings::default(), None)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(&one.path().join("a.html").display().to_string()),
            "{error}"
        );
        assert!(
            error.contains(&two.path().join("a.html").display().to_string()),
            "{error}"
        );
    }

    #[test]
    fn the_bundle_is_no_page_of_the_site() {
        let dir = folder(&["a.html", "soru/b.html"]);
        let (input, out) = (dir.path().to_owned(), dir.path().join("soru"));
        let found = find(&[input], &InputSettings::default(), Some(&out)).unwrap();
        assert_eq!(found.sources.len(), 1);
    }

    #[test]
    fn formats_are_told_by_name() {
        assert_eq!(format_of("a.HTML"), Some(Format::Html));
        assert_eq!(format_of("a.html.tr"), Some(Format::Html));
        assert_eq!(format_of("a.tr.md"), Some(Format::Markdown));
        assert_eq!(format_of("a.js"), None);
        assert_eq!(format_of("html"), None);
    }
}
