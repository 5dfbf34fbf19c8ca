//! `tf`: the number of occurrences of the query's words (R17).

use std::num::NonZeroUsize;

use super::term_matching::{Form, match_term};
use super::{Allowed, Retriever, Search, rank, require};
use crate::hit::Scored;
use crate::needs::Attempt;
use crate::query::{Origin, Reading, Term};

crate::settings! {
    /// Constants of `tf`.
    pub struct TermFrequencySettings {
        /// Maximum number of hits, 1 or more.
        pub depth: NonZeroUsize = const { NonZeroUsize::new(10).unwrap() },
    }
}

/// Cumulative term frequency: the sum, over the words of the query, of their occurrences in title,
/// headings and body. Words typed by the visitor count in full, synonyms and the boosters of the
/// intent by their weight, and stop words not at all: by their number they would decide the order.
/// The plain baseline for all other retrievers.
#[derive(Debug, Clone, Copy)]
pub struct TermFrequency {
    depth: usize,
}

impl TermFrequency {
    /// Creates it with these constants.
    pub fn new(settings: &TermFrequencySettings) -> Self {
        Self {
            depth: settings.depth.get(),
        }
    }
}

impl Retriever for TermFrequency {
    fn name(&self) -> &'static str {
        "tf"
    }

    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Attempt<Vec<Scored>> {
        let (index, query) = (search.index(), search.query());
        require(index, query, counted, false)?;
        let mut totals = vec![0.0; index.chunks().len()];
        let mut words_there = vec![0_u32; totals.len()];
        for reading in &query.readings {
            let Some(language) = index.language(&reading.tag) else {
                continue;
            };
            for term in counted(reading) {
                let is_typed = is_typed(term);
                let weight = if is_typed { 1.0 } else { term.weight } * reading.weight;
                let matches = match_term(index, language, reading.language, term)?;
                let form = if term.partial {
                    Form::Stem
                } else {
                    Form::Surface
                };
                for posting in matches.postings(form) {
                    let occurrences: u32 = posting.frequencies().iter().sum();
                    totals[posting.chunk as usize] += f64::from(occurrences) * weight;
                    words_there[posting.chunk as usize] += u32::from(is_typed);
                }
            }
        }
        // A count is not a relevance, so relevance is the share of the words that occur.
        let words = query.own().map_or(1, words_typed);
        let share = |chunk: u32, _| f64::from(words_there[chunk as usize]) / words as f64;
        Ok(rank(&totals, share, allowed, limit.min(self.depth)))
    }
}

/// Returns the terms to count. A second reading of a word would count the same occurrence twice. In
/// a question of stop words alone, these are typed words.
fn counted(reading: &Reading) -> Vec<&Term> {
    let terms = reading.terms.iter();
    let terms = terms.filter(|term| !matches!(term.origin, Origin::Extra | Origin::Stop));
    terms.filter(|term| term.weight > 0.0).collect()
}

fn is_typed(term: &Term) -> bool {
    term.origin == Origin::Typed
}

fn words_typed(reading: &Reading) -> usize {
    let typed = counted(reading).into_iter().filter(|term| is_typed(term));
    typed.count().max(1)
}
