//! `[input]` of `soru.toml`.

soru::settings! {
    /// `[input]`: selects the files that are pages, the part of a page that is its text, and the
    /// addresses of pages.
    pub struct InputSettings {
        /// Patterns of files to read, relative to the input folder. If empty, all HTML, Markdown
        /// and text files, and documents are read.
        pub include: Vec<String> = Vec::new(),
        /// Patterns of files and folders to leave out. Hidden files are always left out.
        pub exclude: Vec<String> = [
            "**/404.html", "**/404.md", "**/node_modules/**", "**/robots.txt", "**/humans.txt",
            "**/llms*.txt", "**/_sources/**", "**/*.LICENSE.txt",
            "**/_drafts/**", "**/_includes/**", "**/_layouts/**",
        ].map(str::to_owned).to_vec(),
        /// Whether to follow symbolic links that lead out of the input folder: whoever can put a
        /// link there can have any file of this computer indexed and quoted. `--follow-links`
        /// enables it for one build.
        pub follow_links: bool = false,
        /// CSS selectors of the part of a page that is its text. If empty, `data-soru-body`, the
        /// repetition of text on the site, or landmarks (`main`, `article`) determine it.
        pub content: Vec<String> = Vec::new(),
        /// CSS selectors of parts that are never text.
        pub ignore: Vec<String> = Vec::new(),
        /// The maximum size of a page, or of a line of JSON, in megabytes. A larger one is left out
        /// and reported. Reading a page takes about ten times its size in memory.
        pub max_page_megabytes: usize = 10,
        /// Whether a page with a `<link rel="canonical">` is linked at that address.
        pub canonical: bool = true,
        /// Whether to read mail addresses that a host encoded, or that are written like `office
        /// [at] example.org` so that programs do not collect them.
        pub protected_addresses: bool = true,
        /// Whether to read pages with the content of another page: print pages, pages of tags,
        /// older versions.
        pub keep_copies: bool = false,
        /// Whether to warn of pages that read like instructions to a language model.
        pub instructions: bool = true,
        /// Keys of front matter that documents keep.
        pub meta: Vec<String> =
            ["date", "author", "category", "section", "tags", "authority"].map(str::to_owned).to_vec(),
        /// Whether `folder/index.html` is linked as `folder/`.
        pub strip_index: bool = true,
        /// Whether `page.html` is linked as `page`.
        pub strip_extension: bool = false,
        /// The extension that the site's generator gives to `.md` files; `"/"` for a folder per
        /// page.
        pub markdown_extension: String = ".html".to_owned(),
        /// Whether to keep the picture (`og:image`) and the description of a page, which the box shows
        /// with the attribute `previews`.
        pub previews: bool = false,
        /// Settings for PDF files, and files of word processors and presentations.
        pub documents: DocumentsSettings = DocumentsSettings::default(),
    }
}

soru::settings! {
    /// `[input.documents]`: settings for PDF files, and files of word processors and presentations.
    pub struct DocumentsSettings {
        /// Whether to read documents.
        pub read: bool = true,
        /// The maximum size of a document in megabytes. A larger one is left out and reported.
        pub max_megabytes: usize = 50,
        /// The maximum number of pages or slides of a document. A longer one is left out and
        /// reported.
        pub max_pages: usize = 2_000,
        /// The maximum processor time for reading a document, in seconds; the limit by the clock is
        /// three times as long. A document that takes longer is left out and reported.
        pub max_seconds: usize = 20,
        /// The maximum memory for reading a document, in megabytes. A document that takes more is
        /// left out and reported.
        pub max_memory_megabytes: usize = 512,
        /// The maximum decompressed size of a document in megabytes.
        pub max_unpacked_megabytes: usize = 256,
    }
}
