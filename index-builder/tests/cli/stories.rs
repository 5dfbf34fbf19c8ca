//! The stories of the documentation, word for word: their commands run in a shell, beside the files that
//! they show, and print what the stories say.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::command;

/// `soru`, which ends a server when it has said where it listens.
const SHELL: &str = r#"set -eu
served() {
  "$SORU" "$@" > served.log 2>&1 &
  pid=$!
  until grep -q http:// served.log; do
    kill -0 $pid || { cat served.log; exit 1; }
    sleep 0.1
  done
  kill $pid
  wait $pid || true
}
soru() {
  case " $* " in
    " serve "*) served "$@" --port 0 ;;
    *" --export "* | " desk report "* | " desk import "* | " desk forget "*) "$SORU" "$@" ;;
    " desk "*" --listen "*) served "$@" ;;
    " desk "*) served "$@" --listen 127.0.0.1:0 ;;
    *) "$SORU" "$@" ;;
  esac
}
"#;

const HEADER: &str = "<header><b>Saltby University</b><form action=\"/old-search\">\
                      <input type=\"search\" name=\"q\" aria-label=\"Search\"></form></header>";

const PAGES: [(&str, &str, &str, &str); 4] = [
    (
        "index.html",
        "en",
        "Saltby University",
        "Welcome to the university by the sea.",
    ),
    (
        "fees.html",
        "en",
        "Tuition fees",
        "The tuition fee is 1,500 euros a semester. Pay it before the semester begins.",
    ),
    (
        "library.html",
        "en",
        "Library",
        "Opening hours: the library opens at 8:00 and closes at 23:00 on weekdays.",
    ),
    (
        "tr/kutuphane.html",
        "tr",
        "Kütüphane",
        "Kütüphane hafta içi saat 8.00'de açılıyor ve 23.00'te kapanıyor.",
    ),
];

fn story(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../www/docs/stories");
    fs::read_to_string(file.join(name)).expect(name)
}

/// The blocks of code, each with its language.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut is_inside = false;
    for line in text.lines().map(str::trim_start) {
        match (line.strip_prefix("```"), blocks.last_mut()) {
            (Some(_), _) if is_inside => is_inside = false,
            (Some(language), _) => {
                blocks.push((language.to_owned(), String::new()));
                is_inside = true;
            }
            (None, Some((_, block))) if is_inside => {
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    blocks
}

/// Runs a story; `settings` says whether its TOML is added to `soru.toml`.
fn tell(name: &str, settings: bool) {
    let place = tempfile::tempdir().unwrap();
    for (path, lang, title, text) in PAGES {
        let file = place.path().join("site").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let page = format!(
            "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
             <title>{title}</title></head><body>{HEADER}<main><h1>{title}</h1><p>{text}</p></main>"
        );
        fs::write(file, page).unwrap();
    }
    let mut script = SHELL.to_owned();
    let mut said = Vec::new();
    for (language, block) in blocks(&story(name)) {
        let file = match language.as_str() {
            "sh" => {
                script.push_str(&block.replace("0.0.0.0:4190", "0.0.0.0:0"));
                continue;
            }
            "text" => {
                said.extend(block.lines().map(str::to_owned));
                continue;
            }
            "toml" if settings => ">> soru.toml",
            "csv" => "> facts.csv",
            "txt" => "> questions.txt",
            _ => continue,
        };
        let _ = writeln!(script, "cat {file} <<'END'\n{block}END");
    }
    let soru = command(place.path()).get_program().to_owned();
    let mut shell = Command::new("sh");
    for (key, value) in command(place.path()).get_envs() {
        shell.env(key, value.unwrap_or_default());
    }
    shell.current_dir(place.path()).env("SORU", soru);
    let run = shell.args(["-c", &script]).output().unwrap();
    let out = String::from_utf8(run.stdout).unwrap();
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{name}: {out}{err}");
    for line in said {
        assert!(out.contains(&line), "{name}: {line}\n{out}");
    }
}

#[test]
fn a_university_in_an_afternoon() {
    tell("university.md", true);
}

#[test]
fn put_it_in_your_header() {
    tell("header.md", true);
}

#[test]
fn who_edits_the_answers() {
    // The sheet of the story is nobody's.
    tell("answers.md", false);
}

#[test]
fn what_people_asked_last_week() {
    tell("asked.md", false);
}

#[test]
fn every_story_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../www/docs/stories");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    // Texts for a notice have no commands.
    assert!(blocks(&story("data-protection.md")).is_empty());
    let told = [
        "answers.md",
        "asked.md",
        "data-protection.md",
        "header.md",
        "university.md",
    ];
    assert_eq!(names, told);
}
