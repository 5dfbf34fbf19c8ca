//! Site generators: how to tell them, where they write the site, and which command builds it.

use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

use super::kinds::{KINDS, Kind};

/// Folders in which `VitePress` and `VuePress` keep their settings, relative to the project.
const DOCS: [&str; 5] = ["", "docs", "doc", "website", "src"];

/// The largest file of settings that is read, in bytes.
const MOST_BYTES: u64 = 1_000_000;

/// The generator of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generator {
    /// Its name.
    pub name: &'static str,
    /// The command that builds the site.
    pub command: String,
    /// Whether it is an npm package of the project, so that a shell finds its command with `npx`.
    pub is_npm: bool,
    /// The folder that it writes, relative to the project, with slashes.
    pub output: String,
    /// The name that its settings give the site.
    pub title: Option<String>,
    /// Whether the project uses a plugin of Soru already.
    pub has_plugin: bool,
}

impl Generator {
    /// Finds the generator of a project.
    pub fn find(project: &Path) -> Option<Self> {
        let package = package(project);
        let packages = package.as_ref().map(dependencies).unwrap_or_default();
        let uses = |name: &str| packages.iter().any(|own| own == name);
        let found = KINDS.iter().find_map(|kind| {
            let file = settings_file(project, kind);
            let is_it = if kind.package.is_empty() {
                file.is_some()
            } else {
                uses(kind.package)
            };
            is_it.then_some((kind, file))
        });
        let (kind, file) = found?;
        let settings = file
            .as_ref()
            .map(|file| read(&project.join(file)))
            .unwrap_or_default();
        let named = title(&settings);
        Some(Self {
            name: kind.name,
            command: command(kind, file),
            is_npm: !kind.package.is_empty(),
            output: output(project, kind, file, &settings),
            title: named,
            has_plugin: packages.iter().any(|own| own.starts_with("@soru/"))
                || has_plugin(&settings),
        })
    }
}

/// The project's `package.json`.
pub(super) fn package(project: &Path) -> Option<Value> {
    serde_json::from_str(&read(&project.join("package.json"))).ok()
}

/// The names of the packages that a project depends on.
pub(super) fn dependencies(package: &Value) -> Vec<String> {
    let lists = ["dependencies", "devDependencies"].into_iter();
    let lists = lists.filter_map(|list| package.get(list)?.as_object());
    lists.flat_map(|list| list.keys().cloned()).collect()
}

fn read(file: &Path) -> String {
    let is_small = file.metadata().is_ok_and(|data| data.len() <= MOST_BYTES);
    is_small
        .then(|| fs::read_to_string(file).ok())
        .flatten()
        .unwrap_or_default()
}

fn settings_file(project: &Path, kind: &Kind) -> Option<&'static str> {
    let files = kind.files.iter().copied();
    let mut files = files.filter(|file| project.join(file).is_file());
    files.find(|file| kind.sign.is_empty() || read(&project.join(file)).contains(kind.sign))
}

/// Returns the folder that the generator writes.
fn output(project: &Path, kind: &Kind, file: Option<&str>, settings: &str) -> String {
    let folder = kind.output.split('/').next().unwrap_or_default();
    match kind.name {
        "VitePress" | "VuePress" => {
            let mut docs = DOCS
                .iter()
                .filter(|docs| project.join(docs).join(folder).is_dir());
            joined(docs.next().copied().unwrap_or_default(), kind.output)
        }
        "Sphinx" => sphinx_output(file.unwrap_or_default()),
        _ => {
            let pattern = Some(kind.setting).filter(|setting| !setting.is_empty());
            let named = pattern.and_then(|pattern| first(pattern, settings));
            let named = named.map(|named| {
                named
                    .trim_start_matches("./")
                    .trim_end_matches('/')
                    .to_owned()
            });
            let is_inside =
                |named: &String| !named.is_empty() && !named.starts_with(['/', '.', '$', '~']);
            named
                .filter(is_inside)
                .unwrap_or_else(|| kind.output.to_owned())
        }
    }
}

/// Sphinx writes beside a folder named `source`, or else into the folder of its settings.
fn sphinx_output(file: &str) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    match folder.strip_suffix("source") {
        Some(above) => joined(above.trim_end_matches('/'), "build/html"),
        None => joined(folder, "_build/html"),
    }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

