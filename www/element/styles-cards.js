/**
 * How answers look, and what stands in their place: waiting, errors, nothing found. Part of styles.js.
 */

export const CARD = `
.card { padding: 12px 16px 8px; border-radius: calc(var(--_radius) - 4px); background: var(--_subtle) }
.fact { background: color-mix(in srgb, var(--_success) 8%, var(--_bg)) }
.card-head {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 12px;
  font-size: .8125em;
}
.badge { display: inline-flex; align-items: center; gap: .4em; color: var(--_accent); font-weight: 600 }
.fact .badge { color: var(--_success) }
.badge .icon { stroke-width: 2.5 }
.card .chip { background: var(--_bg); font-size: inherit }
.confidence { display: inline-flex; align-items: center; gap: .4em; margin-inline-start: auto; color: var(--_muted) }
.confidence.low { color: var(--_warning) }
.bars { stroke-width: 4; stroke-linecap: butt; width: 1em; height: 1em }
.asked { margin-top: 8px; font-size: .9375em }
.text { margin-top: 8px; font-size: 1.125em; line-height: 1.5; text-wrap: pretty }
.fact .text { font-weight: 500 }
.quote .text { padding-inline-start: 14px; border-inline-start: 3px solid var(--_accent); overflow-wrap: anywhere }
.text :is(ol, ul) { padding-inline-start: 1.5em }
.text th, .text td { padding: 0 1em 0 0; text-align: start; vertical-align: top }
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
  .card { padding-inline: 12px }
  :host([feedback]) .actions { min-height: 88px }
  .confidence { width: 100%; margin: 0 }
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
