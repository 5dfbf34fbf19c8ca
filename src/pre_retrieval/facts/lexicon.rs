//! What words say: nothing (stop words), the same as others (`date` and `deadline`, `OPT` and
//! `Optional Practical Training`), or themselves.
//!
//! The groups here are few and hold for any site. What means the same on one site alone is said in
//! its `synonyms`.

use crate::ordered::Map;
use crate::pre_retrieval::SynonymGroup;
use crate::pre_retrieval::phrase::{Keyed, Phrase};
use crate::text::{Language, StopWords};

/// A number for what a word means; words of one number mean the same. 0 means nothing else than
/// the word itself.
pub(super) type Meaning = u16;

/// What is known of words, built in and of the site.
#[derive(Debug)]
pub(super) struct Lexicon {
    pub(super) stop_words: StopWords,
    synonyms: Vec<Vec<(Option<Language>, Phrase)>>,
}

impl Lexicon {
    pub(super) fn new(stop_words: &Map<Vec<String>>, groups: &[SynonymGroup]) -> Self {
        let phrases = |group: &SynonymGroup| {
            let only = Some(Language::from_tag(&group.lang)).filter(|_| !group.lang.is_empty());
            let language = only.unwrap_or(Language::Other);
            let terms = group.terms.iter();
            terms
                .map(|term| (only, Phrase::new(term, language)))
                .collect()
        };
        Self {
            stop_words: StopWords::new(stop_words),
            synonyms: groups.iter().map(phrases).collect(),
        }
    }

    /// What each of these words means. All words of a term of the site mean what the term does.
    pub(super) fn meanings(&self, words: &[Keyed], language: Language) -> Vec<Meaning> {
        let mut meanings: Vec<Meaning> =
            words.iter().map(|word| built_in(word, language)).collect();
        for (number, group) in self.synonyms.iter().enumerate() {
            let own = Meaning::try_from(number).unwrap_or(Meaning::MAX - BUILT_IN) + BUILT_IN;
            for (only, term) in group {
                let is_here = only.is_none_or(|only| only == language);
                let length = term.words.len();
                for at in 0..(words.len() + 1).saturating_sub(length) {
                    if is_here && term.is_in(&words[at..at + length]) {
                        meanings[at..at + length].fill(own);
                    }
                }
            }
        }
        meanings
    }
}

/// The meaning that a word has by the built-in groups.
fn built_in(word: &Keyed, language: Language) -> Meaning {
    let groups = match language {
        Language::Turkish => TURKISH,
        Language::English => ENGLISH,
        Language::Other => return 0,
    };
    let means = |entry: &str| match language {
        // The stemmer leaves many endings on; but `ücretsiz` is no `ücret`.
        Language::Turkish => {
            let rest = word.key.strip_prefix(entry);
            let begins = |rest: &str| {
                entry.len() > 4 && !["siz", "suz"].iter().any(|not| rest.starts_with(not))
            };
            word.stem == entry || rest.is_some_and(begins)
        }
        _ => word.stem == entry,
    };
    let mut groups = groups.split('|').zip(1..);
    let found = groups.find(|(group, _)| group.split_whitespace().any(means));
    found.map_or(0, |(_, number)| number)
}

/// The site's own groups are numbered from here on.
const BUILT_IN: Meaning = 64;

/// Stems.
const ENGLISH: &str = "date deadlin due|appli applic file submit submiss|process procedur step|\
    renew renewal extend extens|requir condit criteria criterion elig qualifi qualif need|\
    salari wage earn incom|fee cost price charg|chang switch convert convers transfer move|\
    spous husband wife marriag marri|document paper paperwork|cap quota limit|\
    length durat period timelin time|allow permit permiss|rule regul polici|\
    compar comparison differ versus vs|type kind categori|start begin open|end finish close|\
    job work employ|address locat place|phone telephon|get obtain receiv acquir|mail email|\
    lose lost miss|cancel withdraw|child children kid|choos select pick|buy purchas|\
    refund reimburs|citizenship natur citizen|regist registr enrol";

/// Stems, or beginnings of five letters and more.
const TURKISH: &str = "ucret fiyat bedel harc tutar para maliyet|tarih takvim|basvur muracaat|\
    sart kosul gereklilik kriter|belge evrak dokuman|sure muddet|kontenjan kota|\
    ortalama gno agno gano|okul universite|sinav imtihan|ders kurs|bitis biter sona|\
    baslangic basla|adres konum|telefon tel|eposta email mail posta|yurtlar barinma konaklama|\
    iptal vazgec|kayip kaybol kaybet|secim secme|yonetmelik yonerge|sorumlu yetkili|\
    ogretim egitim ogrenim|farki karsilastir";
