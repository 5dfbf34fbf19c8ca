//! The source pages of facts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use soru::text::{Language, fold, normalise};
use soru::{Block, Document, Fact};
use soru_files::place::Place;
use soru_ingest::Ingestion;
use url::Url;

use super::{Finding, FindingKind};
use crate::project::Project;

/// Placeholder for the address of a site whose address is unknown.
const NOWHERE: &str = "https://site.invalid/";

/// The pages of a site, by address.
#[derive(Debug)]
pub struct Pages {
    root: Url,
    pages: BTreeMap<String, SourcePage>,
}

/// The parts of a page to which a fact may refer.
#[derive(Debug, Default)]
struct SourcePage {
    anchors: Vec<String>,
    /// Its words, normalised for comparison with quotations.
    text: String,
    /// Its file, unless it shares one with other pages.
    file: Option<PathBuf>,
}

impl Pages {
    /// Reads the pages below the inputs, as a build does.
    ///
    /// # Errors
    /// If an input cannot be read, or pages are malformed.
    pub fn read(inputs: &[PathBuf], project: &Project) -> anyhow::Result<Self> {
        let site = project.site_facts();
        let root = Url::parse(&site.url).or_else(|_| Url::parse(NOWHERE))?;
        let ingestion = Ingestion::new(inputs, &project.input, &site, None, None)?;
        let mut pages = BTreeMap::new();
        for document in ingestion.documents()? {
            if let Ok(url) = root.join(&document.url) {
                // Several lines of JSON may be passages of one page.
                let page: &mut SourcePage = pages.entry(address(&url)).or_default();
                page.add(&document, inputs);
            }
        }
        Ok(Self { root, pages })
    }

    /// The faults of a fact's source and quotation.
    pub(super) fn findings(&self, fact: &Fact, place: &Place) -> Vec<Finding> {
        let finding = |kind, is_error, message| Finding {
            place: place.clone(),
            kind,
            is_error,
            message,
        };
        let source = &fact.source_url;
        let Some(url) = self.root.join(source).ok().filter(|url| self.is_own(url)) else {
            return Vec::new();
        };
        let Some(page) = self.pages.get(&address(&url)) else {
            let address = address(&url);
            let below = |page: &str| page.strip_suffix(&format!("/{address}")).map(str::to_owned);
            // Pages read from above the site's root have its folder in their addresses.
            let advice = match self.pages.keys().find_map(|page| below(page)) {
                Some(root) => format!(
                    ", but one in the folder `{root}`: if that is the site, name it with --pages"
                ),
                None => match self.nearest(&address) {
                    Some(nearest) => format!("; did you mean `{nearest}`?"),
                    None => String::new(),
                },
            };
            let message = format!("`source_url`: the site has no page at `{source}`{advice}");
            return vec![finding(FindingKind::DeadLink, true, message)];
        };
        let mut findings = Vec::new();
        // Addresses percent-encode letters beyond ASCII; pages have them unencoded.
        let fragment = percent_decode_str(url.fragment().unwrap_or_default()).decode_utf8_lossy();
        if let Some(anchor) = Some(fragment).filter(|anchor| !anchor.is_empty())
            && !page.has_anchor(&anchor)
        {
            let message = format!("`source_url`: the page has no element with the id `{anchor}`");
            findings.push(finding(FindingKind::DeadAnchor, false, message));
        }
        if !fact.source_quote.is_empty() && !page.text.contains(&words(&fact.source_quote)) {
            let message = format!(
                "`source_quote` is no longer on `{source}`: \"{}\". Compare the answer with the \
                 page, then update the quotation and `checked_on`",
                fact.source_quote
            );
            findings.push(finding(FindingKind::QuoteGone, true, message));
        }
        findings
    }

    fn is_own(&self, url: &Url) -> bool {
        url.origin() == self.root.origin()
    }

    /// The page with the most similar address.
    fn nearest(&self, address: &str) -> Option<&str> {
        let similar = |page: &&String| soru::pre_retrieval::similarity(page, address);
        let best = self
            .pages
            .keys()
            .max_by(|a, b| similar(a).total_cmp(&similar(b)))?;
        (similar(&best) > 0.8).then_some(best.as_str())
    }
}

impl SourcePage {
    fn add(&mut self, document: &Document, inputs: &[PathBuf]) {
        let mut text = format!("{} {}", document.title, document.description);
        for block in &document.blocks {
            if let Block::Heading {
                anchor: Some(anchor),
                ..
            } = block
            {
                self.anchors.push(anchor.clone());
            }
            text.push(' ');
            text.push_str(block.text());
        }
        self.text.push(' ');
        self.text.push_str(&words(&text));
        let files = inputs.iter().map(|input| input.join(&document.id));
        self.file = files.into_iter().find(|file| file.is_file());
    }

    /// Whether the page has the anchor, among its headings or in the elements of its HTML.
    fn has_anchor(&self, anchor: &str) -> bool {
        self.anchors.iter().any(|own| own == anchor)
            || self.file.as_deref().is_some_and(|file| names(file, anchor))
    }
}

/// Whether an HTML file has an element with this id, or an obsolete `<a name>`.
fn names(file: &Path, anchor: &str) -> bool {
    let Ok(bytes) = std::fs::read(file) else {
        return false;
    };
    let text = String::from_utf8_lossy(&bytes);
    let written = ["id", "name"]
        .iter()
        .flat_map(|key| ["\"", "'", ""].map(|quote| (format!("{key}={quote}{anchor}"), quote)));
    written.into_iter().any(|(start, quote)| {
        text.match_indices(&start).any(|(at, _)| {
            let rest = &text[at + start.len()..];
            let ends = rest.starts_with(quote) && !quote.is_empty();
            ends || (quote.is_empty() && rest.starts_with(['>', ' ', '\n', '/']))
        })
    })
}

/// The words of a text in folded spelling.
fn words(text: &str) -> String {
    fold(&normalise(text, Language::Other))
}

/// An address without the parts that do not identify a page.
fn address(url: &Url) -> String {
    let path = url.path().trim_start_matches('/');
    path.strip_suffix("index.html").unwrap_or(path).to_owned()
}
