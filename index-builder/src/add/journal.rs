//! The journal of `soru add`: what it has changed, so that `soru add --undo` restores every byte.
//!
//! It keeps the replaced pieces of text and hashes, not copies of files. Pages are compared without
//! the lines that `soru build --inject` puts into them and renews.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::change::{Piece, applied, inverted};
use crate::bundle::MANIFEST;
use crate::inject::{is_html, pages, replace, without_lines};

/// The name of the journal, beside `soru.toml`.
pub const FILE_NAME: &str = ".soru-add.json";

/// All that `soru add` has changed in a project.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// Changed and new files by path, relative to the project, with slashes.
    files: BTreeMap<String, Entry>,
    /// The folders whose pages got the box, if no generator writes them anew, each with the folder of
    /// the bundle that was made for it.
    sites: BTreeMap<String, Option<String>>,
}

/// A changed or new file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Hash before the first change; none if the file is new.
    before: Option<String>,
    /// Hash after the last change.
    after: String,
    /// The changes, each on top of the one before.
    steps: Vec<Vec<Piece>>,
}

/// The result of an undo.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Undone {
    /// Restored and removed files.
    pub files: Vec<String>,
    /// Number of pages without the box.
    pub pages: usize,
}

impl Journal {
    /// Reads the journal of a project, empty if there is none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn load(project: &Path) -> anyhow::Result<Self> {
        let file = project.join(FILE_NAME);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            other => other.with_context(|| format!("{}: cannot be read", file.display()))?,
        };
        let unreadable = || {
            format!(
                "{}: is no journal of `soru add`; delete it to forget its changes",
                file.display()
            )
        };
        serde_json::from_str(&text).with_context(unreadable)
    }

    /// Writes the journal.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, project: &Path) -> anyhow::Result<()> {
        let file = project.join(FILE_NAME);
        let text = serde_json::to_string_pretty(self)? + "\n";
        let unwritable = || format!("{}: cannot be written", file.display());
        if fs::read_to_string(&file).is_ok_and(|before| before == text) {
            return Ok(());
        }
        fs::write(&file, text).with_context(unwritable)
    }

    /// Whether a file is as `soru add` made it.
    pub fn made(&self, name: &str, content: &[u8]) -> bool {
        let entry = self.files.get(name);
        entry.is_some_and(|entry| entry.before.is_none() && entry.after == hash(content))
    }

    /// Whether the pages of a site got the box from an earlier `soru add`.
    pub fn has_site(&self, site: &str) -> bool {
        self.sites.contains_key(site)
    }

    /// Whether nothing is known of other sites than this one.
    pub fn is_of(&self, site: &str) -> bool {
        self.sites.keys().all(|known| known == site)
    }

    /// Keeps a new file.
    pub fn keep_new(&mut self, name: &str, content: &[u8]) {
        let entry = Entry {
            before: None,
            after: hash(content),
            steps: Vec::new(),
        };
        self.files.insert(name.to_owned(), entry);
    }

    /// Keeps a change of a file.
    pub fn keep(&mut self, name: &str, before: &[u8], after: &[u8], pieces: Vec<Piece>) {
        let (before, after) = (hash(before), hash(after));
        match self.files.get_mut(name) {
            Some(entry) if entry.after == before => {
                entry.after = after;
                entry.steps.push(pieces);
            }
            _ => {
                let entry = Entry {
                    before: Some(before),
                    after,
                    steps: vec![pieces],
                };
                self.files.insert(name.to_owned(), entry);
            }
        }
    }

    /// Keeps the folders of a site whose pages get the box, and of its bundle if that is new.
    pub fn keep_site(&mut self, site: &str, bundle: &str, is_bundle_new: bool) {
        let known = self.sites.entry(site.to_owned()).or_default();
        if is_bundle_new {
            *known = Some(bundle.to_owned());
        }
    }
}

/// Restores all that `soru add` has changed in a project.
///
/// # Errors
/// If a file was changed since, or cannot be read; nothing is changed then. If a file cannot be
/// written.
pub fn undo(project: &Path) -> anyhow::Result<Undone> {
    let journal = Journal::load(project)?;
    if journal == Journal::default() {
        bail!(
            "{}: `soru add` has changed nothing here; name the folder of the project",
            project.display()
        );
    }
    let mut problems = Vec::new();
    let pages = clean_pages(project, &journal, &mut problems)?;
    let files = old_files(project, &journal, &pages, &mut problems)?;
    if !problems.is_empty() {
        bail!("{}\nnothing was undone", problems.join("\n"));
    }
    let mut undone = Undone {
        pages: pages.len(),
        ..Undone::default()
    };
    for (file, content) in &pages {
        write(file, content)?;
    }
    for (name, content) in files {
        let file = project.join(&name);
        match content {
            Some(content) => write(&file, &content)?,
            None => fs::remove_file(&file).with_context(|| format!("{name}: cannot be removed"))?,
        }
        undone.files.push(name);
    }
    for bundle in journal.sites.values().flatten() {
        undone.files.extend(remove_bundle(project, bundle)?);
    }
    fs::remove_file(project.join(FILE_NAME)).context("the journal cannot be removed")?;
    Ok(undone)
}

fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    replace(file, content).with_context(|| format!("{}: cannot be written", file.display()))
}

/// Returns the pages that have the box, each without it.
fn clean_pages(
    project: &Path,
    journal: &Journal,
    problems: &mut Vec<String>,
) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut clean = BTreeMap::new();
    let mut files = Vec::new();
    for (site, bundle) in &journal.sites {
        let site = inside(project, site)?;
        let bundle = bundle.as_ref().map(|bundle| inside(project, bundle));
        let bundle = bundle.transpose()?;
        files.extend(pages(&site, bundle.as_deref().unwrap_or(&site)));
    }
    for file in files {
        let content =
            fs::read(&file).with_context(|| format!("{}: cannot be read", file.display()))?;
        match without_lines(&content) {
            Ok(without) if without != content => drop(clean.insert(file, without)),
            Err(error) if contains(&content, b"<!--soru-->") => {
                problems.push(format!(
                    "{}: {error:#}; remove the lines of Soru by hand",
                    file.display()
                ));
            }
            _ => {}
        }
    }
    Ok(clean)
}

fn contains(content: &[u8], part: &[u8]) -> bool {
    content.windows(part.len()).any(|window| window == part)
}

/// Returns the changed files as they were, those that were new as none.
fn old_files(
    project: &Path,
    journal: &Journal,
    pages: &BTreeMap<PathBuf, Vec<u8>>,
    problems: &mut Vec<String>,
) -> anyhow::Result<Vec<(String, Option<Vec<u8>>)>> {
    let mut files = Vec::new();
    for (name, entry) in &journal.files {
        let file = inside(project, name)?;
        let content = match pages.get(&file) {
            Some(clean) => clean.clone(),
            None => match fs::read(&file) {
                // Somebody has removed it already.
                Err(_) if entry.before.is_none() => continue,
                other => other.with_context(|| format!("{name}: cannot be read"))?,
            },
        };
        if entry.before.as_ref() == Some(&hash(&content)) {
            continue;
        }
        if hash(&content) != entry.after {
            problems.push(format!(
                "{name}: changed after `soru add`; {}",
                advice(entry)
            ));
            continue;
        }
        let old = entry
            .before
            .as_ref()
            .map(|before| old(entry, before, content));
        files.push((name.clone(), old.transpose()?));
    }
    Ok(files)
}

/// Returns the content before all changes.
fn old(entry: &Entry, before: &str, mut content: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    let damaged = || format!("{FILE_NAME}: its changes do not fit; restore the file by hand");
    for step in entry.steps.iter().rev() {
        content = applied(&content, &inverted(step)).with_context(damaged)?;
    }
    if hash(&content) != before {
        bail!("{}", damaged());
    }
    Ok(content)
}

/// The advice about a file that was changed since.
fn advice(entry: &Entry) -> String {
    let added = entry.steps.iter().flatten().map(|piece| piece.after.trim());
    let added: Vec<String> = added
        .filter(|text| !text.is_empty())
        .map(|text| format!("`{text}`"))
        .collect();
    match (&entry.before, added.is_empty()) {
        (None, _) => "delete it if you do not need it, and try again".to_owned(),
        (_, true) => "take back your change, and try again".to_owned(),
        _ => format!(
            "take back your change and try again, or remove {} by hand and delete {FILE_NAME}",
            added.join(", ")
        ),
    }
}

fn remove_bundle(project: &Path, name: &str) -> anyhow::Result<Option<String>> {
    let folder = inside(project, name)?;
    if !folder.join(MANIFEST).is_file() {
        return Ok(None);
    }
    fs::remove_dir_all(&folder).with_context(|| format!("{name}: cannot be removed"))?;
    Ok(Some(name.to_owned()))
}

/// Returns a path of the journal, which somebody may have edited, within the project.
fn inside(project: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(name).components().all(is_plain) {
        bail!("{FILE_NAME}: `{name}` is no path of the project");
    }
    Ok(project.join(name))
}

/// The hash of a file.
fn hash(content: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(content) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns a file as the journal compares it.
pub(super) fn compared(file: &Path, content: Vec<u8>) -> Vec<u8> {
    if !is_html(file) {
        return content;
    }
    without_lines(&content).unwrap_or(content)
}
