//! Finds the chunks that contain a word of the question, and the form in which it matches.
//!
//! The matches of a word are three sets of words, each a superset of the one before:
//!
//! * **surface**: the word itself. For a word typed without diacritics, these are all spellings of
//!   its fold key.
//! * **stem**: words with the stem of any of those spellings, words that are such a stem, and words
//!   whose stem is such a spelling.
//! * **prefix**: words whose fold key begins with the same five (Turkish) or six letters.
//!
//! A word that is still being typed matches its completions with the weight of its stem's words.
//!
//! Folding before stemming breaks Turkish stems, so a word typed in ASCII is first resolved to the
//! spellings in the index, and those are stemmed. Only a word that is not in the index is compared
//! by folded stems.
//!
//! Words, stems and prefixes that occur in very many chunks have *long* lists of postings, which
//! are fetched on demand. A list is not fetched while its value is too low ([`Pruning`]), and only
//! its best part is fetched if the rest cannot matter.

use std::sync::Arc;

use crate::index::format::{LanguageStatistics, LongList, Posting, unite_postings};
use crate::index::{ChunkId, Index, Word};
use crate::needs::Attempt;
use crate::ordered::first;
use crate::query::Term;
use crate::text::{Language, fold, prefix};

/// The form in which a word of the index matches a word of the question, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The same word.
    Surface,
    /// The same stem.
    Stem,
    /// The same prefix.
    Prefix,
}

/// All forms, strictest first.
pub(super) const FORMS: [Form; 3] = [Form::Surface, Form::Stem, Form::Prefix];

/// The postings of a word of the question, by form.
#[derive(Debug, Clone, Default)]
pub struct TermMatches {
    forms: [FormMatches; 3],
}

#[derive(Debug, Clone, Default)]
struct FormMatches {
    /// Words that are merged in the index, or here.
    families: Vec<Vec<Word>>,
    /// Number of chunks that contain any of them; an upper bound if there are several long lists.
    count: usize,
    pruned: bool,
    postings: Arc<Vec<Posting>>,
    unread: Vec<Unread>,
}

/// A long list of which only the best part was read.
#[derive(Debug, Clone)]
pub(super) struct Unread {
    /// The part that was read.
    pub(super) head: Arc<Vec<Posting>>,
    /// Bounds of the rest.
    pub(super) list: LongList,
}

impl Unread {
    /// Returns whether a chunk may be in the unread part: each chunk is in at most one of the two
    /// parts.
    pub(super) fn may_hold(&self, chunk: ChunkId) -> bool {
        let in_head = self
            .head
            .binary_search_by_key(&chunk, |posting| posting.chunk);
        in_head.is_err()
    }
}

impl TermMatches {
    /// Creates matches with unread long lists. A form without any is assumed to occur in `unseen`
    /// chunks.
    pub(super) fn of_lists([surface, stem, prefix]: [Vec<Word>; 3], unseen: usize) -> Self {
        let of_lists = |words| FormMatches::of_lists(words, unseen);
        Self {
            forms: [of_lists(surface), of_lists(stem), of_lists(prefix)],
        }
    }

    /// Returns the postings of a form that were read, ascending by chunk.
    pub fn postings(&self, form: Form) -> &[Posting] {
        &self.forms[form as usize].postings
    }

    /// Returns the number of chunks with the word in this form.
    pub fn count(&self, form: Form) -> usize {
        self.forms[form as usize].count
    }

    /// Returns whether the form is pruned from the question for its low value.
    pub fn is_pruned(&self, form: Form) -> bool {
        self.forms[form as usize].pruned
    }

    /// Returns the long lists that were read in part.
    pub(super) fn unread(&self, form: Form) -> &[Unread] {
        &self.forms[form as usize].unread
    }

    /// Returns the loosest form that has any postings and counts.
    pub fn loosest(&self) -> Option<Form> {
        let mut forms = FORMS.into_iter().rev();
        forms.find(|form| self.count(*form) > 0 && !self.is_pruned(*form))
    }

    /// Returns whether no chunk has the word in any form.
    pub fn is_empty(&self) -> bool {
        self.forms.iter().all(|form| form.count == 0)
    }
}

/// Pruning of long lists that are not worth their bytes: the lists with the lowest value are left
/// out as long as their total value does not exceed a share of the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pruning {
    /// Weight of a match in each form.
    pub forms: [f64; 3],
    /// The share that may be left out.
    pub share: f64,
}

