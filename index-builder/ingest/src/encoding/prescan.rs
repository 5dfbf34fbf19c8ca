//! Finds the encoding that a page declares as browsers do: by the prescan of the HTML standard
//! (12.2.3.2), and by `encoding=` of an XML declaration.
//!
//! A `<meta>` in a comment or in a script does not count if the page has another one. Browsers stop
//! after 1,024 bytes, and read the page again if a `<meta>` comes later; this code searches the
//! whole page.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Returns the encoding that a page declares.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    xml_declaration(bytes)
        .or_else(|| in_meta(bytes, true))
        .or_else(|| in_meta(bytes, false))
}

/// Returns the first `lang` attribute of a page.
pub(super) fn declared_language(bytes: &[u8]) -> Option<String> {
    let tags = Tags {
        bytes,
        at: 0,
        skips_scripts: true,
    };
    let mut languages = tags.filter_map(|tag| value_of(&tag.attributes, b"lang").cloned());
    String::from_utf8(languages.next()?).ok()
}

fn in_meta(bytes: &[u8], skips_scripts: bool) -> Option<&'static Encoding> {
    let tags = Tags {
        bytes,
        at: 0,
        skips_scripts,
    };
    tags.filter(|tag| tag.name == b"meta")
        .find_map(|tag| of_meta(&tag.attributes))
}

/// Returns the encoding of `<?xml version="1.0" encoding="...">` at the very beginning.
fn xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = declaration.iter().position(|byte| *byte == b'>')?;
    let declaration = &declaration[..end];
    let name = b"encoding";
    let at = declaration
        .windows(name.len())
        .position(|own| own == name)?;
    let value = declaration[at + name.len()..]
        .trim_ascii_start()
        .strip_prefix(b"=")?;
    let value = value.trim_ascii_start();
    let quote = value
        .first()
        .filter(|quote| matches!(quote, b'"' | b'\''))?;
    let end = value[1..].iter().position(|byte| byte == quote)?;
    of_label(&value[1..=end])
}

/// Returns the encoding of a `<meta>`: its `charset`, or the charset in its `content` if it
/// represents a header.
fn of_meta(attributes: &[Attribute]) -> Option<&'static Encoding> {
    if let Some(charset) = value_of(attributes, b"charset") {
        return of_label(charset);
    }
    let equivalent = value_of(attributes, b"http-equiv")?;
    let content = value_of(attributes, b"content")?;
    (equivalent == b"content-type")
        .then(|| of_label(charset_of(content)?))
        .flatten()
}

/// Returns the label in `text/html; charset=label`.
fn charset_of(content: &[u8]) -> Option<&[u8]> {
    let mut rest = content;
    loop {
        let at = rest
            .windows(7)
            .position(|own| own.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            return label(value.trim_ascii_start());
        }
    }
}

fn label(value: &[u8]) -> Option<&[u8]> {
    if let quote @ (b'"' | b'\'') = value.first()? {
        let end = value[1..].iter().position(|byte| byte == quote)?;
        return Some(&value[1..=end]);
    }
    let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b';';
    let end = value.iter().position(ends);
    Some(&value[..end.unwrap_or(value.len())])
}

/// A page whose declaration is readable is not in a two-byte encoding.
fn of_label(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label_no_replacement(label)?;
    Some(if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}

/// Name and value of an attribute, in lower case.
type Attribute = (Vec<u8>, Vec<u8>);

fn value_of<'a>(attributes: &'a [Attribute], name: &[u8]) -> Option<&'a Vec<u8>> {
    let mut named = attributes.iter().filter(|(own, _)| own == name);
    named.next().map(|(_, value)| value)
}

/// A start tag.
struct Tag {
    /// The name in lower case.
    name: Vec<u8>,
    attributes: Vec<Attribute>,
}

/// The complete start tags of a page.
struct Tags<'b> {
    bytes: &'b [u8],
    at: usize,
    skips_scripts: bool,
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            self.at += self.rest().iter().position(|byte| *byte == b'<')?;
            let rest = self.rest();
            if rest.starts_with(b"<!--") {
                // `<!-->` is a complete comment.
                self.at += 2;
                self.go_behind(b"-->")?;
            } else if rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
                self.at += 1;
                let tag = self.tag()?;
                if self.skips_scripts && matches!(&*tag.name, b"script" | b"style") {
                    self.go_behind_script(&tag.name)?;
                }
                return Some(tag);
            } else if rest.starts_with(b"</") && rest.get(2).is_some_and(u8::is_ascii_alphabetic) {
                self.at += 2;
                self.tag()?;
            } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
                self.go_behind(b">")?;
            } else {
                self.at += 1;
            }
        }
    }
}

