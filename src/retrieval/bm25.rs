//! `bm25`: Okapi BM25 over chunks, several forms of a word and several fields weighted together
//! (R18).
//!
//! For a term `t`, a form `f` (surface, stem, prefix) and a field `z` (body, headings, title):
//!
//! ```text
//! idf(t, f)    = ln(1 + (N - n + 0.5) / (n + 0.5))       n: chunks with t in form f
//! sat(tf, z)   = tf (k1 + 1) / (tf + k1 (1 - b + b · |z| / mean |z|))
//! score(chunk) = Σ_t w_t Σ_f w_f idf(t, f) Σ_z w_z sat(tf(t, f, z), z)
//! ```
//!
//! Source: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
//! (2009), with the idf of Lucene, which is never negative. Statistics are those of the
//! term's language. In other languages than the question's, what a word earns is scaled down until
//! its best chunk earns `retrieval.other_language_weight` of what the best one in the question's
//! own does, if that has the word at all: rarity in one language says nothing of the other.
//!
//! *Relevance* is the share of what the question's words could earn that a chunk earned, where each
//! word counts at most as much as a chunk about it earns: three mentions of one word do not make
//! up for another that is missing.

use super::matching::{FORMS, Form, Matched, TermMatches, match_query};
use super::{Allowed, Retriever, rank};
use crate::error::Result;
use crate::hit::Scored;
use crate::index::format::{LanguageStatistics, Posting};
use crate::index::{ChunkId, Index};
use crate::query::{Origin, Query, Term};
use crate::settings::{between, usual};

crate::settings! {
    /// Constants of BM25.
    pub struct Bm25Settings {
        /// How soon more occurrences of a word stop to count, 0 or more.
        pub k1: f64 = 1.2,
        /// How much long chunks are held back, 0 to 1.
        pub b: f64 = 0.5,
        /// Weights of a word's forms.
        pub forms: FormWeights = FormWeights::default(),
        /// Weights of the fields.
        pub fields: FieldWeights = FieldWeights::default(),
    }
}

crate::settings! {
    /// What a match is worth by the form in which the word matches. A stricter match also counts
    /// in the looser forms.
    pub struct FormWeights {
        /// The same word.
        pub surface: f64 = 0.4,
        /// The same stem.
        pub stem: f64 = 0.6,
        /// The same first five (Turkish) or six letters.
        pub prefix: f64 = 0.6,
    }
}

crate::settings! {
    /// What a match is worth by where it stands.
    pub struct FieldWeights {
        /// The text.
        pub body: f64 = 1.0,
        /// Headings above the text, and the page's description.
        pub headings: f64 = 0.5,
        /// The page's title.
        pub title: f64 = 1.2,
    }
}

/// Okapi BM25 over forms and fields.
#[derive(Debug, Clone)]
pub struct Bm25 {
    settings: Bm25Settings,
    forms: [f64; 3],
    fields: [f64; 3],
}

impl Bm25 {
    /// With checked constants.
    ///
    /// # Errors
    /// [`crate::Error::InvalidValue`] for a constant out of its range.
    pub fn new(settings: Bm25Settings) -> Result<Self> {
        let FormWeights {
            surface,
            stem,
            prefix,
        } = settings.forms;
        let FieldWeights {
            body,
            headings,
            title,
        } = settings.fields;
        usual(
            "retrieval.bm25",
            &[
                ("k1", settings.k1),
                ("forms.surface", surface),
                ("forms.stem", stem),
                ("forms.prefix", prefix),
                ("fields.body", body),
                ("fields.headings", headings),
                ("fields.title", title),
            ],
        )?;
        between("retrieval.bm25.b", settings.b, 0.0, 1.0)?;
        Ok(Self {
            settings,
            forms: [surface, stem, prefix],
            fields: [body, headings, title],
        })
    }

