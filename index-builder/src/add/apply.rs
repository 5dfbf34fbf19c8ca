//! Makes the changes in a project, and keeps them in the journal.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::change::{Piece, applied};
use super::journal::{Journal, compared};
use super::script::{self, Script};
use super::{BUNDLE, Found};
use crate::bundle::MANIFEST;
use crate::inject::{is_html, marked, pages, replace};
use crate::project::starter;

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file, relative to the project, or how many there are.
    pub place: String,
    /// The change in words.
    pub done: String,
}

impl Found {
    /// The folder of the bundle.
    pub fn out(&self) -> PathBuf {
        self.site.join(BUNDLE)
    }

    /// The command that builds the index after the generator.
    pub fn build_command(&self) -> Option<String> {
        self.generator.as_ref().map(script::command)
    }

    /// The lines of `soru.toml`.
    pub fn settings_text(&self, replace: bool) -> String {
        let title = self.survey.title.clone();
        let title = title.or_else(|| self.generator.as_ref()?.title.clone());
        let search = self.survey.search.as_ref().filter(|_| replace);
        let selector = search.map(|search| &*search.selector);
        starter(title.as_deref(), &self.survey.languages, selector)
    }

    /// Whether `soru.toml` is written by a person.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn has_own_settings(&self) -> anyhow::Result<bool> {
        let journal = Journal::load(&self.project)?;
        let content = fs::read(&self.settings);
        Ok(content.is_ok_and(|content| !journal.made(&self.name(&self.settings), &content)))
    }

    /// Makes the changes, except those by a build.
    ///
    /// # Errors
    /// If a file cannot be written; the journal then has the changes that were made.
    pub fn apply(&self, replace: bool) -> anyhow::Result<Vec<Change>> {
        let mut journal = Journal::load(&self.project)?;
        let result = self.apply_to(&mut journal, replace);
        journal.save(&self.project)?;
        result
    }

    fn apply_to(&self, journal: &mut Journal, replace: bool) -> anyhow::Result<Vec<Change>> {
        let mut changes = Vec::new();
        changes.extend(self.write_settings(journal, replace)?);
        if let Script::Extended(name, piece) = &self.script {
            self.edit(
                journal,
                &self.project.join("package.json"),
                vec![piece.clone()],
            )?;
            let command = self.build_command().unwrap_or_default();
            changes.push(change(
                "package.json",
                format!("`{name}` also runs `{command}`"),
            ));
        }
        if self.generator.is_none() {
            self.keep_pages(journal)?;
        }
        changes.extend(self.extend_policies(journal)?);
        Ok(changes)
    }

    fn write_settings(
        &self,
        journal: &mut Journal,
        replaced: bool,
    ) -> anyhow::Result<Option<Change>> {
        let name = self.name(&self.settings);
        let text = self.settings_text(replaced);
        let before = fs::read(&self.settings).ok();
        let is_own = before
            .as_ref()
            .is_some_and(|before| !journal.made(&name, before));
        // Another site beside this one may have written it.
        let is_shared = before.is_some() && !journal.is_of(&self.name(&self.site));
        if is_own || is_shared || before.as_deref() == Some(text.as_bytes()) {
            return Ok(None);
        }
        let unwritable = || format!("{name}: cannot be written");
        fs::write(&self.settings, &text).with_context(unwritable)?;
        journal.keep_new(&name, text.as_bytes());
        Ok(Some(change(&name, "the settings of the search".to_owned())))
    }

    /// Keeps the lines of an earlier build in pages, which the next build replaces.
    fn keep_pages(&self, journal: &mut Journal) -> anyhow::Result<()> {
        let out = self.out();
        if !journal.has_site(&self.name(&self.site)) {
            for file in pages(&self.site, &out) {
                let page = fs::read(&file)
                    .with_context(|| format!("{}: cannot be read", file.display()))?;
                let pieces = earlier_lines(&page);
                if let Some(after) = applied(&page, &pieces).filter(|_| !pieces.is_empty()) {
                    journal.keep(&self.name(&file), &page, &after, pieces);
                }
            }
        }
        let is_new = !out.join(MANIFEST).exists();
        journal.keep_site(&self.name(&self.site), &self.name(&out), is_new);
        Ok(())
    }

    fn extend_policies(&self, journal: &mut Journal) -> anyhow::Result<Vec<Change>> {
        let mut changes = Vec::new();
        let mut pages = 0;
        for policy in &self.policies {
            let Ok(pieces) = &policy.pieces else { continue };
            self.edit(journal, &policy.file, pieces.clone())?;
            if is_html(&policy.file) {
                pages += 1;
            } else {
                changes.push(change(&self.name(&policy.file), policy.words()));
            }
        }
        if pages > 0 {
            changes.push(change(
                &format!("{pages} pages"),
                "their content security policy allows the box".to_owned(),
            ));
        }
        Ok(changes)
    }

    /// Changes a file and keeps that in the journal. A page is written without the lines of the box,
    /// which the build adds again.
    fn edit(&self, journal: &mut Journal, file: &Path, pieces: Vec<Piece>) -> anyhow::Result<()> {
        let name = self.name(file);
        let content = fs::read(file).with_context(|| format!("{name}: cannot be read"))?;
        let before = compared(file, content);
        let changed = || format!("{name}: changed while `soru add` was running; try again");
        let after = applied(&before, &pieces).with_context(changed)?;
        replace(file, &after).with_context(|| format!("{name}: cannot be written"))?;
        journal.keep(&name, &before, &after, pieces);
        Ok(())
    }

    /// A path within the project, with slashes.
    pub fn name(&self, file: &Path) -> String {
        let relative = file.strip_prefix(&self.project).unwrap_or(file);
        let relative = relative.strip_prefix(".").unwrap_or(relative);
        let name = relative.to_string_lossy().replace('\\', "/");
        if name.is_empty() {
            ".".to_owned()
        } else {
            name
        }
    }
}

/// The pieces that remove the lines of an earlier build.
fn earlier_lines(page: &[u8]) -> Vec<Piece> {
    let ranges = marked(page).unwrap_or_default().into_iter();
    let texts = ranges.map(|range| Piece {
        at: range.start,
        before: String::from_utf8_lossy(&page[range]).into_owned(),
        after: String::new(),
    });
    texts.collect()
}

fn change(place: &str, done: String) -> Change {
    Change {
        place: place.to_owned(),
        done,
    }
}
