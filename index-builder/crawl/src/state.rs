//! The state: stores the record of each address in the folder for the next crawl.
//!
//! The state is a file of JSON lines. The first line describes the crawl. Every other line is an
//! address, and a later line for the same address replaces an earlier one. The crawl appends a line
//! for each page, so a killed crawl loses none. It rewrites the file when it starts and when it is
//! complete.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use soru_ingest::STATE_FILE;
use tempfile::NamedTempFile;
use url::Url;

use super::outcome::PageOutcome;

/// The version increases when older files become unreadable.
const VERSION: u32 = 1;

/// The record of an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) url: Url,
    /// The last crawl that visited the address.
    pub(super) run: u64,
    pub(super) outcome: PageOutcome,
    /// Details for the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) detail: Option<String>,
    /// The file within the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) etag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) modified: Option<String>,
    /// SHA-256 of the file, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) hash: Option<String>,
    /// The address that replaces it: the target of a redirect, or another page with its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<Url>,
    /// The page that this one declares as canonical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) canonical: Option<Url>,
    /// Its earlier file, which a complete crawl removes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stale: Option<String>,
    /// The values of `X-Robots-Tag`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) robots: String,
    /// The links of the page; if the page has a file, its links are read from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) links: Vec<String>,
}

impl Record {
    pub(super) fn new(url: Url, outcome: PageOutcome) -> Self {
        Self {
            url,
            run: 0,
            outcome,
            detail: None,
            file: None,
            etag: None,
            modified: None,
            hash: None,
            target: None,
            canonical: None,
            stale: None,
            robots: String::new(),
            links: Vec::new(),
        }
    }
}

/// The first line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    soru_crawl: u32,
    start: Url,
    run: u64,
    /// Whether the crawl was completed.
    finished: bool,
}

/// The stored records of a site.
#[derive(Debug)]
pub(super) struct State {
    folder: PathBuf,
    start: Url,
    /// The number of this crawl.
    pub(super) run: u64,
    pub(super) records: BTreeMap<Url, Record>,
    log: BufWriter<File>,
    /// Number of pages of the previous crawl that no longer exist.
    gone: usize,
}

impl State {
    /// Continues with the state of a folder, or starts one in an empty folder.
    ///
    /// # Errors
    /// If the folder has files that no crawl of this site wrote, or cannot be written to.
    pub(super) fn open(folder: &Path, start: &Url) -> anyhow::Result<Self> {
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot be made", folder.display()))?;
        let (head, records) = match read(&folder.join(STATE_FILE))? {
            Some((head, records)) => (head, records),
            None => (first_head(folder, start)?, BTreeMap::new()),
        };
        if head.start != *start {
            bail!(
                "{}: the folder contains a crawl of {}; choose another --out for {start}",
                folder.display(),
                head.start
            );
        }
        let run = if head.finished {
            head.run + 1
        } else {
            head.run
        };
        let log = write(folder, start, run, false, records.values())?;
        Ok(Self {
            folder: folder.to_owned(),
            start: start.clone(),
            run,
            records,
            log,
            gone: 0,
        })
    }

    /// Returns the record of an address that this run, or its interrupted predecessor, has already
    /// visited.
    pub(super) fn done(&self, url: &Url) -> Option<&Record> {
        self.records
            .get(url)
            .filter(|record| record.run == self.run)
    }

