//! The requirements, end to end: a site is built, opened and asked.
//!
//! Tests of a single operator are beside it in `src`; tests of all operators of a stage are in
//! `tests/contracts`. These tests cover the stages together.
#![cfg(not(target_arch = "wasm32"))]

mod answers;
mod asserted;
mod authority;
mod compare;
mod compounds;
mod encoded;
mod facts;
mod follow_ups;
mod generation;
mod hostile;
mod joined;
mod json;
mod languages;
mod missing_parts;
mod names;
mod own_language;
mod own_rerankers;
mod query_language;
mod questions;
mod ranking;
mod related;
mod router;
mod scripts;
mod semantic;
mod shown;
#[path = "../site/mod.rs"]
mod site;
mod spelling;
mod spellings;
mod suggestions;
mod weights;
mod written_questions;
