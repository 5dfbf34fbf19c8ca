//! Inline elements by their meaning: struck, marked and drawn text, and text only in a link target.

use super::*;

#[test]
fn inline_elements_are_read_by_their_meaning() {
    for (markup, expected) in [
        (
            "Due <s>in May</s> <del>in June</del> in July",
            "Due in July",
        ),
        (
            "Due <span style='text-decoration:line-through'>May</span> June",
            "Due June",
        ),
        ("Pay 320<sup><a href='#n'>4</a></sup> lira", "Pay 320 lira"),
        (
            "A hall of 30 m<sup>2</sup> on the 2<sup>nd</sup> floor",
            "A hall of 30 m2 on the 2nd floor",
        ),
        (
            "From <math><mi>g</mi><mo>≥</mo><mn>2</mn></math> on",
            "From g≥2 on",
        ),
        (
            "<ruby>宿<rt>しゅく</rt></ruby><ruby>題<rt>だい</rt></ruby>は月曜",
            "宿題は月曜",
        ),
        (
            "<a href='mailto:ev@uni.example?cc=x'>Yurt ofisine yazın</a>.",
            "Yurt ofisine yazın (ev@uni.example).",
        ),
        (
            "<a href='tel:+902123334455'>0212 333 44 55</a>",
            "0212 333 44 55",
        ),
        ("Write to ev [at] uni.example!", "Write to ev@uni.example!"),
        ("Read the <x-word>rules</x-word>.", "Read the rules."),
    ] {
        let page = format!("<main><h1>a</h1><p>{markup}</p></main>");
        assert_eq!(blocks(&page)[1..], [expected], "{markup}");
    }
}

#[test]
fn encoded_addresses_stay_encoded_if_the_site_wants_that() {
    let settings = InputSettings {
        protected_addresses: false,
        ..InputSettings::default()
    };
    let page = "<main><p>Write to ev [at] uni.example <b data-cfemail=00657640752e6578>[hidden]</b></p></main>";
    let kept = lines(read_with(&settings, page).unwrap());
    assert_eq!(kept, ["Write to ev [at] uni.example [hidden]"]);
    assert_eq!(blocks(page), ["Write to ev@uni.example ev@u.ex"]);
}

#[test]
fn components_and_their_slots_do_not_run_together() {
    let page = "<main><x-card><x-name>Pool</x-name><x-time>Open till ten.</x-time></x-card><x-card><x-name>Gym</x-name>\
        </x-card></main>";
    assert_eq!(blocks(page), ["Pool", "Open till ten.", "Gym"]);
    let shadow = "<x-page><template shadowrootmode=open><style>p{}</style><main><p>Fee: 8 lira.</p><slot></slot></main>\
        </template><p>Paid back in May.</p></x-page><template><p>x</p></template>";
    assert_eq!(blocks(shadow), ["Fee: 8 lira.", "Paid back in May."]);
}

#[test]
fn pictures_that_say_something_are_texts() {
    let page = "<main><p>See you there.<img src=a.png alt='Chess night on Friday at eight'></p>\
        <img src=b.png alt=''><img src=c.png alt=Logo></main>";
    assert_eq!(
        blocks(page),
        ["See you there.", "Chess night on Friday at eight"]
    );
}
