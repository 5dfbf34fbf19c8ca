//! Lists the addresses that a crawl reads from one file, for inspection.

use soru_ingest::sitemap;
use url::Url;

use super::files::{FileKind, Files};
use super::page::PageLinks;
use super::robots::Robots;
use super::scope::Scope;

/// A file that names addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// A page in HTML.
    Page,
    /// A sitemap.
    Sitemap,
    /// A robots.txt file, read for the addresses that it allows and names.
    Robots,
}

impl Listing {
    /// Returns the addresses that a crawl from `start` would visit because of a file, each with the
    /// file of its page.
    pub fn addresses(self, start: &Url, bytes: &[u8]) -> Vec<(Url, String)> {
        let (base, hrefs) = self.hrefs(start, bytes);
        let scope = Scope::new(start);
        let mut files = Files::default();
        let written = hrefs.iter().filter_map(|href| scope.write(&base, href));
        let own = written.filter(|written| scope.is_below(&written.url));
        own.map(|written| {
            let file = files.of(&written.url, FileKind::Html);
            (written.url, file)
        })
        .collect()
    }

    fn hrefs(self, start: &Url, bytes: &[u8]) -> (Url, Vec<String>) {
        match self {
            Self::Page => {
                let links = PageLinks::of(start, bytes, "");
                let further = links
                    .refresh
                    .into_iter()
                    .chain(links.canonical.map(String::from));
                let base = links.base.unwrap_or_else(|| start.clone());
                (base, links.hrefs.into_iter().chain(further).collect())
            }
            Self::Sitemap => {
                let sitemap = sitemap::read(bytes).unwrap_or_default();
                (
                    start.clone(),
                    sitemap.pages.into_iter().chain(sitemap.sitemaps).collect(),
                )
            }
            Self::Robots => {
                let robots = Robots::read(bytes, super::USER_AGENT);
                let lines = String::from_utf8_lossy(bytes);
                let paths = lines.lines().filter_map(|line| line.split_once(':'));
                let paths = paths.filter_map(|(_, path)| start.join(path.trim()).ok());
                let allowed = paths.filter(|url| robots.allows(url)).map(String::from);
                (
                    start.clone(),
                    allowed.chain(robots.sitemaps.iter().cloned()).collect(),
                )
            }
        }
    }
}
