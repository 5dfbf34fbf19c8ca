//! Answers as Solr does.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::cluster::{Fault, State, error, ok};
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
            let lock = state.locks.get("site").map(|(lock, version)| {
                let mut lock = lock.clone();
                lock["_version_"] = (*version).into();
                lock
            });
            ok(json!({"doc": lock}))
        }
        ["solr", "soru-locks", "update"] => lock(&received.json(), state),
        ["solr", index, "update"] => update(received, index, state),
        ["solr", index, "select"] => select(&received.json(), index, state),
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
    if query["query"] == "*:*" {
        return ok(json!({"response": {"numFound": documents.len(), "docs": []}}));
    }
    let clauses = query["query"]["bool"]["should"].as_array().unwrap();
    let mut rows: Vec<(usize, &Value)> = documents
        .values()
        .map(|document| {
            let matches = |clause: &&Value| {
                let term = &clause["boost"]["query"]["term"];
                let own = document[term["f"].as_str().unwrap()]
                    .as_str()
                    .unwrap_or_default();
                own.split(' ').any(|word| word == term["query"])
            };
            (clauses.iter().filter(matches).count(), document)
        })
        .filter(|(score, _)| *score > 0)
        .collect();
    rows.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let rows: Vec<&Value> = rows.into_iter().take(10).map(|(_, own)| own).collect();
    ok(json!({"response": {"docs": rows}}))
}
