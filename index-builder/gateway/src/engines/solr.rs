//! The interface of Solr. All values are in the JSON body, and macros (`${…}`) are off.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use soru_cluster::weights::FOLDS;
use soru_cluster::{Kind, clauses};

use super::LANGUAGE;
use super::ask::{Ask, Condition, Count, Found, Near, Restriction, Search};

const JSON: &str = "application/json";

/// Candidates for a misspelt key.
const CANDIDATES: u32 = 8;

fn ask(alias: &str, handler: &str, body: &Value) -> Ask {
    Ask {
        path: format!("/{alias}/{handler}?wt=json&expandMacros=false"),
        body: body.to_string(),
        media_type: JSON,
    }
}

pub(super) fn search(alias: &str, search: &Search<'_>) -> Ask {
    let should = match &search.condition {
        Condition::Terms(terms) => clauses(Kind::Solr, terms),
        Condition::Ids(ids) => any_of("id", ids),
        Condition::Key(key) => any_of(FOLDS, std::slice::from_ref(key)),
    };
    let filters = search.restrictions.iter().map(filter);
    let fields: Vec<&str> = search.fields.iter().copied().chain(["score"]).collect();
    let body = json!({
        "query": {"bool": {"should": should}}, "filter": filters.collect::<Vec<_>>(),
        "limit": search.limit, "fields": fields,
        "params": {
            "timeAllowed": search.time.as_millis().to_string(), "shards.tolerant": "true",
        },
    });
    ask(alias, "ask", &body)
}

fn any_of(field: &str, values: &[String]) -> Vec<Value> {
    let clause = |value| json!({"term": {"f": field, "query": value}});
    values.iter().map(clause).collect()
}

fn filter(restriction: &Restriction) -> Value {
    let Restriction {
        field,
        values,
        is_excluded,
    } = restriction;
    let values = any_of(field, values);
    if *is_excluded {
        return json!({"bool": {"must": "*:*", "must_not": values}});
    }
    json!({"bool": {"should": values}})
}

pub(super) fn found(mut answer: Value) -> Option<Found> {
    let is_complete = is_complete(&answer);
    let Value::Array(documents) = answer["response"]["docs"].take() else {
        return None;
    };
    let documents = documents.into_iter().filter_map(|document| {
        let Value::Object(mut fields) = document else {
            return None;
        };
        let score = fields.remove("score");
        let score = score.and_then(|score| score.as_f64()).unwrap_or_default();
        Some((fields, score))
    });
    Some(Found {
        documents: documents.collect(),
        is_complete,
    })
}

fn is_complete(answer: &Value) -> bool {
    let head = &answer["responseHeader"];
    head["partialResults"] != true && head["zkConnected"] != false
}

pub(super) fn count(alias: &str, counts: &[Count]) -> Ask {
    if counts.iter().any(|own| own.language.is_some()) {
        return facets(alias, counts);
    }
    let fields: BTreeSet<&str> = counts.iter().map(|own| own.field.as_str()).collect();
    let terms: BTreeSet<String> = counts.iter().map(|own| escaped(&own.term)).collect();
    let terms: Vec<String> = terms.into_iter().collect();
    let body = json!({"params": {
        "terms.fl": fields, "terms.list": terms.join(","), "json.nl": "map",
    }});
    ask(alias, "terms", &body)
}

/// Counts documents of a language: lists of terms have the numbers of all languages together. The
/// queries are constants, and name a parameter for each value.
fn facets(alias: &str, counts: &[Count]) -> Ask {
    let (mut facets, mut params) = (Map::new(), Map::new());
    for (number, own) in counts.iter().enumerate() {
        let term = format!("{{!term f={} v=$t{number}}}", own.field);
        let mut facet = json!({"type": "query", "q": term});
        params.insert(format!("t{number}"), own.term.as_str().into());
        if let Some(language) = &own.language {
            let filter = format!("{{!term f={LANGUAGE} v=$l{number}}}");
            facet["domain"] = json!({"filter": filter});
            params.insert(format!("l{number}"), language.as_str().into());
        }
        facets.insert(format!("n{number}"), facet);
    }
    let body = json!({"query": "*:*", "limit": 0, "facet": facets, "params": params});
    ask(alias, "ask", &body)
}

/// Returns a term for a list that is separated by commas.
fn escaped(term: &str) -> String {
    term.replace('\\', "\\\\").replace(',', "\\,")
}

pub(super) fn counted(counts: &[Count], answer: &Value) -> Option<Vec<u64>> {
    if !is_complete(answer) {
        return None;
    }
    if let Some(facets) = answer["facets"].as_object() {
        // A facet without documents of the site has no number.
        let number = |number| facets.get(&format!("n{number}"))?["count"].as_u64();
        let numbers = (0..counts.len()).map(|own| number(own).unwrap_or_default());
        return Some(numbers.collect());
    }
    let fields = answer["terms"].as_object()?;
    let number = |own: &Count| {
        let field = fields.get(&own.field);
        field.and_then(|terms| terms[&own.term].as_u64())
    };
    // A term that no document has is not listed.
    Some(
        counts
            .iter()
            .map(|own| number(own).unwrap_or_default())
            .collect(),
    )
}

pub(super) fn near(alias: &str, key: &str) -> Ask {
    let body = json!({
        "query": {"bool": {"should": any_of(FOLDS, &[key.to_owned()])}}, "limit": 0,
        "params": {
            "spellcheck": "true", "spellcheck.q": key, "spellcheck.extendedResults": "true",
            "spellcheck.count": CANDIDATES.to_string(), "json.nl": "map",
        },
    });
    ask(alias, "ask", &body)
}

pub(super) fn nearest(answer: &Value) -> Option<Vec<Near>> {
    answer["responseHeader"].as_object()?;
    let words = answer["spellcheck"]["suggestions"].as_object();
    let words = words.into_iter().flat_map(|words| words.values());
    let options = words.flat_map(|word| word["suggestion"].as_array().into_iter().flatten());
    let near = options.filter_map(|option| {
        Some(Near {
            key: option["word"].as_str()?.to_owned(),
            documents: option["freq"].as_u64()?,
        })
    });
    Some(near.collect())
}
