//! Gives what the engine imports short names.
//!
//! The engine calls JavaScript by names such as `__wbg_then_656f253a5dd7d8ea`, which stand in the
//! module and in the glue beside it. The hashes in them keep the functions of several engines apart
//! while they are linked, hardly compress, and mean nothing afterwards.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use super::sections::{self, number, push_number};

/// The section of a module that names what it imports.
const IMPORTS: u8 = 2;
const FUNCTION: u8 = 0;

/// The module and its glue with short names in both.
///
/// # Errors
/// If the module is cut short or imports something else than functions, or if the glue does not
/// define each of them once: then `wasm-bindgen` writes it in another way than it did.
pub(super) fn shorten(module: &[u8], glue: &str) -> Result<(Vec<u8>, String)> {
    let mut names = BTreeMap::new();
    let short = sections::edit(module, |kind, content| {
        (kind == IMPORTS)
            .then(|| rename(content, &mut names))
            .transpose()
    })?;
    let mut glue = glue.to_owned();
    for (long, short) in &names {
        let definition = |name: &str| format!("{name}:");
        if glue.matches(&definition(long)).count() != 1 {
            bail!("the glue does not define the engine's import `{long}` once");
        }
        glue = glue.replace(&definition(long), &definition(short));
    }
    Ok((short, glue))
}

/// The content of the section with short names, each of them noted.
fn rename(content: &[u8], names: &mut BTreeMap<String, String>) -> Result<Vec<u8>> {
    let what = "the engine's imports are cut short";
    let (count, mut rest) = number(content).context(what)?;
    let mut renamed = Vec::with_capacity(content.len());
    push_number(&mut renamed, count);
    for _ in 0..count {
        let (from, after) = text(rest).context(what)?;
        let (name, after) = text(after).context(what)?;
        let (kind, after) = after.split_first().context(what)?;
        if *kind != FUNCTION {
            bail!("the engine imports `{name}`, which is not a function");
        }
        let (signature, after) = number(after).context(what)?;
        let next = short(names.len());
        let short = names.entry(name.to_owned()).or_insert(next);
        push_text(&mut renamed, from);
        push_text(&mut renamed, short);
        renamed.push(*kind);
        push_number(&mut renamed, signature);
        rest = after;
    }
    Ok(renamed)
}

/// `a` to `z`, then `ba` and so on.
fn short(number: usize) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    let letter = &LETTERS[number % 26..=number % 26];
    match number / 26 {
        0 => letter.to_owned(),
        more => short(more) + letter,
    }
}

fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = number(bytes)?;
    let (text, rest) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

fn push_text(out: &mut Vec<u8>, text: &str) {
    push_number(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLUE: &str =
        "const imports = { __wbg_then_12: function () {}, __wbg_now_3: function () {} }";

    fn module(imports: &[(&str, u8)]) -> Vec<u8> {
        let mut content = Vec::new();
        push_number(&mut content, imports.len());
        for (name, kind) in imports {
            push_text(&mut content, "./engine.js");
            push_text(&mut content, name);
            content.extend([*kind, 5]);
        }
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.push(IMPORTS);
        push_number(&mut module, content.len());
        [module, content].concat()
    }

    #[test]
    fn both_sides_get_the_same_short_names() {
        let long = module(&[("__wbg_then_12", FUNCTION), ("__wbg_now_3", FUNCTION)]);
        let (short, glue) = shorten(&long, GLUE).unwrap();
        assert_eq!(short, module(&[("a", FUNCTION), ("b", FUNCTION)]));
        assert_eq!(
            glue,
            "const imports = { a: function () {}, b: function () {} }"
        );
    }

    #[test]
    fn every_number_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<_> = (0..2000).map(short).collect();
        assert_eq!(names.len(), 2000);
        assert_eq!([short(0), short(25), short(26)], ["a", "z", "ba"]);
    }

    #[test]
    fn glue_that_lacks_a_function_and_imports_that_are_none_are_errors() {
        let error = |module: &[u8]| shorten(module, GLUE).unwrap_err().to_string();
        assert!(error(&module(&[("__wbg_other_4", FUNCTION)])).contains("__wbg_other_4"));
        assert!(error(&module(&[("memory", 2)])).contains("memory"));
        let whole = module(&[("__wbg_now_3", FUNCTION)]);
        shorten(&whole[..whole.len() - 3], GLUE).unwrap_err();
    }
}
