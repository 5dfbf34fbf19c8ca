//! Bundles on disk: written whole or not at all, read file by file.
//!
//! The engine defines the content of the files; this module reads and writes them.
//!
//! | file | does |
//! |---|---|
//! | `index.rs` | [`IndexFiles`]: makes the files of an index |
//! | `write/` | [`Writing`]: writes them into a folder, removes files that no build needs any more |
//! | `open.rs` | [`Bundle`]: an engine that reads the files it requests |
//! | `verify/` | [`verify`]: checks that all of a bundle can be read |
//! | `lock.rs` | [`Lock`]: one build at a time into a folder |
//! | `browser.rs` | [`BrowserFiles`]: the engine and the element for web pages |
//! | `engine_folder.rs` | these files in a folder of their version |
//! | `checksums.rs` | the hashes of these files |
//! | `offline.rs` | [`Offline`]: the service worker for answers without a network |
//! | `outline.rs` | questions and pages that the box offers before the engine is loaded |
//! | `integrity.rs` | hashes that browsers compare |
//! | `gzip.rs` | compression |

mod browser;
mod checksums;
mod engine_folder;
mod gzip;
mod index;
mod integrity;
mod lock;
mod offline;
mod open;
mod outline;
mod verify;
mod write;

pub use browser::BrowserFiles;
pub(crate) use engine_folder::versioned;
pub use gzip::{compress, compress_best, inflate, inflate_at_most};
pub use index::{IndexFile, IndexFiles};
pub use integrity::{sha256, sha384};
pub use lock::Lock;
pub use offline::{Offline, SERVICE_WORKER, end as end_offline, leave_out};
pub use open::{Bundle, FileState, Health};
pub use outline::{EarlyTexts, OUTLINE, QuestionFiles, write_outline};
pub use verify::{Finding, Verification, Walked, verify};
pub use write::{Keep, Writing, WrittenBundle, WrittenFile};

/// The file of a bundle that names the others. Builds replace it, like the outline.
pub const MANIFEST: &str = "manifest.msgpack";

/// The suffix of data files' names, after the hash of their content.
const DATA_SUFFIX: &str = ".msgpack.gz";

/// Hexadecimal digits of the hash in a name.
const HASH_DIGITS: usize = 16;

/// Whether a name contains the hash of its content: such a file never changes.
#[must_use]
pub fn is_immutable(name: &str) -> bool {
    part(name).is_some()
}

fn is_hash(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == HASH_DIGITS && text.bytes().all(is_digit)
}

/// The part of the bundle to which a data file belongs: `terms` of
/// `terms-7-0123456789abcdef.msgpack.gz`.
#[must_use]
pub fn part(name: &str) -> Option<&str> {
    let (stem, hash) = name.strip_suffix(DATA_SUFFIX)?.rsplit_once('-')?;
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    (is_hash(hash) && !stem.is_empty()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_files_are_recognised_by_the_hash_in_their_names() {
        assert_eq!(part("core-0123456789abcdef.msgpack.gz"), Some("core"));
        assert_eq!(part("terms-12-0123456789abcdef.msgpack.gz"), Some("terms"));
        for other in [
            "manifest.msgpack",
            "core-0123456789ABCDEF.msgpack.gz",
            "core-0123.msgpack.gz",
            "-0123456789abcdef.msgpack.gz",
            "soru.js",
        ] {
            assert!(!is_immutable(other), "{other}");
        }
    }
}
