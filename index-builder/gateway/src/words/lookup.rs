//! Asks the cluster about words, and keeps what it says while the index is the same.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use moka::sync::Cache;
use soru::text::{Language, fold, stem_of_page};
use soru_cluster::weights::{FIELDS, FOLDS, FORMS, name};
use soru_cluster::{SiteDescription, forms};
use tokio::time::Instant;

use super::choice::{self, Search as Way};
use super::known::{Chunks, KnownWord, Spelling, SpellingKind};
use crate::cluster::{Cluster, Failed};
use crate::engines::{Condition, Count, Dialect, Search};
use crate::request::Word;

/// Words that are kept.
const MOST_KEPT: u64 = 20_000;

/// An update of an index changes its words without changing its name.
const KEPT: Duration = Duration::from_mins(10);

/// Words of a question whose spelling is looked for.
pub(super) const MOST_SPELT: usize = 8;

/// The stored fields with texts.
pub(super) const TEXT_FIELDS: [&str; 2] = ["title", "text"];

/// Chunks whose texts tell the spelling of a key.
const TEXTS: u64 = 10;

/// The share of the remaining time that an engine has; the rest is for the way of its answer.
const OF_ENGINE: f64 = 0.8;

/// The words that the cluster was asked about.
#[derive(Debug)]
pub(crate) struct Words {
    known: Cache<String, Arc<KnownWord>>,
}

/// An index, and the way to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looked<'l> {
    pub(crate) cluster: &'l Cluster,
    pub(crate) dialect: Dialect,
    pub(crate) alias: &'l str,
    pub(crate) site: &'l SiteDescription,
    pub(crate) deadline: Instant,
}

impl Words {
    pub(crate) fn new() -> Self {
        Self {
            known: Cache::builder()
                .max_capacity(MOST_KEPT)
                .time_to_live(KEPT)
                .build(),
        }
    }

    /// Returns what the cluster knows of each word; none if a part of it did not answer.
    pub(crate) async fn look_up(
        &self,
        looked: Looked<'_>,
        words: &[Word],
    ) -> Result<Option<Vec<Arc<KnownWord>>>, Failed> {
        let key = |word: &Word| format!("{} {} {}", looked.site.index, word.language, word.text);
        let mut known: Vec<Option<Arc<KnownWord>>> = words
            .iter()
            .map(|word| self.known.get(&key(word)))
            .collect();
        let missing: Vec<usize> = (0..words.len())
            .filter(|place| known[*place].is_none())
            .collect();
        if !missing.is_empty() {
            let asked: Vec<&Word> = missing.iter().map(|place| &words[*place]).collect();
            let Some(found) = looked.ask_about(&asked).await? else {
                return Ok(None);
            };
            for (place, found) in missing.into_iter().zip(found) {
                let found = Arc::new(found);
                self.known.insert(key(&words[place]), Arc::clone(&found));
                known[place] = Some(found);
            }
        }
        Ok(Some(known.into_iter().flatten().collect()))
    }
}

/// Returns the forms of a word, as a push makes them.
pub(crate) fn forms_of(word: &str, tag: &str) -> [String; FORMS.len()] {
    forms(word, stem_of_page(word, tag), Language::from_tag(tag))
}

