//! Minifies a module of JavaScript: removes comments, white space and long local names.

use anyhow::{Result, bail};
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_minifier::{CompressOptions, MangleOptions, Minifier, MinifierOptions};
use oxc_parser::Parser;
use oxc_span::SourceType;

use crate::sheets;

/// Minifies a module. Its exports keep their names.
///
/// # Errors
/// If it is not JavaScript.
pub(crate) fn minify(module: &str) -> Result<String> {
    let module = sheets::minify(module);
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &module, SourceType::mjs()).parse();
    if let Some(error) = parsed.diagnostics.first() {
        bail!("this is not JavaScript: {error}");
    }
    let mut program = parsed.program;
    let options = MinifierOptions {
        mangle: Some(MangleOptions::default()),
        compress: Some(CompressOptions::default()),
        ..MinifierOptions::default()
    };
    let minified = Minifier::new(options).minify(&allocator, &mut program);
    let code = Codegen::new()
        .with_options(CodegenOptions::minify())
        .with_scoping(minified.scoping)
        .build(&program)
        .code;
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_exports_stay() {
        let module = "/** Adds. */\nexport function add(first, second) {\n  // sum\n  return first + second\n}\n";
        let short = minify(module).unwrap();
        assert!(short.len() < module.len() / 2, "{short}");
        assert!(short.contains("export function add("), "{short}");
    }

    #[test]
    fn invalid_javascript_is_refused() {
        assert!(minify("export function {").is_err());
    }
}
