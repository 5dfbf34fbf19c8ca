//! Splits a hit into units by section, and finds the section that answers best.

use std::ops::Range;

use super::ExtractiveSettings;
use super::card::{Sheet, is_shown};
use crate::generation::expected::Expected;
use crate::generation::features::HIGHEST_SCORE;
use crate::generation::likeness::Likeness;
use crate::generation::lists;
use crate::generation::marks::{Found, find, marks, span};
use crate::generation::prepared::Comparison;
use crate::generation::units::{Asked, Form, Units, add, share};
use crate::generation::{Extract, Stated};
use crate::hit::{Hit, HitSection};
use crate::language::SharedList;
use crate::query::{Matcher, Query};
use crate::text::{Language, WordLists, begins_character, is_closer, tokenise};

/// Units before and after one whose words count for it.
const NEAR: usize = 2;

/// A hit, split into units and sections.
pub(super) struct SplitHit<'h> {
    pub(super) hit: &'h Hit,
    query: &'h Query,
    matcher: Matcher,
    units: Units<'h>,
    sections: Vec<Section>,
    expected: Option<Expected>,
}

/// Units under one heading.
struct Section {
    units: Range<usize>,
    heading: Vec<String>,
    /// Terms of the question in title and headings, with their values.
    above: Vec<(usize, f64)>,
    is_answer: bool,
    /// Of a question for a definition: words of its heading, or of the title above an introduction,
    /// beside those of the question, if it has all of these.
    others: Option<usize>,
}

/// Units that answer, and their score.
pub(super) struct Candidate {
    pub(super) score: f64,
    pub(super) units: Range<usize>,
    /// The units that answer best.
    best: Range<usize>,
    section: usize,
    /// Whether a prepared question names the words that answer.
    is_named: bool,
}

impl<'h> SplitHit<'h> {
    pub(super) fn new(hit: &'h Hit, query: &'h Query, expected: Option<Expected>) -> Self {
        let matcher = query.matcher(&hit.lang);
        let found = find(&hit.text, &matcher);
        let asked = Asked::new(query, expected, &matcher);
        let units = Units::new(hit, &found, asked);
        let mut sections = sections(hit, &units, &matcher);
        if expected == Some(Expected::Definition) {
            let likeness = Likeness::new(&query.text, &matcher);
            let meanings = query.words.any(SharedList::Meanings);
            for section in &mut sections {
                let heading = section.heading.last().unwrap_or(&hit.title);
                section.others = likeness.others(heading, meanings);
            }
        }
        Self {
            hit,
            query,
            matcher,
            units,
            sections,
            expected,
        }
    }

    pub(super) fn matcher(&self) -> &Matcher {
        &self.matcher
    }

    /// Returns what to show of the section that answers best, if one does.
    pub(super) fn best(&self, settings: &ExtractiveSettings) -> Option<Candidate> {
        self.best_of(false, settings)
    }

    /// Returns what to show of the section titled with what the question asks to define, if that is a
    /// sentence, an item or a row: a link or an address defines nothing.
    pub(super) fn defined(&self, settings: &ExtractiveSettings) -> Option<Candidate> {
        let best = self.best_of(true, settings)?;
        let unit = &self.units.all[best.best.start];
        let is_sentence = || {
            self.units.text[unit.range.clone()]
                .trim_end()
                .ends_with(is_closer)
        };
        let is_line = || self.units.is_line(best.best.start);
        (unit.expected > 0.0 || is_sentence() || is_line()).then_some(best)
    }

