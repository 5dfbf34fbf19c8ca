use super::*;

fn addresses(url: &str, ids: &[&str]) -> Addresses {
    let mut addresses = Addresses::new(url, &InputSettings::default()).unwrap();
    for id in ids {
        addresses.add(id);
    }
    addresses
}

fn links(addresses: &Addresses, id: &str, href: &str) -> Vec<String> {
    addresses.links(id, &Address::Unstated, &[href.to_owned()])
}

// Results of a site at another scheme would be links that run scripts.
#[test]
fn the_site_is_on_the_web() {
    for url in [
        "javascript://example.org/%0aalert(1)//",
        "data://x/y",
        "ftp://x/",
        "/docs/",
    ] {
        let error = Addresses::new(url, &InputSettings::default()).unwrap_err();
        assert!(error.to_string().contains("`site.url`"), "{url}: {error}");
    }
    assert!(Addresses::new("https://example.org/docs", &InputSettings::default()).is_ok());
}

#[test]
fn a_page_is_where_its_file_is() {
    let site = addresses("", &[]);
    let of = |id: &str| site.of(id, &Address::Unstated);
    assert_eq!(of("a/b.html"), "a/b.html");
    assert_eq!(of("a/index.html"), "a/");
    assert_eq!(of("index.md"), "./");
    assert_eq!(of("a/What is it?.md"), "a/What%20is%20it%3F.html");
    assert_eq!(of("a: b.html"), "a%3A%20b.html");
    let site = addresses("https://example.org/docs", &[]);
    assert_eq!(
        site.of("a/b.html", &Address::Unstated),
        "https://example.org/docs/a/b.html"
    );
}

#[test]
fn extensions_and_folders_follow_the_settings() {
    let settings = InputSettings {
        strip_index: false,
        strip_extension: true,
        markdown_extension: "/".into(),
        ..InputSettings::default()
    };
    let site = Addresses::new("", &settings).unwrap();
    let of = |id: &str| site.of(id, &Address::Unstated);
    assert_eq!(of("a/b.html"), "a/b");
    assert_eq!(of("a/b.md"), "a/b/");
}

#[test]
fn a_page_can_declare_its_address() {
    let site = addresses("https://example.org/docs/", &[]);
    let of = |address: Address| site.of("a/b.md", &address);
    assert_eq!(
        of(Address::Permalink("/fees/".into())),
        "https://example.org/docs/fees/"
    );
    assert_eq!(
        of(Address::Slug("c".into())),
        "https://example.org/docs/a/c.html"
    );
    assert_eq!(of(Address::Reference("/x".into())), "https://example.org/x");
    assert_eq!(
        of(Address::Reference("https://x.org/".into())),
        "https://x.org/"
    );
    let site = addresses("", &[]);
    let of = |address: Address| site.of("a/b.md", &address);
    assert_eq!(of(Address::Permalink("/fees/".into())), "fees/");
    assert_eq!(of(Address::Reference("/x".into())), "/x");
    assert_eq!(
        of(Address::Reference("https://x.org/y".into())),
        "https://x.org/y"
    );
}

// Otherwise hits on a preview of the site would lead to the published site.
#[test]
fn a_page_that_names_its_own_address_elsewhere_stays_where_it_is_served() {
    let ids = ["index.html", "harc/index.html", "yol ara.html"];
    let site = addresses("", &ids);
    let of = |id: &str, written: &str| site.of(id, &Address::Reference(written.into()));
    assert_eq!(of("harc/index.html", "https://x.org/harc/"), "harc/");
    assert_eq!(of("harc/index.html", "https://x.org/kulup/harc"), "harc/");
    assert_eq!(
        of("yol ara.html", "https://x.org/yol%20ara.html"),
        "yol%20ara.html"
    );
    assert_eq!(of("index.html", "https://x.org/kulup/"), "./");
    for other in ["https://x.org/uye/", "https://x.org/uyeharc/"] {
        assert_eq!(of("harc/index.html", other), other);
    }
    assert_eq!(
        of("line.html", "https://x.org/line.html"),
        "https://x.org/line.html"
    );
    let known = addresses("https://y.org/", &ids);
    let stated = Address::Reference("https://x.org/harc/".into());
    assert_eq!(known.of("harc/index.html", &stated), "https://x.org/harc/");
    assert_eq!(known.production("harc/index.html", &stated), None);
    let host = site.production("harc/index.html", &stated);
    assert_eq!(host.as_deref(), Some("https://x.org"));
}

#[test]
fn a_picture_is_resolved_against_its_page_and_may_only_be_on_the_web() {
    let of = |site: &str, written: &str| {
        let mut addresses = Addresses::new(site, &InputSettings::default()).unwrap();
        addresses.add("docs/fees.html");
        let meta = ["image", "image_alt"].map(|key| (key.to_owned(), written.to_owned()));
        let found = addresses.with_picture("docs/fees.html", meta.into());
        assert_eq!(found.contains_key("image"), found.contains_key("image_alt"));
        found.get("image").cloned().unwrap_or_default()
    };
    for (site, written, expected) in [
        ("", "a.png", "docs/a.png"),
        ("", "../a.png?v=2", "a.png?v=2"),
        ("", "/img/a.png", "/img/a.png"),
        ("", "https://cdn.example/a.png", "https://cdn.example/a.png"),
        (
            "https://example.org/x/",
            "a.png",
            "https://example.org/x/docs/a.png",
        ),
        (
            "https://example.org/x/",
            "/a.png",
            "https://example.org/a.png",
        ),
        ("", "//cdn.example/a.png", "http://cdn.example/a.png"),
        ("", "javascript:alert(1)", ""),
        ("", "data:image/png;base64,AAAA", ""),
        ("", &"a".repeat(2000), ""),
    ] {
        assert_eq!(of(site, written), expected, "{site} {written}");
    }
}

#[test]
fn an_address_that_runs_something_is_none() {
    for site in [addresses("https://example.org/", &[]), addresses("", &[])] {
        for written in [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
        ] {
            let own = site.of("fees.html", &Address::Unstated);
            let stated = [
                Address::Reference(written.into()),
                Address::Permalink(written.into()),
            ];
            for address in stated {
                assert_eq!(site.of("fees.html", &address), own, "{address:?}");
            }
        }
    }
}

#[test]
fn every_way_of_writing_a_link_leads_to_the_page() {
    let mut site = addresses(
        "https://example.org/docs/",
        &["a/b.html", "c/index.html", "d e.md", "f.md", "index.html"],
    );
    site.add_stated("f.md", &Address::Permalink("/g/h/".into()));
    for (href, id) in [
        ("b.html#x", None),
        ("../c/", Some("c/index.html")),
        ("../c", Some("c/index.html")),
        ("../c/index.html?x", Some("c/index.html")),
        ("../d%20e.html", Some("d e.md")),
        ("../d e", Some("d e.md")),
        ("/docs/g/h", Some("f.md")),
        ("/g/h/", Some("f.md")),
        ("https://example.org/docs/f", Some("f.md")),
        ("https://elsewhere.org/docs/f", None),
        ("mailto:a@b.org", None),
        ("..", Some("index.html")),
        ("http://[", None),
    ] {
        let expected: Vec<String> = id.into_iter().map(str::to_owned).collect();
        assert_eq!(links(&site, "a/b.html", href), expected, "{href}");
    }
}

#[test]
fn an_invalid_site_address_is_refused() {
    let error = Addresses::new("example.org", &InputSettings::default()).unwrap_err();
    assert!(error.to_string().contains("site.url"), "{error}");
}
