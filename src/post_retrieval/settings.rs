//! Settings of ranking.

use std::num::NonZeroUsize;

use super::{
    BasicSettings, MatchingSettings, PassageSettings, PositionSettings, QualitySettings,
    RecencySettings,
};
use crate::ordered::Map;

crate::settings! {
    /// Settings for reordering and cutting the hits of a retriever.
    pub struct RankingSettings {
        /// Names of the rerankers, in the order in which they run; an empty list keeps the order of
        /// retrieval.
        pub rerankers: Vec<String> = vec!["matching".to_owned(), "passage".to_owned()],
        /// Number of hits per question.
        pub top_k: NonZeroUsize = const { NonZeroUsize::new(5).unwrap() },
        /// Number of hits retrieved for reranking; never fewer than `top_k`.
        pub depth: NonZeroUsize = const { NonZeroUsize::new(50).unwrap() },
        /// Constants of `matching`.
        pub matching: MatchingSettings = MatchingSettings::default(),
        /// Constants of `passage`.
        pub passage: PassageSettings = PassageSettings::default(),
        /// Time limit of a reranker in a page's own script, in milliseconds; after that it has
        /// failed.
        pub callback_millis: NonZeroUsize = const { NonZeroUsize::new(2000).unwrap() },
        /// Whether to show a passage that is on several pages once, as its best hit, with the other
        /// addresses as `duplicates`.
        pub near_duplicates: bool = true,
        /// Number of chunks of one page that are ranked before the chunks of other pages; its
        /// further chunks, and its translations, only fill up a list that would be too short. The
        /// newest version or edition of a page precedes older ones, and lasting pages precede news.
        /// 0 changes no order.
        pub max_per_document: usize = 3,
        /// Constants of `basic`.
        pub basic: BasicSettings = BasicSettings::default(),
        /// Constants of `quality`.
        pub quality: QualitySettings = QualitySettings::default(),
        /// Constants of `position`.
        pub position: PositionSettings = PositionSettings::default(),
        /// Constants of `recency`.
        pub recency: RecencySettings = RecencySettings::default(),
        /// Bonus by host: `gov` applies to every host that ends in `.gov`, and the longest matching
        /// entry counts. 0 cancels an entry.
        pub authority: Map<f64> = default_authority(),
    }
}

fn default_authority() -> Map<f64> {
    [("uscis.gov", 0.15), ("state.gov", 0.10), ("gov", 0.05)].into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post_retrieval::PATH;
    use crate::settings::{Setting, Value, Written};

    #[test]
    fn r25_the_default_authority_table_is_as_documented() {
        let table = RankingSettings::default().authority;
        let entries: Vec<(&str, f64)> = table.iter().map(|(k, v)| (k.as_str(), *v)).collect();
        assert_eq!(
            entries,
            [("gov", 0.05), ("state.gov", 0.10), ("uscis.gov", 0.15)]
        );
    }

    #[test]
    fn r27_the_default_is_five_hits_and_settings_can_change_it() {
        let mut settings = RankingSettings::default();
        assert_eq!(settings.top_k.get(), 5);
        let change = Value::Map(vec![("topK".into(), Value::Number(9.0))]);
        settings.set(&change, PATH).unwrap();
        assert_eq!(settings.top_k.get(), 9);
    }

    #[test]
    fn r23_every_constant_is_reachable_by_name() {
        let mut settings = RankingSettings::default();
        let copy = settings.get();
        settings.set(&copy, PATH).unwrap();
        assert_eq!(settings, RankingSettings::default());
    }
}