    fn best_of(&self, is_defined: bool, settings: &ExtractiveSettings) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        for number in 0..self.sections.len() {
            if is_defined && self.sections[number].others != Some(0) {
                continue;
            }
            let own = self.of_section(number, settings);
            if let Some(own) = own.filter(|own| best.as_ref().is_none_or(|b| own.score > b.score)) {
                best = Some(own);
            }
        }
        let mut best = best?;
        if let Some((section, units)) = self.named(settings.vouched) {
            best = Candidate {
                best: units,
                section,
                is_named: true,
                ..best
            };
        }
        let sheet = Sheet {
            units: &self.units,
            section: self.sections[best.section].units.clone(),
            words: &self.query.words,
        };
        let rows = self.named_rows(best.best.start, &sheet.section);
        best.units = match rows.filter(|_| !best.is_named) {
            Some(rows) => rows,
            None => sheet.around(&best.best, settings.max_characters.get())?,
        };
        Some(best)
    }

    /// Returns the rows of a table that have more of the question than its other rows and the rest
    /// of the section, if the question names any: the others state what is not asked for. Rows name
    /// their columns, so they need no header.
    fn named_rows(&self, best: usize, section: &Range<usize>) -> Option<Range<usize>> {
        let equals = self.equal_rows(best, section);
        let all = &self.units.all;
        let rows = section.clone().filter(|unit| self.is_row(*unit)).count();
        let is_less = |unit: usize| equals.contains(&unit) || all[unit].value < all[best].value;
        let is_quoted = |unit: usize| all[unit].form != Form::Unquoted;
        let are_named = self.is_row(best) && equals.len() < rows && section.clone().all(is_less);
        let has_all = || self.has_all_words(&equals, section);
        (are_named && equals.clone().all(is_quoted) && has_all()).then_some(equals)
    }

    /// Returns whether some rows have every word of the question that any row of the section has.
    /// `Exam weeks | open all day` is not what `open at the weekend` asks for, if another row names
    /// the weekend.
    fn has_all_words(&self, rows: &Range<usize>, section: &Range<usize>) -> bool {
        let position = |(term, _): (usize, f64)| self.matcher.position(term);
        let own: Vec<_> = self.terms(rows.clone()).into_iter().map(position).collect();
        let all = self.terms(section.clone().filter(|unit| self.is_row(*unit)));
        all.into_iter().all(|term| own.contains(&position(term)))
    }

    /// Returns what to show for a question written for this hit: the section that has most of the
    /// question, even if that is no word.
    pub(super) fn written(&self, settings: &ExtractiveSettings) -> Option<Candidate> {
        let only = || (self.sections.len() == 1).then(|| self.whole(0)).flatten();
        self.best(settings).or_else(only)
    }

    /// Returns the units of the words that answer the nearest prepared question, and their section,
    /// if it is similar enough.
    fn named(&self, vouched: f64) -> Option<(usize, Range<usize>)> {
        let likeness = self.hit.features.question.unwrap_or(0.0);
        if likeness < vouched || likeness < self.hit.near_miss {
            return None;
        }
        let extent = &self.hit.extent;
        let is_in = |unit: &usize| {
            let unit = &self.units.all[*unit];
            is_shown(unit) && unit.range.start < extent.end && extent.start < unit.range.end
        };
        let section = |own: &Section| own.units.clone().any(|unit| is_in(&unit));
        let number = self.sections.iter().position(section)?;
        let mut units = self.sections[number].units.clone().filter(is_in);
        let first = units.next()?;
        Some((number, first..units.next_back().unwrap_or(first) + 1))
    }

    /// Returns the unit of a section that answers best, if one does.
    fn of_section(&self, number: usize, settings: &ExtractiveSettings) -> Option<Candidate> {
        let section = &self.sections[number];
        let own = section.units.clone();
        let is_statement = |unit: &usize| self.units.all[*unit].form == Form::Statement;
        let mut best: Option<Candidate> = None;
        for unit in own.filter(is_statement) {
            let Some(score) = self.score(unit, section, settings) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Candidate {
                    score,
                    units: unit..unit + 1,
                    best: unit..unit + 1,
                    section: number,
                    is_named: false,
                });
            }
        }
        best
    }

    /// Returns all of a section up to what is never quoted, if it has an answer.
    pub(super) fn whole(&self, number: usize) -> Option<Candidate> {
        let section = self.sections.get(number)?;
        let all = &self.units.all[section.units.clone()];
        let end = all.iter().take_while(|unit| unit.form != Form::Unquoted);
        let units = section.units.start..section.units.start + end.count();
        let best = units
            .clone()
            .find(|unit| is_shown(&self.units.all[*unit]))?;
        Some(Candidate {
            score: HIGHEST_SCORE,
            units,
            best: best..best + 1,
            section: number,
            is_named: false,
        })
    }

    /// Scores a unit and its neighbours as an answer; none if they do not answer.
    fn score(&self, unit: usize, section: &Section, settings: &ExtractiveSettings) -> Option<f64> {
        let near = unit.saturating_sub(NEAR).max(section.units.start)
            ..(unit + NEAR + 1).min(section.units.end);
        let mut terms = self.terms(near.filter(|near| is_shown(&self.units.all[*near])));
        // If the units have no word of the question, the headings must have half of its value.
        if terms.is_empty() && share(&section.above, self.matcher.total()) < 0.5 {
            return None;
        }
        for (term, value) in &section.above {
            if !terms.iter().any(|(known, _)| known == term) {
                terms.push((*term, settings.heading * value));
            }
        }
        let own = &self.units.all[unit];
        let led = unit.checked_sub(1).map(|before| &self.units.all[before]);
        let led = led.filter(|before| before.form == Form::Lead);
        let led = settings.heading * led.map_or(0.0, |lead| lead.value);
        Some(
            share(&terms, self.matcher.total())
                + settings.sentence * own.value.max(led)
                + settings.expected * own.expected,
        )
    }

    /// Returns the terms of the question in some units.
    fn terms(&self, units: impl Iterator<Item = usize>) -> Vec<(usize, f64)> {
        let mut terms = Vec::new();
        for unit in units {
            for (term, value) in &self.units.all[unit].terms {
                add(&mut terms, *term, *value);
            }
        }
        terms
    }

    pub(super) fn quote(&self, candidate: &Candidate, hit: usize, longest: usize) -> Extract {
        let bytes = self.units.bytes(&candidate.units);
        // Several units were chosen by length; a single one may have any.
        let most = match candidate.units.len() {
            1 => longest,
            _ => usize::MAX,
        };
        let all = &self.hit.text[bytes.clone()];
        let cut = shortened(all, &find(all, &self.matcher), most);
        let text = &all[cut.clone()];
        let start = bytes.start + cut.start;
        let within = |at: usize| at.saturating_sub(start).min(text.len());
        let within = |range: &Range<usize>| within(range.start)..within(range.end);
        let best = within(&self.units.bytes(&candidate.best));
        let marked = if candidate.is_named {
            within(&self.hit.extent)
        } else {
            within(
                &self
                    .units
                    .bytes(&self.equal_rows(candidate.best.start, &candidate.units)),
            )
        };
        let section = &self.sections[candidate.section];
        let mut said = self.terms(section.units.clone());
        for (term, value) in &section.above {
            add(&mut said, *term, *value);
        }
        let path = self.hit.url.replace(['/', '-', '_', '.', '#'], " ");
        for found in find(&path, &self.matcher) {
            add(&mut said, found.term, found.value);
        }
        let prepared = self.prepared(section, text);
        let names_else = section.others.is_some_and(|others| others > 0)
            && self.units.all[candidate.best.start].expected <= 0.0;
        Extract {
            text: text.to_owned(),
            marks: marks(text, &self.matcher),
            highlight: span(text, marked),
            hit,
            section: candidate.section,
            start,
            best,
            score: candidate.score,
            missing: self.matcher.missing(&said),
            is_near_miss: self.hit.near_miss > prepared.map_or(0.0, |own| own.likeness),
            prepared,
            lacks_kind: self.lacks_kind(&candidate.units) || names_else,
            stated: if section.is_answer {
                Stated::Another
            } else {
                Stated::Nothing
            },
            has_rival: false,
        }
    }

    /// Compares the question with the nearest one prepared for a section: written, or stated in its
    /// heading.
    fn prepared(&self, section: &Section, shown: &str) -> Option<Comparison> {
        let written = Some(&self.hit.question).filter(|written| !written.is_empty());
        let stated = section.heading.last().filter(|_| section.is_answer);
        let mut best: Option<Comparison> = None;
        for prepared in written.into_iter().chain(stated) {
            let words = &self.query.words;
            let own = Comparison::new(&self.query.text, prepared, shown, words, &self.matcher);
            if best.is_none_or(|best| own.likeness > best.likeness) {
                best = Some(own);
            }
        }
        best
    }

    /// Returns the range from the first to the last row, among these units, that has as much of the
    /// question as the best unit; only this unit if it is no row.
    fn equal_rows(&self, best: usize, units: &Range<usize>) -> Range<usize> {
        let all = &self.units.all;
        let is_equal = |unit: &usize| self.is_row(*unit) && all[*unit].value >= all[best].value;
        if !self.is_row(best) {
            return best..best + 1;
        }
        let equals = units.clone().filter(is_equal);
        equals.fold(best..best + 1, |range, unit| {
            range.start.min(unit)..range.end.max(unit + 1)
        })
    }

    /// Returns whether a unit is a row of a table, other than the names of its columns.
    fn is_row(&self, unit: usize) -> bool {
        let unit = &self.units.all[unit];
        unit.form == Form::Statement && lists::is_row(&self.units.text[unit.range.clone()])
    }

    /// Returns whether the question asks for a kind of thing that these units lack: `Yes.` does not
    /// answer `how`.
    fn lacks_kind(&self, units: &Range<usize>) -> bool {
        let Some(kind) = self.expected else {
            return false;
        };
        let own = &self.units.all[units.clone()];
        let text = &self.units.text[self.units.bytes(units)];
        let is_needed = kind.is_needed(self.query);
        let is_absent = is_needed && own.iter().all(|unit| unit.expected <= 0.0);
        is_absent || kind != Expected::Assent && begins_with_assent(text, &self.query.words)
    }

    /// Returns whether the last heading of another hit has a word of the question that an extract
    /// lacks: `tourist`, if the extract is about students.
    pub(super) fn has_rival(&self, extract: &Extract, others: &[Hit]) -> bool {
        let is_missing = |found: &Found| {
            let position = self.matcher.position(found.term);
            position.is_some_and(|position| extract.missing.positions.contains(&position))
        };
        let mut headings = others.iter().filter_map(|hit| hit.heading.last());
        headings.any(|heading| find(heading, &self.matcher).iter().any(is_missing))
    }

    /// Returns whether the passage or its headings contain a figure. A year must be in a heading if
    /// the title names another one: a page of fees of 2026 may mention 2023.
    pub(super) fn has(&self, candidate: &Candidate, figure: &str) -> bool {
        let passage = &self.units.text[self.units.bytes(&candidate.units)];
        let section = &self.sections[candidate.section];
        let is_in = |text: &str, is_wanted: &dyn Fn(&str) -> bool| {
            let tokens = tokenise(text, Language::Other);
            tokens.iter().any(|token| is_wanted(&token.text))
        };
        let is_figure: &dyn Fn(&str) -> bool = &|own| own == figure;
        let mut above = section.heading.iter().chain([&self.hit.title]);
        above.any(|text| is_in(text, is_figure))
            || !(is_year(figure) && is_in(&self.hit.title, &is_year)) && is_in(passage, is_figure)
    }
}

