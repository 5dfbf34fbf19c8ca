//! Matches lines of the file to sections of their page.
//!
//! The rules are, in this order: a section with the line's hash; the position of its first
//! characters; the section under its headings, which has changed if the line has a hash. Headings
//! and first characters are compared by their letters, since people copy them from Markdown, HTML
//! or a browser.

use std::ops::Range;

use soru::Document;

use super::letters::{Letters, letters, starts_of};
use super::line::Line;
use super::sections::{Section, hash, sections};

/// The minimum number of letters of first characters that need no heading.
const FEWEST_LETTERS: usize = 12;

/// The fate of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchStatus {
    /// Its page or its section no longer exists.
    #[default]
    Orphaned,
    /// Its section has changed since the questions were written.
    Stale,
    /// Its section is unchanged, as far as the line can show.
    Fresh,
}

/// The target of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Match {
    /// The bytes of the document's text to which the questions refer; empty for an orphan.
    pub range: Range<usize>,
    /// The fate of the line.
    pub fate: MatchStatus,
}

/// Returns the target of each line of a page. `max_words` is the maximum length of the sections for
/// which the lines were written.
pub fn matches(document: &Document, lines: &[&Line], max_words: usize) -> Vec<Match> {
    let mut page = PageText::new(document, max_words);
    let mut found: Vec<Match> = lines.iter().map(|line| page.find(line)).collect();
    cut_at_next(&mut found, lines);
    found
}

/// A page, prepared for matching lines.
struct PageText {
    text: String,
    letters: Letters,
    title: String,
    lang: String,
    /// Whole sections with the letters of their headings, and the languages of the lines matched to
    /// them.
    sections: Vec<(Section, Vec<String>, Taken)>,
    /// The parts of sections, with their hashes.
    parts: Vec<(Section, String, Taken)>,
}

/// Languages of the lines matched to a section. Each of several sections with the same text has one
/// line per language.
#[derive(Debug, Default)]
struct Taken(Vec<String>);

impl Taken {
    fn is_in(&self, languages: &[String]) -> bool {
        languages.iter().any(|lang| self.0.contains(lang))
    }

    fn add(&mut self, languages: &[String]) {
        self.0.extend_from_slice(languages);
    }
}

impl PageText {
    fn new(document: &Document, max_words: usize) -> Self {
        let text = document.text();
        let with_letters = |section: Section| {
            let heading = section.heading.iter().map(|heading| letters(heading));
            let heading = heading.filter(|heading| !heading.is_empty()).collect();
            (section, heading, Taken::default())
        };
        let with_hash = |section: Section| {
            let hash = section.hash();
            (section, hash, Taken::default())
        };
        Self {
            letters: Letters::of(&text),
            title: letters(&document.title),
            lang: document.lang.clone(),
            sections: sections(document, usize::MAX)
                .into_iter()
                .map(with_letters)
                .collect(),
            parts: sections(document, max_words)
                .into_iter()
                .map(with_hash)
                .collect(),
            text,
        }
    }

    fn find(&mut self, line: &Line) -> Match {
        let heading = line.heading.as_deref().map(|path| self.path(path));
        if let Some(range) = self.by_hash(line, heading.as_deref()) {
            return found(range, MatchStatus::Fresh);
        }
        let fate = match line.hash {
            Some(_) => MatchStatus::Stale,
            None => MatchStatus::Fresh,
        };
        let mut starts = line.starts.as_deref().map(starts_of).unwrap_or_default();
        starts.retain(|start| !start.is_empty());
        if let Some(range) = self.by_start(&starts, heading.as_deref()) {
            return found(range, fate);
        }
        // The first characters that the line names are no longer on the page. Characters that are
        // only markup do not count.
        let fate = if starts.is_empty() {
            fate
        } else {
            MatchStatus::Stale
        };
        match &heading {
            None => found(0..self.text.len(), fate),
            Some(path) => match self.under(path, &self.languages_of(line)) {
                Some(range) => found(range, fate),
                None => Match::default(),
            },
        }
    }

    /// Returns the letters of a path of headings, without the page's title.
    fn path(&self, headings: &[String]) -> Vec<String> {
        let headings = headings.iter().map(|heading| letters(heading));
        headings
            .filter(|heading| !heading.is_empty() && *heading != self.title)
            .collect()
    }

    /// Returns the languages that a line names, or else the page's own.
    fn languages_of(&self, line: &Line) -> Vec<String> {
        if line.languages.is_empty() {
            return vec![self.lang.clone()];
        }
        line.languages.clone()
    }

