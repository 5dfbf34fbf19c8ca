//! Letters that are adjacent on a keyboard.

/// For each letter from `a` to `z`: its neighbours on the QWERTY and the Turkish Q layout, as fold
/// keys (`ş` beside `l` and `i`, `ö` beside `m`, `ğ` beside `p`), and the letters that users of one
/// layout type for letters of the other (`v` and `w`, `k` and `q`).
const NEIGHBOURS: [&str; 26] = [
    "qwsz",     // a
    "vghn",     // b
    "xdfvo",    // c, ç
    "serfcx",   // d
    "wrds",     // e
    "drtgvc",   // f
    "ftyhbvpu", // g, ğ
    "gyujnb",   // h
    "uoksj",    // i, ı
    "huikmn",   // j
    "jiolmq",   // k
    "kops",     // l
    "njko",     // m
    "bhjm",     // n
    "iplkmc",   // o, ö
    "olg",      // p
    "wak",      // q
    "etdf",     // r
    "awedxzli", // s, ş
    "ryfg",     // t
    "yihjg",    // u, ü
    "cfgbw",    // v
    "qeasv",    // w
    "zsdc",     // x
    "tugh",     // y
    "asx",      // z
];

/// Returns whether a finger may hit one key instead of the other. Both are letters of fold keys.
pub(super) fn are_neighbours(one: char, other: char) -> bool {
    let row = (one as usize).checked_sub('a' as usize);
    row.and_then(|row| NEIGHBOURS.get(row))
        .is_some_and(|neighbours| neighbours.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_neighbours_are_neighbours_both_ways() {
        for one in 'a'..='z' {
            for other in 'a'..='z' {
                let (there, back) = (are_neighbours(one, other), are_neighbours(other, one));
                assert_eq!(there, back, "{one} {other}");
            }
            assert!(!are_neighbours(one, one), "{one}");
        }
        assert!(are_neighbours('o', 'p') && !are_neighbours('a', 'p'));
        assert!(!are_neighbours('ж', 'a') && !are_neighbours('a', 'ж'));
    }
}
