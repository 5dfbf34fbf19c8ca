//! `bm25`: Okapi BM25 over chunks, with weights for the forms of a word and for fields (R18).
//!
//! For a term `t`, a form `f` (surface, stem, prefix) and a field `z` (body, headings, title,
//! written questions):
//!
//! ```text
//! idf(t, f)    = ln(1 + (N - n + 0.5) / (n + 0.5))       n: chunks with t in form f
//! sat(tf, z)   = tf (k1 + 1) / (tf + k1 (1 - b + b · |z| / mean |z|))
//! score(chunk) = Σ_t w_t Σ_f w_f idf(t, f) Σ_z w_z sat(tf(t, f, z), z)
//! ```
//!
//! Headings and written questions are assumed to have mean length: their lengths would be a third
//! of the data that every visitor downloads first.
//!
//! Source: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
//! (2009), with the idf of Lucene, which is never negative. Statistics come from the term's
//! language. In languages other than the question's, the gains of a word are scaled down until its
//! best chunk earns `retrieval.other_language_weight` times the best gain in the question's own
//! language, if the word occurs there: rarity in one language is unrelated to rarity in the other.
//!
//! *Relevance* is the share of the maximum gain of the question's words that a chunk earned. Each
//! word counts at most as much as in a chunk about it: three mentions of one word do not compensate
//! for another that is missing.
//!
//! | file | does |
//! |---|---|
//! | `accumulator.rs` | scores of chunks, and their share that counts for relevance |
//! | `tails.rs` | whether the unread parts of long lists matter |

mod accumulator;
mod tails;

pub(super) use self::accumulator::WordScores;
use self::accumulator::{Accumulator, OwnTerms};
use self::tails::Tails;
use super::search::{Matched, ReadPlan, Search};
use super::term_matching::{FORMS, Form, Pruning, TermMatches};
use super::{Allowed, RetrievalSettings, Retriever, rank};
use crate::error::Result;
use crate::hit::Scored;
use crate::index::format::{ChunkTable, FIELDS, LanguageStatistics, Posting, unpack_length};
use crate::index::{ChunkId, Index};
use crate::needs::Attempt;
use crate::query::Origin;
use crate::settings::{between, usual};

crate::settings! {
    /// Constants of BM25.
    pub struct Bm25Settings {
        /// How quickly further occurrences of a word stop counting, 0 or more.
        pub k1: f64 = 1.2,
        /// Strength of the penalty for long chunks, 0 to 1.
        pub b: f64 = 0.5,
        /// Weights of a word's forms.
        pub forms: FormWeights = FormWeights::default(),
        /// Weights of the fields.
        pub fields: FieldWeights = FieldWeights::default(),
    }
}

crate::settings! {
    /// Weight of a match by the form in which the word matches. A stricter match also counts in the
    /// looser forms.
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
    /// Weight of a match by its field.
    pub struct FieldWeights {
        /// The text.
        pub body: f64 = 1.0,
        /// Headings above the text, and the page's description.
        pub headings: f64 = 0.5,
        /// The page's title.
        pub title: f64 = 1.2,
        /// Questions written for the section when the site was built.
        pub questions: f64 = 3.0,
    }
}

/// Okapi BM25 over forms and fields.
#[derive(Debug, Clone)]
pub struct Bm25 {
    settings: Bm25Settings,
    forms: [f64; 3],
    fields: [f64; FIELDS],
    pub(super) pruning: Option<Pruning>,
}

