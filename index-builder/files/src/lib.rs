//! Code that the crates of the index builder share: reading bundles, caches, the places of
//! problems.
//!
//! The builder writes bundles, and `soru-ingest` reads pages. Evaluation and encoders need only
//! this crate.
//!
//! | module | does |
//! |---|---|
//! | [`bundle`] | [`Bundle`](bundle::Bundle): an engine that reads the files it requests; compression, checksums |
//! | [`cache`] | results of the previous build, by the hash of their inputs |
//! | [`place`] | positions in the input, and what is wrong there |
//! | [`size`] | sizes in readable units |
//! | [`whole_file`] | reads whole files that users name, up to a limit |
//! | [`yaml`] | YAML with lines |

pub mod bundle;
pub mod cache;
pub mod place;
pub mod size;
pub mod whole_file;
pub mod yaml;

/// The name of a site's project file.
pub const PROJECT_FILE: &str = "soru.toml";
