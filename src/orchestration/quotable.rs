//! A question's answer for a language model: with the texts that a model may read.

use serde::Serialize;

use super::call_state::CallState;
use crate::answer::Answer;
use crate::needs::Attempt;

/// The engine's answer, and the texts that the crate `soru-language-model` passes on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quotable {
    /// The engine's own answer.
    pub answer: Answer,
    /// For each of its hits: the text without the parts that are never quoted.
    pub texts: Vec<String>,
}

impl CallState {
    pub(crate) fn quotable(&mut self) -> Attempt<Quotable> {
        let answer = self.ask()?;
        let texts = answer.hits.iter().map(|hit| hit.quotable().into_owned());
        let texts = texts.collect();
        Ok(Quotable { answer, texts })
    }
}
