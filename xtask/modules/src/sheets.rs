//! Minifies the style sheets in a module of JavaScript.

/// A module with minified style sheets: template literals whose first and last line contain nothing
/// else.
pub(crate) fn minify(module: &str) -> String {
    let mut short = String::with_capacity(module.len());
    let mut rest = module;
    while let Some((before, (sheet, after))) = rest
        .split_once("= `\n")
        .and_then(|(before, after)| Some((before, after.split_once("\n`")?)))
    {
        short.extend([before, "= `", &short_sheet(sheet), "`"]);
        rest = after;
    }
    short + rest
}

/// A style sheet without comments and insignificant white space. Quoted text is unchanged.
fn short_sheet(sheet: &str) -> String {
    let mut short = String::with_capacity(sheet.len());
    for (number, part) in without_comments(sheet).split('"').enumerate() {
        if number % 2 == 1 {
            short.extend(["\"", part, "\""]);
            continue;
        }
        for character in part.chars() {
            push_short(&mut short, character);
        }
    }
    short.trim().to_owned()
}

/// Adds a character of a style sheet, and removes those that it makes redundant.
fn push_short(short: &mut String, character: char) {
    let is_space = character.is_ascii_whitespace();
    if is_space && short.ends_with([' ', '{', '}', ';', ',', ':']) {
        return;
    }
    if "{};,".contains(character) && short.ends_with(' ') {
        short.pop();
    }
    if character == '}' && short.ends_with(';') {
        short.pop();
    }
    short.push(if is_space { ' ' } else { character });
}

fn without_comments(sheet: &str) -> String {
    let mut kept = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minified_style_sheets_keep_their_rules() {
        let module = "export const RULES = `\n/* why */\n.a :is(b, .c) > p {\n  margin: 0 auto;\n  \
                      content: \" ; { \";\n}\n@media (hover: none) { .d { color: red } }\n`\n";
        let short = minify(module);
        let rules =
            ".a :is(b,.c) > p{margin:0 auto;content:\" ; { \"}@media (hover:none){.d{color:red}}";
        assert_eq!(short, format!("export const RULES = `{rules}`\n"));
    }
}
