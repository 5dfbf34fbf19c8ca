//! The form that the words of every language have: one table for each task that reads them.
//!
//! Words are *fold keys* (see [`crate::text::fold`]) unless a field says that they are *as written*. A
//! language that lacks a task's words takes the table of [`super::other`].

/// All words of one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Knowledge {
    pub(crate) analysis: Analysis,
    pub(crate) stem: fn(&str) -> String,
    pub(crate) detection: Detection,
    pub(crate) stop_words: StopWordLists,
    pub(crate) spelling: Spelling,
    pub(crate) kinds: Kinds,
    pub(crate) fact_words: FactWords,
    pub(crate) routing: Routing,
    pub(crate) small_talk: Chat,
    pub(crate) intents: IntentWords,
    pub(crate) follow_up: FollowUp,
    pub(crate) asking: Asking,
    pub(crate) evidence: Evidence,
    pub(crate) page_words: PageWords,
    pub(crate) verbs: &'static str,
    pub(crate) counting: Counting,
}

/// How a text becomes words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Analysis {
    /// Whether `I` is the capital of `ı`.
    pub(crate) has_dotless: bool,
    /// First letters by which the forms of a word are told to be its own.
    pub(crate) prefix_letters: usize,
    /// Whether `5/1/2026` is in May.
    pub(crate) month_first: bool,
    /// Names of the months, as written in small letters.
    pub(crate) months: [&'static str; 12],
    /// How `%`, `$` and `£` are read out, as written.
    pub(crate) percent: &'static str,
    pub(crate) dollar: &'static str,
    pub(crate) pound: &'static str,
    /// Words for those signs, as written in small letters, and for `€` and `₺`.
    pub(crate) units: &'static [(&'static str, char)],
    /// What stands behind the apostrophe of a contraction, with spaces around.
    pub(crate) contractions: &'static str,
    /// Words that are written together with the next one, with spaces around: `l'inscription`.
    pub(crate) elided: &'static str,
    /// Endings of an ordinal behind figures.
    pub(crate) ordinal_endings: &'static [&'static str],
    /// Ordinals from the first on, in words.
    pub(crate) ordinals: &'static [&'static str],
    /// Abbreviations that end in a full stop, as written.
    pub(crate) abbreviations: &'static [&'static str],
}

/// What tells the language of a question, beside its function words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detection {
    /// Letters that the site's other languages lack.
    pub(crate) letters: &'static [char],
    pub(crate) endings: &'static [&'static str],
    /// Stop words that are ordinary words of other languages.
    pub(crate) ambiguous: &'static [&'static str],
    /// Whether its words have no other letters than those from `a` to `z`.
    pub(crate) is_ascii: bool,
}

/// Words that say little of what a question is about, as written, with spaces between.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopWordLists {
    pub(crate) folded: &'static str,
    /// Without their diacritics these are other words.
    pub(crate) as_written: &'static str,
}

/// What tells misspelt words from words that the site happens not to have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spelling {
    /// Ordinary words, as written, with spaces between.
    pub(crate) ordinary: &'static str,
    /// Vowels and consonants that may stand in a row, and consonants at the beginning.
    pub(crate) most_vowels: usize,
    pub(crate) most_consonants: usize,
    pub(crate) consonants_at_start: usize,
    pub(crate) y_is_vowel: bool,
    /// Whether short roots have many long endings.
    pub(crate) is_agglutinative: bool,
}

/// What a question of the facts asks for, by phrases with commas between.
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
    /// Words that make a question of yes or no, where it begins and wherever they stand.
    pub(crate) yes_no_first: &'static str,
    pub(crate) yes_no: &'static str,
    /// Nouns that tell the kind where no question word does: `registration dates`.
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

/// What tells one fact's question from another's. Lists have spaces between and around.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FactWords {
    /// Words with which a question is another one.
    pub(crate) tells_apart: &'static str,
    pub(crate) negations: &'static str,
    pub(crate) negative_endings: &'static str,
    /// Endings of nouns, which follow each other.
    pub(crate) noun_endings: &'static str,
}

/// What sends a question to the facts or to the pages, with commas between. `^` stands for the beginning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Routing {
    /// What asks for a figure, a date, a person or a place.
    pub(crate) quantity: &'static str,
    /// What asks what something is.
    pub(crate) definition: &'static str,
    /// Marks of a question of one's own case, or of a procedure.
    pub(crate) complex: &'static str,
    /// Things that facts hold, as written.
    pub(crate) keywords: &'static str,
    /// Units of amounts.
    pub(crate) units: &'static str,
}

