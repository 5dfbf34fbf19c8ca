//! The trials of a cluster, in an order in which each leaves what the next one needs.

mod questions;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Value;

use super::gateway::Gateway;
use super::launcher::Cluster;
use super::site::{SMALL, Sites, title_word};
use super::table::Table;
use crate::workspace::{Profile, Workspace};

/// Processor time of all nodes for a chunk in milliseconds.
const MOST_OF_CLUSTER: f64 = 3.0;

/// Exit codes of `soru push`.
const LOCKED: i32 = 6;

/// Swaps while a reader looks.
const SWAPS: u32 = 20;

/// The time to start a cluster on an idle machine in milliseconds.
const START: u64 = 40_000;

/// Questions of a short trial.
const FEW: u32 = 100;

/// The trials of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    All,
    /// A push, and questions while a node is killed: for a check that is run often.
    Short,
}

/// Runs the trials.
///
/// # Errors
/// If a program cannot be started. A trial that fails is a row of the table.
pub(super) fn run(
    workspace: &Workspace,
    cluster: &mut Cluster,
    sites: &Sites,
    table: &mut Table,
    extent: Extent,
) -> Result<()> {
    let soru = workspace.soru(Profile::Debug).display().to_string();
    let mut trials = Trials {
        workspace,
        soru,
        folder: workspace.target("clusters"),
        addresses: cluster.addresses(),
        cluster,
        sites,
        table,
    };
    trials.start();
    match extent {
        Extent::All => trials.all(),
        Extent::Short => trials.short(),
    }
}

struct Trials<'t> {
    workspace: &'t Workspace,
    soru: String,
    folder: PathBuf,
    addresses: Vec<String>,
    cluster: &'t mut Cluster,
    sites: &'t Sites,
    table: &'t mut Table,
}

/// The end of a push.
struct End {
    code: Option<i32>,
    report: Value,
    seconds: f64,
}

impl End {
    fn is_success(&self) -> bool {
        self.code == Some(0)
    }

    fn number(&self, key: &str) -> u64 {
        self.report[key].as_u64().unwrap_or_default()
    }
}

