//! The native index builder of Soru: pages and facts in, a bundle of static files out.
//!
//! The command line tool `soru` is a thin shell around this library.
//!
//! | module | does |
//! |---|---|
//! | [`project`] | `soru.toml`: what a site says about itself |
//! | [`ingest`] | HTML, Markdown, text and JSON lines to documents |
//! | [`facts`] | CSV, JSON, YAML and SQLite to checked facts |
//! | [`embedding`] | vectors of chunks, for retrieval by meaning |
//! | [`encoder`] | vectors of texts, by a sentence encoder |
//! | [`distillation`] | tables that encode questions, learnt from an encoder |
//! | [`build`](mod@build) | the above, indexed and written as a bundle |
//! | [`bundle`] | bundles on disk: written, read, checked |
//! | [`crawl`](mod@crawl) | the pages of a site that exists online, in a folder |
//! | [`cache`] | what the build before has worked out |
//! | [`inject`](mod@inject) | the box put into a finished site's pages |
//! | [`eval`] | how well questions with known answers are answered |
//! | [`language_model`] | a language model that is asked about sections |
//! | [`questions`] | questions that sections answer, written before the site is built |
//! | [`log`] | query logs: what visitors asked in vain |
//! | [`related`] | whether pages that resemble each other are listed |
//! | [`vocabulary`] | whether every word of a bundle is found however it is typed |
//! | [`serve`] | a static server for trying a site out |
//! | [`mcp`] | a bundle's answers as tools for assistants |
//! | [`cli`] | the command line |
//! | [`place`], [`yaml`] | where in the input a problem is; YAML with lines |
//! | `private_network` | addresses that are not asked unless they are named |
//! | `watching` | changes of a site's files |
//! | `whole_file` | files that people name, read whole but never without end |
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
