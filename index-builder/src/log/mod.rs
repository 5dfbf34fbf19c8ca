//! Query logs: what visitors asked, from the exports of their boxes to what a site could do better.
//!
//! The box keeps a log in the visitor's browser where the site turns it on
//! (`www/element/query-log.js`); how exports reach the site's owner is the site's affair. This module
//! reads them ([`read`]) and says which questions went unanswered, which words no page has, and which
//! questions deserve a fact ([`report`]). With a bundle of the site it also says in which section an answer
//! may stand ([`sections`]). It writes no facts: what is true is for a person to say.

mod entry;
mod groups;
mod report;
mod sections;
mod wordings;

pub use entry::{BadLine, Entry, Exports, read};
pub(crate) use groups::Gist;
pub use report::{Asked, Candidate, Count, Report, Tiers, Top, Word, report};
pub use sections::{Proposed, Sections, open_questions, sections};
pub use wordings::Wording;
pub(crate) use wordings::wordings;
