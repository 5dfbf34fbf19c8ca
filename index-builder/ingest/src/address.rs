//! Addresses: finds the address of every page, and the page to which a link leads.
//!
//! The address of a page is its path below the root of the site, unless the page declares another.
//! Links may be written in many ways (`../fees`, `fees.html`, `fees/`, `fees/index.html`,
//! `fees.md`, `https://example.org/docs/fees`); all of them lead to the same key.

use std::collections::{BTreeMap, HashMap, HashSet};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use soru::address::path_key as key;
use url::Url;

use super::crawled::Crawled;
use super::html::{PICTURE, PICTURE_KEYS};
use super::page::Address;
use super::tidy::nfc;
use crate::settings::InputSettings;

/// The maximum length of the address of a picture, in bytes: every visitor who sees the page in a
/// list loads it.
const LONGEST_PICTURE: usize = 1000;

/// Characters to escape in a path. An unescaped colon would make the first part of the path look
/// like a scheme.
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b':')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The addresses of a site's pages.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// The root of the site, or a placeholder if it is unknown.
    root: Url,
    is_root_known: bool,
    strip_index: bool,
    strip_extension: bool,
    markdown_extension: String,
    /// Document ids by path and by key.
    ids: HashMap<String, String>,
    /// The addresses of crawled documents, by their ids.
    places: HashMap<String, Url>,
    /// Document ids by the addresses at which a crawl found them.
    crawled: HashMap<String, String>,
    /// The documents that links to copies lead to.
    originals: HashMap<String, String>,
    /// Documents that state the address of another page as their own.
    distrusted: HashSet<String>,
}

impl Addresses {
    /// Creates the addresses of a site at `url` (may be empty), with no pages yet.
    ///
    /// # Errors
    /// If `url` is neither empty nor an absolute web address: links are resolved against it, and
    /// links below `javascript://` would run as scripts.
    pub(crate) fn new(url: &str, settings: &InputSettings) -> soru::Result<Self> {
        let root = if url.is_empty() {
            "http://site.invalid/"
        } else {
            url
        };
        let mut root = Url::parse(root)
            .ok()
            .filter(|url| url.has_host() && matches!(url.scheme(), "http" | "https"))
            .ok_or_else(|| soru::Error::invalid("site.url", format_args!("\"{url}\""), NEEDED))?;
        if !root.path().ends_with('/') {
            root.set_path(&format!("{}/", root.path()));
        }
        Ok(Self {
            root,
            is_root_known: !url.is_empty(),
            strip_index: settings.strip_index,
            strip_extension: settings.strip_extension,
            markdown_extension: settings.markdown_extension.clone(),
            ids: HashMap::new(),
            places: HashMap::new(),
            crawled: HashMap::new(),
            originals: HashMap::new(),
            distrusted: HashSet::new(),
        })
    }

    /// Makes links to a copy lead to the page that is read instead.
    pub(super) fn lead(&mut self, copy: &str, original: &str) {
        self.originals.insert(copy.to_owned(), original.to_owned());
    }

    /// Gives a page the address of its file and ignores the address that it states.
    pub(super) fn distrust(&mut self, id: &str) {
        self.distrusted.insert(id.to_owned());
    }

    /// Makes a page known to links by the path of its file.
    pub(crate) fn add(&mut self, id: &str) {
        self.ids.entry(key(id)).or_insert_with(|| id.to_owned());
        self.ids.insert(id.to_owned(), id.to_owned());
    }

    /// Makes pages known to links by the addresses at which a crawl found them. Unless the site's
    /// address is known already, it is the start of the crawl.
    pub(super) fn add_crawled(&mut self, crawled: &Crawled) {
        let Some(start) = crawled
            .start
            .as_ref()
            .and_then(|start| start.join(".").ok())
        else {
            return;
        };
        if !self.is_root_known {
            self.root = start.clone();
            self.is_root_known = true;
        }
        for (id, url) in &crawled.files {
            let place = self.moved(url, &start);
            self.ids.entry(key(id)).or_insert_with(|| id.clone());
            self.crawled.insert(url.to_string(), id.clone());
            self.crawled.insert(place.to_string(), id.clone());
            self.places.insert(id.clone(), place);
        }
        for alias in crawled.aliases.keys() {
            if let Some(id) = self.crawled.get(crawled.behind(alias)).cloned() {
                self.crawled.entry(alias.clone()).or_insert(id);
            }
        }
    }

