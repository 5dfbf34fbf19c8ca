/**
 * Styles of answers, and of the messages that replace them: waiting, errors, no results. Part of styles.ts.
 */

export const CARD = `
.question {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  overflow: hidden;
  margin: 6px 12px 10px;
  font-weight: 600;
  unicode-bidi: plaintext;
}
@media (max-height: 30rem) { .panel .question { display: none } }
.card { --_pad: 12px; --_top: 12px; padding: var(--_top) var(--_pad) 8px; border-radius: calc(var(--_radius) - 4px); background: var(--_subtle) }
.card-head, .meta {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 12px;
  font-size: .8125em;
}
.badge { display: inline-flex; align-items: center; gap: .4em; color: var(--_accent); font-weight: 600 }
.card .chip { background: var(--_bg); font-size: inherit }
.confidence { display: inline-flex; align-items: center; gap: .4em; color: var(--_muted) }
.confidence.low { color: var(--_warning) }
.bars { stroke-width: 5; stroke-linecap: butt; width: 1.2em; height: 1.2em }
:is(.card-head, .meta) > :last-child { margin-inline-start: auto }
.card-head > .badge, .meta > .chip { margin: 0 }
/* A seal on a solid band differs from a quotation at a glance, and without colour. */
.fact { overflow: hidden; background: color-mix(in srgb, var(--_success) 7%, var(--_bg)); border: 1px solid var(--_success) }
.fact .card-head {
  margin: calc(0px - var(--_top)) calc(0px - var(--_pad)) 10px;
  padding: 7px var(--_pad);
  background: var(--_success);
  color: var(--_on-success);
}
.fact .badge { color: inherit; font-size: 1.077em }
.fact .badge .icon { width: 1.5em; height: 1.5em }
.asked { margin-top: 8px; font-size: .9375em }
.text { margin-top: 8px; font-size: 1.125em; line-height: 1.5; text-wrap: pretty }
.fact .text { font-weight: 500 }
.source + .chip { margin-block-end: 8px; font-size: .8125rem }
.where { margin: 2px 0 -6px; line-height: 1.35 }
.quote .text {
  padding-inline-start: 14px;
  border-inline-start: 3px solid var(--_accent);
  font-size: 1em;
  line-height: 1.6;
}
.quote.low .text { border-inline-start: 3px dotted var(--_warning) }
.quote .text > :not(.ruler) + * { margin-top: .5em }
.quote .text li + li { margin-top: .2em }
.quote .url { margin: 0; min-height: 44px; align-content: center; font-size: inherit }
.text :is(ol, ul) { padding-inline-start: 1.5em }
.text pre { overflow-x: auto; padding: .5em .75em; border-radius: 6px; background: var(--_bg); font-family: ui-monospace, monospace; font-size: .875em; white-space: pre-wrap; tab-size: 2 }
.folded { --_fade: 1.2em; max-height: calc(8 * 1.6em); overflow: hidden; mask-image: linear-gradient(#000 calc(100% - var(--_fade)), transparent) }
.folded.begun { mask-image: linear-gradient(transparent, #000 var(--_fade) calc(100% - var(--_fade)), transparent) }
.unfold { min-height: 44px; padding: 0 17px; border: 0; background: none; color: var(--_accent); font-weight: 600 }
.unfold:hover { text-decoration: underline; text-underline-offset: .2em }
.table { overflow-x: auto }
.text :is(th, td) { padding-block: .1em; padding-inline: 0 .75em; text-align: start; vertical-align: top; overflow-wrap: normal }
.cell { display: inline-block; min-width: 7em }
.whole-cell { min-width: 0; white-space: nowrap }
.stacked :is(table, tbody, tr, td) { display: block }
.stacked .names { display: none }
.stacked tr + tr { margin-top: .5em }
.stacked td::before { content: attr(data-name); color: var(--_muted); font-size: .875em }
.stacked .cell:not(.whole-cell) { display: inline }
.best { display: flex; align-items: center; gap: 10px; padding: 2px 12px }
.best-contact { flex: none; min-height: 44px; margin-inline-start: auto; align-content: center; color: var(--_accent) }
.text th { color: var(--_muted); font-size: .875em; font-weight: 600 }
.card-foot { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0 16px; margin-top: 4px; font-size: .875em }
.actions { min-height: 44px; margin-inline: -8px }
.source { display: inline-block; min-height: 44px; padding-block: calc((44px - 1.5em) / 2) }
.source .icon { width: 1em; height: 1em; margin-inline-start: .35em; color: var(--_accent); vertical-align: -.1em }
a.source { text-decoration: none }
a.source .source-title {
  color: var(--_accent);
  font-weight: 600;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: .2em;
}
a.source:hover .source-title { text-decoration-thickness: 2px }
a.source:focus-visible { outline: none }
a.source:focus-visible .source-title { outline: 2px solid var(--_accent); outline-offset: 3px; border-radius: 2px }
.dates { margin: -6px 0 8px }
.date { display: inline-block }
.date:not(:last-child)::after { content: " · "; white-space: pre }
@container soru (inline-size < 26rem) {
  .card { padding-block-end: 0 }
  :host(:is([feedback], [report])) .actions { min-height: 88px }
  .card-head > :last-child { width: 100% }
}
`

export const STATES = `
.state { display: flex; gap: 14px; padding: 14px 12px }
.state-icon {
  flex: none;
  width: 40px;
  height: 40px;
  padding: 9px;
  border-radius: 50%;
  background: var(--_subtle);
  fill: none;
  stroke: var(--_muted);
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.error .state-icon { stroke: var(--_warning) }
.state > div { flex: 1; min-width: 0 }
.state-title { font-weight: 600 }
.state .button { margin-top: 10px; padding: 0 1.1em }
.details { margin-top: 8px; font-size: .875em }
.details summary { min-height: 44px; align-content: center; width: fit-content; color: var(--_muted); cursor: pointer }
.details code { font-size: .95em; padding: .1em .4em; border-radius: 4px; background: var(--_subtle) }
.waiting { padding: 12px }
progress { display: block; width: 100%; height: 4px; margin-top: 8px; border: 0; border-radius: 4px; background: var(--_line); accent-color: var(--_accent); appearance: none; overflow: hidden }
progress::-webkit-progress-bar { background: var(--_line) }
progress::-webkit-progress-value { background: var(--_accent) }
progress::-moz-progress-bar { background: var(--_accent) }
.skeleton { display: grid; gap: 10px; margin-top: 12px }
.line { height: .8em; border-radius: 6px; background: var(--_line); animation: breathe 1.4s ease-in-out infinite alternate }
.line.short { width: 55% }
@keyframes breathe { to { opacity: .45 } }
`
