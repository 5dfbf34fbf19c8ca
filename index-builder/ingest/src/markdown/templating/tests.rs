//! Templates, as pages use them.

use super::*;

fn strip(markdown: &str) -> String {
    super::strip(markdown, &FrontMatter::default())
}

#[test]
fn liquid_leaves_its_text_and_nothing_else() {
    let cases = [
        ("a {% comment %} b\nc {% endcomment %}d", "a d"),
        ("{% raw %}{{ x }}{% endraw %} y", "{{ x }} y"),
        ("[a]({% page \"/fees/#x\" %}) b", "[a](/fees/#x) b"),
        ("[a]({% link _posts/x.md %})", "[a](/_posts/x.md)"),
        ("ask in {% slack_channel \"people\" %}.", "ask in people."),
        ("{% include \"x.html\" %}a{% if b %}c{% endif %}", "ac"),
        ("{{ site.url }}/a and {{< figure src=\"x\" >}}", "/a and "),
        ("[a]({{< ref \"fees.md\" >}})", "[a](/fees.md)"),
        (
            "[a]({{< link \"/fees/\" >}} \"Fees\") b",
            "[a](/fees/ \"Fees\") b",
        ),
        ("[a]({{ site.fees }} \"Fees\")", "[a](# \"Fees\")"),
        ("{% hint style=\"info\" %}a{% endhint %}", "a"),
        ("{% include box.html content=\"Bring it.\" %}", "Bring it."),
        ("{% tab title=\"Yurt\" %}", "Yurt"),
        (
            "{% tab title=\"Nakit\" %}a{% endtab %}{% tab %}b{% endtab %}",
            "\n\n<details><summary>Nakit</summary>\n\na\n\n</details>\n\nb",
        ),
        (
            "{{< card-x title=\"Nakit\" >}}a{{< /card-x >}}",
            "\n\n**Nakit**\n\na",
        ),
        ("a {/* 5 TL\n\n6 TL */}b {/* c", "a b {/* c"),
        ("open {% never", "open {% never"),
        ("{%} {{} {%", "{%} {{} {%"),
    ];
    for (written, text) in cases {
        assert_eq!(strip(written), text, "{written}");
    }
}

#[test]
fn code_is_left_alone() {
    let code = "`{{ x }}` and ``a ` {% b %}``\n```yaml\nx: ${{ y }}\n::: z\n```\n";
    assert_eq!(strip(code), code);
    assert_eq!(strip("`{% raw %}{{ x }}{% endraw %}` y"), "`{{ x }}` y");
    assert_eq!(strip("```\n{{ a }}\n```\n{{ b }}c"), "```\n{{ a }}\n```\nc");
}

// Every run was searched to the end of the line: 4.5 MB took 29 s. `cargo xtask bench --growth`
// measures it.
#[test]
fn unclosed_runs_of_backticks_are_text() {
    let runs = (1..1500).map(|length| "`".repeat(length) + "a");
    let line: String = runs.collect();
    assert_eq!(strip(&line), line);
}

#[test]
fn code_is_kept_without_its_escape_tags() {
    assert_eq!(
        strip("```\n:::no-loc(int)::: x;\n```\n"),
        "```\nint x;\n```\n"
    );
}

#[test]
fn directives_in_a_line_leave_their_text() {
    let cases = [
        (
            ":::row:::\n   :::column span=\"\":::\n      b",
            "\n   \n      b",
        ),
        (":::no-loc(extern)::: int :::no-loc(i):::;", "extern int i;"),
        ("The :::no-loc text=\"Azure\"::: cloud", "The Azure cloud"),
        (":::no-loc text=\"Azure\"::: cloud", "Azure cloud"),
        ("see [!a](b) c", "see [!a](b) c"),
    ];
    for (written, text) in cases {
        assert_eq!(strip(written), text, "{written}");
    }
}

#[test]
fn values_of_the_front_matter_are_shown() {
    let (front, _) = crate::markdown::front_matter::split("---\nfee: 40 TL\n---\n").unwrap();
    let written = "{{ page.fee }}, {{< meta fee >}}, {{ fee }}, {{ site.name }}.";
    assert_eq!(super::strip(written, &front), "40 TL, 40 TL, 40 TL, .");
}
