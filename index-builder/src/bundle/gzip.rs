//! Compression as browsers can undo it: gzip (RFC 1952).

use std::cell::RefCell;
use std::fmt;
use std::io::Read;

use flate2::read::GzDecoder;
use libdeflater::{CompressionLvl, Compressor};
use soru::{Error, Result};

/// Of 12. On an index of 54 MB, this level takes half the time of zlib's best and gives 1.8 % less;
/// from 10 on it would be 5 % less again, for six times the time.
const LEVEL: i32 = 8;
/// For what every visitor downloads, which is few files.
const BEST: i32 = 12;

thread_local! {
    /// Its tables take half a megabyte, which a bundle of thousands of files should not ask for each time.
    static COMPRESSOR: RefCell<Option<Compressor>> = const { RefCell::new(None) };
}

/// Compresses; depends on nothing but its input, so no time stands in the header.
///
/// # Errors
/// Only if memory cannot be had.
pub fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let level = level(LEVEL)?;
    COMPRESSOR.with_borrow_mut(|compressor| {
        let compressor = compressor.get_or_insert_with(|| Compressor::new(level));
        compress_with(compressor, bytes)
    })
}

/// The same with fewer bytes in more time.
///
/// # Errors
/// Only if memory cannot be had.
pub fn compress_best(bytes: &[u8]) -> Result<Vec<u8>> {
    compress_with(&mut Compressor::new(level(BEST)?), bytes)
}

fn level(level: i32) -> Result<CompressionLvl> {
    CompressionLvl::new(level).map_err(|error| failed(&format_args!("{error:?}")))
}

fn compress_with(compressor: &mut Compressor, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let length = compressor
        .gzip_compress(bytes, &mut out)
        .map_err(|error| failed(&error))?;
    out.truncate(length);
    out.shrink_to_fit();
    Ok(out)
}

/// Undoes [`compress`], for files of a bundle.
///
/// Memory is bounded by what is there: deflate (RFC 1951) makes at most 258 bytes of two bits.
///
/// # Errors
/// If the bytes are not gzip.
pub fn inflate(bytes: &[u8]) -> Result<Vec<u8>> {
    inflate_at_most(bytes, bytes.len() as u64 * 4 * 258)
}

/// Undoes [`compress`], for files that nobody has checked.
///
/// # Errors
/// If the bytes are not gzip, or would be more than `most` when inflated.
pub fn inflate_at_most(bytes: &[u8], most: u64) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut reader = GzDecoder::new(bytes).take(most.saturating_add(1));
    reader
        .read_to_end(&mut out)
        .map_err(|error| failed(&error))?;
    if out.len() as u64 > most {
        return Err(failed(&format_args!(
            "it inflates to more than {most} bytes"
        )));
    }
    Ok(out)
}

fn failed(error: &dyn fmt::Display) -> Error {
    Error::Operator {
        name: "gzip".to_owned(),
        detail: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_inflates_to_the_same_and_twice_to_the_same_bytes() {
        let text = "Soru ".repeat(1000).into_bytes();
        let packed = compress(&text).unwrap();
        assert_eq!(packed, compress(&text).unwrap());
        assert_eq!(inflate(&packed).unwrap(), text);
        assert!(inflate(b"not gzip").is_err());
    }

    // What compresses best is still inflated whole, and a small file that nobody has checked may not fill the
    // memory.
    #[test]
    fn nothing_inflates_beyond_the_most_it_may() {
        let zeros = compress(&vec![0; 1_000_000]).unwrap();
        assert_eq!(inflate(&zeros).unwrap().len(), 1_000_000);
        assert_eq!(inflate_at_most(&zeros, 1_000_000).unwrap().len(), 1_000_000);
        let error = inflate_at_most(&zeros, 999_999).unwrap_err();
        assert!(error.to_string().contains("999999"), "{error}");
    }
}
