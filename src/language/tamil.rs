//! Tamil.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Tamil.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            அந்த அது அவர் அவர்கள் அவள் அவன் அல்லது ஆகும் ஆனால் இங்கு இது இந்த இல்லை இருந்து \
            இருக்கும் இருக்கிறது உள்ள உள்ளது எங்கு எங்கே எது எத்தனை எந்த எப்படி எப்போது எவ்வளவு \
            எவ்வாறு என் என்பது என்ற என்று என்ன எனக்கு ஏன் ஒரு சில தான் நான் நாம் நாங்கள் நீங்கள் \
            பல பற்றி பின் பிறகு போன்ற மற்றும் முடியுமா முன் மூலம் மேலும் யார் வரை வேண்டும் \
            வேண்டுமா",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Tamil).stem(word).into_owned()
}
