//! Which language a question is in.
//!
//! Questions are too short for character statistics alone. The evidence, strongest first: letters
//! that only Turkish has, function words, and word endings that are common in one language and
//! rare in the other. The site's languages are the prior and settle a draw.

use super::{StopWords, tokenise};

/// The analysis rules a text follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Turkish.
    Turkish,
    /// English.
    English,
    /// Any other: tokenised and lower-cased, not stemmed.
    Other,
}

impl Language {
    /// From a language tag such as `tr`, `en-GB`, `tr_TR`.
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        match primary(tag).as_str() {
            "tr" => Self::Turkish,
            "en" => Self::English,
            _ => Self::Other,
        }
    }
}

/// `en` of `en-GB`: the lower-case primary subtag.
pub(crate) fn primary(tag: &str) -> String {
    tag.split(['-', '_'])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase()
}

/// Language tags as documents and questions carry them: lower-case primary subtags, each once.
///
/// ```
/// let tags = ["tr-TR".to_owned(), "en".to_owned(), "TR".to_owned()];
/// assert_eq!(soru::text::primary_tags(&tags), ["tr", "en"]);
/// ```
#[must_use]
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

/// The tag among `candidates` that the question is most likely written in; the first wins a draw.
/// Empty if there are no candidates.
///
/// ```
/// use soru::text::{StopWords, detect};
/// let words = StopWords::new(&Default::default());
/// let site = ["tr".to_owned(), "en".to_owned()];
/// assert_eq!(detect("staj ne zaman", &site, &words), "tr");
/// assert_eq!(detect("when is the internship", &site, &words), "en");
/// assert_eq!(detect("erasmus", &site, &words), "tr");
/// ```
#[must_use]
pub fn detect<'c>(question: &str, candidates: &'c [String], stop_words: &StopWords) -> &'c str {
    let mut best: Option<(&str, f64)> = None;
    for tag in candidates {
        let score = evidence(question, Language::from_tag(tag), stop_words);
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((tag, score));
        }
    }
    best.map_or("", |(tag, _)| tag)
}

fn evidence(question: &str, language: Language, stop_words: &StopWords) -> f64 {
    let (letters, endings): (&[char], &[&str]) = match language {
        Language::Turkish => (
            &['ğ', 'ş', 'ı', 'Ğ', 'Ş', 'İ', 'ç', 'ö', 'ü', 'Ç', 'Ö', 'Ü'],
            TURKISH,
        ),
        Language::English => (&[], ENGLISH),
        Language::Other => return 0.0,
    };
    let letters = question.chars().filter(|c| letters.contains(c)).count();
    let tokens = tokenise(question, language);
    // `iş` has the fold key of `is`, but no English word of these is written so.
    let could_be = |word: &&str| language == Language::Turkish || word.is_ascii();
    let words = || {
        tokens
            .iter()
            .filter(|token| token.is_word())
            .map(|token| token.text.as_str())
            .filter(could_be)
    };
    let functions = stop_words.count(words().filter(|word| word.len() > 1), language);
    let endings = words().filter(|word| ends_with_any(word, endings)).count();
    letters as f64 + 1.5 * functions as f64 + 0.7 * endings as f64
}

fn ends_with_any(word: &str, endings: &[&str]) -> bool {
    let folded = super::fold(word);
    endings
        .iter()
        .any(|ending| folded.len() > ending.len() + 2 && folded.ends_with(ending))
}

const TURKISH: &[&str] = &[
    "lar", "ler", "lari", "leri", "larin", "lerin", "dan", "den", "tan", "ten", "nin", "nun",
    "sini", "sinin", "lik", "luk", "yor", "iyor", "uyor", "mak", "mek", "dir", "dur", "tir",
    "acak", "ecek", "mali", "meli", "bilir", "ilir", "ulur", "imi", "umu", "siz", "suz", "yim",
];

const ENGLISH: &[&str] = &[
    "ing", "tion", "tions", "ment", "ments", "ness", "ship", "ships", "ity", "ies", "ed", "ly",
    "ence", "ance", "able", "ible", "ous", "ful", "ght", "ation", "er", "ers", "ual", "ee", "ees",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(question: &str) -> String {
        let site = ["en".to_owned(), "tr".to_owned()];
        detect(question, &site, &StopWords::default_lists()).to_owned()
    }

    #[test]
    fn r8_full_questions_are_told_apart() {
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
    fn r8_the_site_s_first_language_settles_a_draw() {
        assert_eq!(of("erasmus 2026"), "en");
        let turkish_first = ["tr".to_owned(), "en".to_owned()];
        assert_eq!(
            detect("h1b", &turkish_first, &StopWords::default_lists()),
            "tr"
        );
        assert_eq!(detect("h1b", &[], &StopWords::default_lists()), "");
    }
}
