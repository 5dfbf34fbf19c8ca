//! Characters that visitors type in place of the characters of a site's pages: traditional ones on
//! a site in simplified Chinese, and the reverse.
//!
//! The engine has no table of such characters. The manifest of a site contains the pairs that
//! concern its pages (`text.variants`), and the words of its language as the pages would write
//! them. The builder supplies the table ([`Variants`]).

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;
use soru::fact::Fact;
use soru::text::primary;

use super::dictionary::SortedWords;
use super::postings::{Postings, count};

/// The factor of uses from which a character is replaced by its more frequent form, although pages
/// use both: the name of a foreign book does not make a site one in two scripts.
const QUOTED: u32 = 100;

/// Characters of a language that have several forms.
#[derive(Debug, Clone, Default)]
pub struct Variants {
    tag: String,
    forms: BTreeMap<char, Vec<char>>,
}

impl Variants {
    /// Creates it for the language of a tag. Each character comes with its forms in another script,
    /// the most usual first; the forms include the character itself if the other script has it too.
    /// `后` of simplified Chinese is `後` and `后` in traditional Chinese.
    pub fn new(tag: &str, forms: BTreeMap<char, Vec<char>>) -> Self {
        Self {
            tag: tag.to_owned(),
            forms,
        }
    }

    pub(super) fn tag(&self) -> &str {
        &self.tag
    }
}

/// The replacement of characters in questions by the characters of a site's pages.
pub(super) struct Respelling<'v> {
    variants: &'v Variants,
    uses: HashMap<char, u32, RandomState>,
    /// Whether the pages are in another script than the words of their language.
    respells_words: bool,
}

impl<'v> Respelling<'v> {
    /// Creates it for a site whose characters have not been counted yet.
    fn new(variants: &'v Variants) -> Self {
        Self {
            variants,
            uses: HashMap::default(),
            respells_words: false,
        }
    }

    /// Creates it for a site with these words and facts. Every character of the pages is a word.
    pub(super) fn of(
        variants: &'v Variants,
        words: &SortedWords,
        postings: &Postings,
        facts: &[Fact],
    ) -> Self {
        let mut own = Self::new(variants);
        for entry in words.entries() {
            let uses = postings.of(entry.number as usize).len();
            own.count(&entry.word, count(uses));
        }
        for fact in facts
            .iter()
            .filter(|fact| primary(&fact.lang) == variants.tag())
        {
            let texts = [&fact.question, &fact.answer];
            for text in texts.into_iter().chain(&fact.aliases) {
                own.note(text);
            }
        }
        own
    }

    pub(super) fn tag(&self) -> &str {
        self.variants.tag()
    }

    /// Counts uses of a word of the pages, if it is one character.
    fn count(&mut self, word: &str, uses: u32) {
        let mut characters = word.chars();
        if let (Some(c), None) = (characters.next(), characters.next()) {
            *self.uses.entry(c).or_default() += uses;
        }
    }

    /// Counts the characters of a text outside the pages as used.
    fn note(&mut self, text: &str) {
        for c in text.chars() {
            self.uses.entry(c).or_insert(1);
        }
    }

    /// Adds the words of the language, and determines the script in which the pages would write
    /// them.
    pub(super) fn add_words(&mut self, words: &str) {
        let (mut own, mut other) = (0, 0);
        for c in words.chars() {
            if let Some(form) = self.other_form(c) {
                own += u64::from(self.uses_of(c));
                other += u64::from(self.uses_of(form));
            }
        }
        self.respells_words = other > own;
        let words = self.words(words);
        self.note(&words);
    }

    /// Returns words of the language as the pages would write them.
    pub(super) fn words(&self, words: &str) -> String {
        if !self.respells_words {
            return words.to_owned();
        }
        let written = |c| match self.variants.forms.get(&c) {
            Some(forms) => self.most_used(forms.iter().copied()).unwrap_or(c),
            None => c,
        };
        words.chars().map(written).collect()
    }

