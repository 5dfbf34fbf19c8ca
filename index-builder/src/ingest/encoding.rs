//! Encoding: from the bytes of a file to its characters.
//!
//! In this order: a byte order mark, valid UTF-8, the charset a page declares, and last a guess
//! from the bytes (a Turkish text saved by an old editor is most often windows-1254 and says
//! nothing). Valid UTF-8 goes before the declaration, since text in an older encoding is hardly
//! ever valid UTF-8 by chance, while pages that were converted and kept their old `<meta>` are
//! common.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// How far into a page a declaration is looked for; the HTML standard says 1024 bytes, real
/// pages put licences in front.
const DECLARATION_WINDOW: usize = 4096;

/// The characters of a file, or nothing if the bytes are not text.
#[must_use]
pub(crate) fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Some(encoding.decode(bytes).0);
    }
    if bytes.contains(&0) {
        return None;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(Cow::Borrowed(text));
    }
    Some(
        declared(bytes)
            .unwrap_or_else(|| guess(bytes))
            .decode(bytes)
            .0,
    )
}

/// The encoding named by `charset=` (HTML) or `encoding=` (XML) near the top.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes[..bytes.len().min(DECLARATION_WINDOW)].to_ascii_lowercase();
    [&b"charset"[..], b"encoding"]
        .iter()
        .find_map(|name| value_after(&head, name))
}

/// The encoding in `name = "label"`, with or without spaces and quotes.
fn value_after(head: &[u8], name: &[u8]) -> Option<&'static Encoding> {
    let starts = head
        .windows(name.len())
        .enumerate()
        .filter(|(_, window)| window == &name);
    starts
        .map(|(start, _)| &head[start + name.len()..])
        .find_map(|rest| {
            let rest = rest
                .trim_ascii_start()
                .strip_prefix(b"=")?
                .trim_ascii_start();
            let rest = rest
                .strip_prefix(b"\"")
                .or(rest.strip_prefix(b"'"))
                .unwrap_or(rest);
            let end = rest
                .iter()
                .position(|b| !(b.is_ascii_alphanumeric() || b"-_:.".contains(b)));
            Encoding::for_label(&rest[..end.unwrap_or(rest.len())])
        })
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declared_turkish_charset_is_read_as_declared() {
        let page = b"<meta charset=iso-8859-9><p>\xf6\xf0renci \xddzmir \xfe</p>";
        assert!(decode(page).unwrap().contains("öğrenci İzmir ş"));
        let page =
            b"<meta http-equiv='Content-Type' content='text/html; charset=windows-1254'>\xf0";
        assert!(decode(page).unwrap().ends_with('ğ'));
        let page = b"<?xml version=\"1.0\" encoding=\"ISO-8859-9\"?><p>\xfd</p>";
        assert!(decode(page).unwrap().contains('ı'));
    }

    // A page that was converted to UTF-8 and kept its old declaration.
    #[test]
    fn valid_utf8_wins_over_what_the_page_declares() {
        let page = "<meta charset=\"iso-8859-9\"><p>öğrenci</p>";
        assert!(decode(page.as_bytes()).unwrap().contains("öğrenci"));
    }

    #[test]
    fn an_undeclared_turkish_text_is_recognised() {
        let (bytes, _, _) = encoding_rs::WINDOWS_1254.encode(
            "Öğrenci işleri kayıt tarihlerini duyurdu. Başvurular şubat ayının ilk günü \
             başlıyor, geç kalanlar için ek süre verilmeyecektir.",
        );
        assert!(decode(&bytes).unwrap().starts_with("Öğrenci işleri kayıt"));
    }

    #[test]
    fn a_byte_order_mark_is_taken_off_and_binary_files_are_refused() {
        assert_eq!(decode(b"\xef\xbb\xbfa").unwrap(), "a");
        assert_eq!(decode(b"\xff\xfea\0").unwrap(), "a");
        assert_eq!(decode(b"\x89PNG\0\0"), None);
    }
}
