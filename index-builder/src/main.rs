//! The `soru` command.

use std::process::ExitCode;

/// A build allocates and frees many small texts on every thread, and the system's allocator is slow
/// for this.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    soru_index_builder::cli::run()
}
