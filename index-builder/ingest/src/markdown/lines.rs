//! Interprets single lines of Markdown dialects, outside code.

use super::directives::Directive;

/// The number of columns by which `MkDocs` indents the content of a block.
pub(super) const INDENT: usize = 4;

/// The maximum number of option lines.
const MOST_OPTIONS: usize = 30;

/// Whether a line outside code has no visible text.
pub(super) fn is_silent(line: &str, next: Option<&str>, has_comments: bool) -> bool {
    let bare = line.trim();
    let inner = bare.trim_start_matches(['>', ' ']);
    let is_comment = has_comments && (line == "%" || line.starts_with("% ") || bare == "+++");
    let is_label = bare.starts_with('(') && bare.ends_with(")=") && !bare.contains(' ');
    let is_abbreviation = bare.starts_with("*[") && bare.contains("]:");
    let replaces_list = next.is_some_and(|next| next.trim().starts_with("{:toc"));
    let starts = [
        "[!INCLUDE",
        "[!code",
        "[!VIDEO",
        "[!div",
        "<<< ",
        "--8<--",
        ";--8<--",
        "-8<-",
        "@[toc]",
    ];
    is_comment
        || is_label
        || is_abbreviation
        || replaces_list
        || (bare.starts_with("{:") && bare.ends_with('}'))
        || (inner.starts_with("[!") && inner.ends_with(']') && !inner.contains("]("))
        || starts.iter().any(|start| inner.starts_with(start))
        || [
            "[toc]",
            "[[toc]]",
            "[[_toc_]]",
            "{{toc}}",
            "\\tableofcontents",
        ]
        .contains(&bare.to_lowercase().as_str())
}

/// Returns a directive with its title, unless its argument is a path or a number of columns.
pub(super) fn titled<'a>(directive: &Directive<'a>) -> Directive<'a> {
    let is_argument = matches!(
        directive.name,
        "figure"
            | "image"
            | "grid"
            | "div"
            | "tab-set"
            | "card-carousel"
            | "button-link"
            | "button-ref"
    );
    Directive {
        title: if is_argument { "" } else { directive.title },
        name: directive.name,
    }
}

/// Reads `!!! note "Title"`, `??? faq "Title"` and `=== "Title"`.
pub(super) fn admonition(line: &str) -> Option<Directive<'_>> {
    let bare = line.trim();
    let (mark, name) = [("!!!", "admonition"), ("???", "details"), ("===", "tab")]
        .into_iter()
        .find(|(mark, _)| bare.starts_with(mark))?;
    let rest = bare[mark.len()..].trim_start_matches(['+', '!']);
    let (class, title) = rest.split_once('"').unwrap_or((rest, ""));
    let is_class = |letter: char| letter.is_alphanumeric() || " -_".contains(letter);
    let is_block = rest.starts_with([' ', '\t']) && class.chars().all(is_class);
    let has_title = rest.contains('"') && rest.trim_end().ends_with('"');
    let is_block =
        is_block && (has_title || mark != "===" && !rest.contains('"') && !class.trim().is_empty());
    is_block.then(|| Directive {
        name,
        title: title.trim_end().trim_end_matches('"'),
    })
}

/// Returns the quote marks and the title of `> [!note] Title`.
pub(super) fn callout(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start_matches(['>', ' ']);
    let quote = &line[..line.len() - rest.len()];
    let (kind, title) = rest.strip_prefix("[!")?.split_once(']')?;
    let title = title.trim_start_matches(['+', '-']);
    let is_callout = quote.contains('>')
        && kind
            .chars()
            .all(|c| c.is_alphanumeric() || "-_ |".contains(c));
    let has_title = title.starts_with(' ') && !title.trim().is_empty();
    (is_callout && has_title).then(|| (quote, title.trim()))
}

/// Returns the number of first lines that are options of a directive: `:class: x`, or YAML between
/// `---`.
pub(super) fn options(lines: &[&str]) -> usize {
    if lines.first().is_some_and(|line| line.trim() == "---") {
        let mut after = lines[1..].iter().take(MOST_OPTIONS);
        let end = after.position(|line| line.trim() == "---");
        return end.map_or(0, |at| at + 2);
    }
    let is_option = |line: &&&str| {
        let inner = line
            .trim()
            .strip_prefix(':')
            .and_then(|rest| rest.split_once(':'));
        inner.is_some_and(|(name, _)| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || "-_".contains(c))
        })
    };
    lines.iter().take_while(is_option).count()
}

/// Returns the number of first lines that are options of a block `/// note`: `    type: warning`.
pub(super) fn indented_options(lines: &[&str]) -> usize {
    let is_option = |line: &&&str| columns(line) >= INDENT && line.contains(": ");
    lines.iter().take_while(is_option).count()
}

/// Whether a generator runs fenced code in this language.
pub(super) fn is_cell(name: &str) -> bool {
    let name = name.trim_end_matches(',');
    [
        "r",
        "python",
        "julia",
        "ojs",
        "bash",
        "sh",
        "sql",
        "js",
        "stata",
        "rust",
        "java",
        "cpp",
        "d2",
        "dot",
        "code-cell",
    ]
    .contains(&name)
}

/// Returns a title for HTML, without marks of emphasis.
pub(super) fn plain(title: &str) -> String {
    let bare = title.replace(['*', '`'], "");
    bare.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Returns the number of columns of white space at the beginning of a line.
pub(super) fn columns(line: &str) -> usize {
    let mut columns = 0;
    for letter in line.chars() {
        match letter {
            ' ' => columns += 1,
            '\t' => columns += INDENT - columns % INDENT,
            _ => break,
        }
    }
    columns
}

/// Removes up to this number of columns of white space from the beginning of a line.
pub(super) fn outdented(line: &str, most: usize) -> &str {
    let mut columns = 0;
    let is_outside = |(_, letter): &(usize, char)| {
        let step = match letter {
            ' ' => 1,
            '\t' => INDENT - columns % INDENT,
            _ => return true,
        };
        columns += step;
        columns > most
    };
    line.char_indices()
        .find(is_outside)
        .map_or("", |(at, _)| &line[at..])
}
