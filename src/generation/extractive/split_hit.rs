//! Splits a hit into units by section, and finds the passage that answers best.

use std::ops::Range;

use super::ExtractiveSettings;
use crate::generation::Extract;
use crate::generation::expected::Expected;
use crate::generation::features::HIGHEST_SCORE;
use crate::generation::lists;
use crate::generation::marks::{Found, find, marks, span};
use crate::generation::units::{Asked, Form, Unit, Units, add, share};
use crate::hit::{Hit, HitSection};
use crate::query::{Matcher, Query};
use crate::text::{Language, begins_character, tokenise};

/// A hit, split into units and sections.
pub(super) struct SplitHit<'h> {
    pub(super) hit: &'h Hit,
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
}

/// Units that answer, and their score.
pub(super) struct Candidate {
    pub(super) score: f64,
    pub(super) units: Range<usize>,
    /// The unit that answers best.
    best: usize,
}

impl<'h> SplitHit<'h> {
    pub(super) fn new(hit: &'h Hit, query: &Query, expected: Option<Expected>) -> Self {
        let matcher = query.matcher(&hit.lang);
        let found = find(&hit.text, &matcher);
        let asked = Asked::new(query, expected, &matcher);
        let units = Units::new(hit, &found, asked);
        let sections = sections(hit, &units, &matcher);
        Self {
            hit,
            matcher,
            units,
            sections,
            expected,
        }
    }

