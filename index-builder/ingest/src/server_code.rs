//! Removes server code from pages, because a bundle is public.
//!
//! Browsers do not recognise server code: they end `<?php` at the first `>` and show `<%` as text.
//! So a page with code is cleaned before it is parsed: everything from `<?` to `?>` and from `<%`
//! to `%>`, or to the end of the file, is removed. Scripts, with or without `runat=server`, and
//! server-side includes, which are comments, are never text (`html/`).
//!
//! PHP code ends where PHP ends it, since `?>` within a string does not end it. Code of ASP and JSP
//! ends at the first `%>`. XML declarations and marks of office programs are not code.
//!
//! # Adding a language
//! Add its marks to [`code_end`], and its file extensions to `walk/kinds.rs`.

use std::borrow::Cow;

use super::page::SkipReason;
use super::walk::{Kind, kind_of};

/// A page without server code.
#[derive(Debug)]
pub(super) struct Cleaned<'t> {
    pub(super) text: Cow<'t, str>,
    /// Whether the page had any.
    pub(super) had_code: bool,
}

/// Markup that begins like code: XML declarations, namespaces of old Internet Explorer versions,
/// files of office programs.
const HARMLESS: [&str; 3] = ["xml", "import namespace", "mso-"];

/// Removes the code of an HTML page.
pub(super) fn without_code<'t>(text: &'t str, path: &str) -> Cleaned<'t> {
    let may_have = ["<?", "<%", "<jsp:"].iter().any(|mark| text.contains(mark));
    let is_jsp = is_jsp(path) && (text.contains("${") || text.contains("#{"));
    let mut cleaned = String::new();
    let mut done = 0;
    let mut codes = Codes {
        text,
        at: 0,
        script_end: 0,
        is_jsp,
        is_program: matches!(kind_of(path), Kind::Completed(_)),
    };
    while let Some((start, end)) = (may_have || is_jsp).then(|| codes.next()).flatten() {
        cleaned.push_str(&text[done..start]);
        // The output of code separates words.
        cleaned.push(' ');
        done = end;
    }
    let had_code = done > 0;
    let text = if had_code {
        cleaned.push_str(&text[done..]);
        Cow::Owned(cleaned)
    } else {
        Cow::Borrowed(text)
    };
    Cleaned { text, had_code }
}

/// The start and end of each piece of code in a page.
struct Codes<'t> {
    text: &'t str,
    at: usize,
    /// The end of the last script or style sheet for the browser.
    script_end: usize,
    is_jsp: bool,
    is_program: bool,
}

impl Iterator for Codes<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let begins = |byte: u8, is_jsp| byte == b'<' || (is_jsp && matches!(byte, b'$' | b'#'));
        while let Some(next) = self.text.as_bytes()[self.at..]
            .iter()
            .position(|byte| begins(*byte, self.is_jsp))
        {
            let start = self.at + next;
            let rest = &self.text[start..];
            self.at = start + 1;
            self.note_script(start);
            if start < self.script_end && !is_surely_code(rest) {
                continue;
            }
            if let Some(length) = code_end(rest, self.is_jsp) {
                self.at = start + length;
                return Some((start, self.at));
            }
        }
        None
    }
}

impl Codes<'_> {
    /// Skips browser scripts of finished pages, because `<%` in such a script is a string.
    fn note_script(&mut self, start: usize) {
        if self.is_program || start < self.script_end {
            return;
        }
        let rest = &self.text[start + 1..];
        for name in ["script", "style"] {
            if starts_with(rest, name) {
                let ends = rest.match_indices("</").map(|(at, _)| at);
                let closes = |at: &usize| starts_with(&rest[at + 2..], name);
                let end = { ends }.find(closes).unwrap_or(rest.len());
                self.script_end = start + 1 + end;
            }
        }
    }
}

fn starts_with(text: &str, mark: &str) -> bool {
    text.get(..mark.len())
        .is_some_and(|own| own.eq_ignore_ascii_case(mark))
}

fn is_surely_code(text: &str) -> bool {
    starts_with(text, "<?php") || text.starts_with("<?=")
}

/// Rejects a text that is a program under another name: `config.php.txt`.
pub(super) fn refuse_program(text: &str) -> Result<(), SkipReason> {
    let start = text.trim_start();
    if is_surely_code(start) || start.starts_with("<%") {
        return Err(SkipReason::ServerCode);
    }
    Ok(())
}

fn is_jsp(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    ["jsp", "jspx"]
        .iter()
        .any(|jsp| ending.eq_ignore_ascii_case(jsp))
}

/// Returns the length of the code at the beginning of a text, if there is any.
fn code_end(text: &str, is_jsp: bool) -> Option<usize> {
    if let Some(code) = text.strip_prefix("<?") {
        let is_harmless = HARMLESS.iter().any(|mark| starts_with(code, mark));
        return (!is_harmless).then(|| 2 + php_end(code));
    }
    if text.starts_with("<%--") {
        return Some(behind(text, "--%>"));
    }
    if text.starts_with("<%") {
        return Some(behind(text, "%>"));
    }
    if is_jsp && (text.starts_with("${") || text.starts_with("#{")) {
        return Some(behind(text, "}"));
    }
    ["scriptlet", "declaration", "expression"]
        .iter()
        .find_map(|name| {
            let inside = text.strip_prefix("<jsp:")?.strip_prefix(name)?;
            let is_name = inside.starts_with(|c: char| c == '>' || c.is_ascii_whitespace());
            is_name.then(|| behind(text, &format!("</jsp:{name}>")))
        })
}

/// Returns the position after the mark, or the end of the text.
fn behind(text: &str, mark: &str) -> usize {
    text.find(mark).map_or(text.len(), |at| at + mark.len())
}

