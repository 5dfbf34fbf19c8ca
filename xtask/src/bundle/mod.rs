//! `cargo xtask bundle`: makes `pkg/`, the browser part of the npm package.
//!
//! | file | part of the package |
//! |---|---|
//! | `engine.rs` | the engine, compiled, and its JavaScript glue |
//! | `optimise.rs`, `sections.rs`, `imports.rs`, `order.rs`, `panics.rs` | make the engine smaller |
//! | `modules.rs` | makes few JavaScript files and their types of the element's modules |
//! | `package.rs` | the files of the package, and writing them to disk |
//! | `package_json.rs` | the package's description for npm |
//! | `size.rs` | the size of a visitor's download, and its budget |
//! | `costly.rs` | detects code that must not return to it |
//! | `packed.rs` | the engines' code, compressed for hosts that do not |
//! | `compression.rs`, `memo.rs` | compress each version of a file once |
//! | `first_question.rs` | the files that a first question needs |
//!
//! The modules in `www/element` are TypeScript. In the package they are joined into few files of
//! JavaScript in one folder, and minified. The package of the demo, which somebody waits for, has one
//! engine under both names.

mod compression;
mod costly;
mod engine;
mod first_question;
mod imports;
mod memo;
mod modules;
mod optimise;
mod order;
mod package;
mod package_json;
mod packed;
mod panics;
mod sections;
mod size;

use std::fs;
use std::path::Path;

use anyhow::Result;

use self::memo::Memo;
pub(crate) use self::modules::without_types;
use self::package::Package;
use crate::workspace::Workspace;

/// Options of `cargo xtask bundle`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Fail if what a visitor downloads is over the size budget
    #[arg(long)]
    check_size: bool,
}

/// Makes the package and prints its sizes.
///
/// # Errors
/// If a part cannot be built, or, with the option, if the package is too large.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    if options.check_size {
        check(workspace)
    } else {
        weigh(workspace).map(drop)
    }
}

/// Makes the package, prints its sizes, and checks them against the budget.
///
/// # Errors
/// If a part cannot be built, the package is too large, or contains code known to be costly.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let report = weigh(workspace)?;
    for build in engine::BUILDS.iter().copied().filter(|own| own.is_lean) {
        costly::check(&fs::read(engine::compiled(workspace, build))?)?;
    }
    report.check()
}

fn weigh(workspace: &Workspace) -> Result<size::Report> {
    let package = build(workspace)?;
    let mut memo = Memo::open(workspace.target("xtask/sizes"));
    let report = size::Report::weigh(&package, &mut memo)?;
    memo.close()?;
    println!("{report}");
    Ok(report)
}

/// Makes the package, writing only changed files of `pkg/`.
///
/// # Errors
/// If a part cannot be built, read or written.
pub(crate) fn build(workspace: &Workspace) -> Result<Package> {
    let package = with_modules(workspace, engine::BUILDS)?;
    finish(package, workspace, &workspace.path("pkg"))
}

/// Makes a package in a third of the time: one module under all names.
///
/// # Errors
/// As [`build`].
pub(crate) fn build_quickly(workspace: &Workspace, folder: &Path) -> Result<()> {
    let package = with_modules(workspace, engine::COMPILED_ONCE)?;
    finish(package, workspace, folder).map(drop)
}

/// The engines and the element.
fn with_modules<const N: usize>(
    workspace: &Workspace,
    engines: &[engine::Build; N],
) -> Result<Package> {
    let mut package = Package::default();
    for (build, folder) in engine::build_all(workspace, engines)? {
        package.add_folder(&folder)?;
        packed::pack(&mut package, build)?;
    }
    modules::add(&mut package, workspace)?;
    Ok(package)
}

/// Adds licences and the description, which lists all modules, and writes the package.
fn finish(mut package: Package, workspace: &Workspace, folder: &Path) -> Result<Package> {
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        package.add_file(license, &workspace.path(license))?;
    }
    package_json::add(&mut package, workspace)?;
    let changed = package.write(folder)?;
    println!(
        "{}: {} files, {changed} of them changed",
        folder.display(),
        package.len()
    );
    Ok(package)
}
