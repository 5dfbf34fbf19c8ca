//! Routes a question to the facts table or to retrieval (R12, R13).
//!
//! A question that nearly equals a fact's own goes to the facts. Otherwise a score decides. It
//! rises with patterns that ask for a figure, patterns that ask what something is, keywords of
//! subjects that facts cover, facts that contain all words of the question, and a fact that answers
//! it. It falls with signs of a question about the visitor's own case or about a procedure. All
//! patterns and weights are data.

use super::{FactTable, Matches};
use crate::answer::Route;
use crate::error::{Error, Expected, Result};
use crate::language::{OwnList, SharedList};
use crate::number::Rounded;
use crate::ordered::Map;
use crate::query::{Keyed, Phrase, Query, stands_in};
use crate::settings::join;
use crate::text::{Language, WordLists, fold, primary};

/// A routed question.
#[derive(Debug)]
pub struct Routed {
    /// The decision.
    pub route: Route,
    /// The comparison with the facts, for the answer and the offers.
    pub matches: Matches,
}

crate::settings! {
    /// Settings for routing questions. Lists are by language. They add to the built-in ones, or
    /// replace them if `builtin_patterns` is false, and match word by word in any spelling.
    pub struct RouterSettings {
        /// Minimum score of a question that goes to the facts.
        pub threshold: f64 = 0.7,
        /// Above this similarity to a fact's question, a question goes there at once, 0 to 1.
        pub similarity: f64 = 0.85,
        /// Weight of a pattern that asks for a figure, a date, a person or a place: `how many`,
        /// `kaç`.
        pub quantity_weight: f64 = 0.7,
        /// Weight of a pattern that asks what something is: `what is`, `nedir`.
        pub definition_weight: f64 = 0.7,
        /// Weight of each keyword of subjects that facts cover (`fee`, `kontenjan`), at most two;
        /// and of an amount (`$460`, `20 %`, `500 TL`), if the question has no such pattern.
        pub keyword_weight: f64 = 0.35,
        /// Weight of a keyword in a few words without any other pattern: `tuition fee law school`.
        pub phrase_weight: f64 = 0.35,
        /// Weight if one fact has all content words of the question.
        pub coverage_weight: f64 = 0.35,
        /// Weight if a fact answers in other words. The default outweighs signs of a complex
        /// question: "Can I travel on OPT?" may well be a fact's question.
        pub match_weight: f64 = 1.3,
        /// Weight of a sign of a complex question: `can I`, `nasıl`. Negative. A sign after the
        /// words that ask for a figure does not count: "how much do I need?"
        pub complex_weight: f64 = -0.6,
        /// Whether the built-in patterns, keywords and amounts apply in addition to the site's.
        pub builtin_patterns: bool = true,
        /// More patterns that ask for a figure.
        pub quantity_patterns: Map<Vec<String>> = Map::new(),
        /// More patterns that ask what something is.
        pub definition_patterns: Map<Vec<String>> = Map::new(),
        /// More keywords.
        pub keywords: Map<Vec<String>> = Map::new(),
        /// More signs of a complex question.
        pub complex_patterns: Map<Vec<String>> = Map::new(),
    }
}

/// Routes by weighted patterns and keywords.
#[derive(Debug)]
pub struct PatternRouter {
    settings: RouterSettings,
    rules: Map<LanguageRules>,
    words: WordLists,
}

#[derive(Debug, Default)]
struct LanguageRules {
    /// Fold keys, matched as written.
    quantity: Vec<String>,
    definition: Vec<String>,
    complex: Vec<String>,
    /// Matched by word or stem.
    keywords: Vec<Phrase>,
}

