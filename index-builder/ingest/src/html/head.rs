//! Reads the head of a page: metadata in `<html>`, `<title>`, `<meta>` and `<link>`.

use std::collections::BTreeMap;

use scraper::{ElementRef, Html};

use super::attributes::attribute;
use crate::page::Address;
use crate::tidy;

/// The metadata of a page's picture: its address, and what the page says of it.
pub(crate) const PICTURE: &str = "image";
const PICTURE_ALT: &str = "image_alt";
const PICTURE_WIDTH: &str = "image_width";
const PICTURE_HEIGHT: &str = "image_height";
pub(crate) const PICTURE_KEYS: [&str; 3] = [PICTURE_ALT, PICTURE_WIDTH, PICTURE_HEIGHT];

/// The maximum number of translations of one page.
const MOST_TRANSLATIONS: usize = 300;

/// The metadata of the head.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) title: String,
    pub(super) description: String,
    /// `Content-Language`, the weakest of the declarations.
    pub(super) content_language: String,
    pub(super) address: Address,
    /// Addresses of the page in other languages, as written.
    pub(super) translations: Vec<String>,
    pub(super) is_noindex: bool,
    /// Its picture, as metadata.
    pub(super) picture: BTreeMap<String, String>,
}

impl Head {
    pub(super) fn of(html: &Html) -> Self {
        let mut head = Self::default();
        for element in html.root_element().descendent_elements() {
            match element.value().name() {
                "title" if head.title.is_empty() && !is_in_picture(&element) => {
                    head.title = tidy::line(&element.text().collect::<String>());
                }
                "meta" => head.meta(&element),
                "link" => head.link(&element),
                _ => {}
            }
        }
        head
    }

    fn meta(&mut self, element: &ElementRef<'_>) {
        let content = attribute(element.value(), "content").unwrap_or_default();
        let name = attribute(element.value(), "name")
            .or(attribute(element.value(), "http-equiv"))
            .unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "description" => self.description = tidy::line(content),
            "robots" | "soru" => self.is_noindex |= has_noindex(content),
            "content-language" => content.clone_into(&mut self.content_language),
            _ => {}
        }
        let property = attribute(element.value(), "property").unwrap_or(name);
        self.picture_property(&property.to_ascii_lowercase(), &tidy::line(content));
    }

    /// Reads a property of a picture. Of several pictures the first counts; properties follow the
    /// picture that they are of (<https://ogp.me/#structured>).
    fn picture_property(&mut self, property: &str, content: &str) {
        let key = match property {
            "og:image" | "og:image:url" | "og:image:secure_url" => PICTURE,
            "og:image:alt" => PICTURE_ALT,
            "og:image:width" => PICTURE_WIDTH,
            "og:image:height" => PICTURE_HEIGHT,
            _ => return,
        };
        let is_number = content.parse::<u16>().is_ok_and(|pixels| pixels > 0);
        let is_size = key == PICTURE_WIDTH || key == PICTURE_HEIGHT;
        if !content.is_empty() && (is_number || !is_size) {
            self.picture
                .entry(key.to_owned())
                .or_insert_with(|| content.to_owned());
        }
    }

    fn link(&mut self, element: &ElementRef<'_>) {
        let of = |name| attribute(element.value(), name).map(str::trim);
        let Some(href) = of("href").filter(|href| !href.is_empty()) else {
            return;
        };
        let is = |wanted: &str| {
            let mut words = of("rel").unwrap_or_default().split_ascii_whitespace();
            words.any(|word| word.eq_ignore_ascii_case(wanted))
        };
        if is("canonical") {
            self.address = Address::Reference(href.to_owned());
        }
        // Feeds are alternates too, but without a language; `x-default` is the page on which
        // visitors choose one.
        let lang = of("hreflang").filter(|lang| !lang.eq_ignore_ascii_case("x-default"));
        if lang.is_some() && is("alternate") && self.translations.len() < MOST_TRANSLATIONS {
            self.translations.push(href.to_owned());
        }
    }
}

/// Drawings have separate titles.
fn is_in_picture(element: &ElementRef<'_>) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|above| above.value().name() == "svg")
}

/// Whether the content of a `robots` meta element or header contains `noindex`.
pub fn has_noindex(content: &str) -> bool {
    let mut words = content.split([',', ' ']).map(str::trim);
    words.any(|word| word.eq_ignore_ascii_case("noindex") || word.eq_ignore_ascii_case("none"))
}

/// Collects the metadata of the author, anywhere on the page: `data-soru-meta="key:value"`, or
/// `data-soru-meta="key"` for the text of the element.
pub(crate) fn noted_meta(html: &Html) -> BTreeMap<String, String> {
    let elements = html.root_element().descendent_elements();
    let notes = elements
        .filter_map(|element| Some((attribute(element.value(), "data-soru-meta")?, element)));
    let entries = notes.map(|(note, element)| match note.split_once(':') {
        Some((key, value)) => (tidy::line(key), tidy::line(value)),
        None => (
            tidy::line(note),
            tidy::line(&element.text().collect::<String>()),
        ),
    });
    entries.collect()
}

/// Returns the language of an element's text, which the element or its nearest ancestor declares.
pub(super) fn declared_language(element: &ElementRef<'_>) -> Option<String> {
    let mut line =
        std::iter::once(*element).chain(element.ancestors().filter_map(ElementRef::wrap));
    line.find_map(|element| own_language(&element))
}

/// Returns the language that an element itself declares.
pub(super) fn own_language(element: &ElementRef<'_>) -> Option<String> {
    let lang = attribute(element.value(), "lang").or_else(|| xml_lang(element))?;
    Some(lang.trim().to_owned()).filter(|lang| !lang.is_empty())
}

/// The HTML parser keeps `xml:lang` as a plain name; it has a prefix only in SVG.
fn xml_lang<'a>(element: &ElementRef<'a>) -> Option<&'a str> {
    element
        .value()
        .attrs()
        .find(|(name, _)| *name == "xml:lang")
        .map(|(_, lang)| lang)
}