impl Trials<'_> {
    fn row(&mut self, trial: &'static str, is_right: bool, figure: String) {
        self.table.add(self.cluster.engine, trial, is_right, figure);
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.soru);
        command
            .arg("push")
            .args(arguments)
            .args(["--name", "site", "--json"]);
        for address in &self.addresses {
            command.args(["--to", address]);
        }
        command
    }

    fn push(&self, site: &Path, options: &[&str]) -> Result<End> {
        let site = site.display().to_string();
        let mut arguments = vec![site.as_str()];
        arguments.extend(options);
        self.end(&arguments)
    }

    fn end(&self, arguments: &[&str]) -> Result<End> {
        let begin = Instant::now();
        let output = self.command(arguments).stderr(Stdio::inherit()).output()?;
        Ok(End {
            code: output.status.code(),
            report: serde_json::from_slice(&output.stdout).unwrap_or(Value::Null),
            seconds: begin.elapsed().as_secs_f64(),
        })
    }

    fn spawn(&self, site: &Path) -> Result<Child> {
        let mut command = self.command(&[&site.display().to_string()]);
        Ok(command.stdout(Stdio::null()).spawn()?)
    }

    /// Returns the number of documents behind the alias, or 0 if nobody knows it.
    fn count(&self) -> u64 {
        self.cluster.count("site", None).unwrap_or_default()
    }

    fn start(&mut self) {
        let millis = self.cluster.millis();
        // A busy machine needs longer, which is no fault.
        let busy = if millis > START {
            ", on a busy machine"
        } else {
            ""
        };
        self.row(
            "three nodes start",
            true,
            format!("{:.1} s{busy}", millis as f64 / 1000.0),
        );
    }

    fn all(&mut self) -> Result<()> {
        self.full()?;
        self.update()?;
        self.roll_back()?;
        self.swaps()?;
        self.killed_push()?;
        self.killed_node()?;
        self.questions()?;
        self.visits()
    }

    fn short(&mut self) -> Result<()> {
        let end = self.push(&self.sites.whole, &[])?;
        let pages = self.sites.pages;
        let is_right = end.is_success() && self.count() == u64::from(pages);
        let figure = format!("{pages} chunks in {:.1} s", end.seconds);
        self.row("full push", is_right, figure);
        let gateway = Gateway::start(&self.gateway_settings())?;
        let outcome = self.asked(&gateway, FEW, Some("kill node0"))?;
        // How many answers come in time depends on how busy the machine is.
        let is_right = outcome.others == 0 && outcome.answered > 0 && outcome.finds();
        let figure = outcome.figure();
        self.row("questions while a node is killed", is_right, figure);
        Ok(())
    }

    /// Pushes twice: the first push also pays for the compilation of the engine's code, which takes
    /// Java longer than some thousand chunks.
    fn full(&mut self) -> Result<()> {
        let first = self.push(&self.sites.whole, &[])?;
        let before = self.cluster.processor_seconds();
        let end = self.push(&self.sites.whole, &[])?;
        let pages = self.sites.pages;
        let cost = (self.cluster.processor_seconds() - before) * 1000.0 / f64::from(pages);
        let is_right = [&first, &end].iter().all(|end| end.is_success());
        let is_right = is_right && self.count() == u64::from(pages);
        let figure = format!(
            "{pages} chunks in {:.1} and {:.1} s",
            first.seconds, end.seconds
        );
        self.row("full push, twice", is_right, figure);
        let figure = format!("{cost:.2} ms, allowed {MOST_OF_CLUSTER}");
        let is_right = cost <= MOST_OF_CLUSTER;
        self.row(
            "processor time of all nodes a chunk, second push",
            is_right,
            figure,
        );
        Ok(())
    }

    fn update(&mut self) -> Result<()> {
        let end = self.push(&self.sites.changed, &["--update"])?;
        let [sent, deleted] = ["sent", "deleted"].map(|key| end.number(key));
        let is_right = end.report["mode"] == "update"
            && sent >= u64::from(self.sites.changes())
            && deleted == 1
            && self.count() == u64::from(self.sites.pages) - 1;
        let figure = format!("{sent} sent, {deleted} deleted in {:.1} s", end.seconds);
        self.row("update sends only changes", is_right, figure);
        let found = |page| self.cluster.count("site", Some(&title_word(page)));
        let is_right = found(0)? == 0 && found(1)? == 1;
        self.row("a vanished page is not found", is_right, String::new());
        Ok(())
    }

    fn roll_back(&mut self) -> Result<()> {
        self.push(&self.sites.small, &[])?;
        let is_small = self.count() == u64::from(SMALL);
        let end = self.end(&["--rollback"])?;
        let is_back = self.count() == u64::from(self.sites.pages) - 1;
        let is_right = end.is_success() && is_small && is_back;
        self.row("rollback", is_right, format!("{:.1} s", end.seconds));
        Ok(())
    }

    /// Pushes while a reader counts.
    fn swaps(&mut self) -> Result<()> {
        self.push(&self.sites.small, &[])?;
        let is_over = AtomicBool::new(false);
        let (wrong, reads, swapped) = std::thread::scope(|scope| {
            let this = &*self;
            let reader = scope.spawn(|| {
                let (mut wrong, mut reads) = (0_u32, 0_u32);
                while !is_over.load(Ordering::Relaxed) {
                    wrong += u32::from(this.count() != u64::from(SMALL));
                    reads += 1;
                    sleep(Duration::from_millis(20));
                }
                (wrong, reads)
            });
            let swaps = (0..SWAPS).map(|_| this.push(&this.sites.small, &[]));
            let swapped = swaps
                .filter(|end| end.as_ref().is_ok_and(End::is_success))
                .count();
            is_over.store(true, Ordering::Relaxed);
            let (wrong, reads) = reader.join().unwrap_or((u32::MAX, 0));
            (wrong, reads, swapped)
        });
        let is_right = wrong == 0 && swapped == SWAPS as usize;
        let figure = format!("{swapped} swaps, {wrong} of {reads} reads wrong");
        self.row(
            "a reader sees all pages through the swaps",
            is_right,
            figure,
        );
        Ok(())
    }

    fn killed_push(&mut self) -> Result<()> {
        let mut push = self.spawn(&self.sites.whole)?;
        sleep(Duration::from_secs(4));
        let second = self.push(&self.sites.small, &[])?;
        let is_locked = second.code == Some(LOCKED);
        self.row(
            "a second push is refused",
            is_locked,
            format!("exit code {:?}", second.code),
        );
        push.kill()?;
        push.wait()?;
        let is_right = self.count() == u64::from(SMALL);
        self.row("a killed push leaves the alias", is_right, String::new());
        // Its lock holds for a minute.
        let begin = Instant::now();
        let mut code = Some(LOCKED);
        while code == Some(LOCKED) && begin.elapsed() < Duration::from_mins(2) {
            sleep(Duration::from_secs(5));
            code = self.push(&self.sites.small, &[])?.code;
        }
        let figure = format!("after {:.0} s", begin.elapsed().as_secs_f64());
        self.row("the next push takes over", code == Some(0), figure);
        Ok(())
    }

    /// Kills the node that the push talks to.
    fn killed_node(&mut self) -> Result<()> {
        let begin = Instant::now();
        let mut push = self.spawn(&self.sites.whole)?;
        sleep(Duration::from_secs(5));
        let was_running = push.try_wait()?.is_none();
        self.cluster.order("kill node0")?;
        let status: ExitStatus = push.wait()?;
        let is_right = status.success() && self.count() == u64::from(self.sites.pages);
        let seconds = begin.elapsed().as_secs_f64();
        let figure = format!("{seconds:.1} s, push running at the kill: {was_running}");
        self.row("a node is killed during a push", is_right, figure);
        Ok(())
    }
}
