//! A page: a text between header, navigation and footer.
//!
//! The frame is `www/docs/page.html`, with placeholders `{{name}}`.

use anyhow::{Context, Result};

use super::chapters::Chapter;
use super::headings::Heading;
use super::paths;
use super::words::{self, PageTexts};

/// Allows only the site's own files, WebAssembly but no `eval`, and Trusted Types: the policy of
/// `soru serve`, plus the restrictions that a page can set itself.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    require-trusted-types-for 'script'; trusted-types soru; base-uri 'none'; form-action 'self'; object-src 'none'";

/// The minimum number of headings for a list of them.
const FEWEST_HEADINGS: usize = 3;
/// The maximum number of headings for a list with all levels; a longer list has only the upper
/// level.
const MOST_HEADINGS: usize = 60;

/// The content of a page.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) chapter: &'a Chapter,
    pub(super) chapters: &'a [Chapter],
    /// The text's HTML.
    pub(super) text: &'a str,
    pub(super) headings: &'a [Heading],
    /// The path to the site's root: relative, or absolute on the host for a page that is shown at
    /// any path.
    pub(super) root: &'a str,
    /// Whether the page is the page of results or the "not found" page, which are neither in
    /// results nor in the order of chapters.
    pub(super) is_aside: bool,
    /// Whether the page has its own box.
    pub(super) has_box: bool,
}

