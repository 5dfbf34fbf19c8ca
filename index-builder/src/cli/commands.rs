//! The command line as a whole: the commands, whose arguments are defined beside their code.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::add::Add;
use super::arguments::{Build, Query};
use super::crawl::Crawl;
use super::desk::Desk;
use super::encoder::EncoderCommand;
use super::eval::Eval;
use super::facts::FactsCommand;
use super::gateway::Gateway;
use super::init::Init;
use super::inspect::Inspect;
use super::output::EXIT_CODES;
use super::push::Push;
use super::questions::QuestionsCommand;
use super::serve::Serve;
use super::verify::Verify;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "soru",
    version,
    about = "Build the search-and-answer bundle of a static site, and test it",
    after_help = EXIT_CODES,
    max_term_width = 100
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Put the search into a site, or into the project of a site generator
    Add(Add),
    /// Turn pages and facts into a bundle of static files
    Build(Build),
    /// Download the pages of an online site into a folder for `soru build`
    Crawl(Crawl),
    /// Ask a bundle a question
    Query(Query),
    /// Measure the answers to questions with known answers
    Eval(Eval),
    /// Check facts, or have a language model suggest some
    Facts {
        #[command(subcommand)]
        command: FactsCommand,
    },
    /// Generate and check questions that the site's sections answer
    Questions {
        #[command(subcommand)]
        command: QuestionsCommand,
    },
    /// Show what visitors asked, answer it with facts, and receive the reports of the search box
    Desk(Desk),
    /// Install sentence encoders, which find pages worded differently from the question
    Encoder {
        #[command(subcommand)]
        command: EncoderCommand,
    },
    /// Show the contents and the sizes of a bundle
    Inspect(Inspect),
    /// Read a whole bundle as browsers do, and report every damaged file
    Verify(Verify),
    /// Serve a folder locally, with the headers of a strict site
    Serve(Serve),
    /// Serve a bundle's search and answers to assistants as tools (Model Context Protocol over
    /// standard input and output)
    Mcp {
        /// The folder of the bundle
        #[arg(value_name = "DIR")]
        bundle: PathBuf,
    },
    /// Send a bundle to a cluster of OpenSearch or Solr, for sites too large for static files
    Push(Push),
    /// Let browsers search a cluster of OpenSearch or Solr: an HTTP server that only reads
    Gateway(Gateway),
    /// Write a soru.toml with the name and the languages of the site
    Init(Init),
    /// Read documents within limits, for a build that hands them over
    #[command(hide = true)]
    ReadDocuments,
}
