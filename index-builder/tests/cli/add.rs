//! `soru add`, end to end: what it changes in a site and in a project, and that all of it can be
//! taken back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{Run, Workplace, assert_contains, soru_in};

/// All files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    let named = files.map(|entry| {
        let name = entry.path().strip_prefix(folder).unwrap();
        let name = name.to_string_lossy().replace('\\', "/");
        (name, fs::read(entry.path()).unwrap())
    });
    named.collect()
}

/// A folder of its own, in which nothing but the given files is.
struct Project(tempfile::TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.0.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn soru(&self, arguments: &str) -> Run {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        soru_in(self.0.path(), &arguments)
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files(self.0.path())
    }
}

fn page(title: &str, lang: &str) -> String {
    format!(
        "<!doctype html>\r\n<html lang={lang}><head><title>{title} | Harbour</title></head>\n\
         <body><header><a href=/>Harbour</a><form class=find action=/find><input type=search name=q></form>\
         <nav><a href=a>Boats</a><a href=b>Piers</a></nav></header>\n\
         <main><h1>{title}</h1><p>The ferry to the island leaves from pier seven at nine.</p></main></body></html>"
    )
}

fn site() -> Project {
    Project::new(&[
        ("site/index.html", &page("Start", "en")),
        ("site/en/boats.html", &page("Boats", "en")),
        ("site/tr/tekne.html", &page("Tekneler", "tr")),
        ("site/style.css", "p { color: red }"),
    ])
}

#[test]
fn a_folder_of_pages_gets_the_search_and_can_be_restored_to_the_byte() {
    let project = site();
    let before = project.files();
    let run = project.soru("add site --yes").printed();
    assert_contains(
        &run,
        [
            "search    a form (form.find)",
            "3 pages",
            "  soru serve site\n",
            "  soru add --undo\n",
            "privacy",
            "does not identify you",
            "kimliğiniz belirlenmez",
        ],
    );
    assert_eq!(
        project.read("soru.toml"),
        "[site]\ntitle = \"Harbour\"\nlanguages = [\"en\", \"tr\"]\n\n[inject]\nreplace = \"form.find\"\n"
    );
    let boats = project.read("site/en/boats.html");
    assert_contains(
        &boats,
        [
            "src=\"../soru/soru-search.js\"",
            "<soru-search form=\"dialog\" header instead=\"form.find\"><!--/soru--><form",
            "</form><!--soru--></soru-search><!--/soru--><nav>",
        ],
    );
    assert!(
        project
            .0
            .path()
            .join("site/soru/manifest.msgpack")
            .is_file()
    );
    let after = project.files();
    project.soru("add site --yes").assert_done();
    assert!(project.files() == after, "a second run changes nothing");
    project.soru("build site --inject").assert_done();
    assert_eq!(project.read("site/en/boats.html"), boats);
    project.soru("add site --undo").assert_done();
    assert!(project.files() == before, "{:?}", project.files().keys());
}

// The old lines are part of the site as it was.
#[test]
fn lines_of_an_earlier_build_come_back_too() {
    let project = site();
    project
        .soru("build site --inject=https://cdn.example/soru --quiet")
        .assert_done();
    let before = project.files();
    project.soru("add site --yes").assert_done();
    project.soru("add --undo").assert_done();
    let mut after = project.files();
    // The bundle was there before, and is built anew.
    let pages =
        |files: &mut BTreeMap<String, Vec<u8>>| files.retain(|name, _| !name.contains("/soru/"));
    let mut expected = before;
    pages(&mut after);
    pages(&mut expected);
    assert_eq!(after, expected);
    assert!(
        project
            .0
            .path()
            .join("site/soru/manifest.msgpack")
            .is_file()
    );
}

#[test]
fn a_project_gets_the_search_in_its_script_and_policies() {
    let project = Project::new(&[
        (
            "package.json",
            "{\n  \"scripts\": { \"build\": \"eleventy\" },\n  \"dependencies\": { \"@11ty/eleventy\": \"3\" }\n}\n",
        ),
        (
            "public/_headers",
            "/*\n  Content-Security-Policy: default-src 'self'\n",
        ),
        (
            ".htaccess",
            "Header set Content-Security-Policy \"script-src 'none'\"\n",
        ),
        ("_site/index.html", &page("Start", "en")),
    ]);
    let before = project.files();
    let run = project.soru("add --yes").printed();
    assert_contains(
        &run,
        [
            "Eleventy",
            "npm install --save-dev soru",
            "npm run build",
            "soru serve _site",
            ".htaccess: `script-src 'none'` forbids all scripts",
        ],
    );
    assert_contains(
        &project.read("package.json"),
        ["{ \"build\": \"eleventy && soru build _site --inject\" }"],
    );
    assert_contains(
        &project.read("public/_headers"),
        ["default-src 'self' 'wasm-unsafe-eval'\n"],
    );
    let after = project.files();
    assert_eq!(after["_site/index.html"], before["_site/index.html"]);
    project.soru("add --yes").assert_done();
    assert!(project.files() == after, "a second run changes nothing");
    project.soru("add --undo").assert_done();
    assert_eq!(project.files(), before);
}

