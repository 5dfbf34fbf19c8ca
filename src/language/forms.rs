//! The tables of words that every language has: one for each task that reads them.
//!
//! Words may have their usual spelling: the builder folds those of lists that are compared with
//! fold keys (`lists.rs`). Words that stay *as written* are marked so. A language without words for
//! a task has the empty table of [`super::other`].

/// The rules of a language, and all its words.
#[derive(Debug, Clone, Copy)]
pub struct Knowledge {
    pub analysis: Analysis,
    /// Whether question words come last, and postpositions follow their noun.
    pub asks_last: bool,
    pub stem: fn(&str) -> String,
    pub compounds: Compounds,
    pub detection: Detection,
    pub stop_words: StopWordLists,
    pub letters: Letters,
    pub spelling: Spelling,
    pub kinds: Kinds,
    pub fact_words: FactWords,
    pub routing: Routing,
    pub small_talk: Chat,
    pub follow_up: FollowUp,
    pub asking: Asking,
    pub statement: StatementWords,
    pub page_words: PageWords,
    /// Verbs of sentences that answer, as written, separated by spaces: the default of the setting
    /// `ranking.quality.answer_verbs`.
    pub verbs: &'static str,
    pub counting: Counting,
}

/// How a language writes compounds as one word.
#[derive(Debug, Clone, Copy)]
pub struct Compounds {
    /// The endings of a part before the next one, and what the word has instead: `Prüfungs·amt`,
    /// `Prüfung`; `Schul·weg`, `Schule`.
    pub linking: &'static [[&'static str; 2]],
    /// Words that end other words as a suffix, with their forms, separated by spaces: `Ende`,
    /// `Studierende`.
    pub suffixes: &'static str,
}

impl Compounds {
    /// A language without compounds.
    pub const NONE: Self = Self {
        linking: &[],
        suffixes: "",
    };
}

/// Rules that split a text into words.
#[derive(Debug, Clone, Copy)]
pub struct Analysis {
    /// Whether `I` is the capital of `ı`.
    pub has_dotless: bool,
    /// Number of first letters that the forms of a word share.
    pub prefix_letters: usize,
    /// Whether `5/1/2026` is in May.
    pub month_first: bool,
    /// Names of the months, as written in small letters.
    pub months: [&'static str; 12],
    /// Words for `%`, `$` and `£`, as written.
    pub percent: &'static str,
    pub dollar: &'static str,
    pub pound: &'static str,
    /// Other words for those signs and for `€` and `₺`, as written in small letters.
    pub units: &'static [(&'static str, char)],
    /// Letters after the apostrophe of a contraction, with spaces around each.
    pub contractions: &'static str,
    /// Elided words, which an apostrophe joins to the next word, with spaces around each:
    /// `l'inscription`.
    pub elided: &'static str,
    /// Whether an apostrophe parts a suffix from a single letter too: `Z'ye`.
    pub suffixes_after_letters: bool,
    /// Endings of an ordinal in figures.
    pub ordinal_endings: &'static [&'static str],
    /// Ordinals in words, from the first on.
    pub ordinals: &'static [&'static str],
    /// Abbreviations that end in a full stop, as written.
    pub abbreviations: &'static [&'static str],
}

/// Signs of a question's language, in addition to its function words.
#[derive(Debug, Clone, Copy)]
pub struct Detection {
    /// Letters that the site's other languages lack.
    pub letters: &'static [char],
    pub endings: &'static [&'static str],
    /// Stop words that are ordinary words of other languages.
    pub ambiguous: &'static [&'static str],
    /// Whether its words have only the letters from `a` to `z`.
    pub is_ascii: bool,
}

/// Words that say little about the subject of a question, as written, separated by spaces.
#[derive(Debug, Clone, Copy)]
pub struct StopWordLists {
    pub folded: &'static str,
    /// Words that become different words without their diacritics.
    pub as_written: &'static str,
}

/// Sequences of letters that distinguish misspelt words from words that the site lacks.
#[derive(Debug, Clone, Copy)]
pub struct Letters {
    /// Maximum number of consecutive vowels.
    pub most_vowels: usize,
    /// Maximum number of consecutive consonants.
    pub most_consonants: usize,
    /// Maximum number of consonants at the beginning of a word.
    pub consonants_at_start: usize,
    pub y_is_vowel: bool,
    /// Whether short roots have many long endings.
    pub is_agglutinative: bool,
}

/// Words that are correct although the site lacks them, separated by spaces.
#[derive(Debug, Clone, Copy)]
pub struct Spelling {
    /// Ordinary words.
    pub ordinary: &'static str,
    /// Endings that names have beside those of nouns.
    pub endings_of_names: &'static str,
}

/// The kinds of thing that a fact's question asks for, by phrases separated by commas.
#[derive(Debug, Clone, Copy)]
pub struct Kinds {
    pub how_long: &'static str,
    pub when: &'static str,
    pub how_much: &'static str,
    pub who: &'static str,
    pub place: &'static str,
    pub why: &'static str,
    pub how: &'static str,
    pub what: &'static str,
    /// Words that mark a yes-no question at its beginning.
    pub yes_no_first: &'static str,
    /// Words that mark a yes-no question anywhere.
    pub yes_no: &'static str,
    /// Nouns that determine the kind if no question word does: `registration dates`.
    pub nouns: KindNouns,
}

