//! Promises under hostile bytes: no effect, or an error with advice.
//!
//! | file | feeds | with |
//! |---|---|---|
//! | `sections.rs` | readers of the index format | a section, a manifest, a data file |
//! | `bundle.rs` | an opened engine | a bundle of which a section was altered below the hash |
//! | `query.rs` | an opened engine | a question and options |
//! | `text.rs` | the text analysis | a text |
//! | `pages.rs` | the builder's readers of pages | a page |
//! | `documents.rs` | the builder's readers of documents | a document, a part of a package |
//! | `crawl.rs` | the crawl's readers | a page, a sitemap, robots.txt |
//! | `gateway_answer.rs` | the reader of a gateway's answers | an answer |
//! | `tables.rs` | the builder's readers of facts and of `soru.toml` | a file |
//! | `questions.rs` | the builder's readers of written questions and of a model's reply | a file, a reply |
//! | `encoders.rs` | the builder's readers of sentence encoders and of tables | a file of theirs |
//! | `model.rs` | the reader of a language model's stream | what its server sends |
//! | `gateway.rs` | the gateway's reader of requests | a body, or parameters of an address |
//! | `reports.rs` | the desk's reader of reports | a report |
//! | `memory.rs` | | what a reader may ask of the memory |
//! | `seeds.rs` | | inputs to start from |
//!
//! # Adding a target
//! A function that panics where a promise is broken, its row in [`TARGETS`], a seed, and a binary
//! of its name in `fuzz/fuzz_targets` and `fuzz/Cargo.toml`.
#![allow(dead_code)] // The fuzzer needs no seeds, the test no more than all of the rest.

mod bundle;
mod crawl;
mod documents;
mod encoders;
mod gateway;
mod gateway_answer;
mod memory;
mod model;
mod pages;
mod query;
mod questions;
mod reports;
mod sections;
pub(crate) mod seeds;
#[path = "../../../tests/site/mod.rs"]
mod site;
mod tables;
mod text;

use sections::section;

type Target = fn(&[u8]);

/// Every target by name.
pub(crate) const TARGETS: [(&str, Target); 49] = [
    ("manifest", sections::manifest),
    ("directory", |bytes| section("files/text/0", bytes)),
    ("data_file", sections::data_file),
    ("core", |bytes| section("core", bytes)),
    ("chunks", |bytes| section("chunks", bytes)),
    ("terms", |bytes| section("terms/tr/0", bytes)),
    ("long_list", |bytes| section("heads/tr/0", bytes)),
    ("passages", |bytes| section("text/0", bytes)),
    ("suggest_table", |bytes| section("suggest", bytes)),
    ("suggest_shard", |bytes| section("suggest/0", bytes)),
    ("metadata", |bytes| section("metadata", bytes)),
    ("vocabulary", |bytes| section("vocabulary/tr", bytes)),
    ("vectors", |bytes| section("vectors", bytes)),
    ("cell", |bytes| section("cells/en/0", bytes)),
    ("piece_table", |bytes| section("pieces/en", bytes)),
    ("piece_shard", |bytes| section("pieces/en/0", bytes)),
    ("related", |bytes| section("related", bytes)),
    ("related_shard", |bytes| section("related/0", bytes)),
    ("facts_section", |bytes| section("facts", bytes)),
    ("bundle", bundle::altered),
    ("query", query::question_and_options),
    ("text", text::analysis),
    ("html", pages::html),
    ("markdown", pages::markdown),
    ("front_matter", pages::front_matter),
    ("plain_text", pages::plain_text),
    ("json_lines", pages::json_lines),
    ("pdf", |bytes| documents::document("pdf", bytes)),
    ("office", |bytes| documents::document("office", bytes)),
    ("docx", |bytes| documents::document("docx", bytes)),
    ("odt", |bytes| documents::document("odt", bytes)),
    ("pptx", |bytes| documents::document("pptx", bytes)),
    ("crawl_page", crawl::page),
    ("crawl_sitemap", crawl::sitemap),
    ("crawl_robots", crawl::robots),
    ("gateway_answer", gateway_answer::answer),
    ("facts_csv", |bytes| tables::facts("facts.csv", bytes)),
    ("facts_json", |bytes| tables::facts("facts.json", bytes)),
    ("facts_yaml", |bytes| tables::facts("facts.yaml", bytes)),
    ("soru_toml", tables::soru_toml),
    ("questions_file", questions::file),
    ("questions_reply", questions::reply),
    ("encoder_config", |bytes| {
        encoders::folder_with("config.json", bytes);
    }),
    ("encoder_tokenizer", |bytes| {
        encoders::folder_with("tokenizer.json", bytes);
    }),
    ("encoder_weights", |bytes| {
        encoders::folder_with("model.safetensors", bytes);
    }),
    ("query_table", encoders::table),
    ("model_stream", model::stream),
    ("gateway_request", gateway::request),
    ("report", reports::report),
];

/// Runs a target on one input.
pub(crate) fn run(name: &str, bytes: &[u8]) {
    let found = TARGETS.iter().find(|(own, _)| *own == name);
    let (_, target) = found.expect("the target is in the table");
    target(bytes);
}
