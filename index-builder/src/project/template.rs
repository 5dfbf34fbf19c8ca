//! The project file that `soru init` and `soru add` write: a few lines, and the requested presets.
//!
//! All settings are in `soru.toml` beside this file, each explained at its default. It is a chapter of
//! the documentation, and the tests below compare it with the code.

use toml::Value;

use super::presets::Preset;

/// The reference of all settings; they are commented out, so that it changes nothing until edited.
#[cfg(test)]
pub(crate) const TEMPLATE: &str = include_str!("soru.toml");

/// Returns the lines of a new project file. `replace` is a CSS selector of the older search whose place
/// the box takes.
pub fn starter(title: Option<&str>, languages: &[String], replace: Option<&str>) -> String {
    let languages = languages.iter().cloned().map(Value::String).collect();
    let title = title.map(|title| format!("title = {}\n", Value::from(title)));
    let title = title.unwrap_or_else(|| "#title = \"The name of the site\"\n".to_owned());
    let languages = match Value::Array(languages) {
        Value::Array(none) if none.is_empty() => String::new(),
        languages => format!("languages = {languages}\n"),
    };
    let replace =
        replace.map(|selector| format!("\n[inject]\nreplace = {}\n", Value::from(selector)));
    format!("[site]\n{title}{languages}{}", replace.unwrap_or_default())
}

/// Adds the words of presets to a project file.
pub fn with_presets_of(text: &str, presets: &[Preset]) -> String {
    let parts = std::iter::once(text).chain(presets.iter().map(|preset| preset.text()));
    let mut text = parts.map(str::trim_end).collect::<Vec<_>>().join("\n\n");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::ValueEnum;
    use soru::Configuration;
    use soru::settings::{Value, Written, join};
    use soru_indexing::{ChunkingSettings, IndexingSettings};
    use soru_ingest::InputSettings;
    use soru_language_model::GenerationSettings;

    use super::super::document::Document;
    use super::super::{
        EncoderSettings, FactsSettings, InjectSettings, Project, QuestionsSettings,
    };
    use super::*;

    /// Settings are commented out without a space, which distinguishes them from prose and
    /// examples.
    fn with_all_settings() -> String {
        let uncommented = TEMPLATE.lines().map(|line| match line.strip_prefix('#') {
            Some(setting) if !setting.starts_with([' ', '#']) => setting,
            _ => line,
        });
        uncommented.collect::<Vec<_>>().join("\n")
    }

    fn parse(text: &str) -> Project {
        Project::parse(Path::new("soru.toml"), text).unwrap()
    }

    fn assert_default(project: &Project) {
        let configuration = Configuration {
            generation: Value::Null,
            ..project.configuration.clone()
        };
        assert_eq!(configuration, Configuration::default());
        assert_eq!(project.generation, GenerationSettings::default());
        assert_eq!(project.input, InputSettings::default());
        assert_eq!(project.facts, FactsSettings::default());
        assert_eq!(project.questions, QuestionsSettings::default());
        assert_eq!(project.encoder, EncoderSettings::default());
        assert_eq!(project.inject, InjectSettings::default());
        assert_eq!(project.chunking, ChunkingSettings::default());
        assert_eq!(project.indexing, IndexingSettings::default());
    }

    #[test]
    fn the_template_changes_nothing_until_it_is_edited() {
        assert_default(&parse(TEMPLATE));
    }

    #[test]
    fn the_template_states_the_true_defaults() {
        assert_default(&parse(&with_all_settings()));
    }

    #[test]
    fn a_new_project_file_says_what_is_known_of_the_site() {
        let languages = ["tr".to_owned(), "en".to_owned()];
        let text = starter(
            Some("The \"old\" harbour"),
            &languages,
            Some("form[role=search]"),
        );
        let project = parse(&text);
        assert_eq!(project.configuration.site.title, "The \"old\" harbour");
        assert_eq!(project.languages(), languages);
        assert_eq!(project.inject.replace, "form[role=search]");
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 5);
        assert_default(&parse(&starter(None, &[], None)));
    }

    #[test]
    fn r6_a_preset_adds_abbreviations_and_intents_in_both_languages() {
        for preset in Preset::value_variants() {
            let configuration = parse(&with_presets_of("", &[*preset])).configuration;
            assert!(!configuration.synonyms.is_empty(), "{preset:?}");
            assert!(!configuration.intents.is_empty(), "{preset:?}");
            for intent in &configuration.intents {
                for language in ["tr", "en"] {
                    assert!(
                        intent.keywords.get(language).is_some()
                            && intent.boosters.get(language).is_some(),
                        "`{}` of {preset:?} has no words in `{language}`",
                        intent.name
                    );
                }
            }
        }
    }

    #[test]
    fn presets_can_be_combined_and_change_nothing_else() {
        let both = parse(&with_presets_of("", Preset::value_variants()));
        let intents = &both.configuration.intents;
        let mut names: Vec<&str> = intents.iter().map(|intent| intent.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), intents.len(), "two intents have one name");
        let mut others = both;
        others.configuration.intents.clear();
        others.configuration.synonyms.clear();
        assert_default(&others);
    }

    /// Collects every key below a value.
    fn keys(value: &Value, path: &str, found: &mut Vec<String>) {
        if let Value::Map(entries) = value {
            for (key, value) in entries {
                let here = join(path, key);
                found.push(here.clone());
                keys(value, &here, found);
            }
        }
    }

    #[test]
    fn the_template_names_every_setting() {
        let text = with_all_settings();
        let document = Document::parse(&text).unwrap();
        let mut known = Vec::new();
        keys(&Configuration::default().get(), "", &mut known);
        keys(
            &GenerationSettings::default().get(),
            "generation",
            &mut known,
        );
        keys(&InputSettings::default().get(), "input", &mut known);
        keys(&FactsSettings::default().get(), "facts", &mut known);
        keys(&QuestionsSettings::default().get(), "questions", &mut known);
        keys(&EncoderSettings::default().get(), "encoder", &mut known);
        keys(&InjectSettings::default().get(), "inject", &mut known);
        keys(&ChunkingSettings::default().get(), "chunking", &mut known);
        keys(&IndexingSettings::default().get(), "indexing", &mut known);
        for key in known {
            let (parent, name) = key.rsplit_once('.').unwrap_or(("", &key));
            let is_there = document.has(&key) || TEMPLATE.contains(&format!("[[{key}]]"));
            assert!(
                is_there,
                "`{name}` of [{parent}] is missing: add it with its default"
            );
        }
    }

    // Lists of tables are empty by default, so the other tests do not check their examples.
    #[test]
    fn the_examples_in_the_template_are_settings_too() {
        let examples = TEMPLATE
            .lines()
            .filter_map(|line| line.strip_prefix("#   "));
        let examples: Vec<&str> = examples.filter(|line| line.contains(['[', '='])).collect();
        let start = examples
            .iter()
            .position(|line| *line == "[[synonyms]]")
            .unwrap();
        let end = examples
            .iter()
            .position(|line| *line == "[texts.tr]")
            .unwrap();
        let project = parse(&examples[start..end].join("\n"));
        assert_eq!(project.configuration.synonyms.len(), 1);
        assert_eq!(project.configuration.intents.len(), 1);
        assert_eq!(project.configuration.suggestions.len(), 1);
    }
}
