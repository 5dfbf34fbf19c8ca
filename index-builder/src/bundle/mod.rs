//! Writes bundles to disk whole or not at all, and reads them file by file.
//!
//! The engine defines the content of the files; this module reads and writes them.
//!
//! | file | does |
//! |---|---|
//! | `index.rs` | [`IndexFiles`]: makes the files of an index |
//! | `write/` | [`Writing`]: writes them into a folder, removes files that no build needs any more |
//! | `verify/` | [`verify`]: checks that all of a bundle can be read |
//! | `lock.rs` | `Lock`: one build at a time into a folder |
//! | `browser.rs` | [`BrowserFiles`]: the engine and the element for web pages |
//! | `engine_folder.rs` | these files in a folder of their version |
//! | `checksums.rs` | writes the hashes of these files |
//! | `offline.rs` | [`Offline`]: the service worker for answers without a network |
//! | `outline.rs` | questions and pages that the box offers before the engine is loaded |
//! | `integrity.rs` | hashes that browsers compare |
//!
//! [`soru_files::bundle`] reads bundles, and contains the code that reading and writing share.

mod browser;
mod checksums;
mod engine_folder;
mod index;
mod integrity;
mod lock;
mod offline;
mod outline;
mod verify;
mod write;

pub use browser::BrowserFiles;
pub(crate) use engine_folder::versioned;
pub use index::{IndexFile, IndexFiles, Keep};
pub use integrity::{sha256, sha384};
pub use offline::{Offline, SERVICE_WORKER, end as end_offline, leave_out};
pub use outline::{EarlyTexts, OUTLINE, TITLES, write_outline};
pub use soru_files::bundle::{
    Bundle, FileState, MANIFEST, compress, compress_best, inflate, inflate_at_most, is_immutable,
    load_directories, part,
};
pub use verify::{Finding, Verification, Walked, verify};
pub use write::{Writing, WrittenBundle, WrittenFile};
