//! Project automation: `cargo xtask <command>`.
//!
//! | command | does |
//! |---|---|
//! | `bench` | measures how fast questions are answered, natively and in Chromium |
//! | `bundle` | builds `pkg/`, the browser part of the npm package: engine, element, types |
//! | `clusters` | pushes a generated site to real clusters of OpenSearch and Solr |
//! | `demo` | builds everything and serves the demo site |
//! | `docs` | makes the documentation's site and serves it |
//! | `documents` | measures how well PDF, Word and other documents are read |
//! | `element` | writes the element's manifest and the table of its documentation |
//! | `eval` | measures how well questions with known answers are answered |
//! | `fuzz` | feeds hostile bytes to everything that reads untrusted input |
//! | `guides` | tests the guides for site generators with the real generators |
//! | `pages` | runs cases of pages: what of them is read, found, answered and reported |
//! | `notices` | writes the licences of what the packages contain |
//! | `package` | makes the packages for npm, pip and cargo, and the archives for download |
//! | `publish` | gives these packages to npm and crates.io |
//! | `test` | checks everything, installing missing tools |
//!
//! Only Rust must be installed: a command reports a missing program and its purpose, and installs
//! it. Each command has a file or folder with its name. [`tools`] lists the required programs and
//! their installation.

mod bench;
mod bundle;
mod clusters;
mod demo;
mod docs;
mod documents;
mod element;
mod eval;
mod fuzz;
mod guides;
mod invocation;
mod lockfile;
mod notices;
mod package;
mod pages;
mod publish;
mod test;
mod tools;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use self::workspace::Workspace;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Builds, checks and shows Soru")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure how fast questions are answered, natively and in Chromium
    Bench(bench::Options),
    /// Build pkg/: the browser part of the npm package (engine, element, types)
    Bundle(bundle::Options),
    /// Push a generated site to real clusters of OpenSearch and Solr, and disturb them
    Clusters(clusters::Options),
    /// Build everything and serve the demo site
    Demo(demo::Options),
    /// Make the documentation's site, with Soru as its search, and serve it
    Docs(docs::Options),
    /// Measure how well PDF, Word and other documents are read
    Documents(documents::Options),
    /// Write the element's custom-elements.json and docs/element.md from its `JSDoc`
    Element,
    /// Measure the answers to questions with known answers
    Eval(eval::Options),
    /// Feed hostile bytes to all code that reads untrusted input
    Fuzz(fuzz::Options),
    /// Try the guides of docs/guides with the real generators
    Guides(guides::Options),
    /// Run cases of pages: what of them is read, found, answered and reported
    Pages(pages::Options),
    /// Write the licences of everything in the packages that others wrote
    Notices,
    /// Make the packages for npm, pip and cargo, and archives of the command, in target/packages
    Package(package::Options),
    /// Give the packages to npm and crates.io
    Publish(publish::Options),
    /// Check everything: code, tests, browsers, sizes; installs what is missing
    Test(test::Options),
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The last cause names the command or file, so it is printed last. The location in this
            // program is of no use to anybody, so there is no backtrace.
            error.chain().for_each(|cause| eprintln!("error: {cause}"));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let workspace = Workspace::locate()?;
    match cli.command {
        Command::Bench(options) => bench::command(&workspace, &options),
        Command::Bundle(options) => bundle::command(&workspace, &options),
        Command::Clusters(options) => clusters::command(&workspace, &options),
        Command::Demo(options) => demo::command(&workspace, &options),
        Command::Docs(options) => docs::command(&workspace, &options),
        Command::Documents(options) => documents::command(&workspace, &options),
        Command::Element => element::command(&workspace),
        Command::Eval(options) => eval::command(&workspace, &options),
        Command::Fuzz(options) => fuzz::command(&workspace, &options),
        Command::Guides(options) => guides::command(&workspace, &options),
        Command::Pages(options) => pages::command(&workspace, &options),
        Command::Notices => notices::write(&workspace).map(|file| println!("{}", file.display())),
        Command::Package(options) => package::command(&workspace, &options),
        Command::Publish(options) => publish::command(&workspace, &options),
        Command::Test(options) => test::command(&workspace, &options),
    }
}
