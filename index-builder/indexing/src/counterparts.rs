//! Counterparts: finds the pages that a page names by their ids, as its translations and as newer
//! versions.

use std::collections::HashMap;

use soru::error::Result;

use super::bundle::too_many;
use super::collected::Collected;
use super::translations::translations;

/// Sets the set of translations of every document.
pub(super) fn set_translations(documents: &mut [Collected]) {
    if documents.iter().all(|own| own.named.is_empty()) {
        return;
    }
    let places = places(documents);
    let named = documents.iter().map(|own| {
        let places = own.named.iter().filter_map(|id| places.get(id));
        places.copied().collect()
    });
    let named: Vec<Vec<usize>> = named.collect();
    let languages: Vec<&str> = documents.iter().map(|own| own.tag.as_str()).collect();
    let sets = translations(&named, &languages);
    for (document, set) in documents.iter_mut().zip(sets) {
        document.translation = set;
        document.named = Vec::new();
    }
}

/// Sets the newest version of every document: the first existing one of the newer versions that it
/// names.
pub(super) fn set_versions(documents: &mut [Collected]) -> Result<()> {
    if documents.iter().all(|own| own.newer.is_empty()) {
        return Ok(());
    }
    let places = places(documents);
    for (place, document) in documents.iter_mut().enumerate() {
        let newer = std::mem::take(&mut document.newer);
        let newest = newer.iter().find_map(|id| places.get(id));
        if let Some(newest) = newest.filter(|newest| **newest != place) {
            document.newest = u32::try_from(newest + 1).map_err(|_| too_many("pages"))?;
        }
    }
    Ok(())
}

/// Returns the place of every document by the number of its id.
fn places(documents: &[Collected]) -> HashMap<u32, usize> {
    let own = documents.iter().zip(0..);
    own.map(|(own, place)| (own.number, place)).collect()
}
