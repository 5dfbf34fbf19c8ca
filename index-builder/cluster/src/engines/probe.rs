//! Asks an address which engine it is, and in which version.

use serde_json::Value;

use super::Engine;
use super::opensearch::OpenSearch;
use super::solr::Solr;
use crate::failure::{Failure, Result};
use crate::http::{Client, Reply, Request};
use crate::kind::Kind;

/// A cluster with a known engine.
pub(crate) struct Found {
    pub(crate) kind: Kind,
    pub(crate) version: String,
    pub(crate) engine: Box<dyn Engine>,
}

/// The path below the address of a Solr node.
const SOLR: &str = "/solr";

const SOLR_SYSTEM: &str = "/admin/info/system?wt=json";

/// Asks the nodes what they are; `wanted` is the engine that the caller expects.
///
/// # Errors
/// [`Failure::Refused`] if no node answers, or if the answer is not from a supported version.
pub(crate) fn probe(client: Client, wanted: Option<Kind>) -> Result<Found> {
    match wanted {
        Some(Kind::OpenSearch) => {
            let reply = client.once(Request::new("GET", "/"))?;
            opensearch(client, &reply)?.map_err(|client| no_such(&client, &reply, Kind::OpenSearch))
        }
        Some(Kind::Solr) => {
            let client = client.below(SOLR);
            let reply = client.once(Request::new("GET", SOLR_SYSTEM))?;
            solr(client, &reply)?.map_err(|client| no_such(&client, &reply, Kind::Solr))
        }
        None => {
            let reply = client.once(Request::new("GET", "/"))?;
            let client = match opensearch(client, &reply)? {
                Ok(found) => return Ok(found),
                Err(client) => client.below(SOLR),
            };
            let second = client.once(Request::new("GET", SOLR_SYSTEM))?;
            solr(client, &second)?.map_err(|client| unknown(&client, &reply, &second))
        }
    }
}

/// Returns the cluster if the answer is from OpenSearch, or else the client again.
fn opensearch(client: Client, reply: &Reply) -> Result<std::result::Result<Found, Client>> {
    let version = &reply.json["version"];
    let number = version["number"].as_str();
    let is_own = version["distribution"].as_str() == Some("opensearch");
    if let (false, Some(number), true) = (is_own, number, reply.json["tagline"].is_string()) {
        return Err(Failure::Refused(format!(
            "{}: this is Elasticsearch {number}, which has another licence and other interfaces: \
             `soru push` sends to OpenSearch 2 or later and to Solr 9 or later",
            reply.asked
        )));
    }
    let Some(number) = number.filter(|_| is_own) else {
        return Ok(Err(client));
    };
    refuse_old(Kind::OpenSearch, number, reply)?;
    same_cluster(&client, &reply.json)?;
    Ok(Ok(Found {
        kind: Kind::OpenSearch,
        version: number.to_owned(),
        engine: Box::new(OpenSearch::new(client)),
    }))
}

/// Refuses addresses of several clusters: a push would put a part of the pages into each.
fn same_cluster(client: &Client, first: &Value) -> Result<()> {
    for address in client.addresses() {
        let other = client.send(address, Request::new("GET", "/"));
        let other = other.map_or(Value::Null, |reply| reply.json["cluster_uuid"].clone());
        if !other.is_null() && other != first["cluster_uuid"] {
            return Err(Failure::Usage(format!(
                "--to: {address} is a node of another cluster: push to one cluster at a time"
            )));
        }
    }
    Ok(())
}

/// Returns the cluster if the answer is from Solr, or else the client again.
fn solr(client: Client, reply: &Reply) -> Result<std::result::Result<Found, Client>> {
    let Some(number) = reply.json["lucene"]["solr-spec-version"].as_str() else {
        return Ok(Err(client));
    };
    refuse_old(Kind::Solr, number, reply)?;
    if reply.json["mode"].as_str() != Some("solrcloud") {
        return Err(Failure::Refused(format!(
            "{}: this Solr does not run in cloud mode, which has the aliases that a push swaps: \
             start it with ZooKeeper (`solr start -c`)",
            reply.asked
        )));
    }
    Ok(Ok(Found {
        kind: Kind::Solr,
        version: number.to_owned(),
        engine: Box::new(Solr::new(client)),
    }))
}

fn refuse_old(kind: Kind, number: &str, reply: &Reply) -> Result<()> {
    let major = number
        .split('.')
        .next()
        .and_then(|major| major.parse().ok());
    if major.is_some_and(|major: u64| major >= kind.oldest()) {
        return Ok(());
    }
    let oldest = kind.oldest();
    Err(Failure::Refused(format!(
        "{}: this is {kind} {number}, and `soru push` needs {kind} {oldest} or later: upgrade the \
         cluster",
        reply.asked
    )))
}

/// Explains an answer of something else than the engine that the caller named.
fn no_such(client: &Client, reply: &Reply, kind: Kind) -> Failure {
    if matches!(reply.status, 401 | 403) {
        return reply.refusal(&client.credentials);
    }
    let (asked, status) = (&reply.asked, reply.status);
    Failure::Refused(format!(
        "{asked}: status {status}, and the answer is not from {kind}: check --to and --engine"
    ))
}

fn unknown(client: &Client, first: &Reply, second: &Reply) -> Failure {
    if let Some(guarded) = [first, second]
        .into_iter()
        .find(|reply| matches!(reply.status, 401 | 403))
    {
        return guarded.refusal(&client.credentials);
    }
    Failure::Refused(format!(
        "{}: neither OpenSearch nor Solr answers here (status {}, and {} below {SOLR}): check the \
         host, the port and the path of --to",
        first.asked, first.status, second.status
    ))
}
