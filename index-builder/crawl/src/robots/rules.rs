//! Rules: parses robots.txt and decides which paths a crawler may request, as RFC 9309 says.
//!
//! Where the standard leaves a choice, this code follows Google's parser, because sites are written
//! for it: it accepts a missing colon and a misspelt `disallow`, and applies a rule for
//! `index.html` to its folder. Existing libraries compare the whole value of `User-agent`, so they
//! would treat `soru*` and `soru bot` as other crawlers, or have not been maintained for years.

use std::fmt::Write as _;
use std::time::Duration;

/// The maximum number of bytes to read from a line.
const LONGEST_LINE: usize = 2083 * 8 - 1;

/// Common spellings of `disallow`.
const DISALLOW: [&str; 6] = [
    "disallow",
    "dissallow",
    "dissalow",
    "disalow",
    "diasllow",
    "disallaw",
];

/// The rules of a file for one crawler.
#[derive(Debug, Default)]
pub(super) struct Rules {
    lines: Vec<Rule>,
    /// The requested delay between two requests.
    pub(super) delay: Option<Duration>,
    /// The sitemaps, which apply to every crawler.
    pub(super) sitemaps: Vec<String>,
}

#[derive(Debug)]
struct Rule {
    pattern: String,
    is_allowed: bool,
}

/// The rules of groups for all crawlers or for this one, collected while the file is parsed.
#[derive(Default)]
struct Group {
    lines: Vec<Rule>,
    delay: Option<Duration>,
    is_there: bool,
    is_open: bool,
}

impl Rules {
    /// Reads a file for the crawler with this product token.
    pub(super) fn read(bytes: &[u8], token: &str) -> Self {
        let (mut own, mut all) = (Group::default(), Group::default());
        let mut sitemaps = Vec::new();
        let (mut had_agent, mut had_rule) = (false, false);
        for (key, value) in without_mark(bytes)
            .split(|byte| matches!(byte, b'\n' | b'\r' | 0))
            .filter_map(directive)
        {
            if is_one_of(&key, &["user-agent", "useragent", "user agent"]) {
                if had_rule {
                    (own.is_open, all.is_open, had_rule) = (false, false, false);
                }
                had_agent = true;
                own.open(is_token(&value, token));
                all.open(is_everybody(&value));
            } else if is_one_of(&key, &["allow"]) || is_one_of(&key, &DISALLOW) {
                had_rule |= own.is_open || all.is_open;
                let is_allowed = is_one_of(&key, &["allow"]);
                let pattern = normal(&value);
                for group in [&mut own, &mut all]
                    .into_iter()
                    .filter(|group| group.is_open)
                {
                    group.lines.push(Rule {
                        pattern: pattern.clone(),
                        is_allowed,
                    });
                }
            } else if is_one_of(&key, &["sitemap", "site-map"]) {
                sitemaps.push(value);
            } else if is_one_of(&key, &["crawl-delay"]) {
                let delay = seconds(&value);
                for group in [&mut own, &mut all] {
                    // A delay before the first group applies to every crawler.
                    if group.is_open || !had_agent {
                        group.delay = group.delay.or(delay);
                    }
                }
            }
        }
        let group = if own.is_there { own } else { all };
        Self {
            lines: group.lines,
            delay: group.delay,
            sitemaps,
        }
    }

    /// Whether a path with its query may be requested. The longest matching pattern decides; of two
    /// patterns of equal length, the one that allows the path decides.
    pub(super) fn allow(&self, path: &str) -> bool {
        let path = normal(path);
        let matching = self
            .lines
            .iter()
            .filter_map(|rule| Some((rule.priority(&path)?, rule.is_allowed)));
        matching
            .max()
            .is_none_or(|(length, is_allowed)| is_allowed || length == 0)
    }
}

impl Group {
    fn open(&mut self, is_meant: bool) {
        self.is_open |= is_meant;
        self.is_there |= is_meant;
    }
}

