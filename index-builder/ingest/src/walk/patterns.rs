//! Decides which files of a folder are pages.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::kinds::{Format, Kind, kind_of};
use crate::page::SkipReason;
use crate::settings::InputSettings;

/// Patterns of included and ignored files.
pub(super) struct Patterns {
    include: GlobSet,
    exclude: GlobSet,
    documents: bool,
}

impl Patterns {
    pub(super) fn new(settings: &InputSettings) -> anyhow::Result<Self> {
        Ok(Self {
            include: globs(&settings.include, "input.include")?,
            exclude: globs(&settings.exclude, "input.exclude")?,
            documents: settings.documents.read,
        })
    }

    /// Returns the format of a file, or the reason for leaving it out.
    pub(super) fn format_of(&self, path: &str) -> Result<Format, SkipReason> {
        let format = match kind_of(path) {
            Kind::Page(format) | Kind::Completed(format) => Some(format),
            Kind::Words(_) => None,
            Kind::Other(ending) => return Err(SkipReason::Other(ending.to_ascii_lowercase())),
        };
        if self.exclude.is_match(path) {
            return Err(SkipReason::Excluded);
        }
        let is_included = self.include.is_match(path);
        match format {
            // Such files are rarely pages (search indexes, data), so they must be listed.
            Some(Format::JsonLines) if !is_included => Err(SkipReason::Other("jsonl".to_owned())),
            _ if !self.include.is_empty() && !is_included => Err(SkipReason::NotIncluded),
            None => Err(SkipReason::Kind),
            Some(Format::Document) if !self.documents => Err(SkipReason::DocumentsOff),
            Some(format) => Ok(format),
        }
    }
}

/// Compiles patterns as in `.gitignore`: `*` stays within a folder, `**` crosses folders, and a
/// folder matches all its files. `path` is the setting that has the patterns.
///
/// # Errors
/// If a pattern is malformed.
pub fn globs(patterns: &[String], path: &str) -> anyhow::Result<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for (i, pattern) in patterns.iter().enumerate() {
        let trimmed = pattern.trim_start_matches("./").trim_start_matches('/');
        for whole in [
            trimmed.to_owned(),
            format!("{}/**", trimmed.trim_end_matches('/')),
        ] {
            let glob = GlobBuilder::new(&whole)
                .literal_separator(true)
                .build()
                .map_err(|error| {
                    soru::Error::invalid(
                        format!("{path}[{i}]"),
                        format_args!("\"{pattern}\""),
                        format!("a pattern such as \"docs/**/*.html\" ({})", error.kind()),
                    )
                })?;
            set.add(glob);
        }
    }
    Ok(set.build()?)
}