    /// Returns pairs of a character that visitors may type and the one that the pages have instead.
    pub(super) fn pairs(&self) -> String {
        let mut pairs: Vec<(char, char)> = Vec::new();
        for (typed, forms) in &self.variants.forms {
            let Some(written) = self.other_form(*typed) else {
                continue;
            };
            let (own, other) = (self.uses_of(*typed), self.uses_of(written));
            let is_quoted = !forms.contains(typed) && own.saturating_mul(QUOTED) <= other;
            if other > 0 && (own == 0 || is_quoted) {
                pairs.push((written, *typed));
            }
        }
        // The pairs are sorted by the characters of the pages, since texts of equal characters
        // compress better.
        pairs.sort_unstable();
        let pairs = pairs.into_iter();
        pairs
            .flat_map(|(written, typed)| [typed, written])
            .collect()
    }

    /// Returns the form of a character that the pages use most, except the character itself.
    fn other_form(&self, c: char) -> Option<char> {
        let forms = self.variants.forms.get(&c)?.iter().copied();
        self.most_used(forms.filter(|form| *form != c))
    }

    /// Returns the character that the pages use most; the first of equal ones.
    fn most_used(&self, forms: impl DoubleEndedIterator<Item = char>) -> Option<char> {
        forms.rev().max_by_key(|form| self.uses_of(*form))
    }

    fn uses_of(&self, c: char) -> u32 {
        self.uses.get(&c).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variants() -> Variants {
        let forms = [
            ('学', "學"),
            ('發', "发"),
            ('髮', "发"),
            ('发', "發髮"),
            ('學', "学"),
            ('后', "後后"),
            ('後', "后"),
            ('么', "麼么"),
            ('麼', "么"),
        ];
        let forms = forms.map(|(c, forms)| (c, forms.chars().collect()));
        Variants::new("zh", forms.into())
    }

    fn pairs(uses: &[(&str, u32)]) -> String {
        let variants = variants();
        let mut respelling = Respelling::new(&variants);
        for (word, uses) in uses {
            respelling.count(word, *uses);
        }
        respelling.pairs()
    }

    #[test]
    fn pairs_lead_from_a_character_that_pages_lack_to_the_one_that_they_have() {
        assert_eq!(pairs(&[("学", 3), ("学生", 2), ("发", 1)]), "發发髮发學学");
        assert_eq!(pairs(&[("學", 3)]), "学學");
        assert_eq!(pairs(&[("中", 3)]), "");
    }

    #[test]
    fn of_several_forms_the_pages_most_frequent_one_counts() {
        assert_eq!(pairs(&[("發", 2), ("髮", 3)]), "发髮");
        assert_eq!(pairs(&[("發", 3), ("髮", 3)]), "发發");
    }

    // `皇后` is not another form of `皇後`.
    #[test]
    fn a_character_of_the_pages_stays_unless_they_only_quote_it() {
        assert_eq!(pairs(&[("学", 99), ("學", 1)]), "");
        assert_eq!(pairs(&[("学", 100), ("學", 1)]), "學学");
        assert_eq!(pairs(&[("後", 1000), ("后", 1)]), "");
        assert_eq!(pairs(&[("後", 1000)]), "后後");
    }

    #[test]
    fn the_words_of_a_language_are_written_as_the_pages_write() {
        let words = |page: &str| {
            let variants = variants();
            let mut respelling = Respelling::new(&variants);
            for c in page.chars() {
                respelling.count(&c.to_string(), 1);
            }
            respelling.add_words("什么 发学");
            [respelling.words("什么 发学"), respelling.pairs()]
        };
        assert_eq!(words("学生"), ["什么 发学", "麼么發发髮发學学"]);
        assert_eq!(words("學生"), ["什麼 發學", "学學发發么麼"]);
        assert_eq!(words("學生头髮"), ["什麼 髮學", "学學发髮么麼"]);
    }

    mod properties {
        use proptest::prelude::*;

        use super::*;

        proptest! {
            #[test]
            fn a_pair_replaces_what_pages_lack_or_quote_by_what_they_have(
                uses in prop::collection::vec(("[学學发發髮后後么麼中]", 0_u32..300), 0..12),
            ) {
                let variants = variants();
                let mut respelling = Respelling::new(&variants);
                for (word, uses) in &uses {
                    respelling.count(word, *uses);
                }
                let pairs: Vec<char> = respelling.pairs().chars().collect();
                for pair in pairs.chunks(2) {
                    let [typed, written] = [0, 1].map(|at| respelling.uses_of(pair[at]));
                    prop_assert!(written > 0 && typed * QUOTED <= written, "{pair:?} of {uses:?}");
                }
            }
        }
    }
}
