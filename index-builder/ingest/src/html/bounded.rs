//! Builds the tree of a page within limits.
//!
//! The standard repairs faulty markup, and a repair can cost far more than the bytes suggest: every
//! `<p>` after an open `<b>` creates another `<b>` with all its attributes. So the limits apply to
//! the tree, after every token, and not to the input. Work is counted in steps and not in seconds,
//! so that a page is rejected on every machine or on none.

use std::cell::{Cell, RefCell};
use std::mem::size_of;

use ego_tree::{NodeId, NodeRef};
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, QualName, local_name};
use scraper::{Html, HtmlTreeSink, Node};

/// The maximum depth of elements; browsers stop at a few hundred.
const DEEPEST: usize = 2000;

/// The maximum size of the tree in megabytes: some 1.5 million elements without attributes.
const MOST_MEGABYTES: usize = 256;

/// The maximum number of attributes of an element.
pub(super) const MOST_ATTRIBUTES: usize = 1000;

/// The maximum number of tags times depth, because the standard may look at all open elements for
/// every tag.
const MOST_STEPS: usize = 500_000_000;

/// The size of a node and its place in the tree.
const NODE: usize = size_of::<Node>() + 5 * size_of::<usize>();

/// The size of an attribute and its name, which all attributes with the same name share.
const ATTRIBUTE: usize = size_of::<(QualName, [usize; 2])>() + size_of::<LocalName>();

/// Builds the tree until it exceeds a limit; the rest of the page is dropped.
pub(super) struct Bounded {
    builder: TreeBuilder<NodeId, HtmlTreeSink>,
    seen: Cell<usize>,
    bytes: Cell<usize>,
    deepest: Cell<usize>,
    /// The parent of the last element.
    parent: Cell<Option<NodeId>>,
    steps: Cell<usize>,
    /// Number of attributes that later tags add to `html` and `body`.
    added: Cell<usize>,
    exceeded: RefCell<Option<String>>,
}

impl Bounded {
    pub(super) fn new(builder: TreeBuilder<NodeId, HtmlTreeSink>) -> Self {
        Self {
            builder,
            seen: Cell::default(),
            bytes: Cell::default(),
            deepest: Cell::default(),
            parent: Cell::default(),
            steps: Cell::default(),
            added: Cell::default(),
            exceeded: RefCell::default(),
        }
    }

    /// Returns the limit that the page exceeds, if any.
    pub(super) fn exceeded(&self) -> Option<String> {
        self.exceeded.borrow().clone()
    }

    pub(super) fn into_tree(self) -> Html {
        self.builder.sink.0.into_inner()
    }

    /// Counts the nodes that a token created.
    fn count(&self) {
        let html = self.builder.sink.0.borrow();
        let made = html.tree.values().len();
        let new = made - self.seen.replace(made);
        for node in html.tree.nodes().rev().take(new) {
            if let Node::Element(element) = node.value() {
                add(&self.bytes, element.attrs().map(size).sum());
                self.look(node);
            }
        }
        add(&self.bytes, new * NODE);
    }

    /// Consecutive elements usually have the same parent.
    fn look(&self, node: NodeRef<'_, Node>) {
        let parent = node.parent().map(|parent| parent.id());
        if self.parent.replace(parent) != parent {
            let levels = node.ancestors().take(DEEPEST + 1).count();
            self.deepest.set(levels.max(self.deepest.get()));
        }
    }

    fn objection(&self) -> Option<String> {
        if self.deepest.get() > DEEPEST {
            return Some(format!("elements nested more than {DEEPEST} levels deep"));
        }
        if self.bytes.get() > MOST_MEGABYTES * 1_000_000 {
            return Some(format!(
                "a tree of more than {MOST_MEGABYTES} MB: too many elements, texts or attributes"
            ));
        }
        if self.steps.get() > MOST_STEPS {
            return Some("too many deeply nested elements".to_owned());
        }
        (self.added.get() > MOST_ATTRIBUTES)
            .then(|| format!("`html` or `body` with more than {MOST_ATTRIBUTES} attributes"))
    }
}

impl TokenSink for Bounded {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if self.exceeded.borrow().is_some() {
            return TokenSinkResult::Continue;
        }
        if let Token::TagToken(tag) = &token {
            add(&self.added, added(tag));
            add(&self.steps, self.deepest.get());
        }
        let result = self.builder.process_token(token, line);
        self.count();
        *self.exceeded.borrow_mut() = self.objection();
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn add(counter: &Cell<usize>, more: usize) {
    counter.set(counter.get() + more);
}

fn size((name, value): (&str, &str)) -> usize {
    ATTRIBUTE + name.len() + value.len()
}

/// Returns the number of attributes of a tag that may be added to an existing element one by one.
fn added(tag: &Tag) -> usize {
    let is_merged = matches!(tag.name, local_name!("html") | local_name!("body"));
    if is_merged && tag.kind == TagKind::StartTag {
        tag.attrs.len()
    } else {
        0
    }
}
