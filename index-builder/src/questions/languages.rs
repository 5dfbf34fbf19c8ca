//! Determines the languages of a line's questions.
//!
//! A section may have one line per request: the first in its own language, another when a language
//! is added later. A line by a model names its languages, unless the page's language is the only
//! one. Lines by people may omit them.

use soru_ingest::three_letters;
use whatlang::{Detector, Lang};

use super::line::Line;

/// The minimum number of questions in a language that counts for a line.
const FEWEST: usize = 2;

/// The minimum share of a line's questions in a language, as a denominator.
const PART: usize = 3;

/// Returns the wanted languages of a page's questions: its own, then the others.
pub fn wanted_languages(own: &str, others: &[String]) -> Vec<String> {
    let mut wanted = vec![own.to_owned()];
    for tag in others {
        if !wanted.contains(tag) {
            wanted.push(tag.clone());
        }
    }
    wanted
}

/// Returns the languages of a line's questions. If the line names none, these are the page's own
/// language, and the languages of `wanted` in which a good part of its questions is written.
pub fn languages_of(line: &Line, own: &str, wanted: &[String]) -> Vec<String> {
    if !line.languages.is_empty() {
        return line.languages.clone();
    }
    let detected = detected_languages(line, wanted);
    let is_there = |tag: &&String| {
        let count = detected.iter().filter(|lang| **lang == three_letters(tag));
        let count = count.count();
        count >= FEWEST && count * PART >= detected.len()
    };
    let others = wanted.iter().filter(|tag| *tag != own);
    let others: Vec<String> = others.filter(is_there).cloned().collect();
    wanted_languages(own, &others)
}

/// Returns the language of each question. A short question is enough to choose among a few
/// languages, but not among all.
fn detected_languages(line: &Line, wanted: &[String]) -> Vec<Option<Lang>> {
    let known: Option<Vec<Lang>> = wanted.iter().map(|tag| three_letters(tag)).collect();
    let Some(known) = known.filter(|known| known.len() > 1) else {
        return Vec::new();
    };
    let detector = Detector::with_allowlist(known);
    let questions = line.questions.iter();
    questions
        .map(|question| detector.detect_lang(&question.text))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn languages(questions: &[&str], named: &[&str]) -> Vec<String> {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let line = Line {
            questions: questions.iter().map(|text| (*text).into()).collect(),
            languages: texts(named),
            ..Line::default()
        };
        languages_of(&line, "en", &["en".to_owned(), "tr".to_owned()])
    }

    #[test]
    fn a_line_that_names_its_languages_has_those() {
        assert_eq!(
            languages(&["who do I tell when I am ill?"], &["tr"]),
            ["tr"]
        );
    }

    #[test]
    fn the_language_of_questions_written_by_people_is_detected() {
        let english = ["who do I tell when I am ill?", "when is the sick note due?"];
        let turkish = [
            "hastalandığımda kime haber vermeliyim?",
            "sağlık raporunu ne zaman vermem gerekiyor?",
        ];
        assert_eq!(languages(&english, &[]), ["en"]);
        assert_eq!(languages(&[english, turkish].concat(), &[]), ["en", "tr"]);
        assert_eq!(languages(&[], &[]), ["en"]);
        // A single question may be a name or a mistake.
        assert_eq!(languages(&turkish[..1], &[]), ["en"]);
    }
}
