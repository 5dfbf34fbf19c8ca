//! `soru crawl`, and the crawls of `soru build`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use etcetera::BaseStrategy;
use indicatif::ProgressBar;
use soru::index::format::sha256;
use soru_crawl::{CrawlOptions, CrawlProgress, CrawlReport, crawl};
use url::Url;

use super::arguments::Build;
use super::output::{CONCERNS, DONE, EXIT_CODES, print, print_json};
use crate::project::Project;

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Crawl {
    /// Start address: the crawl stays on this host, in the folder of this address
    #[arg(value_name = "URL", value_parser = address)]
    pub(super) start: Url,
    /// Output folder: empty, or of an earlier crawl of this site
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// Print the report as JSON to standard output
    #[arg(long)]
    pub(super) json: bool,
    /// Exit with 3 if the crawl is incomplete, or a page was skipped for a reason other than your
    /// settings
    #[arg(long)]
    pub(super) strict: bool,
    /// Print only errors and warnings
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) limits: CrawlLimits,
}

/// Limits on the extent and the rate of a crawl.
#[derive(Debug, Args)]
#[command(next_help_heading = "Crawling")]
pub(super) struct CrawlLimits {
    /// Maximum number of pages
    #[arg(long, value_name = "N", default_value = "10000")]
    pub(super) max_pages: std::num::NonZeroUsize,
    /// Maximum number of megabytes received
    #[arg(long, value_name = "MB", default_value_t = 2_000)]
    pub(super) max_bytes: u32,
    /// Maximum number of links from the start to a page
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(super) max_depth: usize,
    /// Maximum duration in minutes; the next crawl continues from there
    #[arg(long, value_name = "MINUTES", default_value_t = 60)]
    pub(super) max_time: u32,
    /// Maximum requests per second; 0 for no limit. A longer `Crawl-delay` in robots.txt always
    /// applies
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = rate)]
    pub(super) rate: f64,
    /// Maximum number of parallel requests
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(super) concurrency: u8,
    /// Visit only paths that match this pattern, such as `docs/**` or `index.php?id=*`; may be
    /// repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) include: Vec<String>,
    /// Skip paths that match this pattern; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) exclude: Vec<String>,
    /// The crawler's user agent, ideally with an address to contact you; the part before `/`
    /// selects its rules in robots.txt
    #[arg(long, value_name = "NAME", default_value = soru_crawl::USER_AGENT, value_parser = user_agent)]
    pub(super) user_agent: String,
    /// Allow requests to private addresses even if the site's name resolved to a public one before
    #[arg(long)]
    pub(super) allow_private: bool,
}

/// The exit code that shells use for an interrupted process.
const INTERRUPTED: i32 = 130;

pub(super) fn run(arguments: &Crawl) -> anyhow::Result<u8> {
    let project = Project::of(None, &[])?;
    let crawl_options = crawl_options(
        &arguments.limits,
        &project,
        arguments.start.clone(),
        arguments.out.clone(),
    );
    let report = watched(&crawl_options, arguments.quiet)?;
    if arguments.json {
        print_json(&report)?;
    }
    if arguments.quiet {
        print_warnings(&report);
    } else {
        let text = format!(
            "{report}\n\nBuild the index with `soru build {}`.\n",
            arguments.out.display()
        );
        if arguments.json {
            eprint!("{text}");
        } else {
            print(&text)?;
        }
    }
    let is_strict = arguments.strict && report.has_concerns();
    Ok(if is_strict { CONCERNS } else { DONE })
}

/// The inputs of a build, with the folder of a crawl in place of each address.
pub(super) fn of_inputs(arguments: &Build) -> anyhow::Result<Vec<PathBuf>> {
    let is_online = arguments
        .inputs
        .iter()
        .any(|input| start_of(input).is_some());
    if is_online && arguments.site.is_none() && (arguments.inject.is_some() || arguments.offline) {
        bail!(
            "--inject and --offline change files, but this site is online: add the two lines to \
             its template, or name the folder of its files with --site"
        );
    }
    let mut inputs = Vec::new();
    for input in &arguments.inputs {
        inputs.push(match start_of(input) {
            Some(start) => crawled(arguments, start)?,
            None => input.clone(),
        });
    }
    Ok(inputs)
}

/// Returns the address of an input that is one.
pub(super) fn start_of(input: &Path) -> Option<Url> {
    let written = input.to_str()?;
    let is_address = written.starts_with("http://") || written.starts_with("https://");
    is_address.then(|| Url::parse(written).ok()).flatten()
}

