//! Converts marks within a line that generators do not show literally.
//!
//! | written | becomes |
//! |---|---|
//! | `[[page]]`, `[[page\|text]]`, `[[page#part]]` | `page`, `text`, `page > part` |
//! | `![[file]]`, `%%comment%%`, `{/* comment */}` | nothing |
//! | `{ref}` with `text <label>` in backticks, `{doc}`, `{term}`, `{abbr}` | `text` |
//! | `{cite}`, `[@key]`, `@fig-plan`, `[^1]` without a note | nothing |
//! | `[text]{.class}`, `![alt](x){#fig-plan}`, `{: .class }` | without the braces |
//! | `^[note]` | ` (note)` |
//! | `:material-clock:`, `:smile:`, `==text==`, `++ctrl+c++` | nothing, `text`, `ctrl+c` |

/// The maximum length of a mark in bytes; a longer one is text. Without this limit, a page of
/// opening marks would be searched to its end for each of them.
const LONGEST: usize = 1024;

/// The characters with which a mark may begin.
pub(super) const STARTS: [char; 9] = ['[', '!', '{', '%', '@', '^', ':', '=', '+'];

/// The context of a mark.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Context {
    /// The character before it.
    pub(super) before: Option<char>,
    /// Whether it is in a heading; the Markdown reader then handles its identifier.
    pub(super) is_heading: bool,
}

/// Returns the length of the mark at the beginning of a text, and its visible text.
pub(super) fn mark(context: Context, rest: &str) -> Option<(usize, String)> {
    let rest = &rest[..rest.floor_char_boundary(LONGEST)];
    let rest = rest.split('\n').next().unwrap_or_default();
    let before = context.before;
    match rest.as_bytes().first()? {
        b'[' => wiki_link(rest)
            .or_else(|| citation(rest))
            .or_else(|| span(rest))
            .or_else(|| unnamed_link(rest)),
        b'!' => embed(rest),
        b'{' => role(rest)
            .or_else(|| attributes(context, rest))
            .or_else(|| expression(rest)),
        b'%' => between(rest, "%%", "%%").map(|(length, _)| (length, String::new())),
        b'@' => cross_reference(before, rest),
        b'^' => between(rest, "^[", "]")
            .map(|(length, note)| (length, format!(" ({note})")))
            .or_else(|| block_name(before, rest)),
        b'+' => between(rest, "++", "++")
            .filter(|(_, text)| is_tight(text) && !text.contains(' '))
            .map(|(length, text)| (length, text.to_owned())),
        b':' => icon(before, rest),
        b'=' => between(rest, "==", "==")
            .filter(|(_, text)| is_tight(text))
            .map(|(length, text)| (length, text.to_owned())),
        _ => None,
    }
}

/// Returns the text between two marks, and the length including both.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<(usize, &'t str)> {
    let inner = text.strip_prefix(open)?;
    let end = inner.find(close)?;
    (end > 0).then(|| (open.len() + end + close.len(), &inner[..end]))
}

/// Whether a text has no space at its ends: `==text==`, not `a == b == c`.
fn is_tight(text: &str) -> bool {
    !text.starts_with([' ', '=']) && !text.ends_with(' ')
}

fn wiki_link(rest: &str) -> Option<(usize, String)> {
    let (length, inner) = between(rest, "[[", "]]")?;
    if inner.contains(['[', '`']) || rest[length..].starts_with('(') {
        return None;
    }
    let inner = inner.replace("\\|", "|");
    let (target, text) = inner.split_once('|').unwrap_or((&inner, ""));
    let shown = match text.trim() {
        "" => target.trim_start_matches('#').replace('#', " > "),
        text => text.to_owned(),
    };
    Some((length, shown.trim_end_matches(".md").to_owned()))
}

fn embed(rest: &str) -> Option<(usize, String)> {
    let (length, _) = between(rest, "![[", "]]")?;
    Some((length, String::new()))
}