impl Page<'_> {
    /// The page's HTML, in this frame.
    ///
    /// # Errors
    /// If the frame has an unknown placeholder.
    pub(super) fn html(&self, frame: &str) -> Result<String> {
        let mut pieces = frame.split("{{");
        let mut html = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (name, rest) = piece
                .split_once("}}")
                .context("www/docs/page.html: `{{` without `}}`")?;
            let value = self.value(name);
            html.push_str(
                &value.with_context(|| format!("www/docs/page.html: no `{{{{{name}}}}}`"))?,
            );
            html.push_str(rest);
        }
        Ok(html)
    }

    fn words(&self) -> &'static PageTexts {
        words::of(self.chapter.lang())
    }

    fn value(&self, name: &str) -> Option<String> {
        let words = self.words();
        Some(match name {
            "lang" => words.lang.to_owned(),
            "policy" => POLICY.to_owned(),
            "title" => escaped(&self.chapter.title),
            "about" => escaped(&self.chapter.about),
            "robots" if self.is_aside => {
                "\n  <meta name=\"robots\" content=\"noindex\">".to_owned()
            }
            "robots" => String::new(),
            "part" => escaped(&self.chapter.part),
            "root" => self.root.to_owned(),
            "site" => words.site.to_owned(),
            "skip" => words.skip.to_owned(),
            "chapters" => words.chapters.to_owned(),
            "box" => self.search(),
            "language" => self.language(),
            "navigation" => self.navigation(),
            "text" => self.text.to_owned(),
            "turn" => self.turn(),
            "on-this-page" => self.on_this_page(),
            "source" if self.is_aside => String::new(),
            "source" => format!(
                "{} <code>{}</code>",
                words.made_of,
                escaped(&self.chapter.source)
            ),
            _ => return None,
        })
    }

    fn search(&self) -> String {
        if self.has_box {
            return String::new();
        }
        let (root, words) = (self.root, self.words());
        let results = results(words.lang);
        format!(
            "<soru-search form=\"dialog\" bundle=\"{root}soru/\" results=\"{root}{results}\"><a href=\"{root}chapters.html\">{}</a></soru-search>",
            words.search
        )
    }

    /// The link to the same chapter in the other language, or to its first page.
    fn language(&self) -> String {
        let (lang, page, name) = match self.words().lang {
            "tr" => ("en", "index.html", "English"),
            _ => ("tr", "tr/index.html", "Türkçe"),
        };
        let own = &self.chapter.page;
        let other = match own.strip_prefix("tr/") {
            Some(page) => page.to_owned(),
            None => format!("tr/{own}"),
        };
        let is_there = self.chapters.iter().any(|chapter| chapter.page == other);
        let page = if is_there { &other } else { page };
        format!(
            "<a class=\"lang\" lang=\"{lang}\" hreflang=\"{lang}\" href=\"{}{page}\">{name}</a>",
            self.root
        )
    }

    /// Returns all chapters by part; nested ones only in the open group.
    fn navigation(&self) -> String {
        let open = self.group();
        let mut group = "";
        let shown = self.listed().filter(|chapter| {
            if !chapter.is_nested {
                group = &chapter.page;
            }
            !chapter.is_nested || group == open
        });
        let shown: Vec<&Chapter> = shown.collect();
        let parts = shown.chunk_by(|one, next| one.part == next.part);
        let part = |chapters: &[&Chapter]| {
            let entries: String = chapters.iter().map(|chapter| self.entry(chapter)).collect();
            let first = chapters.first()?;
            let lang = self.lang_of(first);
            let title = escaped(&first.part);
            Some(format!(
                "<p class=\"part\"{lang}>{title}</p>\n<ul>\n{entries}</ul>\n"
            ))
        };
        parts.filter_map(part).collect()
    }

    /// The listed chapters, in order.
    fn listed(&self) -> impl Iterator<Item = &Chapter> {
        let chapters = self.chapters.iter();
        chapters.filter(|chapter| !chapter.part.is_empty())
    }

    /// Returns the page of this page's group, or its own.
    fn group(&self) -> &str {
        let before = self
            .chapters
            .iter()
            .take_while(|other| *other != self.chapter);
        if self.chapter.is_nested {
            let group = before.filter(|other| !other.is_nested).last();
            return group.map_or("", |group| &group.page);
        }
        &self.chapter.page
    }

    fn entry(&self, chapter: &Chapter) -> String {
        let class = if chapter.is_nested {
            " class=\"nested\""
        } else {
            ""
        };
        let current = if chapter == self.chapter {
            " aria-current=\"page\""
        } else {
            ""
        };
        format!(
            "<li{class}><a href=\"{}\"{current}{}>{}</a></li>\n",
            self.to(chapter),
            self.lang_of(chapter),
            escaped(&chapter.title)
        )
    }

    fn to(&self, chapter: &Chapter) -> String {
        if self.root.starts_with('/') {
            format!("{}{}", self.root, chapter.page)
        } else {
            paths::relative(&self.chapter.page, &chapter.page)
        }
    }

    /// Returns the `lang` attribute for words in another language than the page's.
    fn lang_of(&self, chapter: &Chapter) -> String {
        match chapter.lang() {
            lang if lang == self.chapter.lang() => String::new(),
            lang => format!(" lang=\"{lang}\""),
        }
    }

    /// Returns links to the previous and the next chapter.
    fn turn(&self) -> String {
        let listed: Vec<&Chapter> = self.listed().collect();
        let Some(here) = listed.iter().position(|chapter| *chapter == self.chapter) else {
            return String::new();
        };
        let words = self.words();
        let link = |rel: &str, label: &str, chapter: Option<&&Chapter>| {
            chapter.map_or(String::new(), |chapter| {
                format!(
                    "<a rel=\"{rel}\" class=\"{rel}\" href=\"{}\"><span>{label}</span> <b{}>{}</b></a>\n",
                    self.to(chapter),
                    self.lang_of(chapter),
                    escaped(&chapter.title)
                )
            })
        };
        let before = here.checked_sub(1).and_then(|before| listed.get(before));
        format!(
            "<nav class=\"turn\" aria-label=\"{}\">\n{}{}</nav>",
            words.pages,
            link("prev", words.previous, before),
            link("next", words.next, listed.get(here + 1))
        )
    }

    fn on_this_page(&self) -> String {
        let below = |deepest: u8| {
            let shown = move |heading: &&Heading| (2..=deepest).contains(&heading.level);
            self.headings.iter().filter(shown).collect::<Vec<_>>()
        };
        let mut shown = below(3);
        if shown.len() > MOST_HEADINGS {
            shown = below(2);
        }
        if shown.len() < FEWEST_HEADINGS {
            return String::new();
        }
        let items = shown.iter().map(|heading| {
            let class = if heading.level > 2 {
                " class=\"nested\""
            } else {
                ""
            };
            format!(
                "<li{class}><a href=\"#{}\">{}</a></li>\n",
                heading.id,
                escaped(&heading.text)
            )
        });
        let title = self.words().on_this_page;
        format!(
            "<nav class=\"on-this-page\" aria-label=\"{title}\">\n<details>\n<summary>{title}</summary>\n<ul>\n{}</ul>\n</details>\n</nav>",
            items.collect::<String>()
        )
    }
}