/// Looks a term up in one language of the index, with all its postings.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub fn match_term(
    index: &Index,
    language: usize,
    rules: Language,
    term: &Term,
) -> Attempt<TermMatches> {
    let surfaces = surfaces(index, language, term)?;
    let mut matches = look_up(index, language, rules, term, surfaces)?;
    let needed: Vec<&Word> = matches.needed().collect();
    index.require_lists(&needed, true)?;
    matches.read(index, true)?;
    Ok(matches)
}

/// Returns the words that a term matches in each form, and the number of their chunks; `surfaces`
/// are the words of the strictest form.
pub(super) fn look_up(
    index: &Index,
    language: usize,
    rules: Language,
    term: &Term,
    surfaces: Vec<Word>,
) -> Attempt<TermMatches> {
    let stem = families_of_stem(index, language, term, &surfaces)?;
    let prefixed = match prefix(&term.key, rules) {
        Some(prefix) => index.words_with_prefix(language, prefix)?,
        None => Vec::new(),
    };
    let surface = surfaces.into_iter().map(|word| vec![word]).collect();
    let stem = FormMatches::new(index, stem)?;
    let prefix = if prefixed.is_empty() {
        stem.clone()
    } else {
        FormMatches::new(index, vec![prefixed])?
    };
    Ok(TermMatches {
        forms: [FormMatches::new(index, surface)?, stem, prefix],
    })
}

impl FormMatches {
    fn of_lists(words: Vec<Word>, unseen: usize) -> Self {
        let mut count = 0;
        for word in &words {
            count += word.document_frequency() as usize;
        }
        Self {
            count: if words.is_empty() { unseen } else { count },
            families: vec![words],
            ..Self::default()
        }
    }

    /// Reads the short lists. If there is a long one, chunks are counted family by family, so the
    /// number is the same whether a family is merged in the index or here.
    fn new(index: &Index, families: Vec<Vec<Word>>) -> Attempt<Self> {
        let mut lists = Vec::new();
        let (mut sum, mut is_long) = (0, false);
        for family in &families {
            let mut own = Vec::new();
            for word in family {
                if word.is_long() {
                    is_long = true;
                    sum += word.document_frequency() as usize;
                } else {
                    own.push(index.postings(word, false)?);
                }
            }
            let own = unite_postings(own);
            sum += own.len();
            if !own.is_empty() {
                lists.push(own);
            }
        }
        let postings = unite_postings(lists);
        let count = if is_long {
            sum.min(index.most_chunks())
        } else {
            postings.len()
        };
        Ok(Self {
            families,
            count,
            postings,
            ..Self::default()
        })
    }

    fn long(&self) -> impl Iterator<Item = &Word> {
        let words = self.families.iter().flatten();
        words.filter(|word| word.is_long() && !self.pruned)
    }
}

impl TermMatches {
    /// Returns the words whose long lists must be read.
    pub(super) fn needed(&self) -> impl Iterator<Item = &Word> {
        self.forms.iter().flat_map(FormMatches::long)
    }

    /// Reads the long lists, optionally with their tails.
    pub(super) fn read(&mut self, index: &Index, tails: bool) -> Attempt<()> {
        for form in &mut self.forms {
            let mut lists = Vec::new();
            let mut unread = Vec::new();
            for word in form.long() {
                let list = index.postings(word, tails)?;
                if let Some(tail) = word.tail().filter(|_| !tails)
                    && list.len() < word.document_frequency() as usize
                {
                    let (head, list) = (Arc::clone(&list), tail.clone());
                    unread.push(Unread { head, list });
                }
                lists.push(list);
            }
            form.unread = unread;
            if form.pruned {
                form.postings = Arc::default();
            }
            if !lists.is_empty() {
                if !form.postings.is_empty() {
                    lists.push(std::mem::take(&mut form.postings));
                }
                form.postings = unite_postings(lists);
            }
        }
        Ok(())
    }
}

