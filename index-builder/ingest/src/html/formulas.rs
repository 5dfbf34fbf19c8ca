//! Converts formulas to readable lines: `m ≥ 50` in `MathML` or `TeX` becomes `m≥50`.
//!
//! A page may contain a formula up to three times: as `MathML` for screen readers, as its `TeX`
//! source, and drawn by a script. [`drawn_twice`] recognises drawings of formulas that are also
//! present as `MathML`.

use ego_tree::NodeRef;
use scraper::node::Element;
use scraper::{ElementRef, Node};

use super::attributes::attribute;

/// The maximum nesting depth of formulas.
const DEEPEST: usize = 40;

/// The maximum number of parts of a drawing that are examined.
const MOST_PARTS: usize = 400;

/// The maximum length of a formula in bytes.
const LONGEST: usize = 4000;

/// Elements in a formula that are not part of it, such as its source and space.
const NO_PART: [&str; 5] = ["annotation", "annotation-xml", "mphantom", "mspace", "none"];

/// Commands of `TeX` and the characters that they produce.
const COMMANDS: &str = include_str!("formulas.tsv");

/// Returns the text of a `math` element.
pub(super) fn formula(math: &ElementRef<'_>) -> String {
    let mut out = String::new();
    write_children(math, 0, &mut out);
    let text = out.trim();
    if text.is_empty() {
        let source = attribute(math.value(), "alttext").unwrap_or_default();
        return read_tex(source);
    }
    text.to_owned()
}

/// Returns the formula of a script in `TeX`, as in a page that `MathJax` 2 has not drawn yet.
pub(super) fn scripted(element: &ElementRef<'_>) -> Option<String> {
    let is_script = element.value().name() == "script";
    let kind = attribute(element.value(), "type").filter(|_| is_script)?;
    let is_tex = kind.starts_with("math/tex");
    let is_drawn = || {
        let before = element.prev_siblings().filter_map(ElementRef::wrap).take(1);
        let mut parts = before.flat_map(|before| before.descendants().take(MOST_PARTS));
        parts.any(is_math)
    };
    if kind.starts_with("math/mml") && !is_drawn() {
        return Some(without_tags(&element.text().collect::<String>()));
    }
    (is_tex && !is_drawn()).then(|| read_tex(&element.text().collect::<String>()))
}

/// Whether an element shows the same formula as `MathML` next to it: visually only, or as a
/// picture.
pub(super) fn drawn_twice(element: &ElementRef<'_>) -> bool {
    let own = element.value();
    let is_for_the_eye = attribute(own, "aria-hidden").is_some_and(|hidden| hidden == "true");
    if !is_for_the_eye && own.name() != "img" {
        return false;
    }
    let before = element.prev_siblings().filter_map(ElementRef::wrap).take(2);
    let after = element.next_siblings().filter_map(ElementRef::wrap).take(2);
    before.chain(after).any(|other| holds_formula(&other))
}

/// Whether an element is a formula to read, although it may be hidden from some readers: it has
/// `MathML` and hardly anything else, or `KaTeX` drew it without another form.
pub(super) fn is_formula(element: &ElementRef<'_>) -> bool {
    let is_drawing = || element.value().classes().any(|class| class == "katex-html");
    holds_formula(element) || is_drawing() && !drawn_twice(element)
}

/// Whether an element has a formula and hardly anything else.
fn holds_formula(element: &ElementRef<'_>) -> bool {
    element.descendants().take(4).any(is_math)
}

fn is_math(node: NodeRef<'_, Node>) -> bool {
    let own = node.value().as_element();
    own.is_some_and(|own| own.name() == "math")
}

fn write_children(element: &ElementRef<'_>, depth: usize, out: &mut String) {
    if depth > DEEPEST || out.len() > LONGEST {
        return;
    }
    for child in element.children() {
        match child.value() {
            Node::Text(text) => push_text(text, element.value(), out),
            Node::Element(_) => {
                if let Some(child) = ElementRef::wrap(child) {
                    write(&child, depth + 1, out);
                }
            }
            _ => {}
        }
    }
}

