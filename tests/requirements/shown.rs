//! The hits to show: a passage once, however many pages have it, and several pages (R27; R28:
//! nothing is lost).

use soru::answer::SearchResult;
use soru::hit::Hit;
use soru::settings::Value;
use soru::{Block, Document, Engine};
use soru_indexing::Layout;

use super::site::{self, IntoValue, SHARDED, table};

const NOTICE: &str = "Kayıt yenileme işlemleri akademik takvimde ilan edilen tarihler arasında \
    öğrenci bilgi sistemi üzerinden yapılır; süresi içinde kaydını yenilemeyen öğrenci o yarıyıl \
    derslere giremez ve sınavlara alınmaz. Mazereti olanlar bağlı bulundukları birimin \
    kuruluna bir dilekçe ile başvurur, kurul da başvuruyu bir hafta içinde karara bağlar.";

fn page(id: &str, title: &str, texts: &[&str]) -> Document {
    let sections = texts.iter().flat_map(|text| section(text));
    site::titled(id, "tr", title, sections.collect())
}

/// Returns a text under its own heading, so that it is a chunk.
fn section(text: &str) -> [Block; 2] {
    [site::heading("Kurallar"), Block::Text(text.into())]
}

fn search(engine: &Engine, query: &str, options: &[(&str, Value)]) -> SearchResult {
    engine.search(query, &table(options)).unwrap()
}

fn ids(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.id.as_str()).collect()
}

fn listed(hit: &Hit) -> Vec<&str> {
    hit.duplicates
        .iter()
        .map(|other| other.url.as_str())
        .collect()
}

fn ranking(key: &str, value: Value) -> (&'static str, Value) {
    ("ranking", table(&[(key, value)]))
}

/// Returns a notice on three pages, formatted differently on each, and another page.
fn mirrored() -> Vec<Document> {
    let reworded = NOTICE.replace("ilan edilen", "duyurulan");
    vec![
        page("c.html", "Kayıt", &[&NOTICE.to_uppercase()]),
        page("a.html", "Kayıt yenileme", &[NOTICE]),
        page("b.html", "Takvim", &[&reworded]),
        page(
            "d.html",
            "Yemekhane",
            &["Kayıt yenileme için yemekhane kartı gerekmez."],
        ),
    ]
}

#[test]
fn r27_a_passage_on_several_pages_is_one_hit_with_all_its_addresses() {
    for layout in [Layout::SINGLE, SHARDED] {
        let engine = site::engine_of(&mirrored(), layout);
        let hits = search(&engine, "kayıt yenileme", &[]).hits;
        assert_eq!(hits.len(), 2, "{:?}", ids(&hits));
        let notice = hits.iter().find(|hit| hit.id != "d.html").unwrap();
        // The page with the notice in its title fits best.
        assert_eq!(notice.id, "a.html");
        let mut others = listed(notice);
        others.sort_unstable();
        assert_eq!(others, ["b.html", "c.html"]);
        assert!(
            notice
                .duplicates
                .iter()
                .any(|other| other.title == "Takvim")
        );
    }
}

#[test]
fn r27_the_copy_that_ranks_best_is_the_one_that_is_shown() {
    let engine = site::engine_of(&mirrored(), Layout::SINGLE);
    let hits = search(&engine, "takvim: kayıt yenileme", &[]).hits;
    let notice = hits.iter().find(|hit| !hit.duplicates.is_empty()).unwrap();
    assert_eq!(notice.id, "b.html");
}

#[test]
fn r27_a_site_can_show_every_copy() {
    let engine = site::engine_of(&mirrored(), Layout::SINGLE);
    let hits = search(
        &engine,
        "kayıt yenileme",
        &[ranking("near_duplicates", false.into_value())],
    )
    .hits;
    assert_eq!(hits.len(), 4);
    assert!(hits.iter().all(|hit| hit.duplicates.is_empty()));
}

/// Returns a page in two languages, and a page in one.
fn translated() -> Vec<Document> {
    let mut pages = vec![
        page("en/fees.html", "Fees", &["The Erasmus fee is 500 TL."]),
        page("tr/ucret.html", "Ücret", &["Erasmus ücreti 500 TL tutar."]),
        page(
            "tr/erasmus.html",
            "Erasmus",
            &["Erasmus için başvuru mayısta."],
        ),
    ];
    pages[0].lang = "en".into();
    pages[0].translations = vec!["tr/ucret.html".into(), "de/nowhere.html".into()];
    pages[1].translations = vec!["en/fees.html".into()];
    pages
}

