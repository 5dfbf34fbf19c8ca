//! Pages that are translations of each other.

/// Returns for each page the number of its set of translations, from 1 on in the order of pages; 0
/// for a page without.
///
/// `named` contains for each page the pages that it names as its translations, and `languages` its
/// language. Two pages belong together if each names the other: a template may name the other
/// language's home page on every page. A set has one page of each language; a page beyond that is
/// in no set.
pub(super) fn translations(named: &[Vec<usize>], languages: &[&str]) -> Vec<u32> {
    let mut sets = vec![0; named.len()];
    let mut members: Vec<Vec<usize>> = Vec::new();
    for page in 0..named.len() {
        let is_mutual = |other: &&usize| {
            let back = &named[**other];
            back.contains(&page) && languages[**other] != languages[page]
        };
        for other in named[page].iter().filter(is_mutual) {
            match (sets[page], sets[*other]) {
                (0, 0) if *other > page => {
                    members.push(vec![page, *other]);
                    (sets[page], sets[*other]) = (members.len(), members.len());
                }
                (set @ 1.., 0) => join(*other, set, &mut sets, &mut members, languages),
                (0, set @ 1..) => join(page, set, &mut sets, &mut members, languages),
                _ => {}
            }
        }
    }
    let sets = sets.into_iter();
    sets.map(|set| u32::try_from(set).unwrap_or_default())
        .collect()
}

fn join(
    page: usize,
    set: usize,
    sets: &mut [usize],
    members: &mut [Vec<usize>],
    languages: &[&str],
) {
    let own = &mut members[set - 1];
    if own.iter().all(|other| languages[*other] != languages[page]) {
        own.push(page);
        sets[page] = set;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_name_each_other_are_a_set() {
        let named = [vec![1, 4], vec![0, 4], vec![], vec![5], vec![0, 1], vec![3]];
        let languages = ["en", "de", "en", "en", "fr", "de"];
        assert_eq!(translations(&named, &languages), [1, 1, 0, 2, 1, 2]);
    }

    // A template names the home page of the other language on every page.
    #[test]
    fn a_page_that_others_name_in_vain_is_in_no_set() {
        let named = [vec![3], vec![3], vec![3], vec![0]];
        let languages = ["en", "en", "en", "de"];
        assert_eq!(translations(&named, &languages), [1, 0, 0, 1]);
        let all = [vec![3], vec![3], vec![3], vec![0, 1, 2]];
        assert_eq!(
            translations(&all, &languages),
            [1, 0, 0, 1],
            "one page of each language"
        );
    }

    #[test]
    fn two_pages_of_one_language_are_no_translations() {
        assert_eq!(translations(&[vec![1], vec![0]], &["en", "en"]), [0, 0]);
    }
}
