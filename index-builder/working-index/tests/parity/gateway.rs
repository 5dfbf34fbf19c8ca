//! A gateway whose cluster is a static index.

use serde_json::{Value as Json, json};
use soru::Attempt;
use soru::index::{ChunkId, Index, Word};
use soru::text::{Language, fold, prefix, stem, stem_of_page};

/// Weights of the forms, as in the cluster.
const FORMS: [f64; 3] = [0.4, 0.6, 0.6];

/// Answers a request from the chunks of an index.
pub(crate) fn answer(index: &Index, request: &Json) -> Json {
    let mut scores = vec![0.0; index.chunks().len()];
    let mut words = Vec::new();
    for word in request["words"].as_array().unwrap() {
        words.push(of_word(index, word, &mut scores));
    }
    let limit = usize::try_from(request["limit"].as_u64().unwrap_or(30)).unwrap();
    let mut best: Vec<usize> = (0..scores.len()).collect();
    best.retain(|chunk| scores[*chunk] > 0.0 && admits(index, *chunk, &request["filter"]));
    best.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other)));
    best.truncate(limit);
    let hits = best.into_iter().map(|chunk| hit(index, chunk));
    json!({
        "site": "test",
        "index": "test-1",
        "complete": true,
        "chunks": index.chunks().len(),
        "languages": index.languages().iter().map(|own| json!({
            "language": own.tag, "chunks": own.chunks, "mean_words": own.mean_words,
        })).collect::<Vec<_>>(),
        "words": words,
        "hits": hits.collect::<Vec<_>>(),
        "added_later": true,
    })
}

/// Adds a word's part of the scores; returns its counts.
fn of_word(index: &Index, word: &Json, scores: &mut [f64]) -> Json {
    let text = word["word"].as_str().unwrap();
    let tag = word["language"].as_str().unwrap();
    let language = index.language(tag).unwrap();
    let mut counts = counted(index, language, text, scores, word["weight"].as_f64());
    let mut spellings = Vec::new();
    if counts[0] == 0 {
        for (other, kind) in spellings_of(index, language, text) {
            let own = counted(index, language, &other, scores, word["weight"].as_f64());
            spellings.push(json!({ "word": other, "kind": kind, "chunks": own }));
        }
    }
    // The engine knows no form of the word, so near words are counted, and not searched for.
    let has_stem = counts[1] > 0 && stem(text, Language::from_tag(tag)) == stem_of_page(text, tag);
    if counts[0] == 0 && !has_stem && spellings.is_empty() {
        let mut unscored = vec![0.0; scores.len()];
        for other in near(index, language, text) {
            let own = counted(index, language, &other, &mut unscored, None);
            spellings.push(json!({ "word": other, "kind": "form", "chunks": own }));
        }
    }
    if spellings.iter().any(|own| own["kind"] == "correction") {
        counts = [0; 3];
    }
    json!({ "word": text, "language": tag, "chunks": counts, "spellings": spellings })
}

/// Returns the words with the same fold key; if there are none, one that differs by a letter.
fn spellings_of(index: &Index, language: usize, text: &str) -> Vec<(String, &'static str)> {
    let key = fold(text);
    let words = index.words(language).unwrap();
    let texts = |is_wanted: &dyn Fn(&Word) -> bool| {
        let found = words
            .iter()
            .filter(|word| !word.is_part() && is_wanted(word));
        found.map(|word| word.text().to_owned()).collect::<Vec<_>>()
    };
    let same = texts(&|word| fold(word.text()) == key);
    if !same.is_empty() {
        return same.into_iter().map(|own| (own, "diacritics")).collect();
    }
    let of_stem = stem_of_page(text, &index.languages()[language].tag);
    if !index.words_of_stem(language, &of_stem).unwrap().is_empty() {
        return Vec::new();
    }
    let near = words.iter().filter(|word| !word.is_part());
    let near = near.map(|word| (distance(&fold(word.text()), &key), word.text()));
    let nearest = near.filter(|(edits, _)| *edits <= 2).min();
    let nearest = nearest.map(|(_, word)| (word.to_owned(), "correction"));
    nearest.into_iter().collect()
}

