//! Applies a query's restrictions to retrieval: filters, exclusions, phrases.
//!
//! Chunks excluded by metadata or dictionary are dropped before a retriever applies its limit. The
//! dictionary has no word positions, so the best chunks with all words of a phrase are read, in
//! order of rank, until enough contain it in sequence or enough were read. A query without phrases
//! reads no text.

use std::cell::Cell;

use super::term_matching::{Form, match_term};
use super::{Allowed, Pruning, Retriever, Search};
use crate::hit::Scored;
use crate::index::{ChunkId, Index, Passage, unless_missing};
use crate::needs::Attempt;
use crate::query::{Origin, Query, Term};
use crate::restrictions::{Wording, Wordings};
use crate::text::Language;

/// Wraps another retriever and drops the chunks that the query's restrictions exclude. The
/// remaining chunks keep their order and scores.
#[derive(Debug)]
pub struct Restricted<'r> {
    inner: &'r dyn Retriever,
    most_read: usize,
    unread: Cell<bool>,
}

impl<'r> Restricted<'r> {
    /// Wraps a retriever; at most `most_read` chunks are read for phrases.
    pub fn new(inner: &'r dyn Retriever, most_read: usize) -> Self {
        Self {
            inner,
            most_read,
            unread: Cell::new(false),
        }
    }

    /// Returns whether the last retrieval stopped at `most_read` before it had enough hits, so that
    /// hits may be missing.
    pub fn left_unread(&self) -> bool {
        self.unread.get()
    }
}

impl Retriever for Restricted<'_> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn needs_vectors(&self) -> bool {
        self.inner.needs_vectors()
    }

    fn pruning(&self) -> Option<Pruning> {
        self.inner.pruning()
    }

    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Attempt<Vec<Scored>> {
        self.unread.set(false);
        let (index, query) = (search.index(), search.query());
        if query.restrictions.is_empty() {
            return self.inner.retrieve(search, allowed, limit);
        }
        let mut allowed = allowed.clone();
        filter(index, query, &mut allowed)?;
        let rows = Rows::of(index, query, self.needs_vectors(), &mut allowed)?;
        if !rows.to_read() {
            return self.inner.retrieve(search, &allowed, limit);
        }
        // One more than can be read shows whether any chunk was left.
        let depth = limit.saturating_add(self.most_read).saturating_add(1);
        let ranked = self.inner.retrieve(search, &allowed, depth)?;
        let (hits, unread) = rows.read(index, &ranked, limit, self.most_read)?;
        self.unread.set(unread);
        Ok(hits)
    }
}

/// Drops chunks of pages that the filter excludes.
fn filter(index: &Index, query: &Query, allowed: &mut Allowed) -> Attempt<()> {
    let filter = &query.restrictions.filter;
    if filter.is_empty() {
        return Ok(());
    }
    let (metadata, chunks) = (index.metadata()?, index.chunks());
    let admits = |document: usize| {
        let tag = &index.languages()[chunks.language(document)].tag;
        let meta = metadata.get(document);
        filter.admits(tag, |wanted| meta?.get(wanted).map(String::as_str))
    };
    let borders = chunks.borders();
    let mut admitted = vec![false; chunks.len()];
    for document in (0..chunks.documents()).filter(|document| admits(*document)) {
        for chunk in borders.of(document) {
            admitted[chunk as usize] = true;
        }
    }
    allowed.keep_if(chunks.len(), |chunk| admitted[chunk as usize]);
    Ok(())
}

/// Phrases and exclusions, and their matches in the dictionary.
struct Rows {
    /// The wordings for each language of the index; `None` if the language is not searched.
    wordings: Vec<Option<Wordings>>,
    /// Whether a chunk has all words of an excluded phrase; empty if no phrase is excluded.
    suspect: Vec<bool>,
}

impl Rows {
    /// Drops chunks that lack a word of a phrase, or have an excluded word.
    fn of(
        index: &Index,
        query: &Query,
        with_vectors: bool,
        allowed: &mut Allowed,
    ) -> Attempt<Self> {
        let read = |language: &crate::index::format::LanguageStatistics| {
            let mut readings = query.readings.iter();
            let reading = readings.find(|reading| reading.tag == language.tag)?;
            Some(query.restrictions.wordings(reading.language))
        };
        let mut rows = Self {
            wordings: index.languages().iter().map(read).collect(),
            suspect: Vec::new(),
        };
        if rows.of_languages().next().is_some() {
            rows.require(index, query, with_vectors)?;
            rows.rule_out(index, allowed)?;
        }
        Ok(rows)
    }

    /// Returns the languages with restrictions, by number.
    fn of_languages(&self) -> impl Iterator<Item = (usize, &Wordings)> {
        let wordings = self.wordings.iter().enumerate();
        wordings.filter_map(|(number, wordings)| {
            let wordings = wordings.as_ref()?;
            let any = !wordings.required.is_empty() || !wordings.excluded.is_empty();
            any.then_some((number, wordings))
        })
    }

    /// Requires all files at once, for the phrases and for the question.
    fn require(&self, index: &Index, query: &Query, with_vectors: bool) -> Attempt<()> {
        let mut terms: Vec<(usize, Term)> = Vec::new();
        for (number, wordings) in self.of_languages() {
            for wording in wordings.required.iter().chain(&wordings.excluded) {
                terms.extend(
                    terms_of(wording)
                        .into_iter()
                        .map(|(term, _)| (number, term)),
                );
            }
        }
        for reading in &query.readings {
            if let Some(number) = index.language(&reading.tag) {
                let wanted = reading.terms.iter().filter(|term| term.weight > 0.0);
                terms.extend(wanted.map(|term| (number, term.clone())));
            }
        }
        let mut keys = Vec::new();
        for (number, term) in &terms {
            let language = Language::from_tag(&index.languages()[*number].tag);
            let own = term.look_ups(language).into_iter();
            keys.extend(own.map(|look_up| (*number, look_up)));
        }
        index.require_terms(&keys, with_vectors)
    }