    /// Records an address.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn note(&mut self, mut record: Record) -> anyhow::Result<()> {
        record.run = self.run;
        if let Some(before) = self.records.get(&record.url) {
            let is_lost = before.file.is_some() && before.file != record.file;
            self.gone += usize::from(is_lost && before.run != self.run && record.file.is_none());
            let lost = before.file.clone().filter(|_| is_lost);
            record.stale = lost.or_else(|| before.stale.clone());
        }
        serde_json::to_writer(&mut self.log, &record)?;
        self.log.write_all(b"\n")?;
        self.log.flush()?;
        self.records.insert(record.url.clone(), record);
        Ok(())
    }

    /// Ends a complete crawl: drops the records of addresses that it did not reach, and removes the
    /// files of deleted pages. Returns the number of these pages.
    ///
    /// # Errors
    /// If the state cannot be written.
    pub(super) fn finish(mut self) -> anyhow::Result<usize> {
        let mut stale: Vec<String> = self
            .records
            .values_mut()
            .filter_map(|record| record.stale.take())
            .collect();
        let run = self.run;
        let (kept, gone): (Vec<&Record>, Vec<&Record>) =
            self.records.values().partition(|record| record.run == run);
        let gone: Vec<String> = gone
            .into_iter()
            .filter_map(|record| record.file.clone())
            .collect();
        let count = self.gone + gone.len();
        stale.extend(gone);
        let files: HashSet<&str> = kept
            .iter()
            .filter_map(|record| record.file.as_deref())
            .collect();
        stale.retain(|file| !files.contains(file.as_str()));
        self.log = write(&self.folder, &self.start, run, true, kept.into_iter())?;
        for file in &stale {
            remove(&self.folder, file);
        }
        Ok(count)
    }
}

/// Removes a file of the folder, and the folders that become empty.
fn remove(folder: &Path, file: &str) {
    let path = folder.join(file);
    // The file may already be missing.
    let _ = fs::remove_file(&path);
    for above in path.ancestors().skip(1) {
        if above == folder || fs::remove_dir(above).is_err() {
            break;
        }
    }
}

fn first_head(folder: &Path, start: &Url) -> anyhow::Result<Head> {
    let is_hidden = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
    let mut entries = fs::read_dir(folder)?.flatten();
    if let Some(entry) = entries.find(|entry| !is_hidden(entry)) {
        bail!(
            "{}: the folder contains files that no crawl wrote ({}); name an empty folder with \
             --out",
            folder.display(),
            entry.file_name().to_string_lossy()
        );
    }
    Ok(Head {
        soru_crawl: VERSION,
        start: start.clone(),
        run: 1,
        finished: false,
    })
}

/// Reads a file; a missing one has no records. A truncated last line is ignored.
fn read(file: &Path) -> anyhow::Result<Option<(Head, BTreeMap<Url, Record>)>> {
    let Ok(opened) = File::open(file) else {
        return Ok(None);
    };
    let mut lines = BufReader::new(opened).lines();
    let head = lines.next().transpose()?.unwrap_or_default();
    let head: Head = serde_json::from_str(&head)
        .ok()
        .filter(|head: &Head| head.soru_crawl == VERSION)
        .with_context(|| {
            format!(
                "{}: the file is damaged or of another version of soru; delete the folder \
                and crawl again",
                file.display()
            )
        })?;
    let lines = lines.map_while(Result::ok);
    let records = lines.filter_map(|line| serde_json::from_str::<Record>(&line).ok());
    // No state may name a file outside of the folder.
    let is_sound = |record: &Record| {
        record
            .file
            .iter()
            .chain(&record.stale)
            .all(|file| is_within(file))
    };
    let records = records.filter(is_sound);
    Ok(Some((
        head,
        records.map(|record| (record.url.clone(), record)).collect(),
    )))
}

