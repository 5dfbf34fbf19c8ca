//! A long excerpt: the sentences of a text that fit best, whole, in their order.

use std::ops::Range;

use super::excerpt::excerpt_around;
use super::marks::{Found, span, utf16};
use super::units::{Form, Unit, Units};

/// Replaces left-out sentences.
const GAP: &str = " … ";

/// Bonus of a sentence next to a shown one: readers continue there.
const BESIDE: f64 = 0.03;

/// Weight of the expected kind of thing.
const EXPECTED: f64 = 0.3;

/// Factor of a word of the question for its further sentences.
const AGAIN: f64 = 0.7;

/// Returns at most `most` characters of a text, in whole sentences: those with most of the
/// question, and as many of their neighbours as fit. Includes the marks of the question's words, in
/// UTF-16 code units.
///
/// Items of lists and rows of tables begin new lines; an ellipsis, not counted in `most`, replaces
/// left-out text. Only units `within` are shown. `found` are the question's words in the text of
/// the units. The last value is the position of the best sentence, if one has anything of the
/// question.
pub(crate) fn fragments(
    units: &Units<'_>,
    found: &[Found],
    most: usize,
    within: &Range<usize>,
) -> (String, Vec<[u32; 2]>, Option<[u32; 2]>) {
    let chosen = chosen(units, most, within);
    if chosen.is_empty() {
        let (excerpt, marks) = excerpt_around(units.text, found, most);
        return (excerpt, marks, None);
    }
    let mut excerpt = Excerpt::default();
    let mut last = 0;
    for run in runs(&chosen) {
        if run.start > 0 {
            let gap = if last > 0 { GAP } else { GAP.trim() };
            excerpt.text.push_str(gap);
        }
        excerpt.push(units, &run, found);
        last = run.end;
    }
    if last < units.all.len() {
        excerpt.text.push_str(GAP.trim());
    }
    let marks = utf16(&excerpt.text, excerpt.marks.into_iter());
    let highlight = best(units, &chosen).and_then(|best| {
        let words = units.text[best.range.clone()].split_whitespace();
        let sentence = words.collect::<Vec<&str>>().join(" ");
        let start = excerpt.text.find(&sentence)?;
        Some(span(&excerpt.text, start..start + sentence.len()))
    });
    (excerpt.text, marks, highlight)
}

/// Returns the sentence, item or row with most of the question, if one has anything of it.
fn best<'u>(units: &'u Units<'_>, chosen: &[usize]) -> Option<&'u Unit> {
    let mut best = None;
    let mut most = 0.0;
    for unit in chosen.iter().map(|number| &units.all[*number]) {
        let gain = gain(unit, &[]);
        if matches!(unit.form, Form::Statement | Form::Lead) && gain > most {
            (best, most) = (Some(unit), gain);
        }
    }
    best
}

/// Returns the numbers of the shown units, ascending; none if not even the best one fits.
fn chosen(units: &Units<'_>, most: usize, within: &Range<usize>) -> Vec<usize> {
    let lengths: Vec<usize> = (0..units.all.len())
        .map(|number| units.characters(number) + 1)
        .collect();
    let mut left = most;
    let mut shown = vec![false; lengths.len()];
    let mut covered: Vec<usize> = Vec::new();
    loop {
        let mut best: Option<(f64, usize)> = None;
        for (number, unit) in units.all.iter().enumerate() {
            // The best one is tried regardless of its length.
            if !within.contains(&number) || shown[number] || (lengths[number] > left && left < most)
            {
                continue;
            }
            let neighbours = [number.checked_sub(1), Some(number + 1)];
            let mut neighbours = neighbours.into_iter().flatten();
            let is_neighbour = neighbours.any(|other| shown.get(other) == Some(&true));
            let gain = gain(unit, &covered) + if is_neighbour { BESIDE } else { 0.0 };
            if best.is_none_or(|(most, _)| gain > most + 1e-9) {
                best = Some((gain, number));
            }
        }
        let Some((_, number)) = best.filter(|(_, number)| lengths[*number] <= left) else {
            break;
        };
        shown[number] = true;
        left -= lengths[number];
        covered.extend(units.all[number].terms.iter().map(|(term, _)| *term));
    }
    (0..shown.len()).filter(|number| shown[*number]).collect()
}

/// Returns the value that a unit adds to the shown ones.
fn gain(unit: &Unit, covered: &[usize]) -> f64 {
    let mut all = 0.0;
    let mut new = 0.0;
    for (term, value) in &unit.terms {
        all += value;
        new += if covered.contains(term) { AGAIN } else { 1.0 } * value;
    }
    let share = if all > 0.0 { new / all } else { 0.0 };
    unit.value * share + EXPECTED * unit.expected
}

/// Groups consecutive numbers.
fn runs(numbers: &[usize]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(last) if last.end == *number => last.end += 1,
            _ => runs.push(*number..*number + 1),
        }
    }
    runs
}

/// An excerpt under construction: its text, and the byte ranges of the question's words.
#[derive(Default)]
struct Excerpt {
    text: String,
    marks: Vec<(usize, usize)>,
}

