//! Intents and abbreviations of kinds of sites, in the form of `soru.toml`: data that a site
//! replaces, not part of the engine.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::Deserialize;
use soru::settings::Value;

/// Intents of any site.
const GENERAL: &str = include_str!("presets/general.toml");

/// The key of the intents.
const INTENTS: &str = "intents";

/// The abbreviations and intents of a kind of site, which `soru init` adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// A university: staff, registration, internships, fees, deadlines, regulations
    University,
    /// Visas and residence: applications, documents, fees, processing times, length of stay, work
    Visa,
}

impl Preset {
    /// Returns its sections, as TOML.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::University => include_str!("presets/university.toml"),
            Self::Visa => include_str!("presets/visa.toml"),
        }
    }
}

#[derive(Deserialize)]
struct General {
    intents: Vec<Intent>,
}

#[derive(Deserialize)]
struct Intent {
    name: String,
    keywords: Words,
    boosters: Words,
}

/// Words by language tag.
type Words = BTreeMap<String, Vec<String>>;

/// The settings with the general intents in these languages, unless the site has intents of its
/// own.
#[must_use]
pub(crate) fn with_intents(settings: &Value, tags: &[String]) -> Value {
    let mut sections = match settings {
        Value::Map(sections) => sections.clone(),
        _ => Vec::new(),
    };
    if settings.get(INTENTS).is_none() {
        let intents = general(tags);
        if !intents.is_empty() {
            sections.push((INTENTS.to_owned(), Value::List(intents)));
        }
    }
    Value::Map(sections)
}

fn general(tags: &[String]) -> Vec<Value> {
    let General { intents } = toml::from_str(GENERAL).unwrap_or(General {
        intents: Vec::new(),
    });
    let words = |words: Words| {
        let own = words.into_iter().filter(|(tag, _)| tags.contains(tag));
        let own = own.map(|(tag, list)| (tag, list.into_iter().map(Value::Text).collect()));
        Value::Map(own.map(|(tag, list)| (tag, Value::List(list))).collect())
    };
    let known = |intent: &Intent| intent.keywords.keys().any(|tag| tags.contains(tag));
    let intents = intents.into_iter().filter(known).map(|intent| {
        Value::table([
            ("name", Value::Text(intent.name)),
            ("keywords", words(intent.keywords)),
            ("boosters", words(intent.boosters)),
        ])
    });
    intents.collect()
}

#[cfg(test)]
mod tests {
    use soru::Configuration;
    use soru::settings::Setting;

    use super::*;

    fn tags(tags: &[&str]) -> Vec<String> {
        tags.iter().map(|tag| (*tag).to_owned()).collect()
    }

    fn configured(settings: &Value) -> Configuration {
        let mut configuration = Configuration::default();
        configuration.set(settings, "").unwrap();
        configuration
    }

    #[test]
    fn r6_a_site_without_intents_gets_the_general_ones_in_its_languages() {
        let both = configured(&with_intents(&Value::Null, &tags(&["tr", "en"])));
        let names: Vec<&str> = both.intents.iter().map(|rule| rule.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "staff_lookup",
                "registration",
                "fees",
                "deadlines",
                "policy"
            ]
        );
        for rule in &both.intents {
            assert_eq!((rule.keywords.len(), rule.boosters.len()), (2, 2));
        }
        let english = configured(&with_intents(&Value::Null, &tags(&["de", "en"])));
        for rule in &english.intents {
            assert_eq!((rule.keywords.len(), rule.boosters.len()), (1, 1));
        }
        let german = with_intents(&Value::Null, &tags(&["de"]));
        assert_eq!(configured(&german), Configuration::default());
    }

    #[test]
    fn r6_intents_of_the_site_replace_the_general_ones() {
        for own in [
            Value::List(Vec::new()),
            Value::List(vec![Value::table([("name", "pens".into())])]),
        ] {
            let settings = Value::table([(INTENTS, own)]);
            assert_eq!(with_intents(&settings, &tags(&["en"])), settings);
        }
    }
}
