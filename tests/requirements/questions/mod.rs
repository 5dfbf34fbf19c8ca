//! From the typed text to hits.
//!
//! | file | tests |
//! |---|---|
//! | `stages.rs` | the stages in order (R1), the trace, intents, greetings |
//! | `typed.rs` | empty questions, long ones, and one word in many spellings |
//! | `languages.rs` | the language of a question and that of pages (R8) |
//! | `synonyms.rs` | synonyms, and codes typed as separate words (R10) |
//! | `hits.rs` | the hits, and the scores of words |

mod hits;
mod languages;
mod stages;
mod synonyms;
mod typed;

use soru::Engine;
use soru::answer::{Answer, TraceEvent};
use soru::settings::Value;

use crate::site::{IntoValue, ask};

fn traced(engine: &Engine, question: &str, options: &[(&str, Value)]) -> (Answer, Vec<TraceEvent>) {
    let on = ("trace", true.into_value());
    let options: Vec<_> = options.iter().cloned().chain([on]).collect();
    let mut answer = ask(engine, question, &options);
    let trace = answer.trace.take().unwrap();
    (answer, trace)
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.id.as_str()).collect()
}
