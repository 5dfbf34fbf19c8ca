//! The names of a bundle's files.

/// The file of a bundle that names the others. Builds replace it, like the outline.
pub const MANIFEST: &str = "manifest.msgpack";

/// The suffix of data files' names, after the hash of their content.
const DATA_SUFFIX: &str = ".msgpack.bin";

/// Hexadecimal digits of the hash in a name.
pub const HASH_DIGITS: usize = 16;

/// Whether a name contains the hash of its content: such a file never changes.
pub fn is_immutable(name: &str) -> bool {
    part(name).is_some()
}

/// Whether a text is the hash in a name.
pub fn is_hash(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == HASH_DIGITS && text.bytes().all(is_digit)
}

/// The part of the bundle to which a data file belongs: `terms` of
/// `terms-7-0123456789abcdef.msgpack.bin`.
pub fn part(name: &str) -> Option<&str> {
    let (stem, hash) = name.strip_suffix(DATA_SUFFIX)?.rsplit_once('-')?;
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    (is_hash(hash) && !stem.is_empty()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_files_are_told_by_the_hash_in_their_names() {
        assert_eq!(part("core-0123456789abcdef.msgpack.bin"), Some("core"));
        assert_eq!(part("terms-12-0123456789abcdef.msgpack.bin"), Some("terms"));
        for other in [
            "manifest.msgpack",
            "core-0123456789ABCDEF.msgpack.bin",
            "core-0123.msgpack.bin",
            "-0123456789abcdef.msgpack.bin",
            "soru.js",
        ] {
            assert!(!is_immutable(other), "{other}");
        }
    }
}
