//! Names of the box's texts, which `[texts.<lang>]` rewords.

use soru::settings::{join, unknown_key};
use soru::{Configuration, Error};

/// What the modules of `www/element` say, in order of the names.
const NAMES: [&str; 121] = [
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
    "confidenceMedium",
    "contact",
    "contactUrl",
    "copied",
    "copies",
    "copy",
    "copyLink",
    "countOne",
    "countOther",
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
    "filters",
    "flagged",
    "helpful",
    "helpfulNo",
    "helpfulYes",
    "hintAsk",
    "hintClose",
    "hintMove",
    "hintOpen",
    "intent",
    "label",
    "lang",
    "language",
    "legend",
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
    "offers",
    "open",
    "origin",
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
    "showing",
    "smallTalk",
    "smallTalkThanks",
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

/// Texts that no module of the box has.
pub(super) fn mistakes(configuration: &Configuration) -> Vec<Error> {
    let mut mistakes = Vec::new();
    for (lang, texts) in &configuration.texts {
        let section = join("texts", lang);
        let names = texts.iter().map(|(name, _)| name);
        let unknown = names.filter(|name| !NAMES.contains(&name.as_ref()));
        mistakes.extend(unknown.map(|name| unknown_key(&join(&section, name), name, &NAMES)));
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    /// The keys of `const EN = { ... }` of a module.
    fn keys(module: &str) -> BTreeSet<String> {
        let tables = module.split("\nconst EN = {\n").skip(1);
        let lines = tables.flat_map(|table| table.split("\n}\n").next().unwrap_or("").lines());
        let keys = lines.filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
        keys.map(|(key, _)| key.to_owned()).collect()
    }

    #[test]
    fn every_text_of_the_box_is_named() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/element");
        let modules = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let modules = modules.filter(|path| path.extension().is_some_and(|end| end == "js"));
        let mut found: BTreeSet<String> = ["contactUrl", "peopleAsk", "related"]
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
}
