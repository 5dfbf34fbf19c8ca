//! Checks every reader against the contract of [`Reader`], on input that nobody would write.

use proptest::prelude::*;
use soru::Block;
use unicode_normalization::is_nfc;

use super::*;

fn readers() -> Readers {
    Readers::new(&InputSettings::default()).unwrap()
}

const FORMATS: [Format; 5] = [
    Format::Html,
    Format::Markdown,
    Format::Text,
    Format::Document,
    Format::JsonLines,
];

fn check(format: Format, bytes: &[u8]) -> Result<(), TestCaseError> {
    let readers = readers();
    let read = || readers.of(format).read("a/b.c", bytes);
    let first = read();
    prop_assert_eq!(&first, &read());
    let Ok(page) = first else { return Ok(()) };
    for piece in &page.pieces {
        let (text, is_heading) = match piece {
            Piece::Content(Block::Heading { text, level, .. }) => {
                prop_assert!((1..=6).contains(level));
                (text, true)
            }
            Piece::Content(Block::Text(text) | Block::Unquoted(text)) | Piece::Picture(text) => {
                (text, false)
            }
            Piece::Content(Block::End(level)) => {
                prop_assert!((1..=6).contains(level));
                continue;
            }
            Piece::Content(Block::Weight(weight)) => {
                prop_assert!(*weight <= 1000);
                continue;
            }
            Piece::Gap => continue,
        };
        prop_assert!(is_nfc(text), "{text:?}");
        prop_assert_eq!(text.trim(), text);
        prop_assert!(
            is_heading || text.chars().any(char::is_alphanumeric),
            "{text:?}"
        );
    }
    Ok(())
}

/// Generates text that resembles markup often enough to reach every branch.
fn markup() -> impl Strategy<Value = String> {
    let bits = prop::sample::select(vec![
        "<p>",
        "</p>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>x",
        "</table>",
        "<dl>",
        "<dt>",
        "<dd>",
        "<pre>",
        "</pre>",
        "<h2 id=x>",
        "</h2>",
        "<a href='#x'>",
        "</a>",
        "<br>",
        "<template>",
        "<svg>",
        "<main>",
        "<li>",
        "<ul>",
        "<button>",
        "<select>",
        "<frameset>",
        "<html lang=tr>",
        "<meta charset=iso-8859-9>",
        "---\n",
        "+++\n",
        "title: x\n",
        "# ",
        "```\n",
        "`",
        "{% raw %}",
        "{% endraw %}",
        "{{",
        "}}",
        "%}",
        "{%",
        ":::",
        "\n",
        "\n\n",
        "| a | b |\n|---|---|\n",
        "[!NOTE]",
        "> ",
        "- ",
        "[x](y)",
        "&nbsp;",
        "&#0;",
        "&",
        "ğ",
        "İ",
        "\u{306}",
        "text ",
        "1 ",
        "\"",
        "=",
    ]);
    prop::collection::vec(
        prop_oneof![4 => bits.prop_map(str::to_owned), 1 => any::<String>()],
        0..40,
    )
    .prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn readers_never_panic_on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for format in FORMATS {
            check(format, &bytes)?;
        }
    }

    #[test]
    fn readers_never_panic_on_any_markup(markup in markup()) {
        for format in FORMATS {
            check(format, markup.as_bytes())?;
        }
    }

    #[test]
    fn any_text_in_a_json_line_is_read(text in ".*\\w.*", id in "\\w+") {
        let line = serde_json::json!({ "id": id, "text": text }).to_string();
        check(Format::JsonLines, line.as_bytes())?;
        prop_assert!(readers().of(Format::JsonLines).read("", line.as_bytes()).is_ok());
    }
}

// Browsers stop nesting at 512 elements; a hostile page does not.
#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    for part in [
        "<div>",
        "<ul><li>",
        "<table><tr><td>",
        "<b>",
        "<dl><dd>",
        "> ",
        "- ",
    ] {
        let page = format!("{}text", part.repeat(2_000));
        for format in [Format::Html, Format::Markdown] {
            let _ = readers().of(format).read("a.html", page.as_bytes());
        }
    }
}
