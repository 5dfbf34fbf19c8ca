//! Answers of a node, and the meaning of refusals.

use std::time::Duration;

use serde_json::Value;

use super::Credentials;
use crate::failure::Failure;

/// The maximum length of a quoted message in characters.
const QUOTED: usize = 300;

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// The wait that the server asks for.
    pub(crate) after: Option<Duration>,
    /// The answer; null if it is not JSON.
    pub(crate) json: Value,
    /// The address that answered, and what was asked of it.
    pub(crate) asked: String,
}

/// Messages of Solr that end when another replica leads the shard, or when the nodes know that one
/// is lost; their status is 500.
const CHANGING_LEADER: [&str; 6] = [
    "during distributed update",
    "Error trying to proxy request",
    "No registered leader",
    "ClusterState says we are the leader",
    "Cannot talk to ZooKeeper",
    "Could not find a healthy node",
];

/// Returns whether something with this status may succeed later.
pub(crate) fn is_transient(status: u16) -> bool {
    matches!(status, 429 | 502..=504)
}

impl Reply {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns whether the request may succeed later.
    pub(crate) fn is_transient(&self) -> bool {
        let message = self.message();
        let is_changing = || CHANGING_LEADER.iter().any(|own| message.contains(own));
        is_transient(self.status) || self.status >= 500 && is_changing()
    }

    /// Returns the message of a refusal, as OpenSearch or Solr words it.
    pub(crate) fn message(&self) -> String {
        let error = &self.json["error"];
        let candidates = [
            &error["reason"],
            &error["msg"],
            error,
            &self.json["message"],
        ];
        let message = candidates.into_iter().find_map(Value::as_str);
        // Further lines of Solr are the same for each of its own requests.
        let message = message
            .and_then(|text| text.lines().next())
            .unwrap_or_default();
        message.chars().take(QUOTED).collect()
    }

    /// Returns whether a full disk made the index read-only: waiting would not help.
    pub(crate) fn is_full(&self) -> bool {
        is_full(&self.message())
    }

    /// Explains a refusal.
    pub(crate) fn refusal(&self, credentials: &Credentials) -> Failure {
        let message = match self.message() {
            empty if empty.is_empty() => String::new(),
            message => format!(": {}", credentials.hide(&message)),
        };
        let advice = if self.is_full() {
            FULL.to_owned()
        } else {
            match self.status {
                401 => credentials.advice(),
                403 => "the user lacks a right: allow it to create, write, read and delete the \
                        indexes NAME-* and soru-locks and to change the alias NAME"
                    .to_owned(),
                300..=399 => "the server redirects: use that address with --to".to_owned(),
                429 | 502..=504 => "the cluster is overloaded or a part of it is down: check its \
                                    health, then push again"
                    .to_owned(),
                _ => "check the log of the cluster".to_owned(),
            }
        };
        let (asked, status) = (&self.asked, self.status);
        Failure::Refused(format!("{asked}: status {status}{message}; {advice}"))
    }
}

/// The advice for a full disk.
pub(crate) const FULL: &str = "a disk of the cluster is full, so it accepts no documents: free \
                               disk space or add a node, then push again";

/// Returns whether a message says that an index is read-only for want of disk space.
pub(crate) fn is_full(message: &str) -> bool {
    message.contains("read-only-allow-delete")
        || message.contains("flood-stage")
        || message.contains("create-index blocked")
        || message.contains("No space left on device")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(status: u16, json: Value) -> String {
        let reply = Reply {
            status,
            after: None,
            json,
            asked: "PUT https://a.example/site".into(),
        };
        let secret = Credentials::new("KEY", Some("bearer geheim")).unwrap();
        reply.refusal(&secret).to_string()
    }

    #[test]
    fn a_refusal_says_what_to_do_and_hides_the_key() {
        let json = json!({"error": {"type": "x", "reason": "bad token geheim"}});
        let said = refusal(401, json);
        assert!(
            said.contains("bad token ***") && said.contains("variable KEY"),
            "{said}"
        );
        let said = refusal(403, json!({"error": {"msg": "no", "code": 403}}));
        assert!(
            said.contains(": no;") && said.contains("lacks a right"),
            "{said}"
        );
    }

    // OpenSearch gives the status of a busy cluster to a full disk.
    #[test]
    fn a_full_disk_is_named() {
        let reason = "index [a] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage \
                      watermark, index has read-only-allow-delete block];";
        assert!(refusal(429, json!({"error": {"reason": reason}})).contains("disk space"));
    }
}
