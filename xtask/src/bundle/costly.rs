//! Detects code that one line can bring into the download, and that is larger than a feature.
//!
//! Such code has been removed from the engine once. It is found by the names of functions, which
//! the compiled module still contains before optimisation.

use anyhow::{Result, bail};

/// A part of such functions' names, their purpose, and the alternative.
const COSTLY: [(&str, &str, &str); 4] = [
    (
        "7flt2dec",
        "floats are printed by the standard library (20 KB)",
        "format them as `number::Plain` or `number::Rounded`",
    ),
    (
        "5btree",
        "a B-tree is used (5 KB for each type)",
        "use `ordered::Map` or `ordered::Set`",
    ),
    (
        "5slice4sort",
        "a sort of the standard library is used (6 KB for each type)",
        "use `ordered::first`",
    ),
    (
        "11conversions8to_lower",
        "letters are lower-cased by the standard library (12 KB)",
        "use `text::lower_case`",
    ),
];

/// Looks for such code in the compiled engine.
///
/// # Errors
/// If there is some, with the alternative.
pub(super) fn check(compiled: &[u8]) -> Result<()> {
    let found = COSTLY.iter().find(|(name, ..)| {
        let mut windows = compiled.windows(name.len());
        windows.any(|window| window == name.as_bytes())
    });
    match found {
        Some((name, what, instead)) => bail!(
            "{what}: {instead}. `twiggy paths` says who calls the functions with `{name}` in their \
             names"
        ),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banned_function_is_named_with_its_replacement() {
        check(b"\0asm _ZN4soru3ask17h0123E").unwrap();
        for (name, what, instead) in COSTLY {
            let module = format!("\0asm _ZN4core3num{name}8strategyE");
            let error = check(module.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what) && error.contains(instead), "{error}");
        }
    }
}
