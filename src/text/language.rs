//! Detects the language of a question.
//!
//! Questions are too short for character statistics alone. The evidence, strongest first: function
//! words, letters that only Turkish has, words that the site uses in only one of its languages, and
//! word endings that are common in one language and rare in the other. The site's languages are the
//! prior and break a tie.

use super::{StopWords, primary, tokenise};
use crate::language::Language;

/// The evidence of a function word that only one language has.
const FUNCTION_WORD: f64 = 1.5;
const TWO_FUNCTION_WORDS: f64 = 2.0 * FUNCTION_WORD;

/// Returns language tags in the form of documents and questions: lower-case primary subtags, each
/// once.
///
/// ```
/// let tags = ["tr-TR".to_owned(), "en".to_owned(), "TR".to_owned()];
/// assert_eq!(soru::text::primary_tags(&tags), ["tr", "en"]);
/// ```
pub fn primary_tags(tags: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(tags.len());
    for tag in tags {
        let tag = primary(tag);
        if !tag.is_empty() && !out.contains(&tag) {
            out.push(tag);
        }
    }
    out
}

/// Returns the tag among `candidates` in which the question is most likely written; the first wins
/// a tie. Empty if there are no candidates.
///
/// ```
/// use soru::text::{StopWords, detect};
/// let words = StopWords::default_lists();
/// let site = ["tr".to_owned(), "en".to_owned()];
/// assert_eq!(detect("staj ne zaman", &site, &words), "tr");
/// assert_eq!(detect("when is the internship", &site, &words), "en");
/// assert_eq!(detect("erasmus", &site, &words), "tr");
/// ```
pub fn detect<'c>(question: &str, candidates: &'c [String], stop_words: &StopWords) -> &'c str {
    detect_knowing(question, candidates, stop_words, &[])
}

/// Like [`detect`], with the number of words of the question that the site uses more often in the
/// language of a tag than in its other languages.
pub(crate) fn detect_knowing<'c>(
    question: &str,
    candidates: &'c [String],
    stop_words: &StopWords,
    known: &[(String, usize)],
) -> &'c str {
    let mut best: Option<(&str, f64)> = None;
    for tag in candidates {
        let own = evidence(question, Language::from_tag(tag), stop_words);
        let known = known.iter().find(|(known, _)| known == tag);
        let score = own + known.map_or(0.0, |(_, words)| *words as f64);
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((tag, score));
        }
    }
    best.map_or("", |(tag, _)| tag)
}

/// Returns the tag of the language in which a question is written, if the engine supports that
/// language and it is not one of the site's. At least two function words are required, and words of
/// the site's own languages count against it.
pub(crate) fn other_language(
    question: &str,
    site: &[String],
    stop_words: &StopWords,
) -> Option<&'static str> {
    let of_site = |tag: &str| site.iter().any(|own| primary(own) == tag);
    if site.is_empty() {
        return None;
    }
    let mut against = 0.0;
    for tag in site {
        against = f64::max(against, evidence_of_site(question, tag, stop_words));
    }
    let mut foreign = Language::KNOWN.iter().filter(|(tag, _)| !of_site(tag));
    foreign
        .find(|(_, language)| {
            let evidence = evidence(question, *language, stop_words);
            evidence >= TWO_FUNCTION_WORDS && evidence > against
        })
        .map(|(tag, _)| *tag)
}

/// Returns the evidence for a language of the site. The engine does not know the letters and
/// endings of a language whose words are only in the bundle.
fn evidence_of_site(question: &str, tag: &str, stop_words: &StopWords) -> f64 {
    let language = Language::from_tag(tag);
    if language != Language::Other {
        return evidence(question, language, stop_words);
    }
    let tokens = tokenise(question, language);
    let words = tokens.iter().map(|token| token.text.as_str());
    stop_words.count(words, language) as f64 * FUNCTION_WORD
}

