//! `case.toml`: what is built of a case, and what must hold.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

/// A case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spec {
    /// One line for people; so are `why`, `command` and `status`.
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "why", default)]
    _why: String,
    #[serde(rename = "command", default)]
    _command: String,
    #[serde(rename = "status", default)]
    _status: String,
    /// What is built, relative to the case.
    #[serde(default = "site")]
    pub(crate) inputs: Vec<String>,
    /// A project file.
    pub(crate) config: Option<String>,
    /// Further arguments of `soru build`.
    #[serde(default)]
    pub(crate) args: Vec<String>,
    /// A folder that is served and crawled instead.
    pub(crate) crawl: Option<String>,
    /// Further arguments of `soru crawl`.
    #[serde(default)]
    pub(crate) crawl_args: Vec<String>,
    /// What must hold.
    #[serde(rename = "check")]
    pub(crate) checks: Vec<Check>,
}

fn site() -> Vec<String> {
    vec!["site".to_owned()]
}

impl Spec {
    pub(crate) fn read(case: &Path) -> anyhow::Result<Self> {
        let file = case.join("case.toml");
        let place = || file.display().to_string();
        let text = std::fs::read_to_string(&file).with_context(place)?;
        let spec: Self = toml::from_str(&text).with_context(place)?;
        anyhow::ensure!(!spec.checks.is_empty(), "{}: add a [[check]]", place());
        Ok(spec)
    }
}

/// A question to the index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub(crate) struct Query {
    pub(crate) query: String,
    #[serde(default)]
    pub(crate) lang: Option<String>,
}

/// A check. Texts are compared with white space as one space, and with regard to case.
#[derive(Debug, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum Check {
    // Of the indexed text; `page` is the title of the page that is meant.
    TextContains {
        value: String,
        page: Option<String>,
    },
    TextNotContains {
        value: String,
        page: Option<String>,
    },
    /// Some line, a block of a page, contains all of `all` and nothing of `none`.
    LineContains {
        all: Vec<String>,
        #[serde(default)]
        none: Vec<String>,
        page: Option<String>,
    },
    /// Some line contains these in this order.
    LineOrder {
        values: Vec<String>,
        page: Option<String>,
    },
    NoLineContains {
        all: Vec<String>,
        page: Option<String>,
    },
    /// The text contains these in this order.
    Order {
        values: Vec<String>,
        page: Option<String>,
    },
    /// A section is under this heading, or a page has this title.
    Heading {
        value: String,
    },
    Title {
        value: String,
    },
    NotTitle {
        value: String,
    },
    /// As many pages are indexed.
    Pages {
        value: usize,
    },
    // Of the answer to a question.
    /// The address of the first hit ends with it.
    FirstHit {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    /// One of the first hits has this address.
    Hit {
        value: String,
        within: Option<usize>,
        #[serde(flatten)]
        query: Query,
    },
    NoHit {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    /// The text of one of the first hits contains it.
    HitText {
        value: String,
        within: Option<usize>,
        #[serde(flatten)]
        query: Query,
    },
    /// At most so many hits contain it.
    HitsWith {
        value: String,
        max: usize,
        #[serde(flatten)]
        query: Query,
    },
    /// A hit has exactly this address.
    Url {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    /// The answer that is asserted contains it.
    Answered {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    AssertedNot {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    /// The answer, an offer or the excerpt of one of the first three hits contains it.
    Shown {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    /// The question was corrected to it.
    Corrected {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    NotCorrected {
        #[serde(flatten)]
        query: Query,
    },
    /// The language of the first hit.
    Lang {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    QuestionLang {
        value: String,
        #[serde(flatten)]
        query: Query,
    },
    /// A completion contains it.
    Suggests {
        value: String,
        query: String,
    },
    // Of the run.
    ExitCode {
        value: i32,
    },
    /// The report contains it, in any case.
    ReportContains {
        value: String,
    },
    ReportNotContains {
        value: String,
    },
    /// The crawl requested this path.
    Fetched {
        value: String,
    },
    NotFetched {
        value: String,
    },
}
