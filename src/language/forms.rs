//! The tables of words that every language has: one for each task that reads them.
//!
//! In the languages of `languages!`, words are *fold keys* (see [`crate::text::fold`]) unless a
//! field states that they are *as written*. Those of `bundled!` may have their usual spelling: the
//! builder folds them when it writes a manifest. A language without words for a task uses the table
//! of [`super::other`].

/// All words of one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Knowledge {
    pub(crate) analysis: Analysis,
    pub(crate) stem: fn(&str) -> String,
    pub(crate) compounds: Compounds,
    pub(crate) detection: Detection,
    pub(crate) stop_words: StopWordLists,
    pub(crate) spelling: Spelling,
    pub(crate) kinds: Kinds,
    pub(crate) fact_words: FactWords,
    pub(crate) routing: Routing,
    pub(crate) small_talk: Chat,
    pub(crate) follow_up: FollowUp,
    pub(crate) asking: Asking,
    pub(crate) statement: StatementWords,
    pub(crate) page_words: PageWords,
    /// Verbs of sentences that answer, as written, separated by spaces: the default of the setting
    /// `ranking.quality.answer_verbs`.
    pub(crate) verbs: &'static str,
    pub(crate) counting: Counting,
}

/// How a language writes compounds as one word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compounds {
    /// The endings of a part before the next one, and what the word has instead: `Prüfungs·amt`,
    /// `Prüfung`; `Schul·weg`, `Schule`.
    pub(crate) linking: &'static [[&'static str; 2]],
    /// Words that end other words as a suffix, with their forms, separated by spaces: `Ende`,
    /// `Studierende`.
    pub(crate) suffixes: &'static str,
}

impl Compounds {
    /// A language without compounds.
    pub(crate) const NONE: Self = Self {
        linking: &[],
        suffixes: "",
    };
}

/// Rules that split a text into words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Analysis {
    /// Whether `I` is the capital of `ı`.
    pub(crate) has_dotless: bool,
    /// Number of first letters that the forms of a word share.
    pub(crate) prefix_letters: usize,
    /// Whether `5/1/2026` is in May.
    pub(crate) month_first: bool,
    /// Names of the months, as written in small letters.
    pub(crate) months: [&'static str; 12],
    /// Words for `%`, `$` and `£`, as written.
    pub(crate) percent: &'static str,
    pub(crate) dollar: &'static str,
    pub(crate) pound: &'static str,
    /// Other words for those signs and for `€` and `₺`, as written in small letters.
    pub(crate) units: &'static [(&'static str, char)],
    /// Letters after the apostrophe of a contraction, with spaces around each.
    pub(crate) contractions: &'static str,
    /// Elided words, which an apostrophe joins to the next word, with spaces around each:
    /// `l'inscription`.
    pub(crate) elided: &'static str,
    /// Whether an apostrophe parts a suffix from a single letter too: `Z'ye`.
    pub(crate) suffixes_after_letters: bool,
    /// Endings of an ordinal in figures.
    pub(crate) ordinal_endings: &'static [&'static str],
    /// Ordinals in words, from the first on.
    pub(crate) ordinals: &'static [&'static str],
    /// Abbreviations that end in a full stop, as written.
    pub(crate) abbreviations: &'static [&'static str],
}

/// Signs of a question's language, in addition to its function words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detection {
    /// Letters that the site's other languages lack.
    pub(crate) letters: &'static [char],
    pub(crate) endings: &'static [&'static str],
    /// Stop words that are ordinary words of other languages.
    pub(crate) ambiguous: &'static [&'static str],
    /// Whether its words have only the letters from `a` to `z`.
    pub(crate) is_ascii: bool,
}

/// Words that say little about the subject of a question, as written, separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopWordLists {
    pub(crate) folded: &'static str,
    /// Words that become different words without their diacritics.
    pub(crate) as_written: &'static str,
}

