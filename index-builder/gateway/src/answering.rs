//! Answers a question from the cluster.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};
use soru_cluster::weights::FIELDS;
use soru_cluster::{LanguageDescription, QueryTerm, SiteDescription};

use crate::cluster::Failed;
use crate::engines::{Condition, Found, Restriction, Search};
use crate::hit::{FIELDS as STORED, hit};
use crate::request::{SearchRequest, Word};
use crate::words::{KnownWord, Looked, Spelling, SpellingKind, Words, forms, forms_of};

/// Terms of a query: engines refuse more than 1,024 clauses, and each term is one in each field.
const MOST_TERMS: usize = 1_000 / FIELDS.len();

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
