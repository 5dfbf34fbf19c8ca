//! Czech.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Czech.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a aby ale ani ano asi až bez bude budou budu by byl byla byli bylo být během co což \
            či další do i já jak jaká jaké jakém jaký jakou jako je jeho jej její jejich jemu \
            jen jenž jestli jestliže ještě ji jí jiná jiné jiný jim jimi jinak již jsem jsi jsme \
            jsou jste k kam kde kdo kdy když ke kolik která které kteří kterou který kterých \
            kterým má mají máme mé mezi mi mít mně mnou moc mohou mohu můj moje moci musí musím \
            můžu může můžete my na nad nám námi naproti nás náš naše ne nebo nebyl nebyla něco \
            nechť něj některé některý nějaký není než nic nich ním no o od ode on ona oni ono \
            ony pak po pod podle pokud pouze potom před přes při pro proč proto protože s se si \
            sice své svůj svých svým ta tady tak také takže tam te tě tedy ten tento teto tím \
            této to tobě tohle toho tohoto tom tomto tomu tu tvůj tuto ty tyto u už v vám vámi \
            vás váš vaše ve více však všechen všechno všichni vy z za zda zde ze že",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "novinky",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Czech).stem(word).into_owned()
}