    fn by_hash(&mut self, line: &Line, heading: Option<&[String]>) -> Option<Range<usize>> {
        let wanted = line.hash.as_deref()?;
        if heading.is_none() && wanted == hash(&self.text) {
            return Some(0..self.text.len());
        }
        let same = |path: &[String]| {
            let path = path.iter().map(|heading| letters(heading));
            heading.is_none_or(|wanted| path.eq(wanted.iter().cloned()))
        };
        // The same text may occur under several headings, or several times under one.
        let languages = self.languages_of(line);
        let rank = |(section, _, taken): &(Section, String, Taken)| {
            (!same(&section.heading), taken.is_in(&languages))
        };
        let alike = self.parts.iter_mut().filter(|(_, own, _)| own == wanted);
        if let Some(best) = alike.min_by_key(|part| rank(part)) {
            best.2.add(&languages);
            return Some(best.0.range.clone());
        }
        let whole = self.sections.iter().map(|(section, ..)| section);
        let mut whole = whole.filter(|section| section.hash() == wanted);
        whole.next().map(|section| section.range.clone())
    }

    /// Returns the range from the position of the first characters to the end of their section;
    /// none if there are no first characters, or they are not found.
    fn by_start(&self, starts: &[String], heading: Option<&[String]>) -> Option<Range<usize>> {
        let under = |range: &Range<usize>, start: &str| {
            let at = self.letters.find(start, range)?;
            Some(at..range.end)
        };
        let alike = heading.map(|path| self.alike(path)).unwrap_or_default();
        let named = alike.iter().map(|at| &self.sections[*at].0.range);
        let named = named.flat_map(|range| starts.iter().map(move |start| (range, start)));
        let mut named = named
            .filter_map(|(range, start)| beginnings(start).find_map(|start| under(range, start)));
        named.next().or_else(|| {
            // Elsewhere all letters must match.
            let all = self.sections.iter().map(|(section, ..)| &section.range);
            let mut all = all.flat_map(|range| starts.iter().map(move |start| (range, start)));
            all.find_map(|(range, start)| {
                under(range, start).filter(|_| start.len() >= FEWEST_LETTERS)
            })
        })
    }

    /// Returns the first section under these headings that has no line in these languages, or else
    /// the first.
    fn under(&mut self, path: &[String], languages: &[String]) -> Option<Range<usize>> {
        let alike = self.alike(path);
        let free = alike
            .iter()
            .find(|at| !self.sections[**at].2.is_in(languages));
        let at = *free.or(alike.first())?;
        self.sections[at].2.add(languages);
        Some(self.sections[at].0.range.clone())
    }

    /// Returns the sections under these headings. If there are none, it returns those with the same
    /// last heading where the longer path has all headings of the shorter; if there are none, all
    /// with that last heading.
    fn alike(&self, path: &[String]) -> Vec<usize> {
        let such = |fits: &dyn Fn(&[String]) -> bool| -> Vec<usize> {
            let all = self.sections.iter().enumerate();
            all.filter(|(_, (_, own, _))| fits(own))
                .map(|(at, _)| at)
                .collect()
        };
        let last = path.last();
        let mut alike = such(&|own| own == path);
        if alike.is_empty() && last.is_some() {
            alike =
                such(&|own| own.last() == last && (is_within(own, path) || is_within(path, own)));
        }
        if alike.is_empty() && last.is_some() {
            alike = such(&|own| own.last() == last);
        }
        // This is the text above the first heading, on a page whose first heading is not its title.
        if alike.is_empty() && last.is_none() && !self.sections.is_empty() {
            alike.push(0);
        }
        alike
    }
}

/// Returns the match for a range; a page without text has no section.
fn found(range: Range<usize>, fate: MatchStatus) -> Match {
    if range.is_empty() {
        return Match::default();
    }
    Match { range, fate }
}

/// Returns all first letters, then ever shorter prefixes, because other markup may follow them.
fn beginnings(letters: &str) -> impl Iterator<Item = &str> {
    let lengths = [4, 3, 2, 1].map(|quarters| letters.len() * quarters / 4);
    let lengths = lengths
        .into_iter()
        .filter(|length| *length == letters.len() || *length >= FEWEST_LETTERS);
    lengths.filter_map(|length| letters.get(..length))
}

/// Whether a path has all headings of another, in order.
fn is_within(path: &[String], other: &[String]) -> bool {
    let mut others = other.iter();
    path.iter().all(|heading| others.any(|own| own == heading))
}

/// Ends each line's range where the next line in the same section begins.
fn cut_at_next(found: &mut [Match], lines: &[&Line]) {
    let starts: Vec<usize> = found
        .iter()
        .zip(lines)
        .filter(|(found, line)| line.starts.is_some() && found.fate != MatchStatus::Orphaned)
        .map(|(found, _)| found.range.start)
        .collect();
    for (found, line) in found.iter_mut().zip(lines) {
        // A match by hash keeps its end.
        if line.starts.is_none() || (line.hash.is_some() && found.fate == MatchStatus::Fresh) {
            continue;
        }
        let inside = starts
            .iter()
            .filter(|at| found.range.start < **at && **at < found.range.end);
        if let Some(next) = inside.min() {
            found.range.end = *next;
        }
    }
}
