//! Recognises generated pages, such as indexes, search pages and print pages, which repeat or list
//! the content of other pages.
//!
//! The marks of their generators identify them: classes of the index itself, the name of the
//! generator with the name of the file, a search field below the heading "Search". A page about
//! searching is not one of them.
//!
//! # Adding a generator
//! Add a rule to [`generated`], and a page of the generator to the tests.

use scraper::{ElementRef, Html};

use super::attributes::attribute;

/// The maximum number of words of a search page; a page with more has other content.
const FEW_WORDS: usize = 60;

/// "Search" and "search results" in the languages of the box.
const SEARCH: [&str; 36] = [
    "search",
    "arama",
    "ara",
    "suche",
    "suchen",
    "suchergebnisse",
    "recherche",
    "rechercher",
    "búsqueda",
    "buscar",
    "ricerca",
    "cerca",
    "zoeken",
    "zoekresultaten",
    "pesquisa",
    "pesquisar",
    "busca",
    "sök",
    "sökresultat",
    "søg",
    "søk",
    "haku",
    "поиск",
    "пошук",
    "szukaj",
    "wyszukiwanie",
    "vyhledávání",
    "keresés",
    "căutare",
    "αναζήτηση",
    "بحث",
    "جستجو",
    "検索",
    "搜索",
    "검색",
    "pencarian",
];

/// Names of Doxygen files that list what other pages describe, without their extensions.
const DOXYGEN: [&str; 8] = [
    "annotated",
    "classes",
    "hierarchy",
    "inherits",
    "files",
    "functions",
    "globals",
    "namespacemembers",
];

/// Classes of `body` on such pages by Javadoc.
const JAVADOC: [&str; 9] = [
    "all-classes-index-page",
    "all-packages-index-page",
    "class-use-page",
    "help-page",
    "index-page",
    "package-tree-page",
    "package-use-page",
    "search-page",
    "tree-page",
];

/// Names of such files by older versions of Javadoc.
const OLDER_JAVADOC: [&str; 9] = [
    "allclasses",
    "allclasses-frame",
    "allclasses-noframe",
    "help-doc",
    "index-all",
    "overview-frame",
    "overview-tree",
    "package-tree",
    "package-use",
];

/// Returns the kind of generated page, if a page is one. `words` is the number of words of its
/// text.
pub(super) fn generated(
    html: &Html,
    path: &str,
    title: &str,
    words: usize,
) -> Option<&'static str> {
    let traits = Traits::of(html);
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or_default();
    if traits.is_index || is_reference_index(&traits, stem, path) {
        return Some("index");
    }
    let is_short = words <= FEW_WORDS;
    if traits.has_body_class(&["search-results", "search-no-results", "SRPage"])
        || (is_short && is_search(title, &traits))
    {
        return Some("search page");
    }
    traits.prints.then_some("page for the printer")
}

fn is_reference_index(traits: &Traits, stem: &str, path: &str) -> bool {
    if traits.generator.starts_with("doxygen") {
        let name = stem.split('_').next().unwrap_or_default();
        return DOXYGEN.contains(&name) || path.split('/').any(|part| part == "search");
    }
    traits.generator.starts_with("javadoc")
        && (traits.has_body_class(&JAVADOC)
            || OLDER_JAVADOC.contains(&stem)
            || path
                .split('/')
                .any(|part| matches!(part, "class-use" | "index-files")))
}

/// Whether the title says "Search", and the page has a search field or a place for results.
fn is_search(title: &str, traits: &Traits) -> bool {
    let part = title
        .split([' ', '\u{a0}'])
        .take_while(|word| !matches!(*word, "-" | "–" | "—" | "|" | "·"));
    let words: Vec<String> = part.map(str::to_lowercase).collect();
    let is_word =
        |word: &String| SEARCH.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()));
    match words.iter().filter(|word| is_word(word)).count() {
        0 => false,
        found if found == words.len() => traits.has_field || traits.has_results,
        _ => words.len() <= 4 && traits.has_results,
    }
}

/// Traits of a page that reveal its generator.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one trait, found by itself"
)]
struct Traits {
    /// The name of the generator in lower case.
    generator: String,
    body_classes: Vec<String>,
    is_index: bool,
    has_field: bool,
    has_results: bool,
    prints: bool,
}

impl Traits {
    fn of(html: &Html) -> Self {
        let mut traits = Self::default();
        for element in html.root_element().descendent_elements() {
            traits.see(&element);
        }
        traits
    }

