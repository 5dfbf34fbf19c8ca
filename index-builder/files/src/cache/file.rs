//! A cache's file: a magic number, then concatenated entries.
//!
//! An entry is its length (4 bytes, little-endian), its key, the first half of its content's SHA-256, and its content.
//! Memory holds only keys and positions, so that the cache of a large site costs as little as that of a small one.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use soru::index::format::sha256;

const MARK: &[u8; 16] = b"soru page cache\x01";

const LENGTH: usize = 4;
const CHECK: usize = 16;

/// The key of an entry.
pub type Key = [u8; 32];

const HEADER: usize = LENGTH + size_of::<Key>() + CHECK;

/// The entries of a file.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    file: Option<File>,
    places: HashMap<Key, Place>,
    /// Damage of the file, if any.
    pub(crate) damage: Option<String>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    at: u64,
    length: u32,
    check: [u8; CHECK],
}

impl Entries {
    /// Opens a file, empty if it is absent. Of a truncated file it reads the entries before the cut.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(format!("cannot be read: {error}; nothing is reused")),
        };
        let mut entries = Self::default();
        if let Err(error) = entries.scan(&file) {
            entries.damage = Some(format!(
                "the cache is damaged ({error}); the damaged part is computed again"
            ));
        }
        entries.file = Some(file);
        Ok(entries)
    }

    fn scan(&mut self, file: &File) -> io::Result<()> {
        let end = file.metadata()?.len();
        let mut reader = BufReader::new(file);
        let mut mark = [0; MARK.len()];
        reader.read_exact(&mut mark)?;
        if mark != *MARK {
            return Err(io::Error::new(ErrorKind::InvalidData, "it is no cache"));
        }
        let mut at = MARK.len() as u64;
        while at < end {
            let mut header = [0; HEADER];
            reader.read_exact(&mut header)?;
            let (length, rest) = header.split_at(LENGTH);
            let (key, check) = rest.split_at(size_of::<Key>());
            let place = Place {
                at: at + HEADER as u64,
                length: u32::from_le_bytes(length.try_into().unwrap_or_default()),
                check: check.try_into().unwrap_or_default(),
            };
            at = place.at + u64::from(place.length);
            if at > end {
                return Err(io::Error::new(ErrorKind::UnexpectedEof, "it is cut off"));
            }
            reader.seek_relative(i64::from(place.length))?;
            self.places
                .insert(key.try_into().unwrap_or_default(), place);
        }
        Ok(())
    }

    /// The content of an entry, none if there is no such entry.
    pub(crate) fn get(&mut self, key: &Key) -> Result<Option<Vec<u8>>, String> {
        let (Some(place), Some(file)) = (self.places.get(key), &mut self.file) else {
            return Ok(None);
        };
        let mut content = vec![0; place.length as usize];
        let read = file
            .seek(SeekFrom::Start(place.at))
            .and_then(|_| file.read_exact(&mut content));
        if read.is_ok() && sha256(&content)[..CHECK] == place.check {
            return Ok(Some(content));
        }
        Err("the cache is damaged; the damaged part is computed again".to_owned())
    }
}

/// A file being written; without one, nothing is kept.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    file: Option<(PathBuf, BufWriter<File>)>,
    known: HashSet<Key>,
    failed: Option<io::Error>,
}

