//! Generates the pages of a site, and builds bundles of them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::workspace::{Profile, Workspace};

/// Words of a page's text.
const LENGTH: u32 = 150;

/// Every this many pages, the changed site has a changed one.
const CHANGED: u32 = 50;

/// Bundles of the same site.
pub(super) struct Sites {
    /// The number of pages.
    pub(super) pages: u32,
    pub(super) whole: PathBuf,
    /// The site with some changed pages, and without page 0.
    pub(super) changed: PathBuf,
    /// A hundred pages of it.
    pub(super) small: PathBuf,
}

/// The number of pages of the small site.
pub(super) const SMALL: u32 = 100;

impl Sites {
    pub(super) fn build(workspace: &Workspace, pages: u32) -> Result<Self> {
        let folder = workspace.target("clusters");
        fs::create_dir_all(&folder)?;
        let build = |name: &str, lines: String| -> Result<PathBuf> {
            let input = folder.join(format!("{name}.jsonl"));
            fs::write(&input, lines)?;
            let out = folder.join(name);
            run(workspace, &input, &out, &["--index-only"])?;
            Ok(out)
        };
        let is_changed = |page: &u32| *page % CHANGED == 1;
        Ok(Self {
            pages,
            whole: build("whole", lines(0..pages, &|_| false))?,
            changed: build("changed", lines(1..pages, &is_changed))?,
            small: build("small", lines(0..SMALL, &|_| false))?,
        })
    }

    /// Builds a bundle in `soru/` that expects the pages in the cluster, and returns the folder. A page
    /// names the gateway.
    pub(super) fn for_visitors(&self, workspace: &Workspace) -> Result<PathBuf> {
        let folder = self.whole.with_file_name("visitors");
        fs::create_dir_all(&folder)?;
        let config = folder.with_extension("toml");
        fs::write(&config, "[indexing]\ngateway = \"http://127.0.0.1:9\"\n")?;
        let config = config.display().to_string();
        let input = self.whole.with_extension("jsonl");
        let options = ["--layout", "remote", "--config", &config];
        run(workspace, &input, &folder.join("soru"), &options)?;
        Ok(folder)
    }

    /// Returns the number of changed pages.
    pub(super) fn changes(&self) -> u32 {
        (self.pages - 2) / CHANGED + 1
    }
}

fn run(workspace: &Workspace, input: &Path, out: &Path, options: &[&str]) -> Result<()> {
    let soru = workspace.soru(Profile::Debug).display().to_string();
    let [input, out] = [input, out].map(|path| path.display().to_string());
    workspace
        .invoke(&soru)
        .args(["build", &input, "--out", &out, "--quiet"])
        .args(options.iter().copied())
        .env("SORU_ENCODERS", "/nonexistent")
        .run()
}

/// The word in the title of a page, which no other page has.
pub(super) fn title_word(page: u32) -> String {
    format!("regulation{page}")
}

/// Generates pages as lines of JSON.
fn lines(pages: std::ops::Range<u32>, is_changed: &dyn Fn(&u32) -> bool) -> String {
    let mut lines = String::new();
    for page in pages {
        let text: Vec<String> = words(page, is_changed(&page)).collect();
        let (id, title, text) = (id(page), title_word(page), text.join(" "));
        let _ = writeln!(
            lines,
            r#"{{"id": "{id}", "url": "{id}", "lang": "en", "title": "{title}", "text": "{text}."}}"#
        );
    }
    lines
}

/// Returns the id of a page.
pub(super) fn id(page: u32) -> String {
    format!("page-{page:07}.html")
}

/// Returns the words of a page's text.
pub(super) fn words(page: u32, is_changed: bool) -> impl Iterator<Item = String> {
    // A linear congruence: the words of a page depend on its number alone.
    let mut number = page
        .wrapping_mul(2_654_435_761)
        .wrapping_add(u32::from(is_changed));
    (0..LENGTH).map(move |_| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Small numbers are frequent, as words of a language are.
        word((number >> 16) % ((number >> 8) % 4_000 + 1))
    })
}

/// Makes a word of syllables.
fn word(mut rank: u32) -> String {
    const SYLLABLES: [&str; 12] = [
        "ba", "ko", "lu", "mi", "re", "sa", "ti", "vo", "ne", "du", "pa", "li",
    ];
    let mut word = String::from("w");
    loop {
        word.push_str(SYLLABLES[(rank % 12) as usize]);
        rank /= 12;
        if rank == 0 {
            return word;
        }
    }
}
