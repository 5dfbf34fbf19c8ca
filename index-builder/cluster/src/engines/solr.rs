//! Solr 9 and later, in cloud mode.

use serde_json::{Value, json};

use super::bulk::{Change, Outcome};
use super::configuration_set::pack;
use super::solr_update::send;
use super::{Engine, Health, Held, Listed, Lock, names_of_page};
use crate::clauses::{QueryTerm, clauses};
use crate::failure::{Failure, Result};
use crate::http::{Client, JSON, Reply, Request, ZIP};
use crate::kind::Kind;
use crate::names::Alias;
use crate::schema;

/// The collection of the locks of all aliases, and its configuration set.
const LOCKS: &str = "soru-locks";

/// Chunks of a shard: some gigabytes.
const SHARD: u64 = 500_000;

/// Documents of a page of ids.
const PAGE: usize = 5_000;

/// All chunks, without the document that describes the site.
const CHUNKS: &str = "*:* -id:site";

/// Attempts to find all copies, each after a pause.
const LOOKS: u32 = 90;

/// A cluster of Solr.
pub(super) struct Solr {
    client: Client,
}

impl Solr {
    pub(super) fn new(client: Client) -> Self {
        Self { client }
    }

    fn success(&self, reply: Reply) -> Result<Value> {
        if reply.is_success() {
            return Ok(reply.json);
        }
        Err(reply.refusal(&self.client.credentials))
    }

    /// Calls the interface for collections.
    fn collections(&self, action: &str) -> Result<Reply> {
        let path = format!("/admin/collections?wt=json&action={action}");
        self.client.reply(Request::new("GET", &path))
    }

    fn post(&self, path: &str, body: &Value) -> Result<Reply> {
        let body = body.to_string();
        let request = Request::new("POST", path);
        self.client.reply(request.with(JSON, body.as_bytes()))
    }

    fn names(&self) -> Result<Vec<String>> {
        let answer = self.success(self.collections("LIST")?)?;
        Ok(texts(&answer["collections"]))
    }

    /// Uploads a configuration set, unless it is there.
    fn configure(&self, set: &str, files: &[(&str, String)]) -> Result<()> {
        let known = self
            .client
            .ask(Request::new("GET", "/admin/configs?wt=json&action=LIST"))?;
        if texts(&known["configSets"]).iter().any(|own| own == set) {
            return Ok(());
        }
        let path =
            format!("/admin/configs?wt=json&action=UPLOAD&name={set}&overwrite=true&cleanup=true");
        let archive = pack(files)?;
        let reply = self
            .client
            .reply(Request::new("POST", &path).with(ZIP, &archive))?;
        self.success(reply).map(|_| ())
    }

    /// Creates a collection, unless an earlier attempt whose answer was lost did.
    fn make(&self, index: &str, set: &str, shards: u64) -> Result<()> {
        let copies = self.live_nodes()?.clamp(1, 2);
        let reply = self.collections(&format!(
            "CREATE&name={index}&numShards={shards}&replicationFactor={copies}\
             &collection.configName={set}&waitForFinalState=true"
        ))?;
        if reply.status == 400 && reply.message().contains("already exists") {
            return Ok(());
        }
        self.success(reply).map(|_| ())
    }

    fn live_nodes(&self) -> Result<usize> {
        let answer = self.success(self.collections("CLUSTERSTATUS")?)?;
        Ok(texts(&answer["cluster"]["live_nodes"]).len())
    }

    fn health(&self, index: &str) -> Result<Health> {
        let answer =
            self.success(self.collections(&format!("CLUSTERSTATUS&collection={index}"))?)?;
        let health = answer["cluster"]["collections"][index]["health"].as_str();
        Ok(match health {
            Some("GREEN") => Health::Green,
            // Orange: fewer than half of the copies, but at least one with a leader.
            Some("YELLOW" | "ORANGE") => Health::Yellow,
            _ => Health::Red,
        })
    }

    fn commit(&self, index: &str) -> Result<()> {
        let path = format!("/{index}/update?wt=json&commit=true&waitSearcher=true");
        self.success(self.post(&path, &json!({"commit": {}}))?)
            .map(|_| ())
    }

    fn select(&self, index: &str, body: &Value) -> Result<Value> {
        self.success(self.post(&format!("/{index}/select?wt=json"), body)?)
    }
}

impl Engine for Solr {
    fn indexes(&self, alias: &Alias) -> Result<Vec<Listed>> {
        let names = self.names()?.into_iter();
        let own = names.filter(|index| alias.parts(index).is_some());
        let listed = own.map(|index| {
            // Some part of an unfinished collection may not answer.
            let documents = self.count(&index).unwrap_or_default();
            Listed { index, documents }
        });
        Ok(listed.collect())
    }

    fn current(&self, alias: &Alias) -> Result<Option<String>> {
        let name = alias.as_str();
        let answer = self.success(self.collections("LISTALIASES")?)?;
        let Some(named) = answer["aliases"][name].as_str() else {
            if self.names()?.iter().any(|own| own == name) {
                return Err(Failure::Refused(format!(
                    "`{name}` is a collection, so it cannot become an alias: choose another \
                     --name, or delete that collection if nothing needs it"
                )));
            }
            return Ok(None);
        };
        if alias.parts(named).is_some() {
            return Ok(Some(named.to_owned()));
        }
        Err(Failure::Refused(format!(
            "the alias `{name}` names {named}, which `soru push` did not make: choose another \
             --name, or delete the alias if nothing needs it"
        )))
    }