impl PatternRouter {
    /// Creates a router for a site in these languages.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a threshold or similarity outside 0..=1.
    pub fn new(settings: &RouterSettings, languages: &[String], words: &WordLists) -> Result<Self> {
        for (name, value) in [
            ("threshold", settings.threshold),
            ("similarity", settings.similarity),
        ] {
            if !(0.0..=1.0).contains(&value) {
                let expected = Expected::Between(0.0, 1.0);
                return Err(Error::invalid(join("router", name), value, expected));
            }
        }
        let rules = languages
            .iter()
            .map(|tag| (tag, LanguageRules::new(tag, settings, words)))
            .collect();
        Ok(Self {
            settings: settings.clone(),
            rules,
            words: words.clone(),
        })
    }

    fn score(&self, query: &Query, facts: &FactTable, matches: &Matches) -> (f64, Vec<String>) {
        let mut best: Option<(f64, Vec<String>)> = None;
        for reading in &query.readings {
            let Some(rules) = self.rules.get(&reading.tag) else {
                continue;
            };
            let scored = self.score_reading(rules, &reading.words);
            // Any reading may find a sign of complexity that another misses. The question's own
            // reading decides unless it found nothing at all.
            if best.as_ref().is_none_or(|(_, reasons)| reasons.is_empty()) {
                best = Some(scored);
            }
        }
        let (mut score, mut reasons) = best.unwrap_or_default();
        let mut add = |weight: f64, reason: &str| {
            score += weight;
            reasons.push(reason.to_owned());
        };
        if facts.covers(matches) {
            add(self.settings.coverage_weight, "a fact knows all its words");
        }
        if matches.is_answered() {
            add(self.settings.match_weight, "a fact answers it");
        }
        (score, reasons)
    }

    fn score_reading(&self, rules: &LanguageRules, words: &[Keyed]) -> (f64, Vec<String>) {
        let weights = &self.settings;
        let mut score = 0.0;
        let mut reasons = Vec::new();
        let mut add = |weight: f64, what: &str, found: &str| {
            score += weight;
            reasons.push(format!("{what} \"{found}\""));
        };
        let quantity = first_match(&rules.quantity, words);
        let definition = first_match(&rules.definition, words);
        let complex = first_match(&rules.complex, words);
        if let Some((_, pattern)) = quantity {
            add(weights.quantity_weight, "asks for a figure:", pattern);
        } else if let Some((_, pattern)) = definition {
            add(
                weights.definition_weight,
                "asks what something is:",
                pattern,
            );
        } else if let Some(number) = self.amount(words) {
            add(weights.keyword_weight, "names an amount:", number);
        }
        let keywords = rules.keywords.iter();
        let mut keywords = keywords.filter(|keyword| keyword.is_in(words));
        if let Some(keyword) = keywords.next() {
            add(weights.keyword_weight, "keyword", &keyword.text);
            if let Some(second) = keywords.next() {
                add(weights.keyword_weight, "keyword", &second.text);
            } else if quantity.or(definition).or(complex).is_none() && words.len() <= FEW_WORDS {
                add(weights.phrase_weight, "nothing but", &keyword.text);
            }
        }
        let asked_at = quantity.map_or(usize::MAX, |(at, _)| at);
        if let Some((_, pattern)) = complex.filter(|(at, _)| *at < asked_at) {
            add(weights.complex_weight, "complex:", pattern);
        }
        (score, reasons)
    }

    /// Returns the number beside a unit, on either side. Signs are already words: `$` is `dollar`.
    fn amount<'w>(&self, words: &'w [Keyed]) -> Option<&'w str> {
        if !self.settings.builtin_patterns {
            return None;
        }
        let units = self.words.any(SharedList::Units);
        let is_unit = |word: &Keyed| {
            units
                .split(' ')
                .any(|unit| unit == word.key || unit == word.stem)
        };
        let is_number = |word: &Keyed| word.key.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let beside = |at: usize| words.get(at).is_some_and(is_unit);
        let at = (0..words.len())
            .find(|at| is_number(&words[*at]) && (beside(at + 1) || beside(at.wrapping_sub(1))))?;
        Some(&words[at].surface)
    }
}

/// Maximum words of a phrase that is not a sentence.
const FEW_WORDS: usize = 5;