#[test]
fn a_generator_of_npm_without_a_script_is_started_with_npx() {
    let project = Project::new(&[
        (
            "package.json",
            "{\n  \"dependencies\": { \"@11ty/eleventy\": \"3\" }\n}\n",
        ),
        ("_site/index.html", &page("Start", "en")),
    ]);
    let run = project.soru("add --yes").printed();
    assert_contains(&run, ["\n  npx eleventy && soru build _site --inject\n"]);
}

#[test]
fn a_policy_in_pages_is_extended_and_restored_with_them() {
    let project = site();
    let text = page("Pier", "en").replace(
        "<head>",
        "<head><meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self'; connect-src 'none'\">",
    );
    project.write("site/pier.html", &text);
    let before = project.files();
    project.soru("add site --yes").assert_done();
    assert_contains(
        &project.read("site/pier.html"),
        [
            "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'\"",
            "<soru-search",
        ],
    );
    project.soru("add --undo").assert_done();
    assert!(project.files() == before);
}

#[test]
fn an_undo_refuses_what_somebody_has_changed_and_says_what_to_do() {
    let project = Project::new(&[(
        "package.json",
        "{\"scripts\":{\"build\":\"eleventy\"},\"dependencies\":{\"@11ty/eleventy\":\"3\"}}",
    )]);
    project.soru("add --yes").assert_done();
    let changed = project.read("package.json").replace("\"3\"", "\"4\"");
    project.write("package.json", &changed);
    let before = project.files();
    project
        .soru("add --undo")
        .assert_fails_with(&["error: package.json: changed after `soru add`"]);
    assert!(project.files() == before, "nothing is half undone");
    project.write("package.json", &changed.replace("\"4\"", "\"3\""));
    project.soru("add --undo").assert_done();
    project
        .soru("add --undo")
        .assert_fails_with(&["error: .: `soru add` has changed nothing here"]);
}

// Their own changes are no reason to keep our lines in a page.
#[test]
fn a_page_that_was_edited_since_keeps_the_edit() {
    let project = site();
    project.soru("add site --yes").assert_done();
    let edited = project.read("site/index.html").replace("nine", "ten");
    project.write("site/index.html", &edited);
    project.soru("add --undo").assert_done();
    assert_eq!(
        project.read("site/index.html"),
        page("Start", "en").replace("nine", "ten")
    );
}

#[test]
fn settings_of_the_owner_stay() {
    let project = site();
    project.write("soru.toml", "[site]\ntitle = \"Ours\"\n");
    let run = project.soru("add site --yes").printed();
    assert_contains(&run, ["replace = \"form.find\""]);
    assert_eq!(project.read("soru.toml"), "[site]\ntitle = \"Ours\"\n");
}

#[test]
fn without_a_terminal_nothing_is_changed_unasked() {
    let project = site();
    let before = project.files();
    project
        .soru("add site")
        .assert_fails_with(&["error: nothing was changed, because there is no terminal"]);
    assert!(project.files() == before);
}

#[test]
fn what_is_no_site_and_what_has_the_box_are_refused() {
    let place = Workplace::new();
    place.write("empty/note.txt", "a");
    place
        .run("add empty --yes")
        .assert_fails_with(&["error: empty: no pages (.html)"]);
    place
        .run("add nowhere --yes")
        .assert_fails_with(&["error: nowhere: no such folder"]);
    place.write(
        "own/index.html",
        "<html><script type=module src=/soru/soru-search.js></script><soru-search></soru-search>",
    );
    place
        .run("add own --yes")
        .assert_fails_with(&["error: own: the pages contain a <soru-search>"]);
    place.write("book/mkdocs.yml", "site_name: A\nplugins:\n  - soru\n");
    place
        .run("add book --yes")
        .assert_fails_with(&["error: this project uses a plugin of Soru already"]);
}
