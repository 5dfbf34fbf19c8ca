//! OpenSearch 2 and later.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::bulk::{Change, Outcome};
use super::{Engine, Health, Held, Listed, Lock, names_of_page};
use crate::clauses::{QueryTerm, clauses};
use crate::failure::{Failure, Result};
use crate::http::{Client, JSON, LINES, Reply, Request, is_transient};
use crate::kind::Kind;
use crate::names::Alias;
use crate::schema;
use crate::site::SITE;

/// The index of the locks of all aliases.
const LOCKS: &str = "soru-locks";

/// Chunks of a shard: some gigabytes.
const SHARD: u64 = 500_000;

/// Documents of a page of ids.
const PAGE: usize = 5_000;

/// The time to wait for copies.
const GREEN: &str = "90s";

/// A cluster of OpenSearch.
pub(super) struct OpenSearch {
    client: Client,
}

impl OpenSearch {
    pub(super) fn new(client: Client) -> Self {
        Self { client }
    }

    fn get(&self, path: &str) -> Result<Value> {
        self.client.ask(Request::new("GET", path))
    }

    fn json(&self, method: &'static str, path: &str, body: &Value) -> Result<Reply> {
        let body = body.to_string();
        let request = Request::new(method, path);
        self.client.reply(request.with(JSON, body.as_bytes()))
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.success(self.json("POST", path, body)?)
    }

    fn success(&self, reply: Reply) -> Result<Value> {
        if reply.is_success() {
            return Ok(reply.json);
        }
        Err(reply.refusal(&self.client.credentials))
    }

    /// Creates an index, unless an earlier attempt whose answer was lost did.
    fn make(&self, index: &str, definition: &Value) -> Result<()> {
        let reply = self.json("PUT", &format!("/{index}"), definition)?;
        if reply.status == 400 && error_type(&reply) == "resource_already_exists_exception" {
            return Ok(());
        }
        self.success(reply).map(|_| ())
    }

    fn locks(&self) -> Result<()> {
        self.make(LOCKS, &schema::opensearch_locks())
    }
}

impl Engine for OpenSearch {
    fn indexes(&self, alias: &Alias) -> Result<Vec<Listed>> {
        let path = format!(
            "/_cat/indices/{}-*?format=json&h=index&expand_wildcards=open",
            alias.as_str()
        );
        let rows = self.get(&path)?;
        let rows = rows.as_array().into_iter().flatten();
        let names = rows.filter_map(|row| row["index"].as_str());
        let own = names.filter(|index| alias.parts(index).is_some());
        let listed = own.map(|index| Listed {
            // Some part of an unfinished index may not answer.
            documents: self.count(index).unwrap_or_default(),
            index: index.to_owned(),
        });
        Ok(listed.collect())
    }

    fn current(&self, alias: &Alias) -> Result<Option<String>> {
        let name = alias.as_str();
        let reply = self
            .client
            .reply(Request::new("GET", &format!("/{name}/_alias")))?;
        if reply.status == 404 {
            return Ok(None);
        }
        let found = self.success(reply)?;
        let names: Vec<&String> = found
            .as_object()
            .into_iter()
            .flatten()
            .map(|(own, _)| own)
            .collect();
        match names.as_slice() {
            [] => Ok(None),
            [one] if *one == name => Err(Failure::Refused(format!(
                "`{name}` is an index, so it cannot become an alias: choose another --name, or \
                 delete that index if nothing needs it"
            ))),
            [one] if alias.parts(one).is_some() => Ok(Some((*one).clone())),
            others => Err(foreign(name, others)),
        }
    }

    fn create(&self, index: &str, chunks: u64) -> Result<()> {
        let shards = chunks.div_ceil(SHARD).clamp(1, 64);
        self.make(index, &schema::opensearch(shards))
    }

