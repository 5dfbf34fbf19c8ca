/**
 * How the button and the dialog look. Apart from styles.ts, since only `form="dialog"` loads it.
 */

let shared: CSSStyleSheet | undefined

/** One style sheet for all dialogs of a page. */
export function dialogSheet() {
  shared ??= made(RULES)
  return shared
}

const locked: Map<boolean, CSSStyleSheet> = new Map()

/** For the page while a dialog is open: it does not scroll, and where it has a scrollbar it keeps the room of it. */
export function lockedSheet(hasScrollbar: boolean) {
  const sheet = locked.get(hasScrollbar)
    ?? made(`@media screen { html { overflow: hidden !important; ${hasScrollbar ? 'scrollbar-gutter: stable !important' : ''} } }`)
  locked.set(hasScrollbar, sheet)
  return sheet
}

function made(rules: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}

const RULES = `
.opener {
  display: inline-flex;
  align-items: center;
  gap: .6em;
  max-width: 100%;
  min-height: 44px;
  padding: 0 .75em;
  font-family: var(--soru-font, inherit);
  font-size: var(--soru-font-size, max(1rem, 16px));
  line-height: 1.4;
  background: var(--_bg);
  color: var(--_muted);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  text-align: start;
  transition: border-color .15s, color .15s;
}
.opener:hover { border-color: var(--_fg); color: var(--_fg) }
.opener-label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.opener kbd { margin-inline-start: .6em; padding: .05em .5em; font-size: .8125em; white-space: nowrap }
@media (hover: none), (pointer: coarse) { .opener kbd { display: none } }

:host([header]) { flex: none; align-self: center; vertical-align: middle; margin-inline: .5rem; line-height: 1; z-index: 1 }
:host([header]) .opener {
  min-height: 40px;
  background: none;
  color: inherit;
  border-color: color-mix(in srgb, currentColor 45%, transparent);
  font-size: max(1em, 15px);
}
:host([header]) .opener:hover { background: color-mix(in srgb, currentColor 10%, transparent); border-color: currentColor }
:host([header]) .opener kbd { margin-inline-start: 0; background: none; color: inherit; border-color: color-mix(in srgb, currentColor 35%, transparent) }
@media (max-width: 60rem) {
  :host([header]) .opener { justify-content: center; inline-size: 44px; min-height: 44px; padding: 0 }
  :host([header]) .opener-label { position: absolute; inline-size: 1px; clip-path: inset(50%) }
  :host([header]) .opener kbd { display: none }
}
:host([header]) .dialog {
  font-style: normal;
  font-weight: 400;
  letter-spacing: normal;
  line-height: 1.5;
  text-shadow: none;
  text-transform: none;
  white-space: normal;
}

.dialog {
  inline-size: min(var(--soru-dialog-width, 44rem), 100vw - 2rem);
  max-inline-size: none;
  max-block-size: min(calc(100dvh - 2 * var(--_top)), var(--soru-panel-height, 46rem));
  margin: var(--_top) auto auto;
  padding: 0;
  --_top: clamp(1rem, 9dvh, 6rem);
  overflow: hidden;
  flex-direction: column;
  font-family: var(--soru-font, inherit);
  font-size: var(--soru-font-size, max(1rem, 16px));
  background: var(--_bg);
  color: var(--_fg);
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) + 4px);
  box-shadow: var(--_shadow);
  animation: appear .14s ease-out;
}
.dialog[open] { display: flex }
.dialog::backdrop { background: rgb(12 16 26 / .5); animation: darken .14s ease-out }
@keyframes darken { from { opacity: 0 } }
.dialog-head { display: flex; flex: none; align-items: center; gap: 8px; padding-block-start: 6px; padding-inline: 18px 6px }
.dialog-title {
  flex: 1;
  min-width: 0;
  overflow: hidden;
  font-size: .875em;
  font-weight: 600;
  line-height: 1.4;
  color: var(--_muted);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.dialog .frame { display: flex; flex: 0 1 auto; flex-direction: column; min-block-size: 0; padding: 4px 12px 12px }
.dialog .field { flex: none }
.dialog .panel {
  position: static;
  flex: 0 1 auto;
  min-block-size: 0;
  inline-size: auto;
  max-block-size: none;
  margin: 8px -12px -12px;
  border: 0;
  border-radius: 0;
  box-shadow: none;
  animation: none;
}
.dialog .scroller { padding-inline: 12px }
@media (max-width: 40rem), (max-height: 30rem) {
  .dialog { inline-size: 100vw; block-size: 100dvh; max-block-size: none; --_top: 0px; border: 0; border-radius: 0 }
}
@media (prefers-reduced-motion: reduce) {
  .dialog, .dialog::backdrop { animation: none }
}
/* All of an open dialog, and nothing for a closed one. */
@media print {
  .opener, .dialog-head, .dialog::backdrop { display: none }
  .dialog { position: absolute; inline-size: auto; max-block-size: none; --_top: 0px; overflow: visible; border: 0; box-shadow: none }
}
@media (forced-colors: active) {
  .dialog { border: 2px solid CanvasText }
}
`
