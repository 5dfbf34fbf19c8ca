//! Asks every question of a set with every method.
//!
//! Each question is asked twice. A deep *search* yields the order of pages: hits are chunks, and a
//! page has the rank of its best chunk. *Asking* as a visitor does yields the answer, its
//! confidence and its tier. The latency of asking is measured separately, on one thread and with
//! everything loaded.

use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use soru::settings::Value;
use soru::text::primary_tags;
use soru::{Error, SearchResult};

use super::measures::Judged;
use super::questions::Question;
use super::reply::Reply;
use super::rows::Row;
use super::scores::{DEPTH, Scores};
use super::set::LabelledSet;
use super::significance::quantile;
use soru_files::bundle::Bundle;

/// The minimum number of reranked chunks: it yields ten pages even if each has several chunks.
const DEPTH_OF_CHUNKS: usize = 100;

/// The number of chunks requested first, which usually covers ten pages. Only otherwise are all
/// chunks requested, since extracting excerpts is slow.
const FIRST_CHUNKS: usize = 30;

/// The maximum number of timed questions.
const TIMED: usize = 100;

/// The number of runs of each timed question. The fastest counts, because slower runs are noise of
/// the machine.
const ROUNDS: usize = 3;

/// A row's response to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedQuestion {
    /// Ids of the first ten pages.
    pub ranking: Vec<String>,
    /// Their scores; none if no page is relevant.
    pub scores: Option<Scores>,
    /// The reply to a visitor.
    pub reply: Reply,
    /// Whether the answer is right; none without an answer or a label.
    pub right: Option<bool>,
    /// Whether the first page is in the question's language, on a site of several languages.
    pub own_language_first: Option<bool>,
    /// Whether a relevant page in each language that has one was found.
    pub every_language_found: Option<bool>,
}

/// The latency of asking, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
}

/// A row and its responses.
#[derive(Debug)]
pub struct MeasuredRow {
    /// The method of asking.
    pub row: Row,
    /// Its responses, question by question.
    pub asked: Vec<AskedQuestion>,
    /// Its latency.
    pub latency: Latency,
}

/// A row that was not measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SkippedRow {
    /// Its name.
    pub row: String,
    /// The reason.
    pub reason: String,
}

/// A set, asked with every method.
#[derive(Debug)]
pub struct Measured {
    /// The set.
    pub set: LabelledSet,
    /// The rows, in the requested order.
    pub rows: Vec<MeasuredRow>,
    /// Rows that this bundle cannot serve, with the reasons.
    pub skipped: Vec<SkippedRow>,
}

impl AskedQuestion {
    /// Returns the answer's confidence with its judgement.
    pub(super) fn judged(&self) -> Judged {
        match (self.right, &self.reply.answer) {
            (Some(right), Some(_)) => Judged::Answer {
                confidence: self.reply.confidence,
                right,
            },
            (_, None) => Judged::Refusal,
            (None, Some(_)) => Judged::Unknown,
        }
    }
}

/// Asks all questions of a set with every method; `watch` is called before each row.
///
/// # Errors
/// If one of the user's rows is rejected, or the bundle is damaged. A row that the engine lists but
/// this bundle cannot serve is skipped.
pub fn measure(
    set: LabelledSet,
    rows: &[Row],
    mut watch: impl FnMut(&str),
) -> anyhow::Result<Measured> {
    let mut measured = Vec::new();
    let mut skipped = Vec::new();
    for row in rows {
        watch(&row.name);
        match ask_all(&set, row) {
            Ok(row) => measured.push(row),
            Err(error) if row.is_own || is_damage(&error) => {
                return Err(error.context(format!("row `{}` on {}", row.name, set.name)));
            }
            Err(error) => skipped.push(SkippedRow {
                row: row.name.clone(),
                reason: format!("{error:#}"),
            }),
        }
    }
    Ok(Measured {
        set,
        rows: measured,
        skipped,
    })
}

/// Whether an error is damage or an unreadable file, which concerns every row; other errors concern
/// only the row.
fn is_damage(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<Error>() {
        None | Some(Error::Corrupt { .. } | Error::NotAnIndex { .. }) => true,
        Some(other) => matches!(other, Error::UnsupportedVersion { .. }),
    }
}

fn ask_all(set: &LabelledSet, row: &Row) -> anyhow::Result<MeasuredRow> {
    Ok(MeasuredRow {
        row: row.clone(),
        asked: ask_each(set, row)?,
        latency: Asker::open(set, row)?.time(&set.questions)?,
    })
}

/// Asks on all threads; each thread has its own engine.
fn ask_each(set: &LabelledSet, row: &Row) -> anyhow::Result<Vec<AskedQuestion>> {
    let share = set.questions.len().div_ceil(rayon::current_num_threads());
    let shares = set.questions.par_chunks(share.max(1)).map(|questions| {
        let asker = Asker::open(set, row)?;
        questions.iter().map(|one| asker.ask(set, one)).collect()
    });
    let asked: Vec<Vec<AskedQuestion>> = shares.collect::<anyhow::Result<_>>()?;
    Ok(asked.into_iter().flatten().collect())
}

