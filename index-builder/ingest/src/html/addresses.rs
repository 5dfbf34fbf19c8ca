//! Contact addresses: reads addresses that a link states only in its target, and mail addresses
//! that a host or an author obfuscated so that programs do not find them.
//!
//! | form | read as |
//! |---|---|
//! | `<a href="mailto:a@b.example">Write to us</a>` | `Write to us (a@b.example)` |
//! | `data-cfemail`, `/cdn-cgi/l/email-protection#…` | the address, which they hold in hexadecimal |
//! | `direction: rtl` and `unicode-bidi: bidi-override` | the text, turned around |
//! | `a [at] b [dot] example` | `a@b.example` |

use percent_encoding::percent_decode_str;
use scraper::ElementRef;
use scraper::node::Element;

use super::attributes::{attribute, style_of};

/// The path under which a delivery network puts encoded addresses.
const PROTECTED: &str = "/cdn-cgi/l/email-protection";

/// The number of last digits of a telephone number that a text repeats, however it formats the
/// others.
const TAIL: usize = 6;

/// The maximum length of a mail address.
const LONGEST: usize = 254;

/// Words for `@` and for the dot in obfuscated addresses.
const AT: [&str; 9] = [
    "at", "@", "ät", "et", "æt", "arroba", "chez", "kukac", "snabel-a",
];
const DOT: [&str; 9] = [
    "dot", "nokta", "punkt", "punto", "point", "ponto", "pont", "tečka", "kropka",
];

/// Returns the mail address or telephone number to which a link leads: `tel:+90%20212` is `+90
/// 212`.
pub(super) fn contact(href: &str, is_decoding: bool) -> Option<String> {
    let protected = || href.split_once(PROTECTED)?.1.strip_prefix('#');
    if let Some(encoded) = protected().filter(|_| is_decoding) {
        return decoded(encoded);
    }
    let (scheme, target) = href.trim().split_once(':')?;
    let is_mail = scheme.eq_ignore_ascii_case("mailto");
    if !is_mail && !scheme.eq_ignore_ascii_case("tel") {
        return None;
    }
    let bare = target.split(['?', ';']).next().unwrap_or_default();
    let read = percent_decode_str(bare).decode_utf8().ok()?;
    let read = read.trim_start_matches('/').trim();
    let is_address = if is_mail {
        read.contains('@')
    } else {
        read.contains(|c: char| c.is_ascii_digit())
    };
    (is_address && read.len() <= LONGEST).then(|| read.to_owned())
}

/// Whether a text already contains a contact: the mail address, or the end of the number.
pub(super) fn has_contact(text: &str, contact: &str) -> bool {
    if contact.contains('@') {
        let lower = text.to_lowercase();
        return contact
            .split(',')
            .all(|one| lower.contains(&one.trim().to_lowercase()));
    }
    let digits = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let wanted = digits(contact);
    let tail = &wanted[wanted.len().saturating_sub(TAIL)..];
    digits(text).contains(tail)
}

/// Returns the mail address that a host encoded into an element.
pub(super) fn protected(element: &ElementRef<'_>) -> Option<String> {
    decoded(attribute(element.value(), "data-cfemail")?)
}

/// Decodes an address: two hexadecimal digits per byte; the first byte is the key for all others.
fn decoded(encoded: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> = { encoded.as_bytes().chunks(2) }
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    let bytes = bytes.filter(|bytes| bytes.len() <= LONGEST)?;
    let (key, rest) = bytes.split_first()?;
    let address = String::from_utf8(rest.iter().map(|byte| byte ^ key).collect()).ok()?;
    let address = address.split('?').next().unwrap_or_default();
    is_address(address).then(|| address.to_owned())
}

/// Whether an element's style reverses its text.
pub(super) fn is_turned(element: &Element) -> bool {
    let style = style_of(element);
    style.contains("direction:rtl") && style.contains("unicode-bidi:bidi-override")
}

/// Returns the visible form of a text that was reversed to hide an address.
pub(super) fn turned(text: &str) -> Option<String> {
    let turned: String = text.trim().chars().rev().collect();
    let has_contact =
        turned.contains('@') || turned.bytes().filter(u8::is_ascii_digit).count() >= TAIL;
    (has_contact && turned.len() <= 4 * LONGEST).then_some(turned)
}