    fn write(&self, index: &str, changes: &[Change]) -> Result<Vec<Outcome>> {
        let path = format!(
            "/{index}/_bulk?filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason"
        );
        let body = lines(changes);
        let request = Request::new("POST", &path);
        let reply = self.client.reply(request.with(LINES, body.as_bytes()))?;
        let answer = self.success(reply)?;
        if answer["errors"] == false {
            return Ok(vec![Outcome::Done; changes.len()]);
        }
        let items = answer["items"].as_array().map_or(&[][..], Vec::as_slice);
        if items.len() != changes.len() {
            return Err(Failure::Refused(format!(
                "{index}: the answer to {} changes has {} items; check whether a proxy alters \
                 requests to the cluster",
                changes.len(),
                items.len()
            )));
        }
        items
            .iter()
            .zip(changes)
            .map(|(item, change)| outcome(item, change))
            .collect()
    }

    fn settle(&self, index: &str) -> Result<Health> {
        self.client
            .ask(Request::new("POST", &format!("/{index}/_refresh")))?;
        let usual = json!({"index": {"refresh_interval": null}});
        self.success(self.json("PUT", &format!("/{index}/_settings"), &usual)?)?;
        let path = format!("/_cluster/health/{index}?wait_for_status=green&timeout={GREEN}");
        // Its status is 408 if the time is over; the answer is the same.
        let reply = self.client.reply(Request::new("GET", &path))?;
        let health = match reply.json["status"].as_str() {
            Some("green") => Health::Green,
            Some("yellow") => Health::Yellow,
            Some(_) => Health::Red,
            None => return Err(reply.refusal(&self.client.credentials)),
        };
        // A lost copy may have been replaced by one that has not been refreshed.
        self.client
            .ask(Request::new("POST", &format!("/{index}/_refresh")))?;
        Ok(health)
    }

    fn count(&self, index: &str) -> Result<u64> {
        let is_site = json!({"term": {"id": SITE}});
        let chunks = json!({"query": {"bool": {"must_not": is_site}}});
        let answer = self.post(&format!("/{index}/_count"), &chunks)?;
        let failed = answer["_shards"]["failed"].as_u64().unwrap_or_default();
        match answer["count"].as_u64() {
            Some(count) if failed == 0 => Ok(count),
            _ => Err(Failure::Refused(format!(
                "{index}: a part of the index cannot be counted: check the cluster's health"
            ))),
        }
    }

    fn digests(&self, index: &str, each: &mut dyn FnMut(String, String)) -> Result<()> {
        let mut after = Value::Null;
        loop {
            let mut body = json!({
                "size": PAGE, "_source": false, "docvalue_fields": ["id", "digest"],
                "sort": [{"id": "asc"}], "track_total_hits": false,
            });
            if !after.is_null() {
                body["search_after"] = after;
            }
            let mut answer = self.post(&format!("/{index}/_search"), &body)?;
            let hits = answer["hits"]["hits"].as_array_mut().map(std::mem::take);
            let mut hits = hits.unwrap_or_default();
            let Some(last) = hits.last_mut() else {
                return Ok(());
            };
            after = last["sort"].take();
            for hit in &hits {
                let own = |name: &str| {
                    hit["fields"][name][0]
                        .as_str()
                        .unwrap_or_default()
                        .to_owned()
                };
                each(own("id"), own("digest"));
            }
        }
    }

    fn search(&self, index: &str, terms: &[QueryTerm], most: usize) -> Result<Vec<String>> {
        let body = json!({
            "size": most, "_source": ["page", "url"], "track_total_hits": false,
            "query": {"bool": {"should": clauses(Kind::OpenSearch, terms)}},
        });
        let path = format!("/{index}/_search?search_type=dfs_query_then_fetch");
        let answer = self.post(&path, &body)?;
        let hits = answer["hits"]["hits"].as_array().into_iter().flatten();
        Ok(hits
            .flat_map(|hit| names_of_page(&hit["_source"]))
            .collect())
    }

    fn swap(&self, alias: &Alias, from: Option<&str>, to: &str) -> Result<()> {
        let alias_name = alias.as_str();
        let mut actions = vec![json!({"add": {"index": to, "alias": alias_name}})];
        if let Some(from) = from {
            let remove =
                json!({"remove": {"index": from, "alias": alias_name, "must_exist": false}});
            actions.insert(0, remove);
        }
        self.post("/_aliases", &json!({"actions": actions}))
            .map(|_| ())
    }

