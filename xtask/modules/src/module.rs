//! One module: its imports and exports, and its code with names that are unique among all modules.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use oxc_allocator::{Allocator, Vec as List};
use oxc_ast::ast::{Argument, Expression, ImportExpression, NewExpression, Program, Statement};
use oxc_ast_visit::VisitMut;
use oxc_ast_visit::walk_mut::{walk_import_expression, walk_new_expression};
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

/// Makes `import()` and `new URL(…, import.meta.url)` name files in the folder of the package.
struct Addresses<'a, 'p> {
    files: &'p BTreeMap<String, String>,
    allocator: &'a Allocator,
}

impl<'a> Addresses<'a, '_> {
    /// Changes an address, if the text is one; the first part of one that the module computes.
    fn lead(&self, text: &mut Expression<'a>) {
        match text {
            Expression::StringLiteral(address) => {
                if let Some(own) = self.own(&address.value) {
                    address.value = own;
                    address.raw = None;
                }
            }
            Expression::TemplateLiteral(address) => {
                let Some(first) = address.quasis.first_mut() else {
                    return;
                };
                if let Some(own) = self.own(&first.value.raw) {
                    first.value.raw = own;
                    first.value.cooked = Some(own);
                }
            }
            _ => {}
        }
    }

    fn own(&self, address: &str) -> Option<Str<'a>> {
        let is_relative = address.starts_with("./") || address.starts_with("../");
        let name = address.rsplit('/').next().filter(|_| is_relative)?;
        let file = self.files.get(name).map_or(name, String::as_str);
        Some(Str::from_str_in(&format!("./{file}"), &self.allocator))
    }
}

impl<'a> VisitMut<'a> for Addresses<'a, '_> {
    fn visit_import_expression(&mut self, import: &mut ImportExpression<'a>) {
        walk_import_expression(self, import);
        self.lead(&mut import.source);
    }

    fn visit_new_expression(&mut self, new: &mut NewExpression<'a>) {
        walk_new_expression(self, new);
        let is_of_module = matches!(
            new.arguments.get(1),
            Some(Argument::StaticMemberExpression(base))
                if matches!(base.object, Expression::ImportMeta(_))
        );
        if is_of_module && let Some(address) = new.arguments[0].as_expression_mut() {
            self.lead(address);
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
    let inner = |quote| literal.strip_prefix(quote)?.strip_suffix(quote);
    inner('\'').or_else(|| inner('"'))
}

fn resolved(path: &str) -> Result<String> {
    let is_relative = path.starts_with("./") || path.starts_with("../");
    match path.rsplit('/').next().filter(|_| is_relative) {
        Some(name) => Ok(name.to_owned()),
        None => bail!("it imports `{path}`, which is not a module of the element"),
    }
}
