//! `cargo xtask clusters`: pushes a generated site to real clusters, asks them through the gateway, and
//! disturbs them. The step `clusters` of `cargo xtask test` is a short form of it.
//!
//! `tests/clusters` starts three nodes of OpenSearch or Solr from Maven artifacts, each a process
//! that can be killed. One engine runs at a time, since a node needs half a gigabyte. The fake
//! server in the tests of `soru-cluster` covers what a real engine does too seldom.
//!
//! | file | does |
//! |---|---|
//! | `gateway.rs` | asks the gateway |
//! | `http.rs` | asks a server on this machine |
//! | `launcher.rs` | [`Cluster`]: starts nodes, kills them, counts documents |
//! | `site.rs` | generates pages, and builds bundles of them |
//! | `table.rs` | the results |
//! | `trials.rs` | pushes, updates, rollbacks, killed nodes and pushes |
//! | `trials/questions.rs` | questions to the gateway, and of a visitor |
//! | `visitor.rs` | [`visitor::Visitor`]: asks the box in Chromium |

mod gateway;
mod http;
mod launcher;
mod site;
mod table;
mod trials;
mod visitor;

use anyhow::{Result, bail};

use self::launcher::{Cluster, Engine};
use self::site::Sites;
use self::table::Table;
use self::trials::Extent;
use crate::demo;
use crate::test::javascript;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;

/// Options of `cargo xtask clusters`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Try only this engine
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// Number of generated pages, each with one chunk: fewer are pushed before a trial can disturb it
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(5_000..))]
    pages: u32,
}

/// The tools for clusters.
pub(crate) const TOOLS: [Tool; 2] = [Tool::Java, Tool::Maven];

/// Pages of the short form.
const FEW_PAGES: u32 = 500;

/// Tries all engines and prints a table.
///
/// # Errors
/// If a tool is missing, a cluster does not start, or a trial fails.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let engines: Vec<Engine> = options.engine.map_or(Engine::ALL.into(), |own| vec![own]);
    tools::ensure(workspace, &[Tool::WasmTarget, Tool::Node, Tool::Chromium])?;
    javascript::install(workspace)?;
    demo::build_tested(workspace)?;
    run(workspace, &engines, options.pages, Extent::All)
}

/// Pushes a small site to both engines, and asks while a node is killed.
///
/// # Errors
/// As [`command`].
pub(crate) fn short(workspace: &Workspace) -> Result<()> {
    demo::build_tested_tool(workspace)?;
    run(workspace, &Engine::ALL, FEW_PAGES, Extent::Short)
}

fn run(workspace: &Workspace, engines: &[Engine], pages: u32, extent: Extent) -> Result<()> {
    tools::ensure(workspace, &TOOLS)?;
    println!("packing the launchers");
    let maven = workspace.invoke("mvn").args(["-q", "package"]);
    maven.within("tests/clusters").run()?;
    let sites = Sites::build(workspace, pages)?;
    let mut table = Table::default();
    for &engine in engines {
        println!("starting three nodes of {}", engine.name());
        let mut cluster = Cluster::start(workspace, engine)?;
        trials::run(workspace, &mut cluster, &sites, &mut table, extent)?;
    }
    print!("{table}");
    if table.has_failures() {
        bail!("a trial failed: the rows marked with `no`");
    }
    Ok(())
}