/// Returns the words that differ by two letters at most.
fn near(index: &Index, language: usize, text: &str) -> Vec<String> {
    let words = index.words(language).unwrap();
    let own = words.iter().filter(|word| !word.is_part());
    let near = own.filter(|word| distance(&fold(word.text()), &fold(text)) <= 2);
    near.map(|word| word.text().to_owned()).collect()
}

/// Returns the number of letters to add, remove or replace.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (place, own) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(*own != letter);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

/// Returns the number of chunks with a word, its stem and its prefix, and adds to their scores.
fn counted(
    index: &Index,
    language: usize,
    text: &str,
    scores: &mut [f64],
    weight: Option<f64>,
) -> [usize; 3] {
    let statistics = &index.languages()[language];
    let key = fold(text);
    let rules = Language::from_tag(&statistics.tag);
    let mut own = index.spellings(language, &key).unwrap();
    own.retain(|word| word.text() == text);
    let stem = stem_of_page(text, &statistics.tag);
    let of_stem = index.words_of_stem(language, &stem).unwrap();
    let of_prefix = match prefix(&key, rules) {
        Some(prefix) => index.words_with_prefix(language, prefix).unwrap(),
        None => of_stem.clone(),
    };
    let forms = [own, of_stem, of_prefix];
    for (words, form) in forms.iter().zip(FORMS) {
        let idf = statistics.idf(index.count(words).unwrap());
        for word in words {
            for posting in index.postings(word, true).unwrap().iter() {
                let frequency: u32 = posting.frequencies().iter().sum();
                let gain = f64::from(frequency) / (f64::from(frequency) + 1.2);
                scores[posting.chunk as usize] += weight.unwrap_or(1.0) * form * idf * gain;
            }
        }
    }
    forms.map(|words| index.count(&words).unwrap())
}

fn admits(index: &Index, chunk: usize, filter: &Json) -> bool {
    let Some(filter) = filter.as_object() else {
        return true;
    };
    let page = index.chunks().document(u32::try_from(chunk).unwrap());
    let meta = &index.metadata().unwrap()[page];
    filter.iter().all(|(key, values)| {
        let mut values = values.as_array().unwrap().iter();
        values.any(|value| meta.get(key.as_str()).map(String::as_str) == value.as_str())
    })
}

fn hit(index: &Index, chunk: usize) -> Json {
    let chunk = u32::try_from(chunk).unwrap();
    written(index, chunk).unwrap()
}

/// Returns the name of a chunk's near-duplicates.
fn group(index: &Index, chunk: ChunkId) -> String {
    match index.chunks().group_of(chunk) {
        0 => String::new(),
        group => format!("group {group}"),
    }
}

/// Returns a chunk's weight unless it is the usual one.
fn weight(index: &Index, chunk: ChunkId) -> Option<f64> {
    let weight = index.chunks().weight_of(chunk);
    weight.total_cmp(&1.0).is_ne().then_some(weight)
}

fn written(index: &Index, chunk: ChunkId) -> Attempt<Json> {
    let passage = index.passage(chunk)?;
    let page = index.chunks().document(chunk);
    let sections = passage.section_starts().map(|start| {
        json!({
            "start": start,
            "headings": passage.heading_at(start).collect::<Vec<_>>(),
            "anchor": passage.anchor_at(start),
            "is_answer": passage.is_answer_at(start),
        })
    });
    Ok(json!({
        "id": format!("{chunk:032x}"),
        "page": passage.id(),
        "position": chunk - index.chunks().borders().of(page).start,
        "title": passage.title(),
        "url": passage.url(),
        "language": index.languages()[index.language_of(chunk)].tag,
        "importance": passage.importance(),
        "text": passage.text(),
        "sections": sections.collect::<Vec<_>>(),
        "meta": passage.meta().collect::<Vec<_>>(),
        "questions": passage.questions().collect::<Vec<_>>(),
        "group": group(index, chunk),
        "weight": weight(index, chunk),
        "score": 1.0,
    }))
}
