//! The project file that `soru init` writes: every setting, explained, at its default.

/// The template; settings are commented out, so that it changes nothing until edited.
pub const TEMPLATE: &str = include_str!("soru.toml");