/// Returns the pattern that occurs first, with its position. A pattern with `^` matches only at the
/// beginning.
fn first_match<'p>(patterns: &'p [String], words: &[Keyed]) -> Option<(usize, &'p str)> {
    let mut first: Option<(usize, &str)> = None;
    for pattern in patterns {
        let (phrase, last) = match pattern.strip_prefix('^') {
            Some(phrase) => (phrase, 1),
            None => (pattern.as_str(), words.len()),
        };
        let at = (0..last).find(|at| begins(phrase, words.get(*at..).unwrap_or_default()));
        if let Some(at) = at
            && first.is_none_or(|(before, _)| at < before)
        {
            first = Some((at, phrase));
        }
    }
    first
}

/// Returns whether the words begin with a phrase of fold keys.
fn begins(phrase: &str, words: &[Keyed]) -> bool {
    let length = phrase.split(' ').count();
    words
        .get(..length)
        .is_some_and(|words| stands_in(phrase, words))
}

impl PatternRouter {
    /// The name for the trace.
    pub const NAME: &str = "pattern_router";

    /// Returns the decision, with the comparison that it is based on. `today` is an ISO day;
    /// without it every fact is current. The tier is 1 or 2, the confidence 0 to 1, and the same
    /// query gives the same route (`tests/contracts`).
    pub fn route(&self, query: &Query, facts: &FactTable, today: Option<&str>) -> Routed {
        let matches = facts.matches(query, today);
        let route = self.decide(query, facts, &matches);
        Routed { route, matches }
    }

    fn decide(&self, query: &Query, facts: &FactTable, matches: &Matches) -> Route {
        if facts.is_empty() {
            let reasoning = "there are no facts".to_owned();
            return Route {
                tier: 2,
                confidence: 1.0,
                reasoning,
            };
        }
        if let Some((question, ratio)) = facts.most_similar(matches, self.settings.similarity) {
            let ratio = Rounded(ratio, 2);
            let reasoning = format!("similar ({ratio}) to the fact \"{question}\"");
            return Route {
                tier: 1,
                confidence: 1.0,
                reasoning,
            };
        }
        let (score, reasons) = self.score(query, facts, matches);
        let tier = if score >= self.settings.threshold - 1e-9 {
            1
        } else {
            2
        };
        let certainty = if tier == 1 { score } else { 1.0 - score };
        let reasons = if reasons.is_empty() {
            "no pattern matched".to_owned()
        } else {
            reasons.join(", ")
        };
        Route {
            tier,
            confidence: certainty.clamp(0.0, 1.0),
            reasoning: format!("score {}: {reasons}", Rounded(score, 2)),
        }
    }
}

impl LanguageRules {
    fn new(tag: &str, settings: &RouterSettings, words: &WordLists) -> Self {
        let language = Language::from_tag(tag);
        let is_builtin = settings.builtin_patterns;
        let builtin = |name| {
            if is_builtin {
                words.of(language, name)
            } else {
                ""
            }
        };
        let merged = |name, site: &Map<Vec<String>>| merge(builtin(name), site, tag);
        Self {
            quantity: merged(OwnList::QuantityPatterns, &settings.quantity_patterns),
            definition: merged(OwnList::DefinitionPatterns, &settings.definition_patterns),
            complex: merged(OwnList::ComplexPatterns, &settings.complex_patterns),
            keywords: merged(OwnList::Keywords, &settings.keywords)
                .iter()
                .map(|text| Phrase::new(text, language))
                .collect(),
        }
    }
}

/// Returns the built-in texts and a site's own for a language, as fold keys.
fn merge(builtin: &str, site: &Map<Vec<String>>, tag: &str) -> Vec<String> {
    let own = site.iter().filter(|(own, _)| primary(own) == primary(tag));
    let site = own.flat_map(|(_, texts)| texts).map(|text| fold(text));
    builtin
        .split(',')
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
        .chain(site)
        .collect()
}

#[cfg(test)]
mod tests;