    fn create(&self, index: &str, chunks: u64) -> Result<()> {
        let set = format!("soru-{}", schema::version());
        self.configure(&set, &schema::solr_files())?;
        self.make(index, &set, chunks.div_ceil(SHARD).clamp(1, 64))
    }

    fn write(&self, index: &str, changes: &[Change]) -> Result<Vec<Outcome>> {
        send(&self.client, index, changes)
    }

    fn settle(&self, index: &str) -> Result<Health> {
        self.commit(index)?;
        let mut health = self.health(index)?;
        for _ in 0..LOOKS {
            if health == Health::Green {
                break;
            }
            self.client.wait(
                self.client.patience.first * 2,
                &format!("{index}: copies are missing"),
            );
            health = self.health(index)?;
        }
        // A copy that took over from a lost one may not have seen the first.
        self.commit(index)?;
        Ok(health)
    }

    fn count(&self, index: &str) -> Result<u64> {
        let answer = self.select(index, &json!({"query": CHUNKS, "limit": 0}))?;
        match answer["response"]["numFound"].as_u64() {
            Some(count) if answer["responseHeader"]["partialResults"] != true => Ok(count),
            _ => Err(Failure::Refused(format!(
                "{index}: a part of the index cannot be counted: check the cluster's health"
            ))),
        }
    }

    fn digests(&self, index: &str, each: &mut dyn FnMut(String, String)) -> Result<()> {
        let mut cursor = "*".to_owned();
        loop {
            let answer = self.select(
                index,
                &json!({
                    "query": "*:*", "limit": PAGE, "sort": "id asc", "fields": ["id", "digest"],
                    "params": {"cursorMark": cursor},
                }),
            )?;
            for document in answer["response"]["docs"].as_array().into_iter().flatten() {
                let own = |name: &str| document[name].as_str().unwrap_or_default().to_owned();
                each(own("id"), own("digest"));
            }
            let next = answer["nextCursorMark"]
                .as_str()
                .unwrap_or(&cursor)
                .to_owned();
            if next == cursor {
                return Ok(());
            }
            cursor = next;
        }
    }

    fn search(&self, index: &str, terms: &[QueryTerm], most: usize) -> Result<Vec<String>> {
        let body = json!({
            "query": {"bool": {"should": clauses(Kind::Solr, terms)}}, "limit": most, "fields": ["page", "url"],
        });
        let answer = self.select(index, &body)?;
        let documents = answer["response"]["docs"].as_array().into_iter().flatten();
        Ok(documents.flat_map(names_of_page).collect())
    }

    fn swap(&self, alias: &Alias, _from: Option<&str>, to: &str) -> Result<()> {
        let name = alias.as_str();
        let reply = self.collections(&format!("CREATEALIAS&name={name}&collections={to}"))?;
        self.success(reply).map(|_| ())
    }

    fn remove(&self, index: &str) -> Result<()> {
        let reply = self.collections(&format!("DELETE&name={index}"))?;
        if reply.status == 400 && reply.message().contains("Could not find collection") {
            return Ok(());
        }
        self.success(reply).map(|_| ())
    }

    fn held(&self, alias: &Alias) -> Result<Option<Held>> {
        let path = format!("/{LOCKS}/get?wt=json&id={}", alias.as_str());
        let reply = self.client.reply(Request::new("GET", &path))?;
        if reply.status == 404 {
            return Ok(None);
        }
        let found = self.success(reply)?;
        let found = &found["doc"];
        if found.is_null() {
            return Ok(None);
        }
        let number = |key: &str| found[key].as_i64().unwrap_or_default();
        Ok(Some(Held {
            lock: Lock {
                owner: found["owner"].as_str().unwrap_or_default().to_owned(),
                until: number("until"),
            },
            version: (number("_version_"), 0),
        }))
    }

    fn hold(&self, alias: &Alias, lock: &Lock, before: Option<&Held>) -> Result<Option<Held>> {
        if before.is_none() && !self.names()?.iter().any(|own| own == LOCKS) {
            self.configure(LOCKS, &schema::solr_lock_files())?;
            self.make(LOCKS, LOCKS, 1)?;
        }
        // A negative version means that there must be no document.
        let version = before.map_or(-1, |held| held.version.0);
        let document = json!([{
            "id": alias.as_str(), "owner": lock.owner, "until": lock.until, "_version_": version,
        }]);
        let reply = self.post(&format!("/{LOCKS}/update?wt=json"), &document)?;
        if reply.status == 409 {
            return Ok(None);
        }
        self.success(reply)?;
        Ok(self.held(alias)?.filter(|held| held.lock == *lock))
    }

    fn release(&self, alias: &Alias, held: &Held) -> Result<()> {
        let command = json!({"delete": {"id": alias.as_str(), "_version_": held.version.0}});
        let reply = self.post(&format!("/{LOCKS}/update?wt=json"), &command)?;
        match reply.status {
            404 | 409 => Ok(()),
            _ => self.success(reply).map(|_| ()),
        }
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}
