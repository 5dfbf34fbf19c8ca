//! Markdown pages as real sites write them.

use super::*;
use crate::page::Address;
use crate::tests::lines;

fn read(markdown: &str) -> ParsedPage {
    let settings = InputSettings::default();
    let reader = MarkdownReader::new(HtmlReader::new(&settings).unwrap(), &settings);
    reader
        .read("docs/some page.md", markdown.as_bytes())
        .unwrap()
}

fn blocks(markdown: &str) -> Vec<String> {
    lines(read(markdown))
}

#[test]
fn headings_can_be_linked_to_as_on_github() {
    assert_eq!(
        blocks("# Fees\n## Late fees\n## Late fees\n## Own {#mine}\n## <a name=\"c\"></a>Named"),
        [
            "1 Fees #fees",
            "2 Late fees #late-fees",
            "2 Late fees #late-fees-1",
            "2 Own #mine",
            "2 Named #c"
        ]
    );
}

#[test]
fn lists_tables_code_and_html_are_read_in_order() {
    assert_eq!(
        blocks(
            "One *two* `three`.\n\n- a\n- [x] b\n  - c\n\n| A | B | C |\n|--|--|--|\n| 1 | 2 | 3 |\n\n\
             ```\nlet x;\n```\n\n<div><p>html</p></div>\n\nText[^1].\n\n[^1]: A note."
        ),
        [
            "One two three.",
            "• a",
            "• b",
            "• c",
            "A: 1 | B: 2 | C: 3",
            "let x;",
            "html",
            "Text.",
            "A note."
        ]
    );
}

#[test]
fn a_table_of_contents_is_a_list_of_links() {
    assert_eq!(
        blocks(
            "## İçindekiler\n\n- [Ücretler](#fees)\n- [Formlar](#forms)\n\n## Ücretler {#fees}\n\n- [Harç](a.md) 500 TL"
        ),
        [
            "2 İçindekiler #i̇çindekiler",
            "↗ Ücretler",
            "↗ Formlar",
            "2 Ücretler #fees",
            "• Harç 500 TL"
        ]
    );
}

#[test]
fn notes_keep_their_text() {
    assert_eq!(
        blocks("> [!NOTE]\n> Take care.\n\n> [!Önemli]\n> Dikkat."),
        ["Take care.", "Dikkat."]
    );
}

#[test]
fn front_matter_sets_title_language_address_and_metadata() {
    let page = read(
        "---\ntitle: Fees\ndescription: What it costs.\nlang: tr\npermalink: /fees/\n\
         date: 2026-01-02\ntags: [a, b]\nsecret: x\n---\nText with a [link](other.md#x).",
    );
    assert_eq!(page.titles.given, "Fees");
    assert_eq!(page.description, "What it costs.");
    assert_eq!(page.lang, "tr");
    assert_eq!(page.address, Address::Permalink("/fees/".into()));
    assert_eq!(page.meta.get("tags").map(String::as_str), Some("a, b"));
    assert!(!page.meta.contains_key("secret"));
    assert_eq!(page.hrefs, ["other.md#x"]);
}

#[test]
fn a_page_without_any_title_is_called_by_its_file() {
    assert_eq!(read("Text").titles.window, "some page");
}

#[test]
fn a_draft_is_left_out_with_its_reason() {
    let settings = InputSettings::default();
    let reader = MarkdownReader::new(HtmlReader::new(&settings).unwrap(), &settings);
    let read = reader.read("a.md", b"---\ndraft: true\n---\nText");
    assert_eq!(read, Err(Rejection::Skipped(SkipReason::Draft)));
}

#[test]
fn admonitions_and_tabs_of_mkdocs_keep_their_titles_and_content() {
    assert_eq!(
        blocks(
            "!!! tip \"Erken gel\"\n    Kapı dokuzda açılır.\n\n    ??? faq \"Kaçta kapanır?\"\n        Beşte.\n\n\
             === \"Gündüz\"\n\n    ```py\n    === \"kod\"\n    ```\n\n/// note | Kapı\n    type: x\n\nYanda.\n///\n\nSon."
        ),
        [
            "Erken gel",
            "Kapı dokuzda açılır.",
            "2 Kaçta kapanır? #",
            "Beşte.",
            "2 Gündüz #",
            "=== \"kod\"",
            "Kapı",
            "Yanda.",
            "Son."
        ]
    );
}

#[test]
fn directives_of_myst_and_quarto_keep_what_a_visitor_reads() {
    assert_eq!(
        blocks(
            "(desk)=\n% not shown\n:::{admonition} Kasa\n:class: tip\nKasa beşte kapanır.\n:::\n\n\
             ```{figure} a.png\n:name: plan\n\nKat planı.\n```\n\n```{toctree}\nintro\n```\n\n\
             ````{dropdown} Sigara?\n```{note}\nHayır.\n```\n````\n\n\
             ::: {.callout-tip title=\"Bilet\"}\nGirişte.\n:::\n\n\
             ```{python}\n#| echo: false\n#| fig-cap: \"Yıllar\"\nplot()\n```"
        ),
        [
            "Kasa",
            "Kasa beşte kapanır.",
            "Kat planı.",
            "2 Sigara? #",
            "Hayır.",
            "Bilet",
            "Girişte.",
            "Yıllar"
        ]
    );
}

#[test]
fn components_of_mdx_keep_their_labels_and_content() {
    assert_eq!(
        blocks(
            "import Tabs from '@theme/Tabs';\n\n<Tabs>\n  <TabItem value=\"a\" label=\"Üyeler\">\n\n    Üyeler ödemez.\n\n\
             \u{20}   - kart\n\n  </TabItem>\n  <TabItem\n    label=\"Konuklar\">Konuklar öder.</TabItem>\n</Tabs>\n\n\
             :::tip[Gel]\nErken.\n:::\n\n<Badge text=\"yeni\" />\n"
        ),
        [
            "2 Üyeler #",
            "Üyeler ödemez.",
            "• kart",
            "2 Konuklar #",
            "Konuklar öder.",
            "Gel",
            "Erken.",
            "yeni"
        ]
    );
}

#[test]
fn callouts_shortcodes_and_links_to_labels_are_read() {
    assert_eq!(
        blocks(
            "> [!faq]- Nakit olur mu?\n> Olur.\n\n{{< tab \"Gece\" >}}\nKapalı.\n{{< /tab >}}\n\n\
             [kurallar][rules] ve [Danışman][], [seçmeli], a[0][1].\n\n```{list-table}\n* - Gün\n  - Ücret\n* - Salı\n  - 4\n```"
        ),
        [
            "Nakit olur mu?",
            "Olur.",
            "2 Gece #",
            "Kapalı.",
            "kurallar ve Danışman, [seçmeli], a[0][1].",
            "Gün: Salı | Ücret: 4"
        ]
    );
}

// Jekyll and MkDocs read Markdown inside of elements that ask for it.
#[test]
fn elements_may_hold_markdown() {
    let page = "# Boats\n\n<aside markdown=\"1\" class=\"quote\">\n  <img src=\"a.png\">\n  \
                Read [the *rules*](rules.md) first.\n  <p markdown='1'>\n— Ada, \
                [\"Rules\"](https://a.example)\n  </p>\n</aside>\n\n## Fees\n\n**Ten** lira.\n";
    assert_eq!(
        blocks(page),
        [
            "1 Boats #boats",
            "Read the rules first.",
            "— Ada, \"Rules\"",
            "2 Fees #fees",
            "Ten lira."
        ]
    );
    let plain = "<div>\n- A\n</div>\n";
    assert_eq!(blocks(plain), ["- A"]);
}
