//! Removes the types of TypeScript, and nothing else: its JavaScript is that of the source.

use std::path::Path;

use anyhow::{Result, bail};
use oxc_allocator::Allocator;
use oxc_ast::ast::{Program, Statement};
use oxc_codegen::Codegen;
use oxc_parser::{Parser, ParserReturn};
use oxc_semantic::SemanticBuilder;
use oxc_span::{LabeledSpan, SourceType};
use oxc_transformer::{TransformOptions, Transformer, TypeScriptOptions};

/// Parses TypeScript.
///
/// # Errors
/// If it is something else.
pub(crate) fn parse<'a>(allocator: &'a Allocator, text: &'a str) -> Result<ParserReturn<'a>> {
    let parsed = Parser::new(allocator, text, SourceType::ts()).parse();
    if let Some(error) = parsed.diagnostics.first() {
        let line = line(text, error.labels.first());
        bail!("line {line} is not TypeScript: {error}");
    }
    Ok(parsed)
}

/// The number of the line that an error is about.
pub(crate) fn line(text: &str, label: Option<&LabeledSpan>) -> usize {
    let before = text.get(..label.map_or(0, LabeledSpan::offset) as usize);
    1 + before.unwrap_or_default().matches('\n').count()
}

/// The JavaScript of a module; none if it has only types.
///
/// # Errors
/// If it is not TypeScript.
pub(crate) fn removed(text: &str) -> Result<Option<String>> {
    let allocator = Allocator::default();
    let mut program = parse(&allocator, text)?.program;
    let scoping = SemanticBuilder::new()
        .build(&program)
        .semantic
        .into_scoping();
    let transformed = Transformer::new(&allocator, Path::new(""), &options())
        .build_with_scoping(scoping, &mut program);
    if let Some(error) = transformed.diagnostics.first() {
        bail!("its types cannot be removed: {error}");
    }
    Ok(has_code(&program).then(|| Codegen::new().build(&program).code))
}

fn options() -> TransformOptions {
    TransformOptions {
        typescript: TypeScriptOptions {
            // An import without `type` may be there for what the module does.
            only_remove_type_imports: true,
            // A constructor sets them: declared alone they would cost bytes.
            remove_class_fields_without_initializer: true,
            ..TypeScriptOptions::default()
        },
        ..TransformOptions::default()
    }
}

/// Whether there is more than the statement that makes an empty file a module.
fn has_code(program: &Program<'_>) -> bool {
    program.body.iter().any(|statement| match statement {
        Statement::ExportNamedDeclaration(export) => !export.specifiers.is_empty(),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_go_and_code_stays() {
        let text = "import type { Mark } from './api.js'\nimport './effect.js'\n\
            export class Box<T extends object> {\n  #hidden: T | undefined\n  shown!: Mark\n\
            constructor(own?: T) { this.#hidden = own as T }\n}\n";
        let code = removed(text).unwrap().unwrap();
        assert_eq!(
            code,
            "import \"./effect.js\";\nexport class Box {\n\t#hidden;\n\tconstructor(own) {\n\
             \t\tthis.#hidden = own;\n\t}\n}\n"
        );
    }

    #[test]
    fn a_script_stays_a_script() {
        let code = removed("{ const one = self as unknown as { two: 1 } }").unwrap();
        assert_eq!(code.unwrap(), "{\n\tconst one = self;\n}\n");
    }

    #[test]
    fn types_alone_are_no_code() {
        for text in [
            "export type Mark = [number, number]",
            "import type { Mark } from './api.js'\nexport interface Hit { marks: Mark[] }",
            "export type * from './api.js'",
        ] {
            assert_eq!(removed(text).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let error = removed("const one = 1\nexport function {").unwrap_err();
        assert!(error.to_string().contains("line 2 is not"), "{error}");
    }
}
