//! Running the command line tool on the fixtures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The output of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts that the run failed, with messages whose lines begin in this way.
    pub(crate) fn assert_fails_with(&self, messages: &[&str]) {
        assert_eq!(self.code, 1, "{self:?}");
        for message in messages {
            assert!(
                self.err.lines().any(|line| line.starts_with(message)),
                "{message}: {self:?}"
            );
        }
    }

    pub(crate) fn assert_done(&self) -> &Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// The standard output of a run that succeeded.
    pub(crate) fn printed(&self) -> String {
        self.assert_done().out.clone()
    }

    /// The same as JSON.
    pub(crate) fn report(&self) -> Value {
        self.assert_done().json()
    }
}

/// Runs `soru` in a folder, on a fixed day.
pub(crate) fn soru_in<A: AsRef<std::ffi::OsStr>>(folder: &Path, arguments: &[A]) -> Run {
    let output: Output = command(folder).args(arguments).output().expect("soru runs");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soru"));
    // 20 November 2026
    command
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1795132800")
        // Encoders installed on the machine must not affect tests.
        .env("SORU_ENCODERS", folder.join("encoders"));
    command
}

/// A folder for one test, with a copy of the fixtures.
pub(crate) struct Workplace(tempfile::TempDir);

impl Workplace {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        copy(&fixtures, folder.path());
        let encoders = Path::new(env!("CARGO_MANIFEST_DIR")).join("encoder/tests/fixtures");
        let encoder = folder.path().join("encoder");
        std::fs::create_dir(&encoder).expect("a new folder");
        copy(&encoders, &encoder);
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is created");
        std::fs::write(path, text).expect("it is written");
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).expect("it was there");
    }

    pub(crate) fn soru<A: AsRef<std::ffi::OsStr>>(&self, arguments: &[A]) -> Run {
        soru_in(self.0.path(), arguments)
    }

    /// Runs `soru` with the words of a line.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.soru(&line.split(' ').collect::<Vec<_>>())
    }

    /// Asks a bundle, for the answer as JSON.
    pub(crate) fn ask(&self, bundle: &str, question: &str) -> Run {
        self.soru(&["query", bundle, question, "--json"])
    }

    /// Builds the site into `out`.
    pub(crate) fn build(&self, more: &[&str]) -> Run {
        let mut arguments = vec!["build", "site", "--out", "out"];
        arguments.extend(more);
        self.soru(&arguments)
    }

    /// The files of a bundle with their bytes.
    pub(crate) fn bundle(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let files = self.files(folder).into_iter().filter_map(|name| {
            let bytes = std::fs::read(self.path(folder).join(&name)).ok()?;
            Some((name, bytes))
        });
        files.collect()
    }

    /// Names of the files in a folder, sorted.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

#[track_caller]
pub(crate) fn assert_contains<const N: usize>(text: &str, parts: [&str; N]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry"))
    {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("it is created");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("it is copied");
        }
    }
}
