//! Answers as OpenSearch does.

use serde_json::{Value, json};

use super::cluster::{Fault, State, error, ok};
use super::search::{Query, Term, count, fields, find, near};
use super::server::{Answer, Received};

pub(super) fn answer(received: &Received, state: &mut State) -> Answer {
    let parts = received.parts();
    match (received.method.as_str(), parts.as_slice()) {
        ("GET", []) => ok(json!({
            "cluster_uuid": "one", "tagline": "The OpenSearch Project",
            "version": {"distribution": "opensearch", "number": "2.19.6"},
        })),
        ("GET", ["_cat", "indices", _]) => {
            let rows = state.indexes.iter();
            ok(rows.map(|(index, _)| json!({"index": index})).collect())
        }
        ("GET", [name, "_alias"]) => alias(name, state),
        ("GET", ["_cluster", "health", _]) => {
            ok(json!({"status": state.health.unwrap_or("green")}))
        }
        ("POST", ["_aliases"]) => swap(&received.json(), state),
        ("PUT", [index]) => create(index, &received.json(), state),
        ("DELETE", [index]) => match state.indexes.remove(*index) {
            Some(_) => ok(json!({"acknowledged": true})),
            None => error(404, "index_not_found_exception", "no such index"),
        },
        (_, ["soru-locks", "_doc", id]) => lock(received, id, state),
        ("POST", [index, "_bulk"]) => bulk(received, index, state),
        ("POST", [_, "_refresh"]) | ("PUT", [_, "_settings"]) => ok(json!({})),
        ("POST", [index, "_count"]) => {
            let site = &received.json()["query"]["bool"]["must_not"]["term"]["id"];
            assert_eq!(site, "site");
            ok(json!({"count": state.chunks(index), "_shards": {"failed": 0}}))
        }
        ("POST", [index, "_search"]) if state.documents(index).is_some() => {
            search(&received.json(), index, state)
        }
        ("POST", [index, "_msearch"]) => counts(received, index, state),
        ("POST", [_, "_search"]) => error(404, "index_not_found_exception", "no such index"),
        _ => error(
            400,
            "unknown",
            &format!("{} {}", received.method, received.path),
        ),
    }
}

fn alias(name: &str, state: &State) -> Answer {
    if state.indexes.contains_key(name) {
        return ok(json!({name: {"aliases": {}}}));
    }
    match state.aliases.get(name) {
        Some(index) => ok(json!({index: {"aliases": {name: {}}}})),
        None => error(404, "index_not_found_exception", "no such index"),
    }
}

fn swap(actions: &Value, state: &mut State) -> Answer {
    for action in actions["actions"].as_array().unwrap() {
        if let Some(add) = action.get("add") {
            let index = add["index"].as_str().unwrap();
            assert!(state.indexes.contains_key(index));
            let alias = add["alias"].as_str().unwrap();
            state.aliases.insert(alias.to_owned(), index.to_owned());
        }
    }
    ok(json!({"acknowledged": true}))
}

fn create(index: &str, definition: &Value, state: &mut State) -> Answer {
    assert_eq!(definition["mappings"]["dynamic"], "strict");
    if index == "soru-locks" {
        return ok(json!({}));
    }
    if state.indexes.contains_key(index) {
        return error(400, "resource_already_exists_exception", "it exists");
    }
    state
        .indexes
        .insert(index.to_owned(), std::collections::BTreeMap::default());
    ok(json!({"acknowledged": true}))
}

fn lock(received: &Received, id: &str, state: &mut State) -> Answer {
    let expected = received
        .parameter("if_seq_no")
        .map_or(0, |number| number.parse().unwrap());
    match received.method.as_str() {
        "GET" => match state.locks.get(id) {
            Some((lock, version)) => {
                ok(json!({"_source": lock, "_seq_no": version, "_primary_term": 1}))
            }
            None => error(404, "", ""),
        },
        method => {
            let lock = (method == "PUT").then(|| received.json());
            match state.lock(id, expected, lock) {
                Some(version) => ok(json!({"_seq_no": version, "_primary_term": 1})),
                None => error(409, "version_conflict_engine_exception", "conflict"),
            }
        }
    }
}

fn bulk(received: &Received, index: &str, state: &mut State) -> Answer {
    state.writes += 1;
    let fault = state.faults.pop_front();
    let mut refused = match &fault {
        Some(Fault::Answer(answer)) => return answer.clone(),
        Some(Fault::Items(count, status, kind)) => Some((*count, *status, *kind)),
        _ => None,
    };
    let mut items = Vec::new();
    let text = String::from_utf8(received.body.clone()).unwrap();
    let mut lines = text.lines();
    while let Some(action) = lines.next() {
        let action: Value = serde_json::from_str(action).unwrap();
        if let Some((count @ 1.., status, kind)) = &mut refused {
            *count -= 1;
            if action.get("index").is_some() {
                lines.next();
            }
            items.push(
                json!({"index": {"status": status, "error": {"type": kind, "reason": "no"}}}),
            );
            continue;
        }
        items.push(apply(&action, &mut lines, index, state));
    }
    if matches!(fault, Some(Fault::DroppedAfterwards)) {
        return Answer::Dropped;
    }
    let errors = items
        .iter()
        .any(|item| !item.to_string().contains("\"status\":200"));
    ok(json!({"errors": errors, "items": items}))
}

