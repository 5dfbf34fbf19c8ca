//! One data file or many, or a small index for pages that are in a cluster.

use anyhow::bail;
use clap::ValueEnum;
use soru::retrieval::REMOTE;
use soru::settings::Value;
use soru_indexing::{InvertedIndexer, Layout, SmallIndex};

use crate::project::Project;

/// Shards that compress to some 2 kilobytes: a question fetches about one per word and one per hit.
/// Larger sites have larger shards (`Layout`).
const SHARDED: Layout = Layout {
    term_shard_bytes: 4 * 1024,
    text_shard_bytes: 9 * 1024,
    long_postings: 2048,
    separate_files: true,
    single_up_to: 0,
};

/// Bytes of text that fit into one file of up to 60 kilobytes, the cost of a first answer from
/// shards.
const SMALL_SITE: usize = 80_000;

/// The index of a bundle whose pages are in a cluster. Every visitor loads it: at most 300 KB. Up to
/// 64 KB of it are the dictionary, since three sites have .65 to .85 compressed bytes for each byte here.
const SMALL: SmallIndex = SmallIndex {
    whole_bytes: 225_000,
    dictionary_bytes: 72_000,
    heading_bytes: 50_000,
};

/// The retrievers that a site may set for pages in a cluster: each is `bm25` there.
const OF_CLUSTERS: [&str; 3] = ["hybrid", "bm25", REMOTE];

/// Whether a bundle is one data file or many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// One file for a small site, shards for a large one.
    #[default]
    Auto,
    /// One data file, fetched at once.
    Single,
    /// Shards, fetched on demand.
    Sharded,
    /// A small index for bad days: the pages are in a cluster, whose gateway is asked.
    Remote,
}

impl Form {
    /// The distribution of sections over files.
    pub(super) fn layout(self) -> Layout {
        match self {
            Self::Single | Self::Remote => Layout::SINGLE,
            Self::Sharded => SHARDED,
            Self::Auto => Layout {
                single_up_to: SMALL_SITE,
                ..SHARDED
            },
        }
    }

    /// # Errors
    /// If the project names a retriever that does not rank what a cluster found.
    pub(super) fn check(self, project: &Project) -> anyhow::Result<()> {
        let retriever = project.configuration.retrieval.retriever.as_str();
        if self == Self::Remote && !OF_CLUSTERS.contains(&retriever) {
            bail!(
                "retrieval.retriever is `{retriever}`, but `bm25` ranks the pages of a cluster: \
                 remove the setting, or build without --layout remote"
            );
        }
        Ok(())
    }

    /// Returns whether pages over a bundle of this form and with these settings ask a gateway.
    pub(super) fn asks_a_gateway(self, settings: &Value) -> bool {
        let retriever = settings.get(RETRIEVAL).and_then(|own| own.get(RETRIEVER));
        self == Self::Remote || retriever == Some(&REMOTE.into())
    }

    /// Keeps what a bundle of this form has.
    pub(super) fn cut(self, indexer: InvertedIndexer, project: &Project) -> InvertedIndexer {
        match self {
            Self::Remote => indexer.with_cut(SMALL, &project.indexing.gateway),
            _ => indexer,
        }
    }

    /// Returns the settings of a bundle of this form.
    pub(super) fn settings(self, settings: Value) -> Value {
        match settings {
            Value::Map(sections) if self == Self::Remote => Value::Map(with_remote(sections)),
            settings => settings,
        }
    }
}

type Entries = Vec<(String, Value)>;

/// Sets the retriever.
fn with_remote(mut sections: Entries) -> Entries {
    let at = sections.iter().position(|(name, _)| name == RETRIEVAL);
    let own = at.map(|at| sections.remove(at).1);
    let mut keys: Entries = match own {
        Some(Value::Map(keys)) => keys,
        _ => Vec::new(),
    };
    keys.retain(|(key, _)| key != RETRIEVER);
    keys.push((RETRIEVER.to_owned(), REMOTE.into()));
    sections.push((RETRIEVAL.to_owned(), Value::Map(keys)));
    sections
}

const RETRIEVAL: &str = "retrieval";
const RETRIEVER: &str = "retriever";
