//! Soru.

pub mod document;
pub mod error;
pub mod fact;
pub mod index;
pub mod settings;
pub mod text;

pub use document::{Block, Document};
pub use error::{Error, Result};
pub use fact::Fact;
