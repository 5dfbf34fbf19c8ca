//! Portuguese.

use frostem::{Algorithm, Stemmer};

use super::forms::{FollowUp, Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Portuguese.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a à ao aos aquela aquele aquilo as às até com como da das de dela dele deles depois \
            do dos e é ela elas ele eles em entre era eram essa essas esse esses esta está \
            estão estas este estes eu foi foram há isso isto já la lhe lhes lo mais mas me \
            mesmo meu meus minha muito muitos na não nas nem no nos nós nossa nosso num numa o \
            onde os ou para pela pelas pelo pelos por porque pode podem posso qual quais quando \
            quanta quantas quanto quantos que quê quem se sem ser será seu seus só sob sobre \
            sua suas são também te tem têm ter teve tinha um uma umas uns você vocês",
        ..other::KNOWLEDGE.stop_words
    },
    follow_up: FollowUp {
        openers: "e quanto a|e",
        asking: "quanto|quanta|quando|onde|como|que|qual|quem",
        fillers: "o|a|os|as|um|uma|custa|custam",
        circumstance: "para|por",
        articles: "o|os|um|uma",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "noticias eventos",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Portuguese).stem(word).into_owned()
}
