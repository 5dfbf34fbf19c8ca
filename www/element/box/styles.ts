/**
 * Styles of the box. Every colour is a custom property of the page or a default; `light-dark()`
 * follows the page's `color-scheme`, so the box is dark exactly if the page is.
 */

import { CARD, STATES } from './styles-cards.js'

let shared: CSSStyleSheet | undefined

/** One style sheet for all boxes of a page. */
export function sheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(TOKENS + FRAME + FIELD + PANEL + LIST + CARD + STATES + MODES)
  }
  return shared
}

export const TOKENS = `
:host {
  display: block;
  position: relative;
  text-align: start;
  --_accent: var(--soru-accent, #1a56b8);
  --_on-accent: var(--soru-on-accent, #fff);
  --_bg: var(--soru-bg, #fff);
  --_fg: var(--soru-fg, #181b22);
  --_muted: var(--soru-muted, #565d6d);
  --_subtle: var(--soru-subtle, #f1f4f9);
  --_line: var(--soru-line, #e1e5ec);
  --_border: var(--soru-border, #858c9b);
  --_mark: var(--soru-mark, #ffefb0);
  --_success: var(--soru-success, #0b6b40);
  --_on-success: var(--soru-on-success, #fff);
  --_warning: var(--soru-warning, #8f4a00);
  --_radius: var(--soru-radius, 12px);
  --_shadow: var(--soru-shadow, 0 1px 2px rgb(16 24 40 / .08), 0 12px 32px rgb(16 24 40 / .16));
}
@supports (color: light-dark(#000, #fff)) {
  :host {
    --_accent: var(--soru-accent, light-dark(#1a56b8, #8db8ff));
    --_on-accent: var(--soru-on-accent, light-dark(#fff, #0c1526));
    --_bg: var(--soru-bg, light-dark(#fff, #171a21));
    --_fg: var(--soru-fg, light-dark(#181b22, #eceff5));
    --_muted: var(--soru-muted, light-dark(#565d6d, #a9b1c0));
    --_subtle: var(--soru-subtle, light-dark(#f1f4f9, #232834));
    --_line: var(--soru-line, light-dark(#e1e5ec, #2e3441));
    --_border: var(--soru-border, light-dark(#858c9b, #6f788a));
    --_mark: var(--soru-mark, light-dark(#ffefb0, #57481a));
    --_success: var(--soru-success, light-dark(#0b6b40, #6fd6a0));
    --_on-success: var(--soru-on-success, light-dark(#fff, #0b2117));
    --_warning: var(--soru-warning, light-dark(#8f4a00, #f3b562));
    --_shadow: var(--soru-shadow, 0 1px 2px rgb(0 0 0 / .1), 0 12px 32px light-dark(rgb(16 24 40 / .16), rgb(0 0 0 / .6)));
  }
}
:host([form="dialog"]) { display: inline-block; max-width: 100% }
:host([hidden]) { display: none }
:host([theme="light"]) { color-scheme: light }
:host([theme="dark"]) { color-scheme: dark }
:host([theme="auto"]) { color-scheme: light dark }
`

// Inherits the page's typography, except properties that would break the layout.
const FRAME = `
*, ::before, ::after { box-sizing: border-box; margin: 0 }
[hidden] { display: none !important }
.frame {
  container: soru / inline-size;
  position: relative;
  font-family: var(--soru-font, inherit);
  font-size: var(--soru-font-size, max(1rem, 16px));
  font-style: normal;
  font-weight: 400;
  line-height: 1.5;
  letter-spacing: normal;
  word-spacing: normal;
  text-indent: 0;
  text-transform: none;
  text-shadow: none;
  white-space: normal;
  color: var(--_fg);
  -webkit-text-size-adjust: 100%;
}
button, input, kbd { font: inherit; letter-spacing: inherit; color: inherit }
a { color: inherit }
.icon {
  flex: none;
  width: 1.25em;
  height: 1.25em;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.muted { color: var(--_muted) }
.status {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
mark {
  background: var(--_mark);
  color: inherit;
  border-radius: 3px;
  padding: 0 .1em;
  margin: 0 -.1em;
  box-decoration-break: clone;
  -webkit-box-decoration-break: clone;
}
`

