//! Fits a request to its site: words in its languages, and filters by declared keys.

use soru::restrictions::{AUTHORITY, EXTENDED, OFFICIAL};
use soru::text::primary;
use soru_cluster::SiteDescription;

use crate::engines::Restriction;
use crate::request::{Invalid, SearchRequest, Word};

/// The key of a page's language.
const LANGUAGE: &str = "lang";

/// The field of metadata.
const FILTERS: &str = "filters";

/// Returns the words that the site can have: those read in a language of its pages, or all if none
/// is. A bundle may name languages of which no page was pushed.
pub(crate) fn words(request: &SearchRequest, site: &SiteDescription) -> Vec<Word> {
    let is_own = |word: &&Word| {
        site.languages
            .iter()
            .any(|own| own.language == word.language)
    };
    let own: Vec<Word> = request.words.iter().filter(is_own).cloned().collect();
    if own.is_empty() {
        request.words.clone()
    } else {
        own
    }
}

/// Returns the filters as restrictions.
///
/// # Errors
/// [`Invalid`] for a key that the site does not have.
pub(crate) fn restrictions(
    request: &SearchRequest,
    site: &SiteDescription,
) -> Result<Vec<Restriction>, Invalid> {
    let mut restrictions = Vec::new();
    for (key, values) in &request.filter {
        restrictions.extend(restriction(key, values, site)?);
    }
    Ok(restrictions)
}

fn tags(site: &SiteDescription) -> Vec<&str> {
    let languages = site.languages.iter();
    languages.map(|own| own.language.as_str()).collect()
}

fn restriction(
    key: &str,
    values: &[String],
    site: &SiteDescription,
) -> Result<Option<Restriction>, Invalid> {
    match key {
        LANGUAGE => Ok(Some(languages(values, site))),
        AUTHORITY => authority(values),
        _ if site.filters.iter().any(|own| own == key) => Ok(Some(Restriction {
            field: FILTERS,
            values: values.iter().map(|own| format!("{key}={own}")).collect(),
            is_excluded: false,
        })),
        _ => {
            let known = [LANGUAGE, AUTHORITY].map(str::to_owned).into_iter();
            let known: Vec<String> = known.chain(site.filters.iter().cloned()).collect();
            Err(Invalid(format!(
                "`filter`: expected keys that the site has: {}",
                known.join(", ")
            )))
        }
    }
}

/// A language matches by its primary subtag.
fn languages(values: &[String], site: &SiteDescription) -> Restriction {
    let is_wanted = |tag: &&str| values.iter().any(|own| primary(own) == primary(tag));
    let wanted: Vec<String> = tags(site)
        .into_iter()
        .filter(is_wanted)
        .map(str::to_owned)
        .collect();
    Restriction {
        field: LANGUAGE,
        // No page has a language of no page.
        values: if wanted.is_empty() {
            values.to_vec()
        } else {
            wanted
        },
        is_excluded: false,
    }
}

/// A page without a mark is official.
fn authority(values: &[String]) -> Result<Option<Restriction>, Invalid> {
    let has = |wanted: &str| values.iter().any(|own| own == wanted);
    if !values.iter().all(|own| own == OFFICIAL || own == EXTENDED) {
        return Err(Invalid(format!(
            "`filter.{AUTHORITY}`: expected `{OFFICIAL}` or `{EXTENDED}`"
        )));
    }
    Ok((!(has(OFFICIAL) && has(EXTENDED))).then(|| Restriction {
        field: FILTERS,
        values: vec![format!("{AUTHORITY}={EXTENDED}")],
        is_excluded: has(OFFICIAL),
    }))
}
