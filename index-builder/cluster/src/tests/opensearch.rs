//! Answers as OpenSearch does.

use serde_json::{Value, json};

use super::cluster::{Fault, State, error, ok};
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
            let row = |(index, documents): (&String, &std::collections::BTreeMap<_, _>)| json!({"index": index, "docs.count": documents.len().to_string()});
            ok(rows.map(row).collect())
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
        ("GET", [index, "_count"]) => {
            ok(json!({"count": state.indexes[*index].len(), "_shards": {"failed": 0}}))
        }
        ("POST", [index, "_search"]) => search(&received.json(), index, state),
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
    let clauses = query["query"]["bool"]["should"].as_array().unwrap();
    let mut hits: Vec<(usize, &Value)> = documents
        .values()
        .map(|document| {
            let matches = |clause: &&Value| {
                let (field, term) = clause["term"].as_object().unwrap().iter().next().unwrap();
                let own = document[field].as_str().unwrap_or_default();
                own.split(' ').any(|word| word == term["value"])
            };
            (clauses.iter().filter(matches).count(), document)
        })
        .filter(|(score, _)| *score > 0)
        .collect();
    hits.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let hits = hits
        .iter()
        .take(10)
        .map(|(_, own)| json!({"_source": {"page": own["page"]}}));
    ok(json!({"hits": {"hits": hits.collect::<Vec<_>>()}}))
}
