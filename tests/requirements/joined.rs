//! Several bundles in one engine: one ranking, facts of all, and the site of everything found.

use soru::hit::Hit;
use soru::orchestration::{Bundle, Method, Step};
use soru::settings::Value;
use soru::{Answer, Document, Engine, Fact};
use soru_indexing::Layout;

use crate::site::{self, Files};

/// Divides pages by a generator of random numbers (Knuth's MMIX).
fn divided(seed: u64) -> [Vec<Document>; 2] {
    let mut state = seed;
    let mut sides = [Vec::new(), Vec::new()];
    for page in site::documents() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        sides[usize::from(state >> 63 == 1)].push(page);
    }
    sides
}

/// Returns the files of a bundle whose site has this name and address.
fn bundle_of(pages: &[Document], facts: Vec<Fact>, title: &str, layout: Layout) -> Files {
    let configuration = site::configuration_of(title);
    site::build_of(pages, facts, &configuration, layout)
}

fn joined(bundles: &[Files]) -> Engine {
    let bundles = bundles.iter().enumerate();
    let bundles = bundles.map(|(number, files)| Bundle::new(number, site::loaded(files), ""));
    Engine::join(bundles.collect()).unwrap()
}

/// Returns the hits, those of equal scores by their ids.
fn ranking(hits: &[Hit]) -> Vec<(String, u32, i64)> {
    #[expect(clippy::cast_possible_truncation)]
    let rounded = |score: f64| (score * 1e9).round() as i64;
    let row = |hit: &Hit| (hit.id.clone(), hit.chunk, rounded(hit.score));
    let mut rows: Vec<_> = hits.iter().map(row).collect();
    rows.sort_by(|one, other| other.2.cmp(&one.2).then(one.cmp(other)));
    rows
}

// Pruning leaves out long lists, and a list that is long in one bundle may be short in each of two.
#[test]
fn pages_that_are_divided_into_two_bundles_rank_as_in_one() {
    let unpruned = Value::table([("pruning", 0.0.into())]);
    let all = Value::table([("topK", 50.0.into()), ("retrieval", unpruned)]);
    for layout in [Layout::SINGLE, site::SHARDED, site::LONG_LISTS] {
        let whole = site::loaded(&bundle_of(&site::documents(), site::facts(), "all", layout));
        for seed in 1..4 {
            let [one, other] = divided(seed);
            assert!(one.len() > 3 && other.len() > 3);
            let parts = joined(&[
                bundle_of(&one, site::facts(), "one", layout),
                bundle_of(&other, Vec::new(), "other", layout),
            ]);
            for question in site::questions() {
                let [expected, found] =
                    [&whole, &parts].map(|own| own.ask(question, &all).unwrap());
                assert_eq!(
                    ranking(&found.hits),
                    ranking(&expected.hits),
                    "{question} with seed {seed}"
                );
                let said = |answer: &Answer| (answer.answer.clone(), answer.method, answer.tier);
                assert_eq!(said(&found), said(&expected), "{question} with seed {seed}");
                assert!((found.confidence - expected.confidence).abs() < 1e-9);
                assert_eq!(found.corrections, expected.corrections, "{question}");
                assert_eq!(found.choices.len(), expected.choices.len(), "{question}");
            }
        }
    }
}

fn two_sites(layout: Layout) -> [Files; 2] {
    let [one, other] = divided(1);
    [
        bundle_of(&one, Vec::new(), "one", layout),
        bundle_of(&other, site::facts(), "other", layout),
    ]
}

#[test]
fn hits_name_their_site_and_link_to_it() {
    let engine = joined(&two_sites(Layout::SINGLE));
    let [one, _] = divided(1);
    let mut sites = Vec::new();
    for question in site::questions() {
        for hit in engine.search(question, &Value::Null).unwrap().hits {
            let is_of_one = one.iter().any(|page| page.id == hit.id);
            let site = if is_of_one { "one" } else { "other" };
            assert_eq!(hit.meta["site"], site);
            let own = format!("https://{site}.example/");
            // One page of the site is on another host.
            let is_own = hit.url.starts_with(&own) || hit.url.starts_with("https://www.uscis.gov/");
            assert!(is_own, "{}", hit.url);
            sites.push(site);
        }
    }
    assert!(sites.contains(&"one") && sites.contains(&"other"));
}

#[test]
fn pages_are_counted_and_filtered_by_site() {
    let engine = joined(&two_sites(Layout::SINGLE));
    let question = "staj kütüphane";
    let pages = engine.pages(question, &Value::Null).unwrap().pages;
    let count = |site: &str| {
        pages
            .iter()
            .filter(|page| page.meta["site"] == site)
            .count()
    };
    assert!(count("one") > 0 && count("other") > 0);
    for site in ["one", "other"] {
        let filter = Value::table([("site", site.into())]);
        let options = Value::table([("filter", filter)]);
        let found = engine.pages(question, &options).unwrap().pages;
        assert_eq!(found.len(), count(site));
        let hits = engine.search(question, &options).unwrap().hits;
        assert!(!hits.is_empty() && hits.iter().all(|hit| hit.meta["site"] == site));
    }
}

