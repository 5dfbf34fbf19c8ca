//! Packs the files of a Solr collection, as Solr takes them.

use std::io::{Cursor, Write};

use anyhow::Context;
use zip::write::{SimpleFileOptions, ZipWriter};

/// Packs files into a ZIP archive.
pub(super) fn pack(files: &[(&str, String)]) -> anyhow::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .and_then(|()| Ok(writer.write_all(content.as_bytes())?))
            .with_context(|| format!("{name} cannot be packed"))?;
    }
    let archive = writer.finish().context("an archive cannot be packed")?;
    Ok(archive.into_inner())
}
