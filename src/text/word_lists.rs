//! The lists of words of a site's languages, which the bundle brings (`src/language`).

use std::sync::Arc;

use super::{Language, Token, fold, primary, tokenise};
use crate::language::{Form, List, OwnList, SharedList, words_of};

/// Number of languages with lists of their own.
const LANGUAGES: usize = Language::EVERY.len();

/// The lists, which several readers share.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WordLists(Arc<Lists>);

/// The lists by their places. A missing one is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lists {
    /// Those for questions and pages in any language.
    pub shared: Vec<String>,
    /// Those of each language, by its number.
    pub own: [Vec<String>; LANGUAGES],
}

impl From<Lists> for WordLists {
    fn from(lists: Lists) -> Self {
        Self(Arc::new(lists))
    }
}

impl WordLists {
    /// Returns the lists of these languages, as a bundle with pages in them has them.
    #[must_use]
    pub fn of_languages(tags: &[&str]) -> Self {
        let mut lists = Lists::default();
        for tag in tags {
            lists.add(tag, &mut |words| words);
        }
        lists.into()
    }

    /// Joins the lists of several bundles, each item once.
    #[must_use]
    pub fn joined(all: &[&Self]) -> Self {
        let mut joined = Lists::default();
        for own in all {
            for list in SharedList::ALL {
                let items = own.any(*list);
                unite(&mut joined.shared, *list as usize, list.between(), items);
            }
            for (lists, known) in own.0.own.iter().zip(&mut joined.own) {
                for list in OwnList::ALL {
                    let place = *list as usize;
                    unite(known, place, list.between(), at(lists, place));
                }
            }
        }
        joined.into()
    }

    /// Returns a list that counts in all languages of the site. It is empty if none of them has it.
    #[must_use]
    pub fn any(&self, list: SharedList) -> &str {
        at(&self.0.shared, list as usize)
    }

    /// Returns a list that counts in one language.
    #[must_use]
    pub fn of(&self, language: Language, list: OwnList) -> &str {
        at(&self.0.own[language as usize], list as usize)
    }
}

fn at(lists: &[String], place: usize) -> &str {
    lists.get(place).map_or("", String::as_str)
}

impl Lists {
    /// Adds the lists of a language behind known ones. `written` returns words with the characters
    /// of the site's pages.
    pub fn add(&mut self, tag: &str, written: &mut dyn FnMut(String) -> String) {
        let tag = primary(tag);
        let language = Language::from_tag(&tag);
        let Some(words) = words_of(&tag) else {
            return;
        };
        for list in words.shared_lists() {
            let items = written(in_form(&list, language));
            append(&mut self.shared, list.place as usize, list.between, &items);
        }
        // The engine reads those of its own languages before a bundle has opened.
        let is_in_engine = |words: &str| words == language.stop_words().folded;
        for list in words.own_lists() {
            if !is_in_engine(list.words) {
                let items = written(in_form(&list, language));
                let own = &mut self.own[language as usize];
                append(own, list.place as usize, list.between, &items);
            }
        }
    }

    /// Removes words from a list whose items are separated by spaces.
    pub fn retain(&mut self, language: Language, list: OwnList, keep: &dyn Fn(&str) -> bool) {
        if let Some(known) = self.own[language as usize].get_mut(list as usize) {
            let kept: Vec<&str> = known.split(' ').filter(|word| keep(word)).collect();
            *known = kept.join(" ");
        }
    }

    /// Adds items behind those of a list.
    pub fn push(&mut self, list: SharedList, between: &str, items: &str) {
        append(&mut self.shared, list as usize, between, items);
    }
}

fn append(lists: &mut Vec<String>, place: usize, between: &str, items: &str) {
    if items.is_empty() {
        return;
    }
    if lists.len() <= place {
        lists.resize(place + 1, String::new());
    }
    let known = &mut lists[place];
    if !known.is_empty() {
        known.push_str(between);
    }
    known.push_str(items);
}

/// Appends the items that a list lacks.
fn unite(lists: &mut Vec<String>, place: usize, between: &str, items: &str) {
    let known = at(lists, place);
    let new = |item: &&str| !known.split(between).any(|other| other == *item);
    let items: Vec<&str> = items.split(between).filter(new).collect();
    let items = items.join(between);
    append(lists, place, between, &items);
}

/// Returns the words of a list in the form in which the engine compares them.
fn in_form<P>(list: &List<P>, language: Language) -> String {
    let items = list.words.split(list.between).map(|item| match list.form {
        Form::Keys => key(item, language),
        Form::Folded => fold(item),
        Form::AsWritten => item.to_owned(),
    });
    let items: Vec<String> = items.filter(|item| !item.is_empty()).collect();
    items.join(list.between)
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
    fn a_list_counts_in_all_languages_or_in_its_own() {
        let words = WordLists::of_languages(&["en", "de"]);
        let time = words.any(SharedList::Time);
        assert!(
            time.starts_with("when,") && time.contains(",wann,"),
            "{time}"
        );
        let when = words.of(Language::English, OwnList::When);
        assert!(
            when.starts_with("when,") && !when.contains("wann"),
            "{when}"
        );
        assert_eq!(words.of(Language::Turkish, OwnList::When), "");
        assert!(
            words
                .of(Language::Other, OwnList::Openers)
                .ends_with("|und")
        );
        assert_eq!(WordLists::default().any(SharedList::Variants), "");
    }

    #[test]
    fn lists_of_several_languages_are_joined_without_gaps() {
        let [turkish, english, both] =
            [&["tr"][..], &["en"], &["tr", "en"]].map(WordLists::of_languages);
        for (list, between) in [
            (SharedList::Free, " "),
            (SharedList::Time, ","),
            (SharedList::Leaning, "|"),
        ] {
            let joined = [turkish.any(list), english.any(list)].join(between);
            assert_eq!(both.any(list), joined);
        }
        let second_has_none = WordLists::of_languages(&["tr", "ja"]);
        assert_eq!(
            second_has_none.any(SharedList::Free),
            turkish.any(SharedList::Free)
        );
    }

    // The sites of two bundles have most languages in common.
    #[test]
    fn joined_lists_have_each_item_once() {
        let [turkish, german, both] =
            [&["tr"][..], &["de"], &["tr", "de"]].map(WordLists::of_languages);
        assert_eq!(WordLists::joined(&[&both, &turkish, &both]), both);
        let joined = WordLists::joined(&[&turkish, &german]);
        for list in [SharedList::Time, SharedList::Free, SharedList::Leaning] {
            let items = |lists: &WordLists| -> Vec<String> {
                let items = lists.any(list).split(list.between()).map(str::to_owned);
                let mut items: Vec<String> = items.collect();
                items.sort();
                items.dedup();
                items
            };
            assert_eq!(items(&joined), items(&both), "{list:?}");
        }
        let empty = WordLists::default();
        assert_eq!(WordLists::joined(&[&empty, &turkish, &empty]), turkish);
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

    #[test]
    fn the_stop_words_of_a_language_with_rules_are_not_in_bundles() {
        let words = WordLists::of_languages(&["tr", "de"]);
        assert_eq!(words.of(Language::Turkish, OwnList::StopWords), "");
        assert!(
            words
                .of(Language::Other, OwnList::StopWords)
                .contains(" fur ")
        );
    }
}
