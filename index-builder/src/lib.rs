//! The native index builder of Soru: converts pages and facts to a bundle of static files.
//!
//! The command line tool `soru` is a thin shell around this library.
//!
//! | module | does |
//! |---|---|
//! | [`project`] | `soru.toml`: the settings of a site |
//! | [`facts`] | reads and checks facts in CSV, JSON, YAML and SQLite |
//! | [`embedding`] | vectors of chunks, for retrieval by meaning |
//! | [`build`](mod@build) | runs all of these, and writes a bundle |
//! | [`bundle`] | bundles on disk: written, read, checked |
//! | [`add`] | puts the search into a site or into the project of one |
//! | [`inject`](mod@inject) | injects the box into a finished site's pages |
//! | [`language_model`] | asks a language model about sections |
//! | [`questions`] | questions that sections answer, written before the build |
//! | [`log`] | questions of visitors that are alike |
//! | [`desk`] | what people asked, and what they should read |
//! | [`remote`] | answers from the pages of a cluster, whose gateway it asks |
//! | [`serve`] | a static server for testing a site |
//! | `mcp` | a bundle's answers as tools for assistants |
//! | [`cli`] | the command line |
//! | `watching` | watches a site's files for changes |
//!
//! These are separate crates, in folders beside `src`:
//!
//! | crate | does |
//! |---|---|
//! | [`soru_indexing`] | turns documents and facts into the files of an index |
//! | [`soru_ingest`] | reads HTML, Markdown, text and JSON lines as documents |
//! | [`soru_documents`] | reads the text of PDF and office files, in processes of their own |
//! | [`soru_crawl`] | downloads the pages of an online site into a folder |
//! | [`soru_files`] | reads bundles, caches results, names the places of problems |
//! | `soru_cluster` | sends bundles to OpenSearch and Solr |
//! | `soru_desk` | receives what visitors asked, and keeps it |
//! | `soru_working_index` | an index of the pages that a gateway found |
//! | `soru_encoder` | vectors of texts, by a sentence encoder |
//! | `soru_evaluation` | measures how well questions with known answers are answered |
//!
//! Of the engine, [`soru`], the builder uses the public interface only.

pub mod add;
pub mod build;
pub mod bundle;
pub mod cli;
pub mod desk;
pub mod embedding;
pub mod facts;
pub mod inject;
pub mod language_model;
pub mod log;
pub mod mcp;
pub mod project;
pub mod questions;
pub mod remote;
pub mod serve;
mod watching;