impl Rule {
    /// Returns the length of the pattern if it matches.
    fn priority(&self, path: &str) -> Option<usize> {
        if matches(&self.pattern, path) {
            return Some(self.pattern.len());
        }
        // A rule that allows the index of a folder also allows the folder.
        let (folder, name) = self.pattern.rsplit_once('/').filter(|_| self.is_allowed)?;
        let is_folder = name.starts_with("index.htm") && matches(&format!("{folder}/$"), path);
        is_folder.then(|| folder.len() + 2)
    }
}

/// Removes a byte order mark, or its beginning.
fn without_mark(bytes: &[u8]) -> &[u8] {
    let mark = [0xef, 0xbb, 0xbf];
    let length = bytes
        .iter()
        .zip(mark)
        .take_while(|(byte, mark)| **byte == *mark)
        .count();
    &bytes[length..]
}

/// Returns the key and the value of a line.
fn directive(line: &[u8]) -> Option<(String, String)> {
    let line = String::from_utf8_lossy(&line[..line.len().min(LONGEST_LINE)]);
    let line = line.split('#').next().unwrap_or_default().trim();
    let (key, value) = line.split_once(':').or_else(|| {
        // Some authors forget the colon.
        let (key, value) = line.split_once([' ', '\t'])?;
        (!value.trim().contains([' ', '\t'])).then_some((key, value))
    })?;
    Some((key.trim().to_ascii_lowercase(), value.trim().to_owned()))
}

fn is_one_of(key: &str, names: &[&str]) -> bool {
    names.iter().any(|name| key.starts_with(name))
}

/// Returns the product token of a crawler: `soru` for `soru/1.0 (site search)`. A name of several
/// words has no token, so only the rules for all crawlers apply to it.
pub(super) fn own_token(user_agent: &str) -> &str {
    let name = user_agent
        .split(['/', '('])
        .next()
        .unwrap_or_default()
        .trim();
    if name.contains(' ') {
        ""
    } else {
        product_token(name)
    }
}

/// Returns the product token at the beginning of a name: letters, `_` and `-`.
fn product_token(name: &str) -> &str {
    let is_outside = |c: char| !(c.is_ascii_alphabetic() || matches!(c, '_' | '-'));
    &name[..name.find(is_outside).unwrap_or(name.len())]
}

fn is_token(value: &str, token: &str) -> bool {
    !token.is_empty() && product_token(value).eq_ignore_ascii_case(token)
}

/// Whether a value names all crawlers: `*`, or `* all the others`.
fn is_everybody(value: &str) -> bool {
    let behind = value.strip_prefix('*');
    behind
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace()))
}

fn seconds(value: &str) -> Option<Duration> {
    let seconds = value.parse::<f64>().ok()?;
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Returns a path or pattern with non-ASCII characters escaped, and its escapes in upper case.
fn normal(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut normal = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escape = bytes
            .get(at + 1..at + 3)
            .filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        match escape.filter(|_| *byte == b'%') {
            Some(hex) => {
                normal.push('%');
                normal.extend(
                    hex.iter()
                        .map(|digit| char::from(digit.to_ascii_uppercase())),
                );
                at += 2;
            }
            None if byte.is_ascii() => normal.push(char::from(*byte)),
            None => drop(write!(normal, "%{byte:02X}")),
        }
        at += 1;
    }
    normal
}

