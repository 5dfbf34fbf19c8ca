//! Returns the ways to type a word: without diacritics, in capitals, and both (R4).

use serde::Serialize;
use soru::text::{Language, fold_char};

/// Another way to type a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Spelling {
    /// `ogrenci` for `öğrenci`.
    Ascii,
    /// `ÖĞRENCİ`.
    Capitals,
    /// `OGRENCI`.
    AsciiCapitals,
}

impl Spelling {
    /// All ways, in the order of tables.
    pub(super) const ALL: [Self; 3] = [Self::Ascii, Self::Capitals, Self::AsciiCapitals];

    /// Its name in tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ascii => "ASCII",
            Self::Capitals => "capitals",
            Self::AsciiCapitals => "ASCII capitals",
        }
    }

    /// A text typed in this way.
    pub fn of(self, text: &str, language: Language) -> String {
        match self {
            Self::Ascii => ascii(text),
            Self::Capitals => capitals(text, language),
            Self::AsciiCapitals => ascii(text).to_ascii_uppercase(),
        }
    }
}

/// Converts to ASCII where possible; capitals stay capitals.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // Hiragana are not a way to type katakana without a Japanese keyboard.
        if c.is_ascii() || ('ァ'..='ヾ').contains(&c) {
            out.push(c);
            continue;
        }
        fold_char(c, &mut |folded| {
            out.push(if c.is_uppercase() {
                folded.to_ascii_uppercase()
            } else {
                folded
            });
        });
    }
    out
}

fn capitals(text: &str, language: Language) -> String {
    let dotted = language == Language::Turkish;
    text.chars()
        .flat_map(|c| {
            let c = if dotted && c == 'i' { 'İ' } else { c };
            c.to_uppercase()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(spelling: Spelling, word: &str, language: &str) -> String {
        spelling.of(word, Language::from_tag(language))
    }

    #[test]
    fn r4_questions_are_typed_without_diacritics_and_in_capitals() {
        let text = "Işık öğrencisi İzmir'de mi?";
        assert_eq!(
            typed(Spelling::Ascii, text, "tr"),
            "Isik ogrencisi Izmir'de mi?"
        );
        assert_eq!(
            typed(Spelling::Capitals, text, "tr"),
            "IŞIK ÖĞRENCİSİ İZMİR'DE Mİ?"
        );
        assert_eq!(
            typed(Spelling::AsciiCapitals, text, "tr"),
            "ISIK OGRENCISI IZMIR'DE MI?"
        );
        assert_eq!(typed(Spelling::Ascii, "カードは？", "ja"), "カードは?");
        assert_eq!(typed(Spelling::Capitals, "visa fee", "en"), "VISA FEE");
    }
}
