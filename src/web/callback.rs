//! Rerankers that a page brings as functions.
//!
//! The engine does not wait, and a function may: it is called when the engine says that its scores
//! are missing, and the engine is asked again once it has given them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, ArrayBuffer, Function, JsString, Object, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::bindings::performance_now;
use super::convert::{describe, to_js};
use crate::error::{Error, Result};
use crate::hit::Hit;
use crate::post_retrieval::{RERANKERS, Reranker};
use crate::query::Query;

#[wasm_bindgen]
extern "C" {
    // Windows and workers both have it. What follows the time is handed to the function.
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(function: &Function, millis: f64, argument: &str);
}

/// A longer time would be none at all: `setTimeout` counts in 32 bits.
const LONGEST_LIMIT: usize = i32::MAX as usize;

/// A page's function `(query, hits) => scores`, or a promise of them.
pub(super) struct Callback {
    name: String,
    function: Function,
    /// How long it may take, in milliseconds.
    pub(super) limit: Cell<usize>,
    answers: RefCell<Vec<Answer>>,
    asked: RefCell<Option<Asked>>,
    waited: Cell<f64>,
}

/// Hits as they stood, by their numbers and scores. One call can ask for several lists of them.
type Standing = Vec<(u32, u64)>;

struct Answer {
    standing: Standing,
    scores: Result<Vec<f64>>,
    millis: f64,
}

struct Asked {
    standing: Standing,
    query: String,
    hits: JsValue,
}

impl Callback {
    /// Takes the functions out of the list `rerankers` of a call's options, and puts their names
    /// in their places.
    pub(super) fn take(options: &JsValue) -> (JsValue, Vec<Rc<Self>>) {
        let unchanged = || (options.clone(), Vec::new());
        let key = JsValue::from("rerankers");
        let Some(list) = Reflect::get(options, &key).ok().filter(Array::is_array) else {
            return unchanged();
        };
        let mut names: Vec<String> = RERANKERS.iter().map(|name| (*name).to_owned()).collect();
        let mut callbacks = Vec::new();
        let sent = Array::new();
        for (place, entry) in Array::from(&list).iter().enumerate() {
            let Some(function) = entry.dyn_ref::<Function>() else {
                sent.push(&entry);
                continue;
            };
            let mut name = Reflect::get(function, &"name".into())
                .ok()
                .and_then(|name| name.as_string())
                .unwrap_or_default();
            if name.is_empty() || names.contains(&name) {
                name = format!("callback {}", place + 1);
            }
            sent.push(&JsString::from(name.as_str()));
            names.push(name.clone());
            callbacks.push(Rc::new(Self::new(name, function.clone())));
        }
        if callbacks.is_empty() {
            return unchanged();
        }
        let options = Object::assign(&Object::new(), options.unchecked_ref());
        // A fresh object takes any property.
        let _ = Reflect::set(&options, &key, &sent);
        (options.into(), callbacks)
    }

    fn new(name: String, function: Function) -> Self {
        Self {
            name,
            function,
            limit: Cell::default(),
            answers: RefCell::default(),
            asked: RefCell::default(),
            waited: Cell::default(),
        }
    }

    /// Has the hits scored that the engine asked about last, if it did.
    pub(super) async fn answer(&self) {
        let Some(asked) = self.asked.take() else {
            return;
        };
        let start = performance_now();
        let scores = self.scores_of(&asked).await;
        self.answers.borrow_mut().push(Answer {
            standing: asked.standing,
            scores: scores.map_err(|detail| Error::Operator {
                name: self.name.clone(),
                detail,
            }),
            millis: performance_now() - start,
        });
    }

    async fn scores_of(&self, asked: &Asked) -> std::result::Result<Vec<f64>, String> {
        let query = JsString::from(asked.query.as_str());
        let limit = self.limit.get().min(LONGEST_LIMIT);
        let given = self
            .function
            .call2(&JsValue::UNDEFINED, &query, &asked.hits)
            .map_err(|thrown| describe(&thrown))?;
        let late = Promise::new(&mut |_, reject| {
            set_timeout(
                &reject,
                limit as f64,
                &format!("it took more than {limit} ms"),
            );
        });
        let given = JsFuture::from(Promise::race(&Array::of2(&given, &late)))
            .await
            .map_err(|thrown| describe(&thrown))?;
        if !Array::is_array(&given) && !ArrayBuffer::is_view(&given) {
            return Err("it gave no list of numbers".to_owned());
        }
        // The chain refuses what is no number, by its place.
        let number = |score: JsValue| score.as_f64().unwrap_or(f64::NAN);
        Ok(Array::from(&given).iter().map(number).collect())
    }
}

impl Reranker for Callback {
    fn name(&self) -> &str {
        &self.name
    }

    fn scores(&self, query: &Query, hits: &[Hit]) -> Result<Vec<f64>> {
        let standing = hits.iter().map(|hit| (hit.chunk_id, hit.score.to_bits()));
        let standing: Standing = standing.collect();
        let answers = self.answers.borrow();
        if let Some(answer) = answers.iter().find(|answer| answer.standing == standing) {
            self.waited.set(answer.millis);
            return answer.scores.clone();
        }
        self.asked.replace(Some(Asked {
            standing,
            query: query.text.clone(),
            hits: to_js(&hits)?,
        }));
        Err(Error::NotScored {
            reranker: self.name.clone(),
        })
    }

    fn waited(&self) -> f64 {
        self.waited.get()
    }
}
