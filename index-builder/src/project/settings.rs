//! The builder's own sections of `soru.toml`; all others are the engine's.

use std::num::NonZeroUsize;

use super::prompts;

soru::settings! {
    /// `[input]`: which files are pages, which part of a page is its text, where a page is.
    pub struct InputSettings {
        /// Patterns of files to read, relative to the input folder. Empty: all HTML, Markdown
        /// and text files, and documents.
        pub include: Vec<String> = Vec::new(),
        /// Patterns of files and folders to leave out. Hidden files always are.
        pub exclude: Vec<String> = [
            "**/404.html", "**/404.md", "**/node_modules/**", "**/robots.txt", "**/humans.txt",
            "**/llms*.txt", "**/_sources/**", "**/*.LICENSE.txt",
        ].map(str::to_owned).to_vec(),
        /// Whether symbolic links out of the input folder are followed: anyone who can create one
        /// there can have any file of this computer indexed and quoted. `--follow-links` sets it
        /// for one build.
        pub follow_links: bool = false,
        /// CSS selectors of the part of a page that is its text. Empty: found by
        /// `data-soru-body`, landmarks (`main`, `article`) or by where the prose is.
        pub content: Vec<String> = Vec::new(),
        /// CSS selectors of parts that are never text.
        pub ignore: Vec<String> = Vec::new(),
        /// A page, or a line of JSON, of more megabytes than this is left out and reported. Reading
        /// one takes about ten times its size in memory.
        pub max_page_megabytes: usize = 10,
        /// Whether a page is linked at its `<link rel="canonical">`, if it has one.
        pub canonical: bool = true,
        /// Whether pages that resemble instructions to a language model cause a warning.
        pub instructions: bool = true,
        /// Keys of front matter that documents keep.
        pub meta: Vec<String> =
            ["date", "author", "category", "section", "tags", "authority"].map(str::to_owned).to_vec(),
        /// Whether `folder/index.html` is linked as `folder/`.
        pub strip_index: bool = true,
        /// Whether `page.html` is linked as `page`.
        pub strip_extension: bool = false,
        /// The extension that the site generator gives to `.md` files; `"/"` for a folder per page.
        pub markdown_extension: String = ".html".to_owned(),
        /// PDF files and those of word processors and presentations.
        pub documents: DocumentsSettings = DocumentsSettings::default(),
    }
}

soru::settings! {
    /// `[input.documents]`: PDF files and those of word processors and presentations.
    pub struct DocumentsSettings {
        /// Whether documents are read.
        pub read: bool = true,
        /// A document of more megabytes than this is left out and reported.
        pub max_megabytes: usize = 50,
        /// A document of more pages or slides than this is left out and reported.
        pub max_pages: usize = 2_000,
        /// A document that takes more seconds to read is left out and reported.
        pub max_seconds: usize = 60,
        /// Maximum number of megabytes decompressed from a package (DOCX, ODT, PPTX).
        pub max_unpacked_megabytes: usize = 256,
    }
}

soru::settings! {
    /// `[encoder]`: a sentence encoder that embeds the pages when the bundle is built.
    pub struct EncoderSettings {
        /// Its name among those that `soru encoder add` has installed; `"none"` for none. `"auto"`
        /// is the one that knows several of the site's languages, or else the one that has a table
        /// for the language of the pages. One that is named and not installed is warned of.
        pub name: String = "auto".to_owned(),
        /// A folder as sentence-transformers saves it, relative to `soru.toml`, in place of an
        /// installed one.
        pub folder: String = String::new(),
        /// The file of the folder's table, which `soru distill` writes, relative to `soru.toml`.
        /// Empty: `query.soru-table` in the folder, or the one that comes with the command for
        /// all-MiniLM-L6-v2 in English, or else one that is made for the site.
        pub table: String = String::new(),
    }
}

soru::settings! {
    /// `[questions]`: questions that the site's sections answer, written before the site is built.
    pub struct QuestionsSettings {
        /// The file that keeps them, relative to `soru.toml`.
        pub file: String = "questions.jsonl".to_owned(),
        /// The address of the language model that `soru questions write` and `soru facts suggest`
        /// ask, as far as in front of `/chat/completions` (`openai`) or `/api/chat` (`ollama`).
        pub endpoint: String = String::new(),
        /// Its protocol: `openai` or `ollama`.
        pub api: String = "openai".to_owned(),
        /// Its name at that address.
        pub model: String = String::new(),
        /// The environment variable with the key for the address. A key is never read from a file.
        pub key_env: String = "SORU_API_KEY".to_owned(),
        /// Number of questions per section, in each language.
        pub per_section: NonZeroUsize = const { NonZeroUsize::new(5).unwrap() },
        /// A section of more words than this is asked about in parts.
        pub section_words: NonZeroUsize = const { NonZeroUsize::new(200).unwrap() },
        /// A section of fewer words than this is not asked about.
        pub min_words: usize = 8,
        /// Languages of the questions besides that of the section.
        pub languages: Vec<String> = Vec::new(),
        /// Additional information for the model: the site, its visitors and their vocabulary.
        pub about: String = String::new(),
        /// The instruction of `soru questions write`.
        pub prompt: String = prompts::QUESTIONS.to_owned(),
        /// The instruction of `soru facts suggest`.
        pub facts_prompt: String = prompts::FACTS.to_owned(),
    }
}

soru::settings! {
    /// `[facts]`: checked questions and answers.
    pub struct FactsSettings {
        /// Files of facts (CSV, JSON, YAML, SQLite), relative to `soru.toml`.
        pub files: Vec<String> = Vec::new(),
        /// The table to read in an SQLite file.
        pub table: String = "facts".to_owned(),
        /// The file of facts that `soru facts suggest` proposes, relative to `soru.toml`. No build
        /// reads it.
        pub suggested: String = "facts-suggested.yaml".to_owned(),
        /// Maximum number of proposed facts per section.
        pub per_section: NonZeroUsize = const { NonZeroUsize::new(3).unwrap() },
        /// Maximum number of other wordings of a question.
        pub aliases: usize = 3,
    }
}
