//! The types that the package publishes: a `.d.ts` for each module that pages name, and for those
//! from which these take types.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions, IndentChar};
use oxc_isolated_declarations::{IsolatedDeclarations, IsolatedDeclarationsOptions};

use crate::modules::Modules;
use crate::sources::Sources;
use crate::types;

/// Modules whose types the package publishes.
const PUBLIC: [&str; 4] = ["soru.js", "soru-search.js", "soru-related.js", "offline.js"];

/// Adds the declarations of all modules that pages name.
///
/// # Errors
/// If an export of one has no explicit type.
pub(crate) fn add(modules: &mut Modules, sources: &Sources) -> Result<()> {
    let mut added = BTreeSet::new();
    let mut pending: Vec<String> = PUBLIC.map(str::to_owned).into();
    while let Some(name) = pending.pop() {
        if !added.insert(name.clone()) {
            continue;
        }
        let text = sources.typescript(&name);
        let text = text.with_context(|| format!("there is no {name}"))?;
        let declared = declared(text).with_context(|| name.clone())?;
        pending.extend(declared.from);
        modules.add(&name.replace(".js", ".d.ts"), declared.text)?;
    }
    Ok(())
}

/// The declarations of a module.
#[derive(Debug)]
struct Declared {
    text: String,
    /// The modules that they import from.
    from: Vec<String>,
}

fn declared(text: &str) -> Result<Declared> {
    let allocator = Allocator::default();
    let program = types::parse(&allocator, text)?.program;
    let options = IsolatedDeclarationsOptions::default();
    let made = IsolatedDeclarations::new(&allocator, options).build(&program);
    if let Some(error) = made.diagnostics.first() {
        let line = types::line(text, error.labels.first());
        bail!("the types of line {line} cannot be published: {error}");
    }
    let code = Codegen::new().with_options(layout()).build(&made.program);
    let text = flat(&code.code);
    let from = addresses(&text).map(|(_, name)| name.to_owned()).collect();
    Ok(Declared { text, from })
}

fn layout() -> CodegenOptions {
    CodegenOptions {
        single_quote: true,
        indent_char: IndentChar::Space,
        indent_width: 2,
        comments: CommentOptions {
            jsdoc: true,
            ..CommentOptions::disabled()
        },
        ..CodegenOptions::default()
    }
}

/// The addresses of imports and exports, and the names of modules in them.
fn addresses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let rest = text.split(" from '").skip(1);
    let addresses = rest.filter_map(|rest| rest.split('\'').next());
    addresses.map(|address| (address, address.rsplit('/').next().unwrap_or(address)))
}

/// The declarations with addresses that lead into their own folder.
fn flat(text: &str) -> String {
    let mut flat = text.to_owned();
    for (address, name) in addresses(text) {
        flat = flat.replace(&format!(" from '{address}'"), &format!(" from './{name}'"));
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_say_what_a_module_exports_and_where_its_types_are() {
        let text = "/** About the file. */\nimport { own } from './own.js'\n\
            import type { Hit } from '../box/hits.js'\n\
            /** A list. */\nexport class List {\n  #hits: Hit[] = own()\n\
            /** The first. */\n  first(): Hit | null { return this.#hits[0] ?? null }\n}\n";
        let Declared { text, from } = declared(text).unwrap();
        assert_eq!(from, ["hits.js"]);
        assert_eq!(
            text,
            "import type { Hit } from './hits.js';\n/** A list. */\nexport declare class List {\n  \
             #private;\n  /** The first. */\n  first(): Hit | null;\n}\n"
        );
    }

    #[test]
    fn an_export_without_a_type_is_refused() {
        let error = declared("\nexport const hits = find()").unwrap_err();
        assert!(
            error.to_string().contains("line 2 cannot be published"),
            "{error}"
        );
    }
}
