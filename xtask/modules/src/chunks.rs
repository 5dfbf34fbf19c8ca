//! The files that the element's modules are joined into.
//!
//! A page loads the first three for a first question, and the worker the one below. Each other file
//! is loaded with the feature of its first module. A module that several of them import belongs to
//! the first of the table that has it, which the others need to name.

/// Modules that are joined into one file.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// Modules that pages or `import()` name; the first gives the file its name. The file exports
    /// all that they do.
    pub(crate) roots: &'static [&'static str],
    /// Files whose modules this one may import.
    pub(crate) needs: &'static [&'static str],
    /// Whether it shares no module with other files.
    pub(crate) is_apart: bool,
}

impl Chunk {
    /// The name of the file.
    pub(crate) fn file(&self) -> &'static str {
        self.roots[0]
    }
}

/// Opens bundles and asks them; scripts of a page need nothing else.
const CLIENT: &str = "soru.js";
/// The box.
const BOX: &str = "soru-search-element.js";
/// Starts WebAssembly in a page.
const STARTING: &str = "starting.js";
/// Texts that visitors see later than those of the box.
const TEXTS: &str = "more-texts.js";
/// Connections to language models.
const MODEL: &str = "generator.js";
/// The key that opens the box.
const SHORTCUT: &str = "shortcut.js";
/// The words of a question that go along to the page that a visitor opens.
const CARRIED: &str = "marks-carried.js";
/// The question of a visitor who comes back.
const KEPT: &str = "kept-question.js";

/// What attributes and children of the box add to its results.
const EXTRAS: &str = "extras.js";

/// The files, those that others need first.
pub(crate) const CHUNKS: &[Chunk] = &[
    of(&[CLIENT, "today.js"], &[]),
    of(&[BOX], &[CLIENT]),
    of(&["soru-search.js"], &[BOX, CLIENT]),
    // A worker has no document, and starts sooner without the files of the page.
    Chunk {
        roots: &["soru-worker.js"],
        needs: &[],
        is_apart: true,
    },
    of(&[STARTING], &[CLIENT]),
    // The engine on the main thread, where a page allows no worker.
    of(&["engine-loader.js"], &[STARTING, CLIENT]),
    // Parts of few questions, beside the engine: those that are typed, and those to a cluster or to
    // several bundles.
    of(&["completing.js", "cluster.js", "joined.js"], &[]),
    // Parts of few boxes: a page's rerankers, the log, the outlines of several bundles.
    of(
        &[
            "rerankers.js",
            "callbacks.js",
            "query-log.js",
            "joined-outline.js",
        ],
        &[],
    ),
    of(&[MODEL], &[STARTING, CLIENT]),
    of(&[SHORTCUT, KEPT, CARRIED], &[BOX, CLIENT]),
    of(&[TEXTS, "recent.js"], &[BOX, CLIENT]),
    of(
        &["answer-actions.js", "follow-ups.js"],
        &[TEXTS, BOX, CLIENT],
    ),
    // Parts of few results: offered facts, corrections, questions that people ask; and titles, where
    // there is no engine.
    of(
        &[
            "view-asides.js",
            "view-people-ask.js",
            "offer-keys.js",
            "titles.js",
        ],
        &[BOX, CLIENT],
    ),
    of(&["chat-session.js"], &[MODEL, STARTING, BOX, CLIENT]),
    of(&["form-dialog.js"], &[SHORTCUT, TEXTS, BOX, CLIENT]),
    // Filters, address, templates and slots; pages of results, which have the first two as well; the
    // marks on a page that was opened from a list.
    of(
        &[EXTRAS, "page-marks.js", "form-page.js"],
        &[SHORTCUT, TEXTS, BOX, CLIENT],
    ),
    // Parts for owners: how an answer was found, and what became of it.
    of(
        &["view-debug.js", "reports.js", "report-form.js"],
        &[BOX, CLIENT],
    ),
    of(&["offline.js"], &[CLIENT]),
    of(&["soru-related.js"], &[BOX, CLIENT]),
];

/// Files that are not joined: the engine's, and a script that is not a module.
pub(crate) const ALONE: [&str; 5] = [
    "service-worker.js",
    "soru_engine.js",
    "soru_engine_full.js",
    "soru_language_model.js",
    "soru_working_index.js",
];

const fn of(roots: &'static [&'static str], needs: &'static [&'static str]) -> Chunk {
    Chunk {
        roots,
        needs,
        is_apart: false,
    }
}
