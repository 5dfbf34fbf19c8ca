//! Concatenates the modules that a page loads first.
//!
//! Two dozen small files compress to a third more than one. So the imports of `soru-search.js`
//! become one file, [`BOX`], and the worker gets its imports into its own file. Every module of the
//! box remains available under its name and re-exports from the box: importers get the same classes
//! as the box. Modules behind `import()` are unchanged.
//!
//! In the box, a module is an immediately invoked function that returns the module's exports. This
//! works for modules that only export their own declarations; others are rejected.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};
use oxc_syntax::module_record::{ExportEntry, ImportImportName};

use crate::modules::Modules;

/// The module that pages name; importing it has a side effect.
const PAGE: &str = "soru-search.js";
/// The worker's first module. No module imports it.
const WORKER: &str = "soru-worker.js";
/// The concatenated imports of the page's module.
const BOX: &str = "soru-box.js";

/// Concatenates the modules of the box, and those of the worker.
///
/// # Errors
/// If a module is missing, imports itself through others, or has a form that cannot be
/// concatenated.
pub(crate) fn concatenate(modules: &mut Modules) -> Result<()> {
    let worker = Joined::below(modules, WORKER)?;
    let page = Joined::below(modules, PAGE)?;
    modules.replace(WORKER, worker.text() + &worker.root(None))?;
    for (path, module) in page.modules.iter().filter(|(path, _)| path != PAGE) {
        modules.replace(path, module.handed_on(page.numbers[path]))?;
    }
    modules.add(BOX, page.text() + &page.exports())?;
    modules.replace(PAGE, page.root(Some(BOX)))
}

/// A parsed module.
#[derive(Debug)]
struct Module {
    /// The code without imports, and without the word `export`.
    body: String,
    /// Paths of its imports, in order, with the exported and the local names.
    imports: Vec<(String, Vec<(String, String)>)>,
    /// Exported and local names.
    exports: Vec<(String, String)>,
}

impl Module {
    fn read(text: &str) -> Result<Self> {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, SourceType::mjs()).parse();
        if let Some(error) = parsed.diagnostics.first() {
            bail!("this is not JavaScript: {error}");
        }
        let record = parsed.module_record;
        if !record.star_export_entries.is_empty() {
            bail!("it exports all of another module; export names");
        }
        let mut cuts: BTreeMap<usize, usize> = BTreeMap::new();
        let mut imports: BTreeMap<u32, (String, Vec<(String, String)>)> = BTreeMap::new();
        for (path, requests) in &record.requested_modules {
            for request in requests {
                let Span { start, end, .. } = request.statement_span;
                cuts.insert(start as usize, end as usize);
                imports.insert(start, (resolved(path)?, Vec::new()));
            }
        }
        for entry in &record.import_entries {
            let ImportImportName::Name(name) = &entry.import_name else {
                bail!("it imports a whole module or a default; import names");
            };
            if let Some((_, names)) = imports.get_mut(&entry.statement_span.start) {
                names.push((name.name.to_string(), entry.local_name.name.to_string()));
            }
        }
        let mut exports = Vec::new();
        for entry in &record.local_export_entries {
            let inside = entry.local_name.name().map(|name| name.to_string());
            exports.push(exported(text, entry, inside)?);
            let (start, end) = export_cut(text, entry.statement_span);
            cuts.insert(start, end);
        }
        // A re-export of an import under the same name.
        for entry in &record.indirect_export_entries {
            let outside = entry.span.source_text(text);
            let mut imports = record.import_entries.iter();
            let inside = imports.find(|import| import.local_name.name.as_str() == outside);
            let inside = inside.map(|_| outside.to_owned());
            exports.push(exported(text, entry, inside)?);
            let (start, end) = list_around(text, entry.span)?;
            cuts.insert(start, end);
        }
        Ok(Self {
            body: without(text, &cuts)?,
            imports: imports.into_values().collect(),
            exports,
        })
    }

    /// The module under its own name, re-exporting from the box.
    fn handed_on(&self, number: usize) -> String {
        let names: Vec<&str> = self.exports.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(",");
        format!("import{{m{number} as m}}from\"./{BOX}\";export const{{{names}}}=m;")
    }
}

