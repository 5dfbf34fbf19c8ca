//! Texts of the box: translations for languages that the box does not include, and the names by
//! which `[texts.<lang>]` replaces texts.
//!
//! # Adding a language
//! Copy a file of `texts/`, and add its tag to `LANGUAGES`.

use std::collections::BTreeMap;

use soru::settings::{Value, join, unknown_key};
use soru::{Configuration, Error};

macro_rules! languages {
    ($($tag:literal)+) => {
        &[$(($tag, include_str!(concat!("texts/", $tag, ".toml")))),+]
    };
}

/// A file for each language except Turkish and English, which the box includes.
const LANGUAGES: &[(&str, &str)] = languages!("ar" "da" "de" "el" "es" "fa" "fi" "fr" "he" "hi" "hu" "it" "ja" "ko" "nb" "nl" "pl" "pt" "ro" "ru" "sv" "uk" "zh");

/// Different tags for the same language.
const SAME: [(&str, &str); 2] = [("no", "nb"), ("nn", "nb")];

/// Texts that the box shows before its engine is loaded.
const EARLY: [&str; 14] = [
    "label",
    "placeholder",
    "ask",
    "clear",
    "suggestions",
    "pages",
    "matching",
    "nearest",
    "searching",
    "loading",
    "open",
    "close",
    "noMatch",
    "noMatchHint",
];

/// Returns the texts of a language; none if the box includes them or no translation exists.
fn texts(tag: &str) -> Option<BTreeMap<String, String>> {
    let same = SAME.iter().find(|(other, _)| *other == tag);
    let tag = same.map_or(tag, |(_, own)| own);
    let (_, file) = LANGUAGES.iter().find(|(own, _)| *own == tag)?;
    toml::from_str(file).ok()
}

/// Returns the settings with the box's texts in these languages; the site's own texts take
/// precedence.
pub(crate) fn with_texts(settings: &Value, tags: &[String]) -> Value {
    let mut settings = settings.clone();
    for (tag, texts) in tags.iter().filter_map(|tag| Some((tag, texts(tag)?))) {
        let own = entry(entry(&mut settings, "texts"), tag);
        for (name, text) in texts {
            let place = entry(own, &name);
            if matches!(place, Value::Null) {
                *place = Value::Text(text);
            }
        }
    }
    settings
}

/// Returns the texts that the box shows in these languages before its engine is loaded, by
/// language.
pub(crate) fn early(
    settings: &Value,
    tags: &[String],
) -> BTreeMap<String, BTreeMap<String, String>> {
    let of = |tag: &String| {
        let own = settings.get("texts")?.get(tag)?;
        let text = |name: &&str| match own.get(name) {
            Some(Value::Text(text)) => Some(((*name).to_owned(), text.clone())),
            _ => None,
        };
        Some((tag.clone(), EARLY.iter().filter_map(text).collect()))
    };
    let further = tags.iter().filter(|tag| texts(tag).is_some());
    further.filter_map(of).collect()
}

/// Returns the value of a key in a table, which is added if absent.
fn entry<'v>(table: &'v mut Value, key: &str) -> &'v mut Value {
    if !matches!(table, Value::Map(_)) {
        *table = Value::Map(Vec::new());
    }
    let Value::Map(entries) = table else {
        unreachable!("it was made a table above");
    };
    let known = entries.iter().position(|(name, _)| name == key);
    let place = known.unwrap_or(entries.len());
    if known.is_none() {
        entries.push((key.to_owned(), Value::Null));
    }
    &mut entries[place].1
}

/// Texts of the modules of `www/element`, in the order of the keys.
const NAMES: [&str; 145] = [
    "all",
    "allResults",
    "alone",
    "answered",
    "answers",
    "ask",
    "best",
    "check",
    "checkedOn",
    "choices",
    "clear",
    "clearConversation",
    "clearRecent",
    "cleared",
    "close",
    "closeness",
    "compare",
    "comparing",
    "completed",
    "confidence",
    "confidenceHigh",
    "confidenceLow",
    "contact",
    "contactUrl",
    "copied",
    "copies",
    "copy",
    "copyLink",
    "countFew",
    "countMany",
    "countOne",
    "countOther",
    "countTwo",
    "countZero",
    "coverage",
    "debug",
    "details",
    "didYouMean",
    "documentPage",
    "downloading",
    "errorFetch",
    "errorOffline",
    "errorOther",
    "errorReload",
    "errorTitle",
    "errorWords",
    "exactly",
    "fact",
    "failed",
    "fewPages",
    "fewSites",
    "filters",
    "flagged",
    "generated",
    "helpful",
    "helpfulNo",
    "helpfulYes",
    "hideMarks",
    "hintAsk",
    "hintClose",
    "hintMove",
    "hintOpen",
    "intent",
    "label",
    "lang",
    "language",
    "legend",
    "limit",
    "loading",
    "matching",
    "methods",
    "more",
    "nearest",
    "noAnswer",
    "noAnswerAlone",
    "noAnswerNear",
    "noMatch",
    "noMatchHint",
    "noSingle",
    "none",
    "notCopied",
    "notInSource",
    "note",
    "noteHint",
    "noteSend",
    "offerDownload",
    "offers",
    "open",
    "origin",
    "otherLanguage",
    "otherLanguageHint",
    "page",
    "pages",
    "partMissing",
    "peopleAsk",
    "place",
    "placeholder",
    "quote",
    "recent",
    "recentAndSuggested",
    "related",
    "relevance",
    "repaired",
    "reports",
    "reportsNo",
    "reportsYes",
    "rerankFailed",
    "reranking",
    "result",
    "retry",
    "route",
    "sayDone",
    "saySource",
    "score",
    "scores",
    "searching",
    "section",
    "site",
    "showAll",
    "showLess",
    "showing",
    "smallTalk",
    "smallTalkThanks",
    "sort",
    "sortBest",
    "sortDate",
    "source",
    "step",
    "steps",
    "stop",
    "stopped",
    "suggestions",
    "thanks",
    "tier",
    "tier1",
    "tier2",
    "title",
    "uncited",
    "understood",
    "validUntil",
    "waiting",
    "weight",
    "word",
    "words",
    "writing",
];

