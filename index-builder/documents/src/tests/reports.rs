//! Unreadable files are reported, and no part of them is indexed.

use super::*;

fn trouble(bytes: &[u8]) -> DocumentError {
    read(bytes, &bounds()).unwrap_err()
}

fn sheet() -> String {
    (0..6)
        .map(|i| {
            line(
                72,
                700 - 14 * i,
                11,
                "The library lends books to every member.",
            )
        })
        .collect()
}

const FONT: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

#[test]
fn a_file_with_a_password_is_reported() {
    let key = "ab".repeat(32);
    let encrypt = format!("<</Filter/Standard/V 1/R 2/P -4/O<{key}>/U<{key}>>>");
    let trailer = "/ID[<00><00>]/Encrypt 10000 0 R";
    assert_eq!(
        trouble(&pdf_with(&[sheet()], FONT, trailer, &[encrypt])),
        DocumentError::Password
    );
}

/// The page of an encrypted file, with the cipher of PDF 1.1: RC4 with a 40-bit key. The entries
/// and the key of the page's commands were computed from the passwords as the standard defines (ISO
/// 32000-1, 7.6.3 and 7.6.4).
fn encrypted(owner: &str, user: &str, key: &[u8]) -> Vec<u8> {
    let commands = sheet();
    let encrypt = format!("<</Filter/Standard/V 1/R 2/P -44/O<{owner}>/U<{user}>>>");
    let trailer = "/ID[(0123456789abcdef)(0123456789abcdef)]/Encrypt 10000 0 R";
    let mut bytes = pdf_with(std::slice::from_ref(&commands), FONT, trailer, &[encrypt]);
    let plain = commands.as_bytes();
    let mut windows = bytes.windows(plain.len());
    let at = windows.position(|window| window == plain).unwrap();
    bytes.splice(at..at + plain.len(), rc4(key, plain));
    bytes
}

fn rc4(key: &[u8], plain: &[u8]) -> Vec<u8> {
    let mut state: Vec<u8> = (0..=255).collect();
    let mut j = 0_u8;
    for i in 0..256 {
        j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
        state.swap(i, usize::from(j));
    }
    let (mut i, mut j) = (0_u8, 0_u8);
    let mut encrypt = |byte: &u8| {
        i = i.wrapping_add(1);
        j = j.wrapping_add(state[usize::from(i)]);
        state.swap(usize::from(i), usize::from(j));
        let sum = state[usize::from(i)].wrapping_add(state[usize::from(j)]);
        byte ^ state[usize::from(sum)]
    };
    plain.iter().map(&mut encrypt).collect()
}

// Many offices set an owner's password against changes; everybody may read such a file.
#[test]
fn an_empty_user_password_opens_a_file_and_another_one_does_not() {
    let key = [214, 12, 65, 94, 117, 13, 178, 41, 127, 74];
    let owner = "c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab";
    let user = "78c79aa0f945a04a51ff82823cbb1ad9e11d31a3738dd260da2c0bcec85d62a6";
    assert_eq!(
        texts(&encrypted(owner, user, &key)),
        texts(&pdf(&[sheet()]))
    );
    let owner = "92fe0f4454ad4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd";
    let user = "812e71241e3c64c850c409e346f5fcb52c88453a69a0aae71d95afeb28b7d45c";
    assert_eq!(
        trouble(&encrypted(owner, user, &key)),
        DocumentError::Password
    );
}

#[test]
fn pages_without_letters_are_pictures() {
    assert_eq!(
        trouble(&pdf(&["0 0 100 100 re f".to_owned()])),
        DocumentError::Pictures
    );
}

