//! Detects the intent of a question, by rules that are the site's data (R6, R7).

use super::QueryOperator;
use crate::error::Result;
use crate::ordered::Map;
use crate::query::{Keyed, Origin, Phrase, Query, Term};
use crate::text::{Language, primary, tokenise};

crate::settings! {
    /// An intent: the words that reveal it, and words that help to find its pages.
    pub struct IntentRule {
        /// Its name.
        pub name: String = String::new(),
        /// Words and phrases that reveal it, by language. They match by word or stem.
        pub keywords: Map<Vec<String>> = Map::new(),
        /// Words added to the question, by language.
        pub boosters: Map<Vec<String>> = Map::new(),
    }
}

/// The intent of a question that no rule matches.
pub const UNKNOWN_INTENT: &str = "unknown";

/// Detects the intent and adds its booster terms.
#[derive(Debug)]
pub struct Intents {
    rules: Vec<Rule>,
    weight: f64,
}

#[derive(Debug)]
struct Rule {
    name: String,
    keywords: Map<Vec<Phrase>>,
    boosters: Map<Vec<String>>,
}

impl Intents {
    /// Creates them from the site's rules. `weight` is that of a booster.
    pub fn new(rules: &[IntentRule], weight: f64) -> Self {
        let rules = rules.iter().map(Rule::new).collect();
        Self { rules, weight }
    }

    /// Calls `visit` with every keyword and booster and the tag of its language.
    pub fn for_each_text(&self, visit: &mut dyn FnMut(&str, &str)) {
        for rule in &self.rules {
            for (tag, phrases) in &rule.keywords {
                for phrase in phrases {
                    visit(tag, &phrase.text);
                }
            }
            for (tag, texts) in &rule.boosters {
                for text in texts {
                    visit(tag, text);
                }
            }
        }
    }

    /// Returns the rule with the most matching words in any reading; the first wins a tie.
    fn detect(&self, query: &Query) -> Option<&Rule> {
        let mut best: Option<(&Rule, usize)> = None;
        for rule in &self.rules {
            let readings = query.readings.iter();
            let scores = readings.map(|reading| rule.score(&reading.words, &reading.tag));
            let score = scores.max().unwrap_or_default();
            if score > best.map_or(0, |(_, highest)| highest) {
                best = Some((rule, score));
            }
        }
        best.map(|(rule, _)| rule)
    }
}

impl Rule {
    fn new(rule: &IntentRule) -> Self {
        let mut own = Self {
            name: rule.name.clone(),
            keywords: Map::new(),
            boosters: Map::new(),
        };
        for (tag, list) in &rule.keywords {
            let phrase = |text: &String| Phrase::new(text, Language::from_tag(tag));
            let keywords = own.keywords.entry(&primary(tag));
            keywords.extend(list.iter().map(phrase));
        }
        for (tag, list) in &rule.boosters {
            own.boosters
                .entry(&primary(tag))
                .extend(list.iter().cloned());
        }
        own
    }

    /// Returns how many words of the question belong to the rule's keywords.
    fn score(&self, words: &[Keyed], tag: &str) -> usize {
        let phrases = self.keywords.get(&primary(tag)).into_iter().flatten();
        phrases
            .filter(|phrase| phrase.is_in(words))
            .map(|p| p.words.len())
            .sum()
    }
}

