//! Letter pairs: estimates how common it is in languages with Latin letters that one letter follows
//! another.
//!
//! Any text of 50 pairs distinguishes a language from letters that a wrong map exchanged. In over
//! twenty languages, texts of 100 characters cost 3.3 to 4.3 bits per pair; with their letters
//! exchanged at random, 99 of 100 cost more than 5.1.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The cost in bits of a letter after another: a row for each first letter, a column for each
/// second one. Measured without diacritics and with equal weight for each language, on texts in
/// English, German, French, Spanish, Italian, Portuguese, Turkish, Polish, Czech, Croatian, Welsh
/// and Vietnamese, and on the stop words of the other languages.
const BITS: [&[u8; 26]; 26] = [
    b"66557756475442857344568966", // a
    b"25992999399399499478399938", // b
    b"39693993396696399575499965", // c
    b"29941899399796399688498966", // d
    b"66556757576342879334668886", // e
    b"39993499299597299384599949", // f
    b"39962957488596399367396949", // g
    b"29892998388586299586548969", // h
    b"47453757755452479543769796", // i
    b"29992999399994399959399999", // j
    b"29973995386697399764379958", // k
    b"28962968375376499964579959", // l
    b"26992999299657359968399969", // m
    b"38543746397895399943589968", // n
    b"76456657575443659345467996", // o
    b"39993984499499259277599999", // p
    b"99999999899999999989099999", // q
    b"27752767396666389654478976", // r
    b"39593977395777469942568975", // s
    b"39992995396799399364498968", // t
    b"46544768476453459334979886", // u
    b"29982999299999299769699969", // v
    b"25793996399594399557698949", // w
    b"37573777277777437774567667", // x
    b"37534589459444489445699995", // y
    b"29852999396896469965498946", // z
];

/// The cost in bits of a letter of another script, or of a symbol, within a word.
const FOREIGN: u32 = 9;

/// The cost of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PairCost {
    /// Number of pairs of neighbouring letters within words.
    pub(super) pairs: u32,
    bits: u32,
}

impl PairCost {
    /// Computes the cost of the pairs of all words.
    pub(super) fn of<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut cost = Self::default();
        for word in words {
            cost.add(word);
        }
        cost
    }

    fn add(&mut self, word: &str) {
        let letters: Vec<char> = word
            .nfd()
            .filter(|letter| !is_combining_mark(*letter))
            .flat_map(char::to_lowercase)
            .map(plain)
            .collect();
        for pair in letters.windows(2) {
            if let Some(bits) = bits(pair[0], pair[1]) {
                self.pairs += 1;
                self.bits += bits;
            }
        }
    }

    /// Returns the mean cost of a pair in bits.
    pub(super) fn mean(self) -> f64 {
        f64::from(self.bits) / f64::from(self.pairs.max(1))
    }
}

/// Replaces letters that Unicode does not decompose.
fn plain(letter: char) -> char {
    match letter {
        'ı' => 'i',
        'ø' | 'œ' => 'o',
        'æ' | 'ə' => 'a',
        'ł' => 'l',
        'đ' | 'ð' => 'd',
        'þ' | 'ŧ' => 't',
        'ß' => 's',
        'ħ' => 'h',
        other => other,
    }
}

/// Returns the cost of a pair in bits, if one of the two is a Latin letter and the other may be
/// one.
fn bits(first: char, second: char) -> Option<u32> {
    let place = |letter: char| {
        letter
            .is_ascii_lowercase()
            .then(|| usize::from(letter as u8 - b'a'))
    };
    match (place(first), place(second)) {
        (Some(first), Some(second)) => Some(u32::from(BITS[first][second] - b'0')),
        (None, None) => None,
        (Some(_), None) => is_foreign(second).then_some(FOREIGN),
        (None, Some(_)) => is_foreign(first).then_some(FOREIGN),
    }
}

/// Whether no language writes a character next to a Latin letter: a character of a related script,
/// or a symbol that is rare within words. Scripts without spaces have Latin letters next to their
/// own characters.
fn is_foreign(other: char) -> bool {
    matches!(other, '\u{370}'..='\u{52f}') || "!\"#$%<=>?\\^`{}~".contains(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "The workshop lends its tools to neighbours who bring them back clean before the weekend.",
        "Atölye, aletlerini hafta sonundan önce temiz olarak geri getiren komşularına ödünç verir.",
        "Die Werkstatt verleiht ihr Werkzeug an Nachbarn, die es vor dem Wochenende zurückbringen.",
        "Warsztat wypożycza narzędzia sąsiadom, którzy oddają je czyste przed końcem tygodnia.",
        "Mae'r gweithdy yn benthyg ei offer i gymdogion sy'n dod â nhw yn ôl cyn y penwythnos.",
    ];

    fn mean(text: &str) -> f64 {
        PairCost::of(text.split_whitespace()).mean()
    }

    #[test]
    fn languages_cost_less_than_exchanged_letters() {
        for text in TEXTS {
            assert!(mean(text) < 4.75, "{} {text}", mean(text));
            for shift in [3, 7, 13, 20] {
                let wrong: String = text.chars().map(|letter| shifted(letter, shift)).collect();
                assert!(mean(&wrong) > 4.8, "{} {wrong}", mean(&wrong));
            }
        }
    }

    fn shifted(letter: char, by: u8) -> char {
        match letter {
            'a'..='z' => char::from((letter as u8 - b'a' + by) % 26 + b'a'),
            other => other,
        }
    }

    #[test]
    fn other_scripts_are_not_judged_and_mixtures_cost_much() {
        assert_eq!(PairCost::of("Мастерская выдаёт".split(' ')).pairs, 0);
        assert_eq!(PairCost::of("12.345 2026-10-03".split(' ')).pairs, 0);
        assert!(mean("wоrkѕhоp") > 6.0);
    }
}
