use std::fs;
use std::path::Path;

use super::*;

/// Returns the rows of the table of languages in `www/docs/pages.md`: names, and the cells behind them.
fn documented() -> Vec<(Vec<String>, Vec<&'static str>)> {
    let rows = include_str!("../../www/docs/pages.md").lines();
    let rows = rows
        .skip_while(|line| !line.starts_with("| languages |"))
        .skip(2);
    rows.map_while(|line| line.strip_prefix("| ")?.strip_suffix('|'))
        .map(|row| {
            let mut cells = row.split('|').map(str::trim);
            let names = cells.next().unwrap_or_default().to_lowercase();
            (
                names.split(", ").map(str::to_owned).collect(),
                cells.collect(),
            )
        })
        .collect()
}

#[test]
fn the_documentation_lists_all_languages() {
    let rows = documented();
    for (name, tag) in LISTED {
        let words = words_of(tag).unwrap();
        let row = rows
            .iter()
            .find(|(names, _)| names.iter().any(|listed| listed == name));
        let Some((_, cells)) = row else {
            panic!("pages.md has no row for {name}");
        };
        let has = [words.stop_words.folded, words.asking.time].map(|list| !list.is_empty());
        assert_eq!(
            cells[2..]
                .iter()
                .map(|cell| *cell == "yes")
                .collect::<Vec<_>>(),
            has,
            "{name}"
        );
        let is_stemmed = include_str!("../../docs/format.md").contains(&format!("`{name}`"));
        assert_eq!(
            is_stemmed,
            cells[1] == "yes",
            "format.md: the stem of {name}"
        );
    }
    for (names, cells) in rows.iter().filter(|(_, cells)| cells.contains(&"yes")) {
        for name in names {
            let is_listed = LISTED.iter().any(|(listed, _)| listed == name);
            assert!(is_listed, "pages.md: the engine lacks {name}: {cells:?}");
        }
    }
}

// A reader of bundles knows only that page.
#[test]
fn the_format_names_every_list_in_its_order() {
    let format = include_str!("../../docs/format.md");
    let [shared, own] = ["In all languages", "In one language"].map(|heading| {
        let rows = format.split_once(heading).expect(heading).1;
        rows.lines()
            .skip_while(|line| !line.starts_with("| name |"))
            .skip(2)
            .map_while(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0))
            .collect::<Vec<&str>>()
    });
    let names = SharedList::ALL.iter().map(|list| list.name());
    assert_eq!(shared, names.collect::<Vec<_>>());
    let names = OwnList::ALL.iter().map(|list| list.name());
    assert_eq!(own, names.collect::<Vec<_>>());
}

#[test]
fn the_primary_subtag_determines_the_language() {
    for (tag, language) in [
        ("tr", Language::Turkish),
        ("tr_TR", Language::Turkish),
        ("EN-gb", Language::English),
        ("de", Language::Other),
        ("", Language::Other),
    ] {
        assert_eq!(Language::from_tag(tag), language, "{tag}");
    }
}

// Authors of a new language read only `src/language`.
#[test]
fn no_stage_names_a_language() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&sources, &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    for (path, text) in files {
        let code = text.split("\nmod tests {").next().unwrap_or_default();
        let lines = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            let is_named = line.contains("Language::Turkish") || line.contains("Language::English");
            assert!(
                !is_named,
                "{path}: put it into a table of src/language: {line}"
            );
        }
    }
}

/// Collects the sources, except languages and tests.
fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_left_out = ["language", "tests", "tests.rs"]
            .iter()
            .any(|name| path.ends_with(name));
        if is_left_out {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.to_string_lossy().into_owned();
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}
