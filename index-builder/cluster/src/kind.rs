//! The engines that the crate knows.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// OpenSearch.
    OpenSearch,
    /// Apache Solr, in cloud mode.
    Solr,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenSearch => "OpenSearch",
            Self::Solr => "Solr",
        })
    }
}

impl Kind {
    /// Returns the oldest version with all that a push needs.
    pub(crate) fn oldest(self) -> u64 {
        match self {
            Self::OpenSearch => 2,
            Self::Solr => 9,
        }
    }
}