fn is_within(file: &str) -> bool {
    let mut parts = Path::new(file).components();
    parts.all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// Replaces a file, and leaves the new one open at its end.
fn write<'r>(
    folder: &Path,
    start: &Url,
    run: u64,
    finished: bool,
    records: impl Iterator<Item = &'r Record>,
) -> anyhow::Result<BufWriter<File>> {
    let unwritable = || format!("{}: cannot be written to", folder.display());
    let mut file = BufWriter::new(NamedTempFile::new_in(folder).with_context(unwritable)?);
    let head = Head {
        soru_crawl: VERSION,
        start: start.clone(),
        run,
        finished,
    };
    serde_json::to_writer(&mut file, &head)?;
    file.write_all(b"\n")?;
    for record in records {
        serde_json::to_writer(&mut file, record)?;
        file.write_all(b"\n")?;
    }
    let file = file
        .into_inner()
        .map_err(std::io::IntoInnerError::into_error)?;
    let file = file
        .persist(folder.join(STATE_FILE))
        .with_context(unwritable)?;
    Ok(BufWriter::new(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(path: &str) -> Url {
        Url::parse("https://a.example/")
            .unwrap()
            .join(path)
            .unwrap()
    }

    fn kept(path: &str) -> Record {
        Record {
            file: Some(format!("{path}.html")),
            ..Record::new(url(path), PageOutcome::Kept)
        }
    }

    #[test]
    fn a_killed_crawl_resumes_and_a_complete_one_starts_over() {
        let dir = tempfile::tempdir().unwrap();
        let mut state = State::open(dir.path(), &url("/")).unwrap();
        state.note(kept("a")).unwrap();
        drop(state);
        // A killed process left the last line incomplete.
        let file = dir.path().join(STATE_FILE);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("{text}{{\"url\":\"https://a.exa")).unwrap();
        let mut state = State::open(dir.path(), &url("/")).unwrap();
        assert_eq!(
            state.done(&url("a")).unwrap().file.as_deref(),
            Some("a.html")
        );
        assert_eq!(state.done(&url("b")), None);
        state.note(kept("b")).unwrap();
        state.finish().unwrap();
        let state = State::open(dir.path(), &url("/")).unwrap();
        assert_eq!((state.records.len(), state.done(&url("a"))), (2, None));
    }

    #[test]
    fn pages_that_a_complete_crawl_did_not_find_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let mut state = State::open(dir.path(), &url("/")).unwrap();
        for path in ["docs/a", "b"] {
            state.note(kept(path)).unwrap();
        }
        fs::create_dir(dir.path().join("docs")).unwrap();
        fs::write(dir.path().join("docs/a.html"), "a").unwrap();
        fs::write(dir.path().join("b.html"), "b").unwrap();
        state.finish().unwrap();
        let mut state = State::open(dir.path(), &url("/")).unwrap();
        state.note(kept("b")).unwrap();
        assert_eq!(state.finish().unwrap(), 1);
        assert!(dir.path().join("b.html").exists() && !dir.path().join("docs").exists());
    }

    #[test]
    fn a_folder_of_something_else_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("thesis.html"), "mine").unwrap();
        let error = State::open(dir.path(), &url("/")).unwrap_err().to_string();
        assert!(
            error.contains("no crawl wrote (thesis.html); name an empty folder"),
            "{error}"
        );
        let dir = tempfile::tempdir().unwrap();
        State::open(dir.path(), &url("/"))
            .unwrap()
            .finish()
            .unwrap();
        let error = State::open(dir.path(), &url("/docs/"))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(
                "the folder contains a crawl of https://a.example/; choose another \
                --out"
            ),
            "{error}"
        );
        fs::write(dir.path().join(STATE_FILE), "{}").unwrap();
        assert!(
            State::open(dir.path(), &url("/"))
                .unwrap_err()
                .to_string()
                .contains("crawl again")
        );
    }

    // The folder may come from somebody else.
    #[test]
    fn a_state_that_names_files_elsewhere_removes_none() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("site");
        fs::create_dir(&folder).unwrap();
        fs::write(dir.path().join("mine.txt"), "mine").unwrap();
        let mut text =
            "{\"soruCrawl\":1,\"start\":\"https://a.example/\",\"run\":1,\"finished\":true}\n"
                .to_owned();
        text += "{\"url\":\"https://a.example/x\",\"run\":1,\"outcome\":\"kept\",\"file\":\"../mine.txt\"}\n";
        fs::write(folder.join(STATE_FILE), text).unwrap();
        State::open(&folder, &url("/")).unwrap().finish().unwrap();
        assert!(dir.path().join("mine.txt").exists());
    }
}
