//! Checks the counts of a gateway's answer.

use soru_indexing::{LanguageCounts, SiteCounts, WordCounts};

use crate::answer::{Answer, Language, Word};
use crate::unreadable::Unreadable;

/// The number of languages that an index can number.
const MOST_LANGUAGES: usize = 200;

/// The number of words of a question, and of their spellings.
const MOST_WORDS: usize = 1024;

/// Returns the counts. If a part of the cluster did not answer, every word counts as known.
pub(crate) fn counts(answer: &Answer) -> Result<SiteCounts, Unreadable> {
    if answer.languages.len() > MOST_LANGUAGES {
        return Err(Unreadable::new("it has too many languages"));
    }
    let languages = answer.languages.iter().map(language);
    let least = u32::from(!answer.complete);
    let words = answer.words.iter().flat_map(|word| of_word(word, least));
    Ok(SiteCounts {
        languages: languages.collect::<Result<_, _>>()?,
        words: words.take(MOST_WORDS).collect(),
    })
}

fn language(own: &Language) -> Result<LanguageCounts, Unreadable> {
    let is_sound = |mean: &f64| mean.is_finite() && *mean >= 0.0;
    if !own.mean_words.iter().all(is_sound) {
        return Err(Unreadable::new("`mean_words` is not a length"));
    }
    Ok(LanguageCounts {
        language: own.tag.clone(),
        chunks: own.chunks,
        mean_words: own.mean_words,
    })
}

/// Returns the counts of a word and of its spellings.
fn of_word(word: &Word, least: u32) -> impl Iterator<Item = WordCounts> {
    let own = std::iter::once((&word.text, word.chunks.map(|chunks| chunks.max(least))));
    let spellings = word.spellings.iter().map(|own| (&own.word, own.chunks));
    own.chain(spellings).map(|(text, chunks)| WordCounts {
        word: text.clone(),
        language: word.language.clone(),
        chunks,
    })
}
