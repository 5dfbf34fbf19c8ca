//! `soru build`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use soru_files::place::Problems;

use super::arguments::Build;
use super::crawl;
use super::output::{CONCERNS, DONE, FAILED, print, print_json};
use crate::build::{BuildOptions, BuildReport, EncoderOptions, Publication, Stage, build};
use crate::bundle::{BrowserFiles, Offline};
use crate::embedding::OnProgress;
use crate::inject::Lines;
use crate::project::{Project, WantedEncoder};

/// The bundle's folder in a site.
const FOLDER: &str = "soru";

pub(super) fn run(arguments: &Build) -> anyhow::Result<u8> {
    let inputs = crawl::of_inputs(arguments)?;
    let mut build_options = build_options(arguments, inputs)?;
    let report = make(arguments, &mut build_options)?;
    print_report(&report, arguments, &build_options)?;
    let without_box = report.published.injected.iter();
    let mut without_box = without_box.flat_map(|injected| &injected.failed).peekable();
    if without_box.peek().is_some() {
        for (page, reason) in without_box {
            eprintln!("error: {page}: {reason}; the box was not added; the bundle was written");
        }
        return Ok(FAILED);
    }
    Ok(if arguments.strict && report.has_concerns() {
        CONCERNS
    } else {
        DONE
    })
}

/// Builds a bundle, with its progress on a terminal.
pub(super) fn make(
    arguments: &Build,
    build_options: &mut BuildOptions,
) -> anyhow::Result<BuildReport> {
    let threads = arguments.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let progress = BuildProgress::new(arguments);
    build_options.encoder.on_progress = progress.on_progress();
    let built = pool.install(|| build(build_options, |stage| progress.show(stage)));
    progress.end();
    built.map_err(|error| with_line(error, &build_options.project))
}

/// Reads the options of the build from the command line and the project file.
pub(super) fn build_options(
    arguments: &Build,
    inputs: Vec<PathBuf>,
) -> anyhow::Result<BuildOptions> {
    let mut project = Project::of(arguments.config.as_deref(), &arguments.inputs)?;
    project.input.follow_links |= arguments.follow_links;
    let out = out(arguments)?;
    Ok(BuildOptions {
        inputs,
        facts: arguments.facts.clone(),
        questions: arguments.questions.clone(),
        form: arguments.layout,
        cache: arguments.cache.clone(),
        encoder: EncoderOptions {
            wanted: arguments.encoder.as_deref().map(WantedEncoder::of_argument),
            table: arguments.table.clone(),
            ..EncoderOptions::default()
        },
        browser: browser(arguments)?,
        publication: publication(arguments, &out, &project),
        today: today()?,
        out,
        project,
    })
}

/// The folder of the bundle: in the site, at the place where it is uploaded.
pub(super) fn out(arguments: &Build) -> anyhow::Result<PathBuf> {
    let site = || arguments.inputs.iter().find(|input| input.is_dir());
    // The folder of a crawl is not uploaded.
    let is_online = |input: &PathBuf| crawl::start_of(input).is_some();
    let beside = || {
        arguments
            .inputs
            .iter()
            .any(is_online)
            .then(|| PathBuf::from(FOLDER))
    };
    let own = || site().map(|site| site.join(FOLDER)).or_else(beside);
    let missing = |input: &&PathBuf| !is_online(input) && !input.exists();
    if let (None, Some(missing)) = (&arguments.out, arguments.inputs.iter().find(missing)) {
        bail!("{}: no such folder or file", missing.display());
    }
    arguments
        .out
        .clone()
        .or_else(own)
        .context("no input is a folder: name the output folder with --out DIR")
}

fn browser(arguments: &Build) -> anyhow::Result<BrowserFiles> {
    if arguments.index_only {
        return Ok(BrowserFiles::none());
    }
    match &arguments.engine {
        Some(folder) => BrowserFiles::from_folder(folder),
        None => Ok(BrowserFiles::embedded().unwrap_or_default()),
    }
}

