//! The whole site: its pages and files.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use super::chapters::{self, Chapter};
use super::markdown::{self, Text};
use super::page::{Page, escaped, results};
use super::{links, paths, settings, words};
use crate::workspace::Workspace;

/// Files of the checkout that pages share, with their names in the site. The style is the demo's,
/// extended for documentation.
const SHARED: [(&str, &str); 3] = [
    ("www/demo/style.css", "style.css"),
    ("www/docs/docs.css", "docs.css"),
    ("www/demo/favicon.svg", "favicon.svg"),
];
/// The folder of the bundle, which is built from the pages.
const BUNDLE: &str = "soru/";

/// The site, in memory.
#[derive(Debug, Default)]
pub(super) struct Site {
    /// HTML by path.
    pages: BTreeMap<String, String>,
    /// Other files by path.
    files: BTreeMap<String, Vec<u8>>,
    chapters: Vec<Chapter>,
}

impl Site {
    /// Makes the whole site. `base` is its path on its host.
    ///
    /// # Errors
    /// If a file cannot be read, or a link is broken.
    pub(super) fn make(workspace: &Workspace, base: &str) -> Result<Self> {
        let base = format!("/{}/", base.trim_matches('/')).replace("//", "/");
        let frame = read(workspace, "www/docs/page.html")?;
        let list = read(workspace, chapters::LIST)?;
        let mut site = Self {
            chapters: chapters::read(&list)?,
            ..Self::default()
        };
        for (source, name) in SHARED {
            site.files
                .insert(name.to_owned(), bytes(workspace, source)?);
        }
        for chapter in site.chapters.clone() {
            site.add_chapter(workspace, &chapter, &frame)?;
        }
        for (chapter, text, root) in asides(&base) {
            let page = Page {
                chapter: &chapter,
                chapters: &site.chapters,
                text: &text,
                headings: &[],
                root: &root,
                is_aside: true,
                has_box: text.contains("<soru-search"),
            };
            site.pages.insert(chapter.page.clone(), page.html(&frame)?);
        }
        links::check(&site.pages, &|path| site.is_file(path), &base)?;
        Ok(site)
    }

    /// Paths in the site, with contents.
    pub(super) fn files(&self) -> impl Iterator<Item = (&String, &[u8])> {
        let pages = self
            .pages
            .iter()
            .map(|(path, html)| (path, html.as_bytes()));
        pages.chain(
            self.files
                .iter()
                .map(|(path, content)| (path, content.as_slice())),
        )
    }

    /// The listed chapters, in order.
    pub(super) fn chapters(&self) -> impl Iterator<Item = &Chapter> {
        self.chapters
            .iter()
            .filter(|chapter| !chapter.part.is_empty())
    }

    /// Whether it is a file of the site, or of the bundle built from its pages.
    fn is_file(&self, path: &str) -> bool {
        self.files.contains_key(path) || format!("{path}/").starts_with(BUNDLE)
    }

    fn add_chapter(&mut self, workspace: &Workspace, chapter: &Chapter, frame: &str) -> Result<()> {
        let source = read(workspace, &chapter.source)?;
        let markdown = if chapter.source == settings::SOURCE {
            settings::markdown(&source)
        } else {
            source
        };
        let sizes = |image: &str| {
            let image_text = read(workspace, image)?;
            size(&image_text)
                .with_context(|| format!("{image}: no width and height in its first tag"))
        };
        let Text {
            html,
            headings,
            images,
        } = markdown::render(&markdown, chapter, &self.chapters, &sizes)?;
        for image in images {
            self.files
                .insert(chapters::page(&image), bytes(workspace, &image)?);
        }
        let page = Page {
            chapter,
            chapters: &self.chapters,
            text: &html,
            headings: &headings,
            root: &paths::up(&chapter.page),
            is_aside: false,
            has_box: false,
        };
        self.pages.insert(chapter.page.clone(), page.html(frame)?);
        Ok(())
    }
}

