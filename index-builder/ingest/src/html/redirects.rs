//! Redirects: recognises pages that only lead to another one.
//!
//! Static hosts cannot redirect, so generators and authors write pages for it: an immediate or
//! delayed refresh, a script that sets the address, or a sentence with one link. An immediate
//! refresh is a redirect on any page; the other forms count only on a page with little other text.

use scraper::{ElementRef, Html, Node};

use super::attributes::attribute;

/// The maximum number of words of a redirect; a page with more has content.
const FEW_WORDS: usize = 45;

/// The maximum delay of a redirect in seconds; a longer refresh reloads the page.
const LONGEST_WAIT: f64 = 60.0;

/// The maximum length of a redirecting script; longer scripts set addresses on events.
const LONGEST_SCRIPT: usize = 1_000;

/// Beginnings of words for "moved", in languages of the box.
const MOVED: [&str; 34] = [
    "moved",
    "redirect",
    "relocated",
    "taşın",
    "tasin",
    "yönlendir",
    "yonlendir",
    "umgezogen",
    "verschoben",
    "weiterleit",
    "weitergeleit",
    "umgeleit",
    "déplacé",
    "redirig",
    "déménag",
    "movido",
    "trasladad",
    "redirec",
    "spostat",
    "reindirizz",
    "trasferit",
    "verplaatst",
    "verhuisd",
    "doorverw",
    "flyttat",
    "flyttet",
    "omdirig",
    "przenies",
    "przekierow",
    "переехал",
    "перемещ",
    "перенаправ",
    "移動",
    "移至",
];

/// The content of `http-equiv=refresh`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refresh {
    pub(super) seconds: f64,
    /// The address; none if the page is reloaded.
    pub(super) target: Option<String>,
}

impl Refresh {
    /// Parses `0; url=other.html`, `0;other.html`, `5, URL='other.html'` and `300`, as browsers do.
    pub(super) fn of(content: &str) -> Option<Self> {
        let content = content.trim();
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let end = content.find(|c| !is_number(c)).unwrap_or(content.len());
        let (seconds, rest) = content.split_at(end);
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
        Some(Self {
            seconds: seconds.parse().ok()?,
            target: target(rest),
        })
    }

    pub(super) fn is_immediate(&self) -> bool {
        self.seconds <= 1.0
    }
}

fn target(written: &str) -> Option<String> {
    let named = written
        .get(..3)
        .filter(|key| key.eq_ignore_ascii_case("url"));
    let value = named.and_then(|_| written[3..].trim_start().strip_prefix('='));
    let value = value.unwrap_or(written).trim();
    let unquoted = match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next()?,
        _ => value,
    };
    (!unquoted.is_empty()).then(|| unquoted.trim().to_owned())
}

/// Whether a page only leads to another one.
pub(super) fn leads_on(html: &Html) -> bool {
    let refreshes = html
        .root_element()
        .descendent_elements()
        .filter_map(|e| refresh(&e));
    let mut leading = refreshes
        .filter(|refresh| refresh.target.is_some())
        .peekable();
    let first = leading.peek().cloned();
    if first.as_ref().is_some_and(Refresh::is_immediate) {
        return true;
    }
    let Some(words) = few_words(html) else {
        return false;
    };
    first.is_some_and(|refresh| refresh.seconds <= LONGEST_WAIT)
        || sets_address(html)
        || says_so(html, &words)
}

/// Returns the refresh of an element. A refresh in `noscript` does not count, because it applies
/// only to browsers without scripts.
fn refresh(element: &ElementRef<'_>) -> Option<Refresh> {
    let is_refresh = element.value().name() == "meta"
        && attribute(element.value(), "http-equiv")?
            .trim()
            .eq_ignore_ascii_case("refresh");
    let is_outside = || {
        let mut above = element.ancestors().filter_map(ElementRef::wrap);
        above.all(|above| above.value().name() != "noscript")
    };
    (is_refresh && is_outside())
        .then(|| Refresh::of(attribute(element.value(), "content")?))
        .flatten()
}

/// Returns the text of a page in lower case, if it has few words.
fn few_words(html: &Html) -> Option<String> {
    let mut words = String::new();
    let mut count = 0;
    let mut rest = vec![*html.root_element()];
    while let Some(node) = rest.pop() {
        match node.value() {
            Node::Text(text) => {
                count += text.split_whitespace().count();
                words.push_str(&text.to_lowercase());
                words.push(' ');
            }
            Node::Element(element)
                if matches!(
                    element.name(),
                    "script" | "style" | "template" | "noscript" | "head"
                ) => {}
            _ => rest.extend(node.children().rev()),
        }
        if count > FEW_WORDS {
            return None;
        }
    }
    Some(words)
}