fn command(kind: &Kind, file: Option<&str>) -> String {
    if kind.name == "Sphinx" {
        let folder = file
            .and_then(|file| file.rsplit_once('/'))
            .map_or(".", |(folder, _)| folder);
        return format!(
            "sphinx-build -b html {folder} {}",
            sphinx_output(file.unwrap_or_default())
        );
    }
    kind.command.to_owned()
}

fn first(pattern: &str, text: &str) -> Option<String> {
    let pattern = Regex::new(pattern).expect("the pattern is valid");
    Some(pattern.captures(text)?.get(1)?.as_str().to_owned())
}

fn title(settings: &str) -> Option<String> {
    let pattern = r#"(?m)^\s*(?:site_name|title|name|SITENAME|project)\s*[:=]\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^"'\s{\[(][^\n#]*))"#;
    let pattern = Regex::new(pattern).expect("the pattern is valid");
    let found = pattern.captures(settings)?;
    let title = found
        .iter()
        .skip(1)
        .flatten()
        .next()?
        .as_str()
        .trim()
        .trim_end_matches(',');
    (!title.is_empty()).then(|| title.to_owned())
}

/// Whether settings name a plugin of Soru for Python generators.
fn has_plugin(settings: &str) -> bool {
    first(
        r#"(?m)^\s*-\s*(soru)\s*:?\s*$|(?:["'](sphinx_soru)["'])"#,
        settings,
    )
    .is_some()
        || settings.contains("sphinx_soru")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Option<Generator> {
        let project = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = project.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Generator::find(project.path())
    }

    #[test]
    fn generators_are_told_by_their_packages_and_files() {
        let package = |name: &str| format!("{{\"devDependencies\":{{\"{name}\":\"1\"}}}}");
        for (files, name, output) in [
            (
                vec![
                    ("package.json", package("vitepress")),
                    ("docs/.vitepress/config.mjs", String::new()),
                ],
                "VitePress",
                "docs/.vitepress/dist",
            ),
            (
                vec![("package.json", package("@docusaurus/core"))],
                "Docusaurus",
                "build",
            ),
            (
                vec![
                    ("package.json", package("astro")),
                    (
                        "astro.config.mjs",
                        "export default {\n  outDir: './public_html',\n}".into(),
                    ),
                ],
                "Astro",
                "public_html",
            ),
            (
                vec![
                    ("package.json", package("@11ty/eleventy")),
                    (
                        "eleventy.config.js",
                        "return { dir: {\n output: \"www\" } }".into(),
                    ),
                ],
                "Eleventy",
                "www",
            ),
            (
                vec![(
                    "config.toml",
                    "baseURL = 'https://a.example/'\npublishDir = 'docs'".into(),
                )],
                "Hugo",
                "docs",
            ),
            (
                vec![("config.toml", "base_url = 'https://a.example/'".into())],
                "Zola",
                "public",
            ),
            (
                vec![(
                    "mkdocs.yml",
                    "site_name: Harbour\nsite_dir: out # for the host".into(),
                )],
                "MkDocs",
                "out",
            ),
            (
                vec![("docs/source/conf.py", "extensions = []".into())],
                "Sphinx",
                "docs/build/html",
            ),
            (
                vec![("docs/conf.py", "extensions = []".into())],
                "Sphinx",
                "docs/_build/html",
            ),
            (
                vec![("book.toml", "[book]\ntitle = \"Harbour\"".into())],
                "mdBook",
                "book",
            ),
            (
                vec![(
                    "_config.yml",
                    "title: Harbour\ndestination: ../elsewhere".into(),
                )],
                "Jekyll",
                "_site",
            ),
        ] {
            let files: Vec<(&str, &str)> =
                files.iter().map(|(name, text)| (*name, &**text)).collect();
            let generator = found(&files).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((generator.name, &*generator.output), (name, output));
        }
        assert_eq!(found(&[("index.html", ""), ("package.json", "{")]), None);
    }

    #[test]
    fn settings_name_the_site_and_a_plugin_that_it_has() {
        let mkdocs = found(&[(
            "mkdocs.yml",
            "site_name: Harbour office\nplugins:\n  - soru\n",
        )])
        .unwrap();
        assert_eq!(
            (mkdocs.title.as_deref(), mkdocs.has_plugin),
            (Some("Harbour office"), true)
        );
        let book = found(&[("book.toml", "[book]\ntitle = \"Harbour\"\n")]).unwrap();
        assert_eq!(
            (book.title.as_deref(), book.has_plugin),
            (Some("Harbour"), false)
        );
    }
}
