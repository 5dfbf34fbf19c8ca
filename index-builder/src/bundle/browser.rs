//! The browser's part of a bundle: the engine compiled to WebAssembly, the element, their types.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use walkdir::WalkDir;

use super::inflate;

/// The browser files compiled into this builder; empty if the package was not built before it.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/browser_files.rs"));

/// The file that identifies a folder as the browser engine.
const ENGINE: &str = "soru_engine_bg.wasm";

/// The files of the essential engine: its code, the same compressed, and its JavaScript.
const ESSENTIAL: [&str; 3] = [ENGINE, "soru_engine_bg.wasm.bin", "soru_engine.js"];

/// The files of the full engine: its compressed code, and its JavaScript.
const FULL: [&str; 2] = ["soru_engine_full_bg.wasm.bin", "soru_engine_full.js"];

/// The files that make an index of the pages that a gateway found.
const WORKING_INDEX: [&str; 2] = ["soru_working_index_bg.wasm.bin", "soru_working_index.js"];

/// The files that a page loads.
#[derive(Debug, Clone, Default)]
pub struct BrowserFiles {
    /// Name relative to the bundle, and content.
    pub files: Vec<(String, Cow<'static, [u8]>)>,
}

impl BrowserFiles {
    /// No files: only the index is written.
    pub fn none() -> Self {
        Self::default()
    }

    /// The files compiled into this builder, if any.
    pub fn embedded() -> Option<Self> {
        let files = EMBEDDED
            .iter()
            .map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes)));
        let files: Vec<_> = files.collect();
        if files.is_empty() {
            None
        } else {
            Some(Self { files })
        }
    }

    /// The files of a folder such as `pkg/`.
    ///
    /// # Errors
    /// If it cannot be read or is not the engine.
    pub fn from_folder(folder: &Path) -> anyhow::Result<Self> {
        if !folder.join(ENGINE).is_file() {
            bail!(
                "{}: {ENGINE} is missing; name the folder that `cargo xtask bundle` writes (pkg/)",
                folder.display()
            );
        }
        let mut files = Vec::new();
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.with_context(|| format!("{}: cannot be read", folder.display()))?;
            let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let name = relative.to_string_lossy().replace('\\', "/");
            if entry.file_type().is_file() && belongs_on_a_page(&name) {
                let bytes = fs::read(entry.path())
                    .with_context(|| format!("{}: cannot be read", entry.path().display()))?;
                files.push((name, Cow::Owned(bytes)));
            }
        }
        Ok(Self { files })
    }

    /// Puts the full engine in place of the essential one, which cannot compare vectors: a page
    /// would load both for its first question.
    ///
    /// # Errors
    /// If the compressed code is damaged.
    pub(crate) fn answer_with_the_full_engine(&mut self) -> anyhow::Result<()> {
        let content = |name: &str| {
            let mut files = self.files.iter();
            let file = files.find(|(own, _)| own == name);
            file.map(|(_, content)| content.clone())
        };
        // A folder with the index alone has neither.
        let [Some(packed), Some(glue)] = FULL.map(content) else {
            return Ok(());
        };
        let code = inflate(&packed).with_context(|| format!("{}: is damaged", FULL[0]))?;
        for (name, content) in ESSENTIAL.into_iter().zip([code.into(), packed, glue]) {
            self.files.retain(|(own, _)| own != name);
            self.files.push((name.to_owned(), content));
        }
        self.files.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(())
    }

    /// Leaves out the files that only pages over a cluster load.
    pub(crate) fn leave_out_the_working_index(&mut self) {
        self.files
            .retain(|(name, _)| !WORKING_INDEX.contains(&name.as_str()));
    }
}

fn belongs_on_a_page(name: &str) -> bool {
    [".js", ".mjs", ".d.ts", ".wasm", ".wasm.bin"]
        .iter()
        .any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::compress;

    #[test]
    fn a_folder_yields_only_the_files_that_a_page_loads() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("element")).unwrap();
        for file in [
            ENGINE,
            "soru.js",
            "soru.d.ts",
            "full.wasm.bin",
            "element/a.js",
            "README.md",
            "package.json",
        ] {
            fs::write(dir.path().join(file), file).unwrap();
        }
        let files = BrowserFiles::from_folder(dir.path()).unwrap();
        let names: Vec<&str> = files.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "element/a.js",
                "full.wasm.bin",
                "soru.d.ts",
                "soru.js",
                ENGINE
            ]
        );
    }

    #[test]
    fn only_pages_over_a_cluster_get_the_working_index() {
        let names = ["soru.js", WORKING_INDEX[0], WORKING_INDEX[1]];
        let files = names.map(|name| (name.to_owned(), Cow::Borrowed(&b""[..])));
        let mut browser = BrowserFiles {
            files: files.to_vec(),
        };
        browser.leave_out_the_working_index();
        assert_eq!(browser.files, files[..1]);
    }

    #[test]
    fn the_full_engine_takes_the_place_of_the_essential_one() {
        let packed = compress(b"full code").unwrap();
        let file = |name: &str, content: &[u8]| (name.to_owned(), content.to_vec().into());
        let mut browser = BrowserFiles {
            files: vec![
                file("soru.js", b"page"),
                file("soru_engine.js", b"glue"),
                file("soru_engine_bg.wasm", b"code"),
                file("soru_engine_full.js", b"full glue"),
                file("soru_engine_full_bg.wasm.bin", &packed),
            ],
        };
        browser.answer_with_the_full_engine().unwrap();
        let content = |name: &str| {
            let found = browser.files.iter().find(|(own, _)| own == name);
            found.map(|(_, content)| content.to_vec())
        };
        assert_eq!(content("soru_engine.js").unwrap(), b"full glue");
        assert_eq!(content(ENGINE).unwrap(), b"full code");
        assert_eq!(content("soru_engine_bg.wasm.bin").unwrap(), packed);
        assert_eq!(content("soru.js").unwrap(), b"page");
        let mut none = BrowserFiles::none();
        none.answer_with_the_full_engine().unwrap();
        assert!(none.files.is_empty());
    }
}
