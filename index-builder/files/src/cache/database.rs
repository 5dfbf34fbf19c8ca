//! A cache's file: an SQLite database with one table.
//!
//! One transaction covers a build, so a killed build leaves the entries of the previous one. A
//! second build of the same site meanwhile reads these entries and keeps none. Memory contains only
//! keys.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, params};
use soru::index::format::sha256;

use super::Key;

/// The version of the table's layout; a file with another version counts as an empty cache.
const VERSION: i64 = 1;

/// The stored part of a content's SHA-256.
const CHECK: usize = 16;

/// Most entries have a few kilobytes, so small pages waste little space.
const SET_UP: &str = "
    PRAGMA page_size = 1024;
    PRAGMA cell_size_check = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA synchronous = NORMAL;
    PRAGMA locking_mode = NORMAL;
";
const TABLE: &str =
    "CREATE TABLE entries (key BLOB PRIMARY KEY, digest BLOB, content BLOB) WITHOUT ROWID";

/// The entries of the previous build, and those that this build keeps.
#[derive(Debug, Default)]
pub(crate) struct Database {
    path: PathBuf,
    connection: Option<Connection>,
    /// Whether no other build is writing.
    is_writable: bool,
    /// Whether SQLite has found the file damaged.
    is_damaged: bool,
    kept: HashSet<Key>,
    failed: Option<rusqlite::Error>,
}

impl Database {
    /// Opens a file, which is created if absent. Returns a warning if entries cannot be read or
    /// kept.
    pub(crate) fn open(folder: &Path, path: &Path) -> (Self, Option<String>) {
        let mut database = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        if let Err(error) = fs::create_dir_all(folder) {
            return (database, Some(cannot_write(&error)));
        }
        let mut warning = None;
        let mut opened = connect(path);
        if opened.as_ref().is_err_and(is_damage) && fs::remove_file(path).is_ok() {
            warning = Some(damaged());
            opened = connect(path);
        }
        match opened {
            Ok(connection) => {
                database.is_writable = true;
                database.connection = Some(connection);
            }
            Err(error) => {
                warning = Some(cannot_write(&error));
                database.connection = connect_to_read(path).ok();
            }
        }
        (database, warning)
    }

    /// Returns the content of an entry; none if there is no such entry.
    pub(crate) fn get(&mut self, key: &Key) -> Result<Option<Vec<u8>>, String> {
        let Some(connection) = self.connection.as_ref().filter(|_| !self.is_damaged) else {
            return Ok(None);
        };
        match look_up(connection, key) {
            Ok(Some((digest, content))) if sha256(&content)[..CHECK] == digest => Ok(Some(content)),
            Ok(None) => Ok(None),
            // A damaged entry is removed, so that the new content can take its place.
            Ok(Some(_)) => {
                self.is_damaged |= remove(connection, key).is_err_and(|error| is_damage(&error));
                Err(damaged())
            }
            Err(error) => {
                self.is_damaged |= is_damage(&error);
                Err(damaged())
            }
        }
    }

    /// Keeps an entry unless it is kept already; returns whether it is new in this build.
    pub(crate) fn add(&mut self, key: &Key, content: &[u8]) -> bool {
        let is_new = self.kept.insert(*key);
        if is_new
            && self.is_writable
            && let Some(connection) = &self.connection
        {
            let inserted = insert(connection, key, content);
            // A content above SQLite's limit is not worth caching.
            let is_too_long =
                |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::TooBig);
            self.failed = self
                .failed
                .take()
                .or(inserted.err().filter(|error| !is_too_long(error)));
        }
        is_new
    }

    /// Drops the entries that this build has not kept, and commits.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        let (Some(connection), true) = (self.connection.take(), self.is_writable) else {
            return Ok(());
        };
        let failed = self.failed.take().map_or(Ok(()), Err);
        let finished = failed
            .and_then(|()| drop_others(&connection, &self.kept))
            .and_then(|()| connection.execute_batch("COMMIT"));
        drop(connection);
        self.is_damaged |= finished.as_ref().is_err_and(is_damage);
        if self.is_damaged {
            // The next build begins with an empty cache.
            return fs::remove_file(&self.path).map_err(|error| cannot_write(&error));
        }
        finished.map_err(|error| cannot_write(&error))
    }
}

/// Opens a file for reading and writing, and begins the build's transaction.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::ZERO)?;
    connection.execute_batch(SET_UP)?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    check_length(&connection, path)?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version != VERSION {
        connection.execute_batch("DROP TABLE IF EXISTS entries")?;
        connection.execute_batch(TABLE)?;
        connection.execute_batch(&format!("PRAGMA user_version = {VERSION}"))?;
    }
    Ok(connection)
}

/// Compares the length of the file with the length that it states. Without this check, a truncated
/// file would be found damaged only where it is read.
fn check_length(connection: &Connection, path: &Path) -> rusqlite::Result<()> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let stated = number("PRAGMA page_count")? * number("PRAGMA page_size")?;
    let actual = fs::metadata(path).map_or(0, |file| file.len());
    // A new file has its first page only in memory.
    if actual == 0 || u64::try_from(stated).is_ok_and(|stated| stated == actual) {
        return Ok(());
    }
    let damaged = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(damaged, None))
}

fn connect_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == VERSION {
        Ok(connection)
    } else {
        Err(rusqlite::Error::InvalidQuery)
    }
}

