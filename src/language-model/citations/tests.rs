use super::*;

/// Returns the text with normalised markers, fed in these pieces.
fn shown(pieces: &[&str], sources: usize) -> (String, Citations) {
    let mut citations = Citations::new(sources);
    let mut out = String::new();
    let mut write = |shown: Vec<Shown>| {
        for part in shown {
            match part {
                Shown::Text(text) => out += &text,
                Shown::Citation(number) => out += &["⟦", &number.to_string(), "⟧"].concat(),
            }
        }
    };
    for piece in pieces {
        write(citations.feed(piece));
    }
    write(citations.finish());
    (out, citations)
}

const CASES: [(&str, &str); 28] = [
    ("[2[9]] [1 [9] ]", "[2 ] [1   ]"),
    ("[2[1]]", "[2⟦1⟧]"),
    ("Yes [1].", "Yes ⟦1⟧."),
    ("Yes [1, 2].", "Yes ⟦1⟧⟦2⟧."),
    ("Yes [1][3]", "Yes ⟦1⟧⟦3⟧"),
    ("Yes [1-3]!", "Yes ⟦1⟧⟦2⟧⟦3⟧!"),
    ("Yes [Source 2].", "Yes ⟦2⟧."),
    ("Evet [Kaynak 1; Kaynak 2].", "Evet ⟦1⟧⟦2⟧."),
    ("Yes [^2]", "Yes ⟦2⟧"),
    ("Unknown [9].", "Unknown."),
    ("Some [1, 9].", "Some ⟦1⟧."),
    ("Far [2-900].", "Far ⟦2⟧⟦3⟧."),
    ("None [0] here", "None here"),
    ("[3]\n[4]", "⟦3⟧\n"),
    ("In [2026] and [note]", "In [2026] and [note]"),
    (
        "A [link](https://a.b) and [1](c)",
        "A [link](https://a.b) and [1](c)",
    ),
    ("Code `a[1]` [1]", "Code `a[1]` ⟦1⟧"),
    ("Code ``a`[1]`` [1]", "Code ``a`[1]`` ⟦1⟧"),
    ("Open `a [1]\nb [2]\n\nc [3]", "Open `a [1]\nb [2]\n\nc ⟦3⟧"),
    (
        "```rust\na[1]\n``\nb[2]\n```\nc [2]",
        "```rust\na[1]\n``\nb[2]\n```\nc ⟦2⟧",
    ),
    (
        "~~~\na[1]\n```\n~~~~  \nc [2]",
        "~~~\na[1]\n```\n~~~~  \nc ⟦2⟧",
    ),
    ("a ~~~ [1]", "a ~~~ ⟦1⟧"),
    ("    ``` [1]", "    ``` [1]"),
    ("Escaped \\[1] [1]", "Escaped \\[1] ⟦1⟧"),
    ("Never [1", "Never [1"),
    ("Nested [[1]]", "Nested [⟦1⟧]"),
    ("a  b   [9]   c", "a  b   c"),
    ("[]", "[]"),
];

#[test]
fn r35_markers_are_found_and_unknown_numbers_are_dropped() {
    for (text, expected) in CASES {
        assert_eq!(shown(&[text], 3).0, expected, "{text}");
    }
}

#[test]
fn r35_cited_sources_and_unknown_numbers_are_counted() {
    let (_, citations) = shown(&["a [3] b [1, 3] c [7] d `[2]`"], 3);
    assert_eq!(citations.cited(), [1, 3]);
    assert_eq!(citations.unknown(), 1);
    assert_eq!(shown(&["a [1]"], 0).0, "a");
}

#[test]
fn r35_text_is_shown_as_soon_as_it_cannot_become_a_marker() {
    let mut citations = Citations::new(3);
    assert_eq!(citations.feed("Yes ["), [Shown::Text("Yes".into())]);
    assert_eq!(citations.feed("1"), []);
    assert_eq!(citations.feed("]"), []);
    let now = [
        Shown::Text(" ".into()),
        Shown::Citation(1),
        Shown::Text(".".into()),
    ];
    assert_eq!(citations.feed("."), now);
    // A bracket that is never closed holds text back only for a short time.
    citations.feed(" [");
    let released = citations.feed(&"a".repeat(LONGEST + 2));
    assert_eq!(released.len(), 1);
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn r35_splitting_the_text_does_not_change_the_output(
            text in "[a1239\\[\\](),;`~ \n\\\\-]{0,80}",
            cuts in prop::collection::vec(0_usize..80, 0..20),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&str> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
            prop_assert_eq!(shown(&pieces, 3).0, shown(&[&text], 3).0);
        }

        #[test]
        fn r35_numbers_of_unknown_sources_remain_only_in_code(
            text in "[a-c \\[\\]0-9,.]{0,60}",
        ) {
            let (shown, citations) = shown(&[&text], 3);
            prop_assert!(!shown.contains("[9]") && !shown.contains("[4]"), "{}", shown);
            prop_assert!(citations.cited().iter().all(|number| (1..=3).contains(number)));
        }

        #[test]
        fn r35_text_without_brackets_does_not_change(text in "[^\\[]{0,100}") {
            prop_assert_eq!(shown(&[&text], 3).0, text);
        }
    }
}