/// Prunes the long lists with the lowest value for the question.
pub(super) fn prune(
    terms: &mut [(&Term, TermMatches)],
    statistics: &LanguageStatistics,
    pruning: Pruning,
) {
    let mut long: Vec<(f64, usize, usize)> = Vec::new();
    let mut total = 0.0;
    for (number, (term, matches)) in terms.iter().enumerate() {
        let forms = FORMS.into_iter().zip(&matches.forms);
        for ((kind, form), weight) in forms.zip(pruning.forms) {
            if form.count == 0 {
                continue;
            }
            let worth = term.weight * weight * statistics.idf(form.count);
            total += worth;
            if form.long().next().is_some() {
                long.push((worth, number, kind as usize));
            }
        }
    }
    let before = |one: usize, other: usize| (long[one].0, one) < (long[other].0, other);
    let mut rest = pruning.share * total;
    for place in first(long.len(), long.len(), &before) {
        let (worth, number, form) = long[place];
        rest -= worth;
        if rest < 0.0 {
            return;
        }
        terms[number].1.forms[form].pruned = true;
    }
}

/// Returns the word itself if it was typed with diacritics, otherwise all its spellings.
pub(super) fn surfaces(index: &Index, language: usize, term: &Term) -> Attempt<Vec<Word>> {
    let mut words = index.spellings(language, &term.key)?;
    if term.careful && words.iter().any(|word| word.text() == term.surface) {
        words.retain(|word| word.text() == term.surface);
    }
    Ok(words)
}

/// Returns the stems by which words are found: the stems of the spellings, and the spellings
/// themselves, since the Turkish stemmer strips endings from some bare nouns too (`lise` gives
/// `lis`, but `liseler` gives `lise`). Of 20,000 Turkish words, 614 are such nouns, mostly frequent
/// ones.
pub(super) fn stems(surfaces: &[Word]) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for surface in surfaces {
        for stem in [surface.stem(), surface.text().to_owned()] {
            if !stems.contains(&stem) {
                stems.push(stem);
            }
        }
    }
    stems
}

/// Returns the words that share a stem with the term's spellings, or are such a stem.
fn families_of_stem(
    index: &Index,
    language: usize,
    term: &Term,
    surfaces: &[Word],
) -> Attempt<Vec<Vec<Word>>> {
    let mut families = if surfaces.is_empty() {
        families_of_folded_stem(index, language, term)?
    } else {
        let stems = stems(surfaces);
        let mut families = Vec::new();
        for stem in &stems {
            families.push(index.words_of_stem(language, stem)?);
            let mut bare = index.spellings_beside_stem(language, stem)?;
            bare.retain(|word| word.text() == stem && !stems.contains(&word.stem()));
            families.push(bare);
        }
        families
    };
    families.retain(|family| !family.is_empty());
    if term.partial {
        add_completions(index, language, term, &mut families)?;
    }
    Ok(families)
}

/// Returns the words related to a word that is not in the index: words equal to its folded stem,
/// words with that stem, and words whose stem is the word itself.
fn families_of_folded_stem(index: &Index, language: usize, term: &Term) -> Attempt<Vec<Vec<Word>>> {
    let stem = fold(&term.stem);
    let mut families: Vec<Vec<Word>> = Vec::new();
    let keys = [stem.as_str(), term.key.as_str()];
    let distinct = if stem == term.key { 1 } else { 2 };
    for key in &keys[..distinct] {
        for word in index.words_of_folded_stem(language, key)? {
            let stem = word.stem();
            match families.iter_mut().find(|family| family[0].has_stem(&stem)) {
                Some(family) => family.push(word),
                None => families.push(vec![word]),
            }
        }
    }
    for word in index.spellings(language, &stem)? {
        if !keys.contains(&fold(&word.stem()).as_str()) {
            families.push(vec![word]);
        }
    }
    Ok(families)
}

/// The maximum number of completions. A prefix of one letter has thousands, and the most common
/// ones are enough.
const MOST_COMPLETIONS: usize = 64;

/// Adds the most common completions of a word that is still being typed.
fn add_completions(
    index: &Index,
    language: usize,
    term: &Term,
    families: &mut Vec<Vec<Word>>,
) -> Attempt<()> {
    let mut completions = index.completions(language, &term.key)?;
    let known: Vec<String> = families.iter().map(|family| family[0].stem()).collect();
    completions.retain(|word| !known.contains(&word.stem()));
    if completions.len() > MOST_COMPLETIONS {
        let chunks = |at: usize| completions[at].document_frequency();
        // Ties are broken by position in the dictionary.
        let common = |a, b| (chunks(b), a) < (chunks(a), b);
        let kept = first(completions.len(), MOST_COMPLETIONS, &common);
        completions = kept.into_iter().map(|at| completions[at].clone()).collect();
    }
    families.extend(completions.into_iter().map(|word| vec![word]));
    Ok(())
}