/// Data that distinguishes misspelt words from correct words that the site lacks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spelling {
    /// Ordinary words, as written, separated by spaces.
    pub(crate) ordinary: &'static str,
    /// Maximum number of consecutive vowels.
    pub(crate) most_vowels: usize,
    /// Maximum number of consecutive consonants.
    pub(crate) most_consonants: usize,
    /// Maximum number of consonants at the beginning of a word.
    pub(crate) consonants_at_start: usize,
    pub(crate) y_is_vowel: bool,
    /// Whether short roots have many long endings.
    pub(crate) is_agglutinative: bool,
    /// Endings that names have beside those of nouns, as fold keys separated by spaces.
    pub(crate) endings_of_names: &'static str,
}

/// The kinds of thing that a fact's question asks for, by phrases separated by commas.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kinds {
    pub(crate) how_long: &'static str,
    pub(crate) when: &'static str,
    pub(crate) how_much: &'static str,
    pub(crate) who: &'static str,
    pub(crate) place: &'static str,
    pub(crate) why: &'static str,
    pub(crate) how: &'static str,
    pub(crate) what: &'static str,
    /// Words that mark a yes-no question at its beginning.
    pub(crate) yes_no_first: &'static str,
    /// Words that mark a yes-no question anywhere.
    pub(crate) yes_no: &'static str,
    /// Nouns that determine the kind if no question word does: `registration dates`.
    pub(crate) nouns: KindNouns,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct KindNouns {
    pub(crate) when: &'static str,
    pub(crate) how_much: &'static str,
    pub(crate) place: &'static str,
    pub(crate) how_long: &'static str,
    pub(crate) how: &'static str,
}

/// Words that distinguish the questions of facts. Lists have spaces around each word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FactWords {
    /// Words that change the meaning of a question.
    pub(crate) tells_apart: &'static str,
    pub(crate) negations: &'static str,
    pub(crate) negative_endings: &'static str,
    /// Endings of nouns, several of which may follow each other.
    pub(crate) noun_endings: &'static str,
}

/// Patterns that route a question to the facts or the pages, separated by commas. `^` matches the
/// beginning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Routing {
    /// Phrases that ask for a figure, a date, a person or a place.
    pub(crate) quantity: &'static str,
    /// Phrases that ask for a definition.
    pub(crate) definition: &'static str,
    /// Phrases that ask about the visitor's own case or about a procedure.
    pub(crate) complex: &'static str,
    /// Words for things that facts contain, as written.
    pub(crate) keywords: &'static str,
    /// Units of amounts.
    pub(crate) units: &'static str,
}

/// Greetings, thanks and chat, and words that may accompany them; as written, separated by `|`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chat {
    pub(crate) phrases: &'static str,
    pub(crate) fillers: &'static str,
}

/// Words for the rules of follow-up questions, separated by `|`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FollowUp {
    /// Whether question words come last, and postpositions follow their noun.
    pub(crate) asks_last: bool,
    /// Phrases that begin a follow-up, longest first.
    pub(crate) openers: &'static str,
    /// Words that always refer to something named before.
    pub(crate) pronouns: &'static str,
    /// Words that refer to something named before unless a noun follows.
    pub(crate) pointers: &'static str,
    /// Words that may follow `pointers` without being such a noun.
    pub(crate) after_pointers: &'static str,
    /// Question words.
    pub(crate) asking: &'static str,
    /// Other words that say nothing about the topic of a question.
    pub(crate) fillers: &'static str,
    /// Prepositions or postpositions that mark a circumstance of the question.
    pub(crate) circumstance: &'static str,
    /// Attributes that anything may have; a follow-up asks for those of something named before.
    pub(crate) attributes: &'static str,
    /// Nouns with a modifier for each kind; the modifier alone may replace both.
    pub(crate) classifiers: &'static str,
    /// Predicates, which follow the topic.
    pub(crate) predicates: &'static str,
    /// People on whose behalf visitors ask.
    pub(crate) persons: &'static str,
    /// Phrases that begin a message without a question.
    pub(crate) chat: &'static str,
    /// Endings that do not change the meaning of a word.
    pub(crate) endings: &'static str,
    pub(crate) classes: Classes,
}

