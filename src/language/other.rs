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
    // Of German, French, Spanish, Portuguese, Italian, Dutch, Danish, Norwegian and Swedish: the
    // engine has the words of no other language when it completes a question.
    follow_up: FollowUp {
        asks_last: false,
        openers: "\
            und was ist mit|und wie ist es mit|was ist mit|und|et pour ce qui est de|et|y que hay de|\
            y|e quanto a|e|och|og",
        pronouns: "",
        pointers: "",
        after_pointers: "",
        asking: "\
            wie|wann|wo|wohin|woher|was|wer|wen|wem|welche|welcher|welches|warum|ist|sind|gibt|\
            kann|darf|muss|combien|quand|ou|comment|que|quel|quelle|quels|quelles|qui|pourquoi|\
            est-ce|est|sont|cuanto|cuanta|cuantos|cuantas|cuando|donde|como|cual|cuales|quien|es|\
            son|quanto|quanta|quando|onde|qual|quem|dove|come|chi|sono|hvor|hvornar|hvad|hvem|nar|\
            var|vad|vem|hur",
        fillers: "\
            viel|lange|hoch|kostet|kosten|dauert|der|die|das|den|dem|des|ein|eine|einen|einem|einer|\
            mein|meine|unser|ich|wir|man|es|le|la|les|un|une|mon|ma|mes|coute|coutent|dure|durent|je|\
            nous|on|il|elle|el|los|las|una|mi|cuesta|cuestan|dura|duran|tiempo|temps|hay|o|a|os|as|um|\
            uma|custa|custam|lo|gli|i|costa|costano|mycket|lange|lang|mye|meget|koster|kostar|du|de|al",
        circumstance: "fur|bei|im|pour|pendant|para|por|per|for|til|i",
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
        // Of several languages: an address does not say in which it is.
        news: " aktuelles nachrichten veranstaltungen actualites actualite evenements noticias \
               eventos notizie novita nieuws nyheter nyheder uutiset aktualnosci novinky stiri \
               hirek novosti novyny vijesti ",
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
