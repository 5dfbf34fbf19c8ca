//! `cargo xtask element`: generates the element's descriptions for tools and for people from its
//! TypeScript and the comments in it.
//!
//! The standard analyzer writes `custom-elements.json` (Custom Elements Manifest, schema 2.1.0),
//! and this module generates `docs/element.md` from it. Both are committed: building the package
//! needs no Node.js.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::test::javascript;
use crate::workspace::Workspace;

/// The manifest in the package, which contains its whole folder.
const MANIFEST: &str = "www/element/custom-elements.json";
const TABLE: &str = "docs/element.md";

/// Writes both files.
///
/// # Errors
/// If npm, the analyzer or writing fails.
pub(crate) fn command(workspace: &Workspace) -> Result<()> {
    let manifest = analyse(workspace)?;
    fs::write(workspace.path(MANIFEST), &manifest)?;
    fs::write(workspace.path(TABLE), table(&manifest)?)?;
    println!("{MANIFEST} and {TABLE} are current");
    Ok(())
}

/// Checks that the manifest matches the source.
///
/// # Errors
/// If it differs.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    if analyse(workspace)? != fs::read_to_string(workspace.path(MANIFEST)).unwrap_or_default() {
        bail!("{MANIFEST} is not of the present element: run `cargo xtask element`");
    }
    Ok(())
}

fn analyse(workspace: &Workspace) -> Result<String> {
    javascript::install(workspace)?;
    let made = workspace.target("xtask/custom-elements.json");
    fs::create_dir_all(workspace.target("xtask"))?;
    let path = made.display().to_string();
    let node = workspace.invoke("node");
    node.args(["support/element-manifest.js", &path])
        .within(javascript::FOLDER)
        .capture()?;
    fs::read_to_string(&made).context("the analyzer left no manifest")
}

/// Returns the table of the documentation.
fn table(manifest: &str) -> Result<String> {
    let manifest: Value = serde_json::from_str(manifest)?;
    let element = &manifest["modules"][0]["declarations"][0];
    let mut text = format!(
        "# The element\n\n<!-- Made by `cargo xtask element` of soru-search-element.ts. -->\n\n\
         `<soru-search>`: {}\n\n\
         Events bubble and cross shadow roots. Types are those of `soru.d.ts`.\n",
        words(element).trim_end(),
    );
    let members = element["members"].as_array().into_iter().flatten();
    let is = |member: &&Value, kind: &str| member["kind"] == kind && member["static"] != true;
    let fields = members.clone().filter(|one| is(one, "field"));
    let methods = members.clone().filter(|one| is(one, "method"));
    let of_class = members.filter(|one| one["static"] == true);
    let listed = |key: &str| element[key].as_array().into_iter().flatten();
    section(&mut text, "Attributes", "attribute", listed("attributes"));
    section(&mut text, "Properties", "property", fields);
    section(&mut text, "Methods", "method", methods);
    section(&mut text, "Static methods", "static method", of_class);
    section(&mut text, "Events", "event", listed("events"));
    section(&mut text, "Slots", "slot", listed("slots"));
    section(&mut text, "Parts", "part", listed("cssParts"));
    section(
        &mut text,
        "Custom properties",
        "custom property",
        listed("cssProperties"),
    );
    Ok(text)
}

/// Writes a heading and a table, with a column of types if any entry has one.
fn section<'a>(
    text: &mut String,
    title: &str,
    kind: &str,
    entries: impl Iterator<Item = &'a Value>,
) {
    let entries: Vec<&Value> = entries.collect();
    let has_types = entries.iter().any(|entry| type_of(entry).is_some());
    let (head, bar) = if has_types {
        (" type |", "---|")
    } else {
        ("", "")
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n## {title}\n\n| {kind} |{head} meaning |\n|---|{bar}---|\n"
    );
    for entry in entries {
        let name = entry["name"].as_str().unwrap_or_default();
        let parameters = kind.ends_with("method").then(|| parameters(entry));
        let type_ = type_of(entry).map_or_else(String::new, |type_| {
            format!("`{}`", type_.replace('|', "\\|"))
        });
        let type_ = if has_types {
            format!(" {type_} |")
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "| `{name}{}` |{type_} {} |",
            parameters.unwrap_or_default(),
            words(entry).replace('|', "\\|")
        );
    }
}

/// Returns the type of a value, or the return type of a method.
fn type_of(entry: &Value) -> Option<&str> {
    let kinds = [&entry["type"]["text"], &entry["return"]["type"]["text"]];
    kinds.into_iter().find_map(Value::as_str)
}

fn parameters(method: &Value) -> String {
    let parameters = method["parameters"].as_array().into_iter().flatten();
    let names = parameters.map(|one| {
        let is_optional = one["optional"] == true || one["default"].is_string();
        let mark = if is_optional { "?" } else { "" };
        format!("{}{mark}", one["name"].as_str().unwrap_or_default())
    });
    format!("({})", names.collect::<Vec<_>>().join(", "))
}

fn words(entry: &Value) -> String {
    let text = entry["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        fs::read_to_string(format!("{root}{path}")).unwrap()
    }

    #[test]
    fn the_documented_table_is_that_of_the_manifest() {
        assert_eq!(
            read(TABLE),
            table(&read(MANIFEST)).unwrap(),
            "run `cargo xtask element`"
        );
    }

    #[test]
    fn frameworks_know_every_attribute_and_event() {
        let manifest: Value = serde_json::from_str(&read(MANIFEST)).unwrap();
        let element = &manifest["modules"][0]["declarations"][0];
        let types = read("www/types/tags.d.ts");
        let (_, types) = types.split_once("interface SearchAttributes").unwrap();
        let (attributes, _) = types.split_once("interface RelatedAttributes").unwrap();
        for attribute in element["attributes"].as_array().unwrap() {
            let name = attribute["name"].as_str().unwrap();
            let ways = [format!("\n  {name}?: "), format!("\n  '{name}'?: ")];
            assert!(ways.iter().any(|way| attributes.contains(way)), "{name}");
        }
        for event in element["events"].as_array().unwrap() {
            let name = event["name"].as_str().unwrap();
            assert!(
                read("www/types/tags.d.ts").contains(&format!("'{name}'")),
                "{name}"
            );
        }
    }

    #[test]
    fn every_kind_has_its_rows_and_private_members_are_left_out() {
        let text = table(&read(MANIFEST)).unwrap();
        for row in [
            "## Attributes\n\n| attribute | type | meaning |",
            "| `top-k` | `number` |",
            "| property | type |",
            "| `value` |",
            "| `ask(question?)` | `Promise<Answer \\| null>` |",
            "| `define(tag?)` |",
            "| `soru-answer` | `CustomEvent<Answer>` |",
            "| part | meaning |",
            "| `panel` |",
            "| `--soru-accent` |",
        ] {
            assert!(text.contains(row), "no {row} in {text}");
        }
        assert!(!text.contains("`#"), "{text}");
    }
}