/// Returns a text with obfuscated addresses such as `a [at] b (dot) example` restored; none if it
/// contains none.
pub(super) fn spelled_out(text: &str) -> Option<String> {
    if !text.contains(['[', '(', '{']) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = next_sign(rest, &AT) {
        let name_start = before
            .trim_end()
            .rfind(|c: char| !is_local(c))
            .map_or(0, |at| {
                at + before[at..].chars().next().map_or(0, char::len_utf8)
            });
        let name = before[name_start..].trim_end();
        match domain(behind) {
            Some((domain, left)) if !name.is_empty() => {
                out.push_str(&before[..name_start]);
                out.push_str(name);
                out.push('@');
                out.push_str(&domain);
                rest = left;
            }
            _ => {
                let read = rest.len() - behind.len();
                out.push_str(&rest[..read]);
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    (out != text).then_some(out)
}

/// Returns the text before and after the first of these words that is in brackets.
fn next_sign<'t>(text: &'t str, words: &[&str]) -> Option<(&'t str, &'t str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find(['[', '(', '{']) {
        let start = from + at;
        let end = text[start..].find([']', ')', '}'])? + start;
        let inside = text[start + 1..end].trim().to_lowercase();
        if words.contains(&inside.as_str()) {
            return Some((&text[..start], &text[end + 1..]));
        }
        from = start + 1;
    }
    None
}

/// Reads a host name with dots, or words for dots, and returns the rest of the text.
fn domain(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut rest = text.trim_start();
    loop {
        let end = rest.find(|c: char| !is_host(c)).unwrap_or(rest.len());
        let label = rest[..end].trim_end_matches(['.', '-']);
        if label.is_empty() {
            return None;
        }
        name.push_str(label);
        rest = &rest[label.len()..];
        match next_sign(rest, &DOT) {
            Some((before, behind)) if before.trim().is_empty() => {
                name.push('.');
                rest = behind.trim_start();
            }
            _ => break,
        }
    }
    let has_dot = name.split('.').filter(|label| !label.is_empty()).count() > 1;
    (has_dot && name.len() < LONGEST).then_some((name, rest))
}

fn is_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && host.chars().all(is_host)
    })
}

fn is_local(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+')
}

fn is_host(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_mailbox_or_a_number() {
        let of = |href| contact(href, true);
        assert_eq!(
            of("MAILTO:ofis%40ornek.example?subject=x").unwrap(),
            "ofis@ornek.example"
        );
        assert_eq!(of("tel:+90%20212%20555").unwrap(), "+90 212 555");
        assert_eq!(of("mailto:?subject=Look"), None);
        assert_eq!(of("mailto:%ff"), None);
        assert_eq!(of("fees.html"), None);
        assert_eq!(of("https://a.example/x:y"), None);
    }

    #[test]
    fn the_words_of_a_link_may_have_its_address_in_another_form() {
        assert!(has_contact("Tel. 0212 555 40 40", "+902125554040"));
        assert!(!has_contact("Call us", "+902125554040"));
        assert!(has_contact(
            "Write to Ofis@Ornek.example",
            "ofis@ornek.example"
        ));
        assert!(!has_contact("Write to us", "ofis@ornek.example"));
    }

    #[test]
    fn encoded_addresses_are_read() {
        let key = 0x2a_u8;
        let hex: String = [0]
            .iter()
            .chain(b"ev@uni.example")
            .flat_map(|byte| [(byte ^ key) >> 4, (byte ^ key) & 15])
            .filter_map(|digit| char::from_digit(u32::from(digit), 16))
            .collect();
        assert_eq!(decoded(&hex).unwrap(), "ev@uni.example");
        assert_eq!(
            contact(&format!("{PROTECTED}#{hex}"), true).unwrap(),
            "ev@uni.example"
        );
        assert_eq!(contact(&format!("{PROTECTED}#{hex}"), false), None);
        for damaged in ["", "4", "zz", "2a4b", "ğğ", &hex[..8]] {
            assert_eq!(decoded(damaged), None, "{damaged}");
        }
        assert_eq!(turned("elpmaxe.inu@ve").unwrap(), "ev@uni.example");
        assert_eq!(turned("שלום"), None);
    }

    #[test]
    fn addresses_that_are_spelled_out_are_read() {
        for (text, expected) in [
            ("Write to ev [at] uni.example.", "Write to ev@uni.example."),
            ("ev(at)uni(dot)example", "ev@uni.example"),
            (
                "Bilgi: ev.ofisi {at} uni [nokta] example, oda 3",
                "Bilgi: ev.ofisi@uni.example, oda 3",
            ),
            (
                "a [at] b.example or c [at] d.example",
                "a@b.example or c@d.example",
            ),
        ] {
            assert_eq!(spelled_out(text).as_deref(), Some(expected));
        }
        for text in [
            "Meet us (at noon) [at] the desk",
            "[at]",
            "x [at] y",
            "(",
            "a [b] c",
        ] {
            assert_eq!(spelled_out(text), None, "{text}");
        }
    }
}
