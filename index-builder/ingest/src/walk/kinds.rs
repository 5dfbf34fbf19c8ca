//! Classifies files by name.
//!
//! A file is a page, a page that a program completes, a file with text for people in an unsupported
//! format, or any other file, such as a picture or a style sheet. This module opens no file.
//!
//! # Adding a kind
//! Add a supported extension to [`finished`] or [`COMPLETED`]. Add an extension that people expect
//! to be supported to [`WORDS`], so that the report names its files.

use crate::language::primary;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// An HTML page.
    Html,
    /// A Markdown page.
    Markdown,
    /// A plain-text page.
    Text,
    /// A document: PDF, or a file of a word processor or presentation program.
    Document,
    /// Many documents, one per line.
    JsonLines,
}

/// The kind of a file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind<'n> {
    /// A page as visitors receive it.
    Page(Format),
    /// A page to which a server or a generator adds content before visitors receive it: only the
    /// rest is read.
    Completed(Format),
    /// A file with text for people in an unsupported format, with its extension.
    Words(&'n str),
    /// Any other file, with its extension; empty if it has none.
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

/// Unsupported formats of texts, templates and tables.
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

/// Returns the format of a finished page by its file name.
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
        // The last five are unsupported, and reported.
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

    // A crawl stores `/page.php` as `page.php.html`, because a page from a server is finished.
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