/// The exported and the local name of an export.
fn exported(
    text: &str,
    entry: &ExportEntry<'_>,
    inside: Option<String>,
) -> Result<(String, String)> {
    let outside = entry.export_name.span().map(|span| span.source_text(text));
    match (outside, inside) {
        (Some(outside), Some(inside)) if entry.export_name.default_export_span().is_none() => {
            Ok((outside.to_owned(), inside))
        }
        _ => bail!(
            "it has a default export, or exports what it has not imported under that name: import \
             and export by the same name"
        ),
    }
}

/// The range to cut: all of `export { a, b }`, only the first word of `export function f`.
fn export_cut(text: &str, statement: Span) -> (usize, usize) {
    const WORD: &str = "export ";
    let [start, end] = [statement.start as usize, statement.end as usize];
    let is_list = text[start..end]
        .strip_prefix(WORD)
        .is_none_or(|rest| rest.starts_with('{'));
    (start, if is_list { end } else { start + WORD.len() })
}

/// The statement `export { a, b }` around one of its names.
fn list_around(text: &str, name: Span) -> Result<(usize, usize)> {
    let start = text[..name.start as usize].rfind("export");
    let length = text[name.start as usize..].find('}');
    let what = "its exports are not a list in braces";
    let (start, length) = start.zip(length).context(what)?;
    Ok((start, name.start as usize + length + 1))
}

fn without(text: &str, cuts: &BTreeMap<usize, usize>) -> Result<String> {
    let mut rest = String::new();
    let mut at = 0;
    for (start, end) in cuts {
        let kept = text.get(at..*start).context("its statements overlap")?;
        rest.push_str(kept);
        at = *end;
    }
    rest.push_str(&text[at..]);
    Ok(rest)
}

fn resolved(path: &str) -> Result<String> {
    match path.strip_prefix("./") {
        Some(name) if !name.contains('/') => Ok(name.to_owned()),
        _ => bail!("it imports `{path}`, which is not a module beside it"),
    }
}

/// Modules in order, each behind its imports; the last one needs all of them.
#[derive(Debug, Default)]
struct Joined {
    modules: Vec<(String, Module)>,
    numbers: BTreeMap<String, usize>,
}

impl Joined {
    fn below(modules: &Modules, root: &str) -> Result<Self> {
        let mut joined = Self::default();
        joined.add(modules, root, &mut Vec::new())?;
        Ok(joined)
    }

    fn add(&mut self, modules: &Modules, path: &str, above: &mut Vec<String>) -> Result<()> {
        if self.numbers.contains_key(path) {
            return Ok(());
        }
        if above.iter().any(|earlier| earlier == path) {
            bail!("{path} imports itself by way of {}", above.join(", "));
        }
        let text = modules
            .get(path)
            .with_context(|| format!("there is no {path}"))?;
        let module = Module::read(text).with_context(|| path.to_owned())?;
        above.push(path.to_owned());
        for (needed, _) in &module.imports {
            self.add(modules, needed, above)?;
        }
        above.pop();
        self.numbers.insert(path.to_owned(), self.modules.len());
        self.modules.push((path.to_owned(), module));
        Ok(())
    }

