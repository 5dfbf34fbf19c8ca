//! Extracts the outline of a page for a crawl: its links and its rules for indexing.

use scraper::{ElementRef, Html, Node};

use super::attributes::attribute;
use super::head::Head;
use super::parsing;
use super::redirects::Refresh;
use crate::encoding;
use crate::page::{Address, Rejection, SkipReason};

/// Elements whose text is invisible, or visible only without scripts.
const UNSEEN: [&str; 6] = ["head", "script", "style", "noscript", "template", "title"];

/// Ids of the element into which scripts write the page.
const APP_ROOTS: [&str; 9] = [
    "root",
    "app",
    "__next",
    "__nuxt",
    "___gatsby",
    "svelte",
    "main-app",
    "app-root",
    "react-root",
];

/// Elements of text.
const CONTENT: [&str; 13] = [
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "li",
    "td",
    "dd",
    "blockquote",
    "pre",
    "figcaption",
];

/// Elements around the text of a page.
const AROUND: [&str; 4] = ["nav", "header", "footer", "aside"];

/// The minimum number of letters of a page with readable text.
const FEW_LETTERS: usize = 200;

/// The maximum number of links of a page that are read.
const MOST_LINKS: usize = 20_000;

/// The properties of a page that a crawl needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outline {
    /// The targets of its links, as written, except links marked `nofollow`.
    pub links: Vec<String>,
    /// Links marked `nofollow`.
    pub unfollowed: usize,
    /// The base of relative links, if it is not the page.
    pub base: Option<String>,
    /// The page's canonical address, as written.
    pub canonical: Option<String>,
    /// The target of an immediate redirect.
    pub refresh: Option<String>,
    /// Whether its meta elements contain `noindex`.
    pub is_noindex: bool,
    /// Whether its meta elements contain `nofollow`.
    pub is_nofollow: bool,
    /// Whether scripts render the page.
    pub needs_scripts: bool,
}

/// Extracts the outline of an HTML page.
///
/// # Errors
/// If the bytes are not text, or not a page.
pub fn outline(bytes: &[u8]) -> Result<Outline, Rejection> {
    let decoded = encoding::decode(bytes).ok_or(SkipReason::NotText)?;
    let html = parsing::document(&decoded.text)?;
    let head = Head::of(&html);
    let mut outline = Outline {
        is_noindex: head.is_noindex,
        canonical: match head.address {
            Address::Reference(written) => Some(written),
            _ => None,
        },
        needs_scripts: needs_scripts(&html),
        ..Outline::default()
    };
    for element in html.root_element().descendent_elements() {
        outline.see(&element);
    }
    Ok(outline)
}

impl Outline {
    fn see(&mut self, element: &ElementRef<'_>) {
        match element.value().name() {
            "a" | "area" => self.link(element),
            "link" if leads_on(element) => self.link(element),
            "base" if self.base.is_none() => {
                self.base = attribute(element.value(), "href").map(str::to_owned);
            }
            "meta" => self.meta(element),
            _ => {}
        }
    }

    fn link(&mut self, element: &ElementRef<'_>) {
        let Some(href) = attribute(element.value(), "href") else {
            return;
        };
        if has_word(element, "rel", "nofollow") {
            self.unfollowed += 1;
        } else if self.links.len() < MOST_LINKS {
            self.links.push(href.trim().to_owned());
        }
    }

    fn meta(&mut self, element: &ElementRef<'_>) {
        let content = attribute(element.value(), "content").unwrap_or_default();
        let named = |key, name: &str| {
            attribute(element.value(), key).is_some_and(|own| own.eq_ignore_ascii_case(name))
        };
        if named("name", "robots") || named("name", "soru") {
            self.is_nofollow |= has_nofollow(content);
        }
        if named("http-equiv", "refresh") && self.refresh.is_none() {
            let refresh = Refresh::of(content).filter(Refresh::is_immediate);
            self.refresh = refresh.and_then(|refresh| refresh.target);
        }
    }
}

/// Whether a `link` element names another version of the page: in another language, or the previous
/// or next one.
fn leads_on(element: &ElementRef<'_>) -> bool {
    let is_page = has_word(element, "rel", "next") || has_word(element, "rel", "prev");
    let is_translated =
        has_word(element, "rel", "alternate") && attribute(element.value(), "hreflang").is_some();
    is_page || is_translated
}

fn has_word(element: &ElementRef<'_>, key: &str, word: &str) -> bool {
    let written = attribute(element.value(), key).unwrap_or_default();
    let mut words = written.split_ascii_whitespace();
    words.any(|own| own.eq_ignore_ascii_case(word))
}

/// Whether the content of a `robots` meta element or header contains `nofollow`.
pub fn has_nofollow(content: &str) -> bool {
    let mut words = content.split([',', ' ']).map(str::trim);
    words.any(|word| word.eq_ignore_ascii_case("nofollow") || word.eq_ignore_ascii_case("none"))
}

