//! Answers as Solr does.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::cluster::{Fault, State, error, ok};
use super::search::{Query, Term, count, fields, find, near};
use super::server::{Answer, Received};

pub(super) fn answer(received: &Received, state: &mut State) -> Answer {
    let parts = received.parts();
    match parts.as_slice() {
        [] => Answer::Json(302, Value::Null),
        ["solr", "admin", "info", "system"] => {
            ok(json!({"mode": "solrcloud", "lucene": {"solr-spec-version": "9.10.1"}}))
        }
        ["solr", "admin", "collections"] => collections(received, state),
        ["solr", "admin", "configs"] => {
            if let Some(set) = received.parameter("name") {
                assert!(received.body.starts_with(b"PK"));
                state.sets.push(set.to_owned());
            }
            ok(json!({"configSets": state.sets}))
        }
        ["solr", "soru-locks", "get"] => {
            let id = received.parameter("id").unwrap();
            let lock = state.locks.get(id).map(|(lock, version)| {
                let mut lock = lock.clone();
                lock["_version_"] = (*version).into();
                lock
            });
            ok(json!({"doc": lock}))
        }
        ["solr", "soru-locks", "update"] => lock(&received.json(), state),
        ["solr", index, "update"] => update(received, index, state),
        ["solr", index, "select" | "ask"] if state.documents(index).is_some() => {
            let query = received.json();
            if query["params"]["spellcheck"] == "true" {
                return suggestions(&query, index, state);
            }
            select(&query, index, state)
        }
        ["solr", index, "terms"] => list(&received.json(), index, state),
        _ => error(404, "", &received.path),
    }
}

fn collections(received: &Received, state: &mut State) -> Answer {
    let name = received.parameter("name").unwrap_or_default().to_owned();
    match received.parameter("action").unwrap() {
        "LIST" => ok(json!({"collections": state.indexes.keys().collect::<Vec<_>>()})),
        "LISTALIASES" => ok(json!({"aliases": state.aliases})),
        "CLUSTERSTATUS" => {
            let mut collections = json!({});
            if let Some(index) = received.parameter("collection") {
                collections[index] = json!({"health": state.health.unwrap_or("GREEN")});
            }
            let nodes = ["a", "b", "c"];
            ok(json!({"cluster": {"live_nodes": nodes, "collections": collections}}))
        }
        "CREATE" if state.indexes.contains_key(&name) => {
            error(400, "", "collection already exists")
        }
        "CREATE" => {
            let set = received.parameter("collection.configName").unwrap();
            assert!(state.sets.iter().any(|own| own == set));
            state
                .indexes
                .insert(name, std::collections::BTreeMap::default());
            ok(json!({}))
        }
        "CREATEALIAS" => {
            let index = received.parameter("collections").unwrap();
            assert!(state.indexes.contains_key(index));
            state.aliases.insert(name, index.to_owned());
            ok(json!({}))
        }
        "DELETE" => {
            state.indexes.remove(&name);
            ok(json!({}))
        }
        other => error(400, "", other),
    }
}

fn lock(body: &Value, state: &mut State) -> Answer {
    let (id, lock, version) = match body.get("delete") {
        Some(delete) => (&delete["id"], None, &delete["_version_"]),
        None => (&body[0]["id"], Some(body[0].clone()), &body[0]["_version_"]),
    };
    let version = version.as_i64().unwrap();
    match state.lock(id.as_str().unwrap(), version.max(0), lock) {
        Some(_) => ok(json!({})),
        None => error(409, "", "version conflict"),
    }
}