const FIELD = `
.field {
  display: flex;
  align-items: center;
  min-height: 56px;
  padding: 5px;
  background: var(--_bg);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  transition: border-color .15s, box-shadow .15s;
}
.field:hover { border-color: var(--_fg) }
.field:has(input:focus) { border-color: var(--_accent); box-shadow: 0 0 0 2px var(--_accent) }
.lens { display: grid; place-items: center; flex: none; width: 42px; color: var(--_muted) }
.field:has(input:focus) .lens { color: var(--_accent) }
input {
  flex: 1;
  min-width: 0;
  min-height: 44px;
  padding: 0 4px;
  background: none;
  border: 0;
  outline: 0;
  text-overflow: ellipsis;
}
input::placeholder { color: var(--_muted); opacity: 1 }
button { cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent }
.clear {
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  border: 0;
  border-radius: calc(var(--_radius) - 4px);
  background: none;
  color: var(--_muted);
}
.clear:hover { color: var(--_fg); background: var(--_subtle) }
.ask, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: .4em;
  flex: none;
  min-height: 44px;
  padding-inline: 1.1em .95em;
  border: 1px solid transparent;
  border-radius: calc(var(--_radius) - 4px);
  font-weight: 600;
  text-decoration: none;
}
.ask { background: var(--_accent); color: var(--_on-accent) }
.ask:hover { background: color-mix(in srgb, var(--_accent) 88%, var(--_fg)) }
.button { border-color: var(--_border); background: none; color: var(--_accent) }
.button:hover { border-color: currentColor; background: var(--_subtle) }
.ask .icon { width: 1.1em; height: 1.1em }
.ask .icon:dir(rtl), .source .icon:dir(rtl) { scale: -1 1 }
/* Text in another direction than the page keeps its direction. */
:is(.text, .text :is(p, li, td), .asked, .name, .excerpt, .url, .exactly, .source-title) { unicode-bidi: plaintext }
:is(button, a, summary):focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px }
.busy .lens .icon { visibility: hidden }
.busy .lens::after {
  content: "";
  grid-area: 1 / 1;
  width: 18px;
  height: 18px;
  border: 2px solid var(--_line);
  border-top-color: var(--_accent);
  border-radius: 50%;
  animation: turn .8s linear infinite;
}
.lens > .icon { grid-area: 1 / 1 }
@keyframes turn { to { rotate: 1turn } }
@container soru (inline-size < 26rem) {
  .ask { width: 44px; padding: 0 }
  .ask-label { display: none }
}
`

const PANEL = `
.panel {
  position: absolute;
  z-index: var(--soru-layer, 1000);
  inset-block-start: calc(100% + 8px);
  inset-inline-start: 0;
  inline-size: max(100%, min(var(--soru-panel-width, 22rem), 100vw - 2rem));
  max-block-size: clamp(16rem, var(--space, 70vh), var(--soru-panel-height, 40rem));
  display: flex;
  flex-direction: column;
  overflow: hidden;
  background: var(--_bg);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  box-shadow: var(--_shadow);
  overflow-wrap: anywhere;
  animation: appear .12s ease-out;
}
.panel.from-end { inset-inline: auto 0 }
@keyframes appear { from { opacity: 0; translate: 0 -4px } }
.scroller { overflow-y: auto; overscroll-behavior: contain; padding: 8px 8px 0; scroll-padding-block-end: 24px }
/* Content below the edge fades out. */
.scroller::after {
  content: "";
  display: block;
  position: sticky;
  inset-block-end: 0;
  height: 24px;
  margin-top: -12px;
  background: linear-gradient(transparent, var(--_bg));
  pointer-events: none;
}
.hints {
  display: flex;
  flex: none;
  gap: 1.5em;
  padding: 8px 16px;
  border-top: 1px solid var(--_line);
  color: var(--_muted);
  font-size: .8125em;
}
kbd {
  unicode-bidi: isolate;
  margin-inline-end: .5em;
  padding: .1em .45em;
  border: 1px solid var(--_line);
  border-radius: 5px;
  background: var(--_subtle);
  font-size: .92em;
}
/* A page is opened; a question is asked, chosen or typed. */
.panel:not(:has(a[aria-selected="true"], .offer:focus)) .hintOpen, .panel:has(a[aria-selected="true"], .offer:focus) .hintAsk { display: none }
@media (hover: none), (pointer: coarse) { .hints { display: none } }
@container soru (inline-size < 26rem) { .hints { display: none } }
`

