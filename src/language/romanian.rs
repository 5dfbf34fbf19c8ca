//! Romanian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Romanian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a abia acea aceasta această aceea acei aceia acel acela acele acelea acest acesta \
            aceste acestea acestei acestor acestui acolo acum ai aia aici al ale alt alta altă \
            altele alți am ar are aș asta așa at ați atunci au avea avem aveți avut azi ca că \
            când care căror cărei cărui cât câtă câte câți ce cea cei cel cele celor cine cineva \
            ceva chiar cu cui cum cumva da dacă dar de deci deja deși despre din dintr dintre \
            doar după ea ei el ele era eram este ești eu face fără fi fie fiecare fii fiind \
            foarte fost i îi îl îmi în înainte încât încă între într întru își îți l la le li \
            lor lui mă mai mea mei mele meu mi mie mine mult multă multe mulți ne nici nimic \
            niște noastră noastre noi nostru noștri nu o oricare orice ori pe pentru peste poate \
            pot prea prin printr sa să sale sau său săi se sub sunt suntem sunteți și știe ta \
            tăi tale tău te ți ție toate tot toți totuși tu un una unde unei unele uneori unii \
            unor unui unul va vă vi voastră voastre voi vom vor vostru voștri vreo vreun trebuie",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "stiri",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Romanian).stem(word).into_owned()
}
