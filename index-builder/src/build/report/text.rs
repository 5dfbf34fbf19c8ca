//! The report for people: what the site's owner can act on. The alternate form (`{:#}`, `--verbose`)
//! adds what only explains the index.

use std::fmt;

use soru_files::size::bytes;

use super::{BuildReport, CacheUse, OtherFiles, ServiceWorker};

/// The advice for a site without written questions.
const NO_QUESTIONS: &str = "none; a language model can write them, so that visitors find pages \
    in their own words: `soru questions write --help`";

/// The advice for a site without an encoder.
const NO_ENCODER: &str = "none; install one to find pages worded differently from the question \
    (visitors do not download it):";

/// The number of examples per reason; the JSON report has them all.
const EXAMPLES: usize = 3;

/// The maximum number of kinds of files other than pages; the JSON report has all kinds.
const KINDS: usize = 8;

/// The advice for pages without text of their own.
const WHOLE: &str = "pages have no text but headings outside of their menus, header and footer, and are found by \
                     the words of these. If a script writes their content in the browser, build from pages in \
                     which it is written; if their content is in such a part, name its element under [input] in \
                     soru.toml, such as `content = [\"#text\"]`; else leave them out by `exclude`";

/// The advice for pages on which the element that the site names is empty.
const UNFILLED: &str = "pages are found by the words of their menus too, because the element that `content` under \
                        [input] in soru.toml or `data-soru-body` names has no text on them; name the element that \
                        has it, or leave them out by `exclude`";

/// The advice for pages with the same text.
const ALIKE: &str = "pages have nearly the text of another page, and results show one of them. Nothing \
                     is to be done, unless a copy should not be found: name it by `exclude` under \
                     [input] in soru.toml";

/// The advice for pages that a program completes.
const PARTLY: &str = "read without what a server or a generator adds to these pages; to read all \
    of it, build from the finished site, or from the site online (`soru build https://...`)";

/// The maximum number of printed warnings; the JSON report has them all.
const WARNINGS: usize = 20;

impl fmt::Display for BuildReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let config = self
            .config
            .as_deref()
            .unwrap_or("none; all settings have their defaults");
        writeln!(f, "project   {config}")?;
        writeln!(f, "pages     {}", self.pages)?;
        for (lang, words) in &self.words {
            let terms = self.terms.get(lang).copied().unwrap_or_default();
            writeln!(f, "words     {lang}: {words}, {terms} different")?;
        }
        writeln!(f, "facts     {}", self.facts)?;
        self.write_questions(f)?;
        self.write_encoders(f)?;
        if let Some(cache) = &self.cache {
            let CacheUse { reused, parsed, .. } = cache;
            let saved = cache.saved_seconds;
            writeln!(
                f,
                "cache     {reused} pages reused, {parsed} parsed, {saved:.1} s of parsing saved"
            )?;
        }
        self.write_skipped(f)?;
        self.write_partly(f)?;
        for (host, pages) in &self.canonical {
            writeln!(
                f,
                "address   {pages} pages say that their address is on {host}; results link to the \
                 site that visitors are on. To link to {host}, set `url = \"https://{host}/\"` under \
                 [site] in soru.toml"
            )?;
        }
        self.write_whole(f)?;
        self.write_versions(f)?;
        self.write_others(f)?;
        self.write_alike(f)?;
        self.write_warnings(f)?;
        if f.alternate() {
            self.write_index(f)?;
        }
        writeln!(
            f,
            "bundle    {} in {} files, {}",
            bytes(self.bytes),
            self.files,
            self.out
        )?;
        if self.unchanged {
            writeln!(f, "          unchanged")?;
        }
        self.write_published(f)?;
        write!(f, "time      {:.1} s", self.seconds)
    }
}

