//! Collects the words of a site's languages for its bundle.
//!
//! `src/language` has the lists of all languages. A site gets those of its own, behind the words of
//! its settings, and the characters that visitors may type in place of those of its pages.

use std::collections::BTreeSet;

use soru::language::words_of;
use soru::ordered::Map;
use soru::settings::Value;
use soru::text::{add_lists, primary};

use super::variants::Respelling;

/// Returns the lists for the section `words` of a site in these languages, and removes those of its
/// settings from the configuration. Pages would write the words so.
pub(super) fn language_words<'t>(
    configuration: &mut Value,
    tags: impl Iterator<Item = &'t str>,
    mut respelling: Option<Respelling<'_>>,
) -> Map<String> {
    let mut lists = taken(configuration);
    for tag in tags.map(primary).collect::<BTreeSet<String>>() {
        match respelling.take_if(|own| own.tag() == tag) {
            None => add_lists(&mut lists, &tag, &mut |words| words),
            Some(respelling) => add_respelt(&mut lists, &tag, respelling),
        }
        add_compounds(&mut lists, &tag);
    }
    lists
}

/// Returns the languages that the settings list.
pub(super) fn listed_languages(configuration: &Value) -> Vec<String> {
    let listed = configuration
        .get("site")
        .and_then(|site| site.get("languages"));
    let Some(Value::List(tags)) = listed else {
        return Vec::new();
    };
    let tags = tags.iter().filter_map(|tag| match tag {
        Value::Text(tag) => Some(tag.clone()),
        _ => None,
    });
    tags.collect()
}

/// Removes the texts of `text.words` from a configuration and returns them. The engine describes
/// what is no text.
fn taken(configuration: &mut Value) -> Map<String> {
    let words = entry(configuration, "text").and_then(|text| entry(text, "words"));
    let mut lists = Map::new();
    if let Some(Value::Map(words)) = words {
        words.retain_mut(|(name, words)| match words {
            Value::Text(words) => {
                lists.insert(std::mem::take(name), std::mem::take(words));
                false
            }
            _ => true,
        });
    }
    lists
}

fn entry<'v>(table: &'v mut Value, key: &str) -> Option<&'v mut Value> {
    let Value::Map(entries) = table else {
        return None;
    };
    let found = entries.iter_mut().find(|(name, _)| name == key);
    found.map(|(_, value)| value)
}

/// Adds the words of a language whose characters have several forms.
fn add_respelt(lists: &mut Map<String>, tag: &str, mut respelling: Respelling<'_>) {
    let mut all = String::new();
    add_lists(&mut Map::new(), tag, &mut |words| {
        all += &words;
        words
    });
    respelling.add_words(&all);
    add_lists(lists, tag, &mut |words| respelling.words(&words));
    *lists.entry("variants") += &respelling.pairs();
}

/// Adds a language that writes compounds as one word, and its suffixes.
fn add_compounds(lists: &mut Map<String>, tag: &str) {
    let own = words_of(tag).map(|own| own.compounds);
    let Some(own) = own.filter(|own| !own.linking.is_empty()) else {
        return;
    };
    for (name, words) in [("compounds", tag), ("suffixes", own.suffixes)] {
        let known = lists.entry(name);
        let between = if known.is_empty() || words.is_empty() {
            ""
        } else {
            " "
        };
        *known += &[between, words].concat();
    }
}

#[cfg(test)]
mod tests {
    use soru::index::format::write_words;
    use soru::language::LISTED;

    use super::*;

    fn lists(tags: &[&str]) -> Map<String> {
        language_words(&mut Value::Null, tags.iter().copied(), None)
    }

    fn text<'l>(lists: &'l Map<String>, name: &str) -> &'l str {
        lists.get(name).map_or("", String::as_str)
    }

    #[test]
    fn r5_a_bundle_has_the_words_of_the_site_s_languages_only() {
        let german = lists(&["de-AT", "xx"]);
        assert!(text(&german, "stop_words_other").contains(" der "));
        assert!(text(&german, "time").contains("wann") && !text(&german, "time").contains("when"));
        assert!(text(&lists(&["en"]), "when_en").contains("when"));
        assert!(lists(&["xx", ""]).is_empty());
    }

    #[test]
    fn a_language_with_several_tags_is_added_once() {
        assert_eq!(lists(&["en", "en-GB", "EN"]), lists(&["en"]));
    }

    #[test]
    fn a_site_s_own_words_come_first_and_leave_the_configuration() {
        let words = Value::table([("time", "hora".into()), ("mine", "a b".into())]);
        let text_settings = Value::table([("words", words)]);
        let mut configuration = Value::table([("text", text_settings)]);
        let lists = language_words(&mut configuration, ["de"].into_iter(), None);
        assert!(text(&lists, "time").starts_with("hora,wann,"));
        assert_eq!(text(&lists, "mine"), "a b");
        let left = configuration.get("text").and_then(|text| text.get("words"));
        assert_eq!(left, Some(&Value::Map(Vec::new())));
    }

    #[test]
    fn words_have_the_form_of_questions() {
        let all = lists(&["de", "fr", "zh"]);
        let asked = ["amount", "definition", "time"].map(|name| text(&all, name));
        let asked = format!(",{},", asked.join(","));
        for phrase in [
            "wie viel",
            "was heisst",
            "qu est ce qu",
            "多少",
            "什么 么时 时候",
        ] {
            let (bare, first) = (format!(",{phrase},"), format!(",^ {phrase},"));
            assert!(
                asked.contains(&bare) || asked.contains(&first),
                "{phrase}: {asked}"
            );
        }
        assert!(text(&all, "dates").contains("marz"));
    }

    #[test]
    fn r18_a_bundle_has_the_languages_with_compounds() {
        let some = lists(&["de", "fr", "sv"]);
        assert_eq!(text(&some, "compounds"), "de sv");
        assert!(text(&some, "suffixes").contains("innen haft weise"));
        assert_eq!(text(&lists(&["en", "fr", "tr"]), "compounds"), "");
    }

    // Visitors download these words.
    #[test]
    fn a_language_is_below_fourteen_kilobytes() {
        for (name, tag) in LISTED {
            let size = write_words(&lists(&[*tag])).unwrap().len();
            // These languages have short lists of stop words, and nothing else.
            let is_short = ["fa", "ja", "nl"].contains(tag);
            let least = if is_short { 300 } else { 500 };
            assert!((least..14_000).contains(&size), "{name}: {size} bytes");
        }
    }
}
