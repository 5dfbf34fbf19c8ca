//! Soru.

pub mod answer;
pub mod document;
pub mod error;
pub mod fact;
pub mod generation;
pub mod hit;
pub mod index;
pub mod indexing;
pub mod post_retrieval;
pub mod pre_retrieval;
pub mod query;
pub mod retrieval;
pub mod settings;
pub mod text;

pub use document::{Block, Document};
pub use error::{Error, Result};
pub use fact::Fact;
