//! Content security policies in the files of hosts and in pages.

use std::ops::Range;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The files that may set headers, by host.
pub(super) const NAMES: [&str; 5] = [
    "_headers",
    "netlify.toml",
    "vercel.json",
    "staticwebapp.config.json",
    ".htaccess",
];

/// Folders of a project whose files a generator copies into the site, or that a host reads.
const FOLDERS: [&str; 4] = ["", "public", "static", "src"];

/// The largest file of headers that is read, in bytes.
const MOST_BYTES: u64 = 1_000_000;

/// A policy in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrittenPolicy {
    /// The bytes of the policy in the file.
    pub range: Range<usize>,
    /// The paths for which it is sent, as the host writes them; none if for all.
    pub paths: Option<String>,
    /// Whether sources in single quotes can be written into it as they are.
    pub is_editable: bool,
}

impl WrittenPolicy {
    /// Whether the host sends it with every page.
    pub(crate) fn is_of_all_pages(&self) -> bool {
        let all = ["/*", "/**", "/(.*)", "/:path*", "/(.*)?", "*", "**", "/"];
        self.paths
            .as_deref()
            .is_none_or(|paths| all.contains(&paths))
    }
}

/// Returns the files of headers of a project, except those in the folder that a generator writes.
pub(crate) fn files(project: &Path, written: Option<&Path>) -> Vec<PathBuf> {
    let folders = FOLDERS.map(|folder| project.join(folder)).into_iter();
    let folders = folders.filter(|folder| Some(&**folder) != written);
    let files = folders.flat_map(|folder| NAMES.map(|name| folder.join(name)));
    let is_small = |file: &PathBuf| {
        file.metadata()
            .is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES)
    };
    files.filter(is_small).collect()
}