#[test]
fn r8_translations_follow_the_other_pages() {
    for layout in [Layout::SINGLE, SHARDED] {
        let engine = site::engine_of(&translated(), layout);
        for (question, own, other) in [
            ("Erasmus fee of 500 TL", "en/fees.html", "tr/ucret.html"),
            ("Erasmus ücreti ne kadar", "tr/ucret.html", "en/fees.html"),
        ] {
            let found = search(&engine, question, &[]).hits;
            assert_eq!(ids(&found), [own, "tr/erasmus.html", other]);
        }
    }
}

/// Returns a page in three versions, a page of the newest version alone, and one that only an older
/// version has.
fn versioned() -> Vec<Document> {
    let version = |number: &str, days: &str| {
        let text =
            format!("Sürüm {number} tekneyi suya indirmek için {days} gün önce haber ister.");
        let id = format!("docs/{number}/suya.html");
        page(&id, &format!("Suya indirme {number}"), &[&text])
    };
    let mut pages = vec![
        version("1.0", "beş"),
        version("1.5", "yedi"),
        version("2.0", "dokuz"),
        page(
            "docs/2.0/vinc.html",
            "Vinç",
            &["Vinç tekneyi suya indirmek dışında da kullanılır, kaptan izin verirse."],
        ),
        page(
            "docs/1.0/kizak.html",
            "Kızak",
            &["Kızak yalnız eski iskelede durur."],
        ),
    ];
    let newest = "docs/2.0/suya.html".to_owned();
    pages[0].newer = vec!["docs/latest/suya.html".into(), newest.clone()];
    pages[1].newer = vec![newest];
    pages[4].newer = vec!["docs/2.0/kizak.html".into()];
    pages
}

#[test]
fn r27_the_newest_version_of_a_page_precedes_older_ones() {
    for layout in [Layout::SINGLE, SHARDED] {
        let engine = site::engine_of(&versioned(), layout);
        let first = |question: &str, options: &[(&str, Value)]| {
            search(&engine, question, options).hits[0].id.clone()
        };
        let all = ranking("max_per_document", 0.0.into_value());
        let question = "tekneyi suya indirmek için kaç gün önce haber verilir";
        assert_eq!(first(question, &[]), "docs/2.0/suya.html");
        assert_eq!(first(question, &[all]), "docs/1.0/suya.html");
        for (question, named) in [
            ("suya indirmek 1.0", "docs/1.0/suya.html"),
            (
                "sürüm 1.5 tekneyi suya indirmek için kaç gün önce haber ister",
                "docs/1.5/suya.html",
            ),
            ("kızak nerede durur", "docs/1.0/kizak.html"),
        ] {
            assert_eq!(first(question, &[]), named);
        }
        let hits = search(&engine, question, &[]).hits;
        assert_eq!(hits.len(), 4, "{:?}", ids(&hits));
    }
}

// The copies alone would fill the depth of reranking.
#[test]
fn r27_copies_do_not_crowd_out_other_pages() {
    let mut pages: Vec<Document> = (0..90)
        .map(|number| page(&format!("{number:02}.html"), "Kayıt", &[NOTICE]))
        .collect();
    for id in ["x.html", "y.html", "z.html"] {
        let text = format!("{id}: derslere kayıt ayrıca yapılır ve danışman onayı ile kesinleşir.");
        pages.push(page(id, "Ders", &[&text]));
    }
    let engine = site::engine_of(&pages, Layout::SINGLE);
    let hits = search(&engine, "kayıt yenileme", &[]).hits;
    assert_eq!(ids(&hits), ["00.html", "x.html", "y.html", "z.html"]);
    assert_eq!(hits[0].duplicates.len(), 89);
}

#[test]
fn r28_an_answer_names_a_mirrored_passage_once_among_its_sources() {
    let engine = site::engine_of(&mirrored(), Layout::SINGLE);
    let always = table(&[("min_confidence", 0.0.into_value())]);
    let question = "Kayıt yenileme işlemleri nasıl yapılır?";
    let answer = site::ask(&engine, question, &[("answer", always)]);
    let urls: Vec<&str> = answer
        .sources
        .iter()
        .map(|source| source.url.as_str())
        .collect();
    let of_notice = urls.iter().filter(|url| **url != "d.html").count();
    assert_eq!(of_notice, 1, "{urls:?}");
}

