/**
 * Styles of the list of similar pages: as plain as a page's own text, with the box's custom properties.
 */
import { TOKENS } from './styles.js'

let shared: CSSStyleSheet | undefined

/** One style sheet for all lists of a page. */
export function sheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(TOKENS + LIST)
  }
  return shared
}

const LIST = `
.related {
  font-family: var(--soru-font, inherit);
  line-height: 1.5;
  color: var(--_fg);
  border-top: 1px solid var(--_line);
  padding-top: 1em;
}
h2 { font-size: 1.15em; line-height: 1.3; margin: 0 0 .5em }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .25em }
li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75em; min-width: 0; min-height: 24px }
a { color: var(--_accent); text-decoration-thickness: .06em; text-underline-offset: .2em; overflow-wrap: anywhere; padding: .15em 0 }
a:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; border-radius: 3px }
.url { color: var(--_muted); font-size: .875em; overflow-wrap: anywhere }
.chip { background: var(--_subtle); border-radius: 99px; padding: .05em .6em; margin-inline-end: .5em }
@media print { .related { display: none } }
`