fn publication(arguments: &Build, out: &Path, project: &Project) -> Publication {
    Publication {
        site: arguments
            .site
            .clone()
            .unwrap_or_else(|| site_root(arguments, out)),
        offline: arguments.offline,
        inject: arguments.inject.clone(),
        placement: project.inject.clone(),
        integrity: arguments.integrity,
        keep_from: arguments.keep_from.clone(),
    }
}

/// The folder that will be uploaded with the bundle in it, if it can be determined.
fn site_root(arguments: &Build, out: &Path) -> PathBuf {
    let holds = |input: &&PathBuf| input.is_dir() && Offline::new(input, out).is_ok();
    let input = arguments.inputs.iter().find(holds).cloned();
    let above = out.parent().map(|parent| match parent {
        here if here.as_os_str().is_empty() => PathBuf::from("."),
        above => above.to_owned(),
    });
    input.or(above).unwrap_or_else(|| PathBuf::from("."))
}

/// Returns the day of the build (UTC), or the day of `SOURCE_DATE_EPOCH`, for reproducible builds.
pub(super) fn today() -> anyhow::Result<Date> {
    let seconds = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(written) => written.trim().parse().with_context(|| {
            format!(
                "SOURCE_DATE_EPOCH must be a number of seconds, not \
                `{written}`"
            )
        })?,
        Err(_) => i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs())?,
    };
    let time = Timestamp::from_second(seconds).context("SOURCE_DATE_EPOCH is out of range")?;
    Ok(time.to_zoned(TimeZone::UTC).date())
}

/// Adds the line of a setting to an error that occurs only when the setting is used.
fn with_line(error: anyhow::Error, project: &Project) -> anyhow::Error {
    let place = error
        .downcast_ref::<soru::Error>()
        .and_then(|error| project.place_of(error));
    match place {
        Some(place) => Problems(vec![place.problem(error.to_string())]).into(),
        None => error,
    }
}

fn print_report(
    report: &BuildReport,
    arguments: &Build,
    build_options: &BuildOptions,
) -> anyhow::Result<()> {
    if arguments.json {
        print_json(report)?;
    }
    if arguments.quiet {
        for warning in &report.warnings {
            eprintln!("warning: {warning}");
        }
        if arguments.strict {
            for (page, reason) in report.lost() {
                eprintln!("skipped: {page}: {reason}");
            }
        }
        return Ok(());
    }
    let found = if arguments.verbose {
        format!("{report:#}")
    } else {
        report.to_string()
    };
    let text = format!(
        "{found}\n\n{}\n",
        next_steps(report, arguments, build_options)
    );
    if arguments.json {
        eprint!("{text}");
        return Ok(());
    }
    print(&text)
}

fn next_steps(report: &BuildReport, arguments: &Build, build_options: &BuildOptions) -> String {
    if !report.has_browser_files && !arguments.index_only {
        return "The bundle contains only the index: this `soru` was compiled without the browser \
            engine.\nRun `cargo xtask bundle`, then compile `soru` again or build with `--engine pkg`."
            .to_owned();
    }
    if let Some(injected) = &report.published.injected {
        return match injected.failed.len() {
            0 => "The pages contain the box; upload the site.".to_owned(),
            failed => format!(
                "The box could not be added to {failed} pages; fix the errors above and build \
                 again."
            ),
        };
    }
    let folder = web_path(&build_options.inputs, &build_options.out);
    let integrity = report.published.integrity.clone();
    let policy = integrity.as_ref().map(|hashes| {
        let source = hashes.policy(&format!("{folder}/"));
        format!(
            "\nAdd this source to script-src in your content security policy, for the import \
            map:\n  {source}"
        )
    });
    let [head, body] = Lines::at(&folder).with_integrity(integrity).for_page("");
    let policy = policy.unwrap_or_default();
    let ask = ask(report, &build_options.out);
    format!("{ask}Paste into a page:\n  {head}\n  {body}{policy}")
}

