//! Makes the engine smaller to download.
//!
//! It removes data that only developers read, and shortens names that only have to match.
//! Binaryen's `wasm-opt` is not used: the output of `-Oz` is a tenth shorter, but 5 % larger when
//! compressed. Without inlining and memory packing it would save 1.8 KB of 165, and building the
//! package would need Node.js and 104 MB of programs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{imports, order, panics, sections};

/// Optimises a module and the JavaScript beside it in place.
///
/// # Errors
/// If one of the two has another format than that of `wasm-bindgen`.
pub(super) fn optimise(module: &Path, glue: &Path) -> Result<()> {
    let silent = panics::silence(&fs::read(module)?)?;
    let stripped = sections::strip(&silent)?;
    let ordered = order::order(&stripped)?;
    let (short, short_glue) = imports::shorten(&ordered, &fs::read_to_string(glue)?)?;
    fs::write(module, short)?;
    fs::write(glue, without_default_code(&short_glue)?)?;
    Ok(())
}

/// The glue without its default path of the code, which is not always right
/// (`www/element/engine/code.ts`), and which bundlers of pages would follow.
fn without_default_code(glue: &str) -> Result<String> {
    const START: &str = "if (module_or_path === undefined) {";
    let start = glue.find(START).context("the glue has no default code")?;
    let length = glue[start..].find('}').context("the glue ends early")?;
    Ok([&glue[..start], &glue[start + length + 1..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_code_is_removed_from_the_glue() {
        let glue =
            "a;\nif (module_or_path === undefined) {\n  module_or_path = new URL('x');\n}\nb;";
        assert_eq!(without_default_code(glue).unwrap(), "a;\n\nb;");
        assert!(without_default_code("a;").is_err());
    }
}
