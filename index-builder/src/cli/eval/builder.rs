//! Builds the bundles under test as `soru build` does.

use std::path::Path;

use anyhow::bail;
use jiff::civil::Date;
use soru::settings::Value;
use soru_evaluation::answers::Site;
use soru_evaluation::{Settings, Source};

use super::Eval;
use crate::build::{BuildOptions, EncoderOptions, Form, Publication, build};
use crate::bundle::BrowserFiles;
use crate::project::{Project, WantedEncoder};

/// Builds with the encoder that the command line names.
#[derive(Debug)]
pub(super) struct SiteBuilder {
    encoder: EncoderOptions,
}

impl SiteBuilder {
    pub(super) fn new(arguments: &Eval) -> Self {
        Self {
            encoder: EncoderOptions {
                wanted: arguments.encoder.as_deref().map(WantedEncoder::of_argument),
                table: None,
                cache: arguments.cache.clone(),
                on_progress: None,
            },
        }
    }

    fn encoder(&self, set: Option<&str>) -> EncoderOptions {
        let Some(set) = set else {
            return self.encoder.clone();
        };
        let wanted = self.encoder.wanted.clone();
        EncoderOptions {
            // A cache keeps only the entries of the last build, so each set has its own.
            cache: self.encoder.cache.as_ref().map(|cache| cache.join(set)),
            // Figures must not depend on installed encoders.
            wanted: Some(wanted.unwrap_or(WantedEncoder::None)),
            ..self.encoder.clone()
        }
    }

    /// Opens a bundle to ask, or builds the site.
    pub(super) fn open(&self, place: &Path, today: Date) -> anyhow::Result<Site> {
        if self.encoder.wanted.is_some() && Site::is_bundle(place) {
            bail!(
                "{}: this is a bundle; --encoder needs the site's pages",
                place.display()
            );
        }
        let build = |site: &Source, out: &Path| self.build(site, out);
        Site::open(place, &build, today)
    }

    pub(super) fn build(&self, site: &Source, out: &Path) -> anyhow::Result<()> {
        let inputs = vec![site.input.clone()];
        let options = BuildOptions {
            project: project(&site.project, &site.input)?,
            out: out.to_owned(),
            facts: site.facts.clone(),
            questions: None,
            cache: None,
            form: Form::Auto,
            encoder: self.encoder(site.set.as_deref()),
            browser: BrowserFiles::none(),
            publication: Publication::default(),
            today: site.today,
            inputs,
        };
        build(&options, |_| ()).map(drop)
    }
}

fn project(settings: &Settings, input: &Path) -> anyhow::Result<Project> {
    match settings {
        Settings::File(file) => Project::load(file),
        Settings::Languages(languages) => Ok(of_languages(languages)),
        Settings::Found => Project::of(None, &[input.to_owned()]),
    }
}

/// A project that sets only the languages.
fn of_languages(languages: &[String]) -> Project {
    let mut project = Project::default();
    if !languages.is_empty() {
        let list = languages.iter().cloned().map(Value::Text).collect();
        let site = Value::Map(vec![("languages".to_owned(), Value::List(list))]);
        project.written = Value::Map(vec![("site".to_owned(), site)]);
        project.configuration.site.languages = languages.to_vec();
    }
    project
}
