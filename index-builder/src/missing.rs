//! Parts that this build of the command lacks.
//!
//! Packaged commands have all features. A build with fewer, such as the one of `cargo xtask demo`,
//! says which feature to add instead of failing in an obscure way.

use std::ffi::OsString;

use anyhow::anyhow;
use clap::Args;

/// The arguments of a command that this build lacks: anything, since the command only says what to
/// do.
#[derive(Debug, Args)]
pub(crate) struct AnyArguments {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _all: Vec<OsString>,
}

/// Advises how to get a part that this build lacks.
pub(crate) fn advice(part: &str, feature: &str) -> String {
    format!(
        "{part} is not in this build of soru: use a released command, which has everything, or build it with \
         `cargo build --release --package soru-index-builder --features {feature}`"
    )
}

/// An address that this build cannot read, because it has no encryption.
///
/// # Errors
/// If the scheme of an address is `https`.
#[cfg(not(feature = "tls"))]
pub(crate) fn check_tls(scheme: &str) -> anyhow::Result<()> {
    anyhow::ensure!(scheme != "https", advice("HTTPS", "tls"));
    Ok(())
}

/// [`advice`], as an error.
pub(crate) fn error(part: &str, feature: &str) -> anyhow::Error {
    anyhow!(advice(part, feature))
}

#[cfg(test)]
mod tests {
    #[cfg(not(feature = "pdf"))]
    use crate::ingest::{Ingestion, Preparation, Sink, SiteFacts};
    #[cfg(not(feature = "pdf"))]
    use crate::project::InputSettings;

    #[cfg(not(feature = "sqlite"))]
    #[test]
    fn a_database_of_facts_is_a_problem_that_names_the_feature() {
        let frame = crate::facts::Frame {
            languages: vec!["en".to_owned()],
            today: jiff::civil::date(2026, 1, 1),
            table: "facts".to_owned(),
        };
        let problems = crate::facts::load(&["facts.db".into()], &frame).unwrap_err();
        let said = problems.to_string();
        assert!(
            said.starts_with("facts.db: ") && said.contains("--features sqlite"),
            "{said}"
        );
    }

    #[cfg(not(feature = "pdf"))]
    #[test]
    fn a_pdf_file_is_skipped_with_the_name_of_the_feature() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.pdf"), b"%PDF-1.4").unwrap();
        let inputs = [folder.path().to_owned()];
        let (input, site) = (InputSettings::default(), SiteFacts::default());
        let ingestion = Ingestion::new(&inputs, &input, &site, None, None).unwrap();
        let ingested = ingestion.run(&Nothing, &mut Nothing, |_| {}).unwrap();
        let skipped = ingested.skipped.iter().map(|page| page.reason.to_string());
        let said: Vec<String> = skipped.collect();
        assert!(said[0].contains("--features pdf"), "{said:?}");
    }

    #[cfg(not(feature = "pdf"))]
    struct Nothing;

    #[cfg(not(feature = "pdf"))]
    impl Preparation for Nothing {
        type Prepared = ();

        fn prepare(&self, _: &soru::Document) -> soru::Result<()> {
            Ok(())
        }
    }

    #[cfg(not(feature = "pdf"))]
    impl Sink<()> for Nothing {
        fn add(&mut self, (): ()) -> soru::Result<()> {
            Ok(())
        }
    }
}