// The codes are glyph numbers, so their letters are unknown without a map.
#[test]
fn letters_without_names_are_reported() {
    let font = "<</Type/Font/Subtype/Type0/BaseFont/Sub/Encoding/Identity-H/DescendantFonts[<</Type/Font\
        /Subtype/CIDFontType2/BaseFont/Sub/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
        /FontDescriptor<</Type/FontDescriptor/FontName/Sub/Flags 4>>>>]>>";
    let codes = "0024002500260027002800290030003100320033003400350036003700380039";
    let words: String = [700, 680, 660]
        .map(|y| format!("BT /F 11 Tf 72 {y} Td <{codes}> Tj ET\n"))
        .concat();
    assert_eq!(
        trouble(&pdf_with(&[words], font, "", &[])),
        DocumentError::WrongLetters
    );
}

// Each letter is shifted by three in the alphabet, so the result looks like text but is
// meaningless.
#[test]
fn fluent_looking_nonsense_is_reported() {
    let shift = |letter: char| {
        if letter.is_ascii_lowercase() {
            char::from((letter as u8 - b'a' + 3) % 26 + b'a')
        } else {
            letter
        }
    };
    let text = "the library lends books to every member of the university and members of other schools may read them";
    let wrong: String = text.chars().map(shift).collect();
    let lines = |text: &str| {
        (0..6)
            .map(|i| line(20, 700 - 14 * i, 9, text))
            .collect::<String>()
    };
    assert_eq!(trouble(&pdf(&[lines(&wrong)])), DocumentError::WrongLetters);
    assert!(read(&pdf(&[lines(text)]), &bounds()).is_ok());
}

#[test]
fn damaged_files_and_other_formats_are_reported() {
    let whole = pdf(&[sheet()]);
    assert!(matches!(trouble(&whole[..40]), DocumentError::Damaged(_)));
    assert!(matches!(
        trouble(b"PK\x03\x04 and nothing more"),
        DocumentError::Damaged(_)
    ));
    assert!(matches!(
        trouble(b"<html>not found</html>"),
        DocumentError::Damaged(_)
    ));
    assert_eq!(
        trouble(b"{\\rtf1 Text}"),
        DocumentError::Format("RTF".into())
    );
    let old = [&[0xd0, 0xcf, 0x11, 0xe0][..], &[0; 600]].concat();
    assert_eq!(
        trouble(&old),
        DocumentError::Format("Word 97–2003 (.doc)".into())
    );
    let utf16: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(trouble(&[old, utf16].concat()), DocumentError::Password);
}

#[test]
fn a_file_of_too_many_pages_or_bytes_is_reported() {
    let few = DocumentLimits {
        pages: 2,
        ..bounds()
    };
    assert_eq!(
        read(&pdf(&vec![sheet(); 3]), &few),
        Err(DocumentError::TooLong { pages: 3, most: 2 })
    );
    let bomb = docx(&"<w:p/>".repeat(300_000));
    assert!(bomb.len() < 100_000);
    assert_eq!(trouble(&bomb), DocumentError::TooMuch);
    let none = DocumentLimits {
        processor_time: Duration::ZERO,
        ..bounds()
    };
    assert_eq!(read(&pdf(&[sheet()]), &none), Err(DocumentError::TooSlow));
}

// Coordinates and sizes can have any value.
#[test]
fn type_of_any_size_is_bounded_work() {
    let huge = "BT /F 900000000 Tf 10 10 Td (Huge letters) Tj ET\n".to_owned();
    let same = "BT /F 11 Tf 50 50 Td (`a) Tj ET\n".repeat(5_000);
    let found = written(&pdf(&[huge + &sheet() + &same]));
    assert!(!found.parts.is_empty());
}

// An object table at the wrong offset is common; the objects themselves are intact.
#[test]
fn a_wrong_table_of_objects_is_rebuilt() {
    let mut bytes = pdf(&[sheet()]);
    let end = bytes
        .windows(9)
        .position(|window| window == b"startxref")
        .unwrap();
    bytes.truncate(end);
    bytes.extend(b"startxref\n770077\n%%EOF");
    assert!(texts(&bytes).join(" ").contains("The library lends books"));
}
