//! Titles of pages and headings on them.

use super::ranked::Ranked;
use super::typed::Fit;
use super::{Completion, CompletionKind, Suggester, Typed};
use crate::authority::absolute;
use crate::index::format::Title;
use crate::index::{Index, unless_missing};
use crate::needs::Attempt;

/// Proposes titles, then headings, those of important pages first.
#[derive(Debug)]
pub struct Titles {
    site_url: String,
}

/// Maximum length in bytes. Longer titles are sentences, and do not fit in a search box.
const LONGEST: usize = 120;

impl Titles {
    /// Creates it for a site at this address; an empty address gives relative addresses.
    #[must_use]
    pub fn new(site_url: &str) -> Self {
        Self {
            site_url: site_url.to_owned(),
        }
    }
}

/// Ranks by language (the page's first), titles before headings, prefixes before other matches,
/// importance, brevity.
fn rank(is_foreign: bool, fit: Fit, title: &Title<'_>) -> u32 {
    let unimportance = 255 - u32::from(title.importance);
    let length = u32::try_from(title.text.len()).map_or(255, |length| length.min(255));
    u32::from(is_foreign) << 18
        | (fit as u32) << 17
        | u32::from(title.is_heading) << 16
        | unimportance << 8
        | length
}

impl Suggester for Titles {
    fn name(&self) -> &'static str {
        "titles"
    }

    fn suggest(&self, index: &Index, typed: &Typed, limit: usize) -> Attempt<Vec<Completion>> {
        if typed.is_empty() {
            return Ok(Vec::new());
        }
        let mut ranked = Ranked::new(limit);
        let Some(titles) = unless_missing(index.titles())? else {
            return Ok(Vec::new());
        };
        let tags = index.languages().iter();
        let is_foreign: Vec<bool> = tags.map(|own| typed.is_foreign(&own.tag)).collect();
        for row in 0..titles.len() {
            let title = titles.get(row);
            if title.text.len() > LONGEST {
                continue;
            }
            if let Some(fit) = typed.fit(title.text) {
                let rank = rank(is_foreign[title.language], fit, &title);
                ranked.offer(rank, title.text, row);
            }
        }
        let completion = |(text, row): (&str, usize)| {
            let title = titles.get(row);
            Completion {
                text: text.trim().to_owned(),
                kind: CompletionKind::Title,
                url: Some(absolute(&self.site_url, title.url)),
                lang: index.languages()[title.language].tag.clone(),
            }
        };
        Ok(ranked.into_places().map(completion).collect())
    }
}
