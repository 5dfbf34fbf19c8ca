//! Certain detection: returns the language of a text, if the text is long enough and leaves no
//! doubt.
//!
//! Detection by trigrams always returns a language, with its distance to the second one. Names,
//! codes and listings are in no language, so declarations are judged by prose only.

use soru::text::{Language, StopWords};
use whatlang::{Detector, Lang};

use super::codes::{tag_of, three_letters};

/// The minimum length in bytes of a text whose language is certain. Shorter texts may be names,
/// codes or foreign words. Letters of most other alphabets and Chinese characters are more
/// specific, and take two or three bytes.
pub(super) const SHORT_SAMPLE: usize = 120;

/// The number of bytes of prose by which a declaration is judged.
const PROSE: usize = 500;

/// Languages that detection finds by mistake in other languages or in filler text. They are
/// accepted only from a list.
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

    /// Whether a text is so clearly in a language that a comparison with all others, which takes
    /// ten times as long, is unnecessary.
    pub(super) fn is_plainly(tag: &str, sample: &str) -> bool {
        match tag {
            "tr" => has_letters_of_turkish(sample),
            "en" => has_words_of_english(sample),
            _ => is_nearest(tag, sample),
        }
    }
}

/// The maximum number of bytes of Turkish text per letter that only Turkish has.
const BYTES_PER_LETTER: usize = 40;

fn has_letters_of_turkish(sample: &str) -> bool {
    let own = |c: &char| matches!(c, 'ğ' | 'ş' | 'ı' | 'Ğ' | 'Ş' | 'İ');
    let count = sample.chars().filter(own).count();
    count > sample.len() / BYTES_PER_LETTER && !sample.contains(['ə', 'Ə'])
}

/// The maximum number of words per stop word; other languages share only a few stop words.
const WORDS_PER_STOP_WORD: usize = 4;

fn has_words_of_english(sample: &str) -> bool {
    const WORDS: usize = 40;
    let words = sample.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(WORDS).collect();
    let count = StopWords::built_in().count(words.iter().copied(), Language::English);
    count * WORDS_PER_STOP_WORD > words.len()
}

/// Whether a language fits a text better than a few very different ones.
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

/// Returns the first sentences of a page, up to the needed length, without names, codes or table
/// rows.
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

/// Whether a text consists of sentences: it ends like one, and most of its words are in lower case.
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
