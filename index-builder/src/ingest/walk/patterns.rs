//! Decides which files of a folder are pages.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::Format;
use crate::project::InputSettings;

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

    /// JSON lines inside a folder are rarely pages (search indexes, data); they have to be named.
    pub(super) fn accepts(&self, path: &str, format: Format) -> bool {
        let included = if self.include.is_empty() {
            format != Format::JsonLines
        } else {
            self.include.is_match(path)
        };
        let is_off = format == Format::Document && !self.documents;
        included && !is_off && !self.exclude.is_match(path)
    }
}

/// Compiles patterns as in `.gitignore`: `*` stays within a folder, `**` crosses folders, and a
/// folder matches all its files.
pub(crate) fn globs(patterns: &[String], path: &str) -> anyhow::Result<GlobSet> {
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