/// The commands of a request: an object whose keys may be repeated.
struct Commands(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Commands {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Commands;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("commands")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Commands, A::Error> {
                let mut commands = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    commands.push(entry);
                }
                Ok(Commands(commands))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

fn update(received: &Received, index: &str, state: &mut State) -> Answer {
    if received.parameter("commit").is_some() {
        return ok(json!({}));
    }
    state.writes += 1;
    let fault = state.faults.pop_front();
    if let Some(Fault::Answer(answer)) = fault {
        return answer;
    }
    let commands: Commands = serde_json::from_slice(&received.body).unwrap();
    for (name, command) in commands.0 {
        let command: Value = serde_json::from_str(command.get()).unwrap();
        if name == "delete" {
            let id = command["id"].as_str().unwrap();
            state.indexes.get_mut(index).unwrap().remove(id);
            continue;
        }
        let document = &command["doc"];
        if state.is_rejected(document) {
            return error(400, "", "unknown field");
        }
        let id = document["id"].as_str().unwrap().to_owned();
        state
            .indexes
            .get_mut(index)
            .unwrap()
            .insert(id, document.clone());
    }
    match fault {
        Some(Fault::DroppedAfterwards) => Answer::Dropped,
        _ => ok(json!({})),
    }
}

fn select(query: &Value, index: &str, state: &State) -> Answer {
    let documents = state.documents(index).unwrap();
    if let Some(cursor) = query["params"]["cursorMark"].as_str() {
        let after = if cursor == "*" { "" } else { cursor };
        let rows: Vec<&Value> = documents
            .iter()
            .filter(|(id, _)| id.as_str() > after)
            .take(3)
            .map(|(_, own)| own)
            .collect();
        let next = rows
            .last()
            .map_or(cursor, |own| own["id"].as_str().unwrap());
        return ok(json!({"response": {"docs": rows}, "nextCursorMark": next}));
    }
    if query["query"] == "*:* -id:site" {
        return ok(json!({"response": {"numFound": state.chunks(index), "docs": []}}));
    }
    if let Some(facets) = query["facet"].as_object() {
        return ok(counted(facets, &query["params"], index, state));
    }
    let Some(wanted) = read_query(query) else {
        return error(400, "", &query.to_string());
    };
    let limit = query["limit"].as_u64().and_then(|own| own.try_into().ok());
    let found = find(&wanted, index, state)
        .into_iter()
        .take(limit.unwrap_or_default());
    let row = |(score, own): (f64, &Value)| {
        let mut row = fields(own, &query["fields"]);
        row["score"] = score.into();
        row
    };
    let rows: Vec<Value> = found.map(row).collect();
    let head = json!({"partialResults": state.failed_shards > 0});
    ok(json!({"responseHeader": head, "response": {"docs": rows}}))
}

/// Counts documents for facets, whose queries are all terms with their values in parameters. Each
/// counts the documents of the facet that it is in.
fn counted(facets: &Map<String, Value>, params: &Value, index: &str, state: &State) -> Value {
    let head = json!({"partialResults": state.failed_shards > 0});
    let facets = counted_in(facets, params, &[], index, state);
    json!({"responseHeader": head, "response": {"docs": []}, "facets": facets})
}

fn counted_in(
    facets: &Map<String, Value>,
    params: &Value,
    texts: &[(&str, &str)],
    index: &str,
    state: &State,
) -> Value {
    let mut answer = json!({"count": count(texts, index, state)});
    for (name, facet) in facets {
        let query = facet["q"].as_str().unwrap().strip_prefix("{!term f=");
        let (field, parameter) = query.unwrap().split_once(" v=$").unwrap();
        let text = params[parameter.trim_end_matches('}')].as_str().unwrap();
        let inside = [texts, &[(field, text)]].concat();
        let none = Map::new();
        let deeper = facet["facet"].as_object().unwrap_or(&none);
        answer[name] = counted_in(deeper, params, &inside, index, state);
    }
    answer
}

/// Reads a query, whose clauses are all terms.
fn read_query(query: &Value) -> Option<Query> {
    let mut read = Query {
        should: terms(&query["query"]["bool"]["should"])?,
        ..Query::default()
    };
    for filter in query["filter"].as_array().into_iter().flatten() {
        let filter = &filter["bool"];
        if filter["must"] == "*:*" {
            read.excluded.extend(terms(&filter["must_not"])?);
        } else {
            read.filters.push(terms(&filter["should"])?);
        }
    }
    Some(read)
}

fn terms(clauses: &Value) -> Option<Vec<Term>> {
    clauses.as_array()?.iter().map(term).collect()
}

fn term(clause: &Value) -> Option<Term> {
    let boost = &clause["boost"];
    let (weight, term) = match boost["b"].as_str() {
        Some(weight) => (weight.parse().ok()?, &boost["query"]["term"]),
        None => (1.0, &clause["term"]),
    };
    Some(Term {
        field: term["f"].as_str()?.to_owned(),
        text: term["query"].as_str()?.to_owned(),
        weight,
    })
}

/// Lists terms with their numbers of documents.
fn list(query: &Value, index: &str, state: &State) -> Answer {
    let params = &query["params"];
    // A comma within a term has a backslash before it.
    let list = params["terms.list"]
        .as_str()
        .unwrap()
        .replace("\\,", "\u{0}");
    let mut answer = json!({});
    for field in params["terms.fl"].as_array().unwrap() {
        let field = field.as_str().unwrap();
        answer[field] = json!({});
        for term in list.split(',').map(|term| term.replace('\u{0}', ",")) {
            let number = count(&[(field, &term)], index, state);
            if number > 0 {
                answer[field][term] = number.into();
            }
        }
    }
    let head = json!({"partialResults": state.failed_shards > 0});
    ok(json!({"responseHeader": head, "terms": answer}))
}

fn suggestions(query: &Value, index: &str, state: &State) -> Answer {
    let key = query["params"]["spellcheck.q"].as_str().unwrap();
    let near = near(key, index, state).into_iter();
    let near: Vec<Value> = near
        .map(|(word, freq)| json!({"word": word, "freq": freq}))
        .collect();
    let suggestions = json!({key: {"numFound": near.len(), "suggestion": near}});
    ok(json!({"responseHeader": {}, "spellcheck": {"suggestions": suggestions}}))
}