fn crawled(arguments: &Build, start: Url) -> anyhow::Result<PathBuf> {
    address(start.as_str()).map_err(anyhow::Error::msg)?;
    let project = Project::of(arguments.config.as_deref(), &[])?;
    let folder = folder(arguments.cache.as_deref(), &start)?;
    let crawl_options = crawl_options(&arguments.crawl, &project, start, folder.clone());
    let report = watched(&crawl_options, arguments.quiet)?;
    if arguments.quiet {
        print_warnings(&report);
    } else {
        eprintln!("{report}\n");
    }
    if let Some(why) = &report.stopped {
        eprintln!(
            "warning: the crawl of {} is incomplete: it stopped {why}",
            report.start
        );
    }
    if arguments.strict && report.has_concerns() {
        bail!(
            "the crawl of {} skipped pages or stopped early (--strict); its report gives the \
             reasons",
            report.start
        );
    }
    Ok(folder)
}

/// Returns the folder for crawled pages between builds: `--cache`, or the system's folder for
/// caches.
fn folder(cache: Option<&Path>, start: &Url) -> anyhow::Result<PathBuf> {
    let base = match cache {
        Some(cache) => cache.to_owned(),
        None => etcetera::choose_base_strategy()
            .context("no home folder was found for the site's pages: name a folder with --cache")?
            .cache_dir()
            .join("soru"),
    };
    let hash = sha256(start.as_str().as_bytes());
    let number = hash[..4]
        .iter()
        .fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    let host = start
        .host_str()
        .unwrap_or_default()
        .replace([':', '[', ']'], "");
    Ok(base.join("crawls").join(format!("{host}-{number:08x}")))
}

fn crawl_options(
    limits: &CrawlLimits,
    project: &Project,
    start: Url,
    folder: PathBuf,
) -> CrawlOptions {
    let megabytes = |number: usize| (number as u64).saturating_mul(1_000_000);
    CrawlOptions {
        max_pages: limits.max_pages.get(),
        max_bytes: megabytes(limits.max_bytes as usize),
        max_depth: limits.max_depth,
        max_time: Duration::from_secs(u64::from(limits.max_time) * 60),
        rate: limits.rate,
        concurrency: usize::from(limits.concurrency),
        include: limits.include.clone(),
        exclude: limits.exclude.clone(),
        user_agent: limits.user_agent.clone(),
        allow_private: limits.allow_private,
        page_bytes: megabytes(project.input.max_page_megabytes),
        document_bytes: megabytes(project.input.documents.max_megabytes),
        ..CrawlOptions::new(start, folder)
    }
}

/// Crawls with progress on a terminal. Ctrl-C ends the crawl and keeps its pages; a second one ends
/// the process.
fn watched(crawl_options: &CrawlOptions, is_quiet: bool) -> anyhow::Result<CrawlReport> {
    let stop = Arc::new(AtomicBool::new(false));
    stop_by_signal(&stop)?;
    let bar = (!is_quiet && std::io::stderr().is_terminal()).then(ProgressBar::new_spinner);
    if let Some(bar) = &bar {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    let report = crawl(crawl_options, &stop, &|progress| {
        if let Some(bar) = &bar {
            bar.set_message(message(progress));
        }
    });
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    let report = report?;
    if stop.load(Ordering::Relaxed) {
        eprintln!("{report}");
        process::exit(INTERRUPTED);
    }
    Ok(report)
}

fn message(progress: CrawlProgress) -> String {
    let CrawlProgress {
        pages,
        waiting,
        bytes,
    } = progress;
    format!(
        "crawling: {pages} pages, {waiting} addresses queued, {}",
        soru_files::size::bytes(bytes)
    )
}

fn stop_by_signal(stop: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.context("signals cannot be handled")?;
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if stop.swap(true, Ordering::Relaxed) {
                    process::exit(INTERRUPTED);
                }
            }
        });
    });
    Ok(())
}

fn print_warnings(report: &CrawlReport) {
    for warning in &report.warnings {
        eprintln!("warning: {warning}");
    }
}

/// Parses the start address of a crawl.
pub(super) fn address(written: &str) -> Result<Url, String> {
    let url = Url::parse(written)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or("it must be an address such as https://example.org/")?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "remove the user name and password: pages behind a login are not crawled".to_owned(),
        );
    }
    Ok(url)
}

/// Parses a name that is valid in a header.
pub(super) fn user_agent(written: &str) -> Result<String, String> {
    let is_sound = written.starts_with(|c: char| c.is_ascii_alphabetic())
        && written.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let invalid =
        || "it must be ASCII, such as \"example-search/1.0 (search@example.org)\"".to_owned();
    is_sound.then(|| written.to_owned()).ok_or_else(invalid)
}

/// Parses a number of requests per second.
pub(super) fn rate(written: &str) -> Result<f64, String> {
    let rate = written
        .parse()
        .ok()
        .filter(|rate: &f64| rate.is_finite() && *rate >= 0.0);
    rate.ok_or_else(|| "it must be a number such as 0.5, or 0 for no limit".to_owned())
}
