//! The tools: their names, arguments and results.

use std::sync::Arc;

use anyhow::{Context, bail};
use jiff::Zoned;
use serde_json::{Map, Value, json};
use soru::Answer;
use soru::answer::SearchResult;
use soru::settings::Value as Setting;

use crate::bundle::Bundle;
use crate::remote;

/// A tool for assistants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tool {
    /// An answer with its sources, and matching sections.
    Ask,
    /// Matching pages.
    Search,
}

/// The default number of results.
const USUAL_LIMIT: u64 = 5;

/// The maximum number of results per call: an assistant reads all of them.
const MOST: u64 = 20;

impl Tool {
    pub(super) const ALL: [Self; 2] = [Self::Ask, Self::Search];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Search => "search",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    pub(super) fn described(self) -> rmcp::model::Tool {
        let description = match self {
            Self::Ask => {
                "Answers a question from the website: with a checked fact, a passage quoted from \
                 a page, or no answer if the confidence is low; always with the best matching \
                 sections."
            }
            Self::Search => {
                "Lists the sections of the website's pages that best match words or a question."
            }
        };
        rmcp::model::Tool::new(self.name(), description, Arc::new(self.schema()))
    }

    /// JSON Schema of the arguments.
    fn schema(self) -> Map<String, Value> {
        let asked = match self {
            Self::Ask => "The question, as a visitor would ask it",
            Self::Search => "Words or a question; \"a phrase\", -word",
        };
        let schema = json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "description": asked },
                "language": { "type": "string", "description": "BCP 47 tag of the question's \
                 language; detected by default" },
                "limit": { "type": "integer", "minimum": 1, "maximum": MOST, "default":
                 USUAL_LIMIT, "description": "Maximum number of sections" },
            },
            "required": ["query"],
        });
        schema.as_object().cloned().unwrap_or_default()
    }

    /// Asks the bundle.
    ///
    /// # Errors
    /// If an argument is wrong or the bundle is damaged.
    pub(super) fn run(
        self,
        bundle: &Bundle,
        arguments: &Map<String, Value>,
    ) -> anyhow::Result<Value> {
        let query = arguments.get("query").and_then(Value::as_str);
        let query = query.context("`query` is required and must be a text")?;
        let options = options(arguments)?;
        match self {
            Self::Ask => {
                let answer: Answer = remote::call(bundle, query, &options)?;
                let answer = serde_json::to_value(answer)?;
                Ok(json!({
                    "answer": answer["answer"],
                    "kind": answer["method"],
                    "confidence": answer["confidence"],
                    "level": answer["level"],
                    "sources": answer["sources"],
                    "choices": answer["choices"],
                    "warnings": answer["warnings"],
                    "sections": sections(&answer["hits"]),
                }))
            }
            Self::Search => {
                let found: SearchResult = remote::call(bundle, query, &options)?;
                let found = serde_json::to_value(found)?;
                Ok(json!({ "sections": sections(&found["hits"]), "warnings": found["warnings"] }))
            }
        }
    }
}

/// The engine's options.
fn options(arguments: &Map<String, Value>) -> anyhow::Result<Setting> {
    let limit = match arguments.get("limit") {
        None | Some(Value::Null) => USUAL_LIMIT,
        Some(limit) => match limit.as_u64() {
            Some(limit) if (1..=MOST).contains(&limit) => limit,
            _ => bail!("`limit` must be a whole number from 1 to {MOST}, not {limit}"),
        },
    };
    let today = Zoned::now().date().to_string();
    let mut options = vec![
        ("top_k".to_owned(), Setting::Number(limit as f64)),
        ("today".to_owned(), Setting::Text(today)),
    ];
    match arguments.get("language") {
        None | Some(Value::Null) => {}
        Some(Value::String(tag)) => options.push(("lang".to_owned(), Setting::Text(tag.clone()))),
        Some(other) => bail!("`language` must be a tag such as \"tr\", not {other}"),
    }
    Ok(Setting::Map(options))
}

/// The fields of hits that an assistant needs: text and location.
fn sections(hits: &Value) -> Vec<Value> {
    let hits = hits.as_array().into_iter().flatten();
    let section = |hit: &Value| {
        json!({
            "title": hit["title"],
            "heading": hit["heading"],
            "url": hit["url"],
            "language": hit["lang"],
            "text": hit["excerpt"],
            "relevance": hit["relevance"],
        })
    };
    hits.map(section).collect()
}
