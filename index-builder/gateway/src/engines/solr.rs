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

/// Counts documents of languages: lists of terms have the numbers of all languages together. The
/// queries are constants, and name a parameter for each value. A facet for each language has those
/// of its terms, which an engine counts faster than facets with a filter each.
fn facets(alias: &str, counts: &[Count]) -> Ask {
    let (mut facets, mut params) = (Map::new(), Map::new());
    for (number, own) in counts.iter().enumerate() {
        let term = format!("{{!term f={} v=$t{number}}}", own.field);
        params.insert(format!("t{number}"), own.term.as_str().into());
        let language = own.language.as_deref().unwrap_or_default();
        let place = place(counts, language);
        let of_language = facets.entry(format!("l{place}")).or_insert_with(|| {
            params.insert(format!("l{place}"), language.into());
            json!({"type": "query", "q": format!("{{!term f={LANGUAGE} v=$l{place}}}"), "facet": {}})
        });
        of_language["facet"][format!("n{number}")] = json!({"type": "query", "q": term});
    }
    let body = json!({"query": "*:*", "limit": 0, "facet": facets, "params": params});
    ask(alias, "ask", &body)
}

/// Returns the place of the first count in a language.
fn place(counts: &[Count], language: &str) -> usize {
    let mut languages = counts.iter().map(|own| own.language.as_deref());
    let own = Some(language);
    languages.position(|other| other == own).unwrap_or_default()
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
        // A language without documents has no facets of terms.
        let number = |(number, own): (usize, &Count)| {
            let place = place(counts, own.language.as_deref()?);
            facets.get(&format!("l{place}"))?[format!("n{number}")]["count"].as_u64()
        };
        let counts = counts.iter().enumerate();
        return Some(counts.map(|own| number(own).unwrap_or_default()).collect());
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