impl Bm25 {
    /// Creates it with checked constants.
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
            questions,
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
                ("fields.questions", questions),
            ],
        )?;
        between("retrieval.bm25.b", settings.b, 0.0, 1.0)?;
        Ok(Self {
            settings,
            forms: [surface, stem, prefix],
            fields: [body, headings, title, questions],
            pruning: None,
        })
    }

    /// Creates it with checked constants. It skips long lists that contribute too little.
    ///
    /// # Errors
    /// [`crate::Error::InvalidValue`] for a constant out of its range.
    pub fn with_pruning(settings: &RetrievalSettings) -> Result<Self> {
        between("retrieval.pruning", settings.pruning, 0.0, 1.0)?;
        Ok(Self {
            pruning: settings.pruning(),
            ..Self::new(settings.bm25.clone())?
        })
    }

    /// Scores every chunk.
    pub(super) fn score(&self, index: &Index, matched: &[Matched<'_>]) -> WordScores {
        let mut scores = WordScores {
            accumulator: Accumulator::new(index.chunks().len()),
            best: vec![0.0; index.languages().len()],
        };
        let mut own = OwnTerms::default();
        for matched in matched {
            let best = self.score_reading(index, matched, &mut own, &mut scores.accumulator);
            scores.best[matched.language] = best;
        }
        scores
    }

    /// Adds a reading's scores and returns the maximum score of a chunk.
    fn score_reading<'q>(
        &self,
        index: &Index,
        matched: &Matched<'q>,
        own: &mut OwnTerms<'q>,
        accumulator: &mut Accumulator,
    ) -> f64 {
        let statistics = &index.languages()[matched.language];
        let damping = self.damping(statistics);
        let mut gains = Vec::new();
        let mut best = 0.0;
        for (term, matches) in &matched.terms {
            let weight = term.weight * matched.reading.weight;
            let worth = self.worth(statistics, matches, weight);
            self.gains(index.chunks(), &damping, matches, worth.forms, &mut gains);
            let highest = gains.iter().fold(0.0, |most: f64, own| most.max(own.1));
            let share = if matched.is_own {
                own.record(term, matches, highest);
                1.0
            } else {
                own.share(term, matched.reading.weight, highest)
            };
            let most = worth.most * share;
            accumulator.add(&gains, share, most, term.origin);
            if matches!(term.origin, Origin::Typed | Origin::Stop) {
                best += most;
            }
        }
        best
    }

    /// Returns a term's weight in each of its forms, and the gain of a chunk about it.
    fn worth(&self, statistics: &LanguageStatistics, matches: &TermMatches, weight: f64) -> Worth {
        let mut worth = Worth::default();
        let unknown = statistics.idf(0);
        for form in FORMS {
            if matches.is_pruned(form) {
                continue;
            }
            let idf = match matches.count(form) {
                // A form without any chunk has the idf of the next looser form.
                0 => loosest_idf(statistics, matches, form).unwrap_or(unknown),
                n => statistics.idf(n),
            };
            let own = weight * self.forms[form as usize] * idf;
            worth.forms[form as usize] = own;
            worth.most += own * (self.settings.k1 + 1.0) * TYPICAL_SATURATION;
        }
        worth
    }

    /// Computes the gain of a term for every chunk that has it in any form, ascending: one pass
    /// over all forms, which share most of their chunks.
    fn gains(
        &self,
        chunks: &ChunkTable,
        damping: &Damping,
        matches: &TermMatches,
        worth: [f64; 3],
        gains: &mut Vec<(ChunkId, f64)>,
    ) {
        gains.clear();
        let mut lists = FORMS.map(|form| matches.postings(form));
        // The reader has checked that postings name existing chunks, of which there are fewer.
        let next = |list: &[Posting]| list.first().map_or(ChunkId::MAX, |own| own.chunk);
        let mut heads = lists.map(next);
        loop {
            let chunk = heads[0].min(heads[1]).min(heads[2]);
            if chunk == ChunkId::MAX {
                return;
            }
            let lengths = [chunks.body_length(chunk), chunks.title_length(chunk)];
            let mut gain = 0.0;
            for form in 0..3 {
                if heads[form] == chunk
                    && let [posting, rest @ ..] = lists[form]
                {
                    gain += worth[form] * self.posting_gain(*posting, damping, lengths);
                    lists[form] = rest;
                    heads[form] = next(rest);
                }
            }
            gains.push((chunk, gain));
        }
    }

    /// Returns the gain of a posting in a chunk with these lengths of body and title.
    fn posting_gain(&self, posting: Posting, damping: &Damping, [body, title]: [u8; 2]) -> f64 {
        // Most postings have these frequencies.
        if posting.frequencies() == [1, 0, 0, 0] {
            return damping.once[usize::from(body)];
        }
        self.gain(posting.frequencies(), damping.of(body, title))
    }

    fn damping(&self, statistics: &LanguageStatistics) -> Damping {
        let Bm25Settings { k1, b, .. } = self.settings;
        let of = |mean: f64| {
            let mean = mean.max(1.0);
            let length = |byte: u8| f64::from(unpack_length(byte)) / mean;
            std::array::from_fn(|byte| k1 * (1.0 - b + b * length(byte.to_le_bytes()[0])))
        };
        let body: [f64; 256] = of(statistics.mean_words[0]);
        Damping {
            once: body.map(|body| self.gain([1, 0, 0, 0], [body, 0.0, 0.0, 0.0])),
            body,
            short: k1,
            title: of(statistics.mean_words[2]),
        }
    }

    /// Returns the gain of these frequencies, each field damped by its length.
    fn gain(&self, frequencies: [u32; FIELDS], damping: [f64; FIELDS]) -> f64 {
        let mut gain = 0.0;
        for field in 0..FIELDS {
            if frequencies[field] > 0 {
                let frequency = f64::from(frequencies[field]);
                let saturated = frequency * (self.settings.k1 + 1.0) / (frequency + damping[field]);
                gain += self.fields[field] * saturated;
            }
        }
        gain
    }
}

/// The weights of a term.
#[derive(Debug, Default)]
struct Worth {
    /// Weight of each form, before frequencies and fields.
    forms: [f64; 3],
    /// Gain of a chunk about it.
    most: f64,
}

/// `k1 (1 - b + b · |z| / mean |z|)` for every possible length of a field.
struct Damping {
    /// Gain of a word that occurs once in a body of this length, and in no other field.
    once: [f64; 256],
    body: [f64; 256],
    /// The damping of headings and written questions.
    short: f64,
    title: [f64; 256],
}

impl Damping {
    fn of(&self, body: u8, title: u8) -> [f64; FIELDS] {
        [
            self.body[usize::from(body)],
            self.short,
            self.title[usize::from(title)],
            self.short,
        ]
    }
}

/// Share of the saturation's ceiling that a chunk about a word reaches (one or two occurrences in
/// a chunk of mean length). The unit of relevance, not of ranking.
const TYPICAL_SATURATION: f64 = 0.8;

fn loosest_idf(statistics: &LanguageStatistics, matches: &TermMatches, form: Form) -> Option<f64> {
    FORMS
        .into_iter()
        .skip(form as usize)
        .map(|form| matches.count(form))
        .find(|n| *n > 0)
        .map(|n| statistics.idf(n))
}

impl Retriever for Bm25 {
    fn name(&self) -> &'static str {
        "bm25"
    }

    fn pruning(&self) -> Option<Pruning> {
        self.pruning
    }

    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Attempt<Vec<Scored>> {
        let index = search.index();
        let mut plan = ReadPlan {
            pruning: self.pruning,
            tails: false,
        };
        loop {
            let matched = search.matched(plan, None)?;
            let scores = self.score(index, &matched);
            let relevance = |chunk, _| scores.relevance(index, chunk);
            let hits = rank(scores.scores(), relevance, allowed, limit);
            let tails = Tails::of(self, index, &matched);
            if plan.tails || tails.cannot_matter(scores.scores(), &hits, allowed, limit) {
                return Ok(hits);
            }
            plan.tails = true;
        }
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
