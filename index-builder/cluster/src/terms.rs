//! The terms of chunks, taken from the postings of the bundle, so that both kinds of index have
//! the same words with the same frequencies.
//!
//! Postings are by word and documents by chunk: they are inverted for a range of chunks at a time,
//! which bounds the memory.

use std::collections::HashMap;
use std::ops::Range;

use soru::index::format::Posting;
use soru::index::{ChunkId, Word};
use soru::text::{Language, fold, prefix};
use soru_files::bundle::Bundle;

use crate::clauses::QueryTerm;
use crate::weights::{FIELDS, FORMS};

/// Words whose postings are read together.
const BATCH: usize = 256;

/// The terms of a chunk, separated by spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ChunkTerms {
    /// For each field, its words in each form.
    pub(crate) fields: [[String; FORMS.len()]; FIELDS.len()],
    /// The fold keys of all its words.
    pub(crate) folds: String,
}

/// Reads the terms of a range of chunks.
pub(crate) fn terms_of(bundle: &Bundle, range: Range<ChunkId>) -> anyhow::Result<Vec<ChunkTerms>> {
    let mut chunks = vec![ChunkTerms::default(); range.len()];
    let tags = tags(bundle)?;
    for (language, tag) in tags.iter().enumerate() {
        let words = bundle.look_up(|index| index.words(language))?;
        let rules = Language::from_tag(tag);
        for batch in words.chunks(BATCH) {
            let lists = postings(bundle, batch)?;
            for (word, list) in batch.iter().zip(lists) {
                add(&mut chunks, &range, word, rules, &list);
            }
        }
    }
    Ok(chunks)
}

/// Returns the tags of the bundle's languages.
pub(crate) fn tags(bundle: &Bundle) -> anyhow::Result<Vec<String>> {
    bundle.look_up(|index| {
        let languages = index.languages().iter();
        Ok(languages.map(|language| language.tag.clone()).collect())
    })
}

fn postings(bundle: &Bundle, words: &[Word]) -> anyhow::Result<Vec<std::sync::Arc<Vec<Posting>>>> {
    let long: Vec<&Word> = words.iter().collect();
    bundle.look_up(|index| {
        index.require_lists(&long, true)?;
        let lists = words.iter().map(|word| index.postings(word, true));
        let lists = lists.collect();
        index.end_question();
        lists
    })
}

fn add(
    chunks: &mut [ChunkTerms],
    range: &Range<ChunkId>,
    word: &Word,
    rules: Language,
    list: &[Posting],
) {
    let start = list.partition_point(|posting| posting.chunk < range.start);
    let own = list[start..].iter();
    let mut own = own
        .take_while(|posting| posting.chunk < range.end)
        .peekable();
    if own.peek().is_none() {
        return;
    }
    let forms = if word.is_part() {
        [Some(word.text().to_owned()), None, None]
    } else {
        forms(word.text(), word.stem(), rules).map(Some)
    };
    let key = (!word.is_part()).then(|| fold(word.text()));
    for posting in own {
        let chunk = &mut chunks[(posting.chunk - range.start) as usize];
        push(&mut chunk.folds, key.as_deref(), 1);
        for (field, times) in chunk.fields.iter_mut().zip(frequencies(posting)) {
            for (texts, form) in field.iter_mut().zip(&forms) {
                push(texts, form.as_deref(), times);
            }
        }
    }
}

/// Returns the forms of a word. A word without a prefix of its own matches by its stem, as in the
/// static index.
#[must_use]
pub fn forms(word: &str, stem: String, rules: Language) -> [String; FORMS.len()] {
    let key = fold(word);
    let prefix = prefix(&key, rules).map_or_else(|| stem.clone(), str::to_owned);
    [word.to_owned(), stem, prefix]
}

fn frequencies(posting: &Posting) -> [u16; FIELDS.len()] {
    [
        posting.body,
        posting.headings.into(),
        posting.title.into(),
        posting.questions.into(),
    ]
}

fn push(texts: &mut String, form: Option<&str>, times: u16) {
    let Some(form) = form else {
        return;
    };
    for _ in 0..times {
        if !texts.is_empty() {
            texts.push(' ');
        }
        texts.push_str(form);
    }
}

/// The terms of a question in the languages of a bundle.
///
/// A question is read in every language of the site: its words and stems of another language match
/// few chunks.
pub(crate) fn of_question(
    bundle: &Bundle,
    tags: &[String],
    text: &str,
) -> anyhow::Result<Vec<QueryTerm>> {
    let mut terms = HashMap::new();
    for (language, tag) in tags.iter().enumerate() {
        let rules = Language::from_tag(tag);
        for token in soru::text::tokenise(text, rules) {
            let number = terms.len();
            let spellings =
                bundle.look_up(|index| index.spellings(language, &fold(&token.text)))?;
            let own = spellings.iter().find(|word| word.text() == token.text);
            let word = own.or_else(|| spellings.iter().find(|word| !word.is_part()));
            let forms = match word {
                Some(word) => forms(word.text(), word.stem(), rules),
                None => forms(&token.text, soru::text::stem(&token.text, rules), rules),
            };
            terms.entry(forms).or_insert(number);
        }
    }
    let mut terms: Vec<_> = terms.into_iter().collect();
    terms.sort_unstable_by_key(|(_, number)| *number);
    let words = terms.into_iter().take(MOST_TERMS);
    let terms = words.flat_map(|(forms, _)| {
        let forms = forms.into_iter().enumerate();
        forms.map(|(form, text)| QueryTerm {
            form,
            text,
            weight: 1.0,
        })
    });
    Ok(terms.collect())
}

/// The maximum number of words of a question. An engine refuses queries of more than 1,024 clauses.
const MOST_TERMS: usize = 64;
