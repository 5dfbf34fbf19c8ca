/**
 * How filters, order and count of a list look, in every form.
 */

let shared: CSSStyleSheet | undefined

/** One style sheet for all boxes of a page. */
export function refinementSheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  return shared
}

const RULES = `
.filters { display: grid; gap: 8px }
.facet { display: flex; flex-wrap: wrap; align-items: center; gap: 8px }
.facet-name { min-width: 5.5em; font-size: .875em }
.choose {
  display: inline-flex;
  align-items: center;
  gap: .5em;
  min-height: 36px;
  max-width: 100%;
  padding: 2px 14px;
  border: 1px solid var(--_border);
  border-radius: 18px;
  background: none;
  color: var(--_fg);
  font-size: .9375em;
  text-align: start;
}
.choose:hover { background: var(--_subtle) }
.choose[aria-pressed="true"] { border-color: var(--_accent); background: var(--_accent); color: var(--_on-accent) }
.choose .count { color: var(--_muted); font-size: .875em; font-variant-numeric: tabular-nums }
.choose[aria-pressed="true"] .count { color: inherit }
.found { font-size: .875em }
.picture { float: inline-end; inline-size: 96px; block-size: 64px; margin-inline-start: 14px; object-fit: cover; border-radius: 6px; background: var(--_subtle) }
.page .picture { inline-size: 144px; block-size: 96px }
.description { display: block; overflow: hidden; color: var(--_muted); font-size: .875em; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext }
.result::after, .option:has(> .picture)::after { content: ""; display: block; clear: both }
@container soru (inline-size < 26rem) { .picture, .page .picture { inline-size: 72px; block-size: 48px } }
.panel .filters { padding: 10px 12px 4px }
.panel .choose { min-height: 32px; font-size: .875em; padding-inline: 11px }
@media (pointer: coarse) { .choose, .panel .choose { min-height: 44px; border-radius: 22px } }
@container soru (inline-size < 26rem) { .facet-name { width: 100% } }
@media (forced-colors: active) {
  .choose[aria-pressed="true"] { border: 3px solid Highlight }
}
`
