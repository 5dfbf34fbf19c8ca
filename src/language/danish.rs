//! Danish.

use frostem::{Algorithm, Stemmer};

use super::forms::{Compounds, FollowUp, Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Danish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    compounds: Compounds {
        linking: &[["s", ""], ["e", ""]],
        suffixes: "ende lige erne",
    },
    stop_words: StopWordLists {
        folded: "\
            af alle alt anden andet andre at bare begge blev blive bliver da de dem den denne \
            der deres det dette dig din dine disse dit du efter eller en end er et flere for fra \
            få får gennem gør ham han hans har havde have hende hendes her hos hun hvad hvem \
            hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår hvorledes i ikke ind \
            ingen intet ja jeg jer jeres kan kunne man mange med meget mellem men mens mere mig \
            min mine mit mod må måtte ned nej noget nogen nogle nok nu når og også om op os over \
            på samme selv sig sin sine sit skal skulle som så sådan til ud uden under var ved vi \
            vil ville vor vores være været",
        ..other::KNOWLEDGE.stop_words
    },
    follow_up: FollowUp {
        openers: "og",
        asking: "hvor|hvornår|hvad|hvem",
        fillers: "lang|meget|koster|du|de",
        circumstance: "for|til|i",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "nyheder",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Danish).stem(word).into_owned()
}