#[derive(Debug, Clone, Copy)]
pub struct KindNouns {
    pub when: &'static str,
    pub how_much: &'static str,
    pub place: &'static str,
    pub how_long: &'static str,
    pub how: &'static str,
}

/// Words that distinguish the questions of facts, separated by spaces.
#[derive(Debug, Clone, Copy)]
pub struct FactWords {
    /// Words that change the meaning of a question.
    pub tells_apart: &'static str,
    pub negations: &'static str,
    pub negative_endings: &'static str,
    /// Endings of nouns, several of which may follow each other.
    pub noun_endings: &'static str,
}

/// Patterns that route a question to the facts or the pages, separated by commas. `^` matches the
/// beginning.
#[derive(Debug, Clone, Copy)]
pub struct Routing {
    /// Whether the phrases of [`Asking`] for times, durations and amounts also route to the facts.
    pub asks_figures: bool,
    /// Phrases that ask for a figure, a date, a person or a place.
    pub quantity: &'static str,
    /// Phrases that ask for a definition.
    pub definition: &'static str,
    /// Phrases that ask about the visitor's own case or about a procedure.
    pub complex: &'static str,
    /// Words for things that facts contain, as written.
    pub keywords: &'static str,
    /// Units of amounts.
    pub units: &'static str,
}

/// Greetings, thanks and chat, and words that may accompany them; as written, separated by `|`.
#[derive(Debug, Clone, Copy)]
pub struct Chat {
    pub phrases: &'static str,
    pub fillers: &'static str,
}

/// Words for the rules of follow-up questions, separated by `|`.
#[derive(Debug, Clone, Copy)]
pub struct FollowUp {
    /// Phrases that begin a follow-up, longest first.
    pub openers: &'static str,
    /// Words that always refer to something named before.
    pub pronouns: &'static str,
    /// Words that refer to something named before unless a noun follows.
    pub pointers: &'static str,
    /// Words that may follow `pointers` without being such a noun.
    pub after_pointers: &'static str,
    /// Question words.
    pub asking: &'static str,
    /// Other words that say nothing about the topic of a question.
    pub fillers: &'static str,
    /// Prepositions or postpositions that mark a circumstance of the question.
    pub circumstance: &'static str,
    /// Words that may precede a noun.
    pub articles: &'static str,
    /// Attributes that anything may have; a follow-up asks for those of something named before.
    pub attributes: &'static str,
    /// Nouns with a modifier for each kind; the modifier alone may replace both.
    pub classifiers: &'static str,
    /// Predicates, which follow the topic.
    pub predicates: &'static str,
    /// People on whose behalf visitors ask.
    pub persons: &'static str,
    /// Phrases that begin a message without a question.
    pub chat: &'static str,
    /// Endings that do not change the meaning of a word.
    pub endings: &'static str,
    pub classes: Classes,
}

/// Classes of words that can replace each other.
#[derive(Debug, Clone, Copy)]
pub struct Classes {
    pub exams: &'static str,
    pub degrees: &'static str,
    pub rooms: &'static str,
    pub seasons: &'static str,
    pub periods: &'static str,
    pub hours: &'static str,
    pub origins: &'static str,
    pub meals: &'static str,
    pub people: &'static str,
    pub days: &'static str,
    pub times_of_day: &'static str,
    pub months: &'static str,
}

/// The kinds of thing that an answer must have, by phrases of the question, separated by commas.
/// `^` is the question's beginning and `$` its end.
#[derive(Debug, Clone, Copy)]
pub struct Asking {
    pub time: &'static str,
    pub hours: &'static str,
    pub duration: &'static str,
    pub amount: &'static str,
    pub person: &'static str,
    pub telephone: &'static str,
    pub contact: &'static str,
    pub place: &'static str,
    pub list: &'static str,
    pub procedure: &'static str,
    pub assent: &'static str,
    pub definition: &'static str,
    /// Words about money.
    pub prices: &'static str,
    /// Phrases that ask who somebody is: only a name answers.
    pub named: &'static str,
}

/// Words that show that a sentence has such a thing, separated by spaces. Words of five or more
/// letters also match as prefixes.
#[derive(Debug, Clone, Copy)]
pub struct StatementWords {
    pub dates: &'static str,
    pub clock: &'static str,
    pub numbers: &'static str,
    pub one: &'static str,
    pub units_of_time: &'static str,
    pub currencies: &'static str,
    pub free: &'static str,
    pub offices: &'static str,
    pub places: &'static str,
    pub deeds: &'static str,
    pub assents: &'static str,
    pub meanings: &'static str,
    /// Verb endings of permission and possibility.
    pub modal_endings: &'static str,
    /// Endings of a definition.
    pub defining_endings: &'static str,
    /// `Yes` and `no`, as written, separated by `|`.
    pub yes_and_no: &'static str,
    /// Words, and pairs of them, at the beginning of a sentence that make no sense
    /// without the one before, separated by `|`.
    pub leaning: &'static str,
}

/// Phrases of pages outside their content, separated by `|`.
#[derive(Debug, Clone, Copy)]
pub struct PageWords {
    /// Labels on forms and controlled documents.
    pub labels: &'static str,
    /// Beginnings of words about a page's last change, its owner and its cookies.
    pub furniture: &'static str,
    /// Names of a site's home page, each followed by a space.
    pub homes: &'static str,
    /// Words for news and announcements, as in the addresses of their folders, separated by
    /// spaces.
    pub news: &'static str,
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
