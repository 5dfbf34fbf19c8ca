//! `cargo xtask guides [NAME...]`: tests the guides of `docs/guides` with the real generators.
//!
//! A guide is its own test. The files that it shows (`html file=layouts/base.html`) are written
//! into a copy of the small site in `tests/guides/NAME`, and its commands (`sh run site=public`)
//! run there. Then the resulting site is served, opened in Chromium, and asked a question. A guide
//! without commands cannot be tested, and is reported as such. A small site may have scripts:
//!
//! | script | is run |
//! |---|---|
//! | `serve.sh` | before the commands, until all is tried: serves the site, and prints its address, `$SITE` |
//! | `check.sh` | after the commands: fails if they did not leave what they should |
//! | `dev.sh` | at the end, with the plugin: starts the generator's development server on the port `$PORT`, which is asked |
//!
//! A guide that begins with a plugin (`plugins/`) is tested in two ways: with the plugin, packed
//! and installed as a site owner would, and by the instructions under "Without the plugin".
//!
//! | file | does |
//! |---|---|
//! | `guide.rs` | reads a guide |
//! | `project.rs` | the copy: what it needs is installed, its commands are run |

mod guide;
mod project;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use self::guide::{Guide, Way};
use self::project::Project;
use crate::test::javascript;
use crate::tools::{self, Tool, chromium};
use crate::workspace::{Profile, Workspace};
use crate::{demo, package};

/// The folder of guides.
pub(crate) const GUIDES: &str = "docs/guides";

/// The question for every site, and words that its answer must contain.
const QUESTION: &str = "Where does the ferry leave from?";
const ANSWER: &str = "pier seven";

/// The guides whose pages are exchanged without loading a document, and the link to another page
/// of their sites with its heading: the box is tried there as well, and after Back.
const ROUTED: [&str; 6] = ["react", "vue", "svelte", "astro", "turbo", "htmx"];
const ELSEWHERE: [&str; 2] = ["Boats", "Boats"];
/// The guides that need the types of the package `soru`.
const TYPED: [&str; 3] = ["react", "vue", "svelte"];

/// The guides that `cargo xtask test` tests, because they install little or nothing.
const CHEAP: [&str; 2] = ["html", "eleventy"];

/// Options of `cargo xtask guides`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Guides to try, by the names of their files; default: all
    names: Vec<String>,
}

/// Tests the guides, and reports the result of each.
///
/// # Errors
/// If one fails, or a name does not belong to a guide.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    tools::ensure(workspace, &[Tool::WasmTarget, Tool::Node, Tool::Chromium])?;
    demo::build_tested(workspace)?;
    let names = if options.names.is_empty() {
        names(workspace)?
    } else {
        options.names.clone()
    };
    let needs_packages =
        |name: &String| plugin(workspace, name).is_some() || TYPED.contains(&name.as_str());
    let packages = if names.iter().any(needs_packages) {
        package::make_npm_here(workspace, Profile::Debug)?
    } else {
        PathBuf::new()
    };
    let mut table = Vec::new();
    let mut failed = Vec::new();
    for name in &names {
        println!("\n=== {name}");
        let start = Instant::now();
        let state = match attempt(workspace, name, &packages) {
            Ok(true) => format!("works, {:.0} s", start.elapsed().as_secs_f64()),
            Ok(false) => "not tried: it has no commands".to_owned(),
            Err(error) => {
                failed.push(name.as_str());
                format!("fails: {error:#}")
            }
        };
        table.push(format!("{name:<12} {state}"));
    }
    println!("\n{}\n", table.join("\n"));
    if !failed.is_empty() {
        bail!("guides that do not hold: {}", failed.join(", "));
    }
    Ok(())
}

/// Tests the guides that install little.
///
/// # Errors
/// If one fails.
pub(crate) fn cheap(workspace: &Workspace) -> Result<()> {
    let names = CHEAP.map(str::to_owned).to_vec();
    command(workspace, &Options { names })
}