/// Returns whether a number is a year of the last and this century.
fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
}

/// Returns whether a text answers a yes-no question. `No later than` does not.
fn begins_with_assent(text: &str, words: &WordLists) -> bool {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(0);
    let is_whole = end > 0 && text[end..].starts_with(['.', ',', ':', ';', '!']);
    let mut answers = words.any(SharedList::YesAndNo).split('|');
    is_whole && answers.any(|answer| answer == &text[..end])
}

/// Returns the sections of a hit's text, with the question's words in their headings.
fn sections(hit: &Hit, units: &Units<'_>, matcher: &Matcher) -> Vec<Section> {
    let only = [HitSection {
        heading: hit.heading.clone(),
        ..HitSection::default()
    }];
    let own = if hit.sections.is_empty() {
        &only
    } else {
        hit.sections.as_slice()
    };
    let ends = own.iter().skip(1).map(|section| section.headed);
    let ends = ends.chain([hit.text.len()]);
    let section = |(section, end): (&HitSection, usize)| {
        let mut above = Vec::new();
        let titles = std::iter::once(&hit.title).chain(&section.heading);
        for found in titles.flat_map(|text| find(text, matcher)) {
            add(&mut above, found.term, found.value);
        }
        Section {
            units: units.within(&(section.start..end)),
            heading: section.heading.clone(),
            above,
            is_answer: section.is_answer,
            others: None,
        }
    };
    own.iter().zip(ends).map(section).collect()
}

/// Returns the passage, cut to the allowed length in whole words, from its beginning or, if that
/// has no word of the question, from the first such word.
fn shortened(text: &str, found: &[Found], max: usize) -> Range<usize> {
    let Some((limit, _)) = text.char_indices().nth(max) else {
        return 0..text.len();
    };
    let start = match found.first() {
        Some(first) if first.end > limit => first.start,
        _ => 0,
    };
    start..start + whole_words(&text[start..], max).len()
}

fn whole_words(text: &str, max: usize) -> &str {
    let Some((limit, next)) = text.char_indices().nth(max) else {
        return text;
    };
    let head = &text[..limit];
    if next.is_whitespace() || begins_character(next) {
        return head.trim_end();
    }
    match head.rfind(|c: char| c.is_whitespace() || begins_character(c)) {
        Some(at) => head[..at].trim_end(),
        None => head,
    }
}
