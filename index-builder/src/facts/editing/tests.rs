//! Files before and after a change.

use jiff::civil::date;

use super::*;

fn frame() -> Frame {
    Frame {
        languages: vec!["en".to_owned(), "tr".to_owned()],
        today: date(2026, 11, 20),
        table: "facts".to_owned(),
    }
}

fn fact(question: &str) -> Fact {
    Fact {
        question: question.to_owned(),
        answer: "From 9, \"not\" later".to_owned(),
        source_url: "open.html".to_owned(),
        aliases: vec!["opening hours".to_owned(), "ne zaman açık".to_owned()],
        checked_on: "2026-11-20".to_owned(),
        ..Fact::default()
    }
}

/// Adds a fact to a file with this content, and returns what the file then has.
fn added(name: &str, before: &str) -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join(name);
    fs::write(&file, before)?;
    let result = add(&file, &fact("When is it open?"), &frame());
    let after = fs::read_to_string(&file)?;
    if result.is_err() {
        assert_eq!(after, before, "a file that cannot be changed is left alone");
    }
    result.map(|()| after)
}

#[test]
fn a_row_is_added_and_no_other_byte_of_a_csv_file_changes() {
    let row = |mark: char| {
        format!(
            "When is it open?{mark}\"From 9, \"\"not\"\" later\"{mark}open.html{mark}\
             opening hours | ne zaman açık{mark}2026-11-20"
        )
    };
    for (before, mark, end) in [
        (
            "question,answer,source_url,aliases,checked_on\nA?,\"B\",a.html,,\n",
            ',',
            "\n",
        ),
        (
            "question;answer;source_url;aliases;checked_on\r\nA?;B;a.html;;\r\n",
            ';',
            "\r\n",
        ),
        (
            "\u{feff}question\tanswer\tsource_url\taliases\tchecked_on\n\nA?\t\"B\nC\"\ta.html\t\t",
            '\t',
            "\n",
        ),
    ] {
        let after = added("a.csv", before).unwrap();
        let rest = after.strip_prefix(before).expect(before);
        assert_eq!(rest.trim_start_matches('\n'), format!("{}{end}", row(mark)));
    }
}

#[test]
fn columns_that_a_fact_needs_are_added_to_the_header_alone() {
    let before = "answer,question,source_url,own\nB,A?,a.html,x\n";
    let after = added("a.csv", before).unwrap();
    assert!(
        after.starts_with("answer,question,source_url,own,aliases,checked_on\nB,A?,a.html,x\n")
    );
    let new = added("new.csv", "").unwrap();
    assert!(new.starts_with("question,answer,source_url"));
    assert_eq!(new.lines().count(), 2);
}

#[test]
fn an_entry_is_added_to_yaml_and_comments_stay() {
    for before in [
        "# By hand\n- question: A? # why\n  answer: B\n  source_url: a.html",
        "facts:\n    - question: A?\n      answer: >\n        B\n      source_url: a.html\n# end\n",
        "facts:\n- question: A?\n  answer: B\n  source_url: a.html\n",
        "",
        "# none yet\n",
    ] {
        let after = added("a.yaml", before).unwrap();
        let rest = after.strip_prefix(before).expect(before);
        assert!(rest.contains("- question: \"When is it open?\""), "{rest}");
    }
}

#[test]
fn what_cannot_be_added_leaves_the_file_alone_and_says_why() {
    for (name, before, says) in [
        (
            "a.yaml",
            "[{question: A?, answer: B, source_url: a.html}]\n",
            "a.yaml",
        ),
        (
            "a.yaml",
            "- question: A?\n  answer: B\n  source_url: a.html\nlast: 1\n",
            "a.yaml",
        ),
        (
            "a.csv",
            "question,answer,source_url\nWhen is it open?,Never,a.html\n",
            "a.csv:",
        ),
        ("a.json", "[]", ".csv and .yaml files only"),
    ] {
        let error = format!("{:#}", added(name, before).unwrap_err());
        assert!(error.contains(says), "{before}: {error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    fs::write(&file, b"question,answer,source_url\nA\xe7,B,a.html\n").unwrap();
    let error = add(&file, &fact("A?"), &frame()).unwrap_err();
    assert!(error.to_string().contains("save it as UTF-8"), "{error}");
}

#[test]
fn a_wrong_fact_is_refused_as_by_a_build() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("facts.csv");
    let wrong = Fact {
        source_url: "javascript:alert(1)".to_owned(),
        ..fact("A?")
    };
    let error = add(&file, &wrong, &frame()).unwrap_err();
    assert!(
        format!("{error:#}").contains("an http or https address"),
        "{error:#}"
    );
    assert!(!file.exists());
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("facts.csv");
    fs::write(&file, "question,answer,source_url\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o664)).unwrap();
    add(&file, &fact("A?"), &frame()).unwrap();
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o664
    );
}

/// Changes the second fact of a file with this content, and returns what the file then has.
fn changed(name: &str, before: &str, edit: impl Fn(&mut Fact)) -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join(name);
    fs::write(&file, before)?;
    let mut fact = facts_of(&file, before, &frame())?.remove(1);
    edit(&mut fact);
    let result = change(&file, 1, &fact, &frame());
    let after = fs::read_to_string(&file)?;
    if result.is_err() {
        assert_eq!(after, before, "a file that cannot be changed is left alone");
    }
    result.map(|()| after)
}

