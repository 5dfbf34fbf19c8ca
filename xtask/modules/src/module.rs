//! One module: its imports and exports, and its code with names that are unique among all modules.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use oxc_allocator::{Allocator, Vec as List};
use oxc_ast::ast::{Expression, ImportExpression, Program, Statement};
use oxc_ast_visit::VisitMut;
use oxc_ast_visit::walk_mut::walk_import_expression;
use oxc_codegen::Codegen;
use oxc_parser::{Parser, ParserReturn};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SourceType, Span};
use oxc_str::{Ident, Str};
use oxc_syntax::module_record::{
    ExportEntry, ExportExportName, ExportImportName, ExportLocalName, ImportImportName,
    ModuleRecord,
};

/// A name that a module exports, and where its value is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Export {
    /// The module's own, by its name there.
    Own(String),
    /// That of another module, by its path and its name there.
    Of(String, String),
}

/// A name that a module imports.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) path: String,
    /// The name in the other module.
    pub(crate) there: String,
    /// The name in this module.
    pub(crate) here: String,
}

/// The imports and exports of a module.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// Paths of modules that are imported at the top, in order.
    pub(crate) needs: Vec<String>,
    pub(crate) imports: Vec<Import>,
    /// By the exported name.
    pub(crate) exports: BTreeMap<String, Export>,
    /// Paths of modules behind `import()`.
    pub(crate) later: Vec<String>,
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// If it is not JavaScript, or has a form that cannot be joined.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let allocator = Allocator::default();
        let record = parse(&allocator, text)?.module_record;
        if !record.star_export_entries.is_empty() {
            bail!("it exports all of another module; export names");
        }
        Ok(Self {
            needs: needs(&record)?,
            imports: imports(&record)?,
            exports: exports(&record)?,
            later: later(&record, text)?,
        })
    }
}

/// The code of a module for a place among others.
#[derive(Debug)]
pub(crate) struct Place<'p> {
    /// Names of imports in the module, with the names that they have among all modules.
    pub(crate) imported: BTreeMap<String, String>,
    /// The module's number, which makes its own names unique.
    pub(crate) number: usize,
    /// Files by the modules in them, for `import()`.
    pub(crate) files: &'p BTreeMap<String, String>,
}

/// The unique name of what a module declares.
pub(crate) fn unique(name: &str, number: usize) -> String {
    format!("{name}${number}")
}

/// The code of a module, without imports and exports.
///
/// # Errors
/// If it is not JavaScript, or uses a name that could be one of those made here.
pub(crate) fn code(text: &str, place: &Place<'_>) -> Result<String> {
    let allocator = Allocator::default();
    let mut program = parse(&allocator, text)?.program;
    let semantic = SemanticBuilder::new().build(&program).semantic;
    let mut scoping = semantic.into_scoping();
    rename(&mut scoping, place)?;
    strip(&mut program, &allocator);
    Addresses {
        files: place.files,
        allocator: &allocator,
    }
    .visit_program(&mut program);
    let code = Codegen::new().with_scoping(Some(scoping)).build(&program);
    Ok(code.code)
}

fn parse<'a>(allocator: &'a Allocator, text: &'a str) -> Result<ParserReturn<'a>> {
    let parsed = Parser::new(allocator, text, SourceType::mjs()).parse();
    if let Some(error) = parsed.diagnostics.first() {
        bail!("this is not JavaScript: {error}");
    }
    Ok(parsed)
}

/// Gives everything at the top of the module its unique name.
fn rename(scoping: &mut Scoping, place: &Place<'_>) -> Result<()> {
    if let Some(name) = scoping.symbol_names().find(|name| name.contains('$')) {
        bail!("it declares `{name}`: names with a dollar sign are those of joined modules");
    }
    let names = Allocator::default();
    let symbols: Vec<_> = scoping.iter_bindings_in(scoping.root_scope_id()).collect();
    for symbol in symbols {
        let name = scoping.symbol_name(symbol);
        let imported = place.imported.get(name).cloned();
        let name = imported.unwrap_or_else(|| unique(name, place.number));
        scoping.set_symbol_name(symbol, Ident::from_str_in(&name, &&names));
    }
    Ok(())
}

