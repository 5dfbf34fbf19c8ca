//! The calls of an engine: begun, or made at once with the files that are there.

use super::call::Call;
use super::engine::Engine;
use super::found_pages::FoundPages;
use super::method::Method;
use super::quotable::Quotable;
use super::related::RelatedPages;
use crate::answer::{Answer, SearchResult};
use crate::comparison::Comparison;
use crate::error::Result;
use crate::pre_retrieval::Suggestions;
use crate::settings::Value;

impl Engine {
    /// Begins a call. The first step reads the options.
    pub fn begin<T>(&self, method: Method<T>, text: &str, options: &Value) -> Call<T> {
        Call::new(self, method, text.to_owned(), options.clone())
    }

    /// Makes a call with the files that are there.
    fn answered<T>(&self, method: Method<T>, text: &str, options: &Value) -> Result<T> {
        let call = self.begin(method, text, options);
        call.finish(|_, needs| Err(needs.unmet()))
    }

    /// Loads the files that every question needs.
    ///
    /// # Errors
    /// [`crate::Error::PartMissing`] unless they are supplied, [`crate::Error::Corrupt`] for
    /// damage.
    pub fn load(&self) -> Result<()> {
        self.answered(Method::LOAD, "", &Value::Null)
    }

    /// Answers a question: [`Method::ASK`]. `options` are those of [`Options`](super::Options).
    ///
    /// # Errors
    /// [`crate::Error::EmptyQuestion`], an error of the options, [`crate::Error::Corrupt`], or
    /// [`crate::Error::PartMissing`] for a file that is not supplied.
    pub fn ask(&self, question: &str, options: &Value) -> Result<Answer> {
        self.answered(Method::ASK, question, options)
    }

    /// Finds pages without answering: [`Method::SEARCH`]. `options` are those of
    /// [`Options`](super::Options).
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn search(&self, query: &str, options: &Value) -> Result<SearchResult> {
        self.answered(Method::SEARCH, query, options)
    }

    /// Finds pages, and returns the metadata of all of them: [`Method::PAGES`]. `options` are those
    /// of [`Options`](super::Options).
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn pages(&self, query: &str, options: &Value) -> Result<FoundPages> {
        self.answered(Method::PAGES, query, options)
    }

    /// Runs every method on one question: [`Method::COMPARE`]. `options` are those of
    /// [`Options`](super::Options).
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn compare(&self, question: &str, options: &Value) -> Result<Comparison> {
        self.answered(Method::COMPARE, question, options)
    }

    /// Answers a question for a language model: [`Method::QUOTABLE`]. `options` are those of
    /// [`Options`](super::Options).
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn quotable(&self, question: &str, options: &Value) -> Result<Quotable> {
        self.answered(Method::QUOTABLE, question, options)
    }

    /// Completes text that is being typed: [`Method::SUGGEST`]. `options` are those of
    /// [`SuggestOptions`](super::SuggestOptions).
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn suggest(&self, text: &str, options: &Value) -> Result<Suggestions> {
        self.answered(Method::SUGGEST, text, options)
    }

    /// Returns pages similar to the one at an address: [`Method::RELATED`]. `options` are those of
    /// [`RelatedOptions`](super::RelatedOptions).
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn related(&self, address: &str, options: &Value) -> Result<RelatedPages> {
        self.answered(Method::RELATED, address, options)
    }
}
