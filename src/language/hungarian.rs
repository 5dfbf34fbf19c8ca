//! Hungarian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Hungarian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a az abban ahhoz ahogy ahol aki akik akkor alatt által általában amely amelyek \
            amelyet ami amit amíg annak arra arról át azok azon azonban azt aztán be bele belül \
            benne csak de e egy egyéb egyik egyes előtt el elég én ennek ez ezek ezen ezért ezt \
            és fel felé ha hány hanem hogy hogyan hol honnan hova hozzá ide igen így is itt ill \
            illetve jó ki kell kellene kik kit követ között közül ma maga magát már más másik \
            meg még mely melyek melyik mert mi miatt miért mik mikor milyen minden mindig mint \
            mit mivel most nagyon ne nekem neki nem nincs oda ott olyan ő ők össze pedig persze \
            rá s saját se sem semmi sok során szerint szinte számára te tehát több tovább úgy \
            után utána vagy vagyok valaki valami van vannak vele vissza viszont volna volt \
            voltak lehet lehetséges lesz mennyi mennyibe mettől meddig tud",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "hirek",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Hungarian).stem(word).into_owned()
}
