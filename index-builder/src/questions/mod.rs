//! Written questions: questions that each section of the site answers, written before the site is
//! built.
//!
//! Visitors use other words than pages. A language model that reads a section once can write the
//! questions that the section answers, in the words of visitors (document expansion, as in
//! doc2query). They are kept in a file beside `soru.toml`, which people read, edit and commit, and
//! a build attaches them to their sections ([`WrittenQuestions`]). The engine decides how to use
//! them, and [`crate::language_model`] sends the requests.
//!
//! | file | does |
//! |---|---|
//! | `line.rs`, `question.rs` | a line of the file, read liberally and written strictly |
//! | `extent.rs` | finds the words of a section that answer a question |
//! | `languages.rs` | the languages of a line's questions |
//! | `file.rs` | the file: read with the place of every mistake, written sorted |
//! | `sections.rs` | the sections of a document for which questions are written |
//! | `matching.rs`, `pages.rs` | matches lines to sections and pages |
//! | `letters.rs` | compares texts by their letters, ignoring markup |
//! | `attach.rs` | the questions of a build, and the fate of every line |
//! | `plan.rs` | chooses the sections to ask about, and merges old and new lines |
//! | `prompt.rs` | the request to a language model |
//! | `reply.rs`, `checking.rs`, `fault.rs`, `form.rs`, `grounds.rs`, `addresses.rs` | check replies like untrusted bytes |
//! | `common.rs` | questions that many sections have |
//! | `batch.rs` | reads answers from a file |
//! | `check.rs` | checks the file |
//! | `review.rs` | proposes questions of visitors for sections |

mod addresses;
mod attach;
mod batch;
mod check;
mod checking;
mod common;
mod extent;
mod fault;
mod file;
mod form;
mod grounds;
mod languages;
mod letters;
mod line;
mod matching;
mod pages;
mod plan;
mod prompt;
mod question;
mod reply;
mod review;
mod sections;

pub(crate) use addresses::has_invisible;
pub use attach::{Attached, WrittenQuestions};
pub use batch::{Answers, answers};
pub use check::{FindingKind, QuestionsCheck, QuestionsFinding, check_questions_file};
pub(crate) use checking::{Checking, essence};
pub use common::CommonQuestions;
pub(crate) use extent::extent;
pub use fault::{Dropped, Fault};
pub use file::{QuestionsFile, append, replace};
pub use languages::{languages_of, wanted_languages};
pub use line::{HAND, Line, VISITOR};
pub use matching::{Match, MatchStatus, matches};
pub use plan::{Job, Merge, Placed, Plan, SiteJobs};
pub use prompt::Prompt;
pub use question::Question;
pub use reply::{CheckedReply, check_questions, check_reply, faults_of, faults_of_near_misses};
pub use review::{REVIEW_FILE, Review, review};
pub use sections::{Section, sections};

#[cfg(test)]
mod tests;
