//! Japanese.

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Japanese.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stop_words: StopWordLists {
        folded: "\
            です ます ました した のは とは どこ いつ だれ 誰が 何で ですか すか でしょ しょう ょう うか たか るか なの のか いう って という 何と 何の \
            は何 は誰 どの どん んな こと もの する して され れた れる てい いる いた ある あっ った から まで",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};
