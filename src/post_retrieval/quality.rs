//! `quality`: trusted hosts, complete chunks, and signs that a chunk is an answer.

use super::constants::{largest, not_negative, scale};
use super::{PATH, Reranker};
use crate::authority::Authority;
use crate::error::Result;
use crate::hit::Hit;
use crate::needs::Attempt;
use crate::ordered::{Map, Set};
use crate::query::Query;
use crate::text::{Language, Token, fold, primary, stem, tokenise};

crate::settings! {
    /// Constants of `quality`; the table of hosts is `ranking.authority`.
    pub struct QualitySettings {
        /// Chunks with more characters than this are complete.
        pub complete_characters: usize = 600,
        /// Bonus of a complete chunk.
        pub complete: f64 = 0.10,
        /// Chunks with more characters than this are nearly complete.
        pub nearly_complete_characters: usize = 400,
        /// Bonus of a nearly complete chunk.
        pub nearly_complete: f64 = 0.05,
        /// Bonus of a chunk with a number.
        pub number: f64 = 0.03,
        /// Bonus of a chunk with an answer verb.
        pub verb: f64 = 0.02,
        /// Verbs typical of answers, by language tag; a language given here replaces its built-in
        /// list. Any form with the same stem counts; in Turkish, whose stems drop only the endings
        /// of nouns, only the listed forms count.
        pub answer_verbs: Map<Vec<String>> = default_verbs(),
    }
}

/// New score = old score, scaled to 0..1, + authority + completeness + answer indicators.
///
/// The old scores are divided by the largest, to bring them to the scale of the bonuses. If none is
/// above 0, they do not change.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    settings: QualitySettings,
    authority: Authority,
    verbs: Map<Verbs>,
}

/// The answer verbs of one language. Turkish verbs have no stems here: the stem of `başlar`
/// ("begins") is `baş` ("head").
#[derive(Debug, Clone, Default, PartialEq)]
struct Verbs {
    keys: Set,
    stems: Set,
}

impl Quality {
    /// Creates it with the site's table of hosts, `ranking.authority`.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a constant or a table entry that is
    /// negative or not finite, and for a table key that is not a host.
    pub fn new(settings: &QualitySettings, authority: &Map<f64>) -> Result<Self> {
        not_negative(
            "quality",
            &[
                ("complete", settings.complete),
                ("nearly_complete", settings.nearly_complete),
                ("number", settings.number),
                ("verb", settings.verb),
            ],
        )?;
        let verbs = |(tag, words): (&String, &Vec<String>)| (primary(tag), Verbs::new(tag, words));
        Ok(Self {
            settings: settings.clone(),
            authority: Authority::new(authority, &format!("{PATH}.authority"))?,
            verbs: settings.answer_verbs.iter().map(verbs).collect(),
        })
    }

    fn bonus(&self, hit: &Hit) -> f64 {
        self.authority.of(&hit.url) + self.completeness(&hit.text) + self.indicators(hit)
    }

    fn completeness(&self, text: &str) -> f64 {
        let length = text.chars().count();
        if length > self.settings.complete_characters {
            self.settings.complete
        } else if length > self.settings.nearly_complete_characters {
            self.settings.nearly_complete
        } else {
            0.0
        }
    }

    fn indicators(&self, hit: &Hit) -> f64 {
        let language = Language::from_tag(&hit.lang);
        let tokens = tokenise(&hit.text, language);
        let verbs = self.verbs.get(&primary(&hit.lang));
        let is_verb = |token: &Token| verbs.is_some_and(|verbs| verbs.have(token, language));
        let mut bonus = 0.0;
        if tokens.iter().any(is_number) {
            bonus += self.settings.number;
        }
        if tokens.iter().any(is_verb) {
            bonus += self.settings.verb;
        }
        bonus
    }
}

impl Reranker for Quality {
    fn name(&self) -> &'static str {
        "quality"
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let unit = largest(hits);
        Ok(hits
            .iter()
            .map(|hit| scale(hit.score, unit) + self.bonus(hit))
            .collect())
    }
}

impl Verbs {
    fn new(tag: &str, words: &[String]) -> Self {
        let language = Language::from_tag(tag);
        let keys = words.iter().map(|word| fold(word)).collect();
        // If verbs have many endings, their forms are listed one by one.
        let is_listed = language.letters().is_agglutinative;
        let stemmed = words.iter().filter(|_| !is_listed);
        let stems = stemmed.map(|word| fold(&stem(word, language))).collect();
        Self { keys, stems }
    }

    /// Returns whether a token is one of these verbs. It stems only words that begin like a verb's
    /// stem, since stemming is slow.
    fn have(&self, token: &Token, language: Language) -> bool {
        let key = fold(&token.text);
        self.keys.contains(&key)
            || (self.may_begin(&key) && self.stems.contains(&fold(&stem(&token.text, language))))
    }

    fn may_begin(&self, key: &str) -> bool {
        let Some((end, last)) = key.char_indices().nth(1) else {
            return false;
        };
        let start = &key[..end + last.len_utf8()];
        self.stems.any_begins_with(start)
    }
}

