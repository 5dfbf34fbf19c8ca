//! The file of written questions: one section per line, so that a changed section changes one line.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use anyhow::Context;
use soru_files::place::{Place, Problem, Problems};
use soru_files::whole_file;

use super::line::Line;

/// The maximum size of a file in megabytes, enough for some hundred thousand pages.
const MOST_MEGABYTES: u64 = 1000;

/// The maximum length of a first line in bytes.
const LONGEST_FIRST: u64 = 1_000_000;

/// The lines of a file, in order, with their numbers from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuestionsFile {
    /// Every line that is not blank.
    pub lines: Vec<(usize, Line)>,
}

impl QuestionsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read; otherwise all mistakes in its lines together.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let bytes = whole_file::read_any(file, MOST_MEGABYTES)
            .with_context(|| format!("{}: the questions cannot be read", file.display()))?;
        Ok(Self::parse(file, &bytes)?)
    }

    /// Reads a file; an absent file is empty.
    ///
    /// # Errors
    /// The same as for [`Self::read`].
    pub fn read_if_there(file: &Path) -> anyhow::Result<Self> {
        if file.exists() {
            Self::read(file)
        } else {
            Ok(Self::default())
        }
    }

    /// Whether the first line of a file is a line of written questions, because questions for `soru
    /// eval` may have the same file name.
    pub fn is_one(file: &Path) -> bool {
        let Ok(open) = File::open(file) else {
            return false;
        };
        let mut lines = BufReader::new(open.take(LONGEST_FIRST)).split(b'\n');
        let first =
            lines.find(|line| !line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()));
        let Some(Ok(first)) = first else {
            return true;
        };
        let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&first);
        let object = serde_json::from_slice::<serde_json::Value>(first);
        first.starts_with(b"<<<<<<<") || object.is_ok_and(|line| line["questions"].is_array())
    }

    /// Parses bytes; messages name them by `file`.
    ///
    /// # Errors
    /// All mistakes, each with its line.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, Problems> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (mut lines, mut problems) = (Vec::new(), Vec::<Problem>::new());
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            match parse_line(line) {
                Ok(None) => {}
                Ok(Some(line)) => lines.push((number, line)),
                Err(message) => problems.push(Place::line(file, number).problem(message)),
            }
        }
        Problems::none_or_all(problems)?;
        Ok(Self { lines })
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines without their numbers.
    pub fn into_lines(self) -> Vec<Line> {
        self.lines.into_iter().map(|(_, line)| line).collect()
    }
}

fn parse_line(line: &[u8]) -> Result<Option<Line>, String> {
    let line = std::str::from_utf8(line)
        .map_err(|_| "the file is not UTF-8; save it as UTF-8 in your editor".to_owned())?;
    match line.trim() {
        "" => Ok(None),
        mark if ["<<<<<<<", "=======", ">>>>>>>"]
            .iter()
            .any(|m| mark.starts_with(m)) =>
        {
            Err("a merge conflict: keep the lines of one side and remove this one".to_owned())
        }
        line => Line::parse(line).map(Some),
    }
}

/// Sorts lines by page, then by the position of their sections. Lines of vanished sections, which
/// have no position, come last on their page.
pub(super) fn sort(lines: &mut [(Line, Option<usize>)]) {
    lines.sort_by(|(one, position), (other, other_position)| {
        let place = |position: &Option<usize>| position.unwrap_or(usize::MAX);
        let by_page = one.page.cmp(&other.page);
        by_page
            .then_with(|| place(position).cmp(&place(other_position)))
            .then_with(|| one.order(other))
    });
}

/// Replaces a file atomically: a reader sees all of the old or all of the new lines.
///
/// # Errors
/// If the folder cannot be written to.
pub fn replace(file: &Path, lines: &[Line]) -> anyhow::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let cannot = || format!("{}: cannot be written", file.display());
    let mut new = tempfile::Builder::new()
        .prefix(".questions-")
        .tempfile_in(folder)
        .with_context(cannot)?;
    for line in lines {
        writeln!(new, "{}", line.to_json()?).with_context(cannot)?;
    }
    new.as_file().sync_all().with_context(cannot)?;
    new.persist(file).with_context(cannot)?;
    Ok(())
}

/// Appends a line to a file, and flushes it in case the program is killed.
///
/// # Errors
/// If the file cannot be written to.
pub fn append(file: &Path, line: &Line) -> anyhow::Result<()> {
    let text = line.to_json()? + "\n";
    whole_file::append(file, &text)
        .with_context(|| format!("{}: cannot be written", file.display()))
}
