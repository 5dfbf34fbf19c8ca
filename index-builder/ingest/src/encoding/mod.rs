//! Decodes the bytes of a file to characters.
//!
//! The order is: a byte order mark, UTF-16 without one, ISO-2022-JP, valid UTF-8, UTF-8 with a few
//! faults, the charset that the page declares (`prescan.rs`), and last a guess from the bytes (a
//! Turkish text saved by an old editor is usually undeclared windows-1254). Valid UTF-8 precedes
//! the declaration: text in an older encoding is hardly ever valid UTF-8 by chance, while many
//! pages were converted and kept their old `<meta>`. ISO-2022-JP consists of ASCII bytes, but its
//! escapes occur in no other text.

mod prescan;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, WINDOWS_1254};

use super::{octets, primary};

/// Text has fewer than one control character in this number of bytes; random bytes have one in ten.
const CONTROLS: usize = 50;

/// The number of valid multi-byte characters per fault at which a text still counts as UTF-8. In
/// other encodings such characters occur only by chance, and faults occur everywhere.
const VALID_PER_FAULT: usize = 3;

/// The characters of a file.
#[derive(Debug)]
pub struct Decoded<'b> {
    /// The text.
    pub text: Cow<'b, str>,
    /// The encoding that some of the bytes violate.
    faulty: Option<&'static Encoding>,
}

impl Decoded<'_> {
    /// Returns a warning about unreadable parts.
    pub fn lost(&self) -> Option<String> {
        let encoding = self.faulty?.name();
        Some(format!(
            "some characters are not valid {encoding}; save the file as UTF-8"
        ))
    }
}

/// Decodes a file, or returns nothing if its bytes are not text.
pub fn decode(bytes: &[u8]) -> Option<Decoded<'_>> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Some(decode_as(encoding, bytes));
    }
    if let Some(encoding) = utf16(bytes) {
        return Some(decode_as(encoding, bytes));
    }
    if bytes.contains(&0) || has_many_controls(bytes) {
        return None;
    }
    if is_iso_2022_jp(bytes) {
        return Some(decode_as(ISO_2022_JP, bytes));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(Decoded {
            text: Cow::Borrowed(text),
            faulty: None,
        });
    }
    let encoding = if is_nearly_utf8(bytes) {
        UTF_8
    } else {
        declared(bytes).unwrap_or_else(|| guess(bytes))
    };
    Some(decode_as(encoding, bytes))
}

fn decode_as<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> Decoded<'b> {
    let (text, encoding, is_faulty) = encoding.decode(bytes);
    Decoded {
        text,
        faulty: is_faulty.then_some(encoding),
    }
}

/// Whether a file is a picture or a program that has no zero byte.
fn has_many_controls(bytes: &[u8]) -> bool {
    let is_control = |b: u8| matches!(b, 1..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    octets::count(bytes, is_control) > bytes.len() / CONTROLS
}

fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut faults) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let characters = chunk.valid().chars();
        valid += characters.filter(|c| !c.is_ascii()).count();
        faults += usize::from(!chunk.invalid().is_empty());
    }
    valid >= faults * VALID_PER_FAULT
}

/// Returns the encoding that a page declares.
pub fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    prescan::declared(bytes)
}

/// Recognises UTF-16 without a byte order mark by the first character of markup.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let is_text = |encoding: &'static Encoding| !encoding.decode_without_bom_handling(bytes).1;
    let encoding = match bytes {
        [b'<', 0, second, 0, ..] if *second != 0 => UTF_16LE,
        [0, b'<', 0, second, ..] if *second != 0 => UTF_16BE,
        _ => return None,
    };
    is_text(encoding).then_some(encoding)
}

/// Recognises ISO-2022-JP by its escapes: `ESC $ B`, `ESC $ @`, `ESC ( J` and `ESC ( I` switch to
/// other letters.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    const ESCAPE: u8 = 0x1b;
    if !octets::any(bytes, |byte| byte == ESCAPE) || !bytes.is_ascii() {
        return false;
    }
    let escapes: [&[u8]; 4] = [b"$B", b"$@", b"(J", b"(I"];
    let mut begun = bytes.split(|byte| *byte == ESCAPE).skip(1);
    begun.any(|rest| escapes.iter().any(|escape| rest.starts_with(escape)))
        && !ISO_2022_JP.decode_without_bom_handling(bytes).1
}

/// A few words are weak evidence of their encoding, but a page may state its language.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let lang = prescan::declared_language(bytes).and_then(|tag| primary(&tag));
    let domain = lang.as_deref().map(domain);
    let guessed = detector.guess(domain.map(str::as_bytes), Utf8Detection::Allow);
    // The two encodings differ in six letters, which are Turkish in one and Icelandic in the other.
    let is_icelandic = matches!(lang.as_deref(), Some("is" | "fo"));
    if guessed == WINDOWS_1252 && !is_icelandic {
        return WINDOWS_1254;
    }
    guessed
}

