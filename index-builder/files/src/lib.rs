//! Code that the crates of the index builder share: reading bundles, caches, the places of
//! problems.
//!
//! The builder writes bundles and reads pages. Evaluation and encoders need only this crate.
//!
//! | module | does |
//! |---|---|
//! | [`bundle`] | [`Bundle`](bundle::Bundle): an engine that reads the files it requests; compression, checksums |
//! | [`cache`] | results of the previous build, by the hash of their inputs |
//! | [`place`] | positions in the input, and what is wrong there |
//! | [`whole_file`] | reads whole files that users name, up to a limit |

pub mod bundle;
pub mod cache;
pub mod place;
pub mod whole_file;

/// The name of a site's project file.
pub const PROJECT_FILE: &str = "soru.toml";
