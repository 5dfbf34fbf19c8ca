//! Builds the bundle under test, with a function of the index builder.

use std::path::{Path, PathBuf};

use jiff::civil::Date;

/// Builds a site's bundle into a folder as `soru build` does, without the files that a page loads.
pub type Build<'b> = dyn Fn(&Source, &Path) -> anyhow::Result<()> + 'b;

/// A site to build.
#[derive(Debug, Clone)]
pub struct Source {
    /// A folder of pages, or a file of documents.
    pub input: PathBuf,
    /// Its settings.
    pub project: Settings,
    /// Files of facts besides the project's.
    pub facts: Vec<PathBuf>,
    /// The name of its labelled set, whose figures must not depend on the encoders of this machine.
    pub set: Option<String>,
    /// The day of the build.
    pub today: Date,
}

/// The settings of a site to build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// The settings of the project file that `soru build` finds for the input.
    Found,
    /// The settings of this project file.
    File(PathBuf),
    /// The defaults, in these languages.
    Languages(Vec<String>),
}
