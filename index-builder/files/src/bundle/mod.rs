//! Bundles on disk, read file by file. The builder writes them.
//!
//! | file | does |
//! |---|---|
//! | `open.rs` | [`Bundle`]: an engine that reads the files it requests |
//! | `state.rs` | [`FileState`]: whether a file is as built |
//! | `checksums.rs` | reads the hashes of the files that pages load |
//! | `names.rs` | the names of files |
//! | `gzip.rs` | compression |

mod checksums;
mod gzip;
mod names;
mod open;
mod state;

pub use checksums::{CHECKSUMS, compare as compare_checksums, folders as listed_folders};
pub use gzip::{compress, compress_best, inflate, inflate_at_most};
pub use names::{HASH_DIGITS, MANIFEST, is_hash, is_immutable, part};
pub use open::{Bundle, load_directories};
pub use state::FileState;
