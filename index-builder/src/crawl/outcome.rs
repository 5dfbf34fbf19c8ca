//! Outcomes: what becomes of an address, in the words of the report.

use serde::{Deserialize, Serialize};

use super::traps::Trap;

/// What became of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// It is a page, and has a file.
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

impl Outcome {
    /// What addresses of this outcome have in common, and what to do.
    pub(super) fn group(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::NoIndex => "asks not to be indexed (robots: noindex)",
            Self::Robots => "not allowed by robots.txt",
            Self::Excluded => "left out by --include or --exclude",
            Self::Redirect => "redirect to another page",
            Self::Canonical => "its canonical link names another page",
            Self::Same => "the same text as the page without these queries",
            Self::OtherType => "neither a page nor a document",
            Self::Deep => "further from the start than --max-depth",
            Self::TrapPath => {
                "trap: ever deeper paths; look for a relative link that lacks a `/` on the page named"
            }
            Self::TrapQuery => {
                "trap: endless query strings; --include names those that are pages, --exclude leaves all out"
            }
            Self::TrapCalendar => {
                "trap: a calendar without end; --include names the dates that are pages, --exclude leaves all out"
            }
            Self::TrapSame => "trap: queries that give the same text again and again",
            Self::Session => "links with session ids, which were taken off",
            Self::Scripts => {
                "needs JavaScript: the page has next to no text before scripts run; render it on the server, or \
                 give `soru build` the pages as files"
            }
            Self::TooLarge => {
                "too large ([input] max_page_megabytes and [input.documents] max_megabytes)"
            }
            Self::LeadsOut => "redirect to another host or folder; crawl that one by itself",
            Self::Circle => "redirects in a circle",
            Self::Gone => "broken link: no such page; mend the link on the page named",
            Self::Private => "leads into a private network, and was not asked (--allow-private)",
            Self::Failed => "no answer; try again later, the next crawl asks again",
            Self::Sitemap => "sitemap that cannot be read",
        }
    }

    /// Whether nobody need do anything about it.
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

impl From<Trap> for Outcome {
    fn from(trap: Trap) -> Self {
        match trap {
            Trap::Deep => Self::TrapPath,
            Trap::Query => Self::TrapQuery,
            Trap::Calendar => Self::TrapCalendar,
            Trap::Same => Self::TrapSame,
        }
    }
}