/// Reads `[@key]`, `[-@key; @other, p. 3]`, and `[^1]`, which remains only if no note has this
/// name.
fn citation(rest: &str) -> Option<(usize, String)> {
    let (length, inner) = between(rest, "[", "]")?;
    let is_citation = |part: &str| {
        let key = part.trim_start_matches(['-', ' ']).strip_prefix('@');
        key.is_some_and(|key| key.starts_with(char::is_alphanumeric))
    };
    let is_mark = inner.split(';').any(is_citation) && !rest[length..].starts_with(['(', '[', ':']);
    is_mark.then(|| (length, String::new()))
}

/// Reads a role of `MyST`: its name in braces before a code span.
fn role(rest: &str) -> Option<(usize, String)> {
    let (name_length, name) = between(rest, "{", "}")?;
    let is_name = |letter: char| letter.is_alphanumeric() || "-_:.".contains(letter);
    let (length, inner) = between(&rest[name_length..], "`", "`")?;
    if !name.chars().all(is_name) {
        return None;
    }
    Some((name_length + length, role_text(name, inner)))
}

fn role_text(name: &str, inner: &str) -> String {
    let text = match inner.rsplit_once('<') {
        Some((text, target)) if target.ends_with('>') => text.trim(),
        _ => inner,
    };
    let is_label = text.len() == inner.len();
    match name {
        name if name.starts_with("cite") => String::new(),
        "eq" | "numref" | "bibliography" if is_label => String::new(),
        "abbr" => text.split(" (").next().unwrap_or(text).to_owned(),
        "doc" | "ref" if is_label => words_of(text),
        "math" | "code" | "samp" | "file" | "literal" => format!("`{text}`"),
        _ => text.trim_start_matches(['~', '!']).to_owned(),
    }
}

/// Converts a label or a path to words: `/visas/first-steps` becomes `first steps`.
fn words_of(label: &str) -> String {
    let last = label.rsplit('/').next().unwrap_or(label);
    last.replace(['-', '_'], " ")
}

/// Reads `[text]{.class}`: a text and its attributes.
fn span(rest: &str) -> Option<(usize, String)> {
    let (length, text) = between(rest, "[", "]")?;
    let (braces, inner) = between(&rest[length..], "{", "}")?;
    are_attributes(inner).then(|| (length + braces, text.to_owned()))
}

/// Reads `[](label)`, which the generator fills with the title of the target.
fn unnamed_link(rest: &str) -> Option<(usize, String)> {
    let (length, target) = between(rest, "[](", ")")?;
    let label = target.trim_start_matches('#').trim_end_matches(".md");
    (!target.contains("://")).then(|| (length, words_of(label)))
}

/// Reads `^name` at the end of a line, by which Obsidian refers to a paragraph.
fn block_name(before: Option<char>, rest: &str) -> Option<(usize, String)> {
    let name = rest[1..].trim_end();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    (is_name && before == Some(' ')).then(|| (name.len() + 1, String::new()))
}

/// Reads attributes after their element: `{: .class }`, `{.class}`, `{#id}`, `{target="_blank"}`.
fn attributes(context: Context, rest: &str) -> Option<(usize, String)> {
    let (length, inner) = between(rest, "{", "}")?;
    let kramdown = inner.strip_prefix(':');
    if kramdown.is_none() && !are_attributes(inner) {
        return None;
    }
    let inner = kramdown.unwrap_or(inner);
    let id = inner.split_whitespace().find(|word| word.starts_with('#'));
    let kept = id.filter(|_| context.is_heading && rest[length..].trim().is_empty());
    Some((
        length,
        kept.map(|id| format!("{{{id}}}")).unwrap_or_default(),
    ))
}

/// Whether a text consists of attributes: `.class`, `#id`, `width="3"`.
fn are_attributes(inner: &str) -> bool {
    let is_class = |word: &str| word.len() > 1 && word.starts_with(['.', '#']);
    let is_value = |word: &str| word.contains("=\"") || word.contains("='");
    let first = inner.split_whitespace().next().unwrap_or_default();
    let is_size = first.starts_with("width=") || first.starts_with("height=");
    is_class(first) || is_value(first) || is_size || inner == "-"
}

