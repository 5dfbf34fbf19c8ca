//! `tf`: how often the question's words occur (R17).

use super::matching::{Form, lookup_prefix, match_term};
use super::{Retriever, rank};
use crate::error::Result;
use crate::hit::Scored;
use crate::index::Index;
use crate::query::{Origin, Query};

/// Cumulative term frequency: the sum, over the words that the visitor typed, of their
/// occurrences in title, headings and body. The plain reference that everything else has to beat.
#[derive(Debug, Clone, Copy, Default)]
pub struct TermFrequency;

impl Retriever for TermFrequency {
    fn name(&self) -> &'static str {
        "tf"
    }

    fn retrieve(&self, index: &Index, query: &Query, limit: usize) -> Result<Vec<Scored>> {
        let mut totals = vec![0.0; index.chunks().len()];
        for reading in &query.readings {
            let Some(language) = index.language(&reading.tag) else {
                continue;
            };
            let typed = || {
                reading
                    .terms
                    .iter()
                    .filter(|term| matches!(term.origin, Origin::Typed | Origin::Stop))
                    .filter(|term| term.weight > 0.0)
            };
            index.require_terms(typed().map(|term| (language, lookup_prefix(term))))?;
            for term in typed() {
                let matches = match_term(index, language, reading.language, term)?;
                for posting in matches.postings(Form::Surface) {
                    let occurrences: u32 = posting.frequencies.iter().sum();
                    totals[posting.chunk as usize] += f64::from(occurrences) * reading.weight;
                }
            }
        }
        let best = totals.iter().copied().fold(0.0, f64::max);
        Ok(rank(&totals, best, limit))
    }
}
