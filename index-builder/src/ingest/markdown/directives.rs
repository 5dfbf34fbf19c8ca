//! Directives: the `:::` marks of Markdown dialects.
//!
//! On a separate line a directive opens or closes a container (`:::note Title`, `::: moniker
//! range="x"`, `:::`); within a line it represents a text (`:::no-loc text="Azure":::`).

/// `:::note Title`, not `:::no-loc(extern)::: int i;`.
pub(super) fn is_container(line: &str) -> bool {
    line.trim()
        .strip_prefix(":::")
        .is_some_and(|rest| !rest.trim_start_matches(':').contains(":::"))
}

/// Returns the text of an inline directive: `no-loc(extern)`, `no-loc text="Azure"`.
pub(super) fn shown(directive: &str) -> &str {
    let argument = || {
        directive
            .split_once('(')
            .and_then(|(_, rest)| rest.strip_suffix(')'))
    };
    attribute(directive, "text")
        .or_else(argument)
        .unwrap_or_default()
}

/// The title of a container; one with attributes has none.
pub(super) fn container_title(line: &str) -> &str {
    let bare = line.trim().trim_start_matches(':');
    if bare.contains('=') {
        return "";
    }
    let title = bare.trim().split_once(' ').map_or("", |(_, title)| title);
    title.trim_matches(['[', ']'])
}

/// `name="value"`.
fn attribute<'a>(inner: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = inner.split_once(&format!("{name}=\""))?;
    after.split_once('"').map(|(value, _)| value)
}
