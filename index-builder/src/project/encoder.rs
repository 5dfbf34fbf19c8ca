//! Chooses the encoder of a site.

use std::path::{Path, PathBuf};

/// The requested encoder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum WantedEncoder {
    /// The installed encoder that supports the language of the pages, if there is one.
    #[default]
    Fitting,
    /// No encoder.
    None,
    /// The installed encoder with this name.
    Named(String),
    /// A folder saved by sentence-transformers.
    Folder(PathBuf),
}

impl WantedEncoder {
    /// Reads `[encoder] name`.
    pub fn of_name(name: &str) -> Self {
        match name {
            "" | "auto" => Self::Fitting,
            "none" => Self::None,
            _ => Self::Named(name.to_owned()),
        }
    }

    /// Parses the argument of a command line: `none`, `auto`, a folder or the name of an installed
    /// encoder.
    pub fn of_argument(argument: &Path) -> Self {
        let name = argument.to_str().unwrap_or_default();
        let is_path = argument.is_dir() || argument.components().count() > 1 || name.is_empty();
        if is_path && !["none", "auto"].contains(&name) {
            return Self::Folder(argument.to_owned());
        }
        Self::of_name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r19_an_encoder_is_named_or_a_folder() {
        let of = |text: &str| WantedEncoder::of_argument(Path::new(text));
        assert_eq!(of("none"), WantedEncoder::None);
        assert_eq!(of("auto"), WantedEncoder::Fitting);
        assert_eq!(of("en"), WantedEncoder::Named("en".to_owned()));
        for folder in ["models/e5", "./en", env!("CARGO_MANIFEST_DIR")] {
            assert_eq!(of(folder), WantedEncoder::Folder(folder.into()));
        }
    }
}