/// Returns the stored digest and the content.
fn look_up(connection: &Connection, key: &Key) -> rusqlite::Result<Option<(Vec<u8>, Vec<u8>)>> {
    connection
        .prepare_cached("SELECT digest, content FROM entries WHERE key = ?")?
        .query_row([key.as_slice()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Stores an entry. An existing entry has the same content, because its key is a hash of the
/// source.
fn insert(connection: &Connection, key: &Key, content: &[u8]) -> rusqlite::Result<usize> {
    connection
        .prepare_cached("INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT DO NOTHING")?
        .execute(params![key.as_slice(), &sha256(content)[..CHECK], content])
}

fn remove(connection: &Connection, key: &[u8]) -> rusqlite::Result<usize> {
    connection
        .prepare_cached("DELETE FROM entries WHERE key = ?")?
        .execute([key])
}

fn drop_others(connection: &Connection, kept: &HashSet<Key>) -> rusqlite::Result<()> {
    let mut all = connection.prepare("SELECT key FROM entries")?;
    let keys: Vec<Vec<u8>> = all
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let is_kept = |key: &[u8]| Key::try_from(key).is_ok_and(|key| kept.contains(&key));
    for key in keys.iter().filter(|key| !is_kept(key)) {
        remove(connection, key)?;
    }
    Ok(())
}

fn is_damage(error: &rusqlite::Error) -> bool {
    let is_type = matches!(error, rusqlite::Error::InvalidColumnType(..));
    let codes = [
        Some(ErrorCode::NotADatabase),
        Some(ErrorCode::DatabaseCorrupt),
    ];
    is_type || codes.contains(&error.sqlite_error_code())
}

fn damaged() -> String {
    "the cache is damaged; the damaged part is computed again".to_owned()
}

fn cannot_write(error: &dyn std::fmt::Display) -> String {
    format!("the cache cannot be written: {error}; the next build cannot reuse it")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path) -> Database {
        let (database, warning) = Database::open(folder, &folder.join("cache"));
        assert_eq!(warning, None);
        database
    }

    fn write(folder: &Path, contents: &[&[u8]]) {
        let mut database = open(folder);
        for content in contents {
            assert!(database.add(&sha256(content), content));
            assert!(!database.add(&sha256(content), b"the key is known"));
        }
        database.finish().unwrap();
    }

    #[test]
    fn entries_read_back_and_a_folder_holds_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let contents = [&b"one"[..], b"", b"three"];
        write(folder.path(), &contents);
        let mut database = open(folder.path());
        for content in contents {
            assert_eq!(
                database.get(&sha256(content)).unwrap().as_deref(),
                Some(content)
            );
        }
        assert_eq!(database.get(&sha256(b"two")), Ok(None));
        drop(database);
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn entries_that_a_build_does_not_keep_are_absent_from_the_next() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &[b"one", b"two"]);
        write(folder.path(), &[b"two", b"three"]);
        let mut database = open(folder.path());
        let found = [&b"one"[..], b"two", b"three"]
            .map(|content| database.get(&sha256(content)).unwrap().is_some());
        assert_eq!(found, [false, true, true]);
    }

    #[test]
    fn a_killed_build_leaves_the_entries_of_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &[b"one"]);
        let mut killed = open(folder.path());
        killed.add(&sha256(b"two"), b"two");
        drop(killed);
        let mut database = open(folder.path());
        assert_eq!(
            database.get(&sha256(b"one")).unwrap().as_deref(),
            Some(&b"one"[..])
        );
        assert_eq!(database.get(&sha256(b"two")), Ok(None));
    }

    // After any damage to the file, an entry is either as written or absent.
    #[test]
    fn no_damage_gives_another_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let contents = [&b"one"[..], b"second"];
        write(folder.path(), &contents);
        let whole = fs::read(&path).unwrap();
        let cut = (0..whole.len())
            .step_by(211)
            .map(|length| whole[..length].to_vec());
        let flipped = (0..whole.len()).step_by(7).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            bytes
        });
        let mut lost = 0;
        for bytes in cut.chain(flipped) {
            fs::write(&path, &bytes).unwrap();
            let (mut database, _) = Database::open(folder.path(), &path);
            for content in contents {
                match database.get(&sha256(content)) {
                    Ok(Some(found)) => assert_eq!(found, content),
                    Ok(None) | Err(_) => lost += 1,
                }
            }
        }
        assert!(lost > 10, "{lost}");
    }

    #[test]
    fn a_damaged_entry_is_replaced_and_a_file_that_is_no_cache_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let text = b"a text that is easy to find in the file";
        write(folder.path(), &[text]);
        let whole = fs::read(&path).unwrap();
        let at = whole
            .windows(text.len())
            .position(|bytes| bytes == text)
            .unwrap();
        let mut altered = whole.clone();
        altered[at] = b'A';
        for bytes in [
            altered,
            b"no database, but as long as the header of one would be, which SQLite reads first"
                .to_vec(),
        ] {
            fs::write(&path, bytes).unwrap();
            let (mut database, warning) = Database::open(folder.path(), &path);
            let read = database.get(&sha256(text));
            assert!(warning.is_some() || read.is_err());
            database.add(&sha256(text), text);
            database.finish().unwrap();
            let read = open(folder.path()).get(&sha256(text));
            assert_eq!(read.unwrap().as_deref(), Some(&text[..]));
        }
    }

    #[test]
    fn two_builds_at_once_do_not_write_into_each_other() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &[b"one"]);
        let mut first = open(folder.path());
        first.add(&sha256(b"two"), b"two");
        let (mut second, warning) = Database::open(folder.path(), &folder.path().join("cache"));
        assert!(warning.unwrap().contains("cannot be written"));
        assert_eq!(
            second.get(&sha256(b"one")).unwrap().as_deref(),
            Some(&b"one"[..])
        );
        second.finish().unwrap();
        first.finish().unwrap();
        let mut database = open(folder.path());
        assert_eq!(
            database.get(&sha256(b"two")).unwrap().as_deref(),
            Some(&b"two"[..])
        );
    }
}
