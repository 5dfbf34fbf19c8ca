//! `cargo xtask docs`: the documentation as a site, with Soru as its search.
//!
//! Every text has one source, the Markdown that is also read on a code host. `www/docs/README.md`
//! lists the chapters in their order. The site works below any path and under a strict policy. A
//! broken link, or a fact whose words are no longer on its page, fails the build.
//!
//! | file | does |
//! |---|---|
//! | `chapters.rs` | reads the list of chapters, and determines their pages |
//! | `settings.rs` | makes a chapter from the annotated `soru.toml` |
//! | `markdown.rs` | converts a chapter to HTML, with links between pages |
//! | `tables.rs` | writes its tables |
//! | `headings.rs` | ids by GitHub's rules |
//! | `paths.rs` | relative addresses |
//! | `page.rs` | a page around a text: navigation, search, policy |
//! | `words.rs` | the texts of the page frame, by language |
//! | `site.rs` | all pages and files |
//! | `links.rs` | checks their links |
//! | `figures.rs` | fills measurements into facts |
//!
//! # Adding a chapter
//! Write it, and list it in `www/docs/README.md`. The chapters for owners of sites have a common
//! limit of words, which a test in `site.rs` checks: leave arguments to `--help`, settings to
//! `soru.toml`, and reasons to `docs/design`.

mod chapters;
mod figures;
mod headings;
mod links;
mod markdown;
mod page;
mod paths;
mod settings;
mod site;
mod tables;
mod words;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use self::site::Site;
use crate::demo;
use crate::invocation::Invocation;
use crate::workspace::{Profile, Workspace};

/// The folder of template, style, list of chapters, and Soru's configuration.
const FOLDER: &str = "www/docs";
/// The site, in cargo's build folder.
const SITE: &str = "docs";
/// The configuration with the facts' figures filled in, also in the build folder: it is not part of
/// the site.
const SEARCH: &str = "docs-search";

/// Options of `cargo xtask docs`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Port to serve on; if it is taken, the next free one
    #[arg(long, default_value_t = 4174)]
    port: u16,
    /// Build the site into target/docs, but do not serve it
    #[arg(long)]
    no_serve: bool,
    /// Path of the site on its host, which 404.html needs, since it is shown at any path
    #[arg(long, default_value = "/")]
    base: String,
}

/// Builds the documentation's site and serves it until interrupted.
///
/// # Errors
/// If a part cannot be built, a link is broken, or no port is free.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    demo::build_tested(workspace)?;
    make(workspace, &options.base)?;
    if options.no_serve {
        return Ok(());
    }
    let port = demo::free_port(options.port)?;
    println!("\nserving the documentation");
    let folder = workspace.target(SITE).display().to_string();
    soru(workspace)
        .args(["serve", &folder, "--csp", "strict"])
        .args(["--port", &port.to_string()])
        .take_over()
}

/// Builds everything that the site needs, and the site, for the root of a host.
///
/// # Errors
/// The same as for [`command`].
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    demo::build_tested(workspace)?;
    make(workspace, "/")
}

/// Makes the site and its index, with the existing tool.
///
/// # Errors
/// If a file cannot be read or written, a link is broken, or a fact is wrong.
pub(crate) fn make(workspace: &Workspace, base: &str) -> Result<()> {
    println!("building the documentation's site");
    let site = Site::make(workspace, base)?;
    let folder = workspace.target(SITE);
    let _ = fs::remove_dir_all(&folder);
    for (path, content) in site.files() {
        write(&folder.join(path), content)?;
    }
    let search = workspace.target(SEARCH);
    write(&search.join("soru.toml"), &read(workspace, "soru.toml")?)?;
    let facts = figures::filled(workspace, &read(workspace, "facts.yaml")?)?;
    write(&search.join("facts.yaml"), &facts)?;
    println!(
        "{} chapters in {}",
        site.chapters().count(),
        folder.display()
    );
    index(workspace, &folder, &search)
}

/// Checks the facts against the pages, and builds the bundle.
fn index(workspace: &Workspace, site: &Path, search: &Path) -> Result<()> {
    let (site, config) = (site.display(), search.join("soru.toml"));
    let config = config.display();
    soru(workspace)
        .args([
            "facts",
            "check",
            &search.join("facts.yaml").display().to_string(),
        ])
        .args(["--pages", &site.to_string(), "--strict"])
        .run()?;
    soru(workspace)
        .args(["build", &site.to_string(), "--out", &format!("{site}/soru")])
        .args(["--config", &config.to_string(), "--strict"])
        .run()
}

fn soru(workspace: &Workspace) -> Invocation {
    workspace.invoke(&workspace.soru(Profile::Debug).display().to_string())
}

/// A file of the documentation's own folder.
fn read(workspace: &Workspace, name: &str) -> Result<String> {
    let path = workspace.path(&format!("{FOLDER}/{name}"));
    fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content).with_context(|| format!("write {}", path.display()))
}
