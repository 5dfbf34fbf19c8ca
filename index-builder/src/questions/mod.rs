//! Written questions: what each section of the site answers, written before the site is built.
//!
//! The words of a visitor are not the words of a page. A language model that reads a section once can
//! write the questions that the section answers, in the words of those who ask (document expansion, as
//! doc2query does it). They are kept in a file beside `soru.toml`, which people read, edit and commit,
//! and a build attaches them to their sections ([`WrittenQuestions`]). What the engine does with them is
//! its own business.
//!
//! | file | does |
//! |---|---|
//! | `line.rs` | a line of the file, read liberally and written strictly |
//! | `file.rs` | the file: read with the place of every mistake, written sorted |
//! | `sections.rs` | the sections of a document that questions are written for |
//! | `matching.rs` | which line belongs to which section |
//! | `letters.rs` | texts compared by their letters, whatever their markup |
//! | `attach.rs` | the questions of a build, and what became of every line |

mod attach;
mod file;
mod letters;
mod line;
mod matching;
mod sections;

pub use attach::{Attached, WrittenQuestions};
pub use file::QuestionsFile;
pub use line::{HAND, Line, VISITOR};
pub use matching::{Fate, Match, matches};
pub use sections::{Section, sections};

#[cfg(test)]
mod tests;