fn evidence(question: &str, language: Language, stop_words: &StopWords) -> f64 {
    if language == Language::Other {
        return 0.0;
    }
    let own = language.detection();
    let letters = question.chars().filter(|c| own.letters.contains(c)).count();
    let mut score = letters as f64;
    for token in tokenise(question, language) {
        // `iş` has the fold key of `is`, but no English word is written `iş`.
        let could_be = !own.is_ascii || token.text.is_ascii();
        if !token.is_word() || token.text.len() < 2 || !could_be {
            continue;
        }
        if stop_words.contains(&token.text, language) {
            let ambiguous = own.ambiguous.contains(&token.text.as_str());
            score += if ambiguous { 0.7 } else { FUNCTION_WORD };
        }
        if ends_with_any(&token.text, own.endings) {
            score += 0.7;
        }
    }
    score
}

fn ends_with_any(word: &str, endings: &[&str]) -> bool {
    let folded = super::fold(word);
    endings
        .iter()
        .any(|ending| folded.len() > ending.len() + 2 && folded.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordered::Map;
    use crate::text::WordLists;

    fn of(question: &str) -> String {
        let site = ["en".to_owned(), "tr".to_owned()];
        detect(question, &site, &StopWords::default_lists()).to_owned()
    }

    #[test]
    fn r8_the_language_of_full_questions_is_detected() {
        for question in [
            "staj başvurusu nasıl yapılır?",
            "harc ucretleri ne kadar",
            "KAYIT YENILEME NE ZAMAN",
            "ogrenci belgesi nereden alinir",
            "yurt basvurulari",
            "iş",
            "öne",
        ] {
            assert_eq!(of(question), "tr", "{question}");
        }
        for question in [
            "how do I apply for an internship?",
            "tuition fees",
            "registration deadline",
            "Am I eligible for H-1B with a CS degree?",
            "is there a dormitory",
        ] {
            assert_eq!(of(question), "en", "{question}");
        }
    }

    #[test]
    fn r8_turkish_words_that_look_english_are_turkish() {
        for question in ["büt", "not ortalaması", "not yükseltme", "kariyer günü"] {
            assert_eq!(of(question), "tr", "{question}");
        }
    }

    #[test]
    fn r8_words_of_only_one_site_language_determine_that_of_a_short_question() {
        let site = ["tr".to_owned(), "en".to_owned()];
        let stop_words = StopWords::default_lists();
        let known = [("en".to_owned(), 1)];
        let language = |question| detect_knowing(question, &site, &stop_words, &known);
        assert_eq!(language("final exam"), "en");
        assert_eq!(language("final sınavı ne zaman"), "tr");
    }

    #[test]
    fn r8_a_question_in_a_language_that_the_site_lacks_is_recognised() {
        let additions = [(
            "de",
            vec!["was".to_owned(), "an".to_owned(), "der".to_owned()],
        )];
        let words = StopWords::new(&Map::from(additions), &WordLists::default());
        let of = |question, site: &[&str]| {
            let site: Vec<String> = site.iter().map(|tag| (*tag).to_owned()).collect();
            other_language(question, &site, &words)
        };
        assert_eq!(
            of("How do I extend my residence permit?", &["de"]),
            Some("en")
        );
        assert_eq!(
            of("oturma iznimi nasıl uzatırım", &["de", "en"]),
            Some("tr")
        );
        assert_eq!(
            of("Was kostet das Studium an der Hochschule?", &["de"]),
            None
        );
        assert_eq!(of("how do I enrol", &["tr", "en-GB"]), None);
        assert_eq!(of("Erasmus 2026", &["de"]), None);
        assert_eq!(of("how do I enrol", &[]), None);
    }

    #[test]
    fn r8_the_site_s_first_language_breaks_a_tie() {
        assert_eq!(of("erasmus 2026"), "en");
        let turkish_first = ["tr".to_owned(), "en".to_owned()];
        assert_eq!(
            detect("h1b", &turkish_first, &StopWords::default_lists()),
            "tr"
        );
        assert_eq!(detect("h1b", &[], &StopWords::default_lists()), "");
    }
}
