//! Stop words of the site's further languages, written into its manifest.
//!
//! Those of Turkish and English are in the engine. Visitors of a site in other languages download their lists, about a
//! kilobyte each, as if the site had written them into `text.stop_words`.

use crate::settings::Value;
use crate::text::primary;

/// One language per line: its tag and its words.
const LISTS: &str = include_str!("stop_words.txt");

/// Returns the configuration with the stop words of these languages after the site's own.
pub(super) fn with_stop_words<'t>(
    configuration: &Value,
    tags: impl Iterator<Item = &'t str>,
) -> Value {
    let mut configuration = configuration.clone();
    for tag in tags {
        let tag = primary(tag);
        let Some(words) = list(&tag) else {
            continue;
        };
        let text = entry(&mut configuration, "text");
        let own = entry(entry(text, "stop_words"), &tag);
        let words = words.map(|word| Value::Text(word.to_owned()));
        match own {
            Value::List(own) => own.extend(words),
            _ => *own = Value::List(words.collect()),
        }
    }
    configuration
}

fn list(tag: &str) -> Option<impl Iterator<Item = &'static str>> {
    LISTS.lines().find_map(|line| {
        let mut words = line.split(' ');
        (words.next() == Some(tag)).then_some(words)
    })
}

/// Returns the value of a key in a table, adding an empty one if it is missing.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn table(key: &str, value: Value) -> Value {
        Value::Map(vec![(key.to_owned(), value)])
    }

    fn words<'v>(configuration: &'v Value, tag: &str) -> Vec<&'v str> {
        let lists = configuration
            .get("text")
            .and_then(|text| text.get("stop_words"));
        match lists.and_then(|lists| lists.get(tag)) {
            Some(Value::List(list)) => list
                .iter()
                .map(|word| match word {
                    Value::Text(word) => word.as_str(),
                    _ => "",
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn r5_a_site_brings_the_stop_words_of_its_own_languages_and_no_others() {
        let plain = with_stop_words(&Value::Null, ["de", "xx", "en"].into_iter());
        assert!(words(&plain, "de").contains(&"der"));
        assert!(words(&plain, "fr").is_empty() && words(&plain, "en").is_empty());
        let unchanged = with_stop_words(&Value::Null, ["tr", "en"].into_iter());
        assert_eq!(unchanged, Value::Null);
    }

    #[test]
    fn r5_a_site_s_own_stop_words_stay() {
        let own = Value::List(vec![Value::Text("hallo".into())]);
        let site = table("text", table("stop_words", table("de", own)));
        let all = with_stop_words(&site, ["de"].into_iter());
        let words = words(&all, "de");
        assert!(words[0] == "hallo" && words.contains(&"der"), "{words:?}");
    }

    #[test]
    fn every_list_is_one_line_of_different_words_below_two_kilobytes() {
        for line in LISTS.lines() {
            let mut words: Vec<&str> = line.split(' ').skip(1).collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert!(
                words.len() == count && count > 40 && line.len() < 2000,
                "{line}"
            );
            assert!(words.iter().all(|word| !word.is_empty()), "{line}");
        }
    }
}
