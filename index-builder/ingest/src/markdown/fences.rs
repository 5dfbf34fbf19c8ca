//! Finds code in Markdown, in which no mark has a meaning: fenced blocks, and spans in a line.

/// The maximum length of a code span in bytes; a longer one is text. Without this limit, a page of
/// backticks would be searched to its end for each of them.
const LONGEST_SPAN: usize = 16 * 1024;

/// Returns the run of backticks or tildes that opens or closes fenced code.
pub(super) fn fence_mark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = &line[..line.len() - line.trim_start_matches(mark).len()];
    let info = &line[run.len()..];
    (run.len() >= 3 && (mark == '~' || !info.contains('`'))).then_some(run)
}

/// Whether a line closes the code that a run opened.
pub(super) fn closes(line: &str, open: &str) -> bool {
    let is_mark = fence_mark(line).is_some_and(|mark| mark.starts_with(open));
    let bare = line.trim().trim_start_matches(['>', ' ']);
    is_mark && bare.chars().all(|c| matches!(c, '`' | '~'))
}

/// Returns the length of the code span that starts here, or of the backticks if it is not closed.
pub(super) fn code_span(rest: &str) -> usize {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let rest = &rest[..rest.floor_char_boundary(ticks + LONGEST_SPAN)];
    let mut at = ticks;
    while let Some(found) = rest[at..].find('`') {
        let start = at + found;
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == ticks {
            return start + run;
        }
        at = start + run;
    }
    ticks
}
