//! Languages without words in the engine. A site's bundle brings the stop words, patterns and small
//! talk of several, and the builder stems their pages.

use super::english;
use super::forms::{
    Analysis, Asking, Chat, Classes, Compounds, Counting, Detection, FactWords, FollowUp, Kinds,
    Knowledge, PageWords, Routing, Spelling, StatementWords, StopWordLists,
};

/// The defaults for all other languages. Rules that need some list use the English one.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    analysis: Analysis {
        prefix_letters: 5,
        month_first: false,
        elided: " l d j m t s n c qu jusqu lorsqu puisqu quelqu un dell all nell sull dall coll \
            quell quest sant com dov ",
        units: &[],
        ordinal_endings: &[],
        abbreviations: &[],
        ..english::ANALYSIS
    },
    stem: str::to_owned,
    compounds: Compounds::NONE,
    detection: Detection {
        letters: &[],
        endings: &[],
        ambiguous: &[],
        is_ascii: true,
    },
    stop_words: StopWordLists {
        folded: "",
        as_written: "",
    },
    spelling: Spelling {
        ordinary: "",
        ..english::SPELLING
    },
    kinds: Kinds {
        what: "",
        ..english::KINDS
    },
    fact_words: FactWords {
        negations: "",
        ..english::FACT_WORDS
    },
    routing: Routing {
        quantity: "",
        definition: "",
        complex: "",
        keywords: "",
        units: "",
    },
    small_talk: Chat {
        phrases: "",
        fillers: "",
    },
    follow_up: FollowUp {
        asks_last: false,
        openers: "",
        pronouns: "",
        pointers: "",
        after_pointers: "",
        asking: "",
        fillers: "",
        circumstance: "",
        attributes: "",
        classifiers: "",
        predicates: "",
        persons: "",
        chat: "",
        endings: "",
        classes: Classes {
            exams: "",
            degrees: "",
            rooms: "",
            seasons: "",
            periods: "",
            hours: "",
            origins: "",
            meals: "",
            people: "",
            days: "",
            times_of_day: "",
            months: "",
        },
    },
    asking: Asking {
        time: "",
        hours: "",
        duration: "",
        amount: "",
        person: "",
        telephone: "",
        contact: "",
        place: "",
        list: "",
        procedure: "",
        assent: "",
        definition: "",
        named: "",
        prices: "",
    },
    statement: StatementWords {
        dates: "",
        clock: "",
        numbers: "",
        one: "",
        units_of_time: "",
        currencies: "",
        free: "",
        offices: "",
        places: "",
        deeds: "",
        assents: "",
        meanings: "",
        modal_endings: "",
        defining_endings: "",
        yes_and_no: "",
        leaning: "",
    },
    page_words: PageWords {
        labels: "",
        furniture: "",
        homes: "",
    },
    verbs: "",
    counting: Counting {
        numbers: &[],
        within: "",
        multiples: ["", "", ""],
        between: &[],
        short_months: [&[]; 12],
        changed_months: &[],
        month_endings: &[],
        ..english::COUNTING
    },
};
