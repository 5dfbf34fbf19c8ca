//! Certain detection: the language of a text, if there is enough of it and no doubt.
//!
//! Detection by trigrams answers always; it says how far the second language was behind. Names,
//! codes and listings are no text in any language, so declarations are judged by prose alone.

use soru::text::{Language, StopWords};
use whatlang::{Detector, Lang};

use super::codes::{tag_of, three_letters};

/// Text shorter than this many bytes may be in any language: names, codes, foreign words. The
/// letters of most other alphabets, and Chinese characters, say more, and take two or three bytes.
const SHORT_SAMPLE: usize = 120;

/// Bytes of prose by which a declaration is judged.
const PROSE: usize = 500;

/// Languages that detection finds in other languages or in filler text, and accepts only from a
/// list.
const DOUBTFUL: [Lang; 8] = [
    Lang::Afr,
    Lang::Aka,
    Lang::Epo,
    Lang::Jav,
    Lang::Lat,
    Lang::Sna,
    Lang::Tgl,
    Lang::Zul,
];

/// Detects any language.
#[derive(Debug, Default)]
pub(super) struct CertainDetector(Detector);

impl CertainDetector {
    /// Returns the language of a text, if detection is certain.
    pub(super) fn detect(&self, sample: &str) -> Option<String> {
        if sample.len() < SHORT_SAMPLE {
            return None;
        }
        let found = self.0.detect(sample).filter(whatlang::Info::is_reliable)?;
        if DOUBTFUL.contains(&found.lang()) {
            return None;
        }
        tag_of(found.lang()).map(str::to_owned)
    }

    /// Whether a text is so clearly in a language that it need not be compared with all others,
    /// which takes ten times as long.
    pub(super) fn is_plainly(tag: &str, sample: &str) -> bool {
        match tag {
            "tr" => has_letters_of_turkish(sample),
            "en" => has_words_of_english(sample),
            _ => is_nearest(tag, sample),
        }
    }
}

/// Bytes of text for each letter that only Turkish has.
const BYTES_PER_LETTER: usize = 40;

fn has_letters_of_turkish(sample: &str) -> bool {
    let own = |c: &char| matches!(c, 'ğ' | 'ş' | 'ı' | 'Ğ' | 'Ş' | 'İ');
    let count = sample.chars().filter(own).count();
    count > sample.len() / BYTES_PER_LETTER && !sample.contains(['ə', 'Ə'])
}

/// One word in this number is a stop word, at least; other languages share a few.
const WORDS_PER_STOP_WORD: usize = 4;

fn has_words_of_english(sample: &str) -> bool {
    const WORDS: usize = 40;
    let words = sample.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(WORDS).collect();
    let count = StopWords::built_in().count(words.iter().copied(), Language::English);
    count * WORDS_PER_STOP_WORD > words.len()
}

/// Compares a language with a few that are far from each other.
fn is_nearest(tag: &str, sample: &str) -> bool {
    const BYTES: usize = 250;
    let Some(declared) = three_letters(tag) else {
        return false;
    };
    let others = [
        Lang::Eng,
        Lang::Tur,
        Lang::Fra,
        Lang::Deu,
        Lang::Nld,
        Lang::Swe,
    ];
    let others = others.into_iter().filter(|other| *other != declared);
    let detector = Detector::with_allowlist(others.chain([declared]).collect());
    let beginning = &sample[..sample.floor_char_boundary(BYTES)];
    let found = detector.detect(beginning);
    found.is_some_and(|found| found.lang() == declared && found.is_reliable())
}

/// The first sentences of a page, as far as they are needed: no names, codes or rows of tables.
pub(super) fn prose<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut sample = String::with_capacity(2 * PROSE);
    for text in texts.filter(|text| is_prose(text)) {
        sample.push_str(&text[..text.floor_char_boundary(PROSE)]);
        sample.push('\n');
        if sample.len() >= PROSE {
            break;
        }
    }
    sample
}

/// Whether a text consists of sentences: it ends as one, and most of its words are written small.
fn is_prose(text: &str) -> bool {
    const SENTENCE: usize = 20;
    let ends = [
        '.', '!', '?', '…', ':', '。', '！', '？', '।', '؟', '۔', '։', '።',
    ];
    if text.len() < SENTENCE || !text.ends_with(ends) {
        return false;
    }
    let beginning = &text[..text.floor_char_boundary(PROSE)];
    let (mut words, mut small) = (0, 0);
    for word in beginning.split_whitespace() {
        words += 1;
        small += usize::from(
            word.chars()
                .next()
                .is_some_and(|c| c.is_alphabetic() && !c.is_uppercase()),
        );
    }
    small * 2 > words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_codes_and_rows_are_no_prose() {
        for text in [
            "Ayşe Yılmaz, Mehmet Demir, Fatma Çelik, Ali Şahin, Zeynep Yıldız.",
            "let x = f(a, b); if (x > 3) { return g(x); }",
            "CENG 101 | 3 | 2024 | A",
            "Ana sayfa Duyurular İletişim",
        ] {
            assert!(!is_prose(text), "{text}");
        }
        assert!(is_prose("Kayıtlar eylül ayının ilk haftasında yapılır."));
        assert!(is_prose("图书馆每天早上八点开门，晚上十点关门。"));
    }
}
