//! The schema of both engines. Its hash is in the names of indexes, so that an index with another
//! schema is never updated, only replaced.
//!
//! An unknown field is an error in both engines. Terms are made by Soru: the engines only split
//! them at spaces, so no analyser of a language and no plugin is needed.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::document::hash;
use crate::names::SCHEMA_DIGITS;
use crate::weights::{self, FOLDS};

/// Stored fields with a single text, which no query searches.
const STORED: [&str; 6] = ["page", "title", "text", "url", "details", "site"];

/// Stored fields with several texts.
const STORED_LISTS: [&str; 3] = ["headings", "meta", "questions"];

const SOLR_CONFIGURATION: &str = include_str!("schema/solrconfig.xml");
const SOLR_TYPES: &str = include_str!("schema/types.xml");

/// The fields of locks, and the types of Solr.
const SOLR_LOCKS: &str = r#"<field name="owner" type="string" indexed="true" stored="true"/>
  <field name="until" type="long" indexed="false" stored="true" docValues="true"/>"#;

/// Returns the hash of the schema.
pub(crate) fn version() -> String {
    let mut mapping = String::new();
    write_sorted(&opensearch(1), &mut mapping);
    let parts = [mapping.as_str(), &solr(), SOLR_CONFIGURATION];
    let mut digits = hash(&parts.map(str::as_bytes));
    digits.truncate(SCHEMA_DIGITS);
    digits
}

/// Writes a value with its keys in order, whatever the features of the JSON library.
fn write_sorted(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            for (key, value) in sorted {
                out.push_str(key);
                out.push('=');
                write_sorted(value, out);
            }
            out.push(';');
        }
        other => out.push_str(&other.to_string()),
    }
}

/// Returns the settings and the mapping of an OpenSearch index.
pub(crate) fn opensearch(shards: u64) -> Value {
    let mut properties = Map::new();
    let mut add = |name: &str, kind: Value| properties.insert(name.to_owned(), kind);
    for name in STORED.iter().chain(&STORED_LISTS) {
        add(name, json!({"type": "text", "index": false}));
    }
    add("id", json!({"type": "keyword"}));
    add("position", json!({"type": "integer"}));
    add("lang", json!({"type": "keyword"}));
    add("filters", json!({"type": "keyword"}));
    add("importance", json!({"type": "float"}));
    add("digest", json!({"type": "keyword", "index": false}));
    let terms = json!({"type": "text", "analyzer": "whitespace", "index_options": "freqs"});
    for name in weights::names() {
        add(&name, terms.clone());
    }
    let keys = json!({
        "type": "text", "analyzer": "whitespace", "index_options": "docs", "norms": false,
    });
    add(FOLDS, keys);
    let further = [FOLDS, "filters"].map(str::to_owned);
    let excluded: Vec<String> = weights::names().chain(further).collect();
    json!({
        "settings": {
            "number_of_shards": shards,
            // A single node has no copies, several have one more.
            "auto_expand_replicas": "0-1",
            "refresh_interval": "-1",
            // A lost node is replaced soon, since the push waits for it.
            "index.unassigned.node_left.delayed_timeout": "10s",
        },
        "mappings": {
            "dynamic": "strict",
            "_source": {"excludes": excluded},
            "properties": properties,
        },
    })
}

/// Returns the schema of a Solr collection.
pub(crate) fn solr() -> String {
    let stored = |name: &&str, several: bool| {
        format!(
            r#"<field name="{name}" type="stored" indexed="false" stored="true" multiValued="{several}"/>"#
        )
    };
    let mut fields: Vec<String> = STORED.iter().map(|name| stored(name, false)).collect();
    fields.extend(STORED_LISTS.iter().map(|name| stored(name, true)));
    fields.extend(weights::names().map(|name| {
        format!(r#"<field name="{name}" type="terms" indexed="true" stored="false"/>"#)
    }));
    fields.extend([format!(
        r#"<field name="{FOLDS}" type="keys" indexed="true" stored="false"/>"#
    )]);
    fields.extend(
        [
            r#"<field name="position" type="int" indexed="false" stored="true" docValues="true"/>"#,
            r#"<field name="lang" type="string" indexed="true" stored="true" docValues="true"/>"#,
            r#"<field name="filters" type="string" indexed="true" stored="false" multiValued="true"/>"#,
            r#"<field name="importance" type="float" indexed="false" stored="true" docValues="true"/>"#,
            r#"<field name="digest" type="string" indexed="false" stored="true" docValues="true"/>"#,
        ]
        .map(str::to_owned),
    );
    solr_schema("soru", &fields.join("\n  "))
}

/// Returns the files of a Solr configuration set for chunks.
pub(crate) fn solr_files() -> [(&'static str, String); 2] {
    files(solr())
}

/// Returns the files of a Solr configuration set for locks.
pub(crate) fn solr_lock_files() -> [(&'static str, String); 2] {
    files(solr_schema("soru-locks", SOLR_LOCKS))
}

/// Returns the settings and the mapping of the OpenSearch index of locks.
pub(crate) fn opensearch_locks() -> Value {
    json!({
        "settings": {"number_of_shards": 1, "auto_expand_replicas": "0-1"},
        "mappings": {
            "dynamic": "strict",
            "properties": {
                "owner": {"type": "keyword"},
                "until": {"type": "long"},
            },
        },
    })
}

fn solr_schema(name: &str, fields: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<schema name="{name}" version="1.6">
  <uniqueKey>id</uniqueKey>
  <field name="id" type="string" indexed="true" stored="true" required="true" docValues="true"/>
  <field name="_version_" type="long" indexed="false" stored="false" docValues="true"/>
  {fields}
{SOLR_TYPES}</schema>
"#
    )
}

fn files(schema: String) -> [(&'static str, String); 2] {
    [
        ("solrconfig.xml", SOLR_CONFIGURATION.to_owned()),
        ("schema.xml", schema),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_have_the_same_fields() {
        let mapping = opensearch(1);
        let properties = mapping["mappings"]["properties"].as_object().unwrap();
        let solr = solr();
        for name in properties.keys() {
            assert!(solr.contains(&format!("<field name=\"{name}\" ")), "{name}");
        }
        // Solr has its version of every document as well.
        assert_eq!(solr.matches("<field ").count(), properties.len() + 1);
    }

    #[test]
    fn the_version_is_short_and_does_not_depend_on_the_size() {
        assert_eq!(version().len(), SCHEMA_DIGITS);
        assert_eq!(version(), version());
    }
}
