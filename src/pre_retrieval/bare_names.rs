//! Takes the endings off names that the site has without them (R4).
//!
//! Visitors leave out the apostrophe between a name and its suffix: `odtülü` for `ODTÜ'lü`. No stemmer
//! knows the abbreviations of a site, so its vocabulary decides: a word that no language of the site
//! has in any form, and that is a word of the site with Turkish endings, is that word.

use super::facts::is_endings;
use crate::index::Index;
use crate::needs::Attempt;
use crate::query::{Origin, Query, Reading, Term};
use crate::text::{fold, tokenise};

/// Letters of the shortest name.
const SHORTEST: usize = 3;

/// Returns the question with the bare names, or nothing if it has no such word.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub(crate) fn bare_names(index: &Index, query: &Query) -> Attempt<Option<String>> {
    let endings = |reading: &Reading| reading.language.spelling().endings_of_names;
    let mut readings = query.readings.iter();
    let Some(own) = readings.find(|reading| !endings(reading).is_empty()) else {
        return Ok(None);
    };
    let endings = [own.language.fact_words().noun_endings, endings(own)].join(" ");
    let (mut text, mut done) = (String::new(), 0);
    for token in tokenise(&query.text, own.language) {
        let is_typed = |term: &&Term| term.surface == token.text && term.origin == Origin::Typed;
        let Some(term) = own
            .terms
            .iter()
            .find(is_typed)
            .filter(|_| token.start >= done)
        else {
            continue;
        };
        if !term.partial
            && !is_known(index, query, term)?
            && let Some(name) = name(index, own, &term.surface, &endings)?
        {
            text.push_str(&query.text[done..token.start]);
            text.push_str(name);
            done = token.end;
        }
    }
    Ok((done > 0).then(|| text + &query.text[done..]))
}

/// Returns whether a language of the site has a form of the word.
fn is_known(index: &Index, query: &Query, term: &Term) -> Attempt<bool> {
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag)
            && index.knows(language, &term.key, &term.stem)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the longest beginning of a word that the site has, if only endings follow.
fn name<'w>(
    index: &Index,
    own: &Reading,
    word: &'w str,
    endings: &str,
) -> Attempt<Option<&'w str>> {
    let Some(language) = index.language(&own.tag) else {
        return Ok(None);
    };
    let cuts: Vec<usize> = word
        .char_indices()
        .map(|(at, _)| at)
        .skip(SHORTEST)
        .collect();
    for at in cuts.into_iter().rev() {
        let (name, rest) = word.split_at(at);
        if is_endings(&fold(rest), endings) && !index.spellings(language, &fold(name))?.is_empty() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}
