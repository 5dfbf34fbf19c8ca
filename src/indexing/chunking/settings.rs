//! Settings for chunking.

crate::settings! {
    /// Settings for chunking documents.
    pub struct ChunkingSettings {
        /// Sections longer than this many words are cut.
        pub max_words: usize = 400,
        /// Approximate number of words that a chunk repeats from the previous one in the same
        /// section.
        pub overlap_words: usize = 20,
        /// A section with fewer words becomes one chunk with its neighbour, unless the heading of
        /// either is a question. At 0, no sections are joined.
        pub min_words: usize = 20,
        /// Sections are joined up to this many words.
        pub joined_words: usize = 120,
    }
}
