//! Titles of pages and headings on them.

use super::ranked::Ranked;
use super::typed::Fit;
use super::{Completion, CompletionKind, Suggester, Typed};
use crate::authority::absolute;
use crate::error::Result;
use crate::index::Index;

/// Proposes titles, then headings, those of important pages first.
#[derive(Debug)]
pub struct Titles {
    site_url: String,
}

/// Longer ones are no titles but sentences, and stand in no box. In bytes.
const LONGEST: usize = 120;

/// How many headings are looked at, at most: on a site that has more, those of its first pages.
const MOST_HEADINGS: usize = 100_000;

impl Titles {
    /// For a site at this address; empty if results have relative addresses.
    #[must_use]
    pub fn new(site_url: &str) -> Self {
        Self {
            site_url: site_url.to_owned(),
        }
    }
}

/// Own language, then titles before headings, then beginnings, importance, brevity.
fn rank(is_foreign: bool, is_heading: bool, fit: Fit, importance: f64, text: &str) -> u32 {
    // Importance is kept in 255ths.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let unimportance = 255 - libm::round(importance * 255.0) as u32;
    let length = u32::try_from(text.len()).map_or(255, |length| length.min(255));
    u32::from(is_foreign) << 18
        | (fit as u32) << 17
        | u32::from(is_heading) << 16
        | unimportance << 8
        | length
}

impl Suggester for Titles {
    fn name(&self) -> &'static str {
        "titles"
    }

    fn suggest(&self, index: &Index, typed: &Typed, limit: usize) -> Result<Vec<Completion>> {
        if typed.is_empty() {
            return Ok(Vec::new());
        }
        let mut ranked = Ranked::new(limit);
        let documents = index.documents();
        let is_foreign: Vec<bool> = index
            .languages()
            .iter()
            .map(|language| typed.is_foreign(&language.tag))
            .collect();
        let mut offer = |document: usize, is_heading, text, place| {
            let fit = if str::len(text) > LONGEST {
                None
            } else {
                typed.fit(text)
            };
            if let Some(fit) = fit {
                let is_foreign = is_foreign[documents.language(document)];
                let importance = documents.importance(document);
                let rank = rank(is_foreign, is_heading, fit, importance, text);
                ranked.offer(rank, text, place);
            }
        };
        for document in 0..documents.len() {
            offer(document, false, documents.title(document), document);
        }
        let chunks = index.chunks();
        for chunk in 0..chunks.len().min(MOST_HEADINGS) {
            // What the chunk before stands below as well was looked at there.
            let before = chunk
                .checked_sub(1)
                .map_or("", |before| chunks.headings(before));
            let own = chunks.headings(chunk);
            let document = chunks.document(chunk);
            if own != before {
                for heading in chunks.heading(chunk) {
                    offer(document, true, heading, documents.len() + chunk);
                }
            }
        }
        let completion = |(text, place)| self.completion(index, text, place);
        Ok(ranked.into_places().map(completion).collect())
    }
}

impl Titles {
    fn completion(&self, index: &Index, text: &str, place: usize) -> Completion {
        let (documents, chunks) = (index.documents(), index.chunks());
        let chunk = place.checked_sub(documents.len());
        let document = chunk.map_or(place, |chunk| chunks.document(chunk));
        let anchor = chunk.map_or("", |chunk| chunks.anchor(chunk));
        let mut url = absolute(&self.site_url, documents.url(document));
        if !anchor.is_empty() {
            url = format!("{url}#{anchor}");
        }
        Completion {
            text: text.trim().to_owned(),
            kind: CompletionKind::Title,
            url: Some(url),
            lang: index.languages()[documents.language(document)].tag.clone(),
        }
    }
}
