//! Norwegian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Compounds, FollowUp, Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Norwegian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    compounds: Compounds {
        linking: &[["s", ""], ["e", ""]],
        suffixes: "ende lige",
    },
    stop_words: StopWordLists {
        folded: "\
            alle alt andre at av bare begge ble blei bli blir blitt da de deg dei deira dem den \
            denne der dere deres det dette di din dine disse ditt du eg ein eit ei eller en er \
            et etter ette for fordi fra få får før gjennom ha hadde han hans har hennes her hjå \
            ho hos hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i ikke \
            ikkje ingen inn ja jeg kan kor korleis kva kven kunne man mange me med meg meget \
            mellom men mens mer min mine mitt mot mye må måtte noe noen nokon nå når og også om \
            opp oss over på samme seg selv si sia sidan siden sin sine sitt skal skulle som så \
            til um under ut uten vår våre var ved vere vi vil ville være vært å",
        ..other::KNOWLEDGE.stop_words
    },
    follow_up: FollowUp {
        openers: "og",
        asking: "hvor|når|hvem",
        fillers: "lang|mye|koster|du|de",
        circumstance: "for|til|i",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "nyheter",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Norwegian).stem(word).into_owned()
}
