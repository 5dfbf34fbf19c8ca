//! Reads one page within limits: it limits the size, and a panic of a reader loses only that page,
//! not the build.

use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use soru_files::place::Problem;
use soru_files::whole_file::MEGABYTE;

use super::cache::{Cache, CacheUse};
use super::page::{ParsedPage, Rejection, SkipReason};
use super::template::PageRuns;
use super::walk::Source;
use super::{Readers, walk::Format};

impl Readers {
    /// Returns the maximum size of a page in bytes.
    pub(super) fn largest(&self) -> u64 {
        (self.max_page_megabytes as u64).saturating_mul(MEGABYTE)
    }

    /// Returns the maximum size of a file of this format in bytes.
    fn largest_of(&self, format: Format) -> u64 {
        match format {
            Format::Document => (self.max_document_megabytes as u64).saturating_mul(MEGABYTE),
            _ => self.largest(),
        }
    }

    /// Reads a page from its file.
    pub(super) fn file(&self, source: &Source) -> Result<Vec<u8>, Rejection> {
        let unreadable = |error: std::io::Error| SkipReason::Unreadable(error.to_string());
        let file = File::open(&source.file).map_err(unreadable)?;
        let mut bytes = Vec::new();
        // The file may have grown since it was found.
        let most = self.largest_of(source.format);
        if source.size <= most {
            let expected = usize::try_from(source.size).unwrap_or_default();
            bytes.reserve_exact(expected + 1);
            let mut file = file.take(most.saturating_add(1));
            file.read_to_end(&mut bytes).map_err(unreadable)?;
        }
        if source.size > most || bytes.len() as u64 > most {
            return Err(self.too_large(source.format).into());
        }
        Ok(bytes)
    }

    /// Reads a page within the limits.
    pub(super) fn page(
        &self,
        format: Format,
        path: &str,
        bytes: &[u8],
    ) -> Result<ParsedPage, Rejection> {
        if bytes.len() as u64 > self.largest_of(format) {
            return Err(self.too_large(format).into());
        }
        let read = || self.parse(format, path, bytes);
        match &self.cache {
            // Parsing a line is faster than looking it up in the cache.
            Some(cache) if format != Format::JsonLines => {
                let template = match format {
                    Format::Html => self.template.fingerprint(path),
                    _ => Vec::new(),
                };
                cache.page(format, path, bytes, &template, read)
            }
            _ => read(),
        }
    }

    /// Reads the runs of a page, which the survey of the template needs, within the limits.
    pub(super) fn page_runs(&self, source: &Source) -> Option<PageRuns> {
        let bytes = self.file(source).ok()?;
        let read = || {
            catch_unwind(AssertUnwindSafe(|| {
                self.html.page_runs(&source.path, &bytes)
            }))
            .unwrap_or_default()
        };
        match &self.cache {
            Some(cache) => cache.page_runs(&source.path, &bytes, read),
            None => read(),
        }
    }

    fn parse(&self, format: Format, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection> {
        let read = || self.of(format).read(path, bytes);
        catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
            let fault = "reading it failed because of a bug in soru; please report it";
            Err(SkipReason::Malformed(fault.to_owned()).into())
        })
    }

    /// Closes the cache, if there is one.
    pub(super) fn finish(self) -> Option<(CacheUse, Vec<Problem>)> {
        self.cache.map(Cache::finish)
    }

    fn too_large(&self, format: Format) -> SkipReason {
        let (most, setting) = match format {
            Format::Document => (self.max_document_megabytes, "input.documents.max_megabytes"),
            _ => (self.max_page_megabytes, "input.max_page_megabytes"),
        };
        SkipReason::TooLarge(format!("more than {most} MB ({setting})"))
    }
}
