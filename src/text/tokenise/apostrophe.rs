//! What stands behind an apostrophe: a suffix, a contraction or a part of the name.

use super::super::Language;
use super::runs::is_apostrophe;

/// The run without its apostrophe suffix, where the language has one.
pub(super) fn without_suffix(run: &str, language: Language) -> &str {
    let Some((at, mark)) = run.char_indices().find(|(_, c)| is_apostrophe(*c)) else {
        return run;
    };
    let (stem, suffix) = (&run[..at], &run[at + mark.len_utf8()..]);
    // O'Brien, d'Alembert: the apostrophe belongs to the name.
    if stem.chars().count() < 2 && !stem.starts_with(|c: char| c.is_ascii_digit()) {
        return run;
    }
    let contraction = matches!(
        suffix,
        "t" | "T" | "re" | "RE" | "ve" | "VE" | "ll" | "LL" | "d" | "D" | "m" | "M"
    );
    if language != Language::Turkish && contraction {
        run
    } else {
        stem
    }
}
