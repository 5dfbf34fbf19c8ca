//! Declarative shadow trees: puts a component's content into the slots of its template, as browsers
//! show it.

use ego_tree::NodeId;
use scraper::{ElementRef, Html};

use super::attributes::attribute;
use super::meanings::is_shadow_root;

/// The maximum nesting depth of components.
const DEEPEST: usize = 64;

/// Moves the children of every element with a shadow tree into the slots of that tree. Children
/// without a slot stay where they are.
pub(super) fn compose(html: &mut Html) {
    let mut templates: Vec<NodeId> = Vec::new();
    for element in html.root_element().descendent_elements() {
        let is_deep = || element.ancestors().take(DEEPEST + 1).count() > DEEPEST;
        if is_shadow_root(element.value()) && !is_deep() {
            templates.push(element.id());
        }
    }
    for template in templates {
        for (child, slot) in slotted(html, template) {
            if let Some(mut slot) = html.tree.get_mut(slot) {
                slot.append_id(child);
            }
        }
    }
}

/// Returns the children of a component, each with its slot.
fn slotted(html: &Html, template: NodeId) -> Vec<(NodeId, NodeId)> {
    let found = html.tree.get(template).and_then(ElementRef::wrap);
    let Some((template, host)) = found.and_then(|own| Some((own, own.parent()?))) else {
        return Vec::new();
    };
    let slots: Vec<(&str, NodeId)> = { template.descendent_elements() }
        .filter(|element| element.value().name() == "slot")
        .map(|slot| {
            (
                attribute(slot.value(), "name").unwrap_or_default(),
                slot.id(),
            )
        })
        .collect();
    let children = host.children().filter(|child| child.id() != template.id());
    let with_slot = |child: ego_tree::NodeRef<'_, scraper::Node>| {
        let own = child.value().as_element();
        let name = own
            .and_then(|own| attribute(own, "slot"))
            .unwrap_or_default();
        let slot = slots.iter().find(|(slot, _)| *slot == name)?;
        Some((child.id(), slot.1))
    };
    children.filter_map(with_slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_s_content_stands_where_its_slots_are() {
        let mut html = Html::parse_document(
            "<x-card><template shadowrootmode=open>a <slot name=fee></slot> c <slot></slot> e</template>\
             d<b slot=fee>b</b><i slot=none>f</i></x-card>",
        );
        compose(&mut html);
        let text: String = html.root_element().text().collect();
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>().concat(),
            "abcdef"
        );
    }
}