fn renewed(fact: &mut Fact) {
    fact.checked_on = "2026-11-20".to_owned();
    fact.valid_until = "2027-06-30".to_owned();
}

#[test]
fn a_changed_row_is_one_changed_line() {
    for (before, after) in [
        (
            "question,answer,source_url,valid_until,own\nA?,\"B\",a.html,,\n\"Fee?\",\"1, 2\",a.html,2026-12-01,x\n\nC?,'=D,a.html,,\n",
            "question,answer,source_url,valid_until,own,checked_on\nA?,\"B\",a.html,,\nFee?,\"1, 2\",a.html,2027-06-30,x,2026-11-20\n\nC?,'=D,a.html,,\n",
        ),
        (
            "\u{feff}question;answer;source_url;valid_until;checked_on\r\n\"A\r\n?\";B;a.html;;\r\nFee?;+90;a.html\r\n",
            "\u{feff}question;answer;source_url;valid_until;checked_on\r\n\"A\r\n?\";B;a.html;;\r\nFee?;+90;a.html;2027-06-30;2026-11-20\r\n",
        ),
        (
            "question,answer,source_url,valid_until,checked_on\nA?,B,a.html,,\nFee?,C,a.html,2026-12-01,2025-01-01",
            "question,answer,source_url,valid_until,checked_on\nA?,B,a.html,,\nFee?,C,a.html,2027-06-30,2026-11-20",
        ),
    ] {
        assert_eq!(changed("a.csv", before, renewed).unwrap(), after);
    }
}

#[test]
fn a_changed_cell_is_no_formula() {
    let before = "question,answer,source_url\nA?,B,a.html\nC?,D,a.html\n";
    let after = changed("a.csv", before, |fact| "=1+1".clone_into(&mut fact.answer)).unwrap();
    assert!(after.ends_with("\nC?,'=1+1,a.html\n"), "{after}");
}

#[test]
fn fields_of_an_entry_are_changed_added_and_removed_and_all_others_stay() {
    let first = "facts:\n  - question: A? # why\n    answer: B\n    source_url: a.html\n\n";
    let last = "\n  # Next\n  - question: C?\n    answer: D\n    source_url: a.html\n";
    for (before, after) in [
        (
            "  - question: Fee? # asked often\n    answer: >\n      1,\n\n      2\n    source_url: a.html\n    valid_until: 2026-12-01\n    # By hand\n    category: fees\n",
            "  - question: Fee? # asked often\n    answer: >\n      1,\n\n      2\n    source_url: a.html\n    valid_until: \"2027-06-30\"\n    # By hand\n    category: fees\n    checked_on: \"2026-11-20\"\n",
        ),
        (
            "  -   valid_until:\n      question: Fee?\n      aliases:\n      - fees\n      answer: 1\n      source_url: a.html\n",
            "  -   valid_until: \"2027-06-30\"\n      question: Fee?\n      aliases:\n      - fees\n      answer: 1\n      source_url: a.html\n      checked_on: \"2026-11-20\"\n",
        ),
    ] {
        let before = [first, before, last].concat();
        let after = [first, after, last].concat();
        assert_eq!(changed("a.yaml", &before, renewed).unwrap(), after);
        let lines = before.replace('\n', "\r\n");
        let expected = after.replace('\n', "\r\n");
        assert_eq!(changed("a.yaml", &lines, renewed).unwrap(), expected);
    }
    let before = [first, "  - question: Fee?\n    aliases:\n    - fees\n\n    - cost\n    answer: 1\n    source_url: a.html\n    valid_until: 2026-12-01", ""].concat();
    let cleared = |fact: &mut Fact| {
        fact.aliases = vec!["the: fee".to_owned()];
        fact.valid_until.clear();
    };
    assert_eq!(
        changed("a.yaml", &before, cleared).unwrap(),
        [first, "  - question: Fee?\n    aliases:\n      - \"the: fee\"\n    answer: 1\n    source_url: a.html\n"].concat()
    );
}

#[test]
fn what_cannot_be_changed_leaves_the_file_alone_and_says_why() {
    let a = "{question: A?, answer: B, source_url: a.html}";
    let flow = format!("- {a}\n- {{question: C?, answer: B, source_url: a.html}}\n");
    let error = changed("a.yaml", &flow, renewed).unwrap_err().to_string();
    assert!(error.contains("change it by hand"), "{error}");
    let rows = "question,answer,source_url\nA?,B,a.html\nC?,D,a.html\n";
    let contradiction = |fact: &mut Fact| "A?".clone_into(&mut fact.question);
    let error = changed("a.csv", rows, contradiction).unwrap_err();
    assert!(error.to_string().contains("different answer"), "{error:#}");
    let wrong = |fact: &mut Fact| "javascript:a".clone_into(&mut fact.source_url);
    assert!(changed("a.csv", rows, wrong).is_err());
    let folder = tempfile::tempdir().unwrap();
    let error = change(&folder.path().join("a.json"), 0, &fact("A?"), &frame()).unwrap_err();
    assert!(
        error.to_string().contains("change this one by hand"),
        "{error}"
    );
}