/// Removes imports and the word `export`.
fn strip<'a>(program: &mut Program<'a>, allocator: &'a Allocator) {
    let statements = std::mem::replace(&mut program.body, List::new_in(&allocator));
    for statement in statements {
        match statement {
            Statement::ImportDeclaration(_)
            | Statement::ExportNamedDeclaration(_)
            | Statement::ExportFromDeclaration(_) => {}
            Statement::ExportDeclaration(export) => {
                program
                    .body
                    .push(Statement::from(export.unbox().declaration));
            }
            other => program.body.push(other),
        }
    }
}

/// Makes `import()` name the files of modules.
struct Addresses<'a, 'p> {
    files: &'p BTreeMap<String, String>,
    allocator: &'a Allocator,
}

impl<'a> VisitMut<'a> for Addresses<'a, '_> {
    fn visit_import_expression(&mut self, import: &mut ImportExpression<'a>) {
        walk_import_expression(self, import);
        let Expression::StringLiteral(address) = &mut import.source else {
            return;
        };
        let path = address.value.as_str().trim_start_matches("./");
        if let Some(file) = self.files.get(path) {
            address.value = Str::from_str_in(&format!("./{file}"), &self.allocator);
            address.raw = None;
        }
    }
}

fn needs(record: &ModuleRecord<'_>) -> Result<Vec<String>> {
    let mut paths = BTreeMap::new();
    for (path, requests) in &record.requested_modules {
        let first = requests.iter().map(|request| request.statement_span.start);
        paths.insert(first.min(), resolved(path)?);
    }
    Ok(paths.into_values().collect())
}

fn imports(record: &ModuleRecord<'_>) -> Result<Vec<Import>> {
    let import = |entry: &oxc_syntax::module_record::ImportEntry<'_>| {
        let ImportImportName::Name(name) = &entry.import_name else {
            bail!("it imports a whole module or a default; import names");
        };
        Ok(Import {
            path: resolved(&entry.module_request.name)?,
            there: name.name.to_string(),
            here: entry.local_name.name.to_string(),
        })
    };
    record.import_entries.iter().map(import).collect()
}

fn exports(record: &ModuleRecord<'_>) -> Result<BTreeMap<String, Export>> {
    let own = record.local_export_entries.iter();
    let others = record.indirect_export_entries.iter();
    own.chain(others)
        .map(|entry| Ok((exported(entry)?, value(entry)?)))
        .collect()
}

fn exported(entry: &ExportEntry<'_>) -> Result<String> {
    match &entry.export_name {
        ExportExportName::Name(name) if name.name != "default" => Ok(name.name.to_string()),
        _ => bail!("it has a default export; export a name"),
    }
}

fn value(entry: &ExportEntry<'_>) -> Result<Export> {
    match (&entry.module_request, &entry.import_name, &entry.local_name) {
        (Some(path), ExportImportName::Name(there), _) => {
            Ok(Export::Of(resolved(&path.name)?, there.name.to_string()))
        }
        (None, _, ExportLocalName::Name(here)) => Ok(Export::Own(here.name.to_string())),
        _ => bail!("it exports something without a name; export names"),
    }
}

/// The modules behind `import()`, without those whose name the module computes.
fn later(record: &ModuleRecord<'_>, text: &str) -> Result<Vec<String>> {
    let spans = record.dynamic_imports.iter();
    let addresses = spans.map(|import| quoted(import.module_request, text));
    addresses.flatten().map(resolved).collect()
}

fn quoted(span: Span, text: &str) -> Option<&str> {
    let literal = span.source_text(text);
    literal.strip_prefix('\'')?.strip_suffix('\'')
}

fn resolved(path: &str) -> Result<String> {
    match path.strip_prefix("./") {
        Some(name) if !name.contains('/') => Ok(name.to_owned()),
        _ => bail!("it imports `{path}`, which is not a module beside it"),
    }
}