/// Greetings, thanks and chat, and what may stand between; as written, with `|` between.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chat {
    pub(crate) phrases: &'static str,
    pub(crate) fillers: &'static str,
}

/// What gives the built-in intents away, and what helps to find what they are after; as written, with commas between.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IntentWords {
    pub(crate) staff_lookup: [&'static str; 2],
    pub(crate) registration: [&'static str; 2],
    pub(crate) internship: [&'static str; 2],
    pub(crate) fees: [&'static str; 2],
    pub(crate) deadlines: [&'static str; 2],
    pub(crate) policy: [&'static str; 2],
}

impl IntentWords {
    /// By name, the first wins a draw.
    pub(crate) const fn named(&self) -> [(&'static str, [&'static str; 2]); 6] {
        [
            ("staff_lookup", self.staff_lookup),
            ("registration", self.registration),
            ("internship", self.internship),
            ("fees", self.fees),
            ("deadlines", self.deadlines),
            ("policy", self.policy),
        ]
    }
}

/// What rules of follow-up questions look for, with `|` between.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FollowUp {
    /// Whether a question ends with what is asked, and a noun stands before `for`.
    pub(crate) asks_last: bool,
    /// What a follow-up begins with, longest first.
    pub(crate) openers: &'static str,
    /// What stands for something that was named before, wherever it stands.
    pub(crate) pronouns: &'static str,
    /// The same, unless a noun follows.
    pub(crate) pointers: &'static str,
    /// What may follow those.
    pub(crate) after_pointers: &'static str,
    /// Words that make a question.
    pub(crate) asking: &'static str,
    /// Words beside them that say nothing of its topic.
    pub(crate) fillers: &'static str,
    /// Words that stand before a circumstance of the question, or behind it.
    pub(crate) circumstance: &'static str,
    /// What can be asked of anything, and is asked of something that was named before.
    pub(crate) attributes: &'static str,
    /// Nouns that have a modifier for each of their kinds, which may stand for both.
    pub(crate) classifiers: &'static str,
    /// What is said of the topic, behind it.
    pub(crate) predicates: &'static str,
    /// People for whom a visitor asks beside himself.
    pub(crate) persons: &'static str,
    /// What begins a message that asks for nothing.
    pub(crate) chat: &'static str,
    /// Endings that leave a word the same one.
    pub(crate) endings: &'static str,
    pub(crate) classes: Classes,
}

/// Words of which one takes the place of another.
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

/// What an answer has to have, by phrases of the question, with commas between. `^` is the question's beginning and
/// `$` its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking {
    pub(crate) time: &'static str,
    pub(crate) hours: &'static str,
    pub(crate) duration: &'static str,
    pub(crate) amount: &'static str,
    pub(crate) person: &'static str,
    pub(crate) contact: &'static str,
    pub(crate) place: &'static str,
    pub(crate) list: &'static str,
    pub(crate) procedure: &'static str,
    pub(crate) assent: &'static str,
    pub(crate) definition: &'static str,
    /// What speaks of money.
    pub(crate) prices: &'static str,
}

/// What shows that a sentence has such a thing, with spaces between. Words of five letters and more stand for words
/// that they begin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
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
    /// Endings of verbs that say whether something may be, and of what something is.
    pub(crate) modal_endings: &'static str,
    pub(crate) defining_endings: &'static str,
    /// `Yes` and `no`, as written, with `|` between.
    pub(crate) yes_and_no: &'static str,
}

/// What pages say around their text, with `|` between.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageWords {
    /// What forms and controlled documents say of themselves.
    pub(crate) labels: &'static str,
    /// Beginnings of words: when a page changed, whose it is, that it sets cookies.
    pub(crate) furniture: &'static str,
    /// The first page of a site, with a space behind.
    pub(crate) homes: &'static str,
}

/// Numbers and amounts in what a language model writes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counting {
    /// Numbers in words.
    pub(crate) numbers: &'static [(&'static str, u32)],
    /// What stands within one: `a hundred and five`.
    pub(crate) within: &'static str,
    /// A thousand, a million and a billion, behind figures.
    pub(crate) multiples: [&'static str; 3],
    /// What is counted or measured, with spaces between.
    pub(crate) counted: &'static str,
    /// Whether those have endings.
    pub(crate) has_endings: bool,
    /// What may stand between a number and what is counted.
    pub(crate) between: &'static [&'static str],
    /// Short names of the months.
    pub(crate) short_months: [&'static [&'static str]; 12],
    /// Beginnings of months with an ending where the last letter changes, and endings.
    pub(crate) changed_months: &'static [(&'static str, u16)],
    pub(crate) month_endings: &'static [&'static str],
}