    fn rule_out(&mut self, index: &Index, allowed: &mut Allowed) -> Attempt<()> {
        let chunks = index.chunks().len();
        let mut excluded = vec![false; chunks];
        let mut suspect = vec![false; chunks];
        // Number of required phrases that a chunk may contain.
        let mut possible = vec![0; chunks];
        for (number, wordings) in self.of_languages() {
            for wording in &wordings.required {
                chunks_with(index, number, wording, |chunk| possible[chunk] += 1)?;
            }
            for wording in &wordings.excluded {
                let marks = if wording.words().count() > 1 {
                    &mut suspect
                } else {
                    &mut excluded
                };
                chunks_with(index, number, wording, |chunk| marks[chunk] = true)?;
            }
        }
        let needed = |chunk: ChunkId| {
            let wordings = &self.wordings[index.language_of(chunk)];
            wordings
                .as_ref()
                .map_or(0, |wordings| wordings.required.len())
        };
        allowed.keep_if(chunks, |chunk| {
            !excluded[chunk as usize] && possible[chunk as usize] == needed(chunk)
        });
        self.suspect = suspect;
        Ok(())
    }

    /// Returns whether any text must be read.
    fn to_read(&self) -> bool {
        let mut wordings = self.of_languages();
        wordings.any(|(_, wordings)| !wordings.required.is_empty()) || self.suspect.contains(&true)
    }

    /// Returns the wordings for which this chunk must be read, if any.
    fn demands(&self, index: &Index, chunk: ChunkId) -> Option<&Wordings> {
        let wordings = self.wordings[index.language_of(chunk)].as_ref()?;
        let suspect = self
            .suspect
            .get(chunk as usize)
            .copied()
            .unwrap_or_default();
        (suspect || !wordings.required.is_empty()).then_some(wordings)
    }

    /// Returns the first `limit` of the ranked chunks that satisfy the restrictions, read in
    /// growing steps, and whether any was left unread.
    fn read(
        &self,
        index: &Index,
        ranked: &[Scored],
        limit: usize,
        most_read: usize,
    ) -> Attempt<(Vec<Scored>, bool)> {
        let mut hits: Vec<Scored> = Vec::with_capacity(limit.min(ranked.len()));
        let (mut rest, mut step, mut read) = (ranked, limit.max(1), 0);
        while hits.len() < limit && !rest.is_empty() && read < most_read {
            let (now, later) = rest.split_at(step.min(most_read - read).min(rest.len()));
            let demanding = now.iter().map(|hit| hit.chunk);
            let demanding = demanding.filter(|chunk| self.demands(index, *chunk).is_some());
            index.require_passages(demanding)?;
            for hit in now {
                match self.demands(index, hit.chunk) {
                    Some(wordings) => {
                        read += 1;
                        let passage = unless_missing(index.passage(hit.chunk))?;
                        if passage.is_some_and(|passage| wordings.admit(&texts(&passage))) {
                            hits.push(*hit);
                        }
                    }
                    None => hits.push(*hit),
                }
            }
            rest = later;
            step *= 2;
        }
        let unread = hits.len() < limit && !rest.is_empty();
        hits.truncate(limit);
        Ok((hits, unread))
    }
}

/// Returns the displayed texts of a chunk: title, headings, text.
fn texts(passage: &Passage) -> Vec<&str> {
    let mut texts = vec![passage.title(), passage.text()];
    texts.extend(passage.headings());
    texts
}

/// Returns the words of a wording, each with its required form. Single letters are skipped: in
/// `H-1B` and `e-mail` they are not separate words.
fn terms_of(wording: &Wording) -> Vec<(Term, Form)> {
    let words: Vec<&str> = wording.words().collect();
    let is_letter = |word: &&str| word.chars().count() == 1;
    let only_letters = words.iter().all(is_letter);
    let mut terms = Vec::with_capacity(words.len());
    for (i, word) in words.iter().enumerate() {
        if only_letters || !is_letter(word) {
            let mut term = Term::new(word, wording.language(), 1.0, Origin::Typed);
            // Phrases are compared by fold key.
            term.careful = false;
            let inflected = wording.is_inflected() && i + 1 == words.len();
            let form = if inflected { Form::Stem } else { Form::Surface };
            terms.push((term, form));
        }
    }
    terms
}

/// Visits the chunks that have all words of a wording.
fn chunks_with(
    index: &Index,
    language: usize,
    wording: &Wording,
    mut visit: impl FnMut(usize),
) -> Attempt<()> {
    let mut common: Option<Vec<ChunkId>> = None;
    for (term, form) in terms_of(wording) {
        let matches = match_term(index, language, wording.language(), &term)?;
        let postings = matches.postings(form);
        match &mut common {
            None => common = Some(postings.iter().map(|posting| posting.chunk).collect()),
            Some(chunks) => chunks.retain(|chunk| {
                let found = postings.binary_search_by_key(chunk, |posting| posting.chunk);
                found.is_ok()
            }),
        }
    }
    for chunk in common.unwrap_or_default() {
        visit(chunk as usize);
    }
    Ok(())
}
