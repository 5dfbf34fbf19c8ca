//! Italian.

use frostem::{Algorithm, Stemmer};

use super::forms::{FollowUp, Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Italian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a ad agli ai al alla alle allo anche avere ha hanno c che chi ci ciò come con così \
            cosa cui da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di \
            do dopo dove due e è ed era erano essere fa fra già gli i il in io l la le lei li \
            lo loro lui ma me mi mia mio molto ne negli nei nel nella nelle nello no noi non \
            nostro o ogni per perché più può possono poi posso quale quali quando quanta quante \
            quanti quanto quella quelle quelli quello questa queste questi questo qui se sei si \
            sia sono sta stata state stati stato su sua sue sugli sui sul sulla sulle sullo suo \
            suoi tra tu tuo un una uno venne vi voi fu furono viene",
        ..other::KNOWLEDGE.stop_words
    },
    follow_up: FollowUp {
        openers: "e",
        asking: "quanto|quanta|quando|dove|come|che|chi|sono",
        fillers: "il|lo|la|le|gli|i|un|una|costa|costano|al",
        circumstance: "per",
        articles: "il|la|le|un|una",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "notizie novita",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Italian).stem(word).into_owned()
}
