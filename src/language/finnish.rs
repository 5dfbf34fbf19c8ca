//! Finnish.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Finnish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            ei eikä eivät ehkä emme en entä et että ette he heidän heille heitä hän hänelle \
            hänen häntä itse ja jo joka jokin jolla jonka jos joskus josta jota jotka jotta \
            juuri kai kaikki kanssa kautta kenelle kenen ketkä koko koska kuin kuinka kuka \
            kukaan kun kyllä me meidän meille meitä mikä miksi mille milloin millä millainen \
            millaista minkä minne minulle minun minut minua minä missä mistä miten mitkä mitä \
            mihin monta montako moni mukaan mutta myös ne nämä näiden niiden niin niitä no noin \
            noita nuo nyt ole olen olemme olet olette oli olivat olla olleet ollut on onko ovat \
            paljon pitää saa se sekä sen siellä siitä siihen sille sillä sinulle sinun sinut \
            sinua sinä siis sitten sitä tai te teidän teille teitä tuo tuon tähän täällä tämä \
            tämän tätä vaan vai vaikka vain voi voiko voin voinko voivat yli",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "uutiset",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Finnish).stem(word).into_owned()
}