/// Pages that are not chapters, with the path to the site's root.
fn asides(base: &str) -> Vec<(Chapter, String, String)> {
    let mut pages: Vec<(Chapter, String, String)> = ["en", "tr"].map(search).into();
    let not_found = Chapter {
        page: "404.html".to_owned(),
        title: "Not found".to_owned(),
        about: "There is no such page in the documentation of Soru.".to_owned(),
        ..Chapter::default()
    };
    let text = format!(
        "<h1>There is no such page</h1>\n<p class=\"lead\">Ask for what you were looking for, or choose a chapter.</p>\n\
         <soru-search form=\"page\" bundle=\"{base}{BUNDLE}\"></soru-search>\n\
         <p><a href=\"{base}chapters.html\">All chapters</a></p>\n\
         <p lang=\"tr\">Böyle bir sayfa yok. <a href=\"{base}tr/index.html\">Türkçe başlangıç</a></p>"
    );
    pages.push((not_found, text, base.to_owned()));
    pages
}

fn search(lang: &str) -> (Chapter, String, String) {
    let words = words::of(lang);
    let chapter = Chapter {
        page: results(lang).to_owned(),
        title: words.search.to_owned(),
        about: words.search_about.to_owned(),
        ..Chapter::default()
    };
    let root = paths::up(&chapter.page);
    let text = format!(
        "<h1>{}</h1>\n<soru-search form=\"page\" bundle=\"{root}{BUNDLE}\"><p>{} <a href=\"{root}chapters.html\">{}</a></p></soru-search>",
        escaped(words.search),
        escaped(words.search_without_scripts),
        words.chapters
    );
    (chapter, text, root)
}

/// Width and height in the first tag of an SVG.
fn size(svg: &str) -> Option<(u32, u32)> {
    let tag = svg.get(svg.find("<svg")?..)?.split_once('>')?.0;
    let length = |name| links::values(tag, name).next()?.parse().ok();
    Some((length("width")?, length("height")?))
}

fn read(workspace: &Workspace, path: &str) -> Result<String> {
    fs::read_to_string(workspace.path(path)).with_context(|| format!("read {path}"))
}

fn bytes(workspace: &Workspace, path: &str) -> Result<Vec<u8>> {
    fs::read(workspace.path(path)).with_context(|| format!("read {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_and_anchor_of_the_documentation_leads_somewhere() {
        let workspace = Workspace::locate().unwrap();
        let site = Site::make(&workspace, "/").unwrap();
        assert!(site.chapters().count() > 30);
        assert!(Site::make(&workspace, "below/a/folder").is_ok());
    }

    #[test]
    fn every_text_about_soru_is_a_chapter() {
        let workspace = Workspace::locate().unwrap();
        let site = Site::make(&workspace, "/").unwrap();
        let sources: Vec<&str> = site
            .chapters
            .iter()
            .map(|chapter| chapter.source.as_str())
            .collect();
        for folder in [
            "",
            "docs",
            "docs/guides",
            "docs/benchmarks",
            "www/docs",
            "www/docs/tr",
        ] {
            for entry in fs::read_dir(workspace.path(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let path = format!("{folder}/{name}");
                if name.contains(".md") {
                    assert!(
                        sources.contains(&path.trim_start_matches('/')),
                        "{path} is not in {}",
                        chapters::LIST
                    );
                }
            }
        }
    }

    // The folder with the chapters for site owners, and its list.
    const OWNERS: &str = "www/docs";
    const MOST_WORDS: usize = 14_050;
    /// The chapter for organisations that run a cluster, which others do not read.
    const OF_CLUSTERS: &str = "clusters.md";
    const MOST_LINES_OF_README: usize = 90;

    #[test]
    fn the_chapters_for_owners_stay_short() {
        let workspace = Workspace::locate().unwrap();
        let mut words = 0;
        for entry in fs::read_dir(workspace.path(OWNERS)).unwrap() {
            let path = entry.unwrap().path();
            let is_chapter = path.extension().is_some_and(|extension| extension == "md");
            if is_chapter && !path.ends_with(OF_CLUSTERS) {
                words += fs::read_to_string(path).unwrap().split_whitespace().count();
            }
        }
        assert!(words <= MOST_WORDS, "{words} words in {OWNERS}");
        let readme = read(&workspace, "README.md").unwrap().lines().count();
        assert!(
            readme <= MOST_LINES_OF_README,
            "{readme} lines in README.md"
        );
    }

    #[test]
    fn an_image_s_size_is_read_from_its_first_tag() {
        let svg = "<?xml?><svg class=\"a\" width=\"616\" height=\"324\"><rect width=\"1\"/></svg>";
        assert_eq!(size(svg), Some((616, 324)));
        assert_eq!(size("<svg width=\"616\">"), None);
        assert_eq!(size("no picture"), None);
    }
}
