//! Answers a question from the cluster.

use std::collections::HashMap;
use std::sync::Arc;

use hyper::body::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};
use soru_cluster::weights::FIELDS;
use soru_cluster::{LanguageDescription, QueryTerm, SiteDescription};

use crate::cluster::Failed;
use crate::engines::{Condition, Found, Restriction, Search};
use crate::hit::{FIELDS as STORED, hit};
use crate::reply::compressed;
use crate::request::{SearchRequest, Word};
use crate::words::{KnownWord, Looked, Spelling, SpellingKind, Words, forms, forms_of};

/// Terms of a query: engines refuse more than 1,024 clauses, and each term is one in each field.
const MOST_TERMS: usize = 1_000 / FIELDS.len();

/// The longest answer, in compressed bytes: an eighth of a second on a line of 1.6 Mbit a second.
const LONGEST: usize = 25_000;

/// The weight of a word that the site lacks, and of its correction.
const MISSPELT: f64 = 0.1;
const CORRECTED: f64 = 0.9;

/// An answer to a search.
#[derive(Debug, Serialize)]
pub(crate) struct SearchAnswer<'a> {
    site: &'a str,
    index: &'a str,
    pub(crate) complete: bool,
    chunks: u64,
    languages: &'a [LanguageDescription],
    words: Vec<AnsweredWord<'a>>,
    hits: Vec<Map<String, Value>>,
}

impl SearchAnswer<'_> {
    /// Returns it compressed, with as many of its best hits as fit, and one at least.
    pub(crate) fn compressed(mut self) -> Bytes {
        loop {
            let body = compressed(&self);
            let sent = self.hits.len();
            if body.len() <= LONGEST || sent <= 1 {
                return body;
            }
            let fitting = sent * LONGEST / body.len();
            self.hits.truncate(fitting.clamp(1, sent - 1));
        }
    }
}

#[derive(Debug, Serialize)]
struct AnsweredWord<'a> {
    word: &'a str,
    language: &'a str,
    chunks: [u64; 3],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spellings: Vec<Spelling>,
}

/// Answers a question.
///
/// Most words are spelt as on the site, so the search does not wait for what the cluster knows of
/// them; it is repeated if one has another spelling.
pub(crate) async fn search<'a>(
    words: &Words,
    looked: Looked<'a>,
    request: &'a SearchRequest,
    restrictions: &[Restriction],
) -> Result<SearchAnswer<'a>, Failed> {
    let unknown = vec![Arc::default(); request.words.len()];
    let terms = terms(&request.words, &unknown);
    let (found, known) = tokio::try_join!(
        find(looked, request, restrictions, terms.clone()),
        words.look_up(looked, &request.words)
    )?;
    let is_known = known.is_some();
    let known = known.unwrap_or(unknown);
    let better = self::terms(&request.words, &known);
    let found = if better == terms {
        found
    } else {
        find(looked, request, restrictions, better).await?
    };
    let forms = forms(looked, &request.words, &known, &found.documents).await;
    let site = looked.site;
    Ok(SearchAnswer {
        site: looked.alias,
        index: &site.index,
        complete: found.is_complete && is_known,
        chunks: site.chunks,
        languages: &site.languages,
        words: answered(&request.words, &known, forms),
        hits: found
            .documents
            .into_iter()
            .map(|(fields, score)| hit(fields, Some(score)))
            .collect(),
    })
}

async fn find(
    looked: Looked<'_>,
    request: &SearchRequest,
    restrictions: &[Restriction],
    terms: Vec<QueryTerm>,
) -> Result<Found, Failed> {
    let search = Search {
        condition: Condition::Terms(terms),
        restrictions: restrictions.to_vec(),
        limit: request.limit,
        fields: &STORED,
        time: looked.time(),
    };
    run(looked, &search).await
}

async fn run(looked: Looked<'_>, search: &Search<'_>) -> Result<Found, Failed> {
    let ask = looked.dialect.search(looked.alias, search);
    let answer = looked.cluster.ask(&ask, looked.deadline).await?;
    let found = looked.dialect.found(answer);
    found.ok_or_else(|| Failed::Unavailable("the cluster's answer has no hits".to_owned()))
}

