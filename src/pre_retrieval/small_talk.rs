//! Recognises messages that ask for nothing (R9).
//!
//! No page answers `Hello!`, `teşekkürler` or `how are you?`, and a search for them would find any
//! page with those words. A message is small talk if it consists of phrases of its language and
//! of the site's own, with only fillers and stop words between them. With one more word it is
//! searched for.

use super::TextSettings;
use crate::language::OwnList;
use crate::ordered::Map;
use crate::query::{Keyed, Query, keyed_words};
use crate::text::{Language, StopWords, WordLists};

crate::settings! {
    /// Greetings, thanks and chat, which are not searched for. Lists are by language.
    pub struct SmallTalkSettings {
        /// Whether such messages are recognised.
        pub enabled: bool = true,
        /// More phrases. They add to the built-in ones, and match in any spelling.
        pub phrases: Map<Vec<String>> = Map::new(),
    }
}

/// Recognises messages that need no search.
#[derive(Debug, Clone)]
pub struct SmallTalk {
    languages: Vec<Recognised>,
    stop_words: StopWords,
}

/// Phrases and fillers of one language.
#[derive(Debug, Clone)]
struct Recognised {
    language: Language,
    phrases: Vec<Vec<Keyed>>,
    fillers: Vec<Vec<Keyed>>,
}

impl SmallTalk {
    /// Creates it for a site with these languages.
    pub fn new(
        settings: &SmallTalkSettings,
        languages: &[String],
        text: &TextSettings,
        words: &WordLists,
    ) -> Self {
        let languages = languages.iter().filter(|_| settings.enabled).map(|tag| {
            let language = Language::from_tag(tag);
            let listed = |name| words.of(language, name).split('|');
            let own = settings.phrases.get(tag).into_iter().flatten();
            let keyed = |phrase: &str| keyed_words(phrase, language);
            Recognised {
                language,
                phrases: listed(OwnList::SmallTalk)
                    .chain(own.map(String::as_str))
                    .map(keyed)
                    .collect(),
                fillers: listed(OwnList::SaidBeside).map(keyed).collect(),
            }
        });
        Self {
            languages: languages.collect(),
            stop_words: StopWords::new(&text.stop_words, words),
        }
    }

    /// Returns whether the whole message is small talk, in any language of the site. A message with
    /// a quoted phrase or another restriction is not.
    pub fn is_all_of(&self, query: &Query) -> bool {
        query.restrictions.is_empty()
            && self
                .languages
                .iter()
                .any(|chat| self.covers(chat, query.as_asked()))
    }

    fn covers(&self, own: &Recognised, text: &str) -> bool {
        let words = keyed_words(text, own.language);
        let mut rest = words.as_slice();
        let mut any = false;
        while let Some(first) = rest.first() {
            let said = longest_start(&own.phrases, rest);
            let filled = longest_start(&own.fillers, rest);
            any |= said > 0;
            rest = match said.max(filled) {
                0 if self.stop_words.contains(&first.surface, own.language) => &rest[1..],
                0 => return false,
                length => &rest[length..],
            };
        }
        any
    }
}

/// Returns the number of words of the longest phrase with which these words begin.
fn longest_start(phrases: &[Vec<Keyed>], words: &[Keyed]) -> usize {
    let is_here = |phrase: &&Vec<Keyed>| {
        let mut pairs = words.iter().zip(*phrase);
        phrase.len() <= words.len() && pairs.all(|(word, listed)| word.is(listed))
    };
    let here = phrases.iter().filter(is_here);
    here.map(Vec::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(settings: &SmallTalkSettings) -> SmallTalk {
        let languages = ["tr".to_owned(), "en".to_owned()];
        let words = WordLists::of_languages(&["tr", "en"]);
        SmallTalk::new(settings, &languages, &TextSettings::default(), &words)
    }

    fn is_small_talk(text: &str) -> bool {
        let query = Query {
            text: text.into(),
            ..Query::default()
        };
        site(&SmallTalkSettings::default()).is_all_of(&query)
    }

    #[test]
    fn r9_greetings_thanks_and_chat_need_no_search() {
        for message in [
            "Merhaba!",
            "MERHABA HOCAM",
            "gunaydin",
            "Çok teşekkür ederim :)",
            "tesekkurler, iyi gunler",
            "kolay gelsin hocam, bir sorum var",
            "Nasılsınız?",
            "hello",
            "Hi there, how are you?",
            "ok thanks a lot!",
            "Thank you so much",
            "bye",
            "What can you do?",
        ] {
            assert!(is_small_talk(message), "{message}");
        }
    }

    #[test]
    fn r9_a_message_with_one_more_word_is_searched_for() {
        for message in [
            "merhaba staj ne zaman",
            "teşekkür belgesi nasıl alınır",
            "iyi hal kağıdı",
            "hello world program",
            "Thanks! And the tuition fee?",
            "ok but when is the deadline",
            "evet hayır oylaması",
            "what is it",
            "nedir",
            "ök",
            "?",
        ] {
            assert!(!is_small_talk(message), "{message}");
        }
    }

    #[test]
    fn r9_a_site_adds_its_own_phrases_or_disables_small_talk() {
        let said = |settings: &SmallTalkSettings, text: &str| {
            let query = Query {
                text: text.into(),
                ..Query::default()
            };
            site(settings).is_all_of(&query)
        };
        let mut settings = SmallTalkSettings::default();
        assert!(!said(&settings, "hayırlı cumalar"));
        let own = vec!["Hayırlı cumalar".to_owned()];
        settings.phrases.insert("tr", own);
        assert!(said(&settings, "hayirli cumalar hocam"));
        settings.enabled = false;
        assert!(!said(&settings, "hayirli cumalar") && !said(&settings, "hello"));
    }
}