/// Returns the policies in a file of headers.
pub(crate) fn policies(file: &Path, text: &str) -> Vec<WrittenPolicy> {
    match file.file_name().and_then(|name| name.to_str()) {
        Some("_headers") => of_lines(text),
        Some("netlify.toml") => found(text, TOML, Some(r#"(?m)^\s*for\s*=\s*["']([^"']*)["']"#)),
        Some("vercel.json") => found(text, JSON_PAIR, Some(r#""source"\s*:\s*"([^"]*)""#)),
        Some("staticwebapp.config.json") => found(
            text,
            JSON,
            Some(r#""(?:route"\s*:\s*"([^"]*)"|globalHeaders")"#),
        ),
        Some(".htaccess") => found(text, HTACCESS, None),
        _ => Vec::new(),
    }
}

/// Returns the policy in the tag of a `<meta>` element, as bytes of the tag.
pub(crate) fn of_tag(tag: &str) -> Option<WrittenPolicy> {
    let mut policy = found(tag, TAG, None).pop()?;
    // An entity would have to be decoded before it can be judged.
    policy.is_editable &= !tag[policy.range.clone()].contains('&');
    Some(policy)
}

// The first group of each is a policy in double quotes, or in the three of TOML. In single quotes our
// sources, which are quoted themselves, would end it.
const TOML: &str = r#"(?i)"?content-security-policy"?\s*=\s*(?:"""((?s:.*?))"""|"([^"\n]+)"|'''((?s:.*?))'''|'([^'\n]+)')"#;
const JSON: &str = r#"(?i)"content-security-policy"\s*:\s*"((?:[^"\\]|\\.)+)""#;
const JSON_PAIR: &str =
    r#"(?i)"key"\s*:\s*"content-security-policy"\s*,\s*"value"\s*:\s*"((?:[^"\\]|\\.)+)""#;
const HTACCESS: &str = r#"(?im)^\s*header\s+(?:always\s+|onsuccess\s+)?(?:set|add|append|merge)\s+"?content-security-policy"?\s+(?:"([^"\n]+)"|'([^'\n]+)')"#;
const TAG: &str = r#"(?i)\scontent\s*=\s*(?:"([^"]+)"|'([^']+)')"#;

/// Returns what a pattern finds; the nearest paths before a policy are its own.
fn found(text: &str, policy: &str, paths: Option<&str>) -> Vec<WrittenPolicy> {
    let expect = "the pattern is valid";
    let policy = Regex::new(policy).expect(expect);
    let paths = paths.map(|paths| Regex::new(paths).expect(expect));
    let own_paths = |before: &str| {
        let last = paths.as_ref()?.captures_iter(before).last()?;
        Some(last.get(1)?.as_str().to_owned())
    };
    let written = policy.captures_iter(text).filter_map(|found| {
        let value = found.iter().skip(1).flatten().next()?;
        let quote = text[..value.start()].chars().next_back();
        Some(WrittenPolicy {
            range: value.range(),
            paths: own_paths(&text[..found.get(0)?.start()]),
            is_editable: quote == Some('"') && !value.as_str().contains('\\'),
        })
    });
    written.collect()
}

/// Returns the policies of a `_headers` file: a line of a path, and indented lines of its headers.
fn of_lines(text: &str) -> Vec<WrittenPolicy> {
    let mut policies = Vec::new();
    let mut paths = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_indented = line.starts_with([' ', '\t']);
        if !is_indented && !line.trim().is_empty() && !line.starts_with('#') {
            paths = Some(line.trim().to_owned());
        }
        if let Some((name, value)) = line.split_once(':').filter(|_| is_indented)
            && name.trim().eq_ignore_ascii_case("content-security-policy")
        {
            let at = start + name.len() + 1 + (value.len() - value.trim_start().len());
            policies.push(WrittenPolicy {
                range: at..at + value.trim().len(),
                paths: paths.clone(),
                is_editable: true,
            });
        }
        start += line.len();
    }
    policies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_of_a_host_shows_its_policies_with_their_paths() {
        let policy = "default-src 'self'";
        for (file, text, paths, is_editable) in [
            (
                "_headers",
                "# a\n/x\n  A: b\n/*\n  Content-Security-Policy:  @ \n",
                Some("/*"),
                true,
            ),
            (
                "netlify.toml",
                "[[headers]]\n  for = \"/*\"\n  [headers.values]\n    Content-Security-Policy = \"@\"\n",
                Some("/*"),
                true,
            ),
            (
                "netlify.toml",
                "for = \"/a\"\ncontent-security-policy = \"\"\"@\"\"\"",
                Some("/a"),
                true,
            ),
            (
                "vercel.json",
                "{\"source\": \"/(.*)\", \"headers\": [{\"key\": \"Content-Security-Policy\", \"value\": \"@\"}]}",
                Some("/(.*)"),
                true,
            ),
            (
                "staticwebapp.config.json",
                "{\"routes\":[{\"route\":\"/a\"}],\"globalHeaders\":{\"content-security-policy\":\"@\"}}",
                None,
                true,
            ),
            (
                ".htaccess",
                "Header always set Content-Security-Policy \"@\"\n",
                None,
                true,
            ),
        ] {
            let text = text.replace('@', policy);
            let found = policies(Path::new(file), &text);
            assert_eq!(found.len(), 1, "{file}: {text}");
            assert_eq!(&text[found[0].range.clone()], policy, "{file}");
            assert_eq!(
                (found[0].paths.as_deref(), found[0].is_editable),
                (paths, is_editable),
                "{file}: {text}"
            );
        }
    }

    #[test]
    fn policies_that_are_only_reported_are_no_policies() {
        for (file, text) in [
            (
                "_headers",
                "/*\n  Content-Security-Policy-Report-Only: default-src 'self'\n",
            ),
            (
                ".htaccess",
                "Header set Content-Security-Policy-Report-Only \"default-src 'self'\"\n",
            ),
            (
                "netlify.toml",
                "Content-Security-Policy-Report-Only = \"default-src 'self'\"\n",
            ),
        ] {
            assert_eq!(policies(Path::new(file), text), [], "{file}");
        }
    }

    #[test]
    fn a_tag_shows_its_policy() {
        let tag = "<meta http-equiv=\"Content-Security-Policy\" content=\"img-src 'self'\">";
        let found = of_tag(tag).unwrap();
        assert_eq!(
            (&tag[found.range.clone()], found.is_editable),
            ("img-src 'self'", true)
        );
        assert!(!of_tag("<meta content='img-src *'>").unwrap().is_editable);
        assert!(of_tag("<meta name=content>").is_none());
    }
}