/// Returns whether it is a number in digits. Codes such as `h1b` are names, not amounts.
fn is_number(token: &Token) -> bool {
    token.is_word()
        && token.text.starts_with(|c: char| c.is_ascii_digit())
        && token.text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

fn default_verbs() -> Map<Vec<String>> {
    let list = |words: &str| words.split_whitespace().map(str::to_owned).collect();
    Language::KNOWN
        .map(|(tag, own)| (tag, list(own.verbs())))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post_retrieval::RankingSettings;

    fn quality() -> Quality {
        let settings = RankingSettings::default();
        Quality::new(&settings.quality, &settings.authority).unwrap()
    }

    fn hit(score: f64, text: &str, lang: &str) -> Hit {
        Hit {
            score,
            text: text.to_owned(),
            lang: lang.to_owned(),
            ..Hit::default()
        }
    }

    fn score_of(hits: &[Hit]) -> f64 {
        quality().scores(&Query::default(), hits).unwrap()[0]
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }

    #[test]
    fn r25_every_bonus_adds_its_documented_constant() {
        let long = "word ".repeat(121);
        let middle = "word ".repeat(81);
        for (text, bonus) in [
            ("word", 0.0),
            (long.as_str(), 0.10),
            (middle.as_str(), 0.05),
            ("word 85,000", 0.03),
            ("word requires", 0.02),
            ("It costs $85,000.", 0.05),
        ] {
            assert_near(score_of(&[hit(7.0, text, "en")]), 1.0 + bonus);
        }
    }

    #[test]
    fn r25_the_thresholds_are_more_than_600_and_more_than_400_characters() {
        for (length, bonus) in [(400, 0.0), (401, 0.05), (600, 0.05), (601, 0.10)] {
            assert_near(
                score_of(&[hit(1.0, &"ş".repeat(length), "tr")]),
                1.0 + bonus,
            );
        }
    }

    #[test]
    fn r25_the_host_s_authority_adds_to_the_score() {
        let mut official = hit(2.0, "word", "en");
        official.url = "https://www.uscis.gov/h-1b".into();
        assert_near(score_of(&[official]), 1.15);
    }

    #[test]
    fn r25_scores_are_scaled_so_that_bonuses_decide_between_near_ones() {
        let plain = hit(30.0, "word", "en");
        let numbered = hit(29.9, "word 5", "en");
        let scores = quality()
            .scores(&Query::default(), &[plain, numbered])
            .unwrap();
        assert!(scores[1] > scores[0], "{scores:?}");
    }

    #[test]
    fn r25_scores_of_zero_and_below_keep_their_order() {
        let hits = [
            hit(0.0, "a", "en"),
            hit(-3.0, "a", "en"),
            hit(-1e308, "a", "en"),
        ];
        let scores = quality().scores(&Query::default(), &hits).unwrap();
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
        assert!(scores.iter().all(|score| score.is_finite()));
    }

    #[test]
    fn r25_turkish_answer_verbs_count_in_any_spelling() {
        for text in [
            "Başvuru formu gerekmektedir",
            "BAŞVURU FORMU GEREKİR",
            "basvuru yapilir",
        ] {
            assert_near(score_of(&[hit(1.0, text, "tr")]), 1.02);
        }
        assert_near(score_of(&[hit(1.0, "gerekir", "en")]), 1.0);
    }

    // The stemmer strips endings of nouns from verbs: `başlar` would become "heads", and `kabul` is
    // a noun.
    #[test]
    fn r25_no_noun_counts_as_a_turkish_verb() {
        for noun in ["baş", "başı", "biteri", "sürerli", "kabul", "teslim"] {
            assert_near(score_of(&[hit(1.0, noun, "tr")]), 1.0);
        }
        assert_near(score_of(&[hit(1.0, "başlar mı", "tr")]), 1.02);
    }

    #[test]
    fn r25_every_listed_verb_counts_and_english_ones_in_any_form() {
        for (tag, verbs) in &QualitySettings::default().answer_verbs {
            for verb in verbs {
                assert_near(score_of(&[hit(1.0, verb, tag)]), 1.02);
            }
        }
        for form in [
            "requires",
            "required",
            "applying",
            "submitted",
            "costs",
            "lasted",
        ] {
            assert_near(score_of(&[hit(1.0, form, "en")]), 1.02);
        }
    }

    #[test]
    fn r25_a_code_is_not_a_number() {
        for text in ["H-1B", "F-1", "COVID-19", "b2"] {
            assert_near(score_of(&[hit(1.0, text, "en")]), 1.0);
        }
        for text in ["1.500,50 TL", "2026/27", "saat 9'da"] {
            assert_near(score_of(&[hit(1.0, text, "tr")]), 1.03);
        }
    }

    #[test]
    fn r25_a_site_may_bring_its_own_verbs() {
        let mut settings = QualitySettings::default();
        settings.answer_verbs.insert("tr", vec!["vardır".into()]);
        let quality = Quality::new(&settings, &Map::new()).unwrap();
        let scores = |text| quality.scores(&Query::default(), &[hit(1.0, text, "tr-TR")]);
        assert_near(scores("yurt vardır").unwrap()[0], 1.02);
        assert_near(scores("form gerekir").unwrap()[0], 1.0);
    }
}
