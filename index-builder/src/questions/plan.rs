//! Decides which sections of a site have questions, which to ask about, and the fate of lines whose
//! sections have changed.
//!
//! Property tests check three guarantees: an unchanged section is never asked about again; a line
//! that a person wrote or edited is never removed; and merging is idempotent.

use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;

use soru::Document;
use soru::index::format::{hex, sha256};
use soru_ingest::{Ingestion, primary};

use super::file::sort;
use super::languages::{languages_of, wanted_languages};
use super::line::{Line, VISITOR};
use super::matching::{MatchStatus, matches};
use super::pages::LinesByPage;
use super::question::Question;
use super::sections::{Section, sections};
use crate::language_model::Excerpt;
use crate::project::{Project, QuestionsSettings};

/// The length of a section's name in a batch, in bytes.
const ID_BYTES: usize = 8;

/// The number of letters that count as a word in scripts without spaces between words.
const LETTERS_OF_A_WORD: usize = 8;

/// The pages of a site, read as in a build.
#[derive(Debug, Default)]
pub struct SiteJobs {
    /// The pages, sorted by path.
    pub documents: Vec<Document>,
}

impl SiteJobs {
    /// Reads the pages below the inputs.
    ///
    /// # Errors
    /// If an input cannot be read, or pages are malformed.
    pub fn read(inputs: &[PathBuf], project: &Project) -> anyhow::Result<Self> {
        let facts = project.site_facts();
        let ingestion = Ingestion::new(inputs, &project.input, &facts, None, None)?;
        let documents = ingestion.documents()?;
        anyhow::ensure!(
            !documents.is_empty(),
            "no pages found; name the folder of pages or the .jsonl file of documents that `soru \
             build` reads"
        );
        Ok(Self { documents })
    }
}

/// A section to be asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its name in a batch: it changes with its text, its headings, its page and the languages.
    pub id: String,
    /// The id of its page.
    pub page: String,
    /// The title of its page.
    pub title: String,
    /// The address of its page; empty if it has none.
    pub url: String,
    /// The language of its page.
    pub lang: String,
    /// The languages of the requested questions.
    pub languages: Vec<String>,
    /// The section.
    pub section: Section,
}

impl Job {
    fn new(document: &Document, section: Section, languages: Vec<String>) -> Self {
        let heading = section.heading.join("\n");
        let mut parts = vec![document.id.as_str(), &heading, &section.text];
        let others = languages.join(",");
        if others != document.lang {
            parts.push(&others);
        }
        Self {
            id: hex(&sha256(parts.join("\u{0}").as_bytes())[..ID_BYTES]),
            page: document.id.clone(),
            title: document.title.clone(),
            url: document.url.clone(),
            lang: document.lang.clone(),
            languages,
            section,
        }
    }

    /// Returns the excerpt for the model.
    pub(crate) fn excerpt(&self) -> Excerpt<'_> {
        Excerpt {
            title: &self.title,
            heading: &self.section.heading,
            text: &self.section.text,
        }
    }

    /// Returns the section's line, with questions and near misses by the author `by`.
    pub fn line(&self, questions: Vec<Question>, near_misses: Vec<String>, by: &str) -> Line {
        let is_own_alone = *self.languages == [self.lang.clone()];
        let line = Line {
            page: self.page.clone(),
            heading: Some(self.section.heading.clone()),
            starts: self.section.is_part.then(|| self.section.starts()),
            hash: Some(self.section.hash()),
            languages: if is_own_alone {
                Vec::new()
            } else {
                self.languages.clone()
            },
            questions,
            near_misses,
            by: by.to_owned(),
            sum: None,
        };
        Line {
            sum: Some(line.current_sum()),
            ..line
        }
    }
}

/// A line with its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its number in the file, counted from 1.
    pub number: usize,
    /// The line.
    pub line: Line,
    /// Its fate.
    pub fate: MatchStatus,
    /// Its page, if it exists.
    pub document: Option<usize>,
    /// The position of its section on the page.
    pub range: Range<usize>,
    /// The languages of the line's questions.
    pub languages: Vec<String>,
}