/// Returns the terms of a question. Of a repeated one, the highest weight counts.
fn terms(words: &[Word], known: &[Arc<KnownWord>]) -> Vec<QueryTerm> {
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut places: HashMap<(usize, String), usize> = HashMap::new();
    let mut add = |word: &str, tag: &str, weight: f64| {
        for (form, text) in forms_of(word, tag).into_iter().enumerate() {
            let place = *places.entry((form, text.clone())).or_insert_with(|| {
                terms.push(QueryTerm {
                    form,
                    text,
                    weight: 0.0,
                });
                terms.len() - 1
            });
            terms[place].weight = terms[place].weight.max(weight);
        }
    };
    for (word, known) in words.iter().zip(known) {
        let is_misspelt = |own: &Spelling| own.kind == SpellingKind::Correction;
        let misspelt = known.spellings.iter().any(is_misspelt);
        let factor = if misspelt { MISSPELT } else { 1.0 };
        add(&word.text, &word.language, word.weight * factor);
        for spelling in &known.spellings {
            let factor = if misspelt { CORRECTED } else { 1.0 };
            add(&spelling.word, &word.language, word.weight * factor);
        }
    }
    terms.truncate(MOST_TERMS);
    terms
}

fn answered<'a>(
    words: &'a [Word],
    known: &[Arc<KnownWord>],
    forms: Vec<Vec<Spelling>>,
) -> Vec<AnsweredWord<'a>> {
    let words = words.iter().zip(known).zip(forms);
    words
        .map(|((word, known), forms)| AnsweredWord {
            word: &word.text,
            language: &word.language,
            chunks: known.chunks,
            spellings: known.spellings.iter().cloned().chain(forms).collect(),
        })
        .collect()
}

/// Chunks by id.
#[derive(Debug, Serialize)]
pub(crate) struct ChunksAnswer<'a> {
    site: &'a str,
    index: &'a str,
    complete: bool,
    hits: Vec<Map<String, Value>>,
}

/// Returns chunks in the order of their ids.
pub(crate) async fn chunks<'a>(
    looked: Looked<'a>,
    ids: &[String],
) -> Result<ChunksAnswer<'a>, Failed> {
    let search = Search {
        condition: Condition::Ids(ids.to_vec()),
        restrictions: Vec::new(),
        limit: ids.len() as u64,
        fields: &STORED,
        time: looked.time(),
    };
    let found = run(looked, &search).await?;
    let hits = found.documents.into_iter();
    let mut hits: Vec<Map<String, Value>> = hits.map(|(fields, _)| hit(fields, None)).collect();
    hits.sort_by_key(|hit| ids.iter().position(|id| hit["id"] == id.as_str()));
    Ok(ChunksAnswer {
        site: looked.alias,
        index: &looked.site.index,
        complete: found.is_complete,
        hits,
    })
}

/// A site, as a browser needs it.
#[derive(Debug, Serialize)]
pub(crate) struct SiteAnswer<'a> {
    site: &'a str,
    #[serde(flatten)]
    description: &'a SiteDescription,
}

impl<'a> SiteAnswer<'a> {
    pub(crate) fn new(site: &'a str, description: &'a SiteDescription) -> Self {
        Self { site, description }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer_of(texts: Vec<String>) -> SearchAnswer<'static> {
        let hits = texts.into_iter().map(|text| {
            let mut hit = Map::new();
            hit.insert("text".to_owned(), json!(text));
            hit
        });
        SearchAnswer {
            site: "site",
            index: "site-1",
            complete: true,
            chunks: 50,
            languages: &[],
            words: Vec::new(),
            hits: hits.collect(),
        }
    }

    fn sent(body: &Bytes) -> Vec<Value> {
        let json = flate2::read::GzDecoder::new(body.as_ref());
        let answer: Value = serde_json::from_reader(json).unwrap();
        answer["hits"].as_array().unwrap().clone()
    }

    /// Digits without a pattern, which compress to a little less than half.
    fn digits(count: usize, seed: u64) -> String {
        let mut state = seed;
        let next = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            char::from(b'0' + (state >> 40).to_le_bytes()[0] % 10)
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn an_answer_has_as_many_hits_as_fit() {
        let texts: Vec<String> = (0..30).map(|seed| digits(4_000, seed)).collect();
        let body = answer_of(texts.clone()).compressed();
        assert!(body.len() <= LONGEST, "{}", body.len());
        let hits = sent(&body);
        assert!((10..30).contains(&hits.len()), "{}", hits.len());
        for (hit, text) in hits.iter().zip(&texts) {
            assert_eq!(hit["text"], text.as_str(), "the best ones stay");
        }
        let short = vec!["a short text".to_owned(); 30];
        assert_eq!(sent(&answer_of(short).compressed()).len(), 30);
        let long = answer_of(vec![digits(100_000, 1)]);
        assert_eq!(sent(&long.compressed()).len(), 1, "one at least");
    }
}
