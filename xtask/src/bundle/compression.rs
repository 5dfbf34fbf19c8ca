//! Compresses like hosts that compress their files in advance.

use std::io::{self, Write as _};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use libdeflater::{CompressionLvl, Compressor};

/// Compresses a file as gzip (RFC 1952), to the smallest size of `libdeflate`.
///
/// # Errors
/// None in practice: everything happens in memory.
pub(super) fn packed(content: &[u8]) -> Result<Vec<u8>> {
    let mut compressor = Compressor::new(CompressionLvl::best());
    let mut packed = vec![0; compressor.gzip_compress_bound(content.len())];
    let length = compressor.gzip_compress(content, &mut packed);
    packed.truncate(length.ok().context("the room for it is too small")?);
    Ok(packed)
}

/// The size of a file as most hosts send it.
///
/// # Errors
/// None in practice: everything happens in memory.
pub(super) fn gzip(content: &[u8]) -> io::Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len() as u64)
}

/// The size of a file as the best hosts send it.
///
/// # Errors
/// None in practice: everything happens in memory.
pub(super) fn brotli(mut content: &[u8]) -> io::Result<u64> {
    let mut compressed = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams {
        quality: 11,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut content, &mut compressed, &settings)?;
    Ok(compressed.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_round_trips() {
        let mut text = String::new();
        let bytes = packed("question ".repeat(100).as_bytes()).unwrap();
        let mut reader = flate2::read::GzDecoder::new(&bytes[..]);
        io::Read::read_to_string(&mut reader, &mut text).unwrap();
        assert_eq!(text, "question ".repeat(100));
    }

    #[test]
    fn both_compress_and_brotli_compresses_more() {
        let text = "question ".repeat(1000);
        let [gzip, brotli] = [
            gzip(text.as_bytes()).unwrap(),
            brotli(text.as_bytes()).unwrap(),
        ];
        assert!(gzip < 100 && brotli < gzip, "{gzip} and {brotli} bytes");
    }
}
