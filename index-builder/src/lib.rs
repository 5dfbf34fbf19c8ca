//! The native index builder of Soru: pages and facts in, a bundle of static files out.
//!
//! The command line tool `soru` is a thin shell around this library.
//!
//! | module | does |
//! |---|---|
//! | [`project`] | `soru.toml`: the settings of a site |
//! | [`ingest`] | reads HTML, Markdown, text and JSON lines as documents |
//! | [`facts`] | reads and checks facts in CSV, JSON, YAML and SQLite |
//! | [`embedding`] | vectors of chunks, for retrieval by meaning |
//! | [`encoder`] | vectors of texts, by a sentence encoder |
//! | [`distillation`] | tables that encode questions, learnt from an encoder |
//! | [`build`](mod@build) | runs all of these, and writes a bundle |
//! | [`bundle`] | bundles on disk: written, read, checked |
//! | [`crawl`](mod@crawl) | downloads the pages of an online site into a folder |
//! | [`cache`] | results of the previous build |
//! | [`inject`](mod@inject) | injects the box into a finished site's pages |
//! | [`eval`] | measures how well questions with known answers are answered |
//! | [`language_model`] | asks a language model about sections |
//! | [`questions`] | questions that sections answer, written before the build |
//! | [`log`] | query logs: questions that the site did not answer |
//! | [`related`] | evaluates the lists of related pages |
//! | [`vocabulary`] | checks that every word of a bundle is found in all ways to type it |
//! | [`serve`] | a static server for testing a site |
//! | [`mcp`] | a bundle's answers as tools for assistants |
//! | [`cli`] | the command line |
//! | [`place`], [`yaml`] | the places of problems in the input; YAML with lines |
//! | `private_network` | rejects addresses of private networks unless they are named |
//! | `watching` | watches a site's files for changes |
//! | `whole_file` | reads whole files that users name, up to a limit |
//!
//! The engine, [`soru`], processes documents and facts (chunking, inverting, the layout of the
//! bundle); the builder uses its public API only.

pub mod build;
pub mod bundle;
pub mod cache;
pub mod cli;
pub mod crawl;
pub mod distillation;
pub mod embedding;
pub mod encoder;
pub mod eval;
pub mod facts;
pub mod ingest;
pub mod inject;
pub mod language_model;
pub mod log;
pub mod mcp;
pub mod place;
mod private_network;
pub mod project;
pub mod questions;
pub mod related;
pub mod serve;
pub mod vocabulary;
mod watching;
mod whole_file;
pub mod yaml;