fn apply<'l>(
    action: &Value,
    lines: &mut impl Iterator<Item = &'l str>,
    index: &str,
    state: &mut State,
) -> Value {
    if let Some(delete) = action.get("delete") {
        let documents = state.indexes.get_mut(index).unwrap();
        let was = documents.remove(delete["_id"].as_str().unwrap());
        return json!({"delete": {"status": if was.is_some() { 200 } else { 404 }}});
    }
    let document: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    if state.is_rejected(&document) {
        let error = json!({"type": "strict_dynamic_mapping_exception", "reason": "no such field"});
        return json!({"index": {"status": 400, "error": error}});
    }
    let id = action["index"]["_id"].as_str().unwrap().to_owned();
    state.indexes.get_mut(index).unwrap().insert(id, document);
    json!({"index": {"status": 200}})
}

fn search(query: &Value, index: &str, state: &State) -> Answer {
    let documents = state.documents(index).unwrap();
    if query.get("sort").is_some() {
        let after = query["search_after"][0].as_str().unwrap_or_default();
        let hits = documents
            .iter()
            .filter(|(id, _)| id.as_str() > after)
            .take(3);
        let hit = |(id, own): (&String, &Value)| json!({"sort": [id], "fields": {"id": [id], "digest": [own["digest"]]}});
        return ok(json!({"hits": {"hits": hits.map(hit).collect::<Vec<_>>()}}));
    }
    if let Some(near) = query["suggest"].get("near") {
        return suggestions(near["text"].as_str().unwrap(), index, state);
    }
    let Some(wanted) = read_query(&query["query"]["bool"]) else {
        return error(400, "parsing_exception", &query.to_string());
    };
    let size = query["size"].as_u64().and_then(|own| own.try_into().ok());
    let found = find(&wanted, index, state)
        .into_iter()
        .take(size.unwrap_or_default());
    let hit = |(score, own): (f64, &Value)| json!({"_score": score, "_source": fields(own, &query["_source"])});
    let hits: Vec<Value> = found.map(hit).collect();
    let shards = json!({"failed": state.failed_shards});
    ok(json!({"timed_out": false, "_shards": shards, "hits": {"hits": hits}}))
}

/// Reads a query, whose clauses are all terms.
fn read_query(query: &Value) -> Option<Query> {
    let list = |name: &str| query[name].as_array().cloned().unwrap_or_default();
    let lists = |name: &str| {
        let clauses = list(name);
        clauses.iter().map(terms).collect::<Option<Vec<_>>>()
    };
    Some(Query {
        should: lists("should")?.into_iter().flatten().collect(),
        filters: lists("filter")?,
        excluded: lists("must_not")?.into_iter().flatten().collect(),
    })
}

fn terms(clause: &Value) -> Option<Vec<Term>> {
    let (kind, of_field) = clause.as_object()?.iter().next()?;
    let (field, value) = of_field.as_object()?.iter().next()?;
    let term = |text: &Value, weight: f64| {
        Some(Term {
            field: field.clone(),
            text: text.as_str()?.to_owned(),
            weight,
        })
    };
    match kind.as_str() {
        "term" => {
            let weight = value["boost"].as_f64().unwrap_or(1.0);
            Some(vec![term(&value["value"], weight)?])
        }
        "terms" => value.as_array()?.iter().map(|own| term(own, 1.0)).collect(),
        _ => None,
    }
}

fn suggestions(key: &str, index: &str, state: &State) -> Answer {
    let near = near(key, index, state).into_iter();
    let options = near.map(|(text, freq)| json!({"text": text, "freq": freq, "score": 0.8}));
    let options: Vec<Value> = options.collect();
    ok(json!({"suggest": {"near": [{"text": key, "options": options}]}}))
}

/// Answers several searches that count.
fn counts(received: &Received, index: &str, state: &State) -> Answer {
    let lines = String::from_utf8(received.body.clone()).unwrap();
    let bodies = lines.lines().skip(1).step_by(2);
    let answers = bodies.map(|line| {
        let body: Value = serde_json::from_str(line).unwrap();
        let filters = body["query"]["bool"]["filter"].as_array().unwrap();
        let terms = filters.iter().filter_map(|own| own["term"].as_object());
        let texts = terms.flat_map(|term| {
            let texts = term.iter();
            texts.map(|(field, text)| (field.as_str(), text["value"].as_str().unwrap()))
        });
        let number = count(&texts.collect::<Vec<_>>(), index, state);
        let shards = json!({"failed": state.failed_shards});
        json!({"timed_out": false, "_shards": shards, "hits": {"total": {"value": number}}})
    });
    ok(json!({"responses": answers.collect::<Vec<_>>()}))
}