impl Looked<'_> {
    /// Returns the time that the engine has, which is less than the gateway's.
    pub(crate) fn time(self) -> Duration {
        let rest = self.deadline.duration_since(Instant::now());
        // Engines take zero for no bound.
        rest.mul_f64(OF_ENGINE).max(Duration::from_millis(1))
    }

    async fn ask_about(&self, words: &[&Word]) -> Result<Option<Vec<KnownWord>>, Failed> {
        let texts: Vec<(&str, &str)> = words
            .iter()
            .map(|word| (word.text.as_str(), word.language.as_str()))
            .collect();
        let Some(counted) = self.count(&texts).await? else {
            return Ok(None);
        };
        let looks = words.iter().zip(counted).scan(0, |spelt, (word, counted)| {
            let (chunks, with_key) = counted;
            let mut way = choice::search(&word.text, chunks, with_key);
            *spelt += usize::from(way != Way::None);
            if *spelt > MOST_SPELT {
                way = Way::None;
            }
            Some(self.known(word, chunks, way))
        });
        let known = try_join_all(looks.collect::<Vec<_>>()).await?;
        Ok(known.into_iter().collect())
    }

    async fn known(
        &self,
        word: &Word,
        chunks: Chunks,
        way: Way,
    ) -> Result<Option<KnownWord>, Failed> {
        let (kind, found) = match way {
            Way::None => (SpellingKind::Diacritics, Vec::new()),
            Way::SameLetters => {
                let found = self.spellings(&fold(&word.text), &word.language).await?;
                (SpellingKind::Diacritics, found)
            }
            Way::NearLetters => (SpellingKind::Correction, self.correct(word).await?),
        };
        let others: Vec<(&str, &str)> = found
            .iter()
            .filter(|spelling| **spelling != word.text)
            .map(|spelling| (spelling.as_str(), word.language.as_str()))
            .collect();
        let Some(counted) = self.count(&others).await? else {
            return Ok(None);
        };
        let spelling = |((word, _), (chunks, _)): (&(&str, &str), (Chunks, u64))| Spelling {
            word: (*word).to_owned(),
            kind,
            chunks,
        };
        Ok(Some(KnownWord {
            chunks,
            spellings: others.iter().zip(counted).map(spelling).collect(),
        }))
    }

    /// Counts the chunks with each word in each form, and with its fold key.
    pub(super) async fn count(
        &self,
        words: &[(&str, &str)],
    ) -> Result<Option<Vec<(Chunks, u64)>>, Failed> {
        if words.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let of_word = |(word, tag): &(&str, &str)| {
            let forms = forms_of(word, tag).into_iter().zip(FORMS);
            let in_text = forms.map(|(term, form)| Count {
                field: name(FIELDS[0], form),
                term,
            });
            in_text
                .chain([Count {
                    field: FOLDS.to_owned(),
                    term: fold(word),
                }])
                .collect::<Vec<_>>()
        };
        let counts: Vec<Vec<Count>> = words.iter().map(of_word).collect();
        let mut distinct: Vec<Count> = Vec::new();
        let mut places: HashMap<&Count, usize> = HashMap::new();
        for count in counts.iter().flatten() {
            places.entry(count).or_insert_with(|| {
                distinct.push(count.clone());
                distinct.len() - 1
            });
        }
        let ask = self.dialect.count(self.alias, &distinct);
        let answer = self.cluster.ask(&ask, self.deadline).await?;
        let Some(numbers) = self.dialect.counted(&distinct, &answer) else {
            return Ok(None);
        };
        let number = |count: &Count| numbers[places[count]];
        let of_word = |counts: &Vec<Count>| {
            let chunks = [0, 1, 2].map(|place| number(&counts[place]));
            (chunks, number(&counts[3]))
        };
        Ok(Some(counts.iter().map(of_word).collect()))
    }

    /// Returns the spellings of a fold key, the most common first.
    async fn spellings(&self, key: &str, tag: &str) -> Result<Vec<String>, Failed> {
        let search = Search {
            condition: Condition::Key(key.to_owned()),
            restrictions: Vec::new(),
            limit: TEXTS,
            fields: &TEXT_FIELDS,
            time: self.time(),
        };
        let ask = self.dialect.search(self.alias, &search);
        let answer = self.cluster.ask(&ask, self.deadline).await?;
        let found = self.dialect.found(answer).unwrap_or_default();
        let texts = found.documents.iter().flat_map(|(fields, _)| {
            let texts = TEXT_FIELDS.into_iter();
            texts.filter_map(|field| fields.get(field)?.as_str())
        });
        Ok(choice::spellings(key, Language::from_tag(tag), texts))
    }

    /// Returns the spelling of the nearest word.
    async fn correct(&self, word: &Word) -> Result<Vec<String>, Failed> {
        let key = fold(&word.text);
        let ask = self.dialect.near(self.alias, &key);
        let answer = self.cluster.ask(&ask, self.deadline).await?;
        let candidates = self.dialect.nearest(&answer).unwrap_or_default();
        let Some(near) = choice::nearest(&key, candidates) else {
            return Ok(Vec::new());
        };
        let spelt = self.spellings(&near, &word.language).await?;
        // A word of another language, or of a heading alone, is spelt as its key.
        Ok(if spelt.is_empty() { vec![near] } else { spelt })
    }
}
