//! Examines many bytes at a time, which takes a fraction of the time of a loop over single bytes.

/// The number of bytes that are counted in a single byte. Many such small counters fit into a
/// register of the processor.
const STRETCH: usize = 128;

/// Counts the bytes that satisfy a predicate.
pub(super) fn count(bytes: &[u8], is_one: impl Fn(u8) -> bool) -> usize {
    let of_stretch =
        |stretch: &[u8]| -> u8 { stretch.iter().map(|byte| u8::from(is_one(*byte))).sum() };
    let stretches = bytes.chunks(STRETCH);
    stretches.map(|own| usize::from(of_stretch(own))).sum()
}

/// Whether a byte satisfies a predicate. It looks at all bytes, so it suits predicates that most
/// texts never satisfy.
pub(super) fn any(bytes: &[u8], is_one: impl Fn(u8) -> bool) -> bool {
    bytes
        .iter()
        .fold(false, |found, byte| found | is_one(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_at_any_position() {
        for length in [0, 1, STRETCH - 1, STRETCH, STRETCH + 1, 1000] {
            let bytes: Vec<u8> = (0..length).map(|at| u8::from(at % 3 == 0)).collect();
            assert_eq!(count(&bytes, |byte| byte == 1), length.div_ceil(3));
            assert_eq!(count(&bytes, |_| true), length);
            assert_eq!(any(&bytes, |byte| byte == 1), length > 0);
            assert!(!any(&bytes, |byte| byte == 2));
        }
    }
}
