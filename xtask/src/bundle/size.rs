//! The download of a visitor: the size of every part, and the budget.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Result, bail};

use super::compression::{brotli, gzip};
use super::first_question;
use super::memo::Memo;
use super::package::{Package, extension};

/// The maximum size of the WebAssembly and JavaScript that a first question needs, in bytes after
/// brotli, as good hosts send them.
const FIRST: u64 = 214_750;
/// The maximum size of the module for answers of language models, which only pages with a model
/// load, in bytes after brotli.
const MODEL: u64 = 77_000;
/// The maximum size of what asks a cluster and makes an index of its answer, which only pages over a
/// remote bundle load, in bytes after brotli.
const CLUSTER: u64 = 292_000;
/// The maximum size of all other files of the package, which some questions load later, in bytes
/// after brotli.
const LATER: u64 = 356_750;

/// The names of those modules' files.
const MODEL_NAME: &str = "soru_language_model";
const CLUSTER_NAMES: [&str; 2] = ["soru_working_index", "cluster.js"];

/// The extension of compressed files.
const PACKED: &str = "bin";

/// One file, in bytes: uncompressed, and as hosts send it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Part {
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
    when: When,
}

/// The occasion on which a visitor downloads a part.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum When {
    /// For the first question.
    First,
    /// With a language model's first answer.
    Model,
    /// With the first text over pages in a cluster.
    Cluster,
    /// Otherwise.
    #[default]
    Later,
}

impl When {
    const ALL: [Self; 4] = [Self::First, Self::Model, Self::Cluster, Self::Later];

    fn of(path: &str, first: &BTreeSet<String>) -> Self {
        if first.contains(path) {
            Self::First
        } else if path.starts_with(MODEL_NAME) {
            Self::Model
        } else if CLUSTER_NAMES.iter().any(|name| path.starts_with(name)) {
            Self::Cluster
        } else {
            Self::Later
        }
    }
}

/// The sizes of all parts of the download.
#[derive(Debug)]
pub(super) struct Report {
    parts: Vec<Part>,
}

impl Report {
    /// Compresses every part of unknown size.
    ///
    /// # Errors
    /// None in practice: everything happens in memory.
    pub(super) fn weigh(package: &Package, memo: &mut Memo) -> Result<Self> {
        let downloads = package
            .files()
            .filter(|(path, _)| is_download(path, package));
        let first = first_question::files(package);
        let parts = downloads.map(|(path, content)| {
            let (name, raw) = (path.to_owned(), content.len() as u64);
            let (gzip, brotli) = match extension(path) {
                PACKED => (raw, raw),
                _ => memo.sizes(content, |new| Ok((gzip(new)?, brotli(new)?)))?,
            };
            Ok(Part {
                name,
                raw,
                gzip,
                brotli,
                when: When::of(path, &first),
            })
        });
        Ok(Self {
            parts: parts.collect::<Result<_>>()?,
        })
    }

    /// Checks the package against its budget.
    ///
    /// # Errors
    /// If it exceeds the budget, with the figures.
    pub(super) fn check(&self) -> Result<()> {
        for (part, budget) in self.sums() {
            if part.brotli > budget {
                bail!(
                    "{} weighs {} KB with brotli ({} KB with gzip), {} KB over its budget of {} \
                     KB: the table shows which part grew",
                    part.name,
                    kilobytes(part.brotli),
                    kilobytes(part.gzip),
                    kilobytes(part.brotli - budget),
                    kilobytes(budget),
                );
            }
        }
        Ok(())
    }

    /// The parts of each occasion together, with the budget.
    fn sums(&self) -> [(Part, u64); 4] {
        let (first, model) = ("what a first question needs", "what a language model adds");
        let cluster = "what a cluster adds";
        [
            (sum(first, self.parts_of(When::First)), FIRST),
            (sum(model, self.parts_of(When::Model)), MODEL),
            (sum(cluster, self.parts_of(When::Cluster)), CLUSTER),
            (sum("what comes later", self.parts_of(When::Later)), LATER),
        ]
    }

