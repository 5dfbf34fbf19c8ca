//! Collects the words of a site's languages for its bundle.
//!
//! `src/language` has the lists of all languages. A site gets those of its own, behind the words of
//! its settings, and the characters that visitors may type in place of those of its pages.

use std::collections::BTreeSet;

use soru::error::{Error, Result};
use soru::language::{SharedList, words_of};
use soru::settings::Value;
use soru::text::{Lists, primary};

use super::variants::Respelling;

/// Returns the lists for the section `words` of a site in these languages, and removes those of its
/// settings from the configuration. Pages would write the words so.
pub(super) fn language_words<'t>(
    configuration: &mut Value,
    tags: impl Iterator<Item = &'t str>,
    mut respelling: Option<Respelling<'_>>,
) -> Result<Lists> {
    let mut lists = taken(configuration)?;
    for tag in tags.map(primary).collect::<BTreeSet<String>>() {
        match respelling.take_if(|own| own.tag() == tag) {
            None => lists.add(&tag, &mut |words| words),
            Some(respelling) => add_respelt(&mut lists, &tag, respelling),
        }
        if words_of(&tag).is_some_and(|own| !own.compounds.linking.is_empty()) {
            lists.push(SharedList::Compounds, " ", &tag);
        }
    }
    Ok(lists)
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
fn taken(configuration: &mut Value) -> Result<Lists> {
    let words = entry(configuration, "text").and_then(|text| entry(text, "words"));
    let mut lists = Lists::default();
    let Some(Value::Map(words)) = words else {
        return Ok(lists);
    };
    for (name, words) in words.extract_if(.., |(_, words)| matches!(words, Value::Text(_))) {
        let (Some(place), Value::Text(words)) = (place_of(&name), words) else {
            let known = SharedList::ALL.iter().map(|list| list.name());
            return Err(Error::UnknownKey {
                path: format!("text.words.{name}"),
                known: known.collect(),
            });
        };
        lists.push(place, "", &words);
    }
    Ok(lists)
}

fn place_of(name: &str) -> Option<SharedList> {
    let mut all = SharedList::ALL.iter();
    all.find(|list| list.name() == name).copied()
}

fn entry<'v>(table: &'v mut Value, key: &str) -> Option<&'v mut Value> {
    let Value::Map(entries) = table else {
        return None;
    };
    let found = entries.iter_mut().find(|(name, _)| name == key);
    found.map(|(_, value)| value)
}

/// Adds the words of a language whose characters have several forms.
fn add_respelt(lists: &mut Lists, tag: &str, mut respelling: Respelling<'_>) {
    let mut all = String::new();
    Lists::default().add(tag, &mut |words| {
        all += &words;
        words
    });
    respelling.add_words(&all);
    lists.add(tag, &mut |words| respelling.words(&words));
    lists.push(SharedList::Variants, "", &respelling.pairs());
}

#[cfg(test)]
mod tests {
    use soru::index::format::write_words;
    use soru::language::{LISTED, OwnList};
    use soru::text::{Language, WordLists};

    use super::*;

    fn lists(tags: &[&str]) -> Lists {
        language_words(&mut Value::Null, tags.iter().copied(), None).unwrap()
    }

    fn words(tags: &[&str]) -> WordLists {
        lists(tags).into()
    }

    #[test]
    fn r5_a_bundle_has_the_words_of_the_site_s_languages_only() {
        let german = words(&["de-AT", "xx"]);
        let stop_words = german.of(Language::Other, OwnList::StopWords);
        assert!(stop_words.contains(" der "), "{stop_words}");
        let time = german.any(SharedList::Time);
        assert!(time.contains("wann") && !time.contains("when"), "{time}");
        assert_eq!(lists(&["xx", ""]), Lists::default());
    }

    #[test]
    fn a_language_with_several_tags_is_added_once() {
        assert_eq!(lists(&["en", "en-GB", "EN"]), lists(&["en"]));
    }

    fn configured(name: &str, words: Value) -> Value {
        let words = Value::table([(name, words)]);
        Value::table([("text", Value::table([("words", words)]))])
    }

    #[test]
    fn a_site_s_own_words_come_first_and_leave_the_configuration() {
        let mut configuration = configured("time", "hora".into());
        let lists = language_words(&mut configuration, ["de"].into_iter(), None).unwrap();
        let words = WordLists::from(lists);
        assert!(words.any(SharedList::Time).starts_with("hora,wann,"));
        let left = configuration.get("text").and_then(|text| text.get("words"));
        assert_eq!(left, Some(&Value::Map(Vec::new())));
    }

    #[test]
    fn an_unknown_list_of_the_settings_is_an_error_with_its_name() {
        let mut configuration = configured("tme", "hora".into());
        let error = language_words(&mut configuration, ["de"].into_iter(), None).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("text.words.tme") && error.contains("time"),
            "{error}"
        );
        // The engine says what is wrong with another value.
        let mut number = configured("time", 5.0.into());
        language_words(&mut number, ["de"].into_iter(), None).unwrap();
        assert_eq!(number, configured("time", 5.0.into()));
    }

    #[test]
    fn words_have_the_form_of_questions() {
        let all = words(&["de", "fr", "zh"]);
        let asked = [SharedList::Amount, SharedList::Definition, SharedList::Time];
        let asked = format!(",{},", asked.map(|list| all.any(list)).join(","));
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
        assert!(all.any(SharedList::Dates).contains("marz"));
    }

    #[test]
    fn r18_a_bundle_has_the_languages_with_compounds() {
        let some = words(&["de", "fr", "sv"]);
        assert_eq!(some.any(SharedList::Compounds), "de sv");
        assert!(some.any(SharedList::Suffixes).contains("innen haft weise"));
        let none = words(&["en", "fr", "tr"]);
        assert_eq!(none.any(SharedList::Compounds), "");
    }

    // Visitors download these words.
    #[test]
    fn a_language_is_below_eleven_kilobytes() {
        for (name, tag) in LISTED {
            let size = write_words(&lists(&[*tag])).unwrap().len();
            // These languages have short lists of stop words, and nothing else.
            let is_short = ["fa", "ja", "nl"].contains(tag);
            let least = if is_short { 300 } else { 500 };
            assert!((least..11_000).contains(&size), "{name}: {size} bytes");
        }
    }
}
