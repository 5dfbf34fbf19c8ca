//! Questions typed otherwise: with a wrong letter (R11), without diacritics, in capitals (R4).
//! Measures how much is still found.

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use soru::text::{Language, StopWords, fold_char, tokenise};

use super::measures::mean;
use super::questions::Question;
use super::run::{Measured, MeasuredRow, rank};
use super::scores::Scores;

/// Another way to type a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Variant {
    /// One letter of one content word of four letters or more is wrong: replaced, missing, added,
    /// or swapped with its neighbour.
    Misspelt,
    /// `ogrenci` for `öğrenci`.
    Ascii,
    /// `ÖĞRENCİ`.
    Capitals,
    /// `OGRENCI`.
    AsciiCapitals,
}

impl Variant {
    /// Its name in tables.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Misspelt => "misspelt",
            Self::Ascii => "ASCII",
            Self::Capitals => "capitals",
            Self::AsciiCapitals => "ASCII capitals",
        }
    }

    /// The questions typed in this way, without those that cannot be. `seed` chooses the letters.
    #[must_use]
    pub fn of(self, questions: &[Question], seed: u64) -> Vec<(usize, Question)> {
        let mut random = Rng::with_seed(seed);
        let stop_words = StopWords::default_lists();
        let mut typed = |question: &Question| {
            let language = Language::from_tag(&question.lang);
            match self {
                Self::Misspelt => misspelt(&question.text, language, &stop_words, &mut random),
                Self::Ascii => Some(ascii(&question.text)),
                Self::Capitals => Some(capitals(&question.text, language)),
                Self::AsciiCapitals => Some(ascii(&question.text).to_ascii_uppercase()),
            }
        };
        let numbered = questions.iter().enumerate();
        numbered
            .filter_map(|(number, question)| {
                let text = typed(question)?;
                let question = Question {
                    text,
                    ..question.clone()
                };
                Some((number, question))
            })
            .collect()
    }
}

/// A row's results for questions typed otherwise: means over those that can be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retyped {
    /// The way of typing.
    pub variant: Variant,
    /// The row.
    pub row: String,
    /// Number of questions with relevant pages that can be typed in this way.
    pub questions: usize,
    /// Recall among ten.
    pub recall10: BothWays,
    /// nDCG@10.
    pub ndcg10: BothWays,
}

/// A mean over the same questions, typed in two ways.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BothWays {
    /// As in the set.
    pub as_asked: f64,
    /// Typed otherwise.
    pub typed: f64,
}

impl BothWays {
    fn of(pairs: &[(Scores, Scores)], score: fn(&Scores) -> f64) -> Option<Self> {
        Some(Self {
            as_asked: mean(pairs.iter().map(|(asked, _)| score(asked)))?,
            typed: mean(pairs.iter().map(|(_, typed)| score(typed)))?,
        })
    }
}

/// Asks the questions typed otherwise, with the first row and the user's own.
///
/// # Errors
/// If the bundle is damaged.
pub fn retyped(
    measured: &Measured,
    variants: &[Variant],
    seed: u64,
) -> anyhow::Result<Vec<Retyped>> {
    let mut out = Vec::new();
    for variant in variants {
        let typed = variant.of(&measured.set.questions, seed);
        for (number, row) in measured.rows.iter().enumerate() {
            if number == 0 || row.row.is_own {
                out.extend(of_row(measured, row, *variant, &typed)?);
            }
        }
    }
    Ok(out)
}

fn of_row(
    measured: &Measured,
    row: &MeasuredRow,
    variant: Variant,
    typed: &[(usize, Question)],
) -> anyhow::Result<Option<Retyped>> {
    let questions: Vec<Question> = typed.iter().map(|(_, question)| question.clone()).collect();
    let scores = rank(&measured.set, &questions, &row.row)?;
    let pairs: Vec<(Scores, Scores)> = typed
        .iter()
        .zip(scores)
        .filter_map(|((number, _), typed)| Some((row.asked[*number].scores?, typed?)))
        .collect();
    let recall10 = BothWays::of(&pairs, |scores| scores.recall10);
    let ndcg10 = BothWays::of(&pairs, |scores| scores.ndcg10);
    Ok(recall10.zip(ndcg10).map(|(recall10, ndcg10)| Retyped {
        variant,
        row: row.row.name.clone(),
        questions: pairs.len(),
        recall10,
        ndcg10,
    }))
}

/// The minimum length of a word that gets a wrong letter.
const LONG_ENOUGH: usize = 4;

const TURKISH: &str = "abcçdefgğhıijklmnoöprsştuüvyz";
const ENGLISH: &str = "abcdefghijklmnopqrstuvwxyz";

fn misspelt(
    text: &str,
    language: Language,
    stop_words: &StopWords,
    random: &mut Rng,
) -> Option<String> {
    let words = content_words(text, language, stop_words);
    let (start, end) = *random.choice(&words)?;
    let word: Vec<char> = text[start..end].chars().collect();
    let damaged: String = damaged(&word, language, random).into_iter().collect();
    Some([&text[..start], &damaged, &text[end..]].concat())
}

