//! Computes match features of chunks for the whole question: coverage, title.
//!
//! For the words `t` of the question in the chunk's language, the value is `v_t = w_t idf(t)` over
//! the loosest form of the word:
//!
//! ```text
//! coverage  = Σ_t v_t [t in chunk] / Σ_t v_t
//! title     = min(1, occurrences of content words in the title / words of the title)
//! ```
//!
//! Words that pruning leaves out entirely ([`super::Pruning`]) do not count here. Their closeness
//! is computed from the text (`closeness.rs`).

use super::Closeness;
use super::search::{Matched, ReadPlan, Search};
use super::term_matching::{Form, Pruning, TermMatches};
use crate::hit::{MatchFeatures, Scored};
use crate::index::format::{LanguageStatistics, Posting, unpack_length};
use crate::index::{ChunkId, Index};
use crate::needs::Attempt;
use crate::query::{Origin, Term, TermValue};

/// Features of a question's hits that need no text.
#[derive(Debug, Clone, Default)]
pub struct HitFeatures {
    /// The features of each hit, in their order, without closeness.
    pub hits: Vec<MatchFeatures>,
    /// Per language of the index: computes closeness from texts.
    pub closeness: Vec<Closeness>,
    /// Per language of the index, the value of every term of the reading in that language, by
    /// number.
    pub values: Vec<Vec<TermValue>>,
}

/// Computes the match features of hits.
///
/// # Errors
/// [`Needs`](crate::Needs) if a part of the index must be fetched first,
/// [`Error::Corrupt`](crate::Error::Corrupt) if it is damaged.
pub fn match_features(
    search: &Search<'_>,
    pruning: Option<Pruning>,
    hits: &[Scored],
) -> Attempt<HitFeatures> {
    let index = search.index();
    let heads = ReadPlan {
        pruning,
        tails: false,
    };
    let (mut plan, mut matched) = search.matched_before(heads)?;
    if !matched.iter().all(|matched| is_known(index, matched, hits)) {
        plan.tails = true;
        matched = search.matched(plan, None)?;
    }
    let mut features = HitFeatures {
        hits: vec![MatchFeatures::default(); hits.len()],
        closeness: vec![Closeness::default(); index.languages().len()],
        values: vec![Vec::new(); index.languages().len()],
    };
    for matched in matched.iter() {
        let own = hits.iter().enumerate();
        let own: Vec<(usize, ChunkId)> = own
            .map(|(place, hit)| (place, hit.chunk))
            .filter(|(_, chunk)| index.language_of(*chunk) == matched.language)
            .collect();
        features.record(index, matched, &own);
    }
    Ok(features)
}

/// Returns whether these hits are complete although parts of long lists were not read.
fn is_known(index: &Index, matched: &Matched<'_>, hits: &[Scored]) -> bool {
    let own = |hit: &&Scored| index.language_of(hit.chunk) == matched.language;
    matched.terms.iter().all(|(_, matches)| {
        let Some(form) = matches.loosest() else {
            return true;
        };
        let mut unread = matches.unread(form).iter();
        unread.all(|list| !hits.iter().filter(own).any(|hit| list.may_hold(hit.chunk)))
    })
}

fn of_chunk(postings: &[Posting], chunk: ChunkId) -> Option<&Posting> {
    let at = postings.binary_search_by_key(&chunk, |posting| posting.chunk);
    at.ok().and_then(|at| postings.get(at))
}

/// Returns the value of a word and its postings; none if all of it is left out.
fn worth<'m>(
    statistics: &LanguageStatistics,
    term: &Term,
    matches: &'m TermMatches,
) -> Option<(f64, &'m [Posting])> {
    match matches.loosest() {
        Some(form) => {
            let value = term.weight * statistics.idf(matches.count(form));
            Some((value, matches.postings(form)))
        }
        // No chunk has it, which lowers the coverage of every chunk.
        None if matches.is_empty() => Some((
            term.weight * statistics.idf(0),
            matches.postings(Form::Surface),
        )),
        None => None,
    }
}

/// Returns the value of a word, whether its lists are read or left out.
fn value(statistics: &LanguageStatistics, term: &Term, matches: &TermMatches) -> TermValue {
    let forms = [Form::Prefix, Form::Stem, Form::Surface].into_iter();
    let count = forms
        .map(|form| matches.count(form))
        .find(|count| *count > 0);
    TermValue {
        value: term.weight * statistics.idf(count.unwrap_or_default()),
        is_known: count.is_some(),
    }
}

impl HitFeatures {
    /// Adds the features of one reading's words for the hits in its language; `own` has their
    /// positions and chunks.
    fn record(&mut self, index: &Index, matched: &Matched<'_>, own: &[(usize, ChunkId)]) {
        let statistics = &index.languages()[matched.language];
        let mut content = Vec::new();
        let mut all = 0.0;
        let mut in_title = vec![0_u32; own.len()];
        let terms = &matched.reading.terms;
        let mut values = vec![TermValue::default(); terms.len()];
        for (term, matches) in &matched.terms {
            let number = terms.iter().position(|other| std::ptr::eq(other, *term));
            let number = number.unwrap_or_default();
            values[number] = value(statistics, term, matches);
            if !matches!(term.origin, Origin::Typed | Origin::Stop) {
                continue;
            }
            let Some((value, postings)) = worth(statistics, term, matches) else {
                continue;
            };
            all += value;
            let is_content = term.origin == Origin::Typed;
            if is_content {
                content.push((number, term.position, value));
            }
            for ((place, chunk), in_title) in own.iter().zip(&mut in_title) {
                if let Some(posting) = of_chunk(postings, *chunk) {
                    self.hits[*place].coverage += value;
                    if is_content {
                        *in_title = in_title.saturating_add(u32::from(posting.title));
                    }
                }
            }
        }
        for ((place, chunk), in_title) in own.iter().zip(in_title) {
            let hit = &mut self.hits[*place];
            let title = unpack_length(index.chunks().title_length(*chunk));
            hit.coverage = share(hit.coverage, all);
            hit.title = share(f64::from(in_title), f64::from(title));
        }
        self.closeness[matched.language] = Closeness::new(&content);
        self.values[matched.language] = values;
    }
}

/// Returns a share between 0 and 1; a share of nothing is 0.
pub(super) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 {
        (part / whole).min(1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_nothing_is_zero() {
        assert!(share(0.0, 0.0).abs() < 1e-12 && (share(3.0, 2.0) - 1.0).abs() < 1e-12);
    }
}
