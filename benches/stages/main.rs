//! Durations of single steps of building and asking: `cargo bench`, or `cargo xtask bench
//! --stages`.
//!
//! | file | measures |
//! |---|---|
//! | `analysis.rs` | from text to words, stems and fold keys |
//! | `postings.rs` | from bytes to postings, and merging lists |
//! | `scoring.rs` | from a query to ranked chunks, and from a question to an answer |
//! | `loading.rs` | from bytes to an index that is ready for questions |
//! | `site.rs` | nothing: it generates the site |
//!
//! The site is generated (`site.rs`), identical on every machine and in every run.

mod analysis;
mod loading;
mod postings;
mod scoring;
mod site;

fn main() {
    divan::main();
}
