//! A query on an index. Its words are looked up once for all stages.

use std::cell::RefCell;
use std::rc::Rc;

use super::encoding::{Encode, Encoded};
use super::require;
use super::term_matching::{Pruning, TermMatches, look_up, prune, stems, surfaces};
use crate::index::{Index, LookUp, Word};
use crate::needs::{Attempt, Needs};
use crate::query::{Query, Reading, Term};

/// One search: the query, the index, and the look-ups so far.
#[derive(Debug)]
pub struct Search<'q> {
    index: &'q Index,
    query: &'q Query,
    known: RefCell<Option<(ReadPlan, Rc<Vec<Matched<'q>>>)>>,
}

/// The parts of long lists to read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ReadPlan {
    pub(super) pruning: Option<Pruning>,
    pub(super) tails: bool,
}

impl ReadPlan {
    /// Reads every list in full.
    pub(super) const ALL: Self = Self {
        pruning: None,
        tails: true,
    };

    /// Returns whether lists read for another plan are sufficient.
    fn is_met_by(self, other: Self) -> bool {
        self.pruning == other.pruning && (other.tails || !self.tails)
    }
}

/// The terms of a reading that count, with their matches.
#[derive(Debug)]
pub(super) struct Matched<'q> {
    pub(super) reading: &'q Reading,
    /// Whether this is the reading in the question's own language.
    pub(super) is_own: bool,
    /// Number of its language in the index.
    pub(super) language: usize,
    pub(super) terms: Vec<(&'q Term, TermMatches)>,
    /// The question's vector, if its language has a table and vectors were requested.
    pub(super) encoded: Option<Encoded>,
}

impl<'q> Search<'q> {
    /// Creates a search of a query on an index.
    pub fn new(index: &'q Index, query: &'q Query) -> Self {
        let known = RefCell::new(None);
        Self {
            index,
            query,
            known,
        }
    }

    /// Returns the index.
    pub fn index(&self) -> &'q Index {
        self.index
    }

    /// Returns the query.
    pub fn query(&self) -> &'q Query {
        self.query
    }

    /// Returns the terms of the query that count, looked up in every language of the index;
    /// `encode` requests the vectors in the same round.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) with all missing files, or [`crate::Error::Corrupt`].
    pub(super) fn matched(
        &self,
        plan: ReadPlan,
        encode: Option<Encode>,
    ) -> Attempt<Rc<Vec<Matched<'q>>>> {
        if let Some((known, matched)) = &*self.known.borrow()
            && plan.is_met_by(*known)
        {
            return Ok(Rc::clone(matched));
        }
        let mut matched = encode_readings(self.index, self.query, encode)?;
        look_up_terms(self.index, &mut matched, plan)?;
        let matched = Rc::new(matched);
        *self.known.borrow_mut() = Some((plan, Rc::clone(&matched)));
        Ok(matched)
    }

    /// Returns the retriever's look-up, or looks up now if there was none.
    ///
    /// # Errors
    /// The same as for [`Self::matched`].
    pub(super) fn matched_before(
        &self,
        plan: ReadPlan,
    ) -> Attempt<(ReadPlan, Rc<Vec<Matched<'q>>>)> {
        let known = self.known.borrow().clone();
        match known {
            Some(known) => Ok(known),
            None => Ok((plan, self.matched(plan, None)?)),
        }
    }
}

/// Returns the readings in the languages of the index, encoded by `encode`; their terms are not
/// looked up yet. Requires the files of words and vectors together.
fn encode_readings<'q>(
    index: &Index,
    query: &'q Query,
    encode: Option<Encode>,
) -> Attempt<Vec<Matched<'q>>> {
    let mut needs = Needs::default();
    needs.note(require(index, query, wanted, encode.is_some()))?;
    let mut all = Vec::new();
    // A table that is only for other languages would treat the question's words as words of these
    // languages.
    let own = query.readings.first();
    let is_own_indexed = own.is_some_and(|own| index.language(&own.tag).is_some());
    let mut encode = encode.filter(|_| is_own_indexed);
    for (number, reading) in query.readings.iter().enumerate() {
        let Some(language) = index.language(&reading.tag) else {
            continue;
        };
        let is_own = number == 0;
        let mut encoded = None;
        if let Some(read) = encode.filter(|_| reading.weight > 0.0) {
            let question = needs.note(read(index, language, &query.text))?;
            let is_without_table = question.as_ref().is_some_and(Option::is_none);
            encode = encode.filter(|_| !(is_own && is_without_table));
            encoded = question.flatten();
        }
        all.push(Matched {
            reading,
            is_own,
            language,
            terms: Vec::new(),
            encoded,
        });
    }
    needs.end()?;
    Ok(all)
}