    fn parts_of(&self, when: When) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |part| part.when == when)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["KB", "raw", "gzip", "brotli"];
        writeln!(
            f,
            "{:<30}{:>9}{:>9}{:>9}{:>9}",
            head[0], head[1], head[2], head[3], "budget"
        )?;
        for (when, (sum, budget)) in When::ALL.into_iter().zip(self.sums()) {
            self.parts_of(when)
                .try_for_each(|part| writeln!(f, "{part}"))?;
            writeln!(f, "{}", "-".repeat(66))?;
            writeln!(f, "{sum}{:>9}", kilobytes(budget))?;
            if when != When::Later {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [raw, gzip, brotli] = [self.raw, self.gzip, self.brotli].map(kilobytes);
        write!(f, "{:<30}{raw:>9}{gzip:>9}{brotli:>9}", self.name)
    }
}

/// Whether a file is downloaded: types, licences and notes stay on the developer's machine; of a
/// file that also exists compressed, only one is sent.
fn is_download(path: &str, package: &Package) -> bool {
    let is_twin = || {
        path.strip_suffix(".bin")
            .is_some_and(|plain| package.get(plain).is_some())
    };
    ["wasm", "js", "css", PACKED].contains(&extension(path)) && !is_twin()
}

fn sum<'a>(name: &str, parts: impl Iterator<Item = &'a Part>) -> Part {
    let start = Part {
        name: name.to_owned(),
        ..Part::default()
    };
    parts.fold(start, |sum, part| Part {
        raw: sum.raw + part.raw,
        gzip: sum.gzip + part.gzip,
        brotli: sum.brotli + part.brotli,
        ..sum
    })
}

fn kilobytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, brotli: u64, when: When) -> Part {
        let name = name.to_owned();
        Part {
            name,
            raw: 3,
            gzip: 1,
            brotli,
            when,
        }
    }

    fn report(sizes: [u64; 4]) -> Report {
        let parts = When::ALL.into_iter().zip(sizes);
        let parts = parts.map(|(when, size)| part(&format!("{when:?}.js"), size, when));
        Report {
            parts: parts.collect(),
        }
    }

    #[test]
    fn the_table_has_a_row_for_every_part_and_every_occasion() {
        let mut report = report([2000, 300, 4000, 1000]);
        report.parts.push(part("c.js", 500, When::First));
        let table = report.to_string();
        let row = |name| {
            table
                .lines()
                .find(|line| line.starts_with(name))
                .unwrap_or_default()
        };
        assert!(row("First.js").contains("2.0"), "{table}");
        assert!(
            row("what a first question needs").contains("2.5"),
            "{table}"
        );
        assert!(row("what a language model adds").contains("0.3"), "{table}");
        assert!(row("what a cluster adds").contains("4.0"), "{table}");
        assert!(row("what comes later").contains("1.0"), "{table}");
    }

    #[test]
    fn a_sum_over_its_budget_is_an_error_that_gives_the_figures() {
        let budgets = [FIRST, MODEL, CLUSTER, LATER];
        report(budgets).check().unwrap();
        let names = ["first question", "language model", "cluster", "later"];
        for (place, name) in names.into_iter().enumerate() {
            let mut sizes = budgets;
            sizes[place] += 2000;
            let error = report(sizes).check().unwrap_err().to_string();
            assert!(
                error.contains(name) && error.contains("2.0 KB over"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_module_is_counted_for_the_occasion_on_which_it_is_loaded() {
        let first = BTreeSet::from(["soru_engine.js".to_owned()]);
        let of = |path| When::of(path, &first);
        assert_eq!(of("soru_engine.js"), When::First);
        assert_eq!(of("soru_language_model_bg.wasm.bin"), When::Model);
        assert_eq!(of("soru_working_index.js"), When::Cluster);
        assert_eq!(of("soru_engine_full.js"), When::Later);
    }

    #[test]
    fn types_licences_and_twins_are_not_part_of_the_download() {
        let mut package = Package::default();
        for path in [
            "a.wasm",
            "a.wasm.bin",
            "b.wasm.bin",
            "ui/list.js",
            "soru.d.ts",
            "LICENSE-MIT",
        ] {
            package.add(path, Vec::new()).unwrap();
        }
        let paths = package.files().map(|(path, _)| path);
        let downloads: Vec<&str> = paths.filter(|path| is_download(path, &package)).collect();
        assert_eq!(downloads, ["a.wasm", "b.wasm.bin", "ui/list.js"]);
    }
}
