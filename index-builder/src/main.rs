//! The `soru` command.

use std::process::ExitCode;

/// Building makes and drops many small texts on every thread, which the system's allocator serves
/// slowly.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    soru_index_builder::cli::run()
}