/// Looks up the terms of all readings. Requires at once all lists that the plan reads.
fn look_up_terms(index: &Index, all: &mut [Matched<'_>], plan: ReadPlan) -> Attempt<()> {
    let spelt = spelt(index, all)?;
    for (matched, words) in all.iter_mut().zip(spelt) {
        let (language, rules) = (matched.language, matched.reading.language);
        for (term, words) in wanted(matched.reading).into_iter().zip(words) {
            let matches = look_up(index, language, rules, term, words)?;
            matched.terms.push((term, matches));
        }
        if let Some(pruning) = plan.pruning {
            let statistics = &index.languages()[language];
            prune(&mut matched.terms, statistics, pruning);
        }
    }
    read_lists(index, all, plan)
}

fn read_lists(index: &Index, all: &mut [Matched<'_>], plan: ReadPlan) -> Attempt<()> {
    let terms = all.iter().flat_map(|matched| &matched.terms);
    let lists = Lists::needed(&mut terms.map(|(_, matches)| matches));
    // Comparing languages needs complete scores. Cached tails save a second pass.
    let tails = plan.tails || lists.tails || are_mixed(all) || index.has_whole_lists(&lists.words);
    index.require_lists(&lists.words, tails)?;
    for (_, matches) in all.iter_mut().flat_map(|matched| &mut matched.terms) {
        matches.read(index, tails)?;
    }
    Ok(())
}

/// Returns the terms that count.
pub(super) fn wanted(reading: &Reading) -> Vec<&Term> {
    let terms = reading.terms.iter();
    terms.filter(|term| term.weight > 0.0).collect()
}

/// Returns the spellings of all terms, per reading. Requires at once all shards of stems that are
/// known only from the words.
fn spelt(index: &Index, all: &[Matched<'_>]) -> Attempt<Vec<Vec<Vec<Word>>>> {
    let mut keys = Vec::new();
    let mut spelt = Vec::new();
    for matched in all {
        let mut spelt_terms = Vec::new();
        for term in wanted(matched.reading) {
            let words = surfaces(index, matched.language, term)?;
            let stems = stems(&words).into_iter();
            keys.extend(stems.map(|stem| (matched.language, LookUp::Stem(stem))));
            spelt_terms.push(words);
        }
        spelt.push(spelt_terms);
    }
    index.require_terms(&keys, false)?;
    Ok(spelt)
}

/// Returns whether terms in several languages must be compared.
pub(super) fn are_mixed(all: &[Matched<'_>]) -> bool {
    let mut found = 0;
    for matched in all {
        found += usize::from(matched.terms.iter().any(|(_, matches)| !matches.is_empty()));
    }
    found > 1
}

/// The long lists to read.
pub(super) struct Lists<'m> {
    pub(super) words: Vec<&'m Word>,
    /// Whether heads will hardly be enough, because several words have lists with tails, and the
    /// best chunks in one list are seldom in the heads of all others. Requesting tails at once
    /// saves a round trip.
    pub(super) tails: bool,
}

impl<'m> Lists<'m> {
    pub(super) fn needed(terms: &mut dyn Iterator<Item = &'m TermMatches>) -> Self {
        let mut words: Vec<&Word> = Vec::new();
        let mut with_tails = 0;
        for matches in terms {
            let before = words.len();
            let mut has_new_tail = false;
            for word in matches.needed() {
                let is_same = |other: &&Word| other.tail() == word.tail();
                has_new_tail |= word.tail().is_some() && !words[..before].iter().any(is_same);
                words.push(word);
            }
            with_tails += usize::from(has_new_tail);
        }
        let tails = with_tails > 1;
        Self { words, tails }
    }
}
