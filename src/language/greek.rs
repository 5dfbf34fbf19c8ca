//! Greek.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Greek.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            αλλά αν αντί από αυτά αυτές αυτή αυτήν αυτό αυτοί αυτός αυτού αυτούς αυτών γι για \
            γιατί δε δεν δια εάν εγώ είμαι είναι είσαι εκείνη εκείνο εκείνος εμείς εμένα ένα \
            έναν ένας ενός εσείς εσύ έχει έχετε έχουν έχω η ή ήταν θα ίσως κάθε και καθώς κάτι \
            κατά κι κάποια κάποιος κλπ μα μας με μέσα μετά μη μην μήπως μια μία μιας μου μόνο \
            μπορεί μπορείτε μπορούν μπορώ να ο οι όμως όπου όπως όσο όσοι ότι όταν όχι παρά ποια \
            ποιά ποιες ποιο ποιοι ποιος ποιον ποιους πολύ πόσα πόσες πόση πόσο πόσοι πόσος πότε \
            που πού πρέπει προς πως πώς σαν σας σε σου στα στη στην στις στο στον στους συ τα τη \
            την της τι τις το τον του τους των τώρα υπάρχει υπάρχουν υπό ως",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Greek).stem(word).into_owned()
}
