//! Outcomes: the result for each address, and its text in the report.

use serde::{Deserialize, Serialize};

use super::traps::Trap;

/// The result of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PageOutcome {
    /// The address is a page, and the page has a file.
    Kept,
    NoIndex,
    Robots,
    Excluded,
    Redirect,
    Canonical,
    Same,
    OtherType,
    Deep,
    TrapPath,
    TrapQuery,
    TrapCalendar,
    TrapSame,
    Session,
    Scripts,
    TooLarge,
    LeadsOut,
    Circle,
    Gone,
    Private,
    Failed,
    Sitemap,
}

impl PageOutcome {
    /// Describes the addresses with this outcome, with advice.
    pub(super) fn group(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::NoIndex => "asks not to be indexed (robots: noindex)",
            Self::Robots => "not allowed by robots.txt",
            Self::Excluded => "excluded by --include or --exclude",
            Self::Redirect => "redirect to another page",
            Self::Canonical => "its canonical link names another page",
            Self::Same => "same text as the page without the query string",
            Self::OtherType => "not a page or document",
            Self::Deep => "more links from the start than --max-depth",
            Self::TrapPath => {
                "trap: paths that grow without end; look for a relative link without a leading \
                 `/` on the named page"
            }
            Self::TrapQuery => {
                "trap: endless query strings; list the real pages with --include, or skip all \
                 with --exclude"
            }
            Self::TrapCalendar => {
                "trap: an endless calendar; list the real dates with --include, or skip all with \
                 --exclude"
            }
            Self::TrapSame => "trap: query strings that return the same text repeatedly",
            Self::Session => "links with session ids, which were removed",
            Self::Scripts => {
                "needs JavaScript: the page has almost no text before scripts run; render it on \
                 the server, or pass the rendered files to `soru build`"
            }
            Self::TooLarge => {
                "too large ([input] max_page_megabytes and [input.documents] max_megabytes)"
            }
            Self::LeadsOut => "redirect to another host or folder; crawl it separately",
            Self::Circle => "circular redirect",
            Self::Gone => "broken link: the page does not exist; fix the link on the named page",
            Self::Private => "private address, not requested (--allow-private allows it)",
            Self::Failed => "no response; the next crawl tries again",
            Self::Sitemap => "unreadable sitemap",
        }
    }

    /// Whether the outcome needs no action.
    pub(super) fn is_intended(self) -> bool {
        matches!(
            self,
            Self::Kept
                | Self::NoIndex
                | Self::Robots
                | Self::Excluded
                | Self::Redirect
                | Self::Canonical
                | Self::Same
                | Self::OtherType
                | Self::Session
        )
    }
}

impl From<Trap> for PageOutcome {
    fn from(trap: Trap) -> Self {
        match trap {
            Trap::Deep => Self::TrapPath,
            Trap::Query => Self::TrapQuery,
            Trap::Calendar => Self::TrapCalendar,
            Trap::Same => Self::TrapSame,
        }
    }
}
