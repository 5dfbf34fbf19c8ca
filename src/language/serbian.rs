//! Serbian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Serbian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a ako ali bez bi bih bila bile bili bilo bio biti bismo biste bude budu ce ću ćemo \
            ćeš ćete će da dok do dobro ga gde gdje god i iako ih ili iz iza između ima imaju im \
            ja je jedan jedna jedno jer jesam jesi jesmo jeste jesu još ju k ka kad kada kako \
            kakav kakva kakve kakvo kakvi kao ko koga kod koja koje kojeg kojem koji kojih kojim \
            kojima koju kolika kolike koliki koliko kome kroz li me mene meni mi mnogo mo mogu \
            možda može možemo možete moj moja moje mora moram moraju moralo mu na nad nakon nam \
            nama nas naš naša naše ne nego neka neke neki neko nekoliko nema nešto ni nije \
            nikada nisam nisi nismo niste nisu ništa njega njegov njemu njen njih njihov njim \
            njima njoj nju no o od odakle on ona one oni ono oko osim ova ovaj ove ovi ovih ovo \
            ovog pa po pod pored posle poslije pre pri prije prema preko s sa sam samo se sebe \
            sebi si smo ste su sve svi svih svoj svoja svoje svom ta tad tada taj tako također \
            takođe te tebe tebi ti tim to toga toj tome tu u uz vam vama vas vaš vaša vaše već \
            više vi za zar zašto zbog čega čemu čiji čija čije šta što treba а ако али без би \
            бих била биле били било био бити буде буду бисмо бисте да док до га где гдје год и \
            иако их или из иза између има имају им ја је један једна једно јер јесам јеси јесмо \
            јесте јесу још ју к ка кад када како какав каква какве какво какви као ко кога код \
            која које којег којем који којих којим којима коју колика колике колики колико коме \
            кроз ли ме мене мени ми много могу можда може можемо можете мој моја моје мора морам \
            морају му на над након нам нама нас наш наша наше не него нека неке неки неко \
            неколико нема нешто ни није никада нисам ниси нисмо нисте нису ништа њега његов њему \
            њен њих њихов њим њима њој њу но о од одакле он она оне они оно око осим ова овај \
            ове ови ових ово овог па по под поред после послије пре при прије према преко с са \
            сам само се себе себи си смо сте су све сви свих свој своја своје свом та тад тада \
            тај тако такође те тебе теби ти тим то тога тој томе ту ћу ћеш ће ћемо ћете у уз вам \
            вама вас ваш ваша ваше већ више ви за зар зашто због чега чему чији чија чије шта \
            што треба",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "novosti vijesti",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

/// The stemmer writes Latin; the index needs the stems of Cyrillic words in Cyrillic.
fn stem(word: &str) -> String {
    let stem = Stemmer::new(Algorithm::Serbian).stem(word);
    if word.starts_with(|c| matches!(c, 'а'..='џ')) {
        cyrillic(&stem)
    } else {
        stem.into_owned()
    }
}

/// The letters of both scripts, Latin digraphs first.
const LETTERS: [(&str, char); 30] = [
    ("lj", 'љ'),
    ("nj", 'њ'),
    ("dž", 'џ'),
    ("a", 'а'),
    ("b", 'б'),
    ("c", 'ц'),
    ("č", 'ч'),
    ("ć", 'ћ'),
    ("d", 'д'),
    ("đ", 'ђ'),
    ("e", 'е'),
    ("f", 'ф'),
    ("g", 'г'),
    ("h", 'х'),
    ("i", 'и'),
    ("j", 'ј'),
    ("k", 'к'),
    ("l", 'л'),
    ("m", 'м'),
    ("n", 'н'),
    ("o", 'о'),
    ("p", 'п'),
    ("r", 'р'),
    ("s", 'с'),
    ("š", 'ш'),
    ("t", 'т'),
    ("u", 'у'),
    ("v", 'в'),
    ("z", 'з'),
    ("ž", 'ж'),
];

fn cyrillic(latin: &str) -> String {
    let mut out = String::with_capacity(2 * latin.len());
    let mut rest = latin;
    while let Some(first) = rest.chars().next() {
        let known = LETTERS.iter().find(|(latin, _)| rest.starts_with(latin));
        let (taken, letter) = known.map_or((first.len_utf8(), first), |(latin, letter)| {
            (latin.len(), *letter)
        });
        out.push(letter);
        rest = &rest[taken..];
    }
    out
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_stem_is_written_in_the_script_of_its_word() {
        for (word, own) in [
            ("univerziteta", "univerzitet"),
            ("универзитета", "универзитет"),
            ("људима", "људ"),
            ("студентима", "студент"),
        ] {
            assert_eq!(stem(word), own, "{word}");
        }
    }
}
