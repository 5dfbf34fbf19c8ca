//! `soru serve --watch`: builds, and builds again after each change.
//!
//! A failed build is reported and leaves the bundle unchanged; the next change starts another
//! attempt. A warning is reported once.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use clap::Parser;
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};

use super::arguments::Build;
use super::build;
use super::commands::{Arguments, Command};
use super::output::{count, print_error};
use super::serve::Serve;
use crate::build::{BuildOptions, BuildReport};
use crate::project::Project;
use crate::serve::Reloads;
use crate::watching::{Watched, Watching};

/// Builds of a watched site.
#[derive(Debug)]
pub(super) struct Rebuilding {
    arguments: Build,
    watching: Watching,
    /// Reported warnings.
    printed: HashSet<String>,
}

impl Rebuilding {
    /// Runs the first build.
    ///
    /// # Errors
    /// If the options are wrong or the files cannot be watched. A failed build is only reported.
    pub(super) fn start(serve: &Serve) -> anyhow::Result<Self> {
        let arguments = build_arguments(serve);
        let mut rebuilding = Self {
            // Starts before the build, so that no change is missed.
            watching: Watching::start(&watched(&arguments, None))?,
            arguments,
            printed: HashSet::new(),
        };
        rebuilding.build()?;
        Ok(rebuilding)
    }

    /// Builds after each change from now on, and makes open tabs reload.
    pub(super) fn run_beside(mut self, reloads: Reloads) {
        thread::spawn(move || {
            let ended: anyhow::Result<()> = (|| {
                loop {
                    self.watching.wait()?;
                    self.build()?;
                    reloads.announce();
                }
            })();
            if let Err(error) = ended {
                anstream::eprintln!(
                    "error: {error:#}; changes are no longer detected: start the command again"
                );
            }
        });
    }

    fn build(&mut self) -> anyhow::Result<()> {
        let start = Instant::now();
        let built = build::build_options(&self.arguments, self.arguments.inputs.clone()).and_then(
            |mut options| {
                let report = build::make(&self.arguments, &mut options)?;
                Ok((options, report))
            },
        );
        match built {
            Ok((options, report)) => {
                self.print_report(&report, start);
                self.watching
                    .watch(&watched(&self.arguments, Some((&options, &report))))
            }
            Err(error) => {
                print_error(&error);
                Ok(())
            }
        }
    }

    fn print_report(&mut self, report: &BuildReport, start: Instant) {
        for warning in &report.warnings {
            if self.printed.insert(warning.clone()) {
                anstream::eprintln!("warning: {warning}");
            }
        }
        for (page, reason) in report.lost() {
            if self.printed.insert(format!("{page}: {reason}")) {
                anstream::eprintln!("skipped: {page}: {reason}");
            }
        }
        let pages = count(usize::try_from(report.pages).unwrap_or(usize::MAX), "page");
        eprintln!("built {pages} in {:.2} s", start.elapsed().as_secs_f64());
    }
}

/// Returns the arguments of `soru build FOLDER OPTIONS`, with quiet output and a separate cache.
fn build_arguments(serve: &Serve) -> Build {
    let words = ["soru", "build"].map(str::to_owned).into_iter();
    let folder = serve.folder.display().to_string();
    let words = words
        .chain(serve.build_options.iter().cloned())
        .chain(["--".to_owned(), folder]);
    let Command::Build(mut arguments) = Arguments::parse_from(words).command else {
        unreachable!("the second word is the command")
    };
    arguments.quiet = true;
    if arguments.cache.is_none() {
        arguments.cache = cache(&serve.folder);
    }
    arguments
}

/// Returns the user's cache for this site. Without a home folder, every build reads all pages.
fn cache(site: &Path) -> Option<PathBuf> {
    let real = site.canonicalize().ok()?;
    let strategy = etcetera::choose_base_strategy().ok()?;
    let digest = Sha256::digest(real.as_os_str().as_encoded_bytes());
    let name = u64::from_be_bytes(*digest.first_chunk()?);
    Some(
        strategy
            .cache_dir()
            .join("soru")
            .join(format!("{name:016x}")),
    )
}

/// Returns the files that the next build will read, and the files that the last one wrote.
fn watched(arguments: &Build, built: Option<(&BuildOptions, &BuildReport)>) -> Watched {
    let mut paths = arguments.inputs.clone();
    let project = arguments.config.clone();
    paths.extend(project.or_else(|| Project::find(&arguments.inputs)));
    paths.extend(arguments.facts.iter().cloned());
    paths.extend(arguments.questions.clone());
    // A failed build may have created and removed the bundle's folder.
    let mut own: Vec<PathBuf> = arguments.cache.iter().cloned().collect();
    own.extend(build::out(arguments).ok());
    if let Some((options, report)) = built {
        paths.extend(options.project.fact_files());
        paths.extend(options.project.questions_file());
        own.extend(
            report
                .published
                .service_worker
                .iter()
                .map(|worker| PathBuf::from(&worker.file)),
        );
    }
    Watched { paths, own }
}