/// The sections of a site, matched with the lines of a file.
#[derive(Debug)]
pub struct Plan<'s> {
    site: &'s SiteJobs,
    /// Sections long enough to answer a question, each with whether it has lines in all languages.
    pub sections: Vec<(Job, bool)>,
    /// All lines of the file.
    pub lines: Vec<Placed>,
    /// The lines of each page, and the range of its sections.
    pages: Vec<(Vec<usize>, Range<usize>)>,
    /// Wanted languages besides a page's own.
    others: Vec<String>,
}

impl<'s> Plan<'s> {
    /// Matches the lines of a file to a site.
    pub fn new(
        site: &'s SiteJobs,
        lines: Vec<(usize, Line)>,
        settings: &QuestionsSettings,
    ) -> Self {
        let others = settings.languages.iter();
        let others: Vec<String> = others.filter_map(|tag| primary(tag)).collect();
        let lines = placed(site, lines, settings.section_words.get(), &others);
        let mut pages = vec![(Vec::new(), 0..0); site.documents.len()];
        for (at, line) in lines.iter().enumerate() {
            if let Some(document) = line.document {
                pages[document].0.push(at);
            }
        }
        let mut sections = Vec::new();
        for (document, (own, range)) in site.documents.iter().zip(&mut pages) {
            let own = Coverage::of(own.iter().map(|at| &lines[*at]));
            range.start = sections.len();
            let wanted = wanted_languages(&document.lang, &others);
            sections.extend(long_sections(document, settings).map(|section| {
                let missing_languages = own.missing_languages(&section.range, &wanted);
                let is_covered = missing_languages.is_empty();
                let languages = if is_covered {
                    wanted.clone()
                } else {
                    missing_languages
                };
                (Job::new(document, section, languages), is_covered)
            }));
            range.end = sections.len();
        }
        Self {
            site,
            sections,
            lines,
            pages,
            others,
        }
    }

    /// The lines of a page.
    pub(super) fn lines_of(&self, document: usize) -> impl Iterator<Item = &Placed> {
        self.pages[document].0.iter().map(|at| &self.lines[*at])
    }

    /// The sections of a page.
    pub(super) fn sections_of(&self, document: usize) -> impl Iterator<Item = &(Job, bool)> {
        self.sections[self.pages[document].1.clone()].iter()
    }

    /// Returns the sections without a line in some wanted language, in the order of the site.
    pub fn open(&self) -> Vec<&Job> {
        let open = self.sections.iter().filter(|(_, is_covered)| !is_covered);
        open.map(|(job, _)| job).collect()
    }

    /// Returns the merged file, and a summary of the removed lines: lines that a model wrote for a
    /// section that has changed and has new questions, and with `prune` also lines of vanished
    /// sections.
    pub fn merged(&self, prune: bool) -> (Vec<Line>, Merge) {
        let mut merge = Merge::default();
        let mut seen = HashSet::new();
        let mut kept: Vec<(Line, Option<usize>)> = Vec::new();
        for placed in &self.lines {
            // Two simultaneous runs may have written the same line.
            if !seen.insert(placed.line.clone()) {
                continue;
            }
            let is_orphaned = placed.fate == MatchStatus::Orphaned;
            if self.is_replaced(placed) {
                merge.replaced += 1;
            } else if is_orphaned && prune && placed.line.is_replaceable() {
                merge.pruned += 1;
            } else {
                merge.orphaned += usize::from(is_orphaned);
                let position = (!is_orphaned).then_some(placed.range.start);
                kept.push((placed.line.clone(), position));
            }
        }
        sort(&mut kept);
        (kept.into_iter().map(|(line, _)| line).collect(), merge)
    }

    /// Whether other lines have new questions for the changed section of a replaceable line.
    fn is_replaced(&self, old: &Placed) -> bool {
        if old.fate != MatchStatus::Stale || !old.line.is_replaceable() {
            return false;
        }
        let Some(document) = old.document else {
            return false;
        };
        let wanted = self.wanted(&self.site.documents[document].lang);
        let mut own = old.languages.iter().filter(|lang| wanted.contains(lang));
        let new = |lang: &String| {
            let own = self.lines_of(document);
            let new = own.filter(|new| new.fate == MatchStatus::Fresh && new.line.by != VISITOR);
            let new = new.filter(|new| new.languages.contains(lang));
            covers_half(new.map(|new| &new.range), &old.range)
        };
        // A language that is no longer wanted has no new questions.
        own.clone().next().is_some() && own.all(new)
    }