/// Only text elements contain text; between other elements there is only white space.
fn push_text(text: &str, parent: &Element, out: &mut String) {
    let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // These are the invisible characters for function application, times, separator and plus.
    let shown = shown.replace(['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'], "");
    if parent.name() == "mtext" && !shown.is_empty() {
        let is_joined = out.is_empty() || out.ends_with(' ');
        out.push_str(if is_joined { "" } else { " " });
        out.push_str(&shown);
        out.push(' ');
    } else {
        out.push_str(&shown);
    }
}

fn write(element: &ElementRef<'_>, depth: usize, out: &mut String) {
    let name = element.value().name();
    let parts: Vec<ElementRef<'_>> = element.child_elements().take(3).collect();
    match (name, parts.as_slice()) {
        (name, _) if NO_PART.contains(&name) => {}
        ("mfrac", [above, below]) => {
            term(above, depth, out);
            out.push('/');
            term(below, depth, out);
        }
        ("msup" | "mover", [base, raised]) => joined(base, '^', raised, depth, out),
        ("msub" | "munder", [base, lowered]) => joined(base, '_', lowered, depth, out),
        ("msubsup" | "munderover", [base, lowered, raised]) => {
            joined(base, '_', lowered, depth, out);
            out.push('^');
            term(raised, depth, out);
        }
        ("msqrt", _) => {
            out.push_str("√(");
            write_children(element, depth, out);
            out.push(')');
        }
        ("mtr", _) => {
            write_children(element, depth, out);
            out.push_str("; ");
        }
        ("mtd", _) => {
            write_children(element, depth, out);
            out.push(' ');
        }
        _ => write_children(element, depth, out),
    }
}

fn joined(
    base: &ElementRef<'_>,
    sign: char,
    other: &ElementRef<'_>,
    depth: usize,
    out: &mut String,
) {
    write(base, depth + 1, out);
    out.push(sign);
    term(other, depth, out);
}

/// Writes a part, in brackets if it is longer than a sign or a number.
fn term(element: &ElementRef<'_>, depth: usize, out: &mut String) {
    let mut own = String::new();
    write(element, depth + 1, &mut own);
    push_term(own.trim(), out);
}

fn push_term(own: &str, out: &mut String) {
    let is_single = own.chars().count() < 2
        || own
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    if is_single {
        out.push_str(own);
    } else {
        out.push('(');
        out.push_str(own);
        out.push(')');
    }
}

fn without_tags(markup: &str) -> String {
    let html = scraper::Html::parse_fragment(markup);
    let mut out = String::new();
    write_children(&html.root_element(), 0, &mut out);
    out.trim().to_owned()
}

/// Reads `TeX`: replaces commands with characters, and drops braces.
pub(super) fn read_tex(source: &str) -> String {
    let mut rest = Tex(source.trim());
    let mut out = String::new();
    rest.group(0, &mut out);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The unread rest of a `TeX` formula.
struct Tex<'t>(&'t str);

impl Tex<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.0.chars();
        let c = chars.next()?;
        self.0 = chars.as_str();
        Some(c)
    }

    /// Reads to the end of a group.
    fn group(&mut self, depth: usize, out: &mut String) {
        while let Some(c) = self.next() {
            match c {
                '}' => return,
                '{' => self.nested(depth, out),
                '^' | '_' => {
                    out.push(c);
                    self.argument(depth, out);
                }
                '\\' => self.command(depth, out),
                '&' | '~' => out.push(' '),
                '$' => {}
                _ => out.push(c),
            }
            if out.len() > LONGEST {
                self.0 = "";
            }
        }
    }

    fn nested(&mut self, depth: usize, out: &mut String) {
        if depth < DEEPEST {
            self.group(depth + 1, out);
        }
    }

    /// Reads the argument of a command or a sign: a group, a command or a character.
    fn argument(&mut self, depth: usize, out: &mut String) {
        self.0 = self.0.trim_start();
        let mut own = String::new();
        match self.next() {
            Some('{') => self.nested(depth, &mut own),
            Some('\\') => self.command(depth, &mut own),
            Some(c) => own.push(c),
            None => {}
        }
        push_term(own.trim(), out);
    }

    fn command(&mut self, depth: usize, out: &mut String) {
        let end = self.0.find(|c: char| !c.is_ascii_alphabetic());
        let (name, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        if name.is_empty() {
            // `\,` and `\;` are spaces, `\(` and `\[` begin a formula, `\%` is a character.
            match self.next() {
                Some(c @ ('%' | '#' | '&' | '$' | '{' | '}' | '_')) => out.push(c),
                Some('(' | ')' | '[' | ']' | '!') | None => {}
                Some(_) => out.push(' '),
            }
            return;
        }
        self.0 = rest;
        match name {
            "frac" | "dfrac" | "tfrac" => {
                self.argument(depth, out);
                out.push('/');
                self.argument(depth, out);
            }
            "sqrt" => {
                out.push('√');
                self.argument(depth, out);
            }
            "begin" | "end" => self.argument(depth, &mut String::new()),
            // The arguments of `\text{…}` and `\mathrm{…}` follow as a group.
            _ => {
                if let Some(sign) = sign_of(name) {
                    out.push_str(sign);
                    self.0 = self.0.strip_prefix(' ').unwrap_or(self.0);
                }
            }
        }
    }
}

