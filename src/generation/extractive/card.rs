//! The part of a section that a card shows: all of it, or the paragraphs, items and rows around the
//! unit that answers best.

use std::ops::Range;

use crate::generation::lists;
use crate::generation::units::{Form, Unit, Units};
use crate::language::SharedList;
use crate::text::{Language, WordLists, fold, tokenise};

/// A section to cut a card from.
pub(super) struct Sheet<'u> {
    pub(super) units: &'u Units<'u>,
    /// The units of the section.
    pub(super) section: Range<usize>,
    pub(super) words: &'u WordLists,
}

/// Returns whether a unit may be shown by itself.
pub(super) fn is_shown(unit: &Unit) -> bool {
    matches!(unit.form, Form::Statement | Form::Lead)
}

impl Sheet<'_> {
    /// Returns the units to show around the best ones, of at most `most` characters unless its
    /// sentence alone is longer; none if the section is mostly links, menus or other text that
    /// answers nothing.
    pub(super) fn around(&self, best: &Range<usize>, most: usize) -> Option<Range<usize>> {
        let whole = self.quotable(best.start);
        let all = &self.units.all[whole.clone()];
        let unfit = all.iter().filter(|unit| unit.form == Form::Unfit);
        if unfit.count() * 2 >= all.len() {
            return None;
        }
        let whole = self.trimmed(whole);
        if self.characters(&whole) <= most {
            return Some(whole);
        }
        let cut = self.grown(best, &whole, most);
        Some(self.trimmed(self.with_beginning(cut, best.start, &whole, most)))
    }

    /// Returns the units of the section around one, as far as they may be quoted.
    fn quotable(&self, best: usize) -> Range<usize> {
        let is_quoted = |unit: &usize| self.units.all[*unit].form != Form::Unquoted;
        let before = (self.section.start..best).rev().take_while(is_quoted);
        let after = (best..self.section.end).take_while(is_quoted);
        best - before.count()..best + after.count()
    }

    /// Removes what shows nothing at both ends: links, and at the end questions and lead-ins that
    /// nothing follows. The row that names the columns of a table stays.
    fn trimmed(&self, mut units: Range<usize>) -> Range<usize> {
        let all = &self.units.all;
        let is_end = |unit: usize| matches!(all[unit].form, Form::Statement | Form::Code);
        while units.len() > 1 && !is_end(units.end - 1) {
            units.end -= 1;
        }
        let is_start = |unit: usize| all[unit].form != Form::Unfit || self.is_row(unit);
        while units.len() > 1 && !is_start(units.start) {
            units.start += 1;
        }
        units
    }

    fn is_row(&self, unit: usize) -> bool {
        lists::is_row(&self.units.text[self.units.all[unit].range.clone()])
    }

    fn characters(&self, run: &Range<usize>) -> usize {
        self.units.text[self.units.bytes(run)].chars().count()
    }

    /// Returns the paragraph, item or row of a unit.
    fn line(&self, unit: usize, within: &Range<usize>) -> Range<usize> {
        let text = self.units.text;
        let starts_line = |unit: usize| {
            let before = &text[..self.units.all[unit].range.start];
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            let last = unit
                .checked_sub(1)
                .map(|last| self.units.all[last].range.end);
            last.is_none_or(|last| last <= line)
        };
        let mut start = unit;
        while start > within.start && !starts_line(start) {
            start -= 1;
        }
        let mut end = unit + 1;
        while end < within.end && !starts_line(end) {
            end += 1;
        }
        start..end
    }

    /// Grows from some units to their paragraphs, and by the next and the previous one in turn, as far
    /// as they fit. A longer paragraph is cut between its sentences.
    fn grown(&self, best: &Range<usize>, whole: &Range<usize>, most: usize) -> Range<usize> {
        let fits = |run: &Range<usize>| self.characters(run) <= most;
        let last = best.end.min(whole.end) - 1;
        let line = self.line(best.start, whole).start..self.line(last, whole).end;
        if !fits(&line) {
            let best = if fits(best) {
                best.start..last + 1
            } else {
                best.start..best.start + 1
            };
            return grow(best, &line, &|unit| unit..unit + 1, &fits);
        }
        grow(line, whole, &|unit| self.line(unit, whole), &fits)
    }

    /// Makes a cut part understandable: adds the row that names the columns, or the lead-in of its
    /// list, and does not begin with a sentence that leans on the one before.
    fn with_beginning(
        &self,
        mut units: Range<usize>,
        best: usize,
        whole: &Range<usize>,
        most: usize,
    ) -> Range<usize> {
        while units.start > whole.start && self.leans(units.start) {
            let before = self.line(units.start - 1, whole).start;
            let next = self.line(units.start, whole).end;
            if self.characters(&(before..units.end)) <= most {
                units.start = before;
            } else if next <= best {
                units.start = next;
                break;
            } else {
                break;
            }
        }
        units
    }

    /// Returns whether a unit needs the one before it.
    fn leans(&self, unit: usize) -> bool {
        let before = unit
            .checked_sub(1)
            .map(|before| self.units.all[before].form);
        let is_headed = before == Some(Form::Unfit) && self.is_row(unit - 1) && self.is_row(unit);
        if before == Some(Form::Lead) || is_headed {
            return true;
        }
        let text = &self.units.text[self.units.all[unit].range.clone()];
        let tokens = tokenise(text, Language::Other);
        let mut words = { tokens.iter() }.filter(|token| token.is_word());
        let first = words
            .next()
            .map_or_else(String::new, |word| fold(&word.text));
        let two = format!(
            "{first} {}",
            words
                .next()
                .map_or_else(String::new, |word| fold(&word.text))
        );
        let mut leaning = self.words.any(SharedList::Leaning).split('|');
        leaning.any(|own| own == first || own == two)
    }
}

/// Extends a run within `whole` by the next and the previous piece in turn, while they fit.
fn grow(
    mut run: Range<usize>,
    whole: &Range<usize>,
    piece: &dyn Fn(usize) -> Range<usize>,
    fits: &dyn Fn(&Range<usize>) -> bool,
) -> Range<usize> {
    loop {
        let size = run.len();
        if run.end < whole.end {
            let after = run.start..piece(run.end).end;
            if fits(&after) {
                run = after;
            }
        }
        if run.start > whole.start {
            let before = piece(run.start - 1).start..run.end;
            if fits(&before) {
                run = before;
            }
        }
        if run.len() == size {
            return run;
        }
    }
}