    /// What every chunk earns.
    pub(super) fn score(&self, index: &Index, matched: &[Matched<'_>]) -> Earned {
        let mut earned = Earned {
            board: Board::new(index.chunks().len()),
            best: vec![0.0; index.languages().len()],
        };
        let mut own = OwnTerms::default();
        for matched in matched {
            let best = self.score_reading(index, matched, &mut own, &mut earned.board);
            earned.best[matched.language] = best;
        }
        earned
    }

    /// Adds a reading's scores and returns what a chunk could earn at best.
    fn score_reading<'q>(
        &self,
        index: &Index,
        matched: &Matched<'q>,
        own: &mut OwnTerms<'q>,
        board: &mut Board,
    ) -> f64 {
        let statistics = &index.languages()[matched.language];
        let mut best = 0.0;
        for (term, matches) in &matched.terms {
            let weight = term.weight * matched.reading.weight;
            let most = self.score_term(index, statistics, matches, weight, board);
            let highest = board.highest();
            let share = if matched.is_own {
                own.hear(term, matches, highest);
                1.0
            } else {
                own.share(term, matched.reading.weight, highest)
            };
            let most = most * share;
            board.close_term(share, most, term.origin);
            if matches!(term.origin, Origin::Typed | Origin::Stop) {
                best += most;
            }
        }
        best
    }

    /// Adds a term's scores and returns what a chunk about it earns.
    fn score_term(
        &self,
        index: &Index,
        statistics: &LanguageStatistics,
        matches: &TermMatches,
        weight: f64,
        board: &mut Board,
    ) -> f64 {
        let mut most = 0.0;
        let unknown = statistics.idf(0);
        for form in FORMS {
            let form_weight = weight * self.forms[form as usize];
            let postings = matches.postings(form);
            let idf = match postings.len() {
                // A form that is nowhere promises what the next looser one does.
                0 => loosest_idf(statistics, matches, form).unwrap_or(unknown),
                n => statistics.idf(n),
            };
            most += form_weight * idf * (self.settings.k1 + 1.0) * TYPICAL_SATURATION;
            for posting in postings {
                let gain = form_weight * idf * self.fields_gain(index, statistics, posting);
                board.add(posting.chunk, gain);
            }
        }
        most
    }

    fn fields_gain(
        &self,
        index: &Index,
        statistics: &LanguageStatistics,
        posting: &Posting,
    ) -> f64 {
        let lengths = index.chunks().words(posting.chunk as usize);
        let fields = posting.frequencies.into_iter().zip(lengths);
        let mut gain = 0.0;
        for ((frequency, words), (mean, weight)) in
            fields.zip(statistics.mean_words.into_iter().zip(self.fields))
        {
            let length = f64::from(words) / mean.max(1.0);
            gain += weight * self.saturated(f64::from(frequency), length);
        }
        gain
    }

    /// `length` is relative to the mean.
    fn saturated(&self, frequency: f64, length: f64) -> f64 {
        let Bm25Settings { k1, b, .. } = self.settings;
        if frequency > 0.0 {
            frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - b + b * length))
        } else {
            0.0
        }
    }
}

/// Share of the saturation's ceiling that a chunk about a word reaches (one or two occurrences in
/// a chunk of mean length). The unit of relevance, not of ranking.
const TYPICAL_SATURATION: f64 = 0.8;

/// What every chunk earned, and could have earned.
#[derive(Debug)]
pub(super) struct Earned {
    board: Board,
    /// What could be earned differs between languages, and a chunk is in one of them.
    best: Vec<f64>,
}

impl Earned {
    /// Per chunk.
    pub(super) fn scores(&self) -> &[f64] {
        &self.board.scores
    }

    pub(super) fn relevance(&self, index: &Index, chunk: ChunkId) -> f64 {
        let best = self.best[index.language_of(chunk)];
        if best > 0.0 {
            self.board.capped[chunk as usize] / best
        } else {
            0.0
        }
    }
}

