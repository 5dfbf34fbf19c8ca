//! Makes calls over pages in a cluster.

use std::fs;

use soru::answer::Warning;
use soru::orchestration::{Method, Step};
use soru::retrieval::REMOTE;
use soru::settings::Value;
use soru::{Answer, Engine};
use soru_working_index::{Basis, request};

use super::gateway::Gateway;
use crate::bundle::{Bundle, MANIFEST};

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

    /// Answers a question. If the gateway does not answer, the bundle's own pages do, with the
    /// warning `gateway_failed`.
    ///
    /// # Errors
    /// The errors of [`Engine::ask`], or a file cannot be read.
    pub fn ask(&self, question: &str, options: &Value) -> anyhow::Result<Answer> {
        let remote = with_retriever(options, REMOTE);
        let needed = match self.bundle.begun(Method::ASK, question, &remote)? {
            Step::Done(answer) => return Ok(answer),
            Step::Needs(needs) => needs.remote,
        };
        let Some(request) = request(&needed, question, options) else {
            return self.bundle.ask(question, &with_retriever(options, "bm25"));
        };
        match self.engine(&request) {
            Ok(engine) => Ok(engine.ask(question, options)?),
            Err(error) => {
                let own = with_retriever(options, "bm25");
                let mut answer = self.bundle.ask(question, &own)?;
                answer.warnings.push(warning(&*error));
                Ok(answer)
            }
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
