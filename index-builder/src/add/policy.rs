//! The sources that a content security policy lacks for the box: its scripts, WebAssembly and its files.
//!
//! A policy is only extended by what the box cannot work without, in the directive that decides it. The
//! worker and its Trusted Types are not among these: without them the engine runs in the page.

use std::ops::Range;

use super::change::Piece;

/// The source of the site's own files.
const SELF: &str = "'self'";
/// The source of WebAssembly.
const WASM: &str = "'wasm-unsafe-eval'";

/// The source of a directive that allows nothing.
const NONE: &str = "'none'";

/// Directives that decide whether the modules are loaded, the first that a policy has.
const MODULES: [&str; 3] = ["script-src-elem", "script-src", "default-src"];
/// The sources for WebAssembly.
const ENGINE: [&str; 2] = ["script-src", "default-src"];
/// The sources for the index.
const FILES: [&str; 2] = ["connect-src", "default-src"];

/// The sources that let all files of a site be loaded from it.
const ALL: [&str; 4] = [SELF, "*", "https:", "http:"];
/// The sources that allow WebAssembly.
const ALL_WASM: [&str; 2] = [WASM, "'unsafe-eval'"];

/// A directive of a policy.
#[derive(Debug)]
struct Directive<'p> {
    name: String,
    sources: Vec<&'p str>,
    /// The position after its last source.
    end: usize,
}

impl Directive<'_> {
    /// The piece that adds a source.
    fn with(&self, source: &str) -> Piece {
        match self.sources.last() {
            Some(last) if last.eq_ignore_ascii_case(NONE) => Piece {
                at: self.end - last.len(),
                before: (*last).to_owned(),
                after: source.to_owned(),
            },
            _ => Piece::insertion(self.end, format!(" {source}")),
        }
    }

    fn has(&self, sources: &[&str]) -> bool {
        let own = self.sources.iter();
        own.map(|own| own.to_ascii_lowercase())
            .any(|own| sources.contains(&&*own))
    }
}

/// Returns the pieces to insert into a policy, none if it suffices.
///
/// # Errors
/// If only the site's owner can extend the policy, with the reason.
pub(super) fn lacking(policy: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    for part in parts(policy) {
        let own = lacking_in(&policy[part.clone()])?;
        pieces.extend(own.into_iter().map(|piece| Piece {
            at: piece.at + part.start,
            ..piece
        }));
    }
    Ok(pieces)
}

/// The policies of one header, which commas separate; all of them have to allow something.
fn parts(policy: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let parts = policy.split(',').map(|part| {
        let range = start..start + part.len();
        start = range.end + 1;
        range
    });
    parts.collect()
}

fn lacking_in(policy: &str) -> Result<Vec<Piece>, String> {
    let directives = directives(policy);
    if let Some(scripts) = deciding(&directives, &MODULES) {
        refuse(scripts)?;
    }
    let needs: [(&[&str], &[&str], &str); 3] = [
        (&MODULES, &ALL, SELF),
        (&ENGINE, &ALL_WASM, WASM),
        (&FILES, &ALL, SELF),
    ];
    let mut added: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut pieces = Vec::new();
    for (names, allowing, source) in needs {
        let Some(directive) = deciding(&directives, names).filter(|own| !own.has(allowing)) else {
            continue;
        };
        let is_shared = source == SELF || !added.is_empty() || directive.has(&[NONE]);
        if directive.name == "default-src" && is_shared {
            add(&mut added, names[names.len() - 2], directive, source);
        } else {
            pieces.push(directive.with(source));
        }
    }
    pieces.extend(new_directives(policy, &added));
    pieces.sort_by_key(|piece| piece.at);
    Ok(pieces)
}

/// Rejects policies that forbid scripts, or that bind each to a secret of the page.
fn refuse(scripts: &Directive<'_>) -> Result<(), String> {
    if scripts.has(&[NONE]) && scripts.name != "default-src" {
        return Err(format!("`{} 'none'` forbids all scripts", scripts.name));
    }
    if scripts.has(&["'strict-dynamic'"]) {
        return Err("with `'strict-dynamic'` the script of the box needs your nonce".to_owned());
    }
    Ok(())
}

