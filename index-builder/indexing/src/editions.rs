//! Editions: finds pages that a site has once a year, such as calendars, price lists and winners.
//!
//! Pages of one language belong together if their titles differ only in the year, or if they have
//! the same title and their addresses differ only in the year. The newest then precedes the older
//! ones, like the newest of several versions.

use std::collections::BTreeMap;

use soru::error::Result;
use soru::text::fold;

use super::bundle::too_many;
use super::collected::Collected;

/// Sets the newest edition of every document that is not a version of another document.
pub(super) fn set_editions(documents: &mut [Collected]) -> Result<()> {
    let mut groups: BTreeMap<[String; 3], Vec<(u16, usize)>> = BTreeMap::new();
    for (place, document) in documents.iter().enumerate() {
        if document.newest == 0
            && let Some((key, year)) =
                edition(&document.tag, &document.page.title, &document.page.url)
        {
            groups.entry(key).or_default().push((year, place));
        }
    }
    for editions in groups.into_values() {
        let latest = editions.iter().map(|(year, _)| *year).max();
        let newest = editions.iter().find(|(year, _)| Some(*year) == latest);
        let Some((latest, newest)) = newest.copied() else {
            continue;
        };
        for (_, place) in editions.iter().filter(|(year, _)| *year < latest) {
            documents[*place].newest = u32::try_from(newest + 1).map_err(|_| too_many("pages"))?;
        }
    }
    Ok(())
}

/// Returns the properties that all editions of a page share, and the year of this one.
fn edition(tag: &str, title: &str, url: &str) -> Option<([String; 3], u16)> {
    let (name, of_title) = without_years(title);
    if !name.chars().any(char::is_alphabetic) {
        return None;
    }
    let (path, year) = if let Some(year) = of_title {
        (String::new(), year)
    } else {
        let (path, year) = without_years(url);
        (path, year?)
    };
    Some(([tag.to_owned(), name, path], year))
}

/// Returns the words of a text without years, and the latest year. The second year of `2024-25`
/// counts as a year.
fn without_years(text: &str) -> (String, Option<u16>) {
    let key = fold(text);
    let mut words = Vec::new();
    let mut latest = None;
    for word in key
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        let next = latest.map(|year| year + 1);
        let next = next.filter(|next| word == format!("{:02}", next % 100));
        match year(word).or(next) {
            None => words.push(word),
            year => latest = latest.max(year),
        }
    }
    (words.join(" "), latest)
}

/// Returns the year, if a word is one.
fn year(word: &str) -> Option<u16> {
    let year: u16 = word.parse().ok().filter(|_| word.len() == 4)?;
    (1950..2100).contains(&year).then_some(year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_belong_together_whose_titles_or_addresses_differ_in_the_year() {
        let of = |title, url| {
            edition("en", title, url).map(|([_, name, path], year)| (name, path, year))
        };
        let expected =
            |name: &str, path: &str, year| Some((name.to_owned(), path.to_owned(), year));
        assert_eq!(
            of("Poster contest winners 2019", "a"),
            expected("poster contest winners", "", 2019)
        );
        assert_eq!(
            of("2024–25 Academic Calendar", "b"),
            expected("academic calendar", "", 2025)
        );
        assert_eq!(
            of("Calendar (2024/2025)", "c"),
            expected("calendar", "", 2025)
        );
        assert_eq!(
            of("Fees", "fees/2024/list.html"),
            expected("fees", "fees list html", 2024)
        );
        assert_eq!(of("Fees", "fees/list.html"), None);
        assert_eq!(of("2024", "2024.html"), None);
        assert_eq!(of("Law 2547", "law"), None);
        assert_eq!(of("Room 12, 2024", "rooms"), expected("room 12", "", 2024));
    }
}
