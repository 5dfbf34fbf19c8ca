/**
 * Styles of the card with a model's answer. Apart from styles.ts, so that visitors of sites without a model do not load
 * them.
 */

let shared: CSSStyleSheet | undefined

/** One style sheet for all boxes of a page. */
export function generatedSheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  return shared
}

const RULES = `
.generated[hidden], .generated [hidden] { display: none }
.generated-text > * + * { margin-top: .6em }
.generated-text ul, .generated-text ol { margin: .4em 0 0; padding-inline-start: 1.4em }
.generated-text pre { overflow-x: auto; padding: 8px; border-radius: 6px; background: var(--_subtle) }
.generated-text code { font-family: ui-monospace, monospace; font-size: .9em }
.generated-text a { color: var(--_accent) }
.citation { margin-inline-start: .15em; font-size: .75em; line-height: 0 }
.citation a { padding: 2px 5px; border-radius: 4px; background: var(--_subtle); text-decoration: none }
.flagged { text-decoration: underline wavy var(--_warning); text-underline-offset: 3px }
.flagged .icon { width: .9em; height: .9em; margin-inline-start: .2em; color: var(--_warning); vertical-align: baseline }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.note { margin-top: 8px; font-size: .875rem }
.generated-sources { margin: 6px 0 0; padding-inline-start: 1.6em; font-size: .875rem }
.generated-sources a { color: var(--_accent) }
.generated-buttons [part="download"] { white-space: normal; text-align: start }
.generated-buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px }
`
