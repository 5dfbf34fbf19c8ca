//! Swedish.

use frostem::{Algorithm, Stemmer};

use super::forms::{Compounds, FollowUp, Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Swedish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    compounds: Compounds {
        linking: &[["s", ""], ["", "a"], ["o", "a"], ["u", "a"]],
        suffixes: "ande ende arna erna",
    },
    stop_words: StopWordLists {
        folded: "\
            alla allt andra att av bara blev bli blir blivit både de dem den denna deras dess \
            dessa det detta dig din dina ditt du där då efter ej eller en er era ett ert finns \
            från får för före genom gör ha hade han hans har hennes henne hit hon honom hos hur \
            här i icke ingen inget inom inte ja jag kan kommer kunde man med mellan men mer mig \
            min mina mitt mot mycket måste ni nu någon något några när och också om oss på redan \
            samma sedan sig sin sina sitt ska skall skulle som så sådan till under upp ur utan \
            vad var vara varför varit varje varken vart vem vems vi vid vilka vilken vilket vill \
            vår våra vårt än är åt över",
        ..other::KNOWLEDGE.stop_words
    },
    follow_up: FollowUp {
        openers: "och",
        asking: "var|när|vad|vem|hur",
        fillers: "mycket|länge|kostar|du|de",
        circumstance: "för|till|i",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "nyheter",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Swedish).stem(word).into_owned()
}
