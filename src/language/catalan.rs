//! Catalan.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Catalan.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a abans això aix al algun alguna algunes alguns allà allò als altra altre altres amb \
            any aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí així baix \
            cada cal com contra d dalt damunt de del dels des després dins e el ella elles ells \
            els em en encara ens entre era eren es és esta està estan estem et etc eu fa fan fer \
            fins fou ha han has he hem heu hi ho i igual ja jo l la les li llavors llur lo m ma \
            mai malgrat massa mateix mateixa me menys mentre més meu meus meva meves molt molta \
            moltes molts mon n na ni no nosaltres nostra nostre nostres o on per pel pels però \
            perquè poc poca pocs pot poden puc podem prou qual quals quan quant quanta quantes \
            quants què que qui quin quina quines quins s sa sempre sense ser serà ses seu seus \
            seva seves si sí sinó sobre solament són sota t també tan tant te té tenen tenir \
            tens teu teus teva teves tot tota totes tots tu un una unes uns us va vaig van vos \
            vosaltres vostra vostre vostres",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Catalan).stem(word).into_owned()
}
