//! YAML as written: keeps every scalar as text, and the line of every node.
//!
//! Front matter and facts need neither numbers nor types, but `1.10` must stay `1.10`, a date a
//! date, and the Norwegian `no` must not become false. The tree is built from the parser's events,
//! so that neither depth nor aliases of a hostile file can exhaust stack or memory.

use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

/// The maximum nesting depth; facts and front matter need less.
const DEEPEST: usize = 64;

/// The maximum number of nodes from aliases, so that a few lines cannot expand to gigabytes.
const MOST_ALIASED: usize = 10_000;

/// The maximum number of bytes from aliases: a long text is one node.
const MOST_ALIASED_BYTES: usize = 1_000_000;

/// The maximum size of anchored content, as a multiple of the limits on aliases: an anchor within
/// another is stored with both.
const TIMES_ANCHORED: usize = 10;

/// A YAML node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// The line it starts on, counted from 1.
    pub line: usize,
    /// Its content.
    pub written: YamlValue,
}

/// The content of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum YamlValue {
    /// An empty value: `key:`, `~`, `null`.
    Nothing,
    /// Any scalar.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the order written.
    Table(Vec<(Node, Node)>),
}

/// The size of a node.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: usize,
    /// Bytes of its texts.
    bytes: usize,
}

impl Size {
    fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.bytes += other.bytes;
    }

    /// Returns the error if the size exceeds `times` the limits on aliases.
    fn objection(self, what: &str, times: usize) -> Result<(), String> {
        let (nodes, bytes) = (times * MOST_ALIASED, times * MOST_ALIASED_BYTES);
        if self.nodes > nodes {
            return Err(format!("{what} more than {nodes} nodes"));
        }
        if self.bytes > bytes {
            return Err(format!("{what} more than {bytes} bytes of text"));
        }
        Ok(())
    }
}

/// A text that is not YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// The line, counted from 1.
    pub line: usize,
    /// The error.
    pub message: String,
}

impl Node {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.written {
            YamlValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries of a table; empty for other nodes.
    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.written {
            YamlValue::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The value of a key of a table.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()
            .iter()
            .find(|(name, _)| name.text() == Some(key))
            .map(|(_, value)| value)
    }

    fn size(&self) -> Size {
        let mut size = Size { nodes: 1, bytes: 0 };
        match &self.written {
            YamlValue::Nothing => {}
            YamlValue::Text(text) => size.bytes = text.len(),
            YamlValue::List(items) => items.iter().for_each(|item| size.add(item.size())),
            YamlValue::Table(entries) => {
                let nodes = entries.iter().flat_map(|(key, value)| [key, value]);
                nodes.for_each(|node| size.add(node.size()));
            }
        }
        size
    }
}

/// Reads the first document of a YAML text; an empty text is [`YamlValue::Nothing`].
///
/// # Errors
/// If it is not YAML.
pub fn parse(text: &str) -> Result<Node, Malformed> {
    let mut builder = Builder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| malformed(&error))?;
        let line = span.start.line().max(1);
        if matches!(event, Event::DocumentEnd) {
            break;
        }
        builder
            .event(event, line)
            .map_err(|message| Malformed { line, message })?;
    }
    Ok(builder.root.unwrap_or(Node {
        line: 1,
        written: YamlValue::Nothing,
    }))
}

fn malformed(error: &ScanError) -> Malformed {
    Malformed {
        line: error.marker().line().max(1),
        message: error.info().to_owned(),
    }
}

#[derive(Default)]
struct Builder {
    root: Option<Node>,
    open: Vec<Open>,
    anchors: HashMap<usize, Node>,
    aliased: Size,
    anchored: Size,
}

/// A list or table being read.
struct Open {
    line: usize,
    anchor: usize,
    holds: Container,
}

enum Container {
    List(Vec<Node>),
    Table {
        entries: Vec<(Node, Node)>,
        key: Option<Node>,
        /// The keys of the entries.
        known: HashSet<YamlValue>,
    },
}

