//! Basque.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Basque.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            al ala arabera arte asko askoz bai baina baino baita bakoitza bat batean baten \
            batzuk bera beraiek berau berauek bere berean berbera berriz beste besteak bezala da \
            dago dagoen daiteke dira dituzte ditu du dugu dut duen dute edo ere esan ez eta ezin \
            edozein egin egon egoteko ezer gabe gainera gu gutxi guzti haiek haietan hainbeste \
            hala han handik hango hara hari hark hartan hau hauei hauek hauetan hemen hemendik \
            hemengo hi hona honek honela honetan honi hor hori horiek horiei horietan horko \
            horra horrek horrela horretan horri hortik hura izan izango lehen ni noiz nola non \
            nondik nongo nor nork nora nori noren norena orain ordea oso sail zaio zait zara \
            zein zeinek zeintzuk zen zenbat zenbait ziren zer zerk zergatik zu zuek ahal behar \
            naiz dezaket dezakegu daude",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Basque).stem(word).into_owned()
}
