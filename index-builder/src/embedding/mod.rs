//! Embedding: the vectors of chunks that the engine's `semantic` retriever searches.
//!
//! The write side defines the input and stores the vectors ([`soru_indexing`]). This folder runs
//! sentence encoders over a site's chunks; browsers must not have to download them.
//!
//! | file | does |
//! |---|---|
//! | `encoded.rs` | [`Encoded`]: the encoders of a site's languages |
//! | `site_encoder.rs` | an encoder and its table |
//! | `one_space.rs` | all languages of a site in one space, with a table made for it |
//!
//! # Adding one
//! Implement [`Embedder`](soru_indexing::Embedder) and choose it in `build/encoder/installed.rs`.

mod encoded;
mod one_space;
mod site_encoder;

use std::sync::Arc;

pub use self::encoded::{Encoded, SiteEncoders};
pub use self::site_encoder::SiteEncoder;

/// Receives the progress of embedding: the number of passages just embedded, and of all passages.
pub type OnProgress = Arc<dyn Fn(usize, usize) + Send + Sync>;