impl BuildReport {
    fn write_index(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "chunks    {}", self.chunks)?;
        if self.vectors.chunks > 0 {
            writeln!(f, "vectors   of {} chunks", self.vectors.chunks)?;
        }
        for part in &self.parts {
            let files = if part.files == 1 { "file" } else { "files" };
            writeln!(
                f,
                "size      {:>9}  {} ({} {files})",
                bytes(part.bytes),
                part.name,
                part.files
            )?;
        }
        Ok(())
    }

    fn write_questions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(questions) = &self.questions else {
            // Without a project file there is no place for questions.
            return match self.config {
                Some(_) => writeln!(f, "questions {NO_QUESTIONS}"),
                None => Ok(()),
            };
        };
        let (written, sections) = (questions.questions, questions.sections);
        writeln!(f, "questions {written} written for {sections} sections")?;
        let (stale, orphaned) = (questions.stale, questions.orphaned);
        if stale + orphaned > 0 {
            writeln!(
                f,
                "            {stale} of changed sections, {orphaned} skipped because their \
                 sections are gone; list them with `soru questions check`"
            )?;
        }
        Ok(())
    }

    fn write_encoders(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tag, name) in &self.encoders {
            writeln!(f, "encoder   {tag}: {name}")?;
        }
        match self.encoder_to_add {
            Some(name) => writeln!(f, "encoder   {NO_ENCODER} `soru encoder add {name}`"),
            None => Ok(()),
        }
    }

    fn write_published(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ServiceWorker { file, answers }) = &self.published.service_worker {
            let what = if *answers { "by" } else { "disabled by" };
            writeln!(f, "offline   {what} {file}")?;
        }
        let Some(injected) = &self.published.injected else {
            return Ok(());
        };
        let (changed, unchanged) = (injected.changed, injected.unchanged);
        let left = injected.skipped.len() + injected.failed.len();
        writeln!(
            f,
            "box       added to {changed} pages; {unchanged} already have it, {left} were not \
             changed"
        )?;
        let mut pages = injected.failed.iter().chain(&injected.skipped);
        for (page, reason) in pages.by_ref().take(EXAMPLES) {
            writeln!(f, "            {page}: {reason}")?;
        }
        match pages.count() {
            0 => Ok(()),
            more => writeln!(f, "            ... and {more} more"),
        }
    }

    fn write_skipped(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.skipped {
            writeln!(f, "skipped   {}: {}", group.pages.len(), group.reason)?;
            for page in group.pages.iter().take(EXAMPLES) {
                writeln!(f, "            {page}")?;
            }
            if group.pages.len() > EXAMPLES {
                writeln!(
                    f,
                    "            ... and {} more",
                    group.pages.len() - EXAMPLES
                )?;
            }
        }
        Ok(())
    }

    fn write_partly(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.partly.is_empty() {
            return Ok(());
        }
        writeln!(f, "partly    {PARTLY}")?;
        for OtherFiles { kind, files } in &self.partly {
            let named = files[..files.len().min(EXAMPLES)].join(", ");
            let more = match files.len().saturating_sub(EXAMPLES) {
                0 => String::new(),
                more => format!(", ... and {more} more"),
            };
            writeln!(f, "            {} .{kind}: {named}{more}", files.len())?;
        }
        Ok(())
    }

    fn write_whole(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pages, advice) in [(&self.whole, WHOLE), (&self.unfilled, UNFILLED)] {
            if pages.is_empty() {
                continue;
            }
            writeln!(f, "whole     {} {advice}", pages.len())?;
            for page in pages.iter().take(EXAMPLES) {
                writeln!(f, "            {page}")?;
            }
            if let more @ 1.. = pages.len().saturating_sub(EXAMPLES) {
                writeln!(f, "            ... and {more} more")?;
            }
        }
        Ok(())
    }

    fn write_versions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.versions.len();
        if count == 0 {
            return Ok(());
        }
        let pages = if count == 1 { "page" } else { "pages" };
        writeln!(
            f,
            "versions  {count} {pages} of older versions, behind the newest in results"
        )?;
        for (page, newest) in self.versions.iter().take(EXAMPLES) {
            writeln!(f, "            {page}: {newest}")?;
        }
        match count.saturating_sub(EXAMPLES) {
            0 => Ok(()),
            more => writeln!(f, "            ... and {more} more"),
        }
    }

    fn write_others(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: usize = self.others.iter().map(|other| other.files.len()).sum();
        if count == 0 {
            return Ok(());
        }
        let kinds = self
            .others
            .iter()
            .take(KINDS)
            .map(|other| match &*other.kind {
                "" => format!("{} without an ending", other.files.len()),
                kind => format!("{} {kind}", other.files.len()),
            });
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let more = match self.others.len().saturating_sub(KINDS) {
            0 => String::new(),
            more => format!(", ... and {more} more kinds"),
        };
        writeln!(
            f,
            "others    {count} files that are not pages: {kinds}{more}"
        )
    }

    fn write_alike(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = &self.alike;
        if groups.is_empty() {
            return Ok(());
        }
        let pages: usize = groups.iter().map(Vec::len).sum();
        writeln!(f, "alike     {pages} {ALIKE}")?;
        for group in groups.iter().take(EXAMPLES) {
            let more = group.len().saturating_sub(EXAMPLES);
            let named = group[..group.len() - more].join(", ");
            let more = if more > 0 {
                format!(", ... and {more} more")
            } else {
                String::new()
            };
            writeln!(f, "            {named}{more}")?;
        }
        if groups.len() > EXAMPLES {
            let left = groups.len() - EXAMPLES;
            writeln!(f, "            ... and {left} more groups")?;
        }
        Ok(())
    }

    fn write_warnings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in self.warnings.iter().take(WARNINGS) {
            writeln!(f, "warning   {warning}")?;
        }
        if self.warnings.len() > WARNINGS {
            writeln!(
                f,
                "          ... and {} more",
                self.warnings.len() - WARNINGS
            )?;
        }
        Ok(())
    }
}