/// Whether a pattern matches the beginning of a path; `*` stands for any characters, `$` for the
/// end. Each part is searched only once: its first occurrence leaves the longest rest for the
/// following parts.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) = pattern
        .strip_suffix('$')
        .map_or((pattern, false), |p| (p, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return !is_whole || rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if is_whole && parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(file: &str, path: &str) -> bool {
        Rules::read(file.as_bytes(), "soru").allow(path)
    }

    #[test]
    fn the_product_token_ends_at_the_first_other_character() {
        for name in [
            "soru",
            "SORU",
            "Soru*",
            "soru # ours",
            "soru/2.0",
            "Soru bot",
            "soru\t",
        ] {
            let file = format!("user-agent: {name}\ndisallow: /depo\n\nuser-agent: *\ndisallow: /");
            assert!(allows(&file, "/kayit") && !allows(&file, "/depo"), "{name}");
        }
        for name in ["sorular", "so", "*soru", "my-soru", "soru-x", ""] {
            let file = format!("user-agent: {name}\ndisallow: /\n");
            assert!(allows(&file, "/kayit"), "{name}");
        }
        for (user_agent, token) in [
            ("soru/1.0 (x)", "soru"),
            ("bot (a@b.c)", "bot"),
            ("a b", ""),
        ] {
            assert_eq!(own_token(user_agent), token);
        }
        assert!(!allows("user-agent: * others\ndisallow: /", "/"));
    }

    #[test]
    fn groups_for_the_same_crawler_are_one_and_other_lines_do_not_end_them() {
        let file = "disallow: /\nuser-agent: soru\ndisallow: /a\n\nallow: /a/b\nuser-agent: x\nallow: /c\n\
                    User-Agent: Soru\nSitemap: https://a.example/s.xml\nUser-agent: y\nDisallow: /d\n";
        for (path, is_allowed) in [("/", true), ("/a", false), ("/a/b", true), ("/d", false)] {
            assert_eq!(allows(file, path), is_allowed, "{path}");
        }
        let read = Rules::read(file.as_bytes(), "soru");
        assert_eq!(read.sitemaps, ["https://a.example/s.xml"]);
        assert!(Rules::read(file.as_bytes(), "").allow("/a"));
    }

    #[test]
    fn the_longest_pattern_decides_and_allows_in_doubt() {
        for (rules, path, is_allowed) in [
            ("disallow: /x/page\nallow: /x/", "/x/page", false),
            ("disallow: /x\nallow: /x", "/x", true),
            ("disallow: \nallow: ", "/x", true),
            ("allow: /*.pdf\ndisallow: /belge/", "/belge/a.pdf", false),
            (
                "allow: /belge/*.pdf$\ndisallow: /belge/",
                "/belge/a.pdf",
                true,
            ),
            (
                "allow: /belge/*.pdf$\ndisallow: /belge/",
                "/belge/a.pdf?b",
                false,
            ),
            ("disallow: /a*b*c", "/axbxxbxc/", false),
            ("disallow: /*$", "/a", false),
            ("disallow: /a$b", "/a$b", false),
            ("disallow: /\nallow: /a/index.html", "/a/", true),
            ("disallow: /\nallow: /a/index.html", "/a/x", false),
            ("disallow: /kayıt", "/kay%c4%B1t", false),
            ("disallow: /%c4%b1", "/ı", false),
            ("Disalow /a", "/a", false),
            ("disallow /a b", "/a", true),
            ("disallow: /a # b", "/a", false),
        ] {
            let file = format!("user-agent: soru\r{rules}\n");
            assert_eq!(allows(&file, path), is_allowed, "{rules} {path}");
        }
    }

    #[test]
    fn marks_long_lines_and_delays_are_read() {
        assert!(!allows("\u{feff}user-agent: soru\ndisallow: /a", "/a"));
        let long = format!("/{}", "a".repeat(LONGEST_LINE));
        let cut = &long[..LONGEST_LINE - "disallow: ".len()];
        assert!(!allows(
            &format!("user-agent: *\ndisallow: {long}"),
            &format!("{cut}/b")
        ));
        let delay = |file: &str| Rules::read(file.as_bytes(), "soru").delay;
        assert_eq!(
            delay("crawl-delay: 2\nuser-agent: x\n"),
            Some(Duration::from_secs(2))
        );
        assert_eq!(
            delay("user-agent: soru\ncrawl-delay: .5\n"),
            Some(Duration::from_millis(500))
        );
        assert_eq!(delay("user-agent: x\ncrawl-delay: 9\n"), None);
    }
}
