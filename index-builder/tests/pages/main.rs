//! Runs cases of pages against the command: what of them is read, found, answered and reported.
//!
//! A case is a folder with a `case.toml` and its pages; [`spec`] lists what it may ask for. `cargo
//! test` runs those of `tests/pages`, `cargo xtask pages FOLDER` those of any folder. Each case has
//! a line, and the last line counts them.
//!
//! | file | does |
//! |---|---|
//! | `spec.rs` | `case.toml` |
//! | `running.rs` | builds, crawls and asks with the command |
//! | `indexed.rs` | the indexed text |
//! | `checks.rs` | whether a check holds |
//! | `served.rs` | serves a folder for a crawl |
//!
//! # Adding a check
//! Name it in [`spec::Check`] and decide it in `checks.rs`.

mod checks;
mod indexed;
mod running;
mod served;
mod spec;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;

use self::running::Running;
use self::spec::Spec;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What to run: `--folder FOLDER`, parts of names, `--verbose`. Other flags are those of `cargo
/// test`.
struct Wanted {
    folder: PathBuf,
    names: Vec<String>,
    is_verbose: bool,
    is_list: bool,
}

impl Wanted {
    fn read() -> Self {
        let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/pages");
        let mut wanted = Self {
            folder: PathBuf::from(cases),
            names: Vec::new(),
            is_verbose: false,
            is_list: false,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--folder" => wanted.folder = arguments.next().unwrap_or_default().into(),
                "--verbose" => wanted.is_verbose = true,
                "--list" => wanted.is_list = true,
                "--skip" | "--format" | "--test-threads" | "--color" => drop(arguments.next()),
                flag if flag.starts_with('-') => {}
                name => wanted.names.push(name.to_owned()),
            }
        }
        wanted
    }

    /// The folders with a case, by name.
    fn cases(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut cases = Vec::new();
        let folder = self.folder.display();
        for entry in walkdir::WalkDir::new(&self.folder).sort_by_file_name() {
            let entry = entry.with_context(|| format!("{folder}: name a folder of cases"))?;
            if entry.file_name() == "case.toml" {
                cases.extend(entry.path().parent().map(Path::to_owned));
            }
        }
        anyhow::ensure!(
            !cases.is_empty(),
            "{folder}: no case.toml is in this folder"
        );
        cases.retain(|case| {
            let name = self.name(case);
            self.names.is_empty() || self.names.iter().any(|part| name.contains(part))
        });
        Ok(cases)
    }

    fn name(&self, case: &Path) -> String {
        let name = case.strip_prefix(&self.folder).unwrap_or(case);
        let name = if name.as_os_str().is_empty() {
            case
        } else {
            name
        };
        name.display().to_string()
    }
}

/// Runs the cases on all processors; returns whether all passed.
fn run() -> anyhow::Result<bool> {
    let wanted = Wanted::read();
    if wanted.is_list {
        return Ok(true);
    }
    let cases = wanted.cases()?;
    let results: Mutex<Vec<Option<anyhow::Result<Outcome>>>> =
        Mutex::new(cases.iter().map(|_| None).collect());
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(at) else {
                        break;
                    };
                    let outcome = outcome(case);
                    results.lock().expect("no case panics")[at] = Some(outcome);
                }
            });
        }
    });
    let results = results.into_inner().expect("no case panics");
    let mut failed = 0;
    for (case, result) in cases.iter().zip(results.into_iter().flatten()) {
        failed += usize::from(!print(&wanted, case, &result?));
    }
    println!("{} passed, {failed} failed", cases.len() - failed);
    Ok(failed == 0)
}

/// What a case came to.
struct Outcome {
    failures: Vec<String>,
    /// The indexed text, for people.
    text: String,
}

fn outcome(case: &Path) -> anyhow::Result<Outcome> {
    let spec = Spec::read(case)?;
    let running = Running::start(case, &spec)?;
    let mut failures: Vec<String> = running.fault(&spec).into_iter().collect();
    for check in &spec.checks {
        if let Err(seen) = checks::holds(check, &running) {
            failures.push(format!("{check:?} -- {seen}"));
        }
    }
    let text = running.indexed.shown();
    Ok(Outcome { failures, text })
}

/// Prints the line of a case; returns whether it passed.
fn print(wanted: &Wanted, case: &Path, outcome: &Outcome) -> bool {
    let name = wanted.name(case);
    let Some((first, more)) = outcome.failures.split_first() else {
        println!("pass {name}");
        return true;
    };
    let further = match more.len() {
        0 => String::new(),
        count => format!(" (+{count} more)"),
    };
    println!("FAIL {name}: {first}{further}");
    if wanted.is_verbose {
        for failure in more {
            println!("      {failure}");
        }
        for line in outcome.text.lines() {
            println!("      | {line}");
        }
    }
    false
}
