//! Caches compressed sizes, since compressing the engine as well as hosts do takes many times
//! longer than all other steps for an unchanged package.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::Result;

/// Compressed sizes by content, stored in a file of cargo's build folder.
#[derive(Debug)]
pub(super) struct Memo {
    file: PathBuf,
    known: BTreeMap<String, Sizes>,
    used: BTreeMap<String, Sizes>,
}

/// Bytes with gzip, and bytes with brotli.
pub(super) type Sizes = (u64, u64);

impl Memo {
    /// Reads the sizes of earlier runs; empty if the file is absent or has another format.
    pub(super) fn open(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let known = text.lines().filter_map(parse).collect();
        Self {
            file,
            known,
            used: BTreeMap::new(),
        }
    }

    /// The sizes of this content, measured only if unknown.
    ///
    /// # Errors
    /// Those of measuring.
    pub(super) fn sizes(
        &mut self,
        content: &[u8],
        measure: impl FnOnce(&[u8]) -> Result<Sizes>,
    ) -> Result<Sizes> {
        let key = key(content);
        let sizes = match self.known.get(&key) {
            Some(&sizes) => sizes,
            None => measure(content)?,
        };
        self.used.insert(key, sizes);
        Ok(sizes)
    }

    /// Stores the sizes used in this run, and drops all others.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn close(self) -> Result<()> {
        let line = |(key, (gzip, brotli)): (String, Sizes)| format!("{key} {gzip} {brotli}\n");
        let text: String = self.used.into_iter().map(line).collect();
        fs::create_dir_all(self.file.parent().unwrap_or(Path::new("")))?;
        Ok(fs::write(&self.file, text)?)
    }
}

fn parse(line: &str) -> Option<(String, Sizes)> {
    let mut words = line.split(' ');
    let key = words.next()?.to_owned();
    let mut size = || words.next()?.parse().ok();
    Some((key, (size()?, size()?)))
}

/// A hash that distinguishes builds of one file; it needs no protection against forgery.
fn key(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("{:016x}-{}", hasher.finish(), content.len())
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn the_same_content_is_measured_once() {
        let file = std::env::temp_dir().join(format!("soru-xtask-memo-{}", std::process::id()));
        let mut memo = Memo::open(file.clone());
        assert_eq!(memo.sizes(b"a", |_| Ok((1, 2))).unwrap(), (1, 2));
        memo.close().unwrap();
        let mut memo = Memo::open(file.clone());
        assert_eq!(
            memo.sizes(b"a", |_| bail!("measured again")).unwrap(),
            (1, 2)
        );
        assert!(memo.sizes(b"b", |_| bail!("not known")).is_err());
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn lines_of_another_form_are_ignored() {
        assert_eq!(parse("abc 1 2"), Some(("abc".to_owned(), (1, 2))));
        assert_eq!(parse("abc 1"), None);
        assert_eq!(parse(""), None);
    }
}
