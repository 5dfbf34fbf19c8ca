use super::*;

fn policy() -> LinkPolicy {
    LinkPolicy::new(["https://uni.example/a"].into_iter(), &[]).unwrap()
}

fn read(text: &str) -> Vec<Block> {
    read_flagged(text, &[])
}

fn read_flagged(text: &str, flagged: &[Range<usize>]) -> Vec<Block> {
    let reading = Reading {
        sources: 3,
        links: &policy(),
        flagged,
    };
    blocks(text, 0, &reading)
}

/// Formats a tree in short: `<p>`, `<b>`, `<i>`, `<c>` for code, `<a url>`, `<1>`, `<!>` for
/// flagged.
fn short(blocks: &[Block]) -> String {
    let block = |block: &Block| match block {
        Block::Paragraph { children } => format!("<p>{}</p>", inlines(children)),
        Block::Code { text } => format!("<pre>{text}</pre>"),
        Block::List {
            ordered,
            start,
            items,
        } => {
            let items: Vec<String> = items
                .iter()
                .map(|item| format!("<li>{}", inlines(item)))
                .collect();
            let tag = if *ordered {
                format!("ol {start}")
            } else {
                "ul".to_owned()
            };
            format!("<{tag}>{}</>", items.concat())
        }
    };
    blocks.iter().map(block).collect()
}

fn inlines(children: &[Inline]) -> String {
    let inline = |inline: &Inline| match inline {
        Inline::Text { text } => text.clone(),
        Inline::Strong { children } => format!("<b>{}</b>", inlines(children)),
        Inline::Emphasis { children } => format!("<i>{}</i>", inlines(children)),
        Inline::Code { text } => format!("<c>{text}</c>"),
        Inline::Link { url, text } => format!("<a {url}>{text}</a>"),
        Inline::Citation { number } => format!("<{number}>"),
        Inline::Flagged { children } => format!("<!>{}</!>", inlines(children)),
    };
    children.iter().map(inline).collect()
}

/// Returns all linked addresses.
#[cfg(not(target_arch = "wasm32"))]
fn links(blocks: &[Block]) -> Vec<String> {
    let parts = blocks.iter().flat_map(|block| match block {
        Block::Paragraph { children } => vec![children],
        Block::List { items, .. } => items.iter().collect(),
        Block::Code { .. } => Vec::new(),
    });
    parts.flat_map(|children| linked(children)).collect()
}

#[cfg(not(target_arch = "wasm32"))]
fn linked(children: &[Inline]) -> Vec<String> {
    let urls = children.iter().flat_map(|inline| match inline {
        Inline::Link { url, .. } => vec![url.clone()],
        Inline::Strong { children }
        | Inline::Emphasis { children }
        | Inline::Flagged { children } => linked(children),
        _ => Vec::new(),
    });
    urls.collect()
}

#[test]
fn r35_the_markdown_subset_is_parsed_and_the_rest_is_text() {
    for (text, tree) in [
        ("Hello [1].", "<p>Hello <1>.</p>"),
        ("a\nb\n\nc", "<p>a\nb</p><p>c</p>"),
        (
            "**bold** and *it* and ***both***",
            "<p><b>bold</b> and <i>it</i> and <b><i>both</i></b></p>",
        ),
        (
            "__b__ _i_ snake_case_name 2*3*4",
            "<p><b>b</b> <i>i</i> snake_case_name 2<i>3</i>4</p>",
        ),
        ("**open and * b", "<p>**open and * b</p>"),
        ("**a *b** c*", "<p><b>a *b</b> c*</p>"),
        ("`a*b*` ``c`d``", "<p><c>a*b*</c> <c>c`d</c></p>"),
        ("open `code [1]", "<p>open <c>code [1]</c></p>"),
        ("\\*no\\* \\[1]", "<p>*no* [1]</p>"),
        (
            "- a\n- b [2]\n  more\n* c",
            "<ul><li>a<li>b <2>\n  more<li>c</>",
        ),
        ("3. a\n4) b", "<ol 3><li>a<li>b</>"),
        ("1. a\n- b", "<ol 1><li>a</><ul><li>b</>"),
        ("Text:\n- a", "<p>Text:</p><ul><li>a</>"),
        ("2026. was", "<p>2026. was</p>"),
        (
            "# Title\ntext\n---\n> said",
            "<p><b>Title</b></p><p>text\n---</p><p>said</p>",
        ),
        ("***\na", "<p>a</p>"),
        (
            "```js\na [1]\n\n<b>\n```\nb",
            "<pre>a [1]\n\n<b></pre><p>b</p>",
        ),
        ("```\nopen", "<pre>open</pre>"),
        (
            "[text](https://uni.example/b \"t\")",
            "<p><a https://uni.example/b>text</a></p>",
        ),
        ("[text](/b)", "<p><a /b>text</a></p>"),
        ("[text](https://evil.example)", "<p>text</p>"),
        ("[text](javascript:alert(1))", "<p>text)</p>"),
        ("![alt](https://uni.example/pixel.png)", "<p>alt</p>"),
        ("![](https://evil.example/?q=secret)", "<p></p>"),
        (
            "see https://uni.example/b.",
            "<p>see <a https://uni.example/b>https://uni.example/b</a>.</p>",
        ),
        (
            "see <https://evil.example>",
            "<p>see https://evil.example</p>",
        ),
        (
            "<img src=x onerror=alert(1)>",
            "<p><img src=x onerror=alert(1)></p>",
        ),
        ("[4] [9] [x]", "<p>  [x]</p>"),
        ("", ""),
    ] {
        assert_eq!(short(&read(text)), tree, "{text:?}");
    }
}

#[test]
fn r35_flagged_values_are_marked_in_every_position() {
    let text = "It is **500 TL** or `600` or 700.";
    let at = |part: &str| {
        let start = text.find(part).unwrap();
        start..start + part.len()
    };
    let tree = short(&read_flagged(text, &[at("500 TL"), at("600"), at("700")]));
    assert_eq!(
        tree,
        "<p>It is <b><!>500 TL</!></b> or <!><c>600</c></!> or <!>700</!>.</p>"
    );
}

#[test]
fn r35_long_repetitions_are_parsed_in_linear_time() {
    for part in [
        "[",
        "a*",
        "*a",
        "_a",
        "`",
        "``a`",
        "**a_",
        "![",
        "[a](",
        "<https://",
    ] {
        let text = part.repeat(20_000);
        assert!(!read(&text).is_empty(), "{part}");
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        // Blocks shown while streaming do not change.
        #[test]
        fn r35_settled_blocks_do_not_change(text in "[ab1 \n*`~\\[\\].#>-]{0,80}", cut in 0_usize..80) {
            let cut = cut.min(text.len());
            let settled = settled(&text[..cut], 0);
            let links = policy();
            let reading = Reading { sources: 3, links: &links, flagged: &[] };
            let mut parts = blocks(&text[..settled], 0, &reading);
            parts.extend(blocks(&text, settled, &reading));
            prop_assert_eq!(parts, blocks(&text, 0, &reading));
        }

        #[test]
        fn r35_every_link_follows_the_policy(text in "[a\\[\\]()!<>:/\"' \n]{0,30}(https://evil\\.example|javascript:|//evil|/a)[a\\[\\]()!<>:/]{0,30}") {
            for url in links(&read(&text)) {
                prop_assert!(policy().allows(&url), "{}", url);
                let elsewhere = ["https://evil", "//evil", "javascript:"];
                prop_assert!(!elsewhere.iter().any(|start| url.starts_with(start)), "{}", url);
            }
        }
    }
}
