//! Checks the addresses where visitors can ask a person.
//!
//! The box makes a link only of an address that cannot run a script, and would drop another one
//! without a word.

use soru::{Configuration, Error};
use url::Url;

/// The schemes that the box accepts (`safeContactUrl` in `www/element/box/links.ts`).
const SCHEMES: [&str; 5] = ["https", "http", "mailto", "tel", "sms"];

/// The text that replaces the address in a language.
const TEXT: &str = "contactUrl";

/// Returns an error for each address that the box would not show.
pub(super) fn mistakes(configuration: &Configuration) -> Vec<Error> {
    let own = [(
        "answer.contact_url".to_owned(),
        &*configuration.answer.contact_url,
    )];
    let texts = configuration.texts.iter().flat_map(|(lang, texts)| {
        let named = texts
            .iter()
            .filter(|(name, _)| name.as_ref() as &str == TEXT);
        named.map(move |(_, text)| (format!("texts.{lang}.{TEXT}"), text.as_ref() as &str))
    });
    let all = own.into_iter().chain(texts);
    all.filter_map(|(path, written)| mistake(path, written))
        .collect()
}

fn mistake(path: String, written: &str) -> Option<Error> {
    let expected = match Url::parse(written) {
        // Browsers remove such characters: `java\tscript:` is a script.
        _ if written.contains(char::is_control) => "an address without control characters",
        Ok(url) if SCHEMES.contains(&url.scheme()) => return None,
        Err(url::ParseError::RelativeUrlWithoutBase) if is_phone_number(written) => {
            "an address; write a telephone number as \"tel:+44...\""
        }
        Err(url::ParseError::RelativeUrlWithoutBase) if is_mail(written) => {
            "an address; write that of an email as \"mailto:help@example.org\""
        }
        Err(url::ParseError::RelativeUrlWithoutBase) => return None,
        _ => "a page of the site, or an address that begins with https:, mailto:, tel: or sms:",
    };
    Some(Error::invalid(
        path,
        format_args!("\"{written}\""),
        expected,
    ))
}

fn is_phone_number(written: &str) -> bool {
    let digits = written.bytes().filter(u8::is_ascii_digit).count();
    let is_part = |c: char| c.is_ascii_digit() || " +()-./".contains(c);
    digits > 4 && written.chars().all(is_part)
}

fn is_mail(written: &str) -> bool {
    !written.contains('/') && written.contains('@')
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Project;

    fn problems(lines: &str) -> String {
        let parsed = Project::parse(Path::new("soru.toml"), lines);
        parsed.map_or_else(|problems| problems.to_string(), |_| String::new())
    }

    #[test]
    fn visitors_can_be_led_to_a_page_a_mail_a_call_and_a_message() {
        for address in [
            "",
            "contact.html",
            "/tr/iletisim/",
            "https://example.org/help",
            "mailto:help@example.org",
            "tel:+90-212-555-01-00",
            "sms:+902125550100",
        ] {
            let own = format!("[answer]\ncontact_url = \"{address}\"\n");
            let text = format!("[texts.tr]\ncontactUrl = \"{address}\"\n");
            assert_eq!(problems(&(own + &text)), "", "{address}");
        }
    }

    #[test]
    fn an_address_that_the_box_would_drop_stops_the_build_with_its_line() {
        for (address, advice) in [
            ("javascript:alert(1)", "mailto:, tel: or sms:"),
            ("whatsapp://send", "mailto:, tel: or sms:"),
            ("java\\tscript:alert(1)", "control characters"),
            ("+90 212 555 01 00", "tel:"),
            ("help@example.org", "mailto:help@example.org"),
            ("https://", "https:"),
        ] {
            let own = problems(&format!("[answer]\ncontact_url = \"{address}\"\n"));
            let text = problems(&format!("[texts.tr]\ncontactUrl = \"{address}\"\n"));
            assert!(
                own.starts_with("soru.toml:2: `answer.contact_url`"),
                "{own}"
            );
            assert!(
                text.starts_with("soru.toml:2: `texts.tr.contactUrl`"),
                "{text}"
            );
            assert!(
                own.contains(advice) && text.contains(advice),
                "{own} {text}"
            );
        }
    }
}