/// Extends a directive that `default-src` decided until now, and that keeps its sources.
fn add<'p>(
    added: &mut Vec<(&'p str, Vec<&'p str>)>,
    name: &'p str,
    default: &Directive<'p>,
    source: &'p str,
) {
    if let Some((_, sources)) = added.iter_mut().find(|(own, _)| *own == name) {
        return sources.push(source);
    }
    let kept = default
        .sources
        .iter()
        .filter(|own| !own.eq_ignore_ascii_case(NONE));
    added.push((name, kept.copied().chain([source]).collect()));
}

fn new_directives(policy: &str, added: &[(&str, Vec<&str>)]) -> Option<Piece> {
    let written = added
        .iter()
        .map(|(name, sources)| format!("{name} {}", sources.join(" ")));
    let written = written.collect::<Vec<_>>().join("; ");
    let end = policy.trim_end().len();
    let separator = if policy[..end].ends_with(';') {
        " "
    } else {
        "; "
    };
    (!added.is_empty()).then(|| Piece::insertion(end, format!("{separator}{written}")))
}

fn deciding<'d, 'p>(directives: &'d [Directive<'p>], names: &[&str]) -> Option<&'d Directive<'p>> {
    let mut found = names
        .iter()
        .filter_map(|name| directives.iter().find(|own| own.name == *name));
    found.next()
}

fn directives(policy: &str) -> Vec<Directive<'_>> {
    let mut start = 0;
    let mut directives = Vec::new();
    for written in policy.split(';') {
        let mut words = written.split_ascii_whitespace();
        if let Some(name) = words.next() {
            directives.push(Directive {
                name: name.to_ascii_lowercase(),
                sources: words.collect(),
                end: start + written.trim_end().len(),
            });
        }
        start += written.len() + 1;
    }
    directives
}

#[cfg(test)]
mod tests {
    use super::super::change::applied;
    use super::*;

    fn extended(policy: &str) -> String {
        let pieces = lacking(policy).unwrap_or_else(|reason| panic!("{policy}: {reason}"));
        let extended = applied(policy.as_bytes(), &pieces).unwrap();
        let extended = String::from_utf8(extended).unwrap();
        assert_eq!(lacking(&extended), Ok(Vec::new()), "{policy}: {extended}");
        extended
    }

    #[test]
    fn a_policy_gets_what_the_box_needs_and_nothing_else() {
        for (policy, expected) in [
            (
                "script-src 'self' 'wasm-unsafe-eval'",
                "script-src 'self' 'wasm-unsafe-eval'",
            ),
            (
                "default-src *; script-src * 'unsafe-eval'",
                "default-src *; script-src * 'unsafe-eval'",
            ),
            ("img-src 'self'", "img-src 'self'"),
            ("", ""),
            (
                "default-src 'self'",
                "default-src 'self' 'wasm-unsafe-eval'",
            ),
            (
                "Script-Src 'self' ; img-src *",
                "Script-Src 'self' 'wasm-unsafe-eval' ; img-src *",
            ),
            (
                "default-src 'none'; img-src 'self';",
                "default-src 'none'; img-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
            ),
            (
                "default-src https://cdn.example",
                "default-src https://cdn.example; script-src https://cdn.example 'self' 'wasm-unsafe-eval'; \
                 connect-src https://cdn.example 'self'",
            ),
            (
                "script-src 'nonce-x'; connect-src 'none'; script-src-elem 'self'",
                "script-src 'nonce-x' 'wasm-unsafe-eval'; connect-src 'self'; script-src-elem 'self'",
            ),
            (
                "script-src 'self', default-src 'self'",
                "script-src 'self' 'wasm-unsafe-eval', default-src 'self' 'wasm-unsafe-eval'",
            ),
        ] {
            assert_eq!(extended(policy), expected);
        }
    }

    #[test]
    fn a_policy_that_only_its_owner_can_extend_is_left_alone() {
        for (policy, reason) in [
            ("script-src 'none'", "forbids all scripts"),
            ("script-src 'nonce-a' 'strict-dynamic'", "nonce"),
        ] {
            assert!(lacking(policy).unwrap_err().contains(reason));
        }
    }
}
