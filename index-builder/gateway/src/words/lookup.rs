//! Asks the cluster about words, and keeps what it says while the index is the same.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{try_join, try_join_all};
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

/// Returns the counts of a word in each form, in all languages or in one.
fn counts(word: &str, tag: &str, language: Option<&str>) -> Vec<Count> {
    let forms = forms_of(word, tag).into_iter().zip(FORMS);
    let count = |(term, form)| Count {
        field: name(FIELDS[0], form),
        term,
        language: language.map(str::to_owned),
    };
    forms.map(count).collect()
}

/// Numbers of chunks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    /// With the word, in its language.
    pub(super) chunks: Chunks,
    /// With the word, in all languages.
    of_site: Chunks,
    /// With the word's fold key, in all languages.
    with_key: u64,
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
            // A word that the site has in another language is spelt right.
            let mut way = choice::search(&word.text, counted.of_site, counted.with_key);
            *spelt += usize::from(way != Way::None);
            if *spelt > MOST_SPELT {
                way = Way::None;
            }
            Some(self.known(word, counted, way))
        });
        let known = try_join_all(looks.collect::<Vec<_>>()).await?;
        Ok(known.into_iter().collect())
    }

    async fn known(
        &self,
        word: &Word,
        counted: Counted,
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
        let Some(of_others) = self.count(&others).await? else {
            return Ok(None);
        };
        let spelling = |((word, _), counted): (&(&str, &str), Counted)| Spelling {
            word: (*word).to_owned(),
            kind,
            chunks: counted.chunks,
        };
        Ok(Some(KnownWord {
            chunks: counted.chunks,
            of_site: counted.of_site,
            spellings: others.iter().zip(of_others).map(spelling).collect(),
        }))
    }

    /// Counts the chunks with each word in each form, and with its fold key.
    pub(super) async fn count(
        &self,
        words: &[(&str, &str)],
    ) -> Result<Option<Vec<Counted>>, Failed> {
        if words.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let of_site = words.iter().map(|(word, tag)| {
            let in_text = counts(word, tag, None).into_iter();
            let key = Count {
                field: FOLDS.to_owned(),
                term: fold(word),
                language: None,
            };
            in_text.chain([key]).collect()
        });
        let of_site = self.numbers(of_site.collect());
        let (of_site, own) = if self.site.languages.len() > 1 {
            let own = words.iter().map(|(word, tag)| counts(word, tag, Some(tag)));
            try_join(of_site, self.numbers(own.collect())).await?
        } else {
            let of_site = of_site.await?;
            (of_site.clone(), of_site)
        };
        let (Some(of_site), Some(own)) = (of_site, own) else {
            return Ok(None);
        };
        let counted = |(of_site, own): (Vec<u64>, Vec<u64>)| Counted {
            chunks: [own[0], own[1], own[2]],
            of_site: [of_site[0], of_site[1], of_site[2]],
            with_key: of_site[3],
        };
        Ok(Some(of_site.into_iter().zip(own).map(counted).collect()))
    }

    /// Asks for the number of each count; none if a part of the cluster does not answer.
    async fn numbers(&self, counts: Vec<Vec<Count>>) -> Result<Option<Vec<Vec<u64>>>, Failed> {
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
        let of_word = |own: &Vec<Count>| own.iter().map(|count| numbers[places[count]]).collect();
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