/// Scores of all chunks, and how much of them counts for relevance.
#[derive(Debug)]
struct Board {
    /// What chunks are ranked by.
    scores: Vec<f64>,
    /// The same, where no word of the question makes up for another one that is missing.
    capped: Vec<f64>,
    /// What the present term gave each chunk.
    gains: Vec<f64>,
    touched: Vec<ChunkId>,
}

impl Board {
    fn new(chunks: usize) -> Self {
        let [scores, capped, gains] = [(); 3].map(|()| vec![0.0; chunks]);
        Self {
            scores,
            capped,
            gains,
            touched: Vec::new(),
        }
    }

    fn add(&mut self, chunk: ChunkId, gain: f64) {
        // Postings name only chunks that exist; the reader has checked.
        let own = &mut self.gains[chunk as usize];
        if *own == 0.0 {
            self.touched.push(chunk);
        }
        *own += gain;
    }

    /// The most that the present term gave a chunk.
    fn highest(&self) -> f64 {
        let gains = self.touched.iter().map(|chunk| self.gains[*chunk as usize]);
        gains.fold(0.0, f64::max)
    }

    /// Takes that share of the present term's gains over; `most` is what they count for relevance
    /// at most. Boosters are our words and not the visitor's: they count nothing there.
    fn close_term(&mut self, share: f64, most: f64, origin: Origin) {
        for chunk in self.touched.drain(..) {
            let row = chunk as usize;
            let gain = share * std::mem::take(&mut self.gains[row]);
            self.scores[row] += gain;
            if origin != Origin::Booster {
                self.capped[row] += gain.min(most);
            }
        }
    }
}

/// What the words of a question earn in its own language.
#[derive(Debug, Default)]
struct OwnTerms<'q> {
    /// Fold keys, and the most that a chunk earned with the word.
    highest: Vec<(&'q str, f64)>,
}

impl<'q> OwnTerms<'q> {
    fn hear(&mut self, term: &'q Term, matches: &TermMatches, highest: f64) {
        // Words that merely begin alike are others.
        if !matches.postings(Form::Stem).is_empty() {
            self.highest.push((&term.key, highest));
        }
    }

    /// The share of its gains that a term keeps in another language of this weight, where it gave
    /// a chunk so much at most. A Turkish word is rare in English pages, whatever it is in Turkish
    /// ones, and what is rare counts much; a title may say it twice. So that the weight of a
    /// language holds, no chunk earns more with a word than that weight of what the best chunk in
    /// the question's own language does, if there is one.
    fn share(&self, term: &Term, weight: f64, highest: f64) -> f64 {
        let mut same = self.highest.iter().filter(|(key, _)| *key == term.key);
        match same.next() {
            Some((_, own)) if highest > weight * own => weight * own / highest,
            _ => 1.0,
        }
    }
}

fn loosest_idf(statistics: &LanguageStatistics, matches: &TermMatches, form: Form) -> Option<f64> {
    FORMS
        .into_iter()
        .skip(form as usize)
        .map(|form| matches.postings(form).len())
        .find(|n| *n > 0)
        .map(|n| statistics.idf(n))
}

impl Retriever for Bm25 {
    fn name(&self) -> &'static str {
        "bm25"
    }

    fn retrieve(
        &self,
        index: &Index,
        query: &Query,
        allowed: &Allowed,
        limit: usize,
    ) -> Result<Vec<Scored>> {
        let earned = self.score(index, &match_query(index, query, self.needs_vectors())?);
        let relevance = |chunk, _| earned.relevance(index, chunk);
        Ok(rank(earned.scores(), relevance, allowed, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r18_constants_out_of_range_are_refused_by_name() {
        for (settings, name) in [
            (
                Bm25Settings {
                    k1: -1.0,
                    ..Default::default()
                },
                "k1",
            ),
            (
                Bm25Settings {
                    b: 1.5,
                    ..Default::default()
                },
                "retrieval.bm25.b",
            ),
        ] {
            assert!(Bm25::new(settings).unwrap_err().to_string().contains(name));
        }
    }
}
