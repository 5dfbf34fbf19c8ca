//! Checks a request against its site: languages, and filters by declared keys.

use soru::restrictions::{AUTHORITY, EXTENDED, OFFICIAL};
use soru::text::primary;
use soru_cluster::SiteDescription;

use crate::engines::Restriction;
use crate::request::{Invalid, SearchRequest};

/// The key of a page's language.
const LANGUAGE: &str = "lang";

/// The field of metadata.
const FILTERS: &str = "filters";

/// Checks the languages, and returns the filters as restrictions.
///
/// # Errors
/// [`Invalid`] for a language or a key that the site does not have.
pub(crate) fn restrictions(
    request: &SearchRequest,
    site: &SiteDescription,
) -> Result<Vec<Restriction>, Invalid> {
    let own = request.words.iter().map(|word| &word.language);
    for tag in own.chain([&request.language]) {
        if !site.languages.iter().any(|own| own.language == *tag) {
            return Err(Invalid(format!(
                "`language`: expected one of the site's: {}",
                tags(site).join(", ")
            )));
        }
    }
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
