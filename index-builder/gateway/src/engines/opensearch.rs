//! The interface of OpenSearch.

use std::fmt::Write as _;

use serde_json::{Value, json};
use soru_cluster::weights::FOLDS;
use soru_cluster::{Kind, clauses};

use super::LANGUAGE;
use super::ask::{Ask, Condition, Count, Found, Near, Restriction, Search};

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// Candidates for a misspelt key.
const CANDIDATES: u32 = 8;

/// The shortest key with candidates.
const SHORTEST: u32 = 4;

pub(super) fn search(alias: &str, search: &Search<'_>) -> Ask {
    let mut query = match &search.condition {
        Condition::Terms(terms) => json!({
            "should": clauses(Kind::OpenSearch, terms), "minimum_should_match": 1,
        }),
        Condition::Ids(ids) => json!({"filter": [{"terms": {"id": ids}}]}),
        Condition::Key(key) => json!({"filter": [{"term": {FOLDS: {"value": key}}}]}),
    };
    for restriction in &search.restrictions {
        let Restriction {
            field,
            values,
            is_excluded,
        } = restriction;
        let place = if *is_excluded { "must_not" } else { "filter" };
        let clause = json!({"terms": {*field: values}});
        match query[place].as_array_mut() {
            Some(list) => list.push(clause),
            None => query[place] = json!([clause]),
        }
    }
    let body = json!({
        "size": search.limit, "track_total_hits": false, "_source": search.fields,
        "timeout": format!("{}ms", search.time.as_millis()), "query": {"bool": query},
    });
    Ask {
        // Scores use the statistics of all shards.
        path: format!("/{alias}/_search?search_type=dfs_query_then_fetch"),
        body: body.to_string(),
        media_type: JSON,
    }
}

pub(super) fn found(mut answer: Value) -> Option<Found> {
    let is_complete = is_complete(&answer);
    let Value::Array(hits) = answer["hits"]["hits"].take() else {
        return None;
    };
    let documents = hits.into_iter().filter_map(|mut hit| {
        let score = hit["_score"].as_f64().unwrap_or_default();
        match hit["_source"].take() {
            Value::Object(fields) => Some((fields, score)),
            _ => None,
        }
    });
    Some(Found {
        documents: documents.collect(),
        is_complete,
    })
}

fn is_complete(answer: &Value) -> bool {
    answer["_shards"]["failed"] == 0 && answer["timed_out"] == false
}

pub(super) fn count(alias: &str, counts: &[Count]) -> Ask {
    let mut body = String::new();
    for Count {
        field,
        term,
        language,
    } in counts
    {
        let mut filters = vec![json!({"term": {field: {"value": term}}})];
        let in_language = |tag| json!({"term": {LANGUAGE: {"value": tag}}});
        filters.extend(language.as_ref().map(in_language));
        let query = json!({"bool": {"filter": filters}});
        let search = json!({"size": 0, "track_total_hits": true, "query": query});
        let _ = writeln!(body, "{{}}\n{search}");
    }
    Ask {
        path: format!("/{alias}/_msearch"),
        body,
        media_type: LINES,
    }
}

pub(super) fn counted(counts: &[Count], answer: &Value) -> Option<Vec<u64>> {
    let answers = answer["responses"].as_array()?;
    let number = |answer: &Value| {
        let total = answer["hits"]["total"]["value"].as_u64();
        total.filter(|_| is_complete(answer))
    };
    let numbers: Vec<u64> = answers.iter().map(number).collect::<Option<_>>()?;
    (numbers.len() == counts.len()).then_some(numbers)
}

pub(super) fn near(alias: &str, key: &str) -> Ask {
    let term = json!({
        "field": FOLDS, "suggest_mode": "missing", "max_edits": 2, "prefix_length": 0,
        "min_word_length": SHORTEST, "size": CANDIDATES, "sort": "score",
    });
    let body = json!({"size": 0, "suggest": {"near": {"text": key, "term": term}}});
    Ask {
        path: format!("/{alias}/_search"),
        body: body.to_string(),
        media_type: JSON,
    }
}

pub(super) fn nearest(answer: &Value) -> Option<Vec<Near>> {
    let words = answer["suggest"]["near"].as_array()?;
    let options = words
        .iter()
        .flat_map(|word| word["options"].as_array().into_iter().flatten());
    let near = options.filter_map(|option| {
        Some(Near {
            key: option["text"].as_str()?.to_owned(),
            documents: option["freq"].as_u64()?,
        })
    });
    Some(near.collect())
}