    /// Returns the passage that answers best, if one does.
    pub(super) fn best(&self, settings: &ExtractiveSettings) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        let mut offer = |candidate: Option<Candidate>| {
            if let Some(own) = candidate
                && best.as_ref().is_none_or(|best| own.score > best.score)
            {
                best = Some(own);
            }
        };
        for section in &self.sections {
            for run in self.runs(section, settings) {
                offer(self.candidate(run, section, settings));
            }
            if self.expected.is_some_and(Expected::is_list) {
                for list in self.lists(section, settings) {
                    let own = self.candidate(list, section, settings);
                    offer(own.map(|own| Candidate {
                        score: own.score + settings.list,
                        ..own
                    }));
                }
            }
        }
        let mut best = best?;
        let section = &self.sections[self.section_of(best.best)];
        best.units = match self.rows(&best, section, settings) {
            Some(rows) => rows,
            None => self.grown(best.units, section, settings),
        };
        best.units = self.with_header(best.units, section);
        Some(best)
    }

    /// Returns all of a section up to what is never quoted, if it has an answer.
    pub(super) fn whole(&self, section: usize) -> Option<Candidate> {
        let section = self.sections.get(section)?;
        let all = &self.units.all[section.units.clone()];
        let end = all.iter().take_while(|unit| unit.form != Form::Unquoted);
        let units = section.units.start..section.units.start + end.count();
        let best = units
            .clone()
            .find(|unit| is_shown(&self.units.all[*unit]))?;
        Some(Candidate {
            score: HIGHEST_SCORE,
            units,
            best,
        })
    }

    /// Adds the row that names the columns of several rows, if it precedes them: without it, the
    /// first of them would look like the header of their table.
    fn with_header(&self, units: Range<usize>, section: &Section) -> Range<usize> {
        let is_header = |unit: &usize| {
            let text = &self.units.text[self.units.all[*unit].range.clone()];
            section.units.contains(unit)
                && self.units.all[*unit].form == Form::Unfit
                && lists::is_row(text)
        };
        let before = units.start.checked_sub(1).filter(is_header);
        match before.filter(|_| units.len() > 1 && self.is_row(units.start)) {
            Some(header) => header..units.end,
            None => units,
        }
    }

    /// Returns the rows of a table that have more of the question than its other rows and the other
    /// chosen units, if the question names any. Rows name their columns, so they need no others.
    fn rows(
        &self,
        candidate: &Candidate,
        section: &Section,
        settings: &ExtractiveSettings,
    ) -> Option<Range<usize>> {
        let best = candidate.best;
        let value = |unit: usize| self.units.all[unit].value;
        let equals = self.equal_rows(best, &section.units);
        let is_covered = |unit: usize| equals.contains(&unit) || value(unit) < value(best);
        let rows = section.units.clone().filter(|unit| self.is_row(*unit));
        let are_named = equals.len() == 1
            || equals.len() < rows.count()
                && self.characters(&equals) <= settings.max_characters.get();
        let mut others = candidate.units.clone();
        let are_shown = are_named && !self.has_unquoted(&equals);
        (self.is_row(best) && are_shown && others.all(is_covered)).then_some(equals)
    }

    fn has_unquoted(&self, units: &Range<usize>) -> bool {
        let mut own = self.units.all[units.clone()].iter();
        own.any(|unit| unit.form == Form::Unquoted)
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

    /// Returns sequences of units that may be shown and fit into the length of a passage; single
    /// ones regardless of length.
    fn runs(
        &self,
        section: &Section,
        settings: &ExtractiveSettings,
    ) -> impl Iterator<Item = Range<usize>> {
        let own = section.units.clone();
        let longest = settings.max_characters.get();
        own.clone().flat_map(move |start| {
            let ends = (start + 1)..=own.end;
            ends.map(move |end| start..end).take_while(move |run| {
                is_shown(&self.units.all[run.end - 1])
                    && (run.len() == 1 || self.characters(run) <= longest)
            })
        })
    }

    /// Returns the lists of a section with their lead-ins, if they may be shown: not lists of
    /// links.
    fn lists(
        &self,
        section: &Section,
        settings: &ExtractiveSettings,
    ) -> impl Iterator<Item = Range<usize>> {
        let most = settings.max_list_characters.get();
        self.units.lists.iter().filter_map(move |list| {
            let shown = lists::shortened(self.units.text, list, most)?;
            let own = self.units.within(&shown);
            let said = self.units.all[own.clone()]
                .iter()
                .filter(|unit| is_shown(unit));
            if said.count() * 2 <= own.len() || self.has_unquoted(&own) {
                return None;
            }
            let units = self.with_lead(own, section);
            (section.units.start <= units.start && units.end <= section.units.end).then_some(units)
        })
    }

    /// Adds the unit before, if it is a lead-in.
    fn with_lead(&self, units: Range<usize>, section: &Section) -> Range<usize> {
        let before = units.start.checked_sub(1);
        let before = before.filter(|before| *before >= section.units.start);
        match before.filter(|before| self.units.all[*before].form == Form::Lead) {
            Some(before) => before..units.end,
            None => units,
        }
    }

    fn characters(&self, run: &Range<usize>) -> usize {
        self.units.text[self.units.bytes(run)].chars().count()
    }

    /// Scores units as an answer; none if they do not answer.
    fn candidate(
        &self,
        run: Range<usize>,
        section: &Section,
        settings: &ExtractiveSettings,
    ) -> Option<Candidate> {
        let own = &self.units.all[run.clone()];
        let mut terms = Vec::new();
        for unit in own {
            for (term, value) in &unit.terms {
                add(&mut terms, *term, *value);
            }
        }
        // If the units have no word of the question, the headings must have half of its value.
        if terms.is_empty() && share(&section.above, self.matcher.total()) < 0.5 {
            return None;
        }
        for (term, value) in &section.above {
            if !terms.iter().any(|(known, _)| known == term) {
                terms.push((*term, settings.heading * value));
            }
        }
        let (best, sentence) = self.best_unit(&run, settings)?;
        let expected = { own.iter() }.map(|unit| unit.expected).fold(0.0, f64::max);
        let score = share(&terms, self.matcher.total())
            + settings.sentence * sentence
            + settings.expected * expected;
        Some(Candidate {
            score,
            units: run,
            best,
        })
    }

    /// Returns the unit that answers best and its score; its lead-in counts for it.
    fn best_unit(&self, run: &Range<usize>, settings: &ExtractiveSettings) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for number in run.clone() {
            let unit = &self.units.all[number];
            if unit.form != Form::Statement {
                continue;
            }
            let before = number.checked_sub(1).filter(|before| run.contains(before));
            let led = before.map(|before| &self.units.all[before]);
            let led = led.filter(|before| before.form == Form::Lead);
            let score = unit
                .value
                .max(settings.heading * led.map_or(0.0, |lead| lead.value))
                + settings.expected * unit.expected;
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((number, score));
            }
        }
        best
    }

    fn section_of(&self, unit: usize) -> usize {
        let mut sections = self.sections.iter();
        let own = sections.position(|section| section.units.contains(&unit));
        own.unwrap_or_default()
    }

    /// Extends a passage by units after and before it, as far as there is room: whole lists, if
    /// they fit.
    fn grown(
        &self,
        units: Range<usize>,
        section: &Section,
        settings: &ExtractiveSettings,
    ) -> Range<usize> {
        let most = settings.max_characters.get();
        let fits = |run: &Range<usize>| {
            run.start >= section.units.start
                && run.end <= section.units.end
                && self.units.all[run.clone()].iter().all(is_shown)
                && self.characters(run) <= most
        };
        let mut grown = units;
        if let Some(list) = self.units.list_of(grown.start) {
            let whole = self.with_lead(self.units.within(list), section);
            let whole = whole.start.min(grown.start)..whole.end.max(grown.end);
            grown = if fits(&whole) { whole } else { grown };
        }
        loop {
            let after = grown.start..grown.end + 1;
            let before = grown.start.saturating_sub(1)..grown.end;
            if fits(&after) {
                grown = after;
            } else if before != grown && fits(&before) {
                grown = before;
            } else {
                return self.without_loose_ends(grown);
            }
        }
    }

    /// Removes questions and colons at the end that nothing follows.
    fn without_loose_ends(&self, mut units: Range<usize>) -> Range<usize> {
        while units.len() > 1 && self.units.all[units.end - 1].form != Form::Statement {
            units.end -= 1;
        }
        units
    }

    pub(super) fn quote(&self, candidate: &Candidate, hit: usize, longest: usize) -> Extract {
        // Several units were chosen by length; a single one may have any.
        let most = if candidate.units.len() > 1 {
            usize::MAX
        } else {
            longest
        };
        let bytes = self.units.bytes(&candidate.units);
        let all = &self.hit.text[bytes.clone()];
        let cut = shortened(all, &find(all, &self.matcher), most);
        let text = &all[cut.clone()];
        let start = bytes.start + cut.start;
        let within = |at: usize| at.saturating_sub(start).min(text.len());
        let within = |range: &Range<usize>| within(range.start)..within(range.end);
        let best = within(&self.units.all[candidate.best].range);
        let equal_rows = self.equal_rows(candidate.best, &candidate.units);
        Extract {
            text: text.to_owned(),
            marks: marks(text, &self.matcher),
            highlight: span(text, within(&self.units.bytes(&equal_rows))),
            hit,
            section: self.section_of(candidate.best),
            start,
            best,
            score: candidate.score,
            lacks_kind: self.lacks_kind(&candidate.units),
            is_stated: false,
        }
    }

    /// Returns whether the question asks for a kind of thing that these units lack: `Yes.` does not
    /// answer `how`.
    fn lacks_kind(&self, units: &Range<usize>) -> bool {
        let Some(kind) = self.expected else {
            return false;
        };
        let own = &self.units.all[units.clone()];
        let text = &self.units.text[self.units.bytes(units)];
        let is_absent = kind.is_needed() && own.iter().all(|unit| unit.expected <= 0.0);
        is_absent || kind != Expected::Assent && begins_with_assent(text)
    }

    /// Returns whether the passage or its headings contain a figure.
    pub(super) fn has(&self, candidate: &Candidate, figure: &str) -> bool {
        let passage = &self.units.text[self.units.bytes(&candidate.units)];
        let section = &self.sections[self.section_of(candidate.best)];
        let above = section.heading.iter().chain([&self.hit.title]);
        let mut texts = above.map(String::as_str).chain([passage]);
        texts.any(|text| {
            let tokens = tokenise(text, Language::Other);
            tokens.iter().any(|token| token.text == figure)
        })
    }
}

/// Returns whether a text answers a yes-no question. `No later than` does not.
fn begins_with_assent(text: &str) -> bool {
    let word = text.find(|c: char| !c.is_alphabetic()).unwrap_or(0);
    let is_whole = text[word..].starts_with(['.', ',', ':', ';', '!']);
    let mut answers = joined!(statement.yes_and_no, "|").split('|');
    is_whole && answers.any(|answer| answer == &text[..word])
}

fn is_shown(unit: &Unit) -> bool {
    matches!(unit.form, Form::Statement | Form::Lead)
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
