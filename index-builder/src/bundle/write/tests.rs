use soru::settings::Value;
use soru::{Block, Document, Needs};
use soru_indexing::{Built, ChunkingSettings, Indexer, InvertedIndexer, Layout, OutlinePage};

use walkdir::WalkDir;

use super::super::{Bundle, EarlyTexts, OUTLINE, verify, write_outline};
use super::*;

/// A bundle of several files.
fn built(words: &str) -> Built {
    let layout = Layout {
        term_shard_bytes: 64,
        text_shard_bytes: 64,
        long_postings: 2048,
        separate_files: true,
        single_up_to: 0,
    };
    let mut indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", layout);
    for (number, word) in words.split(' ').enumerate() {
        let text = format!("{word} stands on page number {number}");
        let document = Document {
            id: format!("{number}.html"),
            title: word.to_owned(),
            url: format!("{number}.html"),
            blocks: vec![Block::Text(text)],
            ..Document::default()
        };
        let prepared = indexer.prepare(&document).unwrap();
        indexer.add(prepared).unwrap();
    }
    Box::new(indexer)
        .finish(Vec::new(), &Value::default())
        .unwrap()
}

/// Writes a bundle as a build does.
fn write(folder: &Path, words: &str, browser: &BrowserFiles) -> anyhow::Result<WrittenBundle> {
    let writing = Writing::begin(folder)?;
    let outline = || write_outline("https://a.example/", &[], &EarlyTexts::new(), &[]);
    let index = writing.beside(|keep| IndexFiles::make(built(words), outline, keep))?;
    writing.finish(&index, browser)
}

/// The names of all files of a bundle and their bytes.
fn files(words: &str, browser: &BrowserFiles) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    let written = write(folder.path(), words, browser).unwrap().files;
    let names = written.into_iter().map(|file| file.name);
    let read = |name: String| {
        let bytes = fs::read(folder.path().join(&name)).unwrap();
        (name, bytes)
    };
    names.map(read).collect()
}

fn browser(text: &'static str) -> BrowserFiles {
    let file = |name: &str| (name.to_owned(), Cow::Borrowed(text.as_bytes()));
    BrowserFiles {
        files: vec![file("soru.js"), file("element/box.js")],
    }
}

fn build_id(folder: &Path) -> String {
    let verification = verify(folder);
    assert!(verification.sound, "{verification:?}");
    verification.build_id
}

/// Runs a build up to a step; with `is_half_done`, the last write is incomplete.
fn run_until(folder: &Path, files: &[(String, Vec<u8>)], step: usize, is_half_done: bool) {
    let mut writing = Writing::begin(folder).unwrap();
    for (name, bytes) in files.iter().take(step) {
        writing.write(name, bytes).unwrap();
    }
    if let Some((name, bytes)) = files.get(step).filter(|_| is_half_done) {
        let path = unfinished(&folder.join(name));
        create(path.parent().unwrap()).unwrap();
        to_disk(&path, &bytes[..bytes.len() / 2]).unwrap();
    }
    let renames = writing.in_order();
    let count = renames.len().min(step.saturating_sub(files.len()));
    Writing::place(&renames, count).unwrap();
    // A killed build does not clean up.
    writing.is_finished = true;
}

/// The content of the files that pages load.
fn loaded(folder: &Path) -> BTreeSet<String> {
    let read = |(name, _): &(String, _)| fs::read_to_string(folder.join(name)).unwrap();
    browser("").files.iter().map(read).collect()
}

fn is_loaded(file: &str) -> bool {
    browser("").files.iter().any(|(name, _)| name == file)
}

// R41: after any step, visitors have the whole old index or the whole new one. No manifest names
// the files that pages load, so verifying reports them if they belong to two builds.
#[test]
fn r41_a_build_that_ends_after_any_step_leaves_a_whole_bundle() {
    let (old, new) = ("fees visas exams", "fees dates exams rooms");
    let files = files(new, &browser("new"));
    let steps = files.len() * 2;
    let mut ids = BTreeSet::new();
    let mut mixed_steps = 0;
    for (step, is_half_done) in (0..=steps).flat_map(|step| [(step, false), (step, true)]) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(folder, old, &browser("old")).unwrap();
        let first = build_id(folder);
        run_until(folder, &files, step, is_half_done);
        let found = verify(folder);
        ids.insert(found.build_id);
        let mixed = loaded(folder).len() > 1;
        let is_reported = !found.problems.is_empty();
        assert!(is_reported || !mixed, "step {step}");
        assert!(
            found
                .problems
                .iter()
                .all(|finding| is_loaded(&finding.file))
        );
        mixed_steps += usize::from(mixed);
        // The next build completes it and leaves no other files.
        write(folder, new, &browser("new")).unwrap();
        assert_ne!(build_id(folder), first);
        let left = WalkDir::new(folder).into_iter().flatten();
        let names = left.map(|entry| entry.file_name().to_string_lossy().into_owned());
        assert_eq!(names.filter(|name| name.contains("unfinished")).count(), 0);
    }
    assert_eq!(ids.len(), 2, "the manifest changes in one step");
    assert!(mixed_steps > 0, "two files cannot change in one");
}

