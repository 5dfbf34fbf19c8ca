//! A bundle of a site for one run of a command, in a temporary folder.

use std::path::PathBuf;

use anyhow::Context;
use tempfile::TempDir;

use super::build::today;
use crate::build::{BuildOptions, EncoderOptions, Form, Publication, build};
use crate::bundle::{BrowserFiles, Bundle};
use crate::project::Project;

/// A bundle whose temporary folder is removed with it.
#[derive(Debug)]
pub(super) struct SiteBundle {
    pub(super) bundle: Bundle,
    _folder: TempDir,
}

impl SiteBundle {
    /// Builds the pages below the inputs with the project's facts; `questions` is the file of
    /// written questions.
    pub(super) fn build(
        inputs: &[PathBuf],
        project: &Project,
        questions: Option<PathBuf>,
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let out = folder.path().join("bundle");
        let options = BuildOptions {
            inputs: inputs.to_vec(),
            out: out.clone(),
            project: project.clone(),
            facts: Vec::new(),
            questions,
            cache: None,
            form: Form::Single,
            encoder: EncoderOptions::default(),
            browser: BrowserFiles::none(),
            publication: Publication::default(),
            today: today()?,
        };
        build(&options, |_| ())?;
        Ok(Self {
            bundle: Bundle::open(&out)?,
            _folder: folder,
        })
    }
}