/// A bundle opened for a row, with the options of its calls.
struct Asker {
    bundle: Bundle,
    /// The numbers of chunks to request, with the corresponding options.
    searches: [(usize, Value); 2],
    ask: Value,
}

impl Asker {
    fn open(set: &LabelledSet, row: &Row) -> anyhow::Result<Self> {
        let bundle = Bundle::open_with(&set.bundle, &row.compiled())?;
        let today = ("today", Value::Text(set.today.to_string()));
        let depth = bundle.engine().configuration().ranking.depth.get();
        let depth = depth.max(DEPTH_OF_CHUNKS);
        let search = |chunks| {
            let options = [
                today.clone(),
                ("topK", number(chunks)),
                ("ranking", deep(depth)),
            ];
            (chunks, row.per_call(&options))
        };
        Ok(Self {
            searches: [FIRST_CHUNKS, depth].map(search),
            ask: row.per_call(std::slice::from_ref(&today)),
            bundle,
        })
    }

    /// Ids of the first ten pages.
    fn rank(&self, one: &Question) -> anyhow::Result<Vec<String>> {
        let mut ranking = Vec::new();
        for (chunks, options) in &self.searches {
            let Some(found) = nothing_if_empty(self.bundle.search(&one.text, options))? else {
                break;
            };
            let is_all = found.hits.len() < *chunks;
            ranking = pages(found);
            if is_all || ranking.len() == DEPTH {
                break;
            }
        }
        Ok(ranking)
    }

    fn ask(&self, set: &LabelledSet, one: &Question) -> anyhow::Result<AskedQuestion> {
        let ranking = self.rank(one)?;
        let answer = nothing_if_empty(self.bundle.ask(&one.text, &self.ask))?;
        let reply = answer.map_or_else(Reply::none, Reply::of);
        Ok(AskedQuestion {
            scores: one.is_ranked().then(|| Scores::of(&ranking, &one.relevant)),
            right: reply.is_right(one),
            own_language_first: own_language_first(set, one, &ranking),
            every_language_found: every_language_found(set, one, &ranking),
            ranking,
            reply,
        })
    }

    fn time(&self, questions: &[Question]) -> anyhow::Result<Latency> {
        let count = questions.len().min(TIMED);
        let sample = (0..count).map(|n| &questions[n * questions.len() / count]);
        let mut times = vec![f64::INFINITY; count];
        for round in 0..=ROUNDS {
            for (question, time) in sample.clone().zip(&mut times) {
                let start = Instant::now();
                nothing_if_empty(self.bundle.ask(&question.text, &self.ask))?;
                // The first round loads files and fills caches.
                if round > 0 {
                    *time = time.min(start.elapsed().as_secs_f64() * 1000.0);
                }
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share| quantile(&times, share).unwrap_or_default();
        Ok(Latency {
            p50: at(0.5),
            p95: at(0.95),
        })
    }
}

fn number(number: usize) -> Value {
    Value::Number(number as f64)
}

/// Returns options that rerank this many chunks, and keep pages with duplicate passages separate.
fn deep(chunks: usize) -> Value {
    Value::Map(vec![
        ("depth".to_owned(), number(chunks)),
        ("nearDuplicates".to_owned(), Value::Bool(false)),
    ])
}

/// A question without a word has no results; the scores reflect that.
fn nothing_if_empty<T>(result: anyhow::Result<T>) -> anyhow::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.downcast_ref(), Some(Error::EmptyQuestion)) => Ok(None),
        other => other.map(Some),
    }
}

/// Returns the first ten pages, each at the rank of its best chunk.
fn pages(found: SearchResult) -> Vec<String> {
    let mut pages: Vec<String> = Vec::with_capacity(DEPTH);
    for hit in found.hits {
        if pages.len() == DEPTH {
            break;
        }
        if !pages.contains(&hit.id) {
            pages.push(hit.id);
        }
    }
    pages
}

fn own_language_first(set: &LabelledSet, one: &Question, ranking: &[String]) -> Option<bool> {
    if set.tags().len() < 2 || !one.is_ranked() {
        return None;
    }
    let own = primary_tags(std::slice::from_ref(&one.lang)).pop()?;
    let first = ranking.first().and_then(|page| set.languages.get(page));
    Some(first == Some(&own))
}

fn every_language_found(set: &LabelledSet, one: &Question, ranking: &[String]) -> Option<bool> {
    let tag = |page| set.languages.get(page);
    let mut wanted: Vec<&String> = one.relevant.keys().filter_map(tag).collect();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.len() < 2 || !one.is_ranked() {
        return None;
    }
    let relevant = ranking
        .iter()
        .filter(|page| one.relevant.contains_key(*page));
    let found: Vec<&String> = relevant.filter_map(tag).collect();
    Some(wanted.iter().all(|tag| found.contains(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r40_a_page_ranks_by_its_best_chunk() {
        let hit = |id: &str| soru::hit::Hit {
            id: id.into(),
            ..Default::default()
        };
        let found = SearchResult {
            hits: ["b", "a", "b", "c"].map(hit).to_vec(),
            intent: String::new(),
            lang: String::new(),
            corrections: Vec::new(),
            warnings: Vec::new(),
            rerank_failed: false,
            trace: None,
        };
        assert_eq!(pages(found), ["b", "a", "c"]);
    }
}