impl Tags<'_> {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    fn go_behind(&mut self, mark: &[u8]) -> Option<()> {
        let found = self
            .rest()
            .windows(mark.len())
            .position(|own| own == mark)?;
        self.at += found + mark.len();
        Some(())
    }

    fn go_behind_script(&mut self, name: &[u8]) -> Option<()> {
        loop {
            self.go_behind(b"</")?;
            let own = self.rest().get(..name.len());
            if own.is_some_and(|own| own.eq_ignore_ascii_case(name)) {
                return Some(());
            }
        }
    }

    /// Reads a tag from its name on; returns none if the page ends before the tag.
    fn tag(&mut self) -> Option<Tag> {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>' || *byte == b'/';
        let length = self.rest().iter().position(ends)?;
        let name = self.rest()[..length].to_ascii_lowercase();
        self.at += length;
        let mut attributes: Vec<Attribute> = Vec::new();
        while let Some((name, value)) = self.attribute()? {
            // A page may repeat an attribute a million times.
            if attributes.len() < MOST_ATTRIBUTES {
                attributes.push((name, value));
            }
        }
        Some(Tag { name, attributes })
    }

    fn skip_space(&mut self) {
        let is_space = |byte: &&u8| byte.is_ascii_whitespace();
        self.at += self.rest().iter().take_while(is_space).count();
    }

    /// Reads the next attribute, or nothing at the end of the tag; returns none if the page ends.
    #[expect(clippy::option_option, reason = "the page ends, or the tag does")]
    fn attribute(&mut self) -> Option<Option<Attribute>> {
        let is_between = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'/';
        self.at += self.rest().iter().take_while(is_between).count();
        if *self.rest().first()? == b'>' {
            self.at += 1;
            return Some(None);
        }
        // The first character belongs to the name, even if it is a `=`.
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'=');
        let length = 1 + self.rest()[1..].iter().position(ends)?;
        let name = self.rest()[..length].to_ascii_lowercase();
        self.at += length;
        self.skip_space();
        if *self.rest().first()? != b'=' {
            return Some(Some((name, Vec::new())));
        }
        self.at += 1;
        self.skip_space();
        Some(Some((name, self.value()?)))
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        let first = *self.rest().first()?;
        if matches!(first, b'"' | b'\'') {
            let length = self.rest()[1..].iter().position(|byte| *byte == first)?;
            let value = self.rest()[1..=length].to_ascii_lowercase();
            self.at += length + 2;
            return Some(value);
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
        let length = self.rest().iter().position(ends)?;
        let value = self.rest()[..length].to_ascii_lowercase();
        self.at += length;
        Some(value)
    }
}

/// The maximum number of attributes of a tag that are kept.
const MOST_ATTRIBUTES: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;

    fn name(page: &str) -> Option<&'static str> {
        declared(page.as_bytes()).map(Encoding::name)
    }

    #[test]
    fn a_declaration_is_read_however_it_is_written() {
        for page in [
            "<meta charset=windows-1254>",
            "<META\n/ CharSet = ' windows-1254 ' >",
            "<meta http-equiv=Content-Type content='text/html; charset = latin5'>",
            "<meta content=\"charset charset='cp1254' x\" http-equiv=content-type>",
            "<meta charset=bogus><meta charset=iso-8859-9>",
            "<html lang=tr><p title='<meta charset=koi8-r>'><meta charset=latin5>",
            "<?xml version='1.0' encoding='ISO-8859-9'?><html>",
            "<!--><meta charset=latin5>",
            "</p charset=koi8-r><!doctype <meta charset=koi8-r><? <meta charset=koi8-r><meta charset=latin5>",
        ] {
            assert_eq!(name(page), Some("windows-1254"), "{page}");
        }
        assert_eq!(name("<meta charset=utf-16>"), Some("UTF-8"));
        assert_eq!(name("<meta charset=x-user-defined>"), Some("windows-1252"));
    }

    #[test]
    fn what_only_looks_like_a_declaration_counts_for_nothing() {
        for page in [
            "",
            "<",
            "<meta charset=latin5",
            "<meta charset='latin5>",
            "<metadata charset=latin5>",
            "<meta name=content-type content='text/html; charset=latin5'>",
            "<meta http-equiv='content-type ' content='text/html; charset=latin5'>",
            "<meta http-equiv=content-type content='text/html; charset=\"latin5'>",
            "<!-- <meta charset=latin5> -->",
            "<p title='<meta charset=latin5>'>",
            "<meta charset=iso-2022-kr>",
        ] {
            assert_eq!(name(page), None, "{page}");
        }
    }

    // Templates keep the charset of an earlier template in a comment or a script.
    #[test]
    fn a_comment_or_a_script_does_not_declare_what_the_page_does() {
        for before in [
            "<!-- <meta charset=iso-8859-7> -->",
            "<script>document.write('<meta charset=iso-8859-7>')</script>",
            "<style><meta charset=iso-8859-7></STYLE>",
        ] {
            assert_eq!(
                name(&format!("{before}<meta charset=latin5>")),
                Some("windows-1254")
            );
        }
        // Browsers do the same.
        let alone = "<script>document.write('<meta charset=latin5>')</script>";
        assert_eq!(name(alone), Some("windows-1254"));
    }

    #[test]
    fn the_language_of_the_page_is_its_first() {
        let page = b"<!-- lang=de --><html data-lang=fr LANG='tr-TR'><p lang=en>";
        assert_eq!(declared_language(page).as_deref(), Some("tr-tr"));
    }
}
