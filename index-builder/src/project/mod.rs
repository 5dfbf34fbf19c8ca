//! The project file, `soru.toml`: what a site says about itself.

mod settings;

pub use settings::{FactsSettings, InputSettings};