/// Returns the page of results in this language.
pub(super) fn results(lang: &str) -> &'static str {
    if lang == "tr" {
        "tr/ara.html"
    } else {
        "search.html"
    }
}

/// Escapes a text for HTML elements and attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::super::chapters;
    use super::*;

    const LIST: &str = "## Use\n- [A](a.md): a\n- [B](../../docs/b/README.md): b & c\n  - [C](../../docs/b/c.md): c\n## Türkçe\n- [Ç](tr/README.md): ç\n- [A](tr/a.md): a\n";

    fn page(number: usize, frame: &str) -> Result<String> {
        let chapters = chapters::read(LIST)?;
        let heading = |level, id: &str| Heading {
            level,
            id: id.to_owned(),
            text: format!("<{id}>"),
        };
        let page = Page {
            chapter: &chapters[number],
            chapters: &chapters,
            text: "<p>{{ kept }}</p>",
            headings: &[
                heading(1, "t"),
                heading(2, "u"),
                heading(3, "v"),
                heading(2, "w"),
            ],
            root: &paths::up(&chapters[number].page),
            is_aside: false,
            has_box: false,
        };
        page.html(frame)
    }

    #[test]
    fn nested_chapters_are_shown_where_their_group_is_open() {
        assert!(!page(0, "{{navigation}}").unwrap().contains("c.html"));
        for (number, here) in [(1, "index.html"), (2, "c.html")] {
            let html = page(number, "{{navigation}}").unwrap();
            assert!(
                html.contains("<li class=\"nested\"><a href=\"c.html\""),
                "{html}"
            );
            assert!(
                html.contains(&format!("href=\"{here}\" aria-current=\"page\"")),
                "{html}"
            );
            assert!(
                html.contains("<a href=\"../tr/index.html\" lang=\"tr\">Ç</a>"),
                "{html}"
            );
        }
    }

    #[test]
    fn a_chapter_leads_to_itself_in_the_other_language_if_it_is_there() {
        for (number, other) in [
            (0, "tr/a.html"),
            (1, "../tr/index.html"),
            (3, "../index.html"),
            (4, "../a.html"),
        ] {
            let html = page(number, "{{language}}").unwrap();
            assert!(html.contains(&format!("href=\"{other}\"")), "{html}");
        }
    }

    #[test]
    fn pages_lead_to_those_before_and_after() {
        let html = page(2, "{{turn}}").unwrap();
        assert!(
            html.contains("class=\"prev\" href=\"index.html\""),
            "{html}"
        );
        assert!(
            html.contains("class=\"next\" href=\"../tr/index.html\""),
            "{html}"
        );
        assert!(!page(4, "{{turn}}").unwrap().contains("class=\"next\""));
        assert_eq!(page(5, "{{turn}}").unwrap(), "", "the list is no chapter");
    }

    #[test]
    fn headings_are_listed_below_the_title() {
        let html = page(0, "{{on-this-page}}").unwrap();
        assert!(
            html.contains("<li class=\"nested\"><a href=\"#v\">&lt;v&gt;</a></li>"),
            "{html}"
        );
        assert!(!html.contains("#t"), "{html}");
    }

    #[test]
    fn a_frame_is_filled_and_texts_are_not() {
        assert_eq!(
            page(1, "<{{lang}}>{{about}}{{text}}").unwrap(),
            "<en>b &amp; c<p>{{ kept }}</p>"
        );
        let error = page(0, "{{titel}}").unwrap_err().to_string();
        assert!(error.contains("{{titel}}"), "{error}");
    }
}
