//! `[input]` of `soru.toml`.

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
        /// Whether symbolic links are followed that lead out of the input folder: whoever can put
        /// one there can have any file of this computer indexed and quoted. `--follow-links` does
        /// it for one build.
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
        /// Whether mail addresses are read that a host encoded, or that are written like
        /// `office [at] example.org`, so that programs do not collect them.
        pub protected_addresses: bool = true,
        /// Whether pages are read that say what another page of the site says: print pages, pages of
        /// tags, older versions.
        pub keep_copies: bool = false,
        /// Whether pages that read like instructions to a language model are warned of.
        pub instructions: bool = true,
        /// Keys of front matter that documents keep.
        pub meta: Vec<String> =
            ["date", "author", "category", "section", "tags", "authority"].map(str::to_owned).to_vec(),
        /// Whether `folder/index.html` is linked as `folder/`.
        pub strip_index: bool = true,
        /// Whether `page.html` is linked as `page`.
        pub strip_extension: bool = false,
        /// The ending that the generator of the site gives to `.md` files; `"/"` for a folder per
        /// page.
        pub markdown_extension: String = ".html".to_owned(),
        /// PDF files and those of word processors and presentations.
        pub documents: DocumentsSettings = DocumentsSettings::default(),
    }
}

soru::settings! {
    /// `[input.documents]`: PDF files and those of word processors and presentations.
    pub struct DocumentsSettings {
        /// Whether they are read.
        pub read: bool = true,
        /// A document of more megabytes than this is left out and reported.
        pub max_megabytes: usize = 50,
        /// A document of more pages or slides than this is left out and reported.
        pub max_pages: usize = 2_000,
        /// A document that takes more seconds of processor time to read, or three times as many by
        /// the clock, is left out and reported.
        pub max_seconds: usize = 20,
        /// A document that takes more megabytes of memory to read is left out and reported.
        pub max_memory_megabytes: usize = 512,
        /// Of a document no more megabytes are unpacked.
        pub max_unpacked_megabytes: usize = 256,
    }
}
