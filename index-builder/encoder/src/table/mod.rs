//! Tables by which browsers encode questions without running the encoder.
//!
//! The table's vector of a question is `bias + Σ row(piece) / √pieces`. A table for many sites is a
//! file (`index-builder/tables/table.py` writes it). For one site and all its languages, the builder
//! learns one from the site's own text.
//!
//! | file | does |
//! |---|---|
//! | `file.rs` | [`Table`], and the reader of its file |
//! | `projection.rs` | reduces dimensions |
//! | `centre.rs` | centres vectors by language |
//! | `of_site.rs` | a table for one site and all its languages |
//! | `samples.rs` | makes samples of texts: sentences and parts of sentences |
//! | `vocabulary.rs` | the word pieces of a table, and the rules of their tokenizer |
//! | `student.rs` | the table during training |
//! | `least_squares.rs` | fits its rows |

mod centre;
mod file;
mod least_squares;
mod of_site;
mod projection;
mod samples;
mod student;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use self::centre::centre;
pub use self::file::Table;
pub use self::of_site::SiteLessons;
pub use self::projection::Projection;
