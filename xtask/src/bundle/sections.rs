//! The sections of a WebAssembly module, and the removal of those that a browser does not need.
//!
//! A module is a header of eight bytes and a list of sections, each with its kind, its length and
//! its content. Sections of kind 0 have a name and no effect on the module's behaviour. The
//! compiler stores the names of all functions in one of them, which would be a fifth of the
//! download.

use anyhow::{Context, Result};

/// Sections with names of functions, and of the compilers used.
const UNWANTED: [&[u8]; 2] = [b"name", b"producers"];

const HEADER: usize = 8;
const CUSTOM: u8 = 0;

/// Removes the sections that only developers read.
///
/// # Errors
/// If it is not a WebAssembly module, or is truncated.
pub(super) fn strip(module: &[u8]) -> Result<Vec<u8>> {
    edit(module, |kind, content| {
        Ok((kind == CUSTOM && is_unwanted(content)).then(Vec::new))
    })
}

/// Replaces the content of some sections: `edit` gets the kind and the content of each, and returns
/// the new content, if any. A section with empty new content is removed.
///
/// # Errors
/// If it is not a WebAssembly module or is truncated, or if `edit` fails.
pub(super) fn edit(
    module: &[u8],
    mut edit: impl FnMut(u8, &[u8]) -> Result<Option<Vec<u8>>>,
) -> Result<Vec<u8>> {
    let what = "the engine is not a whole WebAssembly module";
    let (header, mut rest) = module.split_at_checked(HEADER).context(what)?;
    let mut edited = header.to_vec();
    while !rest.is_empty() {
        let (section, content, after) = section(rest).context(what)?;
        match edit(section[0], content)? {
            None => edited.extend_from_slice(section),
            Some(content) if content.is_empty() => {}
            Some(content) => {
                edited.push(section[0]);
                push_number(&mut edited, content.len());
                edited.extend(content);
            }
        }
        rest = after;
    }
    Ok(edited)
}

/// The first section, its content, and the remaining bytes.
fn section(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (len, content) = number(bytes.get(1..)?)?;
    let start = bytes.len() - content.len();
    let (section, after) = bytes.split_at_checked(start.checked_add(len)?)?;
    Some((section, &section[start..], after))
}

fn is_unwanted(content: &[u8]) -> bool {
    let name = number(content).and_then(|(len, rest)| rest.get(..len));
    name.is_some_and(|name| UNWANTED.contains(&name))
}

/// A number of up to 32 bits, seven per byte (LEB128), and the remaining bytes.
pub(super) fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0;
    for (index, byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[index + 1..]));
        }
    }
    None
}

/// Appends a number in LEB128.
pub(super) fn push_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(sections: &[&[u8]]) -> Vec<u8> {
        [&[b"\0asm\x01\0\0\0".as_slice()], sections]
            .concat()
            .concat()
    }

    #[test]
    fn names_go_and_everything_else_stays() {
        let types: &[u8] = b"\x01\x04\x01\x60\0\0";
        let names: &[u8] = b"\0\x06\x04nameX";
        let features: &[u8] = b"\0\x09\x08features";
        let stripped = strip(&module(&[types, names, features])).unwrap();
        assert_eq!(stripped, module(&[types, features]));
    }

    #[test]
    fn lengths_of_more_than_one_byte_are_understood() {
        assert_eq!(
            number(b"\xe5\x8e\x26rest"),
            Some((624_485, b"rest".as_slice()))
        );
        assert_eq!(number(b"\xff\xff\xff\xff\xff\x01"), None);
    }

    #[test]
    fn numbers_read_back_as_written() {
        for value in [0, 127, 128, 624_485, u32::MAX as usize] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, value);
            assert_eq!(number(&bytes), Some((value, [].as_slice())));
        }
    }

    #[test]
    fn a_module_that_is_cut_short_is_an_error() {
        assert!(strip(b"\0asm").is_err());
        assert!(strip(&module(&[b"\x01\x7fabc"])).is_err());
    }
}