    /// Returns the wanted languages of questions for a page in this language.
    pub fn wanted(&self, lang: &str) -> Vec<String> {
        wanted_languages(lang, &self.others)
    }

    /// The site.
    pub fn site(&self) -> &'s SiteJobs {
        self.site
    }
}

/// A summary of merging.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merge {
    /// Replaced lines of changed sections.
    pub replaced: usize,
    /// Removed lines of vanished sections.
    pub pruned: usize,
    /// Remaining lines of vanished sections.
    pub orphaned: usize,
}

/// Returns the sections of a page that are long enough to answer a question.
fn long_sections(
    document: &Document,
    settings: &QuestionsSettings,
) -> impl Iterator<Item = Section> {
    let sections = sections(document, settings.section_words.get()).into_iter();
    let least = settings.min_words;
    sections.filter(move |section| words(&section.text) >= least)
}

/// Returns the approximate number of words in a text of any script.
fn words(text: &str) -> usize {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    text.split_whitespace()
        .count()
        .max(letters / LETTERS_OF_A_WORD)
}

/// The lines of a page by the state of its sections. Lines with questions of visitors do not count:
/// they are only a few questions beside a model's.
#[derive(Default)]
struct Coverage<'p> {
    fresh: Vec<&'p Placed>,
    /// Lines by people about an older text, which only people can renew.
    by_people: Vec<&'p Placed>,
    /// Lines by a model about an older text, which a model renews.
    outdated: Vec<&'p Placed>,
}

impl<'p> Coverage<'p> {
    fn of(lines: impl Iterator<Item = &'p Placed>) -> Self {
        let mut coverage = Self::default();
        for placed in lines.filter(|placed| placed.line.by != VISITOR) {
            let lines = match placed.fate {
                MatchStatus::Fresh => &mut coverage.fresh,
                MatchStatus::Stale if placed.line.is_replaceable() => &mut coverage.outdated,
                MatchStatus::Stale => &mut coverage.by_people,
                MatchStatus::Orphaned => continue,
            };
            lines.push(placed);
        }
        coverage
    }

    /// Returns the wanted languages in which a section has no valid line.
    fn missing_languages(&self, section: &Range<usize>, wanted: &[String]) -> Vec<String> {
        let covers = |lang: &String| {
            let covers = |lines: &[&Placed]| {
                let own = lines.iter().filter(|line| line.languages.contains(lang));
                covers_half(own.map(|line| &line.range), section)
            };
            covers(&self.fresh) || (covers(&self.by_people) && !covers(&self.outdated))
        };
        let missing_languages = wanted.iter().filter(|lang| !covers(lang));
        missing_languages.cloned().collect()
    }
}

/// Whether ranges cover at least half of another. Files from elsewhere may have other section
/// boundaries.
fn covers_half<'r>(ranges: impl Iterator<Item = &'r Range<usize>>, other: &Range<usize>) -> bool {
    let shared = ranges.map(|range| {
        let end = range.end.min(other.end);
        end.saturating_sub(range.start.max(other.start))
    });
    let shared: usize = shared.sum();
    !other.is_empty() && shared * 2 >= other.len()
}

fn placed(
    site: &SiteJobs,
    lines: Vec<(usize, Line)>,
    max_words: usize,
    others: &[String],
) -> Vec<Placed> {
    let pages = LinesByPage::new(lines.iter().map(|(_, line)| line));
    let mut placed: Vec<Placed> = lines
        .into_iter()
        .map(|(number, line)| Placed {
            number,
            line,
            fate: MatchStatus::Orphaned,
            document: None,
            range: 0..0,
            languages: Vec::new(),
        })
        .collect();
    for (at, document) in site.documents.iter().enumerate() {
        let own = pages.of(document).unwrap_or_default();
        let lines: Vec<&Line> = own.iter().map(|line| &placed[*line].line).collect();
        let found = matches(document, &lines, max_words);
        let wanted = wanted_languages(&document.lang, others);
        for (line, found) in own.iter().zip(found) {
            let placed = &mut placed[*line];
            placed.document = Some(at);
            placed.range = found.range;
            placed.fate = found.fate;
            placed.languages = languages_of(&placed.line, &document.lang, &wanted);
        }
    }
    placed
}
