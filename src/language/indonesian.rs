//! Indonesian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Indonesian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            ada adalah agar akan aku anda antara apa apabila apakah atas atau bagaimana \
            bagaimanakah bagi bahwa banyak beberapa begitu belum berapa berapakah bila bisa \
            bisakah boleh bolehkah bukan dalam dan dapat dapatkah dari daripada dengan di dia \
            dimana dimanakah harus haruskah hanya hingga ia ialah ini itu jadi jika juga kah \
            kalau kami kamu kapan kapankah karena ke kemudian kenapa kepada ketika kita lagi lah \
            lain lalu maka mana manakah masih mereka mengapa menjadi merupakan mungkin namun \
            nanti nya oleh pada para per perlu pernah pula pun saat saja sambil sampai sangat \
            saya sebagai sebelum sebuah secara sedang sehingga sejak selain selama seluruh semua \
            seorang seperti serta sesuatu setelah setiap siapa siapakah suatu sudah supaya tanpa \
            tapi telah tentang terhadap tersebut tetapi tidak untuk yaitu yakni yang",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

/// Removes suffixes only: the index finds a word by its beginning, so a word keeps its prefix.
fn stem(word: &str) -> String {
    let stem = Stemmer::new(Algorithm::Indonesian).stem(word);
    let end = word.find(&*stem).map_or(word.len(), |at| at + stem.len());
    word[..end].to_owned()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_word_keeps_its_prefix_and_loses_its_suffixes() {
        for (word, own) in [
            ("bukunya", "buku"),
            ("pendaftarannya", "pendaftar"),
            ("pendaftaran", "pendaftar"),
            ("memukul", "memukul"),
        ] {
            assert_eq!(stem(word), own, "{word}");
        }
    }
}