/// Returns an error for each text that no module of the box has.
pub(super) fn mistakes(configuration: &Configuration) -> Vec<Error> {
    let mut mistakes = Vec::new();
    for (lang, texts) in &configuration.texts {
        let section = join("texts", lang);
        let names = texts.iter().map(|(name, _)| name);
        let unknown = names.filter(|name| !NAMES.contains(&name.as_ref()));
        mistakes.extend(unknown.map(|name| unknown_key(&join(&section, name), NAMES.to_vec())));
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    /// Reads the keys of `const EN = { ... }` in a module.
    fn keys(module: &str) -> BTreeSet<String> {
        let tables = module.split("\nconst EN = {\n").skip(1);
        let lines = tables.flat_map(|table| table.split("\n}\n").next().unwrap_or("").lines());
        let keys = lines.filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
        keys.map(|(key, _)| key.to_owned()).collect()
    }

    #[test]
    fn every_text_of_the_box_is_named() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/element");
        let modules = walkdir::WalkDir::new(folder)
            .into_iter()
            .map(|entry| entry.unwrap().into_path())
            .filter(|path| path.extension().is_some_and(|end| end == "ts"));
        let mut found: BTreeSet<String> = [
            "contactUrl",
            "peopleAsk",
            "related",
            "countZero",
            "countTwo",
            "countFew",
            "countMany",
        ]
        .map(str::to_owned)
        .into();
        for module in modules {
            found.extend(keys(&fs::read_to_string(module).unwrap()));
        }
        assert!(found.len() > 50, "{found:?}");
        let listed: BTreeSet<String> = NAMES.map(str::to_owned).into();
        assert_eq!(
            listed, found,
            "NAMES of this file has to be brought up to date"
        );
    }

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect()
    }

    // Every language has each text of the English box, with the same placeholders.
    #[test]
    fn every_language_has_every_text_with_its_placeholders() {
        let (_, german) = LANGUAGES.iter().find(|(tag, _)| *tag == "de").unwrap();
        let german: BTreeMap<String, String> = toml::from_str(german).unwrap();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/element");
        for module in [
            "texts/texts.ts",
            "texts/more-texts.ts",
            "texts/generated-texts.ts",
            "box/view-asides.ts",
        ] {
            for key in keys(&fs::read_to_string(format!("{folder}/{module}")).unwrap()) {
                assert!(german.contains_key(&key), "{module}: {key}");
            }
        }
        assert!(LANGUAGES.len() > 20);
        for (tag, file) in LANGUAGES {
            let own: BTreeMap<String, String> = toml::from_str(file).unwrap();
            for (key, text) in &german {
                let translated = own.get(key).unwrap_or_else(|| panic!("{tag} has no {key}"));
                let is_one = key == "countOne";
                let same = placeholders(translated) == placeholders(text);
                assert!(same || is_one, "{tag}.{key}: {translated}");
            }
            for name in own.keys() {
                assert!(NAMES.contains(&name.as_str()), "{tag}.{name}");
            }
        }
    }

    #[test]
    fn a_site_has_the_texts_of_its_languages_below_its_own() {
        let own = Value::Map(vec![("ask".into(), Value::Text("Los".into()))]);
        let texts = Value::Map(vec![("de".into(), own)]);
        let site = Value::Map(vec![("texts".into(), texts)]);
        let tags = ["de", "nn", "tr", "xx"].map(str::to_owned);
        let all = with_texts(&site, &tags);
        let text = |tag: &str, name: &str| match all
            .get("texts")
            .and_then(|all| all.get(tag)?.get(name))
        {
            Some(Value::Text(text)) => text.clone(),
            _ => String::new(),
        };
        assert_eq!([text("de", "ask"), text("de", "clear")], ["Los", "Leeren"]);
        assert_eq!(text("nn", "close"), "Lukk");
        assert!(all.get("texts").unwrap().get("tr").is_none());
        let early = early(&all, &tags);
        assert_eq!(early.keys().collect::<Vec<_>>(), ["de", "nn"]);
        assert_eq!(early["de"]["ask"], "Los");
    }
}
