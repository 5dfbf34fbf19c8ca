//! Rerankers that are functions of a page.
//!
//! The engine does not wait, but a function may. So `www/element/engine/rerankers.ts` calls it when
//! a step needs scores, and keeps the result for the next step. For each function it has an object:
//!
//! | property | set by | holds |
//! |---|---|---|
//! | `name` | the page | its name in the options |
//! | `asked` | the engine | `{ key, query, hits }`: the hits to score |
//! | `answers` | the page | `{ scores, millis }` or `{ error, millis }` by `key` |

use std::cell::Cell;
use std::fmt::Write as _;
use std::rc::Rc;

use js_sys::{Array, ArrayBuffer, Object, Reflect};
use wasm_bindgen::JsValue;

use super::convert::to_js;
use crate::error::{Error, Result};
use crate::hit::Hit;
use crate::needs::{Attempt, Needs};
use crate::post_retrieval::Reranker;
use crate::query::Query;

/// A page's function `(query, hits) => scores`, or a promise of them.
pub(super) struct Callback {
    name: String,
    page: JsValue,
    waited: Cell<f64>,
}

impl Callback {
    /// Returns the callbacks in a list; none if there is no list.
    pub(super) fn all(list: &JsValue) -> Vec<Rc<Self>> {
        if !Array::is_array(list) {
            return Vec::new();
        }
        let callbacks = Array::from(list);
        let callbacks = callbacks.iter().map(|page| {
            Rc::new(Self {
                name: property(&page, "name").as_string().unwrap_or_default(),
                page,
                waited: Cell::default(),
            })
        });
        callbacks.collect()
    }

    fn ask(&self, key: &JsValue, query: &Query, hits: &[Hit]) -> Result<()> {
        let asked = Object::new();
        for (name, value) in [
            ("key", key.clone()),
            ("query", query.text.as_str().into()),
            ("hits", to_js(&hits)?),
        ] {
            set(&asked, name, &value);
        }
        set(&self.page, "asked", &asked);
        Ok(())
    }

    fn refuse(&self, detail: &str) -> Error {
        Error::Operator {
            name: self.name.clone(),
            detail: detail.to_owned().into(),
        }
    }
}

fn property(object: &JsValue, key: &str) -> JsValue {
    // A value that is not an object has no properties.
    Reflect::get(object, &key.into()).unwrap_or_default()
}

fn set(object: &JsValue, key: &str, value: &JsValue) {
    // The objects are our own, and accept any property.
    let _ = Reflect::set(object, &key.into(), value);
}

/// Returns a key for hits in their present order, from their numbers and the bits of their scores.
/// One call can need scores for several lists.
fn key_of(hits: &[Hit]) -> String {
    let mut key = String::new();
    for hit in hits {
        // Writing to a string cannot fail.
        let _ = write!(key, "{}:{} ", hit.chunk_id, hit.score.to_bits());
    }
    key
}

impl Reranker for Callback {
    fn name(&self) -> &str {
        &self.name
    }

    fn scores(&self, query: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let key: JsValue = key_of(hits).into();
        let answers = property(&self.page, "answers");
        let answer = Reflect::get(&answers, &key).unwrap_or_default();
        if answer.is_undefined() {
            self.ask(&key, query, hits)?;
            return Err(Needs::scores_of(&*self.name).into());
        }
        self.waited
            .set(property(&answer, "millis").as_f64().unwrap_or_default());
        if let Some(said) = property(&answer, "error").as_string() {
            return Err(self.refuse(&said).into());
        }
        let given = property(&answer, "scores");
        if !Array::is_array(&given) && !ArrayBuffer::is_view(&given) {
            return Err(self.refuse("it returned no list of numbers").into());
        }
        // The chain rejects values that are not numbers, by position.
        let number = |score: JsValue| score.as_f64().unwrap_or(f64::NAN);
        Ok(Array::from(&given).iter().map(number).collect())
    }

    fn waited(&self) -> f64 {
        self.waited.get()
    }
}