/// Returns the top-level domain of a language, because the detector expects domains and some differ
/// from the language's tag.
fn domain(lang: &str) -> &str {
    match lang {
        "ja" => "jp",
        "ko" => "kr",
        "zh" => "cn",
        "cs" => "cz",
        "el" => "gr",
        "uk" => "ua",
        "he" => "il",
        "sv" => "se",
        "da" => "dk",
        "sr" => "rs",
        "sl" => "si",
        "et" => "ee",
        "en" => "us",
        // The detector rejects other forms of domains.
        lang if lang.len() == 2 => lang,
        _ => "com",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes).unwrap().text.into_owned()
    }

    // The page is assembled from pieces in several encodings, or truncated within a character.
    #[test]
    fn nearly_all_of_a_text_in_utf8_is_read_and_the_rest_is_warned_of() {
        let mut mixed = "<meta charset=iso-8859-9><p>öğrenci işleri müdürlüğü</p>"
            .as_bytes()
            .to_vec();
        mixed.extend(b"<p>k\xfct\xfcphane</p>");
        let decoded = decode(&mixed).unwrap();
        assert!(decoded.text.contains("öğrenci işleri"));
        assert!(decoded.text.ends_with("<p>k\u{fffd}t\u{fffd}phane</p>"));
        assert!(decoded.lost().unwrap().contains("UTF-8"));
        assert_eq!(decode("öğrenci".as_bytes()).unwrap().lost(), None);
        assert_eq!(decode(b"\xf6\xf0renci").unwrap().lost(), None);
    }

    #[test]
    fn random_bytes_are_no_text() {
        let random = (0..4000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8);
        let without_zero: Vec<u8> = random.filter(|byte| *byte > 0).collect();
        assert!(decode(&without_zero).is_none());
    }

    #[test]
    fn a_declared_turkish_charset_is_read_as_declared() {
        let page = b"<meta charset=iso-8859-9><p>\xf6\xf0renci \xddzmir \xfe</p>";
        assert!(text(page).contains("öğrenci İzmir ş"));
        let page =
            b"<meta http-equiv='Content-Type' content='text/html; charset=windows-1254'>\xf0";
        assert!(text(page).ends_with('ğ'));
        let page = b"<?xml version=\"1.0\" encoding=\"ISO-8859-9\"?><p>\xfd</p>";
        assert!(text(page).contains('ı'));
    }

    // The page was converted to UTF-8 and kept its old declaration.
    #[test]
    fn valid_utf8_wins_over_the_declared_encoding() {
        let page = "<meta charset=\"iso-8859-9\"><p>öğrenci</p>";
        assert!(text(page.as_bytes()).contains("öğrenci"));
    }

    #[test]
    fn an_undeclared_turkish_text_is_recognised() {
        let (bytes, _, _) = encoding_rs::WINDOWS_1254.encode(
            "Öğrenci işleri kayıt tarihlerini duyurdu. Başvurular şubat ayının ilk günü \
             başlıyor, geç kalanlar için ek süre verilmeyecektir.",
        );
        assert!(text(&bytes).starts_with("Öğrenci işleri kayıt"));
    }

    // Earlier versions read "Dağ" as "Dað".
    #[test]
    fn a_few_undeclared_words_of_turkish_are_read() {
        for words in [
            "Dağ",
            "Kış",
            "İstanbul",
            "Şişli",
            "Ayrıntılı bilgi",
            "Yardım ve iletişim",
        ] {
            let page = format!("<html lang='tr'><title>{words}</title><p>{words}");
            let (bytes, _, _) = WINDOWS_1254.encode(&page);
            assert_eq!(text(&bytes), page);
        }
        let (bytes, _, _) = WINDOWS_1254.encode("<p>Dağ");
        assert_eq!(text(&bytes), "<p>Dağ");
        let icelandic = "<html lang=\"is\"><p>Það er í lagi, þú mátt koma á morgun við höfnina.";
        let (bytes, _, _) = WINDOWS_1252.encode(icelandic);
        assert_eq!(text(&bytes), icelandic);
        let german = "<html lang=de><p>Grüße aus Köln";
        let (bytes, _, _) = WINDOWS_1252.encode(german);
        assert_eq!(text(&bytes), german);
    }

    #[test]
    fn japanese_in_bytes_of_ascii_is_read() {
        let page = "<meta charset=utf-8><p>図書館は九時から開きます。 ﾃｽﾄ";
        let (bytes, _, _) = ISO_2022_JP.encode(page);
        assert!(bytes.is_ascii());
        assert!(text(&bytes).contains("図書館は九時から開きます。"));
        assert_eq!(text(b"ls \x1b[0m and \x1b(B"), "ls \x1b[0m and \x1b(B");
    }

    #[test]
    fn utf16_without_a_byte_order_mark_is_read() {
        let page = "<p>Öğrenci işleri";
        let little: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = page.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(text(&little), page);
        assert_eq!(text(&big), page);
    }

    #[test]
    fn a_byte_order_mark_is_removed_and_binary_files_are_refused() {
        assert_eq!(text(b"\xef\xbb\xbfa"), "a");
        assert_eq!(text(b"\xff\xfea\0"), "a");
        assert!(decode(b"\x89PNG\0\0").is_none());
    }
}
