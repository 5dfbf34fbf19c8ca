/**
 * How a page of results looks. Apart from styles.ts, since only `form="page"` loads it.
 */

let shared: CSSStyleSheet | undefined

/** One style sheet for all of a page. */
export function pageSheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  return shared
}

const RULES = `
.panel { display: none }
input[type="search"] { appearance: none }
input[type="search"]::-webkit-search-cancel-button { display: none }
.page { overflow-wrap: anywhere }
.page .lead:not(:empty) { margin-top: 20px }
.page .lead > :not(:first-child) { margin-top: 8px }
.page .card { --_pad: 20px; --_top: 18px; padding-block-end: 10px; border-radius: var(--_radius) }
.page :is(.best, .state, .waiting, .correction) { padding-inline: 0 }
.page .question { margin-inline: 0 }
.page .list-label { margin: 0; padding: 24px 0 4px; font-size: .875em }
.pages, .passages { margin: 0; padding: 0; list-style: none }
.result { padding: 16px 0; border-block-end: 1px solid var(--_line) }
.result:last-child { border: 0 }
.result .name { font-size: 1.125em; font-weight: 400 }
.result .title, .passage { display: inline-block; min-height: 28px; align-content: center; color: var(--_accent); text-decoration: none }
.result .title { font-weight: 600 }
:is(a.title, a.passage):hover { text-decoration: underline; text-underline-offset: .15em }
:is(a.title, a.passage):focus-visible { border-radius: 3px }
.result .excerpt { max-height: none; margin-top: 6px; color: var(--_fg); white-space: pre-line }
.result .url { margin-top: 2px }
.passages { margin-top: 10px; padding-inline-start: 14px; border-inline-start: 2px solid var(--_line) }
.passages > li + li { margin-top: 10px }
.passage-name { display: flex; align-items: center; gap: .5em; min-height: 28px; font-size: .9375em; font-weight: 600 }
.passage-name .icon { width: 1em; height: 1em; color: var(--_muted) }
.passages .excerpt { margin-top: 0; color: var(--_muted) }
.page .suggestion { width: 100%; border: 0; background: none; text-align: start }
.more { display: flex; width: fit-content; margin: 12px auto 0; padding-inline: 1.6em }
.page[aria-busy="true"] .pages { opacity: .6 }
@media (pointer: coarse) { .passage-name { min-height: 44px } }
.page .filters { margin-top: 20px }
`
