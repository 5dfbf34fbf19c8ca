//! Language, words and stop words of a question.

use super::{QueryOperator, QuerySettings, TextSettings};
use crate::error::{Error, Result};
use crate::language::SharedList;
use crate::query::{Origin, Query, Reading, Term};
use crate::text::{
    Language, StopWords, Token, WordLists, as_written, detect_knowing, is_unspaced, other_language,
    primary, tokenise,
};

/// Detects the question's language and analyses the question by the rules of every language of
/// the site, its own first.
#[derive(Debug)]
pub struct Analysis {
    languages: Vec<String>,
    stop_words: StopWords,
    words: WordLists,
    stop_word_weight: f64,
    extra_weight: f64,
    other_language_weight: f64,
}

impl Analysis {
    /// Creates the analysis for a site with these languages, the default first.
    pub fn new(
        languages: &[String],
        text: &TextSettings,
        words: &WordLists,
        query: &QuerySettings,
        other_language_weight: f64,
    ) -> Self {
        Self {
            languages: languages.to_vec(),
            stop_words: StopWords::new(&text.stop_words, words),
            words: words.clone(),
            stop_word_weight: query.stop_word_weight,
            extra_weight: query.extra_weight,
            other_language_weight,
        }
    }

    /// Returns the site's languages, the expected one first: it wins if the words do not decide.
    fn candidates(&self, expected: &str) -> Vec<String> {
        let same = |tag: &&String| tag.eq_ignore_ascii_case(expected);
        let related = |tag: &&String| primary(tag) == primary(expected);
        let mut tags = self.languages.iter();
        let known = tags.clone().find(same).or_else(|| tags.find(related));
        let others = self.languages.iter().filter(|tag| Some(*tag) != known);
        known.into_iter().chain(others).cloned().collect()
    }

    /// Returns a text in the characters of the site's pages. Japanese writes some of those that
    /// Chinese pages replace: on a site with both, a text is respelt if it is read as Chinese.
    pub(crate) fn respelt(&self, text: &str, tag: &str) -> String {
        let is_read_alike = || !self.languages.iter().any(|own| primary(own) == "ja");
        match self.words.any(SharedList::Variants) {
            "" => text.to_owned(),
            variants if primary(tag) == "zh" || is_read_alike() => as_written(text, variants),
            _ => text.to_owned(),
        }
    }

    fn reading(&self, query: &Query, tag: &str, weight: f64) -> Reading {
        let text = self.respelt(&query.text, tag);
        let text = text.as_str();
        let language = Language::from_tag(tag);
        let tokens = tokenise(text, language);
        let content =
            |token: &&Token| token.is_word() && !self.stop_words.contains(&token.text, language);
        // A question made only of stop words keeps them (R5).
        let all_stop = !tokens.iter().any(|token| content(&token));
        let mut terms: Vec<Term> = Vec::with_capacity(tokens.len());
        for token in tokens.iter().filter(|token| !is_half_of_pair(token)) {
            let (origin, weight) = if !token.is_word() {
                (Origin::Extra, self.extra_weight)
            } else if content(&token) || all_stop {
                (Origin::Typed, 1.0)
            } else {
                (Origin::Stop, self.stop_word_weight)
            };
            let mut term = Term::new(&token.text, language, weight, origin);
            term.careful &= !text[token.start..token.end].contains('I');
            term.position = token.position;
            term.partial = query.partial && token.end == text.len();
            // `e-mail mail`: one word's second reading may also be typed as a word.
            match terms.iter_mut().find(|known| known.surface == term.surface) {
                Some(known) if known.weight < weight => *known = term,
                Some(_) => {}
                None => terms.push(term),
            }
        }
        Reading::new(tag, weight, text, terms)
    }
}

/// Returns whether a token is a single character of a script without spaces. It says less than the
/// pairs that contain it, and would be marked wherever it occurs.
fn is_half_of_pair(token: &Token) -> bool {
    !token.is_word() && token.text.starts_with(is_unspaced)
}

#[cfg(test)]
thread_local! {
    /// Number of analyses in this thread.
    pub(crate) static ANALYSES: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl Analysis {
    /// Like [`QueryOperator::apply`], with the number of words of the question that the site uses
    /// in the language of a tag more than in its other languages.
    pub(crate) fn read(&self, query: &mut Query, known: &[(String, usize)]) -> Result<()> {
        #[cfg(test)]
        ANALYSES.set(ANALYSES.get() + 1);
        let candidates = self.candidates(&query.language);
        let own = detect_knowing(&query.text, &candidates, &self.stop_words, known).to_owned();
        query.readings = vec![self.reading(query, &own, 1.0)];
        if query.readings[0].terms.is_empty() {
            return Err(Error::EmptyQuestion);
        }
        if self.other_language_weight > 0.0 {
            for tag in candidates.iter().filter(|tag| **tag != own) {
                let reading = self.reading(query, tag, self.other_language_weight);
                query.readings.push(reading);
            }
        }
        query.language = own;
        query.words = self.words.clone();
        Ok(())
    }

    /// Returns the language of a text that is in none of the site's languages.
    pub(crate) fn other_language(&self, text: &str) -> Option<&'static str> {
        other_language(text, &self.languages, &self.stop_words)
    }

    /// Analyses a question again if `known` changes its language. `expected` is the language before
    /// the analysis.
    pub(crate) fn revise(
        &self,
        query: &mut Query,
        expected: &str,
        known: &[(String, usize)],
    ) -> Result<()> {
        let candidates = self.candidates(expected);
        if detect_knowing(&query.text, &candidates, &self.stop_words, known) == query.language {
            return Ok(());
        }
        expected.clone_into(&mut query.language);
        self.read(query, known)
    }
}