/// Whether a page has almost no text, an element that scripts fill, and no paragraph or heading
/// outside that element.
fn needs_scripts(html: &Html) -> bool {
    let elements = || html.root_element().descendent_elements();
    let has_scripts = elements().any(|element| element.value().name() == "script");
    has_scripts
        && elements().any(|element| is_app_root(&element))
        && visible_letters(html) < FEW_LETTERS
        && !elements().any(|element| is_written(&element))
}

fn is_app_root(element: &ElementRef<'_>) -> bool {
    let name = element.value().name();
    let is_root = |id: &str| APP_ROOTS.iter().any(|root| id.eq_ignore_ascii_case(root));
    if name == "noscript" {
        let text: String = element.text().collect();
        return text.to_ascii_lowercase().contains("javascript");
    }
    // `<my-app></my-app>`
    let is_custom = name.contains('-') && element.text().all(|text| text.trim().is_empty());
    is_custom || attribute(element.value(), "id").is_some_and(is_root)
}

/// Whether the server rendered this content: it is neither "Loading…" in an application's root, nor
/// the menu around it. Such a page may be short, and may contain widgets that scripts fill, such as
/// the box of this project.
fn is_written(element: &ElementRef<'_>) -> bool {
    let is_outside = |ancestor: ElementRef<'_>| {
        !UNSEEN.contains(&ancestor.value().name())
            && !AROUND.contains(&ancestor.value().name())
            && !is_app_root(&ancestor)
    };
    CONTENT.contains(&element.value().name())
        && element
            .text()
            .any(|text| text.contains(char::is_alphanumeric))
        && element
            .ancestors()
            .filter_map(ElementRef::wrap)
            .all(is_outside)
}

/// Counts the letters and digits that readers see, up to [`FEW_LETTERS`].
fn visible_letters(html: &Html) -> usize {
    let mut count = 0;
    let mut rest = vec![*html.root_element()];
    while let Some(node) = rest.pop() {
        match node.value() {
            Node::Text(text) => count += text.chars().filter(|c| c.is_alphanumeric()).count(),
            Node::Element(element) if UNSEEN.contains(&element.name()) => {}
            _ => rest.extend(node.children()),
        }
        if count >= FEW_LETTERS {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_where_the_page_lets_them() {
        let page = "<base href='/docs/'><meta name=robots content='noindex, NoFollow'>
            <link rel=canonical href=' /a '><link rel=stylesheet href=x.css>
            <link rel=alternate hreflang=tr href=/tr/><link rel=next href=2.html>
            <a href=' b.html '>b</a><a rel='external nofollow' href=c.html>c</a><a name=x>d</a>
            <map><area href=d.html></map>";
        let found = outline(page.as_bytes()).unwrap();
        assert_eq!(found.links, ["/tr/", "2.html", "b.html", "d.html"]);
        assert_eq!(
            (found.unfollowed, found.base.as_deref()),
            (1, Some("/docs/"))
        );
        assert_eq!(found.canonical.as_deref(), Some("/a"));
        assert!(found.is_noindex && found.is_nofollow);
    }

    #[test]
    fn a_page_that_sends_its_readers_on_names_where_to() {
        let target = |content: &str| {
            let page = format!("<meta http-equiv=Refresh content=\"{content}\">");
            outline(page.as_bytes()).unwrap().refresh
        };
        assert_eq!(target("0; URL='new.html'").as_deref(), Some("new.html"));
        assert_eq!(target("0;url = new.html").as_deref(), Some("new.html"));
        assert_eq!(target("30; url=new.html"), None);
        assert_eq!(target("0"), None);
    }

    #[test]
    fn a_short_page_with_an_empty_widget_needs_no_scripts() {
        let page = "<header><p>Harbour<soru-search></soru-search></header>
            <main><h1>Boats</h1><p>Painted in April.</main><script src=soru-search.js></script>";
        assert!(!outline(page.as_bytes()).unwrap().needs_scripts);
    }

    #[test]
    fn a_page_rendered_by_scripts_is_distinguished_from_a_short_one() {
        let needs = |page: &str| outline(page.as_bytes()).unwrap().needs_scripts;
        assert!(needs("<div id=root></div><script src=app.js></script>"));
        assert!(needs(
            "<noscript>Please enable JavaScript.</noscript><script src=a.js></script>"
        ));
        assert!(needs(
            "<my-app></my-app><script type=module src=a.js></script>"
        ));
        assert!(needs(
            "<header><p>Harbour</header><div id=root><p>Loading</div><script src=a.js></script>"
        ));
        assert!(!needs("<p>Closed today.<script src=a.js></script>"));
        assert!(!needs("<div id=root><p>Closed today.</div>"));
        let long = "word ".repeat(100);
        assert!(!needs(&format!(
            "<div id=root>{long}</div><script src=a.js></script>"
        )));
    }
}