/// Returns the command as the reader of its output types it.
pub(super) fn command() -> &'static str {
    // npm sets this variable for commands that it runs.
    let is_npx = std::env::var("npm_command").is_ok_and(|command| command == "exec");
    if is_npx { "npx soru" } else { "soru" }
}

/// Returns a command that asks a first question, in the site's own words.
fn ask(report: &BuildReport, out: &Path) -> String {
    let question = report.first_question.as_ref();
    question.map_or_else(String::new, |question| {
        format!(
            "Try a question:\n  {} query {} \"{question}\"\n\n",
            command(),
            out.display()
        )
    })
}

/// The path of the bundle on the site, known if it is written into the site.
fn web_path(inputs: &[PathBuf], out: &Path) -> String {
    let real = out.canonicalize().unwrap_or_else(|_| out.to_owned());
    let inside = inputs.iter().find_map(|input| {
        let relative = real.strip_prefix(input.canonicalize().ok()?).ok()?;
        Some(relative.to_string_lossy().replace('\\', "/"))
    });
    let name = real
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    match inside.or(name).as_deref() {
        None | Some("") => String::new(),
        Some(path) => format!("/{path}"),
    }
}

/// Progress on a terminal, nothing elsewhere.
struct BuildProgress(Option<ProgressBar>);

impl BuildProgress {
    fn new(arguments: &Build) -> Self {
        let shown = !arguments.quiet && std::io::stderr().is_terminal();
        Self(shown.then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(std::time::Duration::from_millis(100));
            bar
        }))
    }

    fn show(&self, stage: Stage) {
        let Some(bar) = &self.0 else { return };
        match stage {
            Stage::Looking => bar.set_message("looking for pages"),
            Stage::Reading(bytes) => {
                bar.set_length(bytes);
                if let Ok(style) = ProgressStyle::with_template(READING) {
                    bar.set_style(style);
                }
                bar.set_message("reading pages");
            }
            Stage::Read(bytes) => bar.inc(bytes),
            Stage::Indexing => self.wait("building the index"),
            Stage::Writing => self.wait("compressing and writing"),
        }
    }

    /// A progress bar for the encoder, which reports from any thread.
    fn on_progress(&self) -> Option<OnProgress> {
        let bar = self.0.clone()?;
        Some(Arc::new(move |count, all| {
            if bar.length() != Some(all as u64) {
                bar.set_position(0);
                bar.set_length(all as u64);
                if let Ok(style) = ProgressStyle::with_template(EMBEDDING) {
                    bar.set_style(style);
                }
                bar.set_message("embedding passages");
            }
            bar.inc(count as u64);
        }))
    }

    fn wait(&self, message: &'static str) {
        if let Some(bar) = &self.0 {
            bar.set_style(ProgressStyle::default_spinner());
            bar.set_message(message);
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

const EMBEDDING: &str = "{spinner} {msg} [{bar:32}] {pos}/{len} {eta}";
const READING: &str = "{spinner} {msg} [{bar:32}] {bytes}/{total_bytes} {eta}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_inside_its_site_knows_its_address() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("assets/soru");
        std::fs::create_dir_all(&out).unwrap();
        assert_eq!(web_path(&[dir.path().to_owned()], &out), "/assets/soru");
        assert_eq!(web_path(&[dir.path().join("pages")], &out), "/soru");
    }

    #[test]
    fn an_engine_error_about_a_setting_is_reported_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("soru.toml");
        std::fs::write(&file, "\n[input]\nignore = ['a[']\n").unwrap();
        let project = Project::load(&file).unwrap();
        let error = soru_ingest::Readers::new(&project.input).unwrap_err();
        let message = with_line(error.into(), &project).to_string();
        assert!(
            message.contains("soru.toml:3: `input.ignore[0]`"),
            "{message}"
        );
    }
}