    /// All modules but the last, as constants `m0`, `m1` and so on.
    fn text(&self) -> String {
        let mut text = String::new();
        let last = self.modules.len().saturating_sub(1);
        for (number, (_, module)) in self.modules[..last].iter().enumerate() {
            let names = module.exports.iter();
            let exports: Vec<String> = names.map(|(out, own)| format!("{out}:{own}")).collect();
            let (imports, exports) = (self.imports(module), exports.join(","));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "const m{number}=(()=>{{{imports}\n{}\nreturn{{{exports}}}}})();",
                module.body
            );
        }
        text
    }

    /// The imports of a module, read from the constants.
    fn imports(&self, module: &Module) -> String {
        let mut text = String::new();
        for (path, names) in module.imports.iter().filter(|(_, names)| !names.is_empty()) {
            let names: Vec<String> = names
                .iter()
                .map(|(there, here)| format!("{there}:{here}"))
                .collect();
            let _ = write!(
                text,
                "const{{{}}}=m{};",
                names.join(","),
                self.numbers[path]
            );
        }
        text
    }

    /// The last module. It imports the constants from a file if they do not precede it in its own.
    fn root(&self, file: Option<&str>) -> String {
        let Some((_, root)) = self.modules.last() else {
            return String::new();
        };
        let needed = root.imports.iter().filter(|(_, names)| !names.is_empty());
        let needed: Vec<String> = needed
            .map(|(path, _)| format!("m{}", self.numbers[path]))
            .collect();
        let import = file.map_or_else(String::new, |file| {
            format!("import{{{}}}from\"./{file}\";", needed.join(","))
        });
        let names: Vec<String> = root
            .exports
            .iter()
            .map(|(out, own)| format!("{own} as {out}"))
            .collect();
        let export = if names.is_empty() {
            String::new()
        } else {
            format!("export{{{}}};", names.join(","))
        };
        format!("{import}{}\n{}\n{export}", self.imports(root), root.body)
    }

    fn exports(&self) -> String {
        let last = self.modules.len().saturating_sub(1);
        let numbers: Vec<String> = (0..last).map(|number| format!("m{number}")).collect();
        format!("export{{{}}};", numbers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ERRORS: &str = "export class Fault extends Error {}\n";

    fn modules(files: &[(&str, &str)]) -> Modules {
        let mut modules = Modules::default();
        for (path, text) in files {
            modules.add(path, (*text).to_owned()).unwrap();
        }
        modules
    }

    fn text<'p>(modules: &'p Modules, path: &str) -> &'p str {
        modules.get(path).unwrap()
    }

    fn site() -> Modules {
        modules(&[
            ("errors.js", ERRORS),
            (
                "dom.js",
                "import { Fault } from './errors.js'\nconst own = 1\nexport { own as one }\n\
                 export async function show() { throw new Fault(own) }\n",
            ),
            (
                "soru-search.js",
                "import './errors.js'\nimport { one, show as display } from './dom.js'\n\
                 display(one)\nconst later = () => import('./late.js')\nexport { later, one }\n",
            ),
            (
                "late.js",
                "import { one } from './dom.js'\nexport const two = one + 1\n",
            ),
            (
                "soru-worker.js",
                "import { Fault } from './errors.js'\npostMessage(Fault)\n",
            ),
        ])
    }

    #[test]
    fn a_module_becomes_a_function_after_its_imports() {
        let mut modules = site();
        concatenate(&mut modules).unwrap();
        let joined = text(&modules, BOX);
        let [errors, dom] = [
            "const m0=(()=>{\nclass Fault",
            "const m1=(()=>{const{Fault:Fault}=m0;",
        ]
        .map(|part| {
            joined
                .find(part)
                .unwrap_or_else(|| panic!("no {part} in {joined}"))
        });
        assert!(errors < dom, "{joined}");
        assert!(joined.contains("async function show()"), "{joined}");
        assert!(joined.contains("return{one:own,show:show}"), "{joined}");
        assert!(joined.ends_with("export{m0,m1};"), "{joined}");
    }

    #[test]
    fn modules_keep_their_names_and_export_the_box() {
        let mut modules = site();
        concatenate(&mut modules).unwrap();
        assert_eq!(
            text(&modules, "dom.js"),
            "import{m1 as m}from\"./soru-box.js\";export const{one,show}=m;"
        );
        assert_eq!(text(&modules, "late.js"), text(&site(), "late.js"));
        let page = text(&modules, PAGE);
        assert!(
            page.starts_with("import{m1}from\"./soru-box.js\";const{one:one,show:display}=m1;")
        );
        assert!(
            page.contains("import('./late.js')")
                && page.ends_with("export{later as later,one as one};")
        );
    }

    // A worker has no document: importing the page's modules would throw.
    #[test]
    fn the_worker_needs_no_file_but_its_own() {
        let mut modules = site();
        concatenate(&mut modules).unwrap();
        let worker = text(&modules, WORKER);
        assert!(
            !worker.contains("import") && worker.contains("class Fault"),
            "{worker}"
        );
    }

    #[test]
    fn an_unsupported_module_is_refused_by_name() {
        for bad in [
            "export default 1",
            "export * from './errors.js'",
            "export { Fault } from './errors.js'",
            "import * as all from './errors.js'",
            "import { a } from '../a.js'",
            "import { later } from './soru-search.js'",
            "import './missing.js'",
        ] {
            let mut modules = site();
            modules.replace("dom.js", bad.to_owned()).unwrap();
            let error = format!("{:#}", concatenate(&mut modules).unwrap_err());
            assert!(
                error.contains("dom.js") || error.contains("missing.js"),
                "{bad}: {error}"
            );
        }
    }
}
