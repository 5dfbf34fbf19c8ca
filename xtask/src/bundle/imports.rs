//! Shortens the names of the engine's imports.
//!
//! The engine calls JavaScript by names such as `__wbg_then_656f253a5dd7d8ea`, which occur in the
//! module and in its glue. The hashes in them distinguish functions of several engines during
//! linking, hardly compress, and have no later use.
//!
//! Without them the module of one release could be linked with the glue of another, whose `a` is
//! another function. So one hash of both files remains, as the name of the imported module.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result, bail};

use super::sections::{self, number, push_number};

/// The kind of the section with a module's imports.
const IMPORTS: u8 = 2;
const FUNCTION: u8 = 0;

/// Shortens the names in the module and its glue.
///
/// # Errors
/// If the module is truncated or imports anything but functions of one module, or if the glue does
/// not define each of them once, because the format of `wasm-bindgen` has changed.
pub(super) fn shorten(module: &[u8], glue: &str) -> Result<(Vec<u8>, String)> {
    let mut names = Names {
        mark: mark(module, glue),
        ..Names::default()
    };
    let short = sections::edit(module, |kind, content| {
        (kind == IMPORTS).then(|| names.rename(content)).transpose()
    })?;
    Ok((short, names.in_glue(glue)?))
}

/// Letters that distinguish the engine of one build from another.
fn mark(module: &[u8], glue: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (module, glue).hash(&mut hasher);
    let bytes = hasher.finish().to_le_bytes().into_iter();
    bytes.map(|byte| char::from(b'a' + byte % 26)).collect()
}

/// The imports of the engine, with their new names.
#[derive(Debug, Default)]
struct Names {
    mark: String,
    modules: BTreeSet<String>,
    functions: BTreeMap<String, String>,
}

impl Names {
    /// The content of the section with short names; records each of them.
    fn rename(&mut self, content: &[u8]) -> Result<Vec<u8>> {
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
            self.modules.insert(from.to_owned());
            let next = short(self.functions.len());
            let short = self.functions.entry(name.to_owned()).or_insert(next);
            push_text(&mut renamed, &self.mark);
            push_text(&mut renamed, short);
            renamed.push(*kind);
            push_number(&mut renamed, signature);
            rest = after;
        }
        Ok(renamed)
    }

    fn in_glue(&self, glue: &str) -> Result<String> {
        if self.modules.len() > 1 {
            bail!(
                "the engine imports from several modules: {:?}",
                self.modules
            );
        }
        let modules = self.modules.iter();
        let modules = modules.map(|name| (format!("\"{name}\""), &self.mark));
        let functions = self.functions.iter();
        let functions = functions.map(|(long, short)| (long.clone(), short));
        let mut glue = glue.to_owned();
        for (long, short) in modules.chain(functions) {
            let definition = format!("{long}:");
            if glue.matches(&definition).count() != 1 {
                bail!("the glue does not define the engine's import `{long}` once");
            }
            glue = glue.replace(&definition, &format!("{short}:"));
        }
        Ok(glue)
    }
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

    const FROM: &str = "./engine.js";
    const GLUE: &str = "const own = { __wbg_then_12: function () {}, __wbg_now_3: function () {} };\n\
                        const imports = { \"./engine.js\": own }";

    fn module(imports: &[(&str, &str, u8)]) -> Vec<u8> {
        let mut content = Vec::new();
        push_number(&mut content, imports.len());
        for (from, name, kind) in imports {
            push_text(&mut content, from);
            push_text(&mut content, name);
            content.extend([*kind, 5]);
        }
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.push(IMPORTS);
        push_number(&mut module, content.len());
        [module, content].concat()
    }

    fn two(from: &str, names: [&str; 2]) -> Vec<u8> {
        module(&names.map(|name| (from, name, FUNCTION)))
    }

    #[test]
    fn both_sides_get_the_same_short_names() {
        let long = two(FROM, ["__wbg_then_12", "__wbg_now_3"]);
        let (short, glue) = shorten(&long, GLUE).unwrap();
        let mark = mark(&long, GLUE);
        assert_eq!(short, two(&mark, ["a", "b"]));
        assert_eq!(
            glue,
            format!(
                "const own = {{ a: function () {{}}, b: function () {{}} }};\nconst imports = {{ {mark}: own }}"
            )
        );
    }

    // A host or the browser's cache may have one file of the previous release.
    #[test]
    fn module_and_glue_of_two_builds_do_not_link() {
        let long = two(FROM, ["__wbg_then_12", "__wbg_now_3"]);
        let other = two(FROM, ["__wbg_now_3", "__wbg_then_12"]);
        let defined = |module: &[u8], glue: &str| {
            let (_, glue) = shorten(module, glue).unwrap();
            let (_, imports) = glue.split_once("imports = { ").unwrap();
            imports.replace(": own }", "")
        };
        let mark = defined(&long, GLUE);
        assert_eq!(
            mark,
            defined(&long, GLUE),
            "the same build has the same name"
        );
        assert_ne!(mark, defined(&other, GLUE));
        assert_ne!(mark, defined(&long, &GLUE.replace("{}", "{ return 1 }")));
    }

    #[test]
    fn every_number_has_a_unique_name() {
        let names: std::collections::BTreeSet<_> = (0..2000).map(short).collect();
        assert_eq!(names.len(), 2000);
        assert_eq!([short(0), short(25), short(26)], ["a", "z", "ba"]);
    }

    #[test]
    fn glue_that_lacks_a_function_and_imports_that_are_none_are_errors() {
        let error = |module: &[u8]| shorten(module, GLUE).unwrap_err().to_string();
        let of = |from, name, kind| module(&[(from, name, kind)]);
        assert!(error(&of(FROM, "__wbg_other_4", FUNCTION)).contains("__wbg_other_4"));
        assert!(error(&of(FROM, "memory", 2)).contains("memory"));
        assert!(error(&of("./other.js", "__wbg_now_3", FUNCTION)).contains("./other.js"));
        let imports = [FROM, "./other.js"].map(|from| (from, "__wbg_now_3", FUNCTION));
        assert!(error(&module(&imports)).contains("several modules"));
        let whole = of(FROM, "__wbg_now_3", FUNCTION);
        shorten(&whole[..whole.len() - 3], GLUE).unwrap_err();
    }
}