    /// Returns the address on this site of a page that was crawled below another address.
    fn moved(&self, url: &Url, start: &Url) -> Url {
        let below = url.as_str().strip_prefix(start.as_str());
        let moved = below.and_then(|below| Url::parse(&format!("{}{below}", self.root)).ok());
        moved.unwrap_or_else(|| url.clone())
    }

    /// Makes a page known to links by the address that it states.
    pub(crate) fn add_stated(&mut self, id: &str, address: &Address) {
        if !matches!(address, Address::Unstated | Address::Nowhere)
            && let Some(path) = self.path_within(&self.absolute(id, address))
        {
            self.ids.entry(key(&path)).or_insert_with(|| id.to_owned());
        }
    }

    /// Returns the address of a page: absolute if the site or the page declares one, otherwise
    /// relative to the root of the site.
    pub(crate) fn of(&self, id: &str, address: &Address) -> String {
        if *address == Address::Nowhere {
            return String::new();
        }
        let absolute = match self.production(id, address) {
            Some(_) => self.absolute(id, &Address::Unstated),
            None => self.absolute(id, address),
        };
        if self.is_root_known {
            return absolute.into();
        }
        match address {
            Address::Reference(written) if written.starts_with('/') => written.clone(),
            _ => self.root.make_relative(&absolute).map_or_else(
                || absolute.as_str().to_owned(),
                |relative| {
                    if relative.is_empty() {
                        "./".to_owned()
                    } else {
                        relative
                    }
                },
            ),
        }
    }

    /// Returns the host that a page names in its canonical link, if the site's own host is unknown
    /// and the link is the page's own address on that host. Results then stay on the host that
    /// serves the page.
    pub(super) fn production(&self, id: &str, address: &Address) -> Option<String> {
        let Address::Reference(written) = address else {
            return None;
        };
        // A line of JSON is served at the address that it states.
        let is_file = self.ids.get(id).is_some_and(|own| own == id);
        if self.is_root_known || !is_file {
            return None;
        }
        let url = Url::parse(written).ok().filter(Self::leads_to_page)?;
        is_below(&url, &key(id)).then(|| url.origin().ascii_serialization())
    }

    /// Returns a page's metadata with the address of its picture as those of pages are written, and
    /// without a picture that has no web address.
    pub(crate) fn with_picture(
        &self,
        id: &str,
        mut meta: BTreeMap<String, String>,
    ) -> BTreeMap<String, String> {
        let written = meta.remove(PICTURE);
        let picture = written.and_then(|written| self.picture(id, &written));
        if picture.is_none() {
            meta.retain(|key, _| !PICTURE_KEYS.contains(&key.as_str()));
        }
        meta.extend(picture.map(|picture| (PICTURE.to_owned(), picture)));
        meta
    }

    fn picture(&self, id: &str, written: &str) -> Option<String> {
        let file = self.place(id).unwrap_or_else(|| self.below_root(id));
        let url = file.join(written).ok().filter(Self::leads_to_page)?;
        let is_path = written.starts_with('/') && !written.starts_with("//");
        let relative = match self.is_root_known {
            true => None,
            // The root of the host may be above that of the site.
            false if is_path => Some(written.to_owned()),
            false => self.root.make_relative(&url),
        };
        let address = relative.unwrap_or_else(|| url.into());
        (address.len() <= LONGEST_PICTURE).then_some(address)
    }

