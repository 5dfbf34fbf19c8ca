/**
 * Styles of the debug panel. Apart from styles.ts, so that visitors do not load them.
 */

let shared: CSSStyleSheet | undefined

/** One style sheet for all debug panels of a page. */
export function debugSheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  return shared
}

const RULES = `
.debug { margin: 8px 12px 4px; border-top: 1px solid var(--_line) }
.tables { overflow-x: auto; overflow-wrap: normal; padding-bottom: 8px; font-size: .8125rem; border-radius: 6px }
.tables:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px }
.tables p { margin-top: 8px }
dl { display: grid; grid-template-columns: max-content minmax(12rem, 1fr); gap: 2px 12px }
dt { color: var(--_muted) }
dd { margin: 0 }
table { width: 100%; margin-top: 14px; border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { text-align: start; font-weight: 600; padding-bottom: 2px }
th, td { padding-block: 4px; padding-inline: 0 12px; border-top: 1px solid var(--_line); text-align: start; vertical-align: top }
th { color: var(--_muted); font-weight: 500 }
.titled { display: block; min-width: 7rem }
.titled small { display: block; color: var(--_muted); font-size: .9em; font-weight: 400 }
.time { display: block; min-width: 4rem }
.result { display: block; min-width: 14rem }
.time progress { margin-top: 4px }
.warning { color: var(--_warning) }
.comparison { margin-top: 12px; padding-top: 4px }
.comparison .titled { min-width: 9rem }
.letter {
  display: inline-block;
  margin-inline-end: .5em;
  padding: 0 .45em;
  border: 1px solid var(--_line);
  border-radius: 4px;
  color: var(--_muted);
}
.letter.shared { border-color: transparent; background: var(--_mark); color: var(--_fg) }
@media (forced-colors: active) {
  .letter.shared { border-color: ButtonText }
}
`