impl Excerpt {
    /// Appends consecutive units. Items and rows begin new lines; other white space becomes single
    /// spaces.
    fn push(&mut self, units: &Units<'_>, run: &Range<usize>, found: &[Found]) {
        let (text, bytes) = (units.text, units.bytes(run));
        let mut lines = run
            .clone()
            .filter_map(|unit| units.line_of(unit))
            .peekable();
        let mut own = found.iter().filter(|own| bytes.contains(&own.start));
        let mut next = own.next();
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let mut space = false;
        for (at, c) in text[bytes.clone()].char_indices() {
            let at = bytes.start + at;
            ends.retain(|(end, mark)| {
                if *end <= at {
                    self.marks[*mark].1 = self.text.len();
                }
                *end > at
            });
            if c.is_whitespace() {
                space = true;
                continue;
            }
            if std::mem::take(&mut space) {
                while lines.next_if(|line| *line < at).is_some() {}
                let begins_line = lines.next_if_eq(&at).is_some();
                self.text.push(if begins_line { '\n' } else { ' ' });
            }
            while let Some(found) = next.filter(|found| found.start <= at) {
                ends.push((found.end, self.marks.len()));
                self.marks.push((self.text.len(), self.text.len()));
                next = own.next();
            }
            self.text.push(c);
        }
        for (_, mark) in ends {
            self.marks[mark].1 = self.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::find;
    use super::super::marks::tests::{marked, query};
    use super::super::units::Asked;
    use super::*;
    use crate::hit::Hit;

    fn hit(text: &str) -> Hit {
        Hit {
            text: text.to_owned(),
            ..Hit::default()
        }
    }

    fn of(text: &str, question: &str, most: usize) -> (String, Vec<String>) {
        let query = query(question, "en");
        let matcher = query.matcher("en");
        let found = find(text, &matcher);
        let hit = hit(text);
        let units = Units::new(&hit, &found, Asked::new(&query, None, &matcher));
        let (excerpt, marks, _) = fragments(&units, &found, most, &(0..units.all.len()));
        let marked = marked(&excerpt, &marks);
        (excerpt, marked)
    }

    const TEXT: &str = "Welcome to the hall. The fee is due in May. Nobody knows the cook. \
                        Dinner is at six.\n• A late fee\n  is added.";

    #[test]
    fn r32_the_best_sentences_are_shown_whole_and_in_order() {
        let (excerpt, marked) = of(TEXT, "late fee", 50);
        assert_eq!(excerpt, "…The fee is due in May. … A late fee is added.");
        assert_eq!(marked, ["fee", "late", "fee"]);
    }

    fn best_of(text: &str, question: &str, most: usize) -> String {
        let query = query(question, "en");
        let matcher = query.matcher("en");
        let found = find(text, &matcher);
        let hit = hit(text);
        let units = Units::new(&hit, &found, Asked::new(&query, None, &matcher));
        let (excerpt, _, best) = fragments(&units, &found, most, &(0..units.all.len()));
        marked(&excerpt, &Vec::from_iter(best)).concat()
    }

    #[test]
    fn r32_the_best_sentence_is_named_if_it_has_anything_of_the_question() {
        assert_eq!(best_of(TEXT, "late fee", 500), "A late fee");
        assert_eq!(best_of(TEXT, "fee due", 30), "The fee is due in May.");
        assert_eq!(
            best_of("🎓 One.\nTwo  fees. Three.", "fee", 50),
            "Two fees."
        );
        assert_eq!(best_of(TEXT, "parking", 500), "");
        assert_eq!(best_of(TEXT, "cook", 5), "");
        assert_eq!(
            best_of("Fee: 5.\n↗ Late fee forms", "late fee", 50),
            "Fee: 5."
        );
    }

    #[test]
    fn r32_neighbours_fill_the_remaining_space() {
        let (excerpt, _) = of(TEXT, "dinner", 50);
        assert_eq!(excerpt, "…Nobody knows the cook. Dinner is at six.…");
    }

    #[test]
    fn r32_a_text_that_fits_is_shown_whole_with_single_spaces() {
        let (excerpt, marked) = of("One  fee.\n\nTwo.", "fee", 50);
        assert_eq!((excerpt.as_str(), marked.len()), ("One fee. Two.", 1));
    }

    #[test]
    fn r32_items_rows_and_the_text_after_them_begin_new_lines() {
        let text =
            "Fees of the hall:\n• A fee  for one\n• A fee for two\nPay the fee\nin May. Or June.";
        let (excerpt, marked) = of(text, "fee", 200);
        let lines =
            "Fees of the hall:\n• A fee for one\n• A fee for two\nPay the fee in May. Or June.";
        assert_eq!((excerpt.as_str(), marked.len()), (lines, 4));
    }

    #[test]
    fn r32_only_units_of_the_requested_part_are_shown() {
        let query = query("fee", "en");
        let matcher = query.matcher("en");
        let found = find(TEXT, &matcher);
        let hit = hit(TEXT);
        let units = Units::new(&hit, &found, Asked::new(&query, None, &matcher));
        let (excerpt, ..) = fragments(&units, &found, 500, &(2..4));
        assert_eq!(excerpt, "…Nobody knows the cook. Dinner is at six.…");
    }

    #[test]
    fn r32_a_sentence_that_is_too_long_is_cut_around_the_question_s_words() {
        let text = format!("{}the fee {}", "so ".repeat(50), "on ".repeat(50));
        let (excerpt, marked) = of(&text, "fee", 30);
        assert!(excerpt.chars().count() <= 32, "{excerpt}");
        assert_eq!(marked, ["fee"]);
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::*;

        proptest! {
            #[test]
            fn marks_are_never_empty_and_excerpts_respect_the_limit(
                text in "([a-cğıİ🎓]{0,5}[ \n.,'?!•-]{0,3}){0,40}|.{0,120}",
                question in "[a-cğıİ]{1,3}( [a-cğıİ]{1,3}){0,3}",
                most in 1..80_usize,
            ) {
                let (excerpt, marked) = of(&text, &question, most);
                // Each ellipsis has a space beside it.
                let gaps = 2 * excerpt.matches('…').count();
                prop_assert!(excerpt.chars().count() <= most + gaps, "{excerpt}");
                prop_assert!(marked.iter().all(|word| !word.is_empty()));
            }
        }
    }
}
