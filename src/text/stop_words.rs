//! Words that say little of what a question is about.
//!
//! They are weighed down, not forbidden: a question made only of them keeps them. The lists hold
//! function words and the phrases people wrap a question in; a site adds its own.

use std::sync::OnceLock;

use super::{Language, fold};
use crate::ordered::{Map, Set};

/// The stop words of every language, the site's additions included.
#[derive(Debug, Clone)]
pub struct StopWords {
    turkish: Set,
    english: Set,
    other: Set,
}

impl StopWords {
    /// The built-in lists and the site's additions, by language tag.
    #[must_use]
    pub fn new(additions: &Map<Vec<String>>) -> Self {
        let mut words = Self::default_lists();
        for (tag, list) in additions {
            let own = words.of_mut(Language::from_tag(tag));
            own.extend(list.iter().map(|word| fold(word)));
        }
        words
    }

    /// The built-in lists alone.
    #[must_use]
    pub fn default_lists() -> Self {
        let folded = |list: &'static str| list.split_whitespace().map(fold);
        let as_written = TURKISH_AS_WRITTEN.split_whitespace().map(str::to_owned);
        Self {
            turkish: folded(TURKISH).chain(as_written).collect(),
            english: folded(ENGLISH).collect(),
            other: Set::default(),
        }
    }

    /// The same, made once.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static LISTS: OnceLock<StopWords> = OnceLock::new();
        LISTS.get_or_init(Self::default_lists)
    }

    fn of_mut(&mut self, language: Language) -> &mut Set {
        match language {
            Language::Turkish => &mut self.turkish,
            Language::English => &mut self.english,
            Language::Other => &mut self.other,
        }
    }

    fn of(&self, language: Language) -> &Set {
        match language {
            Language::Turkish => &self.turkish,
            Language::English => &self.english,
            Language::Other => &self.other,
        }
    }

    /// Whether a surface form is a stop word, however it was typed, unless it is another word
    /// without its diacritics.
    #[must_use]
    pub fn contains(&self, word: &str, language: Language) -> bool {
        let own = self.of(language);
        own.contains(&fold(word)) || (!word.is_ascii() && own.contains(word))
    }

    /// How many of these words are stop words of the language.
    #[must_use]
    pub fn count<'w>(&self, words: impl Iterator<Item = &'w str>, language: Language) -> usize {
        words.filter(|word| self.contains(word, language)).count()
    }
}

const TURKISH: &str = "\
    acaba ama ancak artık asla aslında aynı bana bazı bazen belki ben beni benim beri bir biraz \
    biri birkaç biz bize bizi bizim böyle böylece bu buna bunda bundan bunlar bunları bunların bunu \
    bunun burada bütün çok çünkü da daha dahi de defa değil diğer diye dolayı e eğer en fakat falan \
    gibi göre hala hangi hangisi hani hatta hem henüz hep hepsi her herhangi herkes hiç hiçbir için \
    içinde ile ilgili ise kaç kadar karşı kendi kendisi ki kim kime kimi mı mi mu mü mıdır midir \
    mudur müdür mıyım miyim muyum müyüm nasıl ne neden nedenle nedir neler nelerdir nerede nereden \
    nereye nesi niçin niye o olan olarak oldu olduğu olduğunu olması olmak olsa olur olursa ona \
    ondan onlar onları onların onu onun orada oysa öyle sadece sanki sen senin siz size sizi sizin \
    sonra şayet şey şeyler şöyle tarafından tüm üzere var ve veya ya yani yapılır \
    yapmak yapmam yapmalıyım yine yok yoksa zaten zaman lazım gerekir gerekiyor istiyorum lütfen";

/// Without their diacritics these are other words (`su`, water; `sunu`, a presentation; `iste`,
/// ask), so they are stop words only as they stand here.
const TURKISH_AS_WRITTEN: &str = "işte şu şuna şunu";

const ENGLISH: &str = "\
    a about after again all also am an and any are arent as at be because been before being both \
    but by can cannot cant could did didnt do does doesnt doing dont during each few for from get \
    had has have having he her here hers him his how i id if ill im in into is isnt it its ive just \
    me more most my no nor not of off on once only or other our ours out over own please s same she \
    should so some such t tell than that thats the their theirs them then there these they this \
    those through to too under until up us very want was wasnt we were what whats when where which \
    while who whom why will with would you your yours";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r5_stop_words_are_known_per_language_and_however_typed() {
        let words = StopWords::default_lists();
        assert!(words.contains("için", Language::Turkish));
        assert!(words.contains("icin", Language::Turkish));
        assert!(words.contains("the", Language::English));
        assert!(!words.contains("the", Language::Turkish));
        assert!(!words.contains("staj", Language::Turkish));
    }

    #[test]
    fn r5_a_stop_word_without_its_diacritics_is_none_if_it_is_another_word() {
        let words = StopWords::default_lists();
        for (stop, other) in [("şu", "su"), ("işte", "iste"), ("şunu", "sunu")] {
            assert!(words.contains(stop, Language::Turkish), "{stop}");
            assert!(!words.contains(other, Language::Turkish), "{other}");
        }
    }

    #[test]
    fn r5_a_site_adds_its_own() {
        let additions = Map::from([("tr", vec!["üniversitemiz".to_owned()])]);
        let words = StopWords::new(&additions);
        assert!(words.contains("universitemiz", Language::Turkish));
        assert!(words.contains("ve", Language::Turkish));
    }
}
