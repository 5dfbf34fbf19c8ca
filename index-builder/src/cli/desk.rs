//! `soru desk`.

use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use hyper::Request;
use hyper::body::Incoming;
use jiff::civil::Date;
use soru_desk::{Forgotten, Receiver, Store, Writer};
use soru_serving::{Limits, end, serve};
use tokio::net::TcpListener;

use super::build::today;
use super::output::{DONE, FAILED, MOST_PROBLEMS, count, print};
use crate::desk::{self, Access, Format, Report, Site, Tongue, Week, facts_as_sheet};
use crate::facts::{Frame, load};
use crate::log::BadLine;
use crate::project::Project;

/// The environment variable with the token, which other users of the computer do not see.
const TOKEN: &str = "SORU_DESK_TOKEN";

const AFTER: &str = "\
On this computer:
  soru desk site

Reports of the box, behind a server with TLS that passes on the Host header:
  SORU_DESK_TOKEN=... soru desk site --listen 127.0.0.1:4190 --origin https://www.example.org
and in the pages:
  <soru-search report=\"https://desk.example.org/reports\"></soru-search>";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = AFTER)]
pub(super) struct Desk {
    #[command(subcommand)]
    command: Option<DeskCommand>,
    #[command(flatten)]
    open: Open,
}

#[derive(Debug, Args)]
struct Reports {
    /// The file of reports
    #[arg(long, value_name = "FILE", default_value = "reports.sqlite")]
    reports: PathBuf,
}

#[derive(Debug, Args)]
struct Open {
    /// The site's pages, as `soru build` reads them; without them the desk only receives reports
    #[arg(value_name = "SITE")]
    site: Vec<PathBuf>,
    #[command(flatten)]
    reports: Reports,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4190")]
    listen: SocketAddr,
    /// Receive reports from pages of this origin, such as `https://www.example.org`
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// What the page needs, 16 characters or more; required to listen on an address other than this
    /// computer's [default: the environment variable `SORU_DESK_TOKEN`]
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Delete reports that are older
    #[arg(long, value_name = "N", default_value = "90")]
    days: u32,
    /// The project file [default: as for `soru build`]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Write the site's facts for a spreadsheet into this file, and end
    #[arg(long, value_name = "FILE", requires = "site")]
    export: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum DeskCommand {
    /// Report on the questions of a week; a question is shown only if it was asked three times or
    /// its wording was edited
    Report(ReportCommand),
    /// Read reports of other receivers, or exports of the box's `exportLog()`
    Import(ImportCommand),
    /// Delete reports, for whoever asks for it
    Forget(ForgetCommand),
}

#[derive(Debug, Args)]
struct ReportCommand {
    #[command(flatten)]
    reports: Reports,
    /// The last day [default: today]
    #[arg(long, value_name = "DAY")]
    until: Option<Date>,
    /// Number of days
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u32).range(1..=366))]
    days: u32,
    /// The form
    #[arg(long, value_enum, default_value = "markdown")]
    format: Format,
    /// The language of its words
    #[arg(long, value_enum, default_value = "en")]
    language: Tongue,
    /// Write it into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct ImportCommand {
    /// Files with a report or an entry in each line; a file that was imported before replaces what
    /// it brought
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reports: Reports,
}

#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = true, args = ["text", "from", "until"])]
struct ForgetCommand {
    /// Those whose question or note contains this text, in any case
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// Those of this day and later
    #[arg(long, value_name = "DAY")]
    from: Option<Date>,
    /// Those of this day and earlier
    #[arg(long, value_name = "DAY")]
    until: Option<Date>,
    #[command(flatten)]
    reports: Reports,
}

pub(super) fn run(arguments: &Desk) -> anyhow::Result<u8> {
    match &arguments.command {
        Some(DeskCommand::Report(arguments)) => report(arguments),
        Some(DeskCommand::Import(arguments)) => import(arguments),
        Some(DeskCommand::Forget(arguments)) => forget(arguments),
        None => open(&arguments.open),
    }
}

/// Opens a file that has to be there.
fn existing(file: &Path) -> anyhow::Result<Store> {
    if !file.is_file() {
        bail!(
            "{}: no such file; name the file of reports with --reports, or make one with `soru desk \
             import`",
            file.display()
        );
    }
    Store::open(file)
}

fn report(arguments: &ReportCommand) -> anyhow::Result<u8> {
    let store = existing(&arguments.reports.reports)?;
    let until = arguments.until.unwrap_or(soru_desk::today());
    let report = Report::new(Week::read(&store, until, arguments.days)?);
    let text = report.text(arguments.format, arguments.language)?;
    put(arguments.out.as_deref(), &text)?;
    Ok(DONE)
}

fn put(file: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match file {
        Some(file) => {
            fs::write(file, text).with_context(|| format!("{}: cannot be written", file.display()))
        }
        None => print(text),
    }
}

