//! What a reader may ask of the memory: so much for each byte that it was given.

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A decoded value takes 32 bytes and may be one byte in the file; a list that grows is there twice
/// while it moves, the second time with room for as much again.
const PER_BYTE: usize = 4 * 32;

/// What a message takes, and what does not depend on the bytes.
const BESIDES: usize = 64 << 10;

/// What `read` makes of so many bytes, held to the memory that they may cost.
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