/// Returns a long page, and two short ones with less on the subject.
fn long_page() -> Vec<Document> {
    let sections: Vec<String> = (1..=6)
        .map(|number| {
            format!(
                "Staj kuralı {number}: staj defteri bölüme teslim edilir. Bölüm defteri inceler, \
                 eksikleri bildirir, uygun bulursa onaylar ve kurula gönderir; kurul kararını ay \
                 sonuna kadar ilan eder ve öğrenciye yazar."
            )
        })
        .collect();
    let sections: Vec<&str> = sections.iter().map(String::as_str).collect();
    vec![
        page("a.html", "Staj", &sections),
        page(
            "b.html",
            "Burs",
            &["Burs ile staj bir arada yürütülebilir, ayrıca bildirilmesi gerekmez."],
        ),
        page(
            "c.html",
            "Yurt",
            &["Yurt odaları staj süresince boş tutulur, ücreti yarıya indirilir."],
        ),
    ]
}

#[test]
fn r27_one_page_takes_no_more_than_its_share_of_the_first_hits() {
    let engine = site::engine_of(&long_page(), Layout::SINGLE);
    let shown = |limit: f64, top_k: f64| -> Vec<String> {
        let options = [
            ranking("max_per_document", limit.into_value()),
            ("topK", top_k.into_value()),
        ];
        let hits = search(&engine, "staj", &options).hits;
        hits.into_iter().map(|hit| hit.id).collect()
    };
    let of =
        |order: &str| -> Vec<String> { order.chars().map(|id| format!("{id}.html")).collect() };
    let unlimited = shown(0.0, 50.0);
    assert_eq!(unlimited.len(), 8);
    assert_eq!(shown(0.0, 4.0), unlimited[..4]);
    // Further pages fill up the list, and the surplus follows them if there is room.
    assert_eq!(shown(3.0, 5.0), of("aaabc"));
    assert_eq!(shown(3.0, 7.0), of("aaabcaa"));
    assert_eq!(shown(1.0, 50.0), of("abcaaaaa"));
    // Three is the default.
    let default: Vec<String> = search(&engine, "staj", &[])
        .hits
        .into_iter()
        .map(|hit| hit.id)
        .collect();
    assert_eq!(default, shown(3.0, 5.0));
}

#[test]
fn r27_hits_beyond_the_share_of_their_page_keep_their_order() {
    let engine = site::engine_of(&long_page(), Layout::SINGLE);
    let hits = |limit: f64| {
        let options = [
            ranking("max_per_document", limit.into_value()),
            ("topK", 50.0.into_value()),
        ];
        search(&engine, "staj kuralı 4", &options).hits
    };
    let chunks = |hits: &[Hit]| -> Vec<u32> {
        let long = hits.iter().filter(|hit| hit.id == "a.html");
        long.map(|hit| hit.chunk).collect()
    };
    assert_eq!(chunks(&hits(2.0)), chunks(&hits(0.0)));
}

// Short sections share a chunk; the hit links to the section that matches the question, with its
// heading.
#[test]
fn r35_a_hit_of_several_sections_leads_to_the_one_that_was_asked_for() {
    let heading = |text: &str, anchor: &str| Block::Heading {
        level: 2,
        text: text.into(),
        anchor: Some(anchor.into()),
        is_question: false,
    };
    let text = |text: &str| Block::Text(text.into());
    let rules = Document {
        id: "rules.html".into(),
        url: "rules.html".into(),
        title: "Rules".into(),
        lang: "en".into(),
        blocks: vec![
            heading("Objections to grades", "objections"),
            text("Within seven days."),
            heading("Freezing the registration", "freezing"),
            text("For four semesters at most."),
            heading("Library", "library"),
            text("Open at nine."),
        ],
        ..Document::default()
    };
    let engine = site::engine_of(&[rules], Layout::SINGLE);
    for (question, anchor, above) in [
        (
            "freezing registration",
            "freezing",
            "Freezing the registration",
        ),
        ("objections grades", "objections", "Objections to grades"),
        ("when is it open at nine", "library", "Library"),
    ] {
        let hit = search(&engine, question, &[]).hits.remove(0);
        assert_eq!(hit.url, format!("rules.html#{anchor}"), "{question}");
        assert_eq!(hit.heading, [above], "{question}");
    }
}
