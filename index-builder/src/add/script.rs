//! Adds the build of the index to a script of `package.json`, in which every other byte stays.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::change::Piece;
use super::generators::Generator;

/// The part of `package.json` with scripts, as written.
#[derive(Deserialize)]
struct Package<'p> {
    #[serde(borrow, default)]
    scripts: Option<&'p RawValue>,
}

/// The result of looking for the script that builds the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Script {
    /// No script runs the generator.
    None,
    /// The script with this name builds the index already.
    Done(String),
    /// The script with this name gets the build of the index.
    Extended(String, Piece),
}

/// Returns the command that builds the index of a generator's site, with the box in its pages.
pub(super) fn command(generator: &Generator) -> String {
    let output = &generator.output;
    let is_plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    if output.chars().all(is_plain) {
        format!("soru build {output} --inject")
    } else {
        format!("soru build \"{output}\" --inject")
    }
}

/// Finds the script of a `package.json` that runs the generator.
pub(super) fn find(package: &str, generator: &Generator) -> Script {
    let Some(scripts) = scripts(package) else {
        return Script::None;
    };
    let runs = |(_, raw): &(&String, &&RawValue)| {
        serde_json::from_str::<String>(raw.get())
            .is_ok_and(|script| script.contains(&generator.command))
    };
    let mut running: Vec<_> = scripts.iter().filter(runs).collect();
    running.sort_by_key(|(name, _)| (*name != "build", !name.contains("build")));
    let is_done = |raw: &RawValue| raw.get().contains("soru build");
    if let Some((name, _)) = running.iter().find(|(_, raw)| is_done(raw)) {
        return Script::Done((*name).clone());
    }
    let Some((name, raw)) = running.first() else {
        return Script::None;
    };
    let start = raw.get().as_ptr().addr() - package.as_ptr().addr();
    // As a text of JSON, without its quotes.
    let added = serde_json::Value::from(format!(" && {}", command(generator))).to_string();
    let piece = Piece::insertion(start + raw.get().len() - 1, added.trim_matches('"'));
    Script::Extended((*name).clone(), piece)
}

fn scripts(package: &str) -> Option<BTreeMap<String, &RawValue>> {
    let package: Package<'_> = serde_json::from_str(package).ok()?;
    serde_json::from_str(package.scripts?.get()).ok()
}

#[cfg(test)]
mod tests {
    use super::super::change::applied;
    use super::*;

    fn generator(output: &str) -> Generator {
        Generator {
            name: "Eleventy",
            command: "eleventy".to_owned(),
            is_npm: true,
            output: output.to_owned(),
            title: None,
            has_plugin: false,
        }
    }

    #[test]
    fn the_script_of_the_generator_also_builds_the_index() {
        let package =
            "{\r\n\t\"scripts\": { \"start\": \"eleventy --serve\", \"build\" : \"eleventy\" } }";
        let Script::Extended(name, piece) = find(package, &generator("_site")) else {
            panic!("it has one")
        };
        let after = applied(package.as_bytes(), &[piece]).unwrap();
        let after = String::from_utf8(after).unwrap();
        let expected = package.replace("\"eleventy\"", "\"eleventy && soru build _site --inject\"");
        assert_eq!((&*name, &after), ("build", &expected));
        assert_eq!(
            find(&after, &generator("_site")),
            Script::Done("build".to_owned())
        );
    }

    #[test]
    fn a_folder_with_a_space_is_quoted_and_other_packages_stay() {
        let package = r#"{"scripts":{"build":"eleventy"}}"#;
        let Script::Extended(_, piece) = find(package, &generator("my site")) else {
            panic!("it has one")
        };
        assert_eq!(piece.after, r#" && soru build \"my site\" --inject"#);
        for other in [
            "{",
            "[]",
            "{}",
            r#"{"scripts":{"build":"make"}}"#,
            r#"{"scripts":[]}"#,
        ] {
            assert_eq!(find(other, &generator("_site")), Script::None, "{other}");
        }
    }
}