const LIST = `
.correction { padding: 6px 12px 8px; font-size: .9375em }
.exactly {
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--_accent);
  text-align: start;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: .2em;
}
.exactly:hover { text-decoration-thickness: 2px }
.list-label {
  padding: 8px 12px 4px;
  color: var(--_muted);
  font-size: .8125em;
  font-weight: 600;
}
.lead:not(:empty) + .list-label { padding-top: 14px }
.option {
  display: block;
  position: relative;
  min-height: 44px;
  padding: 10px 12px;
  border-radius: calc(var(--_radius) - 4px);
  text-decoration: none;
  scroll-margin: 8px;
  cursor: pointer;
}
.option[aria-disabled] { cursor: default }
.option > span { display: block }
.option:hover { background: var(--_subtle) }
.option[aria-selected="true"] { background: var(--_subtle) }
.option[aria-selected="true"]::before {
  content: "";
  position: absolute;
  inset-block: 8px;
  inset-inline-start: 0;
  width: 3px;
  border-radius: 3px;
  background: var(--_accent);
}
.name { line-height: 1.35 }
.title { color: var(--_accent); font-weight: 600 }
.option:hover .title { text-decoration: underline; text-underline-offset: .15em }
.option[aria-disabled] .title { color: inherit; text-decoration: none }
.path { unicode-bidi: normal }
.path::before { content: " › "; color: var(--_muted) }
.further { margin-inline-start: 12px; padding-block: 6px; border-inline-start: 2px solid var(--_line); border-radius: 0 }
.further .title:not(:only-child) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.further .path { color: var(--_accent); font-weight: 600 }
.further .path::before { content: none }
/* Two lines, which end with a whole word. */
.excerpt {
  overflow: hidden;
  max-height: 2.9em;
  margin-top: 4px;
  color: var(--_muted);
  font-size: .9375em;
  line-height: 1.45;
}
/* Words of the question help to skim, and do not shout. */
.excerpt mark { background: color-mix(in srgb, var(--_mark) 55%, transparent); color: var(--_fg); margin: 0; padding: 0 }
/* Without an answer above, the passage is the main text. */
.whole { padding-block: 12px }
.whole + .whole:not(.further) { border-block-start: 1px solid var(--_line); border-start-start-radius: 0; border-start-end-radius: 0 }
.whole .excerpt { max-height: none; margin-top: 6px; color: var(--_fg); line-height: 1.55; white-space: pre-line }
.url {
  text-align: match-parent;
  margin-top: 3px;
  overflow: hidden;
  color: var(--_muted);
  font-size: .8125em;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.url .chip { margin-inline-end: .7em }
.chip {
  display: inline-block;
  padding: .1em .6em;
  border-radius: 1em;
  background: var(--_subtle);
  color: var(--_muted);
  font-size: .92em;
  line-height: 1.6;
}
.option:is(:hover, [aria-selected="true"]) .chip { background: var(--_bg) }
.dated::before { content: " · "; white-space: pre }
.all {
  display: flex;
  align-items: center;
  gap: .6em;
  min-height: 44px;
  margin-top: 4px;
  padding: 8px 12px;
  border-radius: calc(var(--_radius) - 4px);
  color: var(--_accent);
  font-weight: 600;
  text-decoration: none;
}
.all:hover { background: var(--_subtle); text-decoration: underline; text-underline-offset: .2em }
.all span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.suggestion { display: flex; align-items: center; gap: 10px }
.suggestion .icon { color: var(--_muted) }
`

const MODES = `
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important }
}
@media (forced-colors: active) {
  .field:has(input:focus) { outline: 2px solid Highlight; outline-offset: 1px }
  .option[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px }
  .option[aria-selected="true"]::before { background: Highlight }
  .ask, .button, .chip { border: 1px solid ButtonText }
  .fact .card-head { border-block-end: 3px solid }
  .line, kbd { border: 1px solid GrayText }
  mark { background: Mark; color: MarkText }
}
@media (prefers-contrast: more) {
  .panel, .card, .hints, kbd { border-color: var(--_border) }
}
/* On paper there are no buttons, and results are in the flow of the page. */
@media print {
  .ask, .clear, .actions, .button, .filters, .hints, .all, .more, .unfold { display: none !important }
  /* Without a box, the input would lose the focus. */
  .frame:has(> .panel[hidden]):not(:has(~ .page)), .frame:has(input:placeholder-shown) {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .field { box-shadow: none !important }
  .panel { position: static; max-block-size: none; border: 0; box-shadow: none }
  .scroller { overflow: visible; padding: 0 }
  .scroller::after { content: none }
  .card, .option, .result { break-inside: avoid }
  .excerpt, .folded { max-height: none }
  .folded { overflow: visible; mask-image: none !important }
  a.source::after { content: " (" attr(href) ")"; overflow-wrap: anywhere }
}
`
