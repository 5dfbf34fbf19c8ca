//! Armenian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Armenian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            այդ այլ այն այնտեղ այս այստեղ առանց արդեն արդյոք բայց բոլոր դա դեպի դու դուք եթե եմ \
            են ենք ես եք է էի էին էինք էիր էիք էր ըստ ի իմ ին ինչ ինչպես ինչպիսի ինչու ինձ իսկ \
            իր իրեն իրենց կա կամ կան կարելի կարող համար հետ հետո հիմա ձեզ ձեր մասին մեզ մեջ մեր \
            մի միայն միջև մինչ մինչև մոտ նա նաև նախ ներքև նյա նրա նրան նրանց նրանք որ որը որի \
            որին որոնք որպես որտեղ որքան ոչ ով ովքեր ու ում պետք պիտի քան քանի քո քեզ վրա չէ չի \
            չեն սա սրա որից որում երբ դրա",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Armenian).stem(word).into_owned()
}