/// Classes of words that can replace each other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Classes {
    pub(crate) exams: &'static str,
    pub(crate) degrees: &'static str,
    pub(crate) rooms: &'static str,
    pub(crate) seasons: &'static str,
    pub(crate) periods: &'static str,
    pub(crate) hours: &'static str,
    pub(crate) origins: &'static str,
    pub(crate) meals: &'static str,
    pub(crate) people: &'static str,
    pub(crate) days: &'static str,
    pub(crate) times_of_day: &'static str,
    pub(crate) months: &'static str,
}

/// The kinds of thing that an answer must have, by phrases of the question, separated by commas.
/// `^` is the question's beginning and `$` its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking {
    pub(crate) time: &'static str,
    pub(crate) hours: &'static str,
    pub(crate) duration: &'static str,
    pub(crate) amount: &'static str,
    pub(crate) person: &'static str,
    pub(crate) telephone: &'static str,
    pub(crate) contact: &'static str,
    pub(crate) place: &'static str,
    pub(crate) list: &'static str,
    pub(crate) procedure: &'static str,
    pub(crate) assent: &'static str,
    pub(crate) definition: &'static str,
    /// Words about money.
    pub(crate) prices: &'static str,
    /// Phrases that ask who somebody is: only a name answers.
    pub(crate) named: &'static str,
}

/// Words that show that a sentence has such a thing, separated by spaces. Words of five or more
/// letters also match as prefixes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatementWords {
    pub(crate) dates: &'static str,
    pub(crate) clock: &'static str,
    pub(crate) numbers: &'static str,
    pub(crate) one: &'static str,
    pub(crate) units_of_time: &'static str,
    pub(crate) currencies: &'static str,
    pub(crate) free: &'static str,
    pub(crate) offices: &'static str,
    pub(crate) places: &'static str,
    pub(crate) deeds: &'static str,
    pub(crate) assents: &'static str,
    pub(crate) meanings: &'static str,
    /// Verb endings of permission and possibility.
    pub(crate) modal_endings: &'static str,
    /// Endings of a definition.
    pub(crate) defining_endings: &'static str,
    /// `Yes` and `no`, as written, separated by `|`.
    pub(crate) yes_and_no: &'static str,
    /// Fold keys of words, and of pairs of them, at the beginning of a sentence that make no sense
    /// without the one before, separated by `|`.
    pub(crate) leaning: &'static str,
}

/// Phrases of pages outside their content, separated by `|`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageWords {
    /// Labels on forms and controlled documents.
    pub(crate) labels: &'static str,
    /// Beginnings of words about a page's last change, its owner and its cookies.
    pub(crate) furniture: &'static str,
    /// Names of a site's home page, each followed by a space.
    pub(crate) homes: &'static str,
    /// Fold keys of words for news and announcements, as in the addresses of their folders, with
    /// spaces around each.
    pub(crate) news: &'static str,
}

/// Words of numbers and amounts in a language model's text.
#[derive(Debug, Clone, Copy)]
pub struct Counting {
    /// Numbers in words.
    pub numbers: &'static [(&'static str, u32)],
    /// Words within a number: `a hundred and five`.
    pub within: &'static str,
    /// `Thousand`, `million` and `billion` after figures.
    pub multiples: [&'static str; 3],
    /// Countable nouns and units, separated by spaces.
    pub counted: &'static str,
    /// Whether these may have endings.
    pub has_endings: bool,
    /// Words that may occur between a number and the noun.
    pub between: &'static [&'static str],
    /// Short names of the months.
    pub short_months: [&'static [&'static str]; 12],
    /// Stems of months that change their last letter before an ending.
    pub changed_months: &'static [(&'static str, u16)],
    /// Endings of months.
    pub month_endings: &'static [&'static str],
}