/// Returns the position after the `?>` that ends PHP code; a `?>` within a string or a block
/// comment does not. Other code (a short mark of another language) never ends earlier.
fn php_end(code: &str) -> usize {
    let bytes = code.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &code.as_bytes()[at..];
        at += match rest {
            [b'?', b'>', ..] => return at + 2,
            [quote @ (b'\'' | b'"' | b'`'), inside @ ..] => 1 + string_end(inside, *quote),
            [b'/', b'*', ..] => ascii_behind(&rest[2..], b"*/") + 2,
            [b'#', b'[', ..] => 2,
            [b'#', ..] | [b'/', b'/', ..] => line_comment_end(rest),
            [b'<', b'<', b'<', inside @ ..] => 3 + heredoc_end(inside),
            [b'_', ..] if starts_halt(rest) => return bytes.len(),
            _ => 1,
        };
    }
    bytes.len()
}

/// Returns the length of a string, including its closing quote.
fn string_end(inside: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while let Some(byte) = inside.get(at) {
        match byte {
            b'\\' => at += 2,
            byte if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    inside.len()
}

fn ascii_behind(bytes: &[u8], mark: &[u8]) -> usize {
    let found = bytes.windows(mark.len()).position(|own| own == mark);
    found.map_or(bytes.len(), |at| at + mark.len())
}

/// Returns the end of a line comment, which ends with the line or the code.
fn line_comment_end(comment: &[u8]) -> usize {
    let ends =
        |at: &usize| matches!(comment[*at], b'\n' | b'\r') || comment[*at..].starts_with(b"?>");
    (0..comment.len()).find(ends).unwrap_or(comment.len())
}

/// Returns the length of `NAME ... NAME` after `<<<`; none if it is a shift operator.
fn heredoc_end(inside: &[u8]) -> usize {
    let opening = inside
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\'' | b'"'));
    let start = opening.count();
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80;
    let length = inside[start..].iter().take_while(is_name).count();
    let name = &inside[start..start + length];
    if name.is_empty() || name[0].is_ascii_digit() {
        return 0;
    }
    let mut at = start + length;
    while let Some(line) = inside[at..].iter().position(|byte| *byte == b'\n') {
        at += line + 1;
        let indent = inside[at..]
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let behind = inside[at + indent..].strip_prefix(name);
        if behind.is_some_and(|behind| !behind.first().as_ref().is_some_and(is_name)) {
            return at + indent + length;
        }
    }
    inside.len()
}

/// Whether code begins with the call after which a file contains only data.
fn starts_halt(code: &[u8]) -> bool {
    const HALT: &[u8] = b"__halt_compiler";
    code.get(..HALT.len())
        .is_some_and(|own| own.eq_ignore_ascii_case(HALT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str) -> String {
        without_code(text, "a.php").text.into_owned()
    }

    #[test]
    fn code_goes_up_to_its_end_or_that_of_the_file() {
        for (page, kept) in [
            ("<p>a</p><?php $sifre = 1; ?><p>b</p>", "<p>a</p> <p>b</p>"),
            ("<p>a</p><?= $sifre ?>b", "<p>a</p> b"),
            ("a<? if ($x > 3): ?>b<? endif ?>", "a b "),
            ("a<?php $sifre = 1;", "a "),
            (
                "<%@ Page Language='C#' %>a<% sifre = \"x\" %>b<%-- <%= y %> --%>c",
                " a b c",
            ),
            ("a<%! String sifre;", "a "),
            ("<jsp:scriptlet>sifre</jsp:scriptlet>a", " a"),
        ] {
            assert_eq!(left(page), kept, "{page}");
        }
    }

    #[test]
    fn a_mark_within_a_string_or_a_comment_of_php_does_not_end_the_code() {
        for code in [
            "<?php $a = '?>'; $sifre = 'kapı'; ?>",
            "<?php $a = \"\\\"?>\"; sifre(); ?>",
            "<?php /* ?> */ sifre(); ?>",
            "<?php $a = <<<SON\n?> sifre\n  SON;\nsifre(); ?>",
            "<?php $a = <<<'X'\n?>\nX;\n# yorum's\nsifre(); ?>",
            "<?php #[Attribute('?>')]\nsifre(); ?>",
            "<?php $a = 1 <<< 2; $b = `ls ?>`; sifre(); ?>",
        ] {
            assert_eq!(left(&format!("a{code}b")), "a b", "{code}");
        }
        assert_eq!(left("<?php // it's ?>b"), " b");
        assert_eq!(left("<?php __halt_compiler(); ?> sifre"), " ");
    }

    #[test]
    fn what_only_begins_like_code_stays() {
        for page in [
            "<?xml version=\"1.0\"?><p>a",
            "<?xml:namespace prefix = o /><p>a",
            "<?XML-stylesheet href='a'?>b",
            "<?import namespace = t urn = x><p>a",
            "1 < 2, ${ a } and #{b}",
            "<script>if (s.startsWith('<%') || s == '<?') f();</SCRIPT><p>a",
        ] {
            let cleaned = without_code(page, "a.html");
            assert_eq!(cleaned.text, page);
            assert!(!cleaned.had_code);
        }
        assert_eq!(without_code("a ${sifre} b", "a.jsp").text, "a   b");
        let script = "<script>a('</script>');<?php $a = '</script>'; sifre(); ?></script>b";
        assert!(!without_code(script, "a.html").text.contains("sifre"));
    }

    #[test]
    fn a_program_by_another_name_is_no_text() {
        assert!(refuse_program("\n<?PHP $sifre = 1;").is_err());
        assert!(refuse_program("Kayıt <?php").is_ok());
    }
}
