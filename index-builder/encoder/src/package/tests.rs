//! Packages (R19) made of the tiny encoders in `tests/fixtures`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use safetensors::{Dtype, SafeTensors};
use zip::write::SimpleFileOptions;

use super::*;
use crate::Encoder;

fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(name)
}

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(&folder.path().join("encoders"));
    (folder, store)
}

fn tags(tags: &[&str]) -> Vec<String> {
    tags.iter().map(|tag| (*tag).to_owned()).collect()
}

fn add(store: &Store, name: &str, source: &Path, languages: &[&str]) -> anyhow::Result<Installed> {
    store.add(name, source, None, &tags(languages))
}

fn cosine(a: &Encoder, b: &Encoder, text: &str) -> f32 {
    let [a, b] = [a, b].map(|encoder| encoder.embed(&[text], &|_| {}).unwrap());
    let dot = |a: &ndarray::Array2<f32>, b: &ndarray::Array2<f32>| (a * b).sum();
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

/// Writes a wheel: the folder nested in another, beside files that do not belong to an encoder.
fn wheel(folder: &Path, name: &str) -> PathBuf {
    let file = folder.join("model.whl");
    let mut archive = zip::ZipWriter::new(fs::File::create(&file).unwrap());
    let files = [
        "config.json",
        "tokenizer.json",
        "modules.json",
        "model.safetensors",
        "1_Pooling/config.json",
    ];
    for own in files {
        let place = format!("own_model/model/{own}");
        archive
            .start_file(place, SimpleFileOptions::default())
            .unwrap();
        archive
            .write_all(&fs::read(fixture(name).join(own)).unwrap())
            .unwrap();
    }
    archive
        .start_file("own_model/cli.py", SimpleFileOptions::default())
        .unwrap();
    archive.finish().unwrap();
    file
}

#[test]
fn r19_an_installed_encoder_embeds_as_its_source_in_8_bits() {
    for name in ["bert-mean", "bert-first", "xlm-roberta"] {
        let (_folder, store) = store();
        let installed = add(&store, "own", &fixture(name), &["en"]).unwrap();
        let [source, own] =
            [&fixture(name), &installed.folder].map(|at| Encoder::open(at).unwrap());
        assert_eq!(
            source.fingerprint(),
            own.fingerprint(),
            "{name}: its tables belong to another encoder"
        );
        assert_eq!(own.languages(), ["en"]);
        let near = cosine(&source, &own, "how much is the visa fee");
        assert!(near > 0.999, "{name}: {near}");
        let weights = fs::read(installed.folder.join("model.safetensors")).unwrap();
        let tensors = SafeTensors::deserialize(&weights).unwrap();
        let words = |own: &String| own.ends_with("word_embeddings.weight");
        let words = tensors
            .names()
            .into_iter()
            .map(ToString::to_string)
            .find(words);
        let words = tensors.tensor(&words.unwrap()).unwrap();
        assert_eq!(words.dtype(), Dtype::I8, "{name}");
    }
}

#[test]
fn r19_a_wheel_and_a_packed_encoder_give_the_same_as_the_folder() {
    let (folder, store) = store();
    let of_folder = add(&store, "own", &fixture("bert-mean"), &["en"]).unwrap();
    let weights =
        |installed: &Installed| fs::read(installed.folder.join("model.safetensors")).unwrap();
    let first = weights(&of_folder);
    let file = folder.path().join("own.soru-encoder");
    pack(&of_folder.folder, &file).unwrap();
    let packed = fs::read(&file).unwrap();
    pack(&of_folder.folder, &file).unwrap();
    assert!(
        fs::read(&file).unwrap() == packed,
        "packed twice, it has other bytes"
    );
    let of_wheel = add(&store, "wheel", &wheel(folder.path(), "bert-mean"), &["en"]).unwrap();
    assert!(weights(&of_wheel) == first);
    // The package declares its languages.
    let of_package = add(&store, "again", &file, &[]).unwrap();
    assert!(weights(&of_package) == first);
    assert_eq!(of_package.manifest.weights, of_folder.manifest.weights);
    assert_eq!(of_package.manifest.languages, ["en"]);
}

#[test]
fn r19_the_store_lists_replaces_and_removes() {
    let (_folder, store) = store();
    assert_eq!(store.list().unwrap(), []);
    add(&store, "one", &fixture("bert-mean"), &["en"]).unwrap();
    add(&store, "one", &fixture("bert-first"), &["en", "de"]).unwrap();
    add(&store, "two", &fixture("xlm-roberta"), &["tr", "en", "de"]).unwrap();
    let names = |store: &Store| -> Vec<String> {
        let all = store.list().unwrap().into_iter();
        all.map(|own| own.manifest.name).collect()
    };
    assert_eq!(names(&store), ["one", "two"]);
    assert_eq!(
        store.find("one").unwrap().unwrap().manifest.languages,
        ["en", "de"]
    );
    store.remove("one").unwrap();
    assert_eq!(names(&store), ["two"]);
    let again = store.remove("one").unwrap_err();
    assert!(again.to_string().contains("no encoder `one`"), "{again}");
    let left = fs::read_dir(store.folder()).unwrap().count();
    assert_eq!(left, 1, "drafts are left behind");
    // An encoder with an unreadable description can be removed and installed again.
    fs::write(store.folder().join("two/encoder.json"), "{}").unwrap();
    assert!(store.list().is_err());
    store.remove("two").unwrap();
    assert_eq!(names(&store), [""; 0]);
}

#[test]
fn r19_a_package_without_an_encoder_is_refused_and_leaves_no_files() {
    let (folder, store) = store();
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let text = folder.path().join("a.txt");
    fs::write(&text, "text").unwrap();
    let cut = folder.path().join("cut.whl");
    let whole = fs::read(wheel(folder.path(), "bert-mean")).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    for (source, says) in [
        (empty.as_path(), "contains no encoder"),
        (&text, "not a folder"),
        (&cut, "cannot be read"),
        (&folder.path().join("none.whl"), "cannot be read"),
    ] {
        let error = add(&store, "own", source, &["en"]).unwrap_err();
        assert!(format!("{error:#}").contains(says), "{error:#}");
    }
    let nameless = add(&store, "../own", &fixture("bert-mean"), &["en"]).unwrap_err();
    assert!(
        nameless.to_string().contains("not a valid name"),
        "{nameless}"
    );
    let mute = add(&store, "own", &fixture("bert-mean"), &[]).unwrap_err();
    assert!(mute.to_string().contains("--lang"), "{mute}");
    assert_eq!(fs::read_dir(store.folder()).unwrap().count(), 0);
}

#[test]
fn r33_a_known_encoder_must_be_the_file_that_was_tried() {
    let (folder, store) = store();
    let other = wheel(folder.path(), "bert-mean");
    let error = store
        .add("en", &other, CatalogueEntry::find("en"), &[])
        .unwrap_err();
    assert!(error.to_string().contains("SHA-256"), "{error}");
}

#[test]
fn r19_known_encoders_are_found_by_name_and_by_language() {
    let name = |wanted: &str| CatalogueEntry::find(wanted).map(|known| known.name);
    assert_eq!(name("en"), Some("en"));
    assert_eq!(name("multilingual"), Some("multilingual"));
    assert_eq!(name("tr"), Some("multilingual"));
    assert_eq!(name("xx"), None);
}