/// Reads expressions of MDX: `{/* comment */}` and `{" "}`.
fn expression(rest: &str) -> Option<(usize, String)> {
    let comment = between(rest, "{/*", "*/}").map(|(length, _)| (length, String::new()));
    comment.or_else(|| {
        let (length, text) = between(rest, "{\"", "\"}").or_else(|| between(rest, "{'", "'}"))?;
        (!text.contains(['"', '\'', ':'])).then(|| (length, text.to_owned()))
    })
}

/// Reads cross-references of Quarto: `@fig-plan`, `@tbl-fees`.
fn cross_reference(before: Option<char>, rest: &str) -> Option<(usize, String)> {
    const KINDS: [&str; 9] = [
        "fig-", "tbl-", "sec-", "eq-", "lst-", "thm-", "nte-", "tip-", "wrn-",
    ];
    let name = &rest[1..];
    let is_reference = KINDS.iter().any(|kind| name.starts_with(kind));
    let is_apart = before.is_none_or(|before| !before.is_alphanumeric());
    let end = name
        .find(|letter: char| !(letter.is_alphanumeric() || "-_".contains(letter)))
        .unwrap_or(name.len());
    (is_reference && is_apart).then(|| (end + 1, String::new()))
}

/// Reads icons such as `:smile:` and `:material-clock-outline:`, but not the colons of a time, of a
/// namespace, or of a centred column, `|:---:|`.
fn icon(before: Option<char>, rest: &str) -> Option<(usize, String)> {
    let (length, name) = between(rest, ":", ":")?;
    let is_name = name
        .starts_with(|first: char| first.is_ascii_lowercase() || "+-1".contains(first))
        && name.len() > 1
        && name.contains(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_+".contains(c));
    let after = rest[length..].chars().next();
    let is_apart = |other: Option<char>| other.is_none_or(|c| !(c.is_alphanumeric() || c == ':'));
    (is_name && is_apart(before) && is_apart(after)).then(|| (length, String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(written: &str) -> String {
        let mut out = String::new();
        let mut rest = written;
        while let Some(first) = rest.chars().next() {
            let context = Context {
                before: out.chars().next_back(),
                is_heading: written.starts_with('#'),
            };
            if let Some((length, text)) = mark(context, rest) {
                out.push_str(&text);
                rest = &rest[length..];
            } else {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        out
    }

    #[test]
    fn marks_leave_their_text() {
        let cases = [
            (
                "[[Yurt]] ve [[yurt-ucreti|yurt ücreti]]",
                "Yurt ve yurt ücreti",
            ),
            ("[[Yurt#Kurallar]] [[#Giriş]]", "Yurt > Kurallar Giriş"),
            ("a ![[plan.png]]b %%not%%c", "a b c"),
            (
                "{ref}`rules <house-rules>`, {doc}`/a/first-steps`",
                "rules, first steps",
            ),
            (
                "{cite:p}`x2020` {abbr}`ECTS (credits)` {kbd}`Esc`",
                " ECTS Esc",
            ),
            (
                "[text]{.note} ![x](y){width=\"3\"} [a](b){ .button }",
                "text ![x](y) [a](b)",
            ),
            ("# Ev {: #ev .x }", "# Ev {#ev}"),
            ("see [@may2020, p. 3] and @fig-plan.", "see  and ."),
            (
                "a :material-clock: b 10:30:45 c::d::e",
                "a  b 10:30:45 c::d::e",
            ),
            ("==önemli== a == b == c", "önemli a == b == c"),
            ("Metin. ^ad1", "Metin. "),
            ("++ctrl+s++ C++ ve D++", "ctrl+s C++ ve D++"),
            (
                "[](#first-steps) [vurgu]{.mark} {#a} {x}",
                "first steps vurgu  {x}",
            ),
            ("x^[a note] {/* no */}{\" \"}y", "x (a note)  y"),
            ("[a](b) {x} [@] a@fig-b.org", "[a](b) {x} [@] a@fig-b.org"),
        ];
        for (written, expected) in cases {
            assert_eq!(text(written), expected, "{written}");
        }
    }
}
