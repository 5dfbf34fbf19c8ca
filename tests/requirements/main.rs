//! The requirements, end to end: a site is built, opened and asked.
//!
//! What one operator must do is tested beside it in `src`; what holds for all of a stage's
//! operators in `tests/contracts`. Here is what only shows when the stages work together.
#![cfg(not(target_arch = "wasm32"))]

mod answers;
mod asserted;
mod authority;
mod compare;
mod encoded;
mod facts;
mod generation;
mod hostile;
mod json;
mod languages;
mod missing_parts;
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
mod written_questions;
