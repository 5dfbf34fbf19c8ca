//! Reads tags as text: their ends and the values of their attributes, without a tree of the page.
//!
//! Passes over the whole site use it, because they need nothing else. Readers of pages use the tree
//! that the algorithm of the HTML standard creates (`html/`).

/// Returns the length of a tag, and whether it ends with `/>`; `from` is the position after its
/// name. A slash at the end of an unquoted value belongs to the value.
pub(super) fn tag_end(text: &str, from: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut at = from;
    let mut is_after_equals = false;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'>' => return (at + 1, false),
            b'/' if bytes.get(at + 1) == Some(&b'>') => return (at + 2, true),
            b'"' | b'\'' if is_after_equals => {
                let end = bytes[at + 1..].iter().position(|other| other == byte);
                at = end.map_or(bytes.len(), |end| at + 1 + end);
                is_after_equals = false;
            }
            b'=' => is_after_equals = true,
            byte if byte.is_ascii_whitespace() => {}
            _ if is_after_equals => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                let end = bytes[at..].iter().position(ends);
                at = end.map_or(bytes.len(), |end| at + end);
                is_after_equals = false;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    (text.len(), false)
}

/// Returns the name of the tag at the beginning of a text.
pub(super) fn tag_name(text: &str) -> &str {
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
    let name = &text[1..];
    &name[..name.find(ends).unwrap_or(name.len())]
}

/// Returns the value of an attribute in a tag.
pub(super) fn value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut from = 0;
    while let Some(found) = tag[from..].find('=') {
        let equals = from + found;
        let own = tag[from..equals].trim_end();
        let is_name = own.len() >= name.len()
            && own.is_char_boundary(own.len() - name.len())
            && own[own.len() - name.len()..].eq_ignore_ascii_case(name)
            && own[..own.len() - name.len()]
                .ends_with(|c: char| c.is_ascii_whitespace() || c == '"' || c == '\'' || c == '/');
        let rest = &tag[equals + 1..];
        let written = rest.trim_start();
        let start = equals + 1 + rest.len() - written.len();
        let (value, end) = if let quote @ ('"' | '\'') = written.chars().next()? {
            let value = written[1..].split(quote).next().unwrap_or_default();
            (value, start + value.len() + 2)
        } else {
            let ends = |c: char| c.is_ascii_whitespace() || c == '>';
            let value = written.split(ends).next().unwrap_or_default();
            (value, start + value.len())
        };
        if is_name {
            return Some(value);
        }
        from = end.min(tag.len());
    }
    None
}

/// Returns the length of the text up to the end tag of an element whose content is not markup.
pub(super) fn raw_end(text: &str, name: &str) -> usize {
    let closes = |at: &usize| {
        let own = text.get(at + 2..at + 2 + name.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    let mut ends = text.match_indices("</").map(|(at, _)| at);
    ends.find(closes).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_found_by_their_whole_names() {
        let tag = "<a data-href='no' HREF = \"a b=c\" title=x>";
        assert_eq!(value(tag, "href"), Some("a b=c"));
        assert_eq!(value(tag, "title"), Some("x"));
        assert_eq!(value(tag, "data-href"), Some("no"));
        assert_eq!(value("<a b='href=x'>", "href"), None);
        assert_eq!(value("<a href=", "href"), None);
        assert_eq!(tag_end("<a title='>'>x", 2), (13, false));
        assert_eq!(tag_name("<h2 id=x>"), "h2");
    }
}
