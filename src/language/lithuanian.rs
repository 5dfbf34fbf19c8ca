//! Lithuanian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Lithuanian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            aš ar arba apie ant be bei bet būti buvo buvau bus čia dar dėl dabar daug į iki ir \
            iš it ja jai jam jame jau jei jeigu ji jie jiems jis jo jog joks jos jų jums jūs \
            jūsų juo jį ją juos kad kada kai kaip kaipgi kam kas katra katras kažkas ką kelis \
            keli keliais kelių kiek kiekvienas kita kitas kiti kitų ko kodėl kokia kokiam kokie \
            kokio kokios kokių koks kol kur kuri kuriam kurie kurio kurios kuris kurių kurį \
            kurią man mane manęs mano mes mums mūsų nei nes net nėra ne nors nuo o pas pat \
            paskui per po pro prie prieš sau save savo su tada tai taip tam tame tarp tas tau \
            tave tavo te tegul ten ties tie tiek tik to todėl tokia toks tos tu turi turiu \
            turėti tų tuo už va vėl vien vienas viena vis visa visas visi visų yra galiu gali \
            galima reikia",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Lithuanian).stem(word).into_owned()
}
