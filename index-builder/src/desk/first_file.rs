//! Names the first file of facts in the project file of a site that has none.

/// The file of facts of a site that has none.
pub(super) const FIRST_FILE: &str = "facts.csv";

/// The project file with `files = ["facts.csv"]` under `[facts]`; none if that is not simple.
pub(super) fn with_facts_file(text: &str) -> Option<String> {
    let entry = format!("files = [\"{FIRST_FILE}\"]");
    let mut lines: Vec<&str> = text.lines().collect();
    let section = lines.iter().position(|line| line.trim() == "[facts]");
    match section {
        None => {
            let end = if text.is_empty() { "" } else { "\n" };
            let text = text.trim_end();
            let text = if text.is_empty() {
                String::new()
            } else {
                format!("{text}\n")
            };
            Some(format!("{text}{end}[facts]\n{entry}\n"))
        }
        Some(at) => {
            let below = lines.iter().skip(at + 1);
            let mut below = below.take_while(|line| !line.trim_start().starts_with('['));
            let has_files = below.any(|line| line.trim_start().starts_with("files"));
            if has_files {
                return None;
            }
            lines.insert(at + 1, &entry);
            Some(lines.join("\n") + "\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_file_without_facts_gets_a_file_of_them() {
        for (before, after) in [
            ("", Some("[facts]\nfiles = [\"facts.csv\"]\n")),
            (
                "[site]\nname = \"A\"\n",
                Some("[site]\nname = \"A\"\n\n[facts]\nfiles = [\"facts.csv\"]\n"),
            ),
            (
                "[facts]\n# none yet\n\n[site]\n",
                Some("[facts]\nfiles = [\"facts.csv\"]\n# none yet\n\n[site]\n"),
            ),
            ("[facts]\nfiles = [\"a.db\"]\n", None),
        ] {
            assert_eq!(with_facts_file(before).as_deref(), after, "{before}");
        }
    }
}
