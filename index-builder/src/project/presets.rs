//! Intents and abbreviations of kinds of sites, in the form of `soru.toml`: data that a site
//! replaces, not part of the engine.

use std::path::Path;

use clap::ValueEnum;
use soru::settings::Value;

use super::Project;
use crate::place::Problems;

/// Intents of any site.
const GENERAL: &str = include_str!("presets/general.toml");

/// Everyday words.
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

/// The settings with the general intents and the everyday words in these languages, unless the site
/// has its own.
///
/// # Errors
/// If the presets are not valid.
pub(crate) fn with_presets(settings: &Value, tags: &[String]) -> Result<Value, Problems> {
    let mut sections = match settings {
        Value::Map(sections) => sections.clone(),
        _ => Vec::new(),
    };
    for (key, preset) in [(INTENTS, general(tags)?), (EVERYDAY, everyday(tags)?)] {
        if settings.get(key).is_none() && !preset.is_empty() {
            sections.push((key.to_owned(), Value::List(preset)));
        }
    }
    Ok(Value::Map(sections))
}

/// Returns the groups of everyday words in these languages.
fn everyday(tags: &[String]) -> Result<Vec<Value>, Problems> {
    let everyday = Project::parse(Path::new("everyday.toml"), EVERYDAY_WORDS)?;
    let Some(Value::List(mut groups)) = everyday.written.get(EVERYDAY).cloned() else {
        return Ok(Vec::new());
    };
    let is_of_site = |group: &Value| match group.get("lang") {
        Some(Value::Text(own)) => tags.contains(own),
        _ => false,
    };
    groups.retain(is_of_site);
    Ok(groups)
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
        let german = intents(&Value::Null, &["de"]);
        assert_eq!(configured(&german), Configuration::default());
    }

    #[test]
    fn r6_intents_of_the_site_replace_the_general_ones() {
        for own in [
            Value::List(Vec::new()),
            Value::List(vec![Value::table([("name", "pens".into())])]),
        ] {
            let settings = Value::table([(INTENTS, own)]);
            assert_eq!(intents(&settings, &["en"]), settings);
        }
    }
}
