//! Intents and abbreviations for kinds of sites, in the format of `soru.toml`: data that a site can
//! replace, not part of the engine.

use std::path::Path;

use clap::ValueEnum;
use soru::settings::Value;
use soru_files::place::Problems;

use super::Project;

/// Intents for any site.
const GENERAL: &str = include_str!("presets/general.toml");

/// Synonyms of everyday words.
const EVERYDAY_WORDS: &str = include_str!("presets/everyday.toml");

/// The key of the everyday words.
const EVERYDAY: &str = "everyday";

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

/// Returns the settings with the general intents, unless the site has its own, and with the
/// everyday words of these languages, except those for which the site has its own.
///
/// # Errors
/// If the presets are not valid.
pub(crate) fn with_presets(settings: &Value, tags: &[String]) -> Result<Value, Problems> {
    let mut sections = match settings {
        Value::Map(sections) => sections.clone(),
        _ => Vec::new(),
    };
    let intents = general(tags)?;
    if settings.get(INTENTS).is_none() && !intents.is_empty() {
        sections.push((INTENTS.to_owned(), Value::List(intents)));
    }
    let mut everyday = everyday(tags)?;
    if let Some(Value::Map(own)) = settings.get(EVERYDAY) {
        everyday.retain(|(tag, _)| own.iter().all(|(known, _)| known != tag));
        everyday.extend(own.iter().cloned());
        sections.retain(|(key, _)| key != EVERYDAY);
    }
    if !everyday.is_empty() {
        sections.push((EVERYDAY.to_owned(), Value::Map(everyday)));
    }
    Ok(Value::Map(sections))
}

/// Returns the everyday words in these languages.
fn everyday(tags: &[String]) -> Result<Vec<(String, Value)>, Problems> {
    let everyday = Project::parse(Path::new("everyday.toml"), EVERYDAY_WORDS)?;
    let Some(Value::Map(mut words)) = everyday.written.get(EVERYDAY).cloned() else {
        return Ok(Vec::new());
    };
    words.retain(|(tag, _)| tags.contains(tag));
    Ok(words)
}

/// Returns the general intents, each with its words in these languages, if it has any.
fn general(tags: &[String]) -> Result<Vec<Value>, Problems> {
    let general = Project::parse(Path::new("general.toml"), GENERAL)?;
    let Some(Value::List(intents)) = general.written.get(INTENTS) else {
        return Ok(Vec::new());
    };
    let mut kept = Vec::new();
    for intent in intents {
        let Value::Map(mut fields) = intent.clone() else {
            continue;
        };
        for (_, field) in &mut fields {
            if let Value::Map(words) = field {
                words.retain(|(tag, _)| tags.contains(tag));
            }
        }
        let intent = Value::Map(fields);
        if !matches!(intent.get("keywords"), Some(Value::Map(words)) if words.is_empty()) {
            kept.push(intent);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use soru::Configuration;
    use soru::settings::Setting;

    use super::*;

    fn intents(settings: &Value, tags: &[&str]) -> Value {
        let tags: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
        with_presets(settings, &tags).unwrap()
    }

    fn configured(settings: &Value) -> Configuration {
        let mut configuration = Configuration::default();
        configuration.set(settings, "").unwrap();
        configuration
    }

    #[test]
    fn r6_a_site_without_intents_gets_the_general_ones_in_its_languages() {
        let both = configured(&intents(&Value::Null, &["tr", "en"]));
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
        let english = configured(&intents(&Value::Null, &["de", "en"]));
        for rule in &english.intents {
            assert_eq!((rule.keywords.len(), rule.boosters.len()), (1, 1));
        }
        let greek = intents(&Value::Null, &["el"]);
        assert_eq!(configured(&greek), Configuration::default());
    }

    #[test]
    fn r6_intents_of_the_site_replace_the_general_ones() {
        for own in [
            Value::List(Vec::new()),
            Value::List(vec![Value::table([("name", "pens".into())])]),
        ] {
            let settings = Value::table([(INTENTS, own)]);
            assert_eq!(intents(&settings, &["el"]), settings);
            let english = intents(&settings, &["en"]);
            assert_eq!(english.get(INTENTS), settings.get(INTENTS));
        }
    }

    #[test]
    fn r10_a_site_gets_the_everyday_words_of_its_languages_unless_it_has_its_own() {
        let both = configured(&intents(&Value::Null, &["tr", "en"]));
        let tags: Vec<&str> = both.everyday.keys().map(String::as_str).collect();
        assert_eq!(tags, ["en", "tr"]);
        assert!(both.everyday.get("en").unwrap().contains("cost,price,fee"));
        let own = Value::table([("en", "fee,toll".into())]);
        let own = configured(&intents(&Value::table([(EVERYDAY, own)]), &["tr", "en"]));
        assert_eq!(own.everyday.get("en").unwrap(), "fee,toll");
        assert_eq!(own.everyday.get("tr"), both.everyday.get("tr"));
    }
}
