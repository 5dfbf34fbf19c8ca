//! What a visitor downloads: the size of every part, and the most it may be.

use std::fmt;

use anyhow::{Result, bail};

use super::compression::{brotli, gzip};
use super::first_question;
use super::memo::Memo;
use super::package::{Package, extension};

/// The most that the WebAssembly and JavaScript of the package may weigh in
/// all, compressed with brotli as good hosts do, in bytes.
const BUDGET: u64 = 192_000;

/// One file, in bytes: as it is, and as hosts send it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Part {
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
    is_first: bool,
}

/// What every part of the download weighs.
#[derive(Debug)]
pub(super) struct Report {
    parts: Vec<Part>,
}

impl Report {
    /// Compresses every part that is not known already.
    ///
    /// # Errors
    /// None in practice: everything happens in memory.
    pub(super) fn weigh(package: &Package, memo: &mut Memo) -> Result<Self> {
        let downloads = package.files().filter(|(path, _)| is_download(path));
        let first = first_question::files(package);
        let parts = downloads.map(|(path, content)| {
            let (gzip, brotli) = memo.sizes(content, |new| Ok((gzip(new)?, brotli(new)?)))?;
            let (name, raw) = (path.to_owned(), content.len() as u64);
            Ok(Part {
                name,
                raw,
                gzip,
                brotli,
                is_first: first.contains(path),
            })
        });
        Ok(Self {
            parts: parts.collect::<Result<_>>()?,
        })
    }

    /// Holds the package to its budget.
    ///
    /// # Errors
    /// If it is over, with the figures.
    pub(super) fn check(&self) -> Result<()> {
        let all = self.everything();
        if all.brotli > BUDGET {
            bail!(
                "the download weighs {} KB with brotli ({} KB with gzip), {} KB over its budget \
                 of {} KB: the table shows which part grew",
                kilobytes(all.brotli),
                kilobytes(all.gzip),
                kilobytes(all.brotli - BUDGET),
                kilobytes(BUDGET),
            );
        }
        Ok(())
    }

    fn everything(&self) -> Part {
        sum("everything", self.parts.iter())
    }

    fn first_question(&self) -> Part {
        let needed = self.parts.iter().filter(|part| part.is_first);
        sum("what a first question needs", needed)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["KB", "raw", "gzip", "brotli"];
        writeln!(
            f,
            "{:<30}{:>9}{:>9}{:>9}",
            head[0], head[1], head[2], head[3]
        )?;
        self.parts
            .iter()
            .try_for_each(|part| writeln!(f, "{part}"))?;
        writeln!(f, "{}", "-".repeat(57))?;
        writeln!(f, "{}", self.everything())?;
        writeln!(f, "{}", self.first_question())?;
        write!(
            f,
            "budget, everything with brotli: {} KB",
            kilobytes(BUDGET)
        )
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [raw, gzip, brotli] = [self.raw, self.gzip, self.brotli].map(kilobytes);
        write!(f, "{:<30}{raw:>9}{gzip:>9}{brotli:>9}", self.name)
    }
}

/// Types, licences and notes stay on the developer's machine.
fn is_download(path: &str) -> bool {
    ["wasm", "js", "css"].contains(&extension(path))
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

    fn part(name: &str, brotli: u64, is_first: bool) -> Part {
        let name = name.to_owned();
        Part {
            name,
            raw: 3,
            gzip: 1,
            brotli,
            is_first,
        }
    }

    fn report(brotli: u64) -> Report {
        Report {
            parts: vec![part("a.wasm", brotli, true), part("b.js", 1000, false)],
        }
    }

    #[test]
    fn the_table_has_a_row_for_every_part_and_the_totals() {
        let table = report(2000).to_string();
        let row = |name| {
            table
                .lines()
                .find(|line| line.starts_with(name))
                .unwrap_or_default()
        };
        assert!(row("a.wasm").contains("2.0"), "{table}");
        assert!(row("everything").contains("3.0"), "{table}");
        assert!(
            row("what a first question needs").contains("2.0"),
            "{table}"
        );
    }

    #[test]
    fn a_package_over_its_budget_is_an_error_that_gives_the_figures() {
        report(BUDGET - 1000).check().unwrap();
        let error = report(BUDGET).check().unwrap_err().to_string();
        assert!(error.contains("1.0 KB over"), "{error}");
    }

    #[test]
    fn types_and_licences_are_not_part_of_the_download() {
        assert!(is_download("soru_engine_bg.wasm") && is_download("ui/list.js"));
        assert!(!is_download("soru.d.ts") && !is_download("LICENSE-MIT"));
    }
}