impl QueryOperator for Analysis {
    fn name(&self) -> &'static str {
        "analysis"
    }

    /// `query.language` may contain the expected language, for example that of the page.
    fn apply(&self, query: &mut Query) -> Result<()> {
        self.read(query, &[])
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a question on a site in these languages, with default settings.
    pub(in crate::pre_retrieval) fn analysed(text: &str, languages: [&str; 2]) -> Result<Query> {
        let languages = languages.map(str::to_owned);
        let (text_settings, settings) = (TextSettings::default(), QuerySettings::default());
        let mut query = Query {
            text: text.into(),
            ..Query::default()
        };
        let tags: Vec<&str> = languages.iter().map(String::as_str).collect();
        let words = WordLists::of_languages(&tags);
        Analysis::new(&languages, &text_settings, &words, &settings, 0.5).apply(&mut query)?;
        Ok(query)
    }

    fn analyse(text: &str) -> Result<Query> {
        analysed(text, ["tr", "en"])
    }

    fn typed(query: &Query) -> Vec<&str> {
        let own = query.own().unwrap();
        own.terms
            .iter()
            .filter(|t| t.origin == Origin::Typed)
            .map(|t| t.surface.as_str())
            .collect()
    }

    #[test]
    fn r5_stop_words_weigh_less_than_content_words() {
        let query = analyse("staj için ne gerekir?").unwrap();
        assert_eq!(typed(&query), ["staj"]);
        let stop = &query.readings[0].terms[1];
        assert!(stop.origin == Origin::Stop && stop.weight < 1.0);
    }

    #[test]
    fn r4_a_typed_word_outweighs_the_same_word_as_a_second_reading() {
        assert_eq!(typed(&analyse("e-mail mail").unwrap()), ["email", "mail"]);
        assert_eq!(typed(&analyse("DS-160 160").unwrap()), ["ds160", "160"]);
        let query = analyse("DS-160 160").unwrap();
        let term = &query.readings[0].terms[2];
        assert!(term.surface == "160" && term.weight >= 1.0 && term.position == 1);
        let query = analyse("mail e-mail").unwrap();
        assert_eq!(typed(&query), ["mail", "email"], "in either order");
    }

    #[test]
    fn r5_a_question_of_stop_words_alone_keeps_them() {
        assert_eq!(
            typed(&analyse("nasıl ve neden?").unwrap()),
            ["nasıl", "ve", "neden"]
        );
    }

    #[test]
    fn r5_an_empty_question_is_a_clear_error() {
        for empty in ["", "   ", "?!…"] {
            assert_eq!(
                analyse(empty).unwrap_err(),
                Error::EmptyQuestion,
                "{empty:?}"
            );
        }
    }

    #[test]
    fn r8_both_languages_are_searched_with_the_question_s_own_first() {
        let query = analyse("how do I apply for an internship").unwrap();
        assert_eq!(query.language, "en");
        let tags: Vec<(&str, f64)> = query
            .readings
            .iter()
            .map(|r| (r.tag.as_str(), r.weight))
            .collect();
        assert_eq!(tags, [("en", 1.0), ("tr", 0.5)]);
    }

    #[test]
    fn r11_only_a_last_word_without_following_characters_is_unfinished() {
        let partial = |text: &str, partial: bool| {
            let mut query = Query {
                text: text.into(),
                partial,
                ..Query::default()
            };
            let settings = QuerySettings::default();
            let languages = ["tr".to_owned()];
            let words = WordLists::default();
            Analysis::new(&languages, &TextSettings::default(), &words, &settings, 0.5)
                .apply(&mut query)
                .unwrap();
            let terms = query.readings.remove(0).terms.into_iter();
            terms
                .filter(|term| term.partial)
                .map(|term| term.surface)
                .collect::<Vec<String>>()
        };
        assert_eq!(partial("staj başv", true), ["başv"]);
        assert_eq!(partial("h-1", true), ["h1"]);
        for (text, is_partial) in [("staj başv ", true), ("staj?", true), ("staj başv", false)] {
            assert!(partial(text, is_partial).is_empty(), "{text}");
        }
    }

    // In English capitals `iş` becomes `IŞ`, which Turkish rules read as `ış`.
    #[test]
    fn r4_a_capital_i_is_no_evidence_of_either_letter() {
        let careful = |text: &str| analyse(text).unwrap().readings[0].terms[0].careful;
        assert!(careful("ışık") && careful("İŞ") && careful("çağ"));
        assert!(!careful("IŞ") && !careful("KAYIT") && !careful("kayit"));
    }

    #[test]
    fn r4_every_spelling_has_the_same_fold_key() {
        for spelling in [
            "OGRENCI",
            "ogrenci",
            "ÖĞRENCİ",
            "Öğrenci",
            "Ogrencı",
            "öğrenci'nin",
        ] {
            assert_eq!(
                analyse(spelling).unwrap().readings[0].terms[0].key,
                "ogrenci",
                "{spelling}"
            );
        }
    }
}