impl QueryOperator for Intents {
    fn name(&self) -> &'static str {
        "intents"
    }

    fn apply(&self, query: &mut Query) -> Result<()> {
        let Some(rule) = self.detect(query) else {
            UNKNOWN_INTENT.clone_into(&mut query.intent);
            return Ok(());
        };
        query.intent.clone_from(&rule.name);
        for reading in &mut query.readings {
            for booster in rule
                .boosters
                .get(&primary(&reading.tag))
                .into_iter()
                .flatten()
            {
                for token in tokenise(booster, reading.language)
                    .iter()
                    .filter(|t| t.is_word())
                {
                    if !reading.terms.iter().any(|term| term.surface == token.text) {
                        reading.terms.push(Term::new(
                            &token.text,
                            reading.language,
                            self.weight,
                            Origin::Booster,
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pre_retrieval::QuerySettings;
    use crate::pre_retrieval::analysis::tests::analysed;

    fn rule(name: &str, words: [(&'static str, &[&str], &[&str]); 2]) -> IntentRule {
        let owned = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let mut rule = IntentRule {
            name: name.into(),
            ..IntentRule::default()
        };
        for (tag, keywords, boosters) in words {
            rule.keywords.insert(tag, owned(keywords));
            rule.boosters.insert(tag, owned(boosters));
        }
        rule
    }

    fn rules() -> [IntentRule; 3] {
        let staff_tr: (_, &[&str], &[&str]) = ("tr", &["hoca", "kim"], &["ofis", "telefon"]);
        let staff_en: (_, &[&str], &[&str]) = ("en", &["professor"], &["office"]);
        let fees_tr: (_, &[&str], &[&str]) = ("tr", &["ücret", "ne kadar"], &["ödeme"]);
        let fees_en: (_, &[&str], &[&str]) = ("en", &["fee", "cap"], &["payment"]);
        let dates_tr: (_, &[&str], &[&str]) = ("tr", &["kayıt yenileme"], &[]);
        let dates_en: (_, &[&str], &[&str]) = ("en", &["last day"], &[]);
        [
            rule("staff", [staff_tr, staff_en]),
            rule("fees", [fees_tr, fees_en]),
            rule("dates", [dates_tr, dates_en]),
        ]
    }

    fn ask(text: &str) -> Query {
        ask_with(text, &rules())
    }

    fn ask_with(text: &str, rules: &[IntentRule]) -> Query {
        let mut query = analysed(text, ["tr", "en"]).unwrap();
        Intents::new(rules, QuerySettings::default().booster_weight)
            .apply(&mut query)
            .unwrap();
        query
    }

    #[test]
    fn r6_keywords_match_by_word_or_stem_in_any_language_and_spelling() {
        for (question, intent) in [
            ("Ada hocanın odası nerede?", "staff"),
            ("KAYIT YENILEME", "dates"),
            ("yemekhane ucreti ne kadar", "fees"),
            ("what are the fees", "fees"),
            ("last days to register", "dates"),
            ("capital of the country", UNKNOWN_INTENT),
        ] {
            assert_eq!(ask(question).intent, intent, "{question}");
        }
        assert_eq!(ask_with("fees", &[]).intent, UNKNOWN_INTENT);
    }

    #[test]
    fn r7_boosters_join_the_question_below_the_visitor_s_own_words() {
        let query = ask("hocalar");
        let boosters: Vec<&Term> = query.readings[0]
            .terms
            .iter()
            .filter(|t| t.origin == Origin::Booster)
            .collect();
        assert!(boosters.iter().any(|term| term.surface == "ofis"));
        assert!(boosters.iter().any(|term| term.surface == "telefon"));
        assert!(boosters.iter().all(|term| term.weight < 1.0));
        let english: Vec<&str> = query.readings[1]
            .terms
            .iter()
            .map(|term| term.surface.as_str())
            .collect();
        assert!(
            english.contains(&"office"),
            "counterparts in the other language: {english:?}"
        );
    }

    #[test]
    fn r6_a_rule_may_name_its_language_with_a_region() {
        for tag in ["tr-TR", "TR", "tr_TR"] {
            let rule = IntentRule {
                name: "dues".into(),
                keywords: Map::from([(tag, vec!["aidat".to_owned()])]),
                boosters: Map::from([(tag, vec!["vezne".to_owned()])]),
            };
            let query = ask_with("aidat", &[rule]);
            assert_eq!(query.intent, "dues", "{tag}");
            let own = &query.readings[0].terms;
            assert!(own.iter().any(|term| term.surface == "vezne"), "{tag}");
        }
    }
}
