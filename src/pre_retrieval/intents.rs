//! Detects the intent of a question, by rules that are the site's data (R6, R7).

use super::QueryOperator;
use super::phrase::{Keyed, Phrase, keyed_words};
use crate::error::Result;
use crate::language::ALL;
use crate::ordered::Map;
use crate::query::{Origin, Query, Term};
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
    /// Creates them from the site's rules, followed by the built-in ones that the site does not
    /// replace by name. `weight` is that of a booster.
    #[must_use]
    pub fn new(site: &[IntentRule], builtin: bool, weight: f64) -> Self {
        let mut rules: Vec<Rule> = site.iter().map(Rule::new).collect();
        if builtin {
            for (number, (name, _)) in BUILTIN[0].iter().enumerate() {
                if !rules.iter().any(|rule| rule.name == *name) {
                    rules.push(Rule::builtin(name, number));
                }
            }
        }
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
        let readings = query.readings.iter();
        let read: Vec<(&str, Vec<Keyed>)> = readings
            .map(|reading| {
                let language = Language::from_tag(&reading.tag);
                (reading.tag.as_str(), keyed_words(&query.text, language))
            })
            .collect();
        let mut best: Option<(&Rule, usize)> = None;
        for rule in &self.rules {
            let score = read.iter().map(|(tag, words)| rule.score(words, tag)).max();
            let score = score.unwrap_or_default();
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

    fn builtin(name: &str, number: usize) -> Self {
        let mut rule = IntentRule {
            name: name.to_owned(),
            ..IntentRule::default()
        };
        for ((tag, _), own) in Language::KNOWN.iter().zip(&BUILTIN) {
            let [keywords, boosters] = own[number].1;
            let split = |list: &str| list.split(',').map(|word| word.trim().to_owned()).collect();
            rule.keywords.insert(*tag, split(keywords));
            rule.boosters.insert(*tag, split(boosters));
        }
        Self::new(&rule)
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

/// Keywords and boosters of a language, by the name of the intent.
type Named = [(&'static str, [&'static str; 2]); 6];

/// The rules in all languages that the engine knows.
static BUILTIN: [Named; Language::KNOWN.len()] = {
    let mut all = [ALL[0].intents.named(); Language::KNOWN.len()];
    let mut at = 1;
    while at < all.len() {
        all[at] = ALL[at].intents.named();
        at += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pre_retrieval::QuerySettings;
    use crate::pre_retrieval::analysis::tests::analysed;

    fn ask(text: &str) -> Query {
        ask_with(text, &[])
    }

    fn ask_with(text: &str, site: &[IntentRule]) -> Query {
        let mut query = analysed(text, ["tr", "en"]).unwrap();
        Intents::new(site, true, QuerySettings::default().booster_weight)
            .apply(&mut query)
            .unwrap();
        query
    }

    #[test]
    fn r6_the_built_in_rules_cover_both_languages() {
        for (question, intent) in [
            ("Ada hocanın odası nerede?", "staff_lookup"),
            ("staj başvurusu", "internship"),
            ("KAYIT YENILEME", "registration"),
            ("yemekhane ucreti ne kadar", "fees"),
            ("what is the tuition fee", "fees"),
            ("final exam deadline", "deadlines"),
            ("capital of the country", UNKNOWN_INTENT),
        ] {
            assert_eq!(ask(question).intent, intent, "{question}");
        }
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
    fn r6_a_site_replaces_a_rule_by_its_name_without_code() {
        let rule = IntentRule {
            name: "fees".into(),
            keywords: Map::from([("tr", vec!["aidat".to_owned()])]),
            boosters: Map::new(),
        };
        assert_eq!(
            ask_with("aidat", std::slice::from_ref(&rule)).intent,
            "fees"
        );
        assert_eq!(ask_with("burs", &[rule]).intent, UNKNOWN_INTENT);
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
