//! Polish.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Polish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a aby albo ale ależ ani az aż bardzo bez bo bowiem by być był była było były będą \
            będzie byli bym chce chcę ci cię ciebie co coś czego czemu czy czyj czyja czyje czym \
            czyli dla dlaczego dlatego do gdy gdyby gdyż gdzie go i ich ile ilu im inna inne \
            inny innych iż ja jak jaka jaką jaki jakich jakie jakiś jako jakaś je jeden jedna \
            jednak jego jej jemu jest jestem jesteś jeszcze jeśli jeżeli już kiedy kim kto ktoś \
            któ która którą które którego której który których którym którzy ku lecz lub ma mają \
            mam mamy mi mię mną mnie mogą mogę może można możemy mój moja moje moim moich mu \
            musi musze muszę my na nad nam nami nas nasz nasza nasze natomiast nią nic nich nie \
            niej nim nimi niż no o od ona one oni ono oraz po pod podczas pomimo ponieważ poza \
            przed przede przez przy są się siebie sobie sobą ta tak taka takie taki także tam te \
            tego tej ten też to tobą tobie toteż tu twój twoja twoje ty tych tylko tym u w wam \
            wami was wasz wasza wasze we według wiele więc wszystkie wszystko wtedy wy z za \
            zawsze ze że żeby żaden należy powinien",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "aktualnosci",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Polish).stem(word).into_owned()
}
