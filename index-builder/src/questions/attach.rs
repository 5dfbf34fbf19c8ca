//! Attaches the questions of a build to their sections while documents are prepared, in parallel,
//! and finally reports the fate of every line.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use soru::{Document, WrittenQuestion};
use soru_ingest::tidy_line;

use super::extent::extent;
use super::file::QuestionsFile;
use super::line::Line;
use super::matching::{MatchStatus, matches};
use super::pages::LinesByPage;

/// The questions of a file by page.
#[derive(Debug)]
pub struct WrittenQuestions {
    file: PathBuf,
    lines: Vec<Line>,
    pages: LinesByPage,
    /// The fate of each line so far.
    fates: Vec<AtomicU8>,
    max_words: usize,
}

/// A summary of the lines of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    /// The file.
    pub file: String,
    /// Questions that belong to a section of the site.
    pub questions: usize,
    /// Lines that belong to a section.
    pub sections: usize,
    /// Number of these lines whose section has changed since.
    pub stale: usize,
    /// Lines whose page or section no longer exists.
    pub orphaned: usize,
}

impl WrittenQuestions {
    /// Reads a file; `max_words` is the maximum length of the sections for which its lines were
    /// written.
    ///
    /// # Errors
    /// If the file cannot be read; otherwise all its mistakes.
    pub fn read(file: &Path, max_words: usize) -> anyhow::Result<Self> {
        let lines = QuestionsFile::read(file)?.into_lines();
        Ok(Self::new(file, lines, max_words))
    }

    /// Uses these lines; `file` is their name in the report.
    pub fn new(file: &Path, lines: Vec<Line>, max_words: usize) -> Self {
        Self {
            file: file.to_owned(),
            fates: lines
                .iter()
                .map(|_| AtomicU8::new(MatchStatus::Orphaned as u8))
                .collect(),
            pages: LinesByPage::new(lines.iter()),
            lines,
            max_words,
        }
    }

    /// Returns the document with its questions, if it has any.
    pub fn attached_to(&self, document: &Document) -> Option<Document> {
        let own = self.pages.of(document)?;
        let lines: Vec<&Line> = own.iter().map(|at| &self.lines[*at]).collect();
        let text = document.text();
        let mut questions = Vec::new();
        for ((at, line), found) in
            own.iter()
                .zip(&lines)
                .zip(matches(document, &lines, self.max_words))
        {
            self.fates[*at].fetch_max(found.fate as u8, Ordering::Relaxed);
            // No document reaches four gigabytes.
            let (Ok(start), Ok(end)) = (
                u32::try_from(found.range.start),
                u32::try_from(found.range.end),
            ) else {
                continue;
            };
            if found.fate != MatchStatus::Orphaned {
                let section = text.get(found.range).unwrap_or_default();
                questions.extend(written(line, &(start..end), section));
            }
        }
        (!questions.is_empty()).then(|| Document {
            questions,
            ..document.clone()
        })
    }

    /// Summarises the fates of the lines.
    pub fn finish(self) -> Attached {
        let mut attached = Attached {
            file: self.file.display().to_string(),
            ..Attached::default()
        };
        for (line, fate) in self.lines.iter().zip(self.fates) {
            let fate = fate.into_inner();
            if fate == MatchStatus::Orphaned as u8 {
                attached.orphaned += 1;
                continue;
            }
            attached.sections += 1;
            attached.questions += line.questions.len();
            attached.stale += usize::from(fate == MatchStatus::Stale as u8);
        }
        attached
    }
}

/// Returns the questions and near misses of a line about a section, with the places of the words
/// that answer them; a changed section may lack these.
fn written(line: &Line, section: &Range<u32>, text: &str) -> Vec<WrittenQuestion> {
    let place = |answer: &str| {
        let place = extent(text, answer)?;
        let at = |offset: usize| Some(section.start + u32::try_from(offset).ok()?);
        Some(at(place.start)?..at(place.end)?)
    };
    let of = |text: &str, answer: &str, is_near_miss| WrittenQuestion {
        text: tidy_line(text),
        section: section.clone(),
        answer: place(answer).unwrap_or_default(),
        is_near_miss,
    };
    let questions = line.questions.iter();
    let questions = questions.map(|own| of(&own.text, &own.answer, false));
    let near_misses = line.near_misses.iter().map(|text| of(text, "", true));
    questions.chain(near_misses).collect()
}