/// Whether a script sets the page's address as soon as it runs: it is short and waits for no click.
fn sets_address(html: &Html) -> bool {
    let elements = html.root_element().descendent_elements();
    let mut scripts = elements.filter(|element| element.value().name() == "script");
    scripts.any(|script| {
        let code: String = script.text().collect();
        code.len() <= LONGEST_SCRIPT && assigns_location(&code) && !waits(&code)
    })
}

fn assigns_location(code: &str) -> bool {
    let compact: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    compact.match_indices("location").any(|(at, name)| {
        let behind = &compact[at + name.len()..];
        let behind = behind.strip_prefix(".href").unwrap_or(behind);
        let is_set = behind.starts_with('=') && !behind.starts_with("==");
        is_set || behind.starts_with(".replace(") || behind.starts_with(".assign(")
    })
}

fn waits(code: &str) -> bool {
    ["click", "submit", "change", "key"].iter().any(|event| {
        let names = [
            format!("\"{event}"),
            format!("'{event}"),
            format!("on{event}"),
        ];
        names.iter().any(|name| code.contains(name.as_str()))
    })
}

/// Whether a page says that it has moved, and has one link.
fn says_so(html: &Html, words: &str) -> bool {
    let elements = html.root_element().descendent_elements();
    let links = elements.filter(|element| {
        element.value().name() == "a" && attribute(element.value(), "href").is_some()
    });
    links.count() == 1
        && words
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| MOVED.iter().any(|moved| word.starts_with(moved)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(page: &str) -> bool {
        leads_on(&Html::parse_document(page))
    }

    #[test]
    fn pages_that_only_lead_on_are_recognised_in_every_form() {
        for page in [
            "<meta http-equiv=refresh content='0; url=/yeni/'>",
            "<meta http-equiv=Refresh content='0;yeni.html'><p>Lütfen bekleyin.",
            "<meta http-equiv=refresh content='10, URL=\"yeni.html\"'><p>Sayfa taşındı.",
            "<script>window.location.replace('yeni.html')</script><p>Redirecting",
            "<script>var to = '/yeni/' ; document.location . href = to + location.hash;</script>",
            "<script>setTimeout(function () { location = '/yeni/' }, 500)</script><p>Bir dakika",
            "<h1>Bu sayfa taşındı</h1><p>Yeni adres: <a href=/yeni/>yeni</a>",
            "<title>Moved</title><p>This page has been moved <a href=/new>here</a>.",
            "<p>Diese Seite ist umgezogen: <a href=/neu>neue Seite</a>",
        ] {
            assert!(leads(page), "{page}");
        }
    }

    #[test]
    fn pages_that_say_something_are_none() {
        let long = "Kayıtlar eylül ayında yapılır. ".repeat(12);
        for page in [
            "<meta http-equiv=refresh content=300><p>Bekleme süresi on dakikadır.",
            "<meta http-equiv=refresh content='600; url=index.html'><p>Doluluk oranı yüzde kırk.",
            "<p>Gişe dokuzda açılır.<script>b.addEventListener('click', () => location.href = '/x')</script>",
            "<p>Gişe dokuzda açılır.<script>if (location.href == '/x') f()</script>",
            "<p>Atölye salı gününe taşındı.",
            &format!("<p>{long}<script>location.replace('/x')</script>"),
            &format!("<p>{long} Sayfa taşındı: <a href=/x>yeni</a>"),
            &format!("<noscript><meta http-equiv=refresh content='0; url=/x'></noscript><p>{long}"),
        ] {
            assert!(!leads(page), "{page}");
        }
    }

    #[test]
    fn a_refresh_is_read_as_browsers_read_it() {
        let of = |content: &str| Refresh::of(content).and_then(|refresh| refresh.target);
        for content in [
            "0; URL='new.html'",
            "0;url = new.html",
            "0 new.html",
            "0,\"new.html\"",
            "5;new.html",
        ] {
            assert_eq!(of(content).as_deref(), Some("new.html"), "{content}");
        }
        assert_eq!(of("30"), None);
        assert_eq!(Refresh::of("soon; url=x"), None);
    }
}
