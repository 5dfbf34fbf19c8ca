//! Reads the sitemap in a site's folder.

use std::path::Path;

use soru_files::whole_file;

use crate::sitemap;

/// Names that generators give to sitemaps.
const NAMES: [&str; 6] = [
    "sitemap.xml",
    "sitemap-index.xml",
    "sitemap_index.xml",
    "sitemap.xml.gz",
    "sitemap.txt",
    "wp-sitemap.xml",
];

/// The maximum size of a sitemap in megabytes, and the maximum number of files of an index to read.
const MOST_MEGABYTES: u64 = 50;
const MOST_FILES: usize = 100;

/// Returns the addresses that the sitemaps of a folder list; none if there is no readable sitemap.
pub(super) fn addresses(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = NAMES.map(str::to_owned).to_vec();
    let mut addresses = Vec::new();
    let mut at = 0;
    while at < names.len().min(MOST_FILES) {
        let bytes = whole_file::read(&folder.join(&names[at]), MOST_MEGABYTES).unwrap_or_default();
        let sitemap = sitemap::read(&bytes).unwrap_or_default();
        addresses.extend(sitemap.pages);
        for address in sitemap.sitemaps {
            let name = address.rsplit('/').next().unwrap_or_default().to_owned();
            if !name.is_empty() && !name.starts_with('.') && !names.contains(&name) {
                names.push(name);
            }
        }
        at += 1;
    }
    addresses
}