impl Writer {
    pub(crate) fn create(folder: &Path, file: &Path) -> Result<Self, String> {
        // The name of the unfinished file.
        let path = file.with_extension("soru-cache-unfinished");
        let create = || {
            fs::create_dir_all(folder)?;
            // Does not truncate an existing file before it is locked: the lock's holder is writing it.
            let file = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path)?;
            file.try_lock()?;
            file.set_len(0)?;
            let mut writer = BufWriter::new(file);
            writer.write_all(MARK)?;
            Ok(writer)
        };
        let writer = create().map_err(|error: io::Error| cannot_write(&error))?;
        Ok(Self {
            file: Some((path, writer)),
            ..Self::default()
        })
    }

    /// Adds an entry unless it is known; returns whether it is new.
    pub(crate) fn add(&mut self, key: &Key, content: &[u8]) -> bool {
        let is_new = self.known.insert(*key);
        // Longer entries are not worth caching.
        if let (true, Ok(length)) = (is_new, u32::try_from(content.len())) {
            self.write(key, content, length);
        }
        is_new
    }

    fn write(&mut self, key: &Key, content: &[u8], length: u32) {
        let Some((_, file)) = &mut self.file else {
            return;
        };
        let check = &sha256(content)[..CHECK];
        let header = [&length.to_le_bytes()[..], &key[..], check].concat();
        let written = file
            .write_all(&header)
            .and_then(|()| file.write_all(content));
        self.failed = self.failed.take().or(written.err());
    }

    /// Replaces the previous file.
    pub(crate) fn finish(self, path: &Path) -> Result<(), String> {
        let Some((unfinished, mut file)) = self.file else {
            return Ok(());
        };
        let finish = || {
            if let Some(error) = self.failed {
                return Err(error);
            }
            file.flush()?;
            file.get_ref().sync_all()?;
            fs::rename(&unfinished, path)
        };
        finish().map_err(|error| cannot_write(&error))
    }
}

fn cannot_write(error: &io::Error) -> String {
    format!("the cache cannot be written: {error}; the next build cannot reuse it")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path, contents: &[&[u8]]) -> PathBuf {
        let path = folder.join("cache");
        let mut writer = Writer::create(folder, &path).unwrap();
        for content in contents {
            writer.add(&sha256(content), content);
            writer.add(&sha256(content), b"the key is known");
        }
        writer.finish(&path).unwrap();
        path
    }

    #[test]
    fn entries_read_back_and_a_folder_holds_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let contents = [&b"one"[..], b"", b"three"];
        let path = written(folder.path(), &contents);
        let mut entries = Entries::open(&path).unwrap();
        assert_eq!(entries.damage, None);
        for content in contents {
            assert_eq!(
                entries.get(&sha256(content)).unwrap().as_deref(),
                Some(content)
            );
        }
        assert_eq!(entries.get(&sha256(b"two")), Ok(None));
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        let missing = Entries::open(&folder.path().join("missing")).unwrap();
        assert!(missing.damage.is_none() && missing.places.is_empty());
    }

    // After any damage to the file, an entry is either as written or absent.
    #[test]
    fn no_damage_gives_another_content() {
        let folder = tempfile::tempdir().unwrap();
        let contents = [&b"one"[..], b"second"];
        let path = written(folder.path(), &contents);
        let whole = fs::read(&path).unwrap();
        let cut = (0..whole.len()).map(|length| whole[..length].to_vec());
        let flipped = (0..whole.len()).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            bytes
        });
        for bytes in cut.chain(flipped) {
            fs::write(&path, &bytes).unwrap();
            let mut entries = Entries::open(&path).unwrap();
            let mut lost = entries.damage.is_some();
            for content in contents {
                match entries.get(&sha256(content)) {
                    Ok(Some(found)) => assert_eq!(found, content),
                    Ok(None) | Err(_) => lost = true,
                }
            }
            let at_an_entry = [MARK.len(), MARK.len() + HEADER + 3].contains(&bytes.len());
            assert!(lost || at_an_entry, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn two_builds_at_once_do_not_write_into_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let mut first = Writer::create(folder.path(), &path).unwrap();
        first.add(&sha256(b"one"), b"one");
        assert!(Writer::create(folder.path(), &path).is_err());
        first.finish(&path).unwrap();
        let mut entries = Entries::open(&path).unwrap();
        assert_eq!(
            entries.get(&sha256(b"one")).unwrap().as_deref(),
            Some(&b"one"[..])
        );
    }
}