    fn remove(&self, index: &str) -> Result<()> {
        let reply = self
            .client
            .reply(Request::new("DELETE", &format!("/{index}")))?;
        match reply.status {
            404 => Ok(()),
            _ => self.success(reply).map(|_| ()),
        }
    }

    fn held(&self, alias: &Alias) -> Result<Option<Held>> {
        let path = format!("/{LOCKS}/_doc/{}", alias.as_str());
        let reply = self.client.reply(Request::new("GET", &path))?;
        if reply.status == 404 {
            return Ok(None);
        }
        let found = self.success(reply)?;
        let number = |value: &Value| value.as_i64().unwrap_or_default();
        Ok(Some(Held {
            lock: Lock {
                owner: found["_source"]["owner"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
                until: number(&found["_source"]["until"]),
            },
            version: (number(&found["_seq_no"]), number(&found["_primary_term"])),
        }))
    }

    fn hold(&self, alias: &Alias, lock: &Lock, before: Option<&Held>) -> Result<Option<Held>> {
        let condition = if let Some(held) = before {
            let (number, term) = held.version;
            format!("if_seq_no={number}&if_primary_term={term}")
        } else {
            self.locks()?;
            "op_type=create".to_owned()
        };
        let path = format!("/{LOCKS}/_doc/{}?{condition}", alias.as_str());
        let body = json!({"owner": lock.owner, "until": lock.until});
        let reply = self.json("PUT", &path, &body)?;
        if reply.status == 409 {
            return Ok(None);
        }
        let made = self.success(reply)?;
        let number = |key: &str| made[key].as_i64().unwrap_or_default();
        Ok(Some(Held {
            lock: lock.clone(),
            version: (number("_seq_no"), number("_primary_term")),
        }))
    }

    fn release(&self, alias: &Alias, held: &Held) -> Result<()> {
        let (number, term) = held.version;
        let path = format!(
            "/{LOCKS}/_doc/{}?if_seq_no={number}&if_primary_term={term}",
            alias.as_str()
        );
        let reply = self.client.reply(Request::new("DELETE", &path))?;
        match reply.status {
            404 | 409 => Ok(()),
            _ => self.success(reply).map(|_| ()),
        }
    }
}

fn error_type(reply: &Reply) -> &str {
    reply.json["error"]["type"].as_str().unwrap_or_default()
}

fn foreign(name: &str, others: &[&String]) -> Failure {
    let others: Vec<&str> = others.iter().map(|own| own.as_str()).collect();
    Failure::Refused(format!(
        "the alias `{name}` names {}, which `soru push` did not make: choose another --name, or \
         delete the alias if nothing needs it",
        others.join(", ")
    ))
}

/// Returns the changes as lines of a bulk request.
fn lines(changes: &[Change]) -> String {
    let mut body = String::with_capacity(changes.iter().map(|own| own.bytes() + 64).sum());
    for change in changes {
        let id = change.id();
        let _ = match change {
            Change::Put(document) => {
                writeln!(
                    body,
                    "{{\"index\":{{\"_id\":\"{id}\"}}}}\n{}",
                    document.json
                )
            }
            Change::Delete(_) => writeln!(body, "{{\"delete\":{{\"_id\":\"{id}\"}}}}"),
        };
    }
    body
}

/// Reads what became of a change.
fn outcome(item: &Value, change: &Change) -> Result<Outcome> {
    let result = item.as_object().and_then(|own| own.values().next());
    let result = result.unwrap_or(&Value::Null);
    let status = result["status"].as_u64().unwrap_or_default();
    let is_gone = status == 404 && matches!(change, Change::Delete(_));
    if (200..300).contains(&status) || is_gone {
        return Ok(Outcome::Done);
    }
    let text = |key: &str| result["error"][key].as_str().unwrap_or_default();
    let why = format!("{} {}: {}", status, text("type"), text("reason"));
    if text("type") == "cluster_block_exception" && crate::http::is_full(&why) {
        return Err(Failure::Refused(format!("{why}; {}", crate::http::FULL)));
    }
    let status = u16::try_from(status).unwrap_or_default();
    Ok(if is_transient(status) {
        Outcome::Later(why)
    } else {
        Outcome::Rejected(why)
    })
}