    /// Returns the documents to which a page links, each once, in order of their ids.
    pub(crate) fn links(&self, id: &str, address: &Address, hrefs: &[String]) -> Vec<String> {
        let file = self.place(id).unwrap_or_else(|| self.below_root(id));
        let page = self.absolute(id, address);
        let mut links: Vec<String> = hrefs
            .iter()
            .filter(|href| !href.is_empty() && !href.starts_with('#'))
            .filter_map(|href| {
                self.target(&file, href)
                    .or_else(|| self.target(&page, href))
            })
            .filter(|target| target != id)
            .collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// Returns the document to which a link on a page leads.
    pub(super) fn target_of(&self, id: &str, address: &Address, href: &str) -> Option<String> {
        let file = self.place(id).unwrap_or_else(|| self.below_root(id));
        let by_file = self.target(&file, href);
        by_file.or_else(|| self.target(&self.absolute(id, address), href))
    }

    fn target(&self, from: &Url, href: &str) -> Option<String> {
        let mut to = from.join(href).ok()?;
        to.set_fragment(None);
        if let Some(id) = self.crawled.get(to.as_str()) {
            return Some(id.clone());
        }
        let path = self.path_within(&to)?;
        let id = self.ids.get(&path).or_else(|| self.ids.get(&key(&path)))?;
        Some(self.originals.get(id).unwrap_or(id).clone())
    }

    /// Returns the decoded path below the site's root, if the address is within the site.
    fn path_within(&self, url: &Url) -> Option<String> {
        if url.host() != self.root.host() || url.port() != self.root.port() {
            return None;
        }
        let path = url.path();
        let path = match path.strip_prefix(self.root.path()) {
            Some(below) => below,
            // A page may contain `/fees/` although the site is served below `/docs/`.
            None => path.trim_start_matches('/'),
        };
        let decoded = percent_decode_str(path).decode_utf8().ok()?;
        Some(nfc(&decoded).into_owned())
    }

    fn absolute(&self, id: &str, address: &Address) -> Url {
        let by_path = || self.below_root(&self.public_path(id));
        let by_file = || self.place(id).unwrap_or_else(by_path);
        match address {
            Address::Unstated | Address::Nowhere => by_file(),
            Address::Reference(_) if self.distrusted.contains(id) => by_file(),
            Address::Reference(written) => {
                let joined = by_file().join(written).ok();
                joined.filter(Self::leads_to_page).unwrap_or_else(by_file)
            }
            Address::Permalink(path) => {
                let within = || self.root.join(path.trim_start_matches('/')).ok();
                let url = Url::parse(path).ok().or_else(within);
                url.filter(Self::leads_to_page).unwrap_or_else(by_file)
            }
            Address::Slug(slug) => {
                let (folder, name) = id.rsplit_once('/').map_or(("", id), |(f, n)| (f, n));
                let extension = name.rfind('.').map_or("", |at| &name[at..]);
                let path = format!("{folder}/{slug}{extension}");
                self.below_root(&self.public_path(path.trim_start_matches('/')))
            }
        }
    }

    /// Whether a link may lead to a page. Only web addresses may: `javascript:` would run with the
    /// rights of the site.
    fn leads_to_page(url: &Url) -> bool {
        matches!(url.scheme(), "http" | "https")
    }

    /// Returns the address at which a crawl found a page.
    fn place(&self, id: &str) -> Option<Url> {
        self.places.get(id).cloned()
    }

    /// Returns the address of a path in the file system.
    fn below_root(&self, path: &str) -> Url {
        let encoded = utf8_percent_encode(path, RESERVED).to_string();
        self.root
            .join(&encoded)
            .unwrap_or_else(|_| self.root.clone())
    }

    /// Returns the path at which the file of a page is served.
    fn public_path(&self, id: &str) -> String {
        let mut path = id.to_owned();
        if let Some(stem) = [".md", ".markdown"]
            .iter()
            .find_map(|end| id.strip_suffix(end))
        {
            path = if stem == "index" || stem.ends_with("/index") {
                format!("{stem}.html")
            } else {
                format!("{stem}{}", self.markdown_extension)
            };
        }
        if self.strip_index && (path == "index.html" || path.ends_with("/index.html")) {
            path.truncate(path.len() - "index.html".len());
        }
        if self.strip_extension
            && let Some(stem) = path.strip_suffix(".html")
        {
            path.truncate(stem.len());
        }
        path
    }
}

/// Whether an address belongs to a page below the root of its site, which may be the host or a
/// folder on it.
fn is_below(url: &Url, page: &str) -> bool {
    let path = percent_decode_str(url.path().trim_start_matches('/')).decode_utf8_lossy();
    let path = key(&nfc(&path));
    if page == "/" {
        return path.matches('/').count() <= 1;
    }
    let above = path.strip_suffix(page);
    above.is_some_and(|above| above.is_empty() || above.ends_with('/'))
}

const NEEDED: &str = "an http or https address such as \"https://example.org/docs/\", or empty";

#[cfg(test)]
mod tests;
