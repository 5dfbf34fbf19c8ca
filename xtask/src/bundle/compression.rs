//! Compresses as hard as hosts do that prepare their files.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

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
    fn both_compress_and_brotli_compresses_more() {
        let text = "question ".repeat(1000);
        let [gzip, brotli] = [
            gzip(text.as_bytes()).unwrap(),
            brotli(text.as_bytes()).unwrap(),
        ];
        assert!(gzip < 100 && brotli < gzip, "{gzip} and {brotli} bytes");
    }
}