impl Builder {
    fn event(&mut self, event: Event<'_>, line: usize) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let written = match style {
                    ScalarStyle::Plain if is_nothing(&text) => YamlValue::Nothing,
                    _ => YamlValue::Text(text.into_owned()),
                };
                self.put(Node { line, written }, anchor)
            }
            Event::Alias(anchor) => self.alias(anchor),
            Event::SequenceStart(anchor, _) => self.open(line, anchor, Container::List(Vec::new())),
            Event::MappingStart(anchor, _) => self.open(
                line,
                anchor,
                Container::Table {
                    entries: Vec::new(),
                    key: None,
                    known: HashSet::new(),
                },
            ),
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            _ => Ok(()),
        }
    }

    fn open(&mut self, line: usize, anchor: usize, holds: Container) -> Result<(), String> {
        if self.open.len() >= DEEPEST {
            return Err(format!("nested deeper than {DEEPEST} levels"));
        }
        self.open.push(Open {
            line,
            anchor,
            holds,
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        let Some(Open {
            line,
            anchor,
            holds,
        }) = self.open.pop()
        else {
            return Ok(());
        };
        let written = match holds {
            Container::List(items) => YamlValue::List(items),
            Container::Table { entries, .. } => YamlValue::Table(entries),
        };
        self.put(Node { line, written }, anchor)
    }

    fn alias(&mut self, anchor: usize) -> Result<(), String> {
        let node = self.anchors.get(&anchor).ok_or("the alias has no anchor")?;
        self.aliased.add(node.size());
        self.aliased.objection("aliases unfold into", 1)?;
        self.put(node.clone(), 0)
    }

    fn put(&mut self, node: Node, anchor: usize) -> Result<(), String> {
        if anchor > 0 {
            self.anchored.add(node.size());
            self.anchored.objection("anchors keep", TIMES_ANCHORED)?;
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|open| &mut open.holds) {
            None => self.root = Some(node),
            Some(Container::List(items)) => items.push(node),
            Some(Container::Table {
                entries,
                key,
                known,
            }) => match key.take() {
                None => *key = Some(node),
                Some(name) if !known.insert(name.written.clone()) => {
                    let name = name.text().unwrap_or("key");
                    return Err(format!("`{name}` is there twice"));
                }
                Some(name) => entries.push((name, node)),
            },
        }
        Ok(())
    }
}

fn is_nothing(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_stay_as_written_and_nodes_know_their_lines() {
        let node = parse("a: 1.10\nb: no\nc: 2026-11-20\nd:\ne: [x, 'null']\n").unwrap();
        assert_eq!(node.get("a").unwrap().text(), Some("1.10"));
        assert_eq!(node.get("b").unwrap().text(), Some("no"));
        assert_eq!(node.get("c").unwrap().text(), Some("2026-11-20"));
        assert_eq!(node.get("c").unwrap().line, 3);
        assert_eq!(node.get("d").unwrap().written, YamlValue::Nothing);
        let YamlValue::List(items) = &node.get("e").unwrap().written else {
            panic!("{node:?}")
        };
        assert_eq!(items[1].text(), Some("null"));
        assert_eq!(parse("").unwrap().written, YamlValue::Nothing);
    }

    #[test]
    fn aliases_repeat_their_anchors() {
        let node = parse("a: &x [1, 2]\nb: *x\n").unwrap();
        assert_eq!(node.get("a"), node.get("b"));
    }

    #[test]
    fn invalid_yaml_is_refused_with_its_line() {
        assert_eq!(parse("a: b\nc: [d\n").unwrap_err().line, 3);
        let twice = parse("a: b\nc: d\na: c\n").unwrap_err();
        assert_eq!(
            (twice.line, twice.message.as_str()),
            (3, "`a` is there twice")
        );
    }

    #[test]
    fn depth_and_aliases_do_no_harm() {
        assert!(parse(&"[".repeat(100_000)).is_err());
        assert!(parse(&"- ".repeat(20_000)).is_err());
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for i in 1..9 {
            let before = format!("*a{}, ", i - 1).repeat(10);
            laughs = format!("{laughs}a{i}: &a{i} [{before}]\n");
        }
        assert!(parse(&laughs).unwrap_err().message.contains("aliases"));
    }

    // The node has 500 KB and is aliased 9,000 times: 527 KB became 4.5 GB.
    #[test]
    fn aliases_of_a_long_text_do_no_harm() {
        let long = format!(
            "a: &a {}\nb:\n{}",
            "x".repeat(500_000),
            "- *a\n".repeat(9000)
        );
        let error = parse(&long).unwrap_err();
        assert!(
            error.message.contains("more than 1000000 bytes"),
            "{error:?}"
        );
        assert_eq!(error.line, 5);
    }

    #[test]
    fn many_keys_and_anchors_within_anchors_do_no_harm() {
        let keys = (0..100_000).map(|i| format!("k{i}: x\n"));
        let keys = keys.collect::<Vec<_>>().concat();
        assert_eq!(parse(&keys).unwrap().entries().len(), 100_000);
        let anchors = (0..60).map(|i| format!("&a{i} ["));
        let anchors = anchors.collect::<Vec<_>>().concat();
        let error = parse(&(anchors + &"x".repeat(500_000) + &"]".repeat(60))).unwrap_err();
        assert!(
            error.message.contains("anchors keep more than"),
            "{error:?}"
        );
    }
}
