//! Reads shortcodes of Hugo and Quarto: `{{< tab "Fees" >}}`, `{{% alert title="Late" %}}`.
//!
//! The content of a shortcode is read like the rest of the page. Of the shortcode itself only the
//! title is visible. The title of a tab, or of content to unfold, is a heading.

use std::collections::HashMap;

use super::attributes::Attributes;
use super::directives::unfolds;

/// Returns the visible text of a shortcode, as Markdown.
pub(super) fn shown(inner: &str, is_open: bool) -> String {
    let inner = inner.trim_end_matches('/').trim();
    if let Some(closed) = inner.strip_prefix('/') {
        let name = closed.trim();
        return if unfolds(name) && !is_group(name) {
            "\n\n</details>\n\n".to_owned()
        } else {
            String::new()
        };
    }
    let name = inner.split_whitespace().next().unwrap_or_default();
    let attributes = Attributes::read(&inner[name.len()..]);
    let quoted = attributes.quoted().filter(|_| is_open && !is_quiet(name));
    let bare = Some(inner[name.len()..].trim())
        .filter(|bare| is_open && unfolds(name) && !is_group(name) && !bare.contains(['=', '"']));
    let title = attributes.shown().or(quoted).or(bare).unwrap_or_default();
    match title {
        title if is_open && unfolds(name) && !is_group(name) => {
            let title = title.replace('&', "&amp;").replace('<', "&lt;");
            format!("\n\n<details><summary>{title}</summary>\n\n")
        }
        "" => String::new(),
        title if is_open => format!("\n\n**{title}**\n\n"),
        title => title.to_owned(),
    }
}

/// Whether a shortcode is a group, such as a group of tabs: its argument names the group.
fn is_group(name: &str) -> bool {
    matches!(
        name,
        "tabs"
            | "tabpane"
            | "stepper"
            | "steps"
            | "panels"
            | "accordions"
            | "tab-set"
            | "tabset"
            | "accordion-group"
    )
}

/// Whether the argument of a shortcode describes only the appearance of its content.
fn is_quiet(name: &str) -> bool {
    is_group(name)
        || matches!(
            name,
            "hint"
                | "callout"
                | "highlight"
                | "button"
                | "columns"
                | "alert"
                | "notice"
                | "admonition"
                | "badge"
        )
}

/// Returns the names of closed shortcodes and of closing tags, `endtab`, each with the number of
/// bytes after its last closing mark.
pub(super) fn closings(markdown: &str) -> HashMap<&str, usize> {
    let closing = |(at, mark): (usize, &str)| {
        let rest = markdown[at + 2..].trim_start_matches(['<', '%', '-', ' ']);
        let name = match mark {
            "{{" => rest.strip_prefix('/')?.trim_start(),
            _ => rest.starts_with("end").then_some(rest)?,
        };
        let end = name.find([' ', '>', '%', '\n', '}'])?;
        Some((name[..end].trim_end_matches('-'), markdown.len() - at))
    };
    let marks = ["{{", "{%"].map(|mark| markdown.match_indices(mark));
    marks.into_iter().flatten().filter_map(closing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortcode_shows_its_title() {
        let tab = shown("tab \"Ev\"", true);
        assert_eq!(tab.trim(), "<details><summary>Ev</summary>");
        assert_eq!(shown("/tab", false).trim(), "</details>");
        assert_eq!(shown("alert title=\"Süre\"", true).trim(), "**Süre**");
        assert_eq!(shown("hint \"warning\"", true), "");
        assert_eq!(
            shown("figure src=\"a.png\" caption=\"Giriş kapısı\"", false),
            "Giriş kapısı"
        );
        assert_eq!(shown("youtube \"x1\"", false), "");
        assert_eq!(shown("tabs \"group\"", true), "");
    }
}
