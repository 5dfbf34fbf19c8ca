//! The file of written questions: one section a line, so that a changed section is a changed line.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context;

use super::line::Line;
use crate::place::{Place, Problem, Problems};
use crate::whole_file;

/// Questions of a site of some hundred thousand pages.
const MOST_MEGABYTES: u64 = 1000;

/// The lines of a file, in its order, with their numbers counted from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuestionsFile {
    /// Every line that is not blank.
    pub lines: Vec<(usize, Line)>,
}

impl QuestionsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read; all mistakes in its lines together.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let bytes = whole_file::read_any(file, MOST_MEGABYTES)
            .with_context(|| format!("{}: the questions cannot be read", file.display()))?;
        Ok(Self::parse(file, &bytes)?)
    }

    /// Reads a file, or none where there is none yet.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_if_there(file: &Path) -> anyhow::Result<Self> {
        if file.exists() {
            Self::read(file)
        } else {
            Ok(Self::default())
        }
    }

    /// From bytes; `file` is what messages call them.
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
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines without their numbers.
    #[must_use]
    pub fn into_lines(self) -> Vec<Line> {
        self.lines.into_iter().map(|(_, line)| line).collect()
    }
}

fn parse_line(line: &[u8]) -> Result<Option<Line>, String> {
    let line = std::str::from_utf8(line)
        .map_err(|_| "a letter is not UTF-8; save the file as UTF-8 in your editor".to_owned())?;
    match line.trim() {
        "" => Ok(None),
        mark if ["<<<<<<<", "=======", ">>>>>>>"]
            .iter()
            .any(|m| mark.starts_with(m)) =>
        {
            Err("a merge conflict: keep the lines of either side and remove this one".to_owned())
        }
        line => Line::parse(line).map(Some),
    }
}

/// Sorts lines by page, then by where their sections stand on it; `position` says where, none if the
/// section is gone. Lines of vanished sections come last on their page.
pub(super) fn sort(lines: &mut Vec<Line>, position: impl Fn(&Line) -> Option<usize>) {
    let mut cached: HashMap<usize, usize> = HashMap::new();
    for (i, line) in lines.iter().enumerate() {
        cached.insert(i, position(line).unwrap_or(usize::MAX));
    }
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&a, &b| {
        let (one, other) = (&lines[a], &lines[b]);
        let place = |i| cached.get(&i).copied();
        one.page
            .cmp(&other.page)
            .then_with(|| place(a).cmp(&place(b)))
            .then_with(|| one.order(other))
    });
    let mut taken: Vec<Option<Line>> = lines.drain(..).map(Some).collect();
    lines.extend(order.into_iter().filter_map(|i| taken[i].take()));
}

/// Puts lines in the place of a file at once: whoever reads it sees all of the old or all of the new.
///
/// # Errors
/// If the folder cannot be written to.
pub(super) fn replace(file: &Path, lines: &[Line]) -> anyhow::Result<()> {
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
