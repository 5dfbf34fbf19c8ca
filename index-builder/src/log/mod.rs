//! Query logs: evaluates the exports of visitors' boxes to improve a site.
//!
//! The box keeps a log in the visitor's browser if the site enables it
//! (`www/element/box/query-log.ts`); how exports reach the site's owner is up to the site. This
//! module reads them ([`read`]) and reports unanswered questions, words that no page has, and
//! questions that deserve a fact ([`report`]). With a bundle of the site it also proposes the
//! section of an answer ([`sections`]). It writes no facts: a person must decide what is true.

mod entry;
mod groups;
mod report;
mod sections;
mod wordings;

pub use entry::{BadLine, Entry, Exports, read};
pub(crate) use groups::QuestionSignature;
pub use report::{Candidate, Count, FrequentQuestion, LogSummary, Tiers, Top, Word, report};
pub use sections::{Proposed, Sections, open_questions, sections};
pub use wordings::Wording;
pub(crate) use wordings::wordings;
