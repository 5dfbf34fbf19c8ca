//! Reads sitemaps: the pages that a site lists for crawlers.
//!
//! It reads XML as sitemaps.org describes it, including indexes of further sitemaps, and plain text
//! with one address per line, each of them optionally compressed with gzip.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use roxmltree::{Document, Node, ParsingOptions};

use crate::decode;

/// The maximum decompressed size of a sitemap in bytes, as sitemaps.org defines it.
pub const MOST_BYTES: u64 = 50 << 20;

/// The maximum number of XML nodes of a sitemap: sitemaps.org allows 50,000 addresses.
const MOST_NODES: u32 = 1_000_000;

/// The maximum number of addresses of a sitemap.
pub const MOST_ADDRESSES: usize = 50_000;

/// The entries of a sitemap.
#[derive(Debug, Default, PartialEq)]
pub struct Sitemap {
    /// Addresses of pages.
    pub pages: Vec<String>,
    /// Addresses of further sitemaps.
    pub sitemaps: Vec<String>,
    /// Whether the sitemap has more addresses than the crawl reads.
    pub is_cut: bool,
}

/// Reads a sitemap.
///
/// # Errors
/// The reason why it is not a sitemap.
pub fn read(bytes: &[u8]) -> Result<Sitemap, String> {
    let unpacked = unpack(bytes)?;
    let bytes = unpacked.as_deref().unwrap_or(bytes);
    let decoded = decode(bytes).ok_or("it is not text")?;
    let text = decoded.text.trim_start();
    if text.starts_with('<') {
        read_xml(text)
    } else {
        Ok(read_lines(text))
    }
}

/// Returns the decompressed bytes, if they are gzip.
fn unpack(bytes: &[u8]) -> Result<Option<Vec<u8>>, String> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(None);
    }
    let mut unpacked = Vec::new();
    let mut decoder = MultiGzDecoder::new(bytes).take(MOST_BYTES + 1);
    decoder
        .read_to_end(&mut unpacked)
        .map_err(|error| format!("its gzip is damaged ({error})"))?;
    if unpacked.len() as u64 > MOST_BYTES {
        return Err("it decompresses to more than 50 MB".to_owned());
    }
    Ok(Some(unpacked))
}

fn read_xml(text: &str) -> Result<Sitemap, String> {
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document =
        Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let mut sitemap = Sitemap::default();
    for node in document.descendants().filter(Node::is_element) {
        let above = node.parent_element().map(|above| above.tag_name().name());
        let text = || node.text().unwrap_or_default().trim().to_owned();
        match (above, node.tag_name().name()) {
            (Some("url"), "loc") => sitemap.pages.push(text()),
            (Some("sitemap"), "loc") => sitemap.sitemaps.push(text()),
            // This is the same page in another language.
            (Some("url"), "link") => sitemap
                .pages
                .extend(node.attribute("href").map(str::to_owned)),
            _ => {}
        }
        if sitemap.pages.len() + sitemap.sitemaps.len() > MOST_ADDRESSES {
            sitemap.pages.truncate(MOST_ADDRESSES);
            sitemap.sitemaps.truncate(MOST_ADDRESSES);
            sitemap.is_cut = true;
            break;
        }
    }
    Ok(sitemap)
}

fn read_lines(text: &str) -> Sitemap {
    let lines = text.lines().map(str::trim);
    let mut addresses =
        lines.filter(|line| line.starts_with("http://") || line.starts_with("https://"));
    let pages = addresses.by_ref().take(MOST_ADDRESSES);
    Sitemap {
        pages: pages.map(str::to_owned).collect(),
        sitemaps: Vec::new(),
        is_cut: addresses.next().is_some(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn pages_and_nested_sitemaps_are_distinguished() {
        let xml = "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
                   <url><loc> https://a.example/?a=1&amp;b=2 </loc><priority>1</priority></url></urlset>";
        let found = read(xml.as_bytes()).unwrap();
        assert_eq!(found.pages, ["https://a.example/?a=1&b=2"]);
        assert_eq!(read(&gzip(xml.as_bytes())), Ok(found));
        let index = "\u{feff}<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc></sitemap></sitemapindex>";
        let found = read(index.as_bytes()).unwrap();
        assert_eq!(found.sitemaps, ["https://a.example/1.xml.gz"]);
        let lines =
            read(b"https://a.example/1\r\n# no address\r\nhttps://a.example/2\r\n").unwrap();
        assert_eq!(lines.pages, ["https://a.example/1", "https://a.example/2"]);
    }

    #[test]
    fn a_sitemap_that_would_exhaust_memory_is_refused() {
        assert!(
            read(&gzip(&vec![b' '; (50 << 20) + 2]))
                .unwrap_err()
                .contains("50 MB")
        );
        let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><urlset>&b;</urlset>";
        assert!(read(bomb.as_bytes()).is_err());
        assert!(read(b"<urlset><url>").is_err());
    }
}
