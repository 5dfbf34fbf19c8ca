//! Words of the found texts that the engine in the browser may take for a word that no chunk has:
//! another form of it, a name without its ending, a compound with it.
//!
//! They are not searched for, because the stem and the beginning of the asked word lead to most of
//! their chunks. The browser gets their numbers of chunks, which it could not count.

use std::sync::Arc;

use serde_json::{Map, Value};
use soru::text::{Language, stem, stem_of_page};

use super::choice;
use super::known::{KnownWord, Spelling, SpellingKind};
use super::lookup::{Looked, MOST_SPELT, TEXT_FIELDS};
use crate::request::Word;

/// Returns the near words for each word, with their counts; none if the cluster does not count them
/// in time.
pub(crate) async fn forms(
    looked: Looked<'_>,
    words: &[Word],
    known: &[Arc<KnownWord>],
    found: &[(Map<String, Value>, f64)],
) -> Vec<Vec<Spelling>> {
    let mut forms = vec![Vec::new(); words.len()];
    let unknown = (0..words.len()).filter(|place| is_unknown(&words[*place], &known[*place]));
    let near: Vec<(usize, String)> = unknown
        .take(MOST_SPELT)
        .flat_map(|place| in_texts(&words[place], found).map(move |near| (place, near)))
        .collect();
    let asked = near
        .iter()
        .map(|(place, near)| (near.as_str(), words[*place].language.as_str()));
    let asked: Vec<(&str, &str)> = asked.collect();
    let Ok(Some(counted)) = looked.count(&asked).await else {
        return forms;
    };
    for ((place, word), counted) in near.into_iter().zip(counted) {
        forms[place].push(Spelling {
            word,
            kind: SpellingKind::Form,
            chunks: counted.chunks,
        });
    }
    forms
}

/// Returns whether the engine in the browser knows no form of a word. It has the stems of few
/// languages.
fn is_unknown(word: &Word, known: &KnownWord) -> bool {
    let own = stem(&word.text, Language::from_tag(&word.language));
    let has_stem = known.of_site[1] > 0 && own == stem_of_page(&word.text, &word.language);
    known.of_site[0] == 0 && known.spellings.is_empty() && !has_stem
}

/// Returns the words near to a word in found texts of its language.
fn in_texts(word: &Word, found: &[(Map<String, Value>, f64)]) -> impl Iterator<Item = String> {
    let own = found.iter().map(|(fields, _)| fields);
    let own =
        own.filter(|fields| fields.get("lang").and_then(Value::as_str) == Some(&word.language));
    let texts = own.flat_map(|fields| {
        let texts = TEXT_FIELDS.into_iter();
        texts.filter_map(|field| fields.get(field)?.as_str())
    });
    choice::forms(&word.text, Language::from_tag(&word.language), texts).into_iter()
}