    fn see(&mut self, element: &ElementRef<'_>) {
        let of = |name| attribute(element.value(), name).unwrap_or_default();
        match element.value().name() {
            "meta" if of("name").eq_ignore_ascii_case("generator") => {
                self.generator = of("content").trim().to_lowercase();
            }
            "body" => {
                self.body_classes = of("class").split_whitespace().map(str::to_owned).collect();
                self.prints |= of("onload").contains("print(");
            }
            "input" => {
                let is_field = matches!(
                    of("name"),
                    "q" | "s" | "query" | "search" | "keywords" | "ara" | "arama"
                );
                self.has_field |= is_field || of("type").eq_ignore_ascii_case("search");
            }
            "script" => self.prints |= prints_when_loaded(element),
            "table" | "div" => {
                let mut classes = of("class").split_whitespace();
                self.is_index |= classes.any(|class| {
                    matches!(
                        class,
                        "genindextable" | "genindex-jumpbox" | "modindextable" | "modindex-jumpbox"
                    )
                });
                self.has_results |=
                    is_results(of("id")) || of("class").split_whitespace().any(is_results);
            }
            "ul" | "ol" | "section" | "main" => self.has_results |= is_results(of("id")),
            _ => {}
        }
    }

    fn has_body_class(&self, names: &[&str]) -> bool {
        self.body_classes
            .iter()
            .any(|class| names.contains(&class.as_str()))
    }
}

/// Whether a name marks search results: `search-results`, `searchResults`, `mkdocs-search-results`,
/// `gsc-results`.
fn is_results(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    plain.ends_with("searchresults")
        || plain == "results"
        || plain.starts_with("gsc")
        || plain.starts_with("gcsesearch")
}

/// Print pages of mdBook do this.
fn prints_when_loaded(script: &ElementRef<'_>) -> bool {
    let mut texts = script.text();
    texts.any(|code| {
        let waits_for_load = ["'load'", "\"load\"", "onload"]
            .iter()
            .any(|event| code.contains(event));
        code.contains("window.print") && waits_for_load && !code.contains("click")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(path: &str, page: &str) -> Option<&'static str> {
        let html = Html::parse_document(page);
        let title: String = page
            .split("<title>")
            .nth(1)
            .unwrap_or_default()
            .split('<')
            .next()
            .unwrap_or_default()
            .to_owned();
        generated(&html, path, &title, 20)
    }

    #[test]
    fn pages_that_generators_make_are_recognised_by_form() {
        for (path, page, expected) in [
            (
                "dizin.html",
                "<div class='genindex-jumpbox'><a href=#A>A</a></div>",
                "index",
            ),
            (
                "m.html",
                "<table class='indextable modindextable'><tr><td>x</table>",
                "index",
            ),
            (
                "s.html",
                "<title>Search — Kılavuz 2 documentation</title><div id=search-results></div>",
                "search page",
            ),
            (
                "ara/index.html",
                "<title>Arama | Kütüphane</title><input name=q>",
                "search page",
            ),
            (
                "search/index.html",
                "<title>Search the documentation</title><div id=gcse-search-box></div>",
                "search page",
            ),
            (
                "index@s=oda.html",
                "<title>oda</title><body class='search search-results'>",
                "search page",
            ),
            (
                "classes.html",
                "<meta name=generator content='Doxygen 1.9.8'><p>Class Index",
                "index",
            ),
            (
                "functions_a.html",
                "<meta name=generator content='Doxygen 1.9.8'><p>a()",
                "index",
            ),
            (
                "x/tree.html",
                "<meta name=generator content='javadoc/21'><body class=package-tree-page>",
                "index",
            ),
            (
                "index-files/index-3.html",
                "<meta name=generator content=javadoc/11><body>",
                "index",
            ),
            (
                "print.html",
                "<script>window.addEventListener('load', () => setTimeout(window.print, 9))</script>",
                "page for the printer",
            ),
            (
                "p.html",
                "<body onload='window.print()'>",
                "page for the printer",
            ),
        ] {
            assert_eq!(kind(path, page), Some(expected), "{page}");
        }
    }

    #[test]
    fn pages_about_such_things_are_pages() {
        for (path, page) in [
            (
                "search.html",
                "<title>Search and rescue</title><input name=q><p>Call the coast guard.",
            ),
            (
                "classes.html",
                "<title>Classes</title><p>The yoga class begins at nine.",
            ),
            (
                "arama.html",
                "<title>Arama kurtarma</title><input type=search><p>Ekip on kişidir.",
            ),
            (
                "search.html",
                "<title>Search</title><p>We search the archive for you.",
            ),
            (
                "a.html",
                "<p>Ücretler<script>b.onclick = () => window.print(); addEventListener('load', f, 'click')</script>",
            ),
            (
                "index.html",
                "<meta name=generator content='Doxygen 1.9'><p>Overview",
            ),
        ] {
            assert_eq!(kind(path, page), None, "{page}");
        }
    }
}
