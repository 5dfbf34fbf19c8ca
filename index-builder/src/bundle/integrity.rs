//! Hashes in the format of the attribute `integrity` (W3C, Subresource Integrity).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256, Sha384};

/// `sha256-…`: for the many files that a worker fetches.
pub fn sha256(bytes: &[u8]) -> String {
    sha256_of(&Sha256::digest(bytes))
}

/// Returns the same format for a known digest.
pub(super) fn sha256_of(digest: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(digest))
}

/// `sha384-…`: the usual hash in pages.
pub fn sha384(bytes: &[u8]) -> String {
    format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The examples of the specification's section 3.2, for `alert('Hello, world.');`.
    #[test]
    fn hashes_are_those_of_the_specification() {
        let script = b"alert('Hello, world.');";
        assert_eq!(
            sha384(script),
            "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO"
        );
        assert_eq!(
            sha256(script),
            "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
    }
}
