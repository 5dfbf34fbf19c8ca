//! Sends documents to Solr.
//!
//! Solr answers for a request as a whole: it ends at the first document that it rejects. Rejected
//! requests are divided until the documents at fault are alone.

use serde_json::json;

use super::bulk::{Change, Outcome};
use crate::failure::{Failure, Result};
use crate::http::{Client, FULL, JSON, Reply, Request, is_full};

/// Sends changes, and returns what became of each.
pub(super) fn send(client: &Client, index: &str, changes: &[Change]) -> Result<Vec<Outcome>> {
    let reply = post(client, index, changes)?;
    if reply.is_success() {
        return Ok(vec![Outcome::Done; changes.len()]);
    }
    let why = format!("{} {}", reply.status, reply.message());
    if is_full(&why) {
        return Err(Failure::Refused(format!("{}: {why}; {FULL}", reply.asked)));
    }
    if reply.is_transient() {
        return Ok(vec![Outcome::Later(why); changes.len()]);
    }
    if reply.status != 400 {
        return Err(reply.refusal(&client.credentials));
    }
    if changes.len() == 1 {
        return Ok(vec![Outcome::Rejected(why)]);
    }
    let (one, other) = changes.split_at(changes.len() / 2);
    let mut outcomes = send(client, index, one)?;
    outcomes.extend(send(client, index, other)?);
    Ok(outcomes)
}

fn post(client: &Client, index: &str, changes: &[Change]) -> Result<Reply> {
    let path = format!("/{index}/update?wt=json");
    let body = commands(changes);
    client.reply(Request::new("POST", &path).with(JSON, body.as_bytes()))
}

/// Returns the changes as commands, in one JSON object whose keys may be repeated.
fn commands(changes: &[Change]) -> String {
    let mut body = String::with_capacity(changes.iter().map(|own| own.bytes() + 32).sum());
    for change in changes {
        body.push(if body.is_empty() { '{' } else { ',' });
        match change {
            Change::Put(document) => {
                body.push_str("\"add\":{\"doc\":");
                body.push_str(&document.json);
                body.push('}');
            }
            Change::Delete(id) => {
                body.push_str("\"delete\":");
                body.push_str(&json!({"id": id}).to_string());
            }
        }
    }
    body.push('}');
    body
}
