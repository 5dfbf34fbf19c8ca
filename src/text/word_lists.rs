//! The lists of words of a site's languages, which the bundle brings (`src/language`).

use std::sync::Arc;

use super::{Language, Token, fold, primary, tokenise};
use crate::language::{Form, Knowledge, List, Scope, words_of};
use crate::ordered::Map;

/// The lists, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WordLists(Arc<Lists>);

#[derive(Debug, Default, PartialEq)]
struct Lists {
    /// Those for questions and pages in any language.
    any: Map<String>,
    /// Those of each language, by its number.
    own: [Map<String>; Language::EVERY.len()],
}

impl WordLists {
    /// Reads lists. The name of one for a single language ends in its tag: `when_tr`.
    #[must_use]
    pub fn new(lists: &Map<String>) -> Self {
        let mut all = Lists::default();
        for (name, words) in lists {
            let name: &str = name;
            let of = |language: &Language| name.strip_suffix(language.tag())?.strip_suffix('_');
            let mut languages = Language::EVERY.into_iter();
            let own = languages.find_map(|language| Some((of(&language)?, language)));
            match own {
                Some((name, language)) => all.own[language as usize].insert(name, words.clone()),
                None => all.any.insert(name, words.clone()),
            }
        }
        Self(Arc::new(all))
    }

    /// Returns the lists of these languages, as a bundle with pages in them has them.
    #[must_use]
    pub fn of_languages(tags: &[&str]) -> Self {
        Self::new(&lists_of(tags))
    }

    /// Returns a list that counts in all languages of the site. It is empty if none of them has it.
    #[must_use]
    pub fn any(&self, name: &str) -> &str {
        self.0.any.get(name).map_or("", String::as_str)
    }

    /// Returns a list that counts in one language.
    #[must_use]
    pub fn of(&self, language: Language, name: &str) -> &str {
        let own = &self.0.own[language as usize];
        own.get(name).map_or("", String::as_str)
    }
}

/// Returns the lists of these languages, by the names that [`WordLists::new`] reads.
#[must_use]
pub fn lists_of(tags: &[&str]) -> Map<String> {
    let mut lists = Map::new();
    for tag in tags {
        add_lists(&mut lists, tag, &mut |words| words);
    }
    lists
}

/// Adds the lists of a language, by the names that [`WordLists::new`] reads, behind known ones.
/// `written` returns words with the characters of the site's pages.
pub fn add_lists(lists: &mut Map<String>, tag: &str, written: &mut dyn FnMut(String) -> String) {
    let tag = primary(tag);
    let language = Language::from_tag(&tag);
    let all = words_of(&tag).map(Knowledge::lists).unwrap_or_default();
    let is_in_engine = |list: &List| list.words == language.stop_words().folded;
    let lacking = all
        .iter()
        .filter(|list| !list.words.is_empty() && !is_in_engine(list));
    for list in lacking {
        let name = match list.scope {
            Scope::Any => list.name.to_owned(),
            Scope::Own => [list.name, "_", language.tag()].concat(),
        };
        let known = lists.entry(&name);
        if !known.is_empty() {
            known.push(list.between);
        }
        known.push_str(&written(in_form(list, language)));
    }
}

/// Returns the words of a list in the form in which the engine compares them.
fn in_form(list: &List, language: Language) -> String {
    let items = list.words.split(list.between).map(|item| match list.form {
        Form::Keys => key(item, language),
        Form::Folded => fold(item),
        Form::AsWritten => item.to_owned(),
    });
    let items: Vec<String> = items.filter(|item| !item.is_empty()).collect();
    items.join(&list.between.to_string())
}

/// Returns a phrase in the form of analysed questions: the fold keys of its words, which in scripts
/// without spaces are pairs of characters. `^` and `$` stay.
fn key(phrase: &str, language: Language) -> String {
    let marks = ["^ ", "^"].into_iter();
    let start = marks
        .filter(|mark| phrase.starts_with(mark))
        .max_by_key(|mark| mark.len());
    let end = if phrase.ends_with(" $") { " $" } else { "" };
    let words = tokenise(phrase, language);
    let words = words.iter().filter(|token| Token::is_word(token));
    let keys: Vec<String> = words.map(|token| fold(&token.text)).collect();
    [start.unwrap_or_default(), &keys.join(" "), end].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_belongs_to_all_languages_or_to_the_one_that_its_name_ends_in() {
        let lists = Map::from([
            ("time", "wann,when".to_owned()),
            ("when_en", "when".to_owned()),
            ("units_of_time", "day".to_owned()),
            ("openers_other", "und".to_owned()),
        ]);
        let words = WordLists::new(&lists);
        assert_eq!(words.any("time"), "wann,when");
        assert_eq!(words.any("units_of_time"), "day");
        assert_eq!(words.of(Language::English, "when"), "when");
        assert_eq!(words.of(Language::Turkish, "when"), "");
        assert_eq!(words.of(Language::Other, "openers"), "und");
        assert_eq!((words.any("when"), words.any("when_en")), ("", ""));
    }

    #[test]
    fn lists_of_several_languages_are_joined_without_gaps() {
        let [turkish, english, both] =
            [&["tr"][..], &["en"], &["tr", "en"]].map(WordLists::of_languages);
        for (name, between) in [("free", " "), ("time", ","), ("leaning", "|")] {
            let joined = [turkish.any(name), english.any(name)].join(between);
            assert_eq!(both.any(name), joined);
        }
        let second_only = WordLists::of_languages(&["tr", "ja"]);
        assert_eq!(second_only.any("free"), turkish.any("free"));
    }

    #[test]
    fn phrases_become_the_keys_of_questions_and_keep_their_marks() {
        for (phrase, language, expected) in [
            ("^ was heißt", Language::Other, "^ was heisst"),
            ("^when", Language::English, "^when"),
            ("ne demektir $", Language::Turkish, "ne demektir $"),
            ("kaç TL", Language::Turkish, "kac lira"),
            ("什么时候", Language::Other, "什么 么时 时候"),
        ] {
            assert_eq!(key(phrase, language), expected);
        }
    }

    // The engine reads them in its own table before a bundle has opened.
    #[test]
    fn the_stop_words_of_a_language_with_rules_are_not_in_bundles() {
        let words = WordLists::of_languages(&["tr", "de"]);
        assert_eq!(words.of(Language::Turkish, "stop_words"), "");
        assert!(words.of(Language::Other, "stop_words").contains(" fur "));
    }
}
