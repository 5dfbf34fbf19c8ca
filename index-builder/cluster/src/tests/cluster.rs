//! A cluster that is a few maps: what both engines keep, and what goes wrong.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};
use soru_cluster::{Kind, SITE};

use super::server::{Answer, Received, serve};
use super::{opensearch, solr};

/// Something that goes wrong once, at the next request that writes documents.
#[derive(Debug, Clone)]
pub(super) enum Fault {
    /// The request gets this answer.
    Answer(Answer),
    /// The documents are written, and then the connection is closed.
    DroppedAfterwards,
    /// This many items of the request are refused with this status and type; OpenSearch only.
    Items(usize, u16, &'static str),
}

/// The content of a cluster.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) indexes: BTreeMap<String, BTreeMap<String, Value>>,
    pub(super) aliases: BTreeMap<String, String>,
    pub(super) locks: BTreeMap<String, (Value, i64)>,
    pub(super) sets: Vec<String>,
    pub(super) next_version: i64,
    pub(super) faults: VecDeque<Fault>,
    /// Requests that write documents.
    pub(super) writes: usize,
    pub(super) log: Vec<Received>,
    /// The health that the cluster states, in its own words.
    pub(super) health: Option<&'static str>,
    /// Parts of an index that do not answer searches.
    pub(super) failed_shards: u32,
    /// A document with this in its JSON is rejected.
    pub(super) rejects: Option<&'static str>,
    /// Called with every request first.
    pub(super) guard: Option<Guard>,
}

/// Answers a request, or leaves it to the engine.
type Judge = dyn Fn(&Received, &State) -> Option<Answer> + Send;

pub(super) struct Guard(Box<Judge>);

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Guard")
    }
}

impl State {
    /// Returns the documents behind an alias or an index.
    pub(super) fn documents(&self, name: &str) -> Option<&BTreeMap<String, Value>> {
        let index = self.aliases.get(name).map_or(name, String::as_str);
        self.indexes.get(index)
    }

    /// Returns the number of chunks behind an alias or an index.
    pub(super) fn chunks(&self, name: &str) -> usize {
        let documents = self.documents(name).into_iter().flatten();
        documents.filter(|(id, _)| *id != SITE).count()
    }

    /// Changes the lock of an alias, if its version is the expected one, 0 for none. Returns the
    /// new version.
    pub(super) fn lock(&mut self, id: &str, expected: i64, lock: Option<Value>) -> Option<i64> {
        let present = self.locks.get(id).map_or(0, |(_, version)| *version);
        if present != expected {
            return None;
        }
        self.next_version += 1;
        match lock {
            Some(lock) => self.locks.insert(id.to_owned(), (lock, self.next_version)),
            None => self.locks.remove(id),
        };
        Some(self.next_version)
    }

    pub(super) fn is_rejected(&self, document: &Value) -> bool {
        self.rejects
            .is_some_and(|text| document.to_string().contains(text))
    }
}

#[derive(Debug, Clone)]
pub(super) struct Cluster {
    state: Arc<Mutex<State>>,
    address: String,
}

impl Cluster {
    pub(super) fn new(kind: Kind) -> Self {
        let state: Arc<Mutex<State>> = Arc::default();
        let own = Arc::clone(&state);
        let address = serve(move |received| {
            let state = &mut *own.lock().unwrap();
            state.log.push(received.clone());
            let guarded = state
                .guard
                .as_ref()
                .and_then(|guard| (guard.0)(received, state));
            guarded.unwrap_or_else(|| match kind {
                Kind::OpenSearch => opensearch::answer(received, state),
                Kind::Solr => solr::answer(received, state),
            })
        });
        Self { state, address }
    }

    pub(super) fn address(&self) -> String {
        self.address.clone()
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    pub(super) fn fails(&self, faults: impl IntoIterator<Item = Fault>) {
        self.state().faults.extend(faults);
    }

    /// Answers some requests otherwise.
    pub(super) fn guard(
        &self,
        guard: impl Fn(&Received, &State) -> Option<Answer> + Send + 'static,
    ) {
        self.state().guard = Some(Guard(Box::new(guard)));
    }

    /// Returns the titles behind the alias, as a search would show them.
    pub(super) fn titles(&self) -> Vec<String> {
        let state = self.state();
        let documents = state.documents("site").into_iter().flatten();
        let chunks = documents.filter(|(id, _)| *id != SITE);
        let titles = chunks.map(|(_, document)| document["title"].as_str().unwrap().to_owned());
        let mut titles: Vec<String> = titles.collect();
        titles.sort();
        titles
    }

    pub(super) fn indexes(&self) -> Vec<String> {
        let state = self.state();
        let own = state.indexes.keys().filter(|index| *index != "soru-locks");
        own.cloned().collect()
    }
}

pub(super) fn ok(json: Value) -> Answer {
    Answer::Json(200, json)
}

pub(super) fn error(status: u16, kind: &str, reason: &str) -> Answer {
    Answer::Json(
        status,
        json!({"error": {"type": kind, "reason": reason, "msg": reason}}),
    )
}
