//! The rerankers of an engine.

use std::fmt;
use std::rc::Rc;

use super::{Basic, Matching, Passage, Position, Quality, RankingSettings, Recency, Reranker};
use crate::catalogue::Catalogue;
use crate::error::Result;

/// The input of [`MakeReranker`].
pub struct RerankerSource<'s> {
    /// The settings of all rerankers.
    pub settings: &'s RankingSettings,
    /// The current day (ISO 8601), empty if unknown.
    pub today: &'s str,
    /// Returns the days on which pages were last checked, by address.
    pub checked: &'s dyn Fn() -> Vec<(String, String)>,
}

impl<'s> RerankerSource<'s> {
    /// Creates it without the current day and checked pages.
    pub fn of(settings: &'s RankingSettings) -> Self {
        Self {
            settings,
            today: "",
            checked: &Vec::new,
        }
    }
}

impl fmt::Debug for RerankerSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RerankerSource").finish_non_exhaustive()
    }
}

/// Makes a reranker.
pub type MakeReranker = fn(&RerankerSource<'_>) -> Result<Rc<dyn Reranker>>;

/// All rerankers of this crate.
pub const RERANKERS: Catalogue<MakeReranker> = Catalogue::whole(&[
    MATCHING,
    PASSAGE,
    ("basic", |source| {
        Ok(Rc::new(Basic::new(&source.settings.basic)?))
    }),
    ("quality", |source| {
        let settings = source.settings;
        Ok(Rc::new(Quality::new(
            &settings.quality,
            &settings.authority,
        )?))
    }),
    ("position", |source| {
        Ok(Rc::new(Position::new(&source.settings.position)?))
    }),
    ("recency", |source| {
        let settings = &source.settings.recency;
        Ok(Rc::new(Recency::new(
            settings,
            source.today,
            &(source.checked)(),
        )?))
    }),
]);

/// The rerankers of the default settings.
pub const DEFAULT_RERANKERS: Catalogue<MakeReranker> = Catalogue::part(&[MATCHING, PASSAGE]);

const MATCHING: (&str, MakeReranker) = ("matching", |source| {
    Ok(Rc::new(Matching::new(&source.settings.matching)?))
});

const PASSAGE: (&str, MakeReranker) = ("passage", |source| {
    Ok(Rc::new(Passage::new(&source.settings.passage)?))
});
