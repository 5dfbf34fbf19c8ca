//! Kinds: what a file is by its name.
//!
//! A file is a page, a page that a program completes, a file with words for people that is not
//! read, or anything else: a picture, a style sheet. Nothing here opens a file.
//!
//! # Adding a kind
//! An ending that is read goes into [`finished`] or [`COMPLETED`]; one that people would expect to
//! be read goes into [`WORDS`], so that the report names its files.

use crate::ingest::language::primary;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// A page in HTML.
    Html,
    /// A page in Markdown.
    Markdown,
    /// A page in plain text.
    Text,
    /// A document: PDF, or a file of a word processor or of presentations.
    Document,
    /// Many documents, one per line.
    JsonLines,
}

/// What a file is by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind<'n> {
    /// A page as its readers get it.
    Page(Format),
    /// A page to which a server or a generator adds something before its readers get it: only the
    /// rest is read.
    Completed(Format),
    /// A file with words for people, of a format that is not read, by its ending.
    Words(&'n str),
    /// Any other file, by its ending; empty if it has none.
    Other(&'n str),
}

/// Pages that a program completes: with includes, code or components.
const COMPLETED: [(&str, Format); 15] = [
    ("shtml", Format::Html),
    ("shtm", Format::Html),
    ("stm", Format::Html),
    ("php", Format::Html),
    ("php3", Format::Html),
    ("php4", Format::Html),
    ("php5", Format::Html),
    ("php7", Format::Html),
    ("phtml", Format::Html),
    ("asp", Format::Html),
    ("aspx", Format::Html),
    ("jsp", Format::Html),
    ("jspx", Format::Html),
    ("mdx", Format::Markdown),
    ("qmd", Format::Markdown),
];

/// Formats of texts, templates and tables that are not read.
const WORDS: [&str; 62] = [
    "adoc",
    "asc",
    "asciidoc",
    "ascx",
    "astro",
    "azw3",
    "cfm",
    "chm",
    "cshtml",
    "csv",
    "dita",
    "djvu",
    "docbook",
    "docm",
    "dotx",
    "ejs",
    "eml",
    "erb",
    "fb2",
    "ftl",
    "haml",
    "handlebars",
    "hbs",
    "hta",
    "ipynb",
    "jade",
    "jhtml",
    "jinja",
    "jinja2",
    "key",
    "liquid",
    "master",
    "mbox",
    "mht",
    "mhtml",
    "mobi",
    "mustache",
    "njk",
    "numbers",
    "ods",
    "org",
    "ott",
    "pages",
    "pps",
    "ppsx",
    "pptm",
    "pug",
    "rhtml",
    "rmd",
    "rst",
    "slim",
    "svelte",
    "tex",
    "textile",
    "tsv",
    "twig",
    "vbhtml",
    "vue",
    "wiki",
    "xls",
    "xlsx",
    "xps",
];

/// Determines the format of a page as a server sends it by the file name.
#[must_use]
pub fn format_of(name: &str) -> Option<Format> {
    let mut parts = name.rsplit('.');
    let last = parts.next()?.to_ascii_lowercase();
    let format = finished(&last).or_else(|| {
        // `page.html.tr`: a web server picks the visitor's language.
        primary(&last)?;
        let before = parts.next()?.to_ascii_lowercase();
        (before == "html").then_some(Format::Html)
    })?;
    parts.next().is_some().then_some(format)
}

/// Determines the kind of a file by its name.
pub(crate) fn kind_of(name: &str) -> Kind<'_> {
    if let Some(format) = format_of(name) {
        return Kind::Page(format);
    }
    let name = name.rsplit('/').next().unwrap_or(name);
    let Some((_, ending)) = name.rsplit_once('.') else {
        return Kind::Other("");
    };
    let is = |known: &str| ending.eq_ignore_ascii_case(known);
    if let Some((_, format)) = COMPLETED.iter().find(|(known, _)| is(known)) {
        return Kind::Completed(*format);
    }
    if WORDS.iter().any(|known| is(known)) {
        Kind::Words(ending)
    } else {
        Kind::Other(ending)
    }
}

fn finished(ending: &str) -> Option<Format> {
    Some(match ending {
        "html" | "htm" | "xhtml" | "xht" => Format::Html,
        "md" | "markdown" => Format::Markdown,
        "txt" => Format::Text,
        // The last five are not read, and reported.
        "pdf" | "docx" | "odt" | "pptx" | "doc" | "rtf" | "ppt" | "odp" | "epub" => {
            Format::Document
        }
        "jsonl" | "ndjson" => Format::JsonLines,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_pages_from_files_that_only_have_words() {
        for (name, kind) in [
            ("a/Ders.HTML", Kind::Page(Format::Html)),
            ("page.html.tr", Kind::Page(Format::Html)),
            ("kitap.xht", Kind::Page(Format::Html)),
            ("a/form.PHP", Kind::Completed(Format::Html)),
            ("a/intro.mdx", Kind::Completed(Format::Markdown)),
            ("ucret.xlsx", Kind::Words("xlsx")),
            ("logo.png", Kind::Other("png")),
            ("v1.2/CNAME", Kind::Other("")),
            ("html", Kind::Other("")),
        ] {
            assert_eq!(kind_of(name), kind, "{name}");
        }
    }

    // A crawl keeps `/page.php` as `page.php.html`: what a server sent is finished.
    #[test]
    fn a_page_that_a_program_completes_is_no_page_as_it_is() {
        assert!(
            COMPLETED
                .iter()
                .all(|(ending, _)| finished(ending).is_none())
        );
        assert_eq!(format_of("page.php"), None);
        assert!(WORDS.is_sorted());
    }
}