// The two sites disagree, so the more trusted one answers, and says whose answer it is.
#[test]
fn of_two_sites_with_an_answer_the_more_trusted_one_is_shown_with_its_name() {
    let question = "Mensa kaçta açılıyor?";
    let fact = |answer: &str, checked_on: &str, authority: &str| Fact {
        checked_on: checked_on.to_owned(),
        authority: authority.to_owned(),
        ..site::fact(question, answer, "mensa.html", "tr")
    };
    let ask = |facts: [Fact; 2]| {
        let [one, other] = divided(1);
        let [first, second] = facts;
        let engine = joined(&[
            bundle_of(&one, vec![first], "one", Layout::SINGLE),
            bundle_of(&other, vec![second], "other", Layout::SINGLE),
        ]);
        engine.ask(question, &Value::Null).unwrap()
    };
    for (first, second, expected) in [
        (("2026-01-01", ""), ("2026-02-01", ""), "other"),
        (("2026-02-01", ""), ("2026-01-01", ""), "one"),
        (("2026-02-01", "extended"), ("2026-01-01", ""), "other"),
        (("", ""), ("", ""), "one"),
    ] {
        let answer = ask([fact("8", first.0, first.1), fact("9", second.0, second.1)]);
        let shown = answer.fact.unwrap();
        assert_eq!(shown.site, expected);
        assert_eq!(shown.answer, if expected == "one" { "8" } else { "9" });
        let url = format!("https://{expected}.example/mensa.html");
        assert_eq!((&shown.source_url, &answer.sources[0].url), (&url, &url));
    }
}

#[test]
fn sites_of_one_name_are_told_apart_by_their_addresses() {
    let [one, other] = divided(1);
    let files = [&one, &other]
        .map(|pages| site::build_of(pages, Vec::new(), &Value::default(), Layout::SINGLE));
    let named = |bases: [&str; 2]| {
        let bundles = files.iter().zip(bases).enumerate();
        let bundles =
            bundles.map(|(number, (files, base))| Bundle::new(number, site::loaded(files), base));
        let engine = Engine::join(bundles.collect()).unwrap();
        let hits = engine.search("staj kütüphane", &Value::Null).unwrap().hits;
        let mut sites: Vec<String> = hits
            .into_iter()
            .map(|hit| hit.meta["site"].clone())
            .collect();
        sites.sort();
        sites.dedup();
        sites
    };
    assert_eq!(
        named(["https://a.example/", "https://b.example/x/"]),
        ["a.example", "b.example/x"]
    );
    assert_eq!(named(["https://a.example/"; 2]), ["a.example (a.example)"]);
}

#[test]
fn needed_files_name_their_bundle_and_a_lost_one_is_skipped() {
    let files = two_sites(site::SHARDED);
    let open = || {
        let bundles = files.iter().enumerate();
        let bundles = bundles.map(|(number, files)| Bundle::new(number, site::open(files), ""));
        Engine::join(bundles.collect()).unwrap()
    };
    let question = "staj kütüphane";
    let ask = |lost: &dyn Fn(&str) -> bool| {
        let engine = open();
        let mut call = engine.begin(Method::ASK, question, &Value::Null);
        let mut seen = [0, 0];
        loop {
            let needs = match call.step().unwrap() {
                Step::Done(answer) => return (answer, seen),
                Step::Needs(needs) => needs,
            };
            for name in needs.files {
                let (number, own) = match name.split_once('/') {
                    Some((number, own)) => (number.parse().unwrap(), own),
                    None => (0, name.as_str()),
                };
                seen[number] += 1;
                if lost(&name) {
                    assert!(call.skip(&name, "the server answered 404"));
                    continue;
                }
                let (_, bytes) = files[number].iter().find(|(file, _)| file == own).unwrap();
                engine
                    .supply(&name, bytes, |stored| Ok(stored.to_vec()))
                    .unwrap();
            }
        }
    };
    let (whole, seen) = ask(&|_| false);
    assert!(seen[0] > 1 && seen[1] > 1, "{seen:?}");
    assert_eq!(
        whole.answer,
        joined(&files).ask(question, &Value::Null).unwrap().answer
    );
    let (partial, _) = ask(&|name| name.starts_with("1/text"));
    assert_eq!(partial.warnings[0].code, "part_missing");
    assert!(partial.hits.iter().all(|hit| hit.meta["site"] == "one"));
}

#[test]
fn a_joined_engine_needs_a_bundle() {
    let error = Engine::join(Vec::new()).unwrap_err();
    assert!(error.to_string().contains("name at least one"), "{error}");
}