// R41: the outline was new and the manifest old, and the next builds did not come so far.
#[test]
fn r41_a_second_interruption_is_no_damage_either() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let outline = |page: &str| {
        let page = OutlinePage {
            title: page.to_owned(),
            url: page.to_owned(),
            lang: "en".to_owned(),
            headings: Vec::new(),
        };
        write_outline("https://a.example/", &[], &EarlyTexts::new(), &[page])
    };
    let begin = |words: &str, page: &str| {
        let writing = Writing::begin(folder).unwrap();
        let made = writing.beside(|keep| IndexFiles::make(built(words), || outline(page), keep));
        (writing, made.unwrap())
    };
    let (writing, index) = begin("fees", "0.html");
    writing.finish(&index, &BrowserFiles::none()).unwrap();
    let first = build_id(folder);

    let (mut writing, index) = begin("fees visas", "1.html");
    writing.write(MANIFEST, &index.manifest).unwrap();
    let renames = writing.in_order();
    Writing::place(&renames, renames.len() - 1).unwrap();
    writing.is_finished = true; // a killed build does not clean up
    drop(writing);
    assert_eq!(build_id(folder), first);

    let mut killed = Writing::begin(folder).unwrap();
    killed.is_finished = true;
    drop(killed);
    assert_eq!(build_id(folder), first);
    // One that fails cleans up.
    drop(begin("fees visas", "1.html"));
    assert_eq!(build_id(folder), first);

    let (writing, index) = begin("fees", "0.html");
    writing.finish(&index, &BrowserFiles::none()).unwrap();
    assert_eq!(build_id(folder), first);
    let notes = verify(folder).notes;
    assert!(
        notes.iter().all(|note| !note.contains("unfinished")),
        "{notes:?}"
    );
}

#[test]
fn r41_files_of_two_builds_are_reported_until_a_build_replaces_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "fees", &browser("old")).unwrap();
    let files = files("fees", &browser("new"));
    run_until(folder, &files, files.len() + 1, false);
    assert_eq!(loaded(folder).len(), 2);
    write(folder, "visas", &BrowserFiles::none()).unwrap();
    assert!(is_loaded(&verify(folder).problems[0].file));
    // A build that can replace only some of the files leaves a mix.
    fs::remove_file(folder.join("soru.js")).unwrap();
    fs::create_dir(folder.join("soru.js")).unwrap();
    write(folder, "visas", &browser("new")).unwrap_err();
    assert!(is_loaded(&verify(folder).problems[0].file));
    fs::remove_dir(folder.join("soru.js")).unwrap();
    write(folder, "visas", &browser("new")).unwrap();
    build_id(folder);
}

#[test]
fn r41_a_look_up_that_its_files_never_satisfy_ends_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "fees", &BrowserFiles::none()).unwrap();
    let bundle = Bundle::open(folder.path()).unwrap();
    let file = bundle.engine().files()[0].name.clone();
    for needs in [Needs::files(vec![file]), Needs::default()] {
        let error = bundle.look_up(|_| soru::Attempt::<()>::Err(needs.clone().into()));
        let message = error.unwrap_err().to_string();
        assert!(message.contains("build the bundle again"), "{message}");
    }
}

// R41: an upload stopped halfway. No manifest names the files that pages load, but the list of
// their hashes does.
#[test]
fn r41_verification_compares_the_loaded_files_with_the_built_ones() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = || write(folder, "fees", &browser("what pages load")).unwrap();
    let problem = |damage: &dyn Fn()| {
        whole();
        build_id(folder);
        damage();
        let found = verify(folder).problems.remove(0);
        (found.file, found.problem)
    };
    let script = folder.join("soru.js");
    let (file, cut_off) = problem(&|| fs::write(&script, "what").unwrap());
    assert!(
        file == "soru.js" && cut_off.contains("4 bytes"),
        "{cut_off}"
    );
    let (file, missing) = problem(&|| fs::remove_file(&script).unwrap());
    assert!(
        file == "soru.js" && missing.contains("missing"),
        "{missing}"
    );
    let (file, list) = problem(&|| fs::write(folder.join(CHECKSUMS), "<!doctype html>\n").unwrap());
    assert!(file == CHECKSUMS && list.contains("not a list"), "{list}");
    for cut_off in ["", "0123456789"] {
        let (file, list) = problem(&|| fs::write(folder.join(CHECKSUMS), cut_off).unwrap());
        assert!(file == CHECKSUMS && list.contains("cut off"), "{list}");
    }
    for elsewhere in ["0  /dev/zero\n", "0  ../soru.js\n", "0  \n"] {
        let (file, list) = problem(&|| fs::write(folder.join(CHECKSUMS), elsewhere).unwrap());
        assert!(file == CHECKSUMS && list.contains("not a list"), "{list}");
    }
    whole();
    fs::remove_file(folder.join(CHECKSUMS)).unwrap();
    let found = verify(folder);
    assert!(
        found.sound && found.notes[0].contains(CHECKSUMS),
        "{found:?}"
    );
}

