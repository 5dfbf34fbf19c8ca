//! `cargo xtask bench --peers`: compares Soru with Pagefind, `MiniSearch` and lunr, over the same
//! pages, with the same questions, in the same run.
//!
//! `benches/peers/`, a separate npm project, does the work; the package contains none of it.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::demo;
use crate::test::javascript;
use crate::tools::chromium;
use crate::workspace::{Profile, Workspace};

/// The npm project.
pub(super) const FOLDER: &str = "benches/peers";
/// The folder of pages and indexes, below the build folder.
const WORK: &str = "peers";

/// Options of `cargo xtask bench --peers`.
#[derive(Debug, clap::Args)]
pub(super) struct PeerOptions {
    /// Measure other engines beside Soru
    #[arg(long)]
    peers: bool,
    /// With --peers: a folder of Markdown or HTML pages [default: the demo]
    #[arg(long, value_name = "FOLDER", requires = "peers")]
    pages: Option<PathBuf>,
    /// With --peers: numbers of pages; above the number of existing pages, pages repeat with
    /// changed words [default: the number of existing pages]
    #[arg(long, value_name = "N", requires = "peers", value_delimiter = ',')]
    sizes: Vec<usize>,
    /// With --peers: the language of the pages
    #[arg(long, value_name = "LANG", requires = "peers", default_value = "tr")]
    lang: String,
    /// With --peers: write the results under this name, beside those of other sites
    #[arg(long, value_name = "NAME", requires = "peers", default_value = "peers")]
    name: String,
    /// With --peers: only these engines
    #[arg(long, value_name = "NAME", requires = "peers", value_delimiter = ',')]
    engines: Vec<String>,
}

impl PeerOptions {
    pub(super) fn wanted(&self) -> bool {
        self.peers
    }
}

/// Installs the npm project.
///
/// # Errors
/// If npm fails.
pub(super) fn install(workspace: &Workspace) -> Result<()> {
    // `npm ci` rejects a lock file that lacks Pagefind's programs for other systems, which not
    // every registry has; `npm install` accepts it.
    let what = "other search engines and a browser driver";
    javascript::install_packages(workspace, FOLDER, "install", what)
}

/// Measures every engine at every size and writes the results.
///
/// # Errors
/// If Soru cannot be built, or the pages cannot be read. An engine's failure is a result, not an
/// error.
pub(super) fn command(workspace: &Workspace, options: &PeerOptions) -> Result<()> {
    demo::build(workspace)?;
    install(workspace)?;
    let absolute = |path: &PathBuf| path.canonicalize().context(path.display().to_string());
    let pages = match &options.pages {
        Some(pages) => absolute(pages)?,
        None => workspace.path("www/demo"),
    };
    let sizes: Vec<String> = options.sizes.iter().map(usize::to_string).collect();
    let mut arguments = vec![
        "run.js".to_owned(),
        "--lang".to_owned(),
        options.lang.clone(),
        "--name".to_owned(),
        options.name.clone(),
    ];
    for (name, path) in [
        ("--pages", pages),
        ("--work", workspace.target(WORK)),
        ("--out", workspace.path(super::RESULTS)),
        ("--soru", workspace.soru(Profile::Release)),
    ] {
        arguments.extend([name.to_owned(), path.display().to_string()]);
    }
    for (name, list) in [("--sizes", &sizes), ("--engines", &options.engines)] {
        if !list.is_empty() {
            arguments.extend([name.to_owned(), list.join(",")]);
        }
    }
    let chromium = chromium().context("Chromium is gone")?;
    workspace
        .invoke("node")
        .args(arguments)
        .within(FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .run()
}
