//! The memory that a reader may allocate per byte of input.

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A decoded value takes 32 bytes and may be one byte in the file; a list that grows is there twice
/// while it moves, the second time with room for as much again.
const PER_BYTE: usize = 4 * 32;

/// Memory for a message and other constant costs.
const BESIDES: usize = 64 << 10;

/// Runs `read` on these bytes and checks the memory that it allocates.
pub(super) fn bounded<T>(bytes: usize, read: impl FnOnce() -> T) -> T {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let made = read();
    let asked = HEAP.peak_usage().saturating_sub(before);
    assert!(
        asked <= BESIDES + PER_BYTE * bytes,
        "{asked} bytes of memory for {bytes} that were received"
    );
    made
}
