//! How long the single steps of building and asking take: `cargo bench`, or
//! `cargo xtask bench --stages`.
//!
//! | file | measures |
//! |---|---|
//! | `analysis.rs` | text to words, words to stems and fold keys |
//! | `postings.rs` | bytes to postings, lists to one list |
//! | `scoring.rs` | a query to ranked chunks, a question to an answer |
//! | `loading.rs` | bytes to an index that can be asked |
//!
//! The site is made up (`site.rs`), the same on every machine and at every run.

mod analysis;
mod loading;
mod postings;
mod scoring;
mod site;

fn main() {
    divan::main();
}
