//! The `soru` command.

use std::process::ExitCode;

/// A build allocates and frees many small texts on every thread, for which the system's allocator
/// is slow.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    soru_index_builder::cli::run()
}
