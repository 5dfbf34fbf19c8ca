//! The command line: parses arguments, calls the library, and reports to a person or a script.

mod add;
mod arguments;
mod asking;
mod batch;
mod build;
mod commands;
mod compare;
mod crawl;
mod desk;
mod encoder;
mod eval;
mod facts;
mod gateway;
mod init;
mod inspect;
mod options;
mod output;
mod page;
mod push;
mod query;
mod questions;
mod rebuild;
mod serve;
mod styled;
mod trace;
mod verify;
#[cfg(test)]
mod wording;

use std::process::ExitCode;

use clap::Parser;

use self::commands::{Arguments, Command};
use self::output::{DONE, FAILED, print_error};
use crate::mcp;

/// Runs the command line tool.
pub fn run() -> ExitCode {
    if let Ok(program) = std::env::current_exe() {
        soru_documents::read_in_processes_of(program);
    }
    match answer(Arguments::parse().command) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            print_error(&error);
            ExitCode::from(FAILED)
        }
    }
}

/// Runs a command and gives its exit code.
fn answer(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Add(arguments) => add::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Crawl(arguments) => crawl::run(&arguments),
        Command::Query(arguments) => query::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Facts { command } => facts::run(&command),
        Command::Questions { command } => questions::run(&command),
        Command::Desk(arguments) => desk::run(&arguments),
        Command::Encoder { command } => encoder::run(&command),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Push(arguments) => push::run(&arguments),
        Command::Gateway(arguments) => gateway::run(&arguments),
        Command::Mcp { bundle } => mcp::serve(&bundle).map(|()| DONE),
        Command::Init(arguments) => init::run(&arguments),
        Command::ReadDocuments => soru_documents::read_documents().map(|()| DONE),
    }
}
