//! The `soru` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    soru_index_builder::cli::run()
}
