//! The contracts of the stages' traits, each tested for every implementation.
//!
//! One file or folder per stage. It begins with `all()`, the list of the stage's operators, and
//! every test below runs over that list: each promise of a trait's documentation is tested once for
//! all implementations.
//!
//! # Adding an operator
//! Add it to `all()` of its stage's file. If a test then fails, the operator breaks a promise
//! that callers rely on; the test's name says which.
//!
//! # Adding a stage
//! Copy `generation.rs`, declare it below, and turn each line of the trait's contract into a test.
//! `samples.rs` has questions and hits for testing operators, `site` a whole site of pages and
//! facts.
#![cfg(not(target_arch = "wasm32"))]

mod calls;
mod filters;
mod generation;
mod indexing;
mod orchestration;
mod post_retrieval;
mod pre_retrieval;
mod retrieval;
mod samples;
#[path = "../site/mod.rs"]
mod site;
mod source;
mod spelling;
