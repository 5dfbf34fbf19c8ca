//! Answers that are kept: fresh ones spare the cluster a question, older ones serve while no node
//! answers.

use std::time::Duration;

use hyper::body::Bytes;
use moka::sync::Cache;
use tokio::time::Instant;

use crate::configuration::Configuration;

/// An answer, compressed.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) body: Bytes,
    since: Instant,
}

impl Kept {
    pub(crate) fn new(body: Bytes) -> Self {
        Self {
            body,
            since: Instant::now(),
        }
    }

    pub(crate) fn age(&self) -> Duration {
        self.since.elapsed()
    }
}

/// The answers of a site by question. No other site's answers displace them.
#[derive(Debug)]
pub(crate) struct KeptAnswers {
    answers: Cache<String, Kept>,
    fresh: Duration,
    stale: Duration,
}

impl KeptAnswers {
    pub(crate) fn new(configuration: &Configuration) -> Self {
        let weight = |key: &String, kept: &Kept| {
            u32::try_from(key.len() + kept.body.len() + 128).unwrap_or(u32::MAX)
        };
        let sites = configuration.sites.len().max(1) as u64;
        let answers = Cache::builder()
            .weigher(weight)
            .max_capacity((configuration.limits.cache_megabytes << 20) / sites)
            .time_to_live(configuration.times.stale)
            .build();
        Self {
            answers,
            fresh: configuration.times.fresh,
            stale: configuration.times.stale,
        }
    }

    pub(crate) fn fresh(&self, question: &str) -> Option<Kept> {
        let kept = self.answers.get(question)?;
        (kept.age() <= self.fresh).then_some(kept)
    }

    pub(crate) fn stale(&self, question: &str) -> Option<Kept> {
        let kept = self.answers.get(question)?;
        (kept.age() <= self.stale).then_some(kept)
    }

    pub(crate) fn keep(&self, question: String, kept: Kept) {
        self.answers.insert(question, kept);
    }
}
