//! Embeds the browser engine into the builder, if it was built before the builder.
//!
//! `cargo xtask bundle` makes `pkg/`. A builder compiled without it still works: it writes only the
//! index, or takes the engine from the folder given with `--engine`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// In a checkout, and in the packaged crate, into which `cargo xtask package` copies it.
const PACKAGES: [&str; 2] = ["../pkg", "pkg"];

/// The file that shows that the package was built.
const ENGINE: &str = "soru_engine_bg.wasm";

fn main() {
    let mut files = Vec::new();
    collect_engine(&mut files);
    files.sort();
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("browser_files.rs"), list(&files)).expect("OUT_DIR is writable");
}

/// The files of the package, if it was built.
fn collect_engine(files: &mut Vec<(String, PathBuf)>) {
    let folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", PACKAGES[0]);
    let packages = PACKAGES.map(|package| folder.join(package));
    let built = packages
        .iter()
        .find(|package| package.join(ENGINE).is_file());
    if let Some(package) = built {
        collect(package, "", files);
    }
}

/// The files a page needs, with their names relative to the package.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("pkg is readable").flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else if [".js", ".mjs", ".d.ts", ".wasm", ".wasm.bin"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            files.push((name, path));
        }
    }
}

fn list(files: &[(String, PathBuf)]) -> String {
    let mut code = String::from("&[\n");
    for (name, path) in files {
        let path = path.to_str().expect("the checkout's path is Unicode");
        writeln!(code, "    ({name:?}, include_bytes!({path:?})),").expect("strings grow");
    }
    code + "]\n"
}
