//! Makes calls over pages in a cluster.

use std::fs;

use anyhow::bail;
use soru::answer::{SearchResult, Warning};
use soru::orchestration::{Method, Step};
use soru::retrieval::{BM25, REMOTE};
use soru::settings::Value;
use soru::{Answer, Engine, Interruption};
use soru_working_index::{Basis, request};

use super::gateway::Gateway;
use crate::bundle::{Bundle, MANIFEST};

/// A result of a call over pages in a cluster.
pub trait Found: Sized {
    /// The method of the call.
    const METHOD: Method<Self>;

    /// Returns its warnings.
    fn warnings(&mut self) -> &mut Vec<Warning>;
}

impl Found for Answer {
    const METHOD: Method<Self> = Method::ASK;

    fn warnings(&mut self) -> &mut Vec<Warning> {
        &mut self.warnings
    }
}

impl Found for SearchResult {
    const METHOD: Method<Self> = Method::SEARCH;

    fn warnings(&mut self) -> &mut Vec<Warning> {
        &mut self.warnings
    }
}

/// A bundle whose pages are in a cluster.
#[derive(Debug)]
pub struct RemoteBundle<'b> {
    bundle: &'b Bundle,
    basis: Basis,
    gateway: Gateway,
}

impl<'b> RemoteBundle<'b> {
    /// Reads the settings and facts of a bundle.
    ///
    /// # Errors
    /// If a file of the bundle cannot be read.
    pub fn new(bundle: &'b Bundle, gateway: Gateway) -> anyhow::Result<Self> {
        let manifest = fs::read(bundle.folder().join(MANIFEST))?;
        let content = bundle.content_with("facts")?;
        Ok(Self {
            bundle,
            basis: Basis::read(&manifest, &content)?,
            gateway,
        })
    }

    /// Answers a question, or searches. If the gateway does not answer, the bundle's own pages do,
    /// with the warning `gateway_failed`.
    ///
    /// # Errors
    /// The errors of the method, or a file cannot be read.
    pub fn call<T: Found>(&self, text: &str, options: &Value) -> anyhow::Result<T> {
        let remote = with_retriever(options, REMOTE);
        let needed = match self.bundle.begun(T::METHOD, text, &remote)? {
            Step::Done(found) => return Ok(found),
            Step::Needs(needs) => needs.remote,
        };
        let Some(request) = request(&needed, text, options) else {
            return self.own(text, options);
        };
        match self.engine(&request) {
            Ok(engine) => {
                let call = engine.begin(T::METHOD, text, options);
                call.finish(|_, needs| bail!("{}", Interruption::from(needs)))
            }
            Err(error) => {
                let mut found: T = self.own(text, options)?;
                found.warnings().push(warning(&*error));
                Ok(found)
            }
        }
    }

    /// Answers from the bundle's own pages.
    fn own<T: Found>(&self, text: &str, options: &Value) -> anyhow::Result<T> {
        let own = with_retriever(options, BM25);
        match self.bundle.begun(T::METHOD, text, &own)? {
            Step::Done(found) => Ok(found),
            Step::Needs(needs) => bail!("{}", Interruption::from(needs)),
        }
    }

    /// Opens the engine on the pages that the gateway found.
    fn engine(
        &self,
        request: &serde_json::Value,
    ) -> Result<Engine, Box<dyn std::error::Error + Send + Sync>> {
        let answer = self.gateway.ask(request)?;
        let index = self.basis.index(&answer)?;
        let engine = Engine::open(&index.manifest)?;
        engine.supply_inflated(&index.file, &index.content)?;
        Ok(engine)
    }
}

fn warning(error: &dyn std::error::Error) -> Warning {
    Warning {
        code: "gateway_failed",
        message: format!("{error}; the answer is from the bundle's own pages"),
    }
}

/// Returns the options of a call with this retriever.
fn with_retriever(options: &Value, retriever: &str) -> Value {
    let mut entries = match options {
        Value::Map(entries) => entries.clone(),
        _ => Vec::new(),
    };
    entries.retain(|(key, _)| key != "retriever");
    entries.push(("retriever".to_owned(), retriever.into()));
    Value::Map(entries)
}
