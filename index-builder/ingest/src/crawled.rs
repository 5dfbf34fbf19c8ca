//! Crawled folders: reads the addresses at which `soru crawl` found the pages of a folder.
//!
//! The crawl stores them in a hidden file of the folder. This module reads only the address of each
//! file; the other contents belong to the crawl (`crawl/state.rs`).

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use url::Url;

/// The name of the file.
pub const STATE_FILE: &str = ".soru-crawl.jsonl";

/// The maximum number of redirects to follow from an address.
const MOST_ALIASES: usize = 10;

/// A folder that a crawl wrote.
#[derive(Debug, Default)]
pub(crate) struct Crawled {
    /// The start of the crawl.
    pub(crate) start: Option<Url>,
    /// The addresses of files, by their paths within the folder.
    pub(crate) files: HashMap<String, Url>,
    /// Addresses that lead to another one, by redirects or canonical links.
    pub(crate) aliases: HashMap<String, String>,
}

/// The fields that this module reads from a line.
#[derive(Deserialize)]
struct Line {
    start: Option<String>,
    url: Option<String>,
    file: Option<String>,
    target: Option<String>,
}

impl Crawled {
    /// Reads the record of a crawled folder; nothing if no crawl wrote it.
    pub(crate) fn folder(folder: &Path) -> Self {
        let mut crawled = Self::default();
        let Ok(file) = File::open(folder.join(STATE_FILE)) else {
            return crawled;
        };
        let lines = BufReader::new(file).lines().map_while(Result::ok);
        // Later lines replace earlier ones: the lines are in the order of the crawl.
        for line in lines.filter_map(|line| serde_json::from_str::<Line>(&line).ok()) {
            crawled.note(line);
        }
        crawled
    }

    /// Returns the final target of an address.
    pub(crate) fn behind<'c>(&'c self, alias: &'c str) -> &'c str {
        let mut at = alias;
        // Some redirects form a circle.
        for _ in 0..MOST_ALIASES {
            match self.aliases.get(at) {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    fn note(&mut self, line: Line) {
        if let Some(start) = line.start.as_deref().and_then(of_the_web) {
            self.start = Some(start);
        }
        let Some(url) = line.url.as_deref().and_then(of_the_web) else {
            return;
        };
        self.aliases.remove(url.as_str());
        if let Some(target) = line.target {
            self.aliases.insert(url.to_string(), target);
        }
        if let Some(file) = line.file {
            self.files.insert(file, url);
        }
    }
}

/// Only web addresses may be the address of a result.
fn of_the_web(written: &str) -> Option<Url> {
    let url = Url::parse(written).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}
