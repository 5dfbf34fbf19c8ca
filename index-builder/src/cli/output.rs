//! Output that commands share: texts, JSON, errors, exit codes.

use std::io::{ErrorKind, Write};

use serde::Serialize;
use soru_files::place::Problems;

/// The exit codes, as the help of commands lists them.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  failed: the messages name the file and line to fix
  2  the command line is wrong
  3  done, with skipped pages or warnings (only with --strict)";

/// Success.
pub(super) const DONE: u8 = 0;
/// Failure.
pub(super) const FAILED: u8 = 1;
/// `--strict`, with something skipped or a warning. (2 is clap's: the command line is wrong.)
pub(super) const CONCERNS: u8 = 3;

/// The number of problems printed; the rest is only counted.
pub(super) const MOST_PROBLEMS: usize = 50;

/// Writes to the standard output, styled if that is a terminal. A closed pipe (`soru query ... |
/// head`) is not an error.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// `1 line`, `2 lines`.
pub(super) fn count(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Writes a value to the standard output as JSON.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?))
}

/// Prints an error. Problems of the input are printed one per line, with the place first.
pub(super) fn print_error(error: &anyhow::Error) {
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