fn names(workspace: &Workspace) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(workspace.path(GUIDES))? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        names.extend(name.filter(|name| *name != "README").map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// The folder of the plugin that a guide shows.
fn plugin(workspace: &Workspace, name: &str) -> Option<PathBuf> {
    let name = if name == "starlight" { "astro" } else { name };
    let folder = workspace.path(&format!("plugins/{name}"));
    folder.is_dir().then_some(folder)
}

/// Tests a guide. Returns whether it has commands to test.
fn attempt(workspace: &Workspace, name: &str, packages: &Path) -> Result<bool> {
    let file = format!("{GUIDES}/{name}.md");
    let text = fs::read_to_string(workspace.path(&file));
    let guide = Guide::read(&text.with_context(|| format!("there is no {file}"))?)?;
    if !guide.can_be_tried() {
        return Ok(false);
    }
    let plugin = plugin(workspace, name);
    for (number, way) in guide.ways.iter().enumerate() {
        let project = Project::make(workspace, name, &way.files)?;
        project.install(plugin.as_deref(), TYPED.contains(&name), packages)?;
        let elsewhere = ELSEWHERE.as_slice();
        let elsewhere = if ROUTED.contains(&name) && number == 0 {
            elsewhere
        } else {
            &[]
        };
        attempt_way(workspace, &project, way, elsewhere)?;
        let is_with_plugin = plugin.is_some() && number == 0;
        if is_with_plugin && let Some((_server, address)) = project.develop()? {
            ask(workspace, &address, &[])?;
        }
    }
    Ok(true)
}

fn attempt_way(
    workspace: &Workspace,
    project: &Project<'_>,
    way: &Way,
    elsewhere: &[&str],
) -> Result<()> {
    let server = project.serve()?;
    let address = server.as_ref().map(|(_, address)| address.as_str());
    for run in &way.runs {
        project.run(&run.commands, address)?;
        project.check()?;
        let site = site(project, &run.site, address)?;
        ask(workspace, &site, elsewhere)?;
    }
    Ok(())
}

/// Returns the site to ask: the address of its own server, or a folder.
fn site(project: &Project<'_>, site: &str, address: Option<&str>) -> Result<String> {
    match (site, address) {
        ("$SITE", Some(address)) => Ok(address.to_owned()),
        ("$SITE", None) => bail!("`site=$SITE` needs a `serve.sh` in tests/guides"),
        (folder, _) => Ok(project.path(folder).display().to_string()),
    }
}

/// Opens the site, a folder or an address, in a browser and asks a question, also on another page
/// that a link of this name leads to.
fn ask(workspace: &Workspace, site: &str, elsewhere: &[&str]) -> Result<()> {
    javascript::install(workspace)?;
    let chromium = chromium().context("Chromium is gone")?;
    let soru = workspace.soru(Profile::Debug).display().to_string();
    let node = workspace.invoke("node");
    node.args(["support/try-site.js", &soru, site])
        .args([QUESTION, ANSWER])
        .args(elsewhere.iter().copied())
        .within(javascript::FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_is_tried_or_marked_as_untried() {
        let workspace = Workspace::locate().unwrap();
        let names = names(&workspace).unwrap();
        assert!(names.len() >= 10, "{names:?}");
        for name in names {
            let file = workspace.path(&format!("{GUIDES}/{name}.md"));
            let text = fs::read_to_string(file).unwrap();
            let guide = Guide::read(&text).unwrap();
            assert_eq!(
                !guide.can_be_tried(),
                text.contains("*Not tried here"),
                "{name}"
            );
            let has_site = workspace.path(&format!("tests/guides/{name}")).is_dir();
            assert_eq!(guide.can_be_tried(), has_site, "{name}");
            let is_developed = workspace
                .path(&format!("tests/guides/{name}/dev.sh"))
                .is_file();
            assert_eq!(plugin(&workspace, &name).is_some(), is_developed, "{name}");
            let ways = 1 + usize::from(plugin(&workspace, &name).is_some() && name != "starlight");
            assert_eq!(guide.ways.len(), ways, "{name}");
        }
    }
}
