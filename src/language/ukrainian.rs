//! Ukrainian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Ukrainian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            а або аби але б без би був була були було бути в вам вас ви від він вона вони воно \
            все всі втім для до ж за зі з і із її й їх їхній ким когось кого коли котрий куди \
            ли лише мене мені ми мій моя мої мою може можна можу можуть на над нам нас наш не \
            неї нема немає ні ній ніж но о ось от по під при про та так такий там те тебе ти \
            тим тих то тобі той того тому тільки ту у усі хто це цей цих ця чи чого чому що щоб \
            щодо яка яке який яким яких якого якої якій якщо які як я є де скільки потрібно \
            треба чим яку",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "novyny",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Ukrainian).stem(word).into_owned()
}