#[test]
fn r41_a_file_that_was_damaged_on_the_disk_is_mended_by_building_again() {
    let folder = tempfile::tempdir().unwrap();
    let written = write(folder.path(), "fees visas", &BrowserFiles::none()).unwrap();
    let mut names = written.files.iter().map(|file| &file.name);
    let file = folder
        .path()
        .join(names.find(|name| is_immutable(name)).unwrap());
    let damaged: Vec<u8> = fs::read(&file)
        .unwrap()
        .iter()
        .map(|byte| byte ^ 1)
        .collect();
    fs::write(file, damaged).unwrap();
    assert!(!verify(folder.path()).sound);
    let written = write(folder.path(), "fees visas", &BrowserFiles::none()).unwrap();
    assert!(written.unchanged && verify(folder.path()).sound);
}

// Simulates a full disk: a file occupies the folder of a browser's file.
#[test]
fn r41_a_build_that_cannot_write_leaves_the_old_bundle_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "fees", &BrowserFiles::none()).unwrap();
    let id = build_id(folder);
    fs::create_dir(folder.join("soru.js")).unwrap();
    let error = write(folder, "visas", &browser("x")).unwrap_err();
    assert!(error.to_string().contains("cannot be written"), "{error}");
    assert_eq!(build_id(folder), id);
    assert!(
        verify(folder)
            .notes
            .iter()
            .all(|note| !note.contains("unfinished"))
    );
}

#[test]
fn r41_a_write_error_in_a_thread_is_reported_and_keeps_the_old_bundle() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "fees", &BrowserFiles::none()).unwrap();
    let id = build_id(folder);
    let taken = unfinished(&folder.join(MANIFEST));
    fs::create_dir(&taken).unwrap();
    let error = write(folder, "visas", &BrowserFiles::none()).unwrap_err();
    let named = taken.to_string_lossy();
    assert!(error.to_string().contains(&*named), "{error}");
    assert_eq!(build_id(folder), id);
    fs::remove_dir(taken).unwrap();
    write(folder, "visas", &BrowserFiles::none()).unwrap();
    assert_ne!(build_id(folder), id);
}

// Later steps may fail too, such as a rejected service worker.
#[test]
fn r41_a_build_that_gives_up_leaves_nothing_behind() {
    let site = tempfile::tempdir().unwrap();
    let folder = site.path().join("soru");
    let writing = Writing::begin(&folder).unwrap();
    let index = writing
        .beside(|keep| IndexFiles::make(built("fees"), || Ok(vec![(OUTLINE, Vec::new())]), keep));
    assert!(index.unwrap().files.len() > 1);
    assert!(fs::read_dir(&folder).unwrap().count() > 1);
    drop(writing);
    assert!(!folder.exists());
}

/// Deploys into a new folder, keeping the files of the last deployment.
fn deploy(last: &Path, words: &str) -> (tempfile::TempDir, WrittenBundle) {
    let folder = tempfile::tempdir().unwrap();
    let mut writing = Writing::begin(folder.path()).unwrap();
    let outline = || write_outline("https://a.example/", &[], &EarlyTexts::new(), &[]);
    let made = writing.beside(|keep| IndexFiles::make(built(words), outline, keep));
    let index = made.unwrap();
    let browser = browser("new");
    writing.keep_from(last, &index, &browser).unwrap();
    let written = writing.finish(&index, &browser).unwrap();
    (folder, written)
}

// A clean checkout lacks the files of the previous build, which open tabs request.
#[test]
fn a_deployment_keeps_the_data_files_of_the_last_one_and_none_that_are_older() {
    let has = |folder: &Path, files: &[(String, Vec<u8>)]| {
        let data = files.iter().filter(|(name, _)| is_immutable(name));
        let there = |(name, bytes): &(String, Vec<u8>)| {
            fs::read(folder.join(name)).is_ok_and(|there| there == *bytes)
        };
        data.map(there).collect::<BTreeSet<bool>>()
    };
    let empty = tempfile::tempdir().unwrap();
    let (first, written) = deploy(empty.path(), "fees visas exams");
    assert_eq!(written.kept, 0);
    let (second, written) = deploy(first.path(), "dates rooms");
    let [old, middle] = ["fees visas exams", "dates rooms"].map(|words| files(words, &browser("")));
    assert!(written.kept > 0);
    assert_eq!(has(second.path(), &old), BTreeSet::from([true]));
    build_id(second.path());
    let (third, _) = deploy(second.path(), "terms maps");
    assert_eq!(has(third.path(), &middle), BTreeSet::from([true]));
    assert!(has(third.path(), &old).contains(&false));
    // A later build in place keeps its own predecessor, and removes the rest.
    write(third.path(), "halls", &browser("new")).unwrap();
    assert!(has(third.path(), &middle).contains(&false));
}
