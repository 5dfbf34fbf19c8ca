//! A crawled site is built like the folder from which it was served.

use std::path::PathBuf;

use soru::Document;
use soru_ingest::InputSettings;
use soru_ingest::{Ingestion, SiteFacts};

use super::server::{Reply, Request};
use super::*;

fn documents(folder: PathBuf, url: &str) -> Vec<Document> {
    let site = SiteFacts {
        url: url.to_owned(),
        languages: vec!["tr".to_owned(), "en".to_owned()],
        lists_languages: true,
        ..SiteFacts::default()
    };
    let ingestion =
        Ingestion::new(&[folder], &InputSettings::default(), &site, None, None).unwrap();
    ingestion.documents().unwrap()
}

fn serve_folder(folder: PathBuf) -> Crawled {
    Crawled::new(move |request| {
        let path = percent_encoding::percent_decode_str(&request.path)
            .decode_utf8()
            .unwrap();
        let mut file = folder.join(path.trim_start_matches('/'));
        if file.is_dir() {
            file = file.join("index.html");
        }
        let kind = match file.extension().and_then(|extension| extension.to_str()) {
            Some("txt") => "text/plain",
            Some("md") => "text/markdown",
            Some("pdf") => "application/pdf",
            _ => "text/html",
        };
        std::fs::read(&file)
            .map_or_else(|_| Reply::status(404, ""), |bytes| Reply::new(kind, bytes))
    })
}

fn write(folder: &std::path::Path, files: &[(&str, String)]) {
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
}

#[test]
fn a_crawled_site_gives_the_documents_of_its_folder_but_for_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let page = |title: &str, hrefs: &[&str]| {
        format!(
            "<html lang=tr><title>{title} - Üniversite</title><h1>{title}</h1><p>Burada {title} hakkında bilgi var.</p>{}",
            links(hrefs)
        )
    };
    write(
        folder,
        &[
            (
                "index.html",
                page(
                    "Giriş",
                    &[
                        "ogrenci/",
                        "kayit.html",
                        "notlar.txt",
                        "ö ğ.html",
                        "hidden.html",
                    ],
                ),
            ),
            (
                "ogrenci/index.html",
                page("Öğrenci", &["../index.html", "harc.html#ucret"]),
            ),
            ("ogrenci/harc.html", page("Harç", &["/kayit.html", "."])),
            ("kayit.html", page("Kayıt", &["/"])),
            ("ö ğ.html", page("Boşluk", &["kayit.html"])),
            ("notlar.txt", "Notlar\n\nSınav notları burada.".to_owned()),
            (
                "hidden.html",
                format!("<meta name=robots content=noindex>{}", page("Gizli", &[])),
            ),
        ],
    );
    let site = serve_folder(folder.to_owned());
    site.crawl();
    let crawled = documents(site.path(""), "");
    let mut local = documents(folder.to_owned(), "");
    assert_eq!(crawled.len(), 6);
    for (crawled, local) in crawled.iter().zip(&mut local) {
        let expected = site.server.address.join(&local.url).unwrap();
        assert_eq!(crawled.url, expected.as_str());
        local.url.clone_from(&crawled.url);
        // The page exists in the folder, but nothing links to it online.
        local.links.retain(|id| id != "hidden.html");
        assert_eq!(crawled, local);
    }
}

// A content management system serves no files, and its addresses have queries.
#[test]
fn addresses_are_those_of_the_site() {
    let mut site = Crawled::new(|request: &Request| match request.path.as_str() {
        "/cms/" => Reply::page(links(&["?p=2", "old", "download?id=7"])),
        "/cms/?p=2" => Reply::page(links(&["/cms/about", "/cms/old"])),
        "/cms/old" => Reply::redirect("about"),
        "/cms/about" => Reply::page(links(&["/cms/?p=2", "/cms/"])),
        "/cms/download?id=7" => Reply::new("text/plain", "Some text."),
        _ => Reply::status(404, ""),
    });
    let start = site.server.address.join("cms/").unwrap();
    site.options.start = start;
    site.crawl();
    let read = |url: &str| -> Vec<(String, String, Vec<String>)> {
        let found = documents(site.dir.path().to_owned(), url).into_iter();
        found
            .map(|document| (document.id, document.url, document.links))
            .collect()
    };
    let found = read("");
    let pages: Vec<(&str, String)> = found
        .iter()
        .map(|(id, url, _)| (id.as_str(), url.replace(site.server.address.as_str(), "/")))
        .collect();
    assert_eq!(
        pages,
        [
            ("cms/about.html", "/cms/about".to_owned()),
            ("cms/download@id=7.txt", "/cms/download?id=7".to_owned()),
            ("cms/index.html", "/cms/".to_owned()),
            ("cms/index@p=2.html", "/cms/?p=2".to_owned()),
        ]
    );
    assert_eq!(found[0].2, ["cms/index.html", "cms/index@p=2.html"]);
    assert_eq!(
        found[2].2,
        [
            "cms/about.html",
            "cms/download@id=7.txt",
            "cms/index@p=2.html"
        ],
        "`old` leads to `about`"
    );
    // The site is crawled at one address and served at another.
    assert_eq!(
        read("https://www.example.org/")[3].1,
        "https://www.example.org/?p=2"
    );
}

#[test]
fn a_crawl_of_many_pages_with_traps_ends_and_repeats_without_downloads() {
    const PAGES: usize = 300;
    let site = Crawled::new(|request: &Request| {
        let number = |prefix: &str| {
            request
                .path
                .strip_prefix(prefix)
                .and_then(|rest| rest.strip_suffix(".html")?.parse::<usize>().ok())
        };
        let tag = format!("\"{}\"", request.path.len());
        if request.header("if-none-match") == Some(&tag) {
            return Reply::status(304, "");
        }
        let text = "Bu sayfada yönetmelik hakkında bilgi var. ".repeat(20);
        let hrefs = match (number("/p"), request.path.as_str()) {
            (_, "/") => vec!["p0.html".to_owned(), "calendar/2026/1.html".to_owned()],
            (Some(page), _) if page < PAGES => (1..12)
                .map(|i| format!("/p{}.html", (page * 3 + i) % PAGES))
                .chain([
                    format!("/p{page}.html?sid={page}"),
                    format!("/p0.html?sort={page}"),
                    format!("/calendar/2026/{page}.html"),
                ])
                .collect(),
            _ if request.path.starts_with("/calendar/") || request.path.contains("?sort") => {
                vec!["/p1.html".to_owned()]
            }
            _ => return Reply::status(404, ""),
        };
        let hrefs: Vec<&str> = hrefs.iter().map(String::as_str).collect();
        Reply::page(format!("<p>{} {text}{}", request.path, links(&hrefs))).with("ETag", &tag)
    });
    let first = site.crawl();
    // Each page has four addresses: its own, one with a session id, one with a sort order, and one
    // for a day of the calendar.
    assert!(
        first.pages >= PAGES && first.requests < 3 * PAGES,
        "{first}"
    );
    let second = site.crawl();
    assert_eq!((second.pages, second.changed), (first.pages, 0), "{second}");
    assert!(second.not_modified >= PAGES, "{second}");
}
