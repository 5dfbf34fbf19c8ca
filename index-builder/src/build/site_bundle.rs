//! A bundle of a site for one run of a command, in a temporary folder.

use std::path::PathBuf;

use anyhow::Context;
use jiff::civil::Date;
use tempfile::TempDir;

use super::{BuildOptions, EncoderOptions, Form, Publication, build};
use crate::bundle::{BrowserFiles, Bundle};
use crate::project::Project;

/// The folder of the bundle in the temporary folder.
pub(crate) const NAME: &str = "bundle";

/// A bundle whose temporary folder is removed with it.
#[derive(Debug)]
pub(crate) struct SiteBundle {
    pub(crate) bundle: Bundle,
    folder: TempDir,
}

impl SiteBundle {
    /// Builds the pages below the inputs with the project's facts; `questions` is the file of
    /// written questions.
    pub(crate) fn build(
        inputs: &[PathBuf],
        project: &Project,
        questions: Option<PathBuf>,
        browser: BrowserFiles,
        today: Date,
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let out = folder.path().join(NAME);
        let options = BuildOptions {
            inputs: inputs.to_vec(),
            out: out.clone(),
            project: project.clone(),
            facts: Vec::new(),
            questions,
            cache: None,
            form: Form::Single,
            encoder: EncoderOptions::default(),
            browser,
            publication: Publication::default(),
            today,
        };
        build(&options, |_| ())?;
        Ok(Self {
            bundle: Bundle::open(&out)?,
            folder,
        })
    }

    /// Returns the folder that has the folder `bundle`, to open it in other threads.
    pub(crate) fn into_folder(self) -> TempDir {
        self.folder
    }
}