/// Byte ranges of the content words.
fn content_words(text: &str, language: Language, stop_words: &StopWords) -> Vec<(usize, usize)> {
    let tokens = tokenise(text, language);
    let words = tokens.iter().filter(|token| {
        token.is_word()
            && !stop_words.contains(&token.text, language)
            && token.text.chars().all(char::is_alphabetic)
    });
    words
        .map(|token| {
            // The word without the suffix behind an apostrophe; of a compound, the first part.
            let own = &text[token.start..token.end];
            let letters = own.find(|c: char| !c.is_alphabetic()).unwrap_or(own.len());
            (token.start, token.start + letters)
        })
        .filter(|(start, end)| text[*start..*end].chars().count() >= LONG_ENOUGH)
        .collect()
}

fn damaged(word: &[char], language: Language, random: &mut Rng) -> Vec<char> {
    let mut out = word.to_vec();
    let at = random.usize(..word.len());
    match random.u8(..4) {
        0 => out[at] = other_letter(word[at], language, random),
        1 => {
            out.remove(at);
        }
        2 => {
            let letter = other_letter(word[at], language, random);
            out.insert(at, letter);
        }
        _ => transpose(&mut out, at.min(word.len() - 2), language, random),
    }
    out
}

/// Swaps neighbours; two equal letters would be no mistake.
fn transpose(word: &mut [char], at: usize, language: Language, random: &mut Rng) {
    if word[at] == word[at + 1] {
        word[at] = other_letter(word[at], language, random);
    } else {
        word.swap(at, at + 1);
    }
}

fn other_letter(than: char, language: Language, random: &mut Rng) -> char {
    let alphabet = if language == Language::Turkish {
        TURKISH
    } else {
        ENGLISH
    };
    let lower = than.to_lowercase().next().unwrap_or(than);
    let others: Vec<char> = alphabet.chars().filter(|c| *c != lower).collect();
    random.choice(&others).copied().unwrap_or(than)
}

/// Converts to ASCII where possible; capitals stay capitals.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // Hiragana are no way to write katakana without a keyboard for them.
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

    fn question(text: &str, lang: &str) -> Question {
        Question {
            text: text.into(),
            lang: lang.into(),
            ..Question::default()
        }
    }

    fn typed(variant: Variant, text: &str, lang: &str) -> Vec<String> {
        let typed = variant.of(&[question(text, lang)], 1).into_iter();
        typed.map(|(_, question)| question.text).collect()
    }

    #[test]
    fn r4_questions_are_typed_without_diacritics_and_in_capitals() {
        let text = "Işık öğrencisi İzmir'de mi?";
        assert_eq!(
            typed(Variant::Ascii, text, "tr"),
            ["Isik ogrencisi Izmir'de mi?"]
        );
        assert_eq!(
            typed(Variant::Capitals, text, "tr"),
            ["IŞIK ÖĞRENCİSİ İZMİR'DE Mİ?"]
        );
        assert_eq!(
            typed(Variant::AsciiCapitals, text, "tr"),
            ["ISIK OGRENCISI IZMIR'DE MI?"]
        );
        assert_eq!(typed(Variant::Ascii, "カードは？", "ja"), ["カードは?"]);
        assert_eq!(typed(Variant::Capitals, "visa fee", "en"), ["VISA FEE"]);
    }

    /// Edit distance, with swaps of neighbours as one edit.
    fn distance(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                rows[i][j] = if i == 0 || j == 0 {
                    i.max(j)
                } else {
                    let change = usize::from(a[i - 1] != b[j - 1]);
                    let mut least = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    least = least.min(rows[i - 1][j - 1] + change);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        least = least.min(rows[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        rows[a.len()][b.len()]
    }

    #[test]
    fn r11_exactly_one_letter_of_one_content_word_is_wrong() {
        let text = "staj başvurusu için hangi belgeler gerekli, Ankara'da mı?";
        let questions = vec![question(text, "tr"); 200];
        let damaged = Variant::Misspelt.of(&questions, 7);
        assert_eq!(damaged.len(), 200);
        let mut seen = std::collections::BTreeSet::new();
        for (_, damaged) in &damaged {
            assert_eq!(distance(text, &damaged.text), 1, "{}", damaged.text);
            // `için` and `hangi` are stop words, `mı` is one and short.
            assert!(damaged.text.contains("için hangi"), "{}", damaged.text);
            seen.insert(damaged.text.clone());
        }
        assert!(seen.len() > 100, "chance is too small: {}", seen.len());
        assert_eq!(Variant::Misspelt.of(&questions, 7), damaged);
        assert_ne!(Variant::Misspelt.of(&questions, 8), damaged);
    }

    #[test]
    fn r11_a_question_without_a_long_content_word_is_left_out() {
        assert!(typed(Variant::Misspelt, "ne zaman?", "tr").is_empty());
        assert!(typed(Variant::Misspelt, "H-1B 2026?", "en").is_empty());
        assert!(typed(Variant::Misspelt, "", "").is_empty());
    }
}