fn import(arguments: &ImportCommand) -> anyhow::Result<u8> {
    let mut store = Store::open(&arguments.reports.reports)?;
    let imported = desk::import(&mut store, &arguments.files)?;
    print_bad_lines(&imported.bad_lines);
    let mut text = format!("{} imported", count(imported.reports, "report"));
    if imported.repeated > 0 {
        let _ = write!(text, "; {} repeated, counted once", imported.repeated);
    }
    if !imported.bad_lines.is_empty() {
        let _ = write!(
            text,
            "; {} skipped",
            count(imported.bad_lines.len(), "line")
        );
    }
    print(&format!("{text}\n"))?;
    let is_all_bad = imported.reports == 0 && !imported.bad_lines.is_empty();
    Ok(if is_all_bad { FAILED } else { DONE })
}

fn print_bad_lines(bad_lines: &[BadLine]) {
    for bad in bad_lines.iter().take(MOST_PROBLEMS) {
        let message = bad.message.replace(char::is_control, " ");
        anstream::eprintln!("{}:{}: {message}", bad.file, bad.line);
    }
    if bad_lines.len() > MOST_PROBLEMS {
        anstream::eprintln!("... and {} more", bad_lines.len() - MOST_PROBLEMS);
    }
}

fn forget(arguments: &ForgetCommand) -> anyhow::Result<u8> {
    let mut store = existing(&arguments.reports.reports)?;
    let gone = store.forget(&Forgotten {
        text: arguments.text.clone(),
        from: arguments.from,
        until: arguments.until,
    })?;
    print(&format!("{} deleted\n", count(gone, "report")))?;
    Ok(DONE)
}

fn open(arguments: &Open) -> anyhow::Result<u8> {
    if let Some(file) = &arguments.export {
        return export(arguments, file);
    }
    let origins = arguments.origin.iter().map(|own| origin(own));
    let origins: Vec<String> = origins.collect::<anyhow::Result<_>>()?;
    let token = arguments.token.clone();
    let token = token.or_else(|| std::env::var(TOKEN).ok().filter(|own| !own.is_empty()));
    let has_page = !arguments.site.is_empty();
    if has_page && token.is_none() && !arguments.listen.ip().is_loopback() {
        bail!(
            "--listen {}: whoever reaches this address could read and write: set {TOKEN}, or listen \
             on 127.0.0.1",
            arguments.listen
        );
    }
    if !has_page && origins.is_empty() {
        bail!("name the site's pages, or the --origin whose pages send reports, or both");
    }
    let access = Access::new(token.as_deref())?;
    let file = &arguments.reports.reports;
    let writer = Writer::start(file, arguments.days, problem)?;
    let store = Store::open(file)?;
    let site = has_page.then(|| {
        let config = arguments.config.as_deref();
        Site::open(arguments.site.clone(), config, today()?)
    });
    let site = site.transpose()?;
    let receiver = Receiver::new(&origins, writer);
    let opened = Arc::new(desk::Desk::new(access, receiver, store, site, problem));
    let runtime = tokio::runtime::Runtime::new().context("the server cannot be started")?;
    runtime.block_on(answer(opened, arguments, token.is_some()))
}

/// A line on standard error.
fn problem(message: &str) {
    anstream::eprintln!("error: {message}");
}

/// An origin as browsers send it.
fn origin(written: &str) -> anyhow::Result<String> {
    let url = url::Url::parse(written).ok();
    let origin = url.map(|url| url.origin().ascii_serialization());
    origin
        .filter(|origin| origin == written.trim_end_matches('/'))
        .with_context(|| {
            format!("--origin {written}: write it as https://www.example.org, without a path")
        })
}

async fn answer(desk: Arc<desk::Desk>, arguments: &Open, has_token: bool) -> anyhow::Result<u8> {
    let listener = TcpListener::bind(arguments.listen).await;
    let listener = listener.with_context(|| {
        format!(
            "--listen {}: cannot listen on this address",
            arguments.listen
        )
    })?;
    let address = listener.local_addr()?;
    let end = end().context("the signal to end cannot be received")?;
    print(&where_to(address, arguments, has_token))?;
    let limits = Limits {
        connections: 1_000,
        receiving: Duration::from_secs(5),
        drain: Duration::from_secs(5),
    };
    let reply = move |_: SocketAddr, request: Request<Incoming>| Arc::clone(&desk).reply(request);
    serve(listener, limits, None, reply, end, || {}).await;
    Ok(DONE)
}

fn where_to(address: SocketAddr, arguments: &Open, has_token: bool) -> String {
    let mut text = String::new();
    if !arguments.site.is_empty() {
        let token = if has_token { "#token=..." } else { "" };
        let _ = writeln!(text, "http://{address}/{token}   (stop with Ctrl-C)");
    }
    if !arguments.origin.is_empty() {
        let origins = arguments.origin.join(", ");
        let _ = writeln!(text, "http://{address}{}   {origins}", soru_desk::PATH);
    }
    text
}

fn export(arguments: &Open, file: &Path) -> anyhow::Result<u8> {
    let project = Project::of(arguments.config.as_deref(), &arguments.site)?;
    let frame = Frame {
        languages: project.languages(),
        today: today()?,
        table: project.facts.table.clone(),
    };
    let facts = load(&project.fact_files(), &frame)?.facts;
    put(Some(file), &facts_as_sheet(&facts)?)?;
    let name = file.display();
    print(&format!("{name}: {}\n", count(facts.len(), "fact")))?;
    Ok(DONE)
}
