//! Pages that resemble a page.

use std::num::NonZeroUsize;

use serde::Serialize;

use super::call_state::CallState;
use super::options::written;
use crate::address::keys;
use crate::authority::absolute;
use crate::error::Result;
use crate::index::{self, Index};
use crate::needs::Attempt;
use crate::settings::Value;
use crate::text::primary;

crate::settings! {
    /// Options of a call for related pages.
    pub struct RelatedOptions {
        /// Maximum number of pages. A bundle has up to `indexing.related.most` of each language.
        pub top_k: NonZeroUsize = const { NonZeroUsize::new(5).unwrap() },
        /// Only pages in this language; if empty, those in the page's own come first.
        pub lang: String = String::new(),
        /// The visitor's date, which every call has and this one ignores.
        pub today: String = String::new(),
    }
}

impl RelatedOptions {
    /// Parses options as written by a caller.
    ///
    /// # Errors
    /// [`crate::Error::UnknownKey`] and [`crate::Error::InvalidValue`], naming the option as
    /// written.
    pub fn new(call: &Value) -> Result<Self> {
        written(call)
    }
}

/// A page that resembles another one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RelatedPage {
    /// Its title; may be empty.
    pub title: String,
    /// Its address: absolute, or relative to the site's root.
    pub url: String,
    /// Language tag.
    pub lang: String,
    /// Similarity, 0 to 1: the cosine of the two pages' vectors.
    pub similarity: f64,
}

/// The result of [`Method::RELATED`](super::Method::RELATED).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RelatedPages {
    /// The pages, most similar first, those in the page's own language before others.
    pub pages: Vec<RelatedPage>,
}

impl CallState {
    pub(crate) fn related(&mut self) -> Attempt<RelatedPages> {
        let options = RelatedOptions::new(&self.given)?;
        let opened = self.engine.opened()?;
        let index = &opened.content.index;
        let site = &self.engine.configuration().site.url;
        let mut related = RelatedPages::default();
        let looked_up = index.with_page(site, &self.text, &mut |index, site| {
            let found = look_up(index, site, &self.text)?;
            if let Some(found) = &found {
                related = options.chosen(index, site, found);
            }
            Ok(found.is_some())
        });
        looked_up?;
        index.end_question();
        Ok(related)
    }
}

impl RelatedOptions {
    fn chosen(&self, index: &Index, site: &str, found: &index::Related) -> RelatedPages {
        let pages = found.pages().map(|(page, similarity)| RelatedPage {
            title: page.title.to_owned(),
            url: absolute(site, page.url),
            lang: index.languages()[page.language].tag.clone(),
            similarity,
        });
        let lang = primary(&self.lang);
        let wanted = |page: &RelatedPage| lang.is_empty() || page.lang == lang;
        RelatedPages {
            pages: pages.filter(wanted).take(self.top_k.get()).collect(),
        }
    }
}

fn look_up(index: &Index, site: &str, address: &str) -> Attempt<Option<index::Related>> {
    for key in keys(site, address) {
        if let Some(found) = index.related(&key)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
