//! The command line: parses arguments, calls the library, and reports to a person or a script.

mod arguments;
mod asking;
mod batch;
mod build;
mod compare;
mod crawl;
mod encoder;
mod eval;
mod facts;
mod init;
mod inspect;
mod log;
mod options;
mod query;
mod questions;
mod rebuild;
mod serve;
mod site_bundle;
mod trace;
mod verify;
#[cfg(test)]
mod wording;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;
use serde::Serialize;
use soru_files::place::Problems;

use self::arguments::{Arguments, Command};
use self::log::LogCommand;
use crate::mcp;

/// Success.
const DONE: u8 = 0;
/// Failure.
const FAILED: u8 = 1;
/// `--strict`, with something skipped or a warning. (2 is clap's: the command line is wrong.)
const CONCERNS: u8 = 3;

/// The number of problems printed; the rest is only counted.
const MOST_PROBLEMS: usize = 50;

/// Runs the command line tool.
#[must_use]
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
        Command::Build(arguments) => build::run(&arguments),
        Command::Crawl(arguments) => crawl::run(&arguments),
        Command::Query(arguments) => query::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Facts { command } => facts::run(&command),
        Command::Questions { command } => questions::run(&command),
        Command::Log {
            command: LogCommand::Report(arguments),
        } => log::run(&arguments),
        Command::Encoder { command } => encoder::run(&command),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Mcp { bundle } => mcp::serve(&bundle).map(|()| DONE),
        Command::Init(arguments) => init::run(&arguments),
        Command::ReadDocuments => soru_documents::read_documents().map(|()| DONE),
    }
}

/// Writes to the standard output, styled if that is a terminal. A closed pipe (`soru query ... |
/// head`) is not an error.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// `1 line`, `2 lines`.
fn count(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Writes a value to the standard output as JSON.
fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?))
}

/// Prints an error. Problems of the input are printed one per line, with the place first.
fn print_error(error: &anyhow::Error) {
    let Some(Problems(problems)) = error.downcast_ref::<Problems>() else {
        return anstream::eprintln!("error: {error:#}");
    };
    for problem in problems.iter().take(MOST_PROBLEMS) {
        anstream::eprintln!("{problem}");
    }
    if problems.len() > MOST_PROBLEMS {
        anstream::eprintln!("... and {} more", problems.len() - MOST_PROBLEMS);
    }
    let noun = if problems.len() == 1 {
        "problem"
    } else {
        "problems"
    };
    anstream::eprintln!(
        "error: {} {noun} in the input, nothing was written",
        problems.len()
    );
}