fn sign_of(command: &str) -> Option<&'static str> {
    let mut lines = COMMANDS.lines().filter_map(|line| line.split_once('\t'));
    lines
        .find(|(name, _)| *name == command)
        .map(|(_, sign)| sign)
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;

    fn math(markup: &str) -> String {
        let html = Html::parse_fragment(markup);
        formula(
            &html
                .select(&Selector::parse("math").unwrap())
                .next()
                .unwrap(),
        )
    }

    #[test]
    fn a_formula_is_one_line_without_its_source() {
        let pass = "<math><semantics><mrow><mi>n</mi><mo>≤</mo><mn>12</mn></mrow>\
                    <annotation encoding='application/x-tex'>n \\leq 12</annotation></semantics></math>";
        assert_eq!(math(pass), "n≤12");
        let mean = "<math><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>\
                    <mn>2</mn></mfrac><mtext>points</mtext></math>";
        assert_eq!(math(mean), "x=(a+b)/2 points");
        assert_eq!(
            math("<math><msup><mi>x</mi><mn>2</mn></msup><msqrt><mi>y</mi></msqrt></math>"),
            "x^2√(y)"
        );
        assert_eq!(math("<math alttext='a \\geq 1'></math>"), "a ≥1");
        assert_eq!(math(&format!("<math>{}x", "<mrow>".repeat(500))), "");
    }

    #[test]
    fn one_of_several_forms_of_a_formula_is_read() {
        let math = "<math><mi>y</mi><mo>=</mo><mn>8</mn></math>";
        let drawn = "<i aria-hidden=true>y=8</i>";
        let script = "<script type='math/tex'>y \\ne 8</script>";
        for (markup, expected) in [
            (format!("<b>{math}</b>{drawn}"), [true, false]),
            (format!("<u>x</u>{drawn}"), [false, false]),
            (format!("<b>{math}</b><img alt='y=8'>"), [true, false]),
            (
                format!("<b>{drawn}<u><u>{math}</u></u></b>{script}"),
                [true, false],
            ),
            (format!("<u>x</u>{script}"), [false, true]),
        ] {
            let html = Html::parse_fragment(&markup);
            let elements = || html.root_element().descendent_elements();
            let twice = elements().any(|own| drawn_twice(&own));
            let found = elements().find_map(|own| scripted(&own));
            assert_eq!([twice, found.is_some()], expected, "{markup}");
            assert!(found.is_none_or(|found| found == "y ≠8"));
        }
    }

    #[test]
    fn tex_is_read_as_signs() {
        for (source, expected) in [
            ("m \\geq 50", "m ≥50"),
            ("\\frac{a+b}{2} \\cdot 40\\,\\%", "(a+b)/2 ·40 %"),
            ("\\text{Not} = 0{,}4 \\times x_{1}^2", "Not = 0,4 ×x_1^2"),
            ("\\displaystyle \\sqrt{\\alpha}", "√α"),
            ("{{{{", ""),
            ("\\", ""),
        ] {
            assert_eq!(read_tex(source), expected);
        }
        assert!(read_tex(&"{".repeat(10_000)).is_empty());
    }
}
