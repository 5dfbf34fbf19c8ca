/**
 * Writes docs/browsers.md: the first version of each browser that has what the box uses, from MDN's data: `npm run browsers`.
 * A test compares the file with what this makes, and each row with the code.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const ELEMENT = join(ROOT, 'www/element')
export const FILE = join(ROOT, 'docs/browsers.md')

/** @type {any} */
const DATA = createRequire(import.meta.url)('@mdn/browser-compat-data')
/** @type {Record<string, string>} by the names of the data */
const BROWSERS = { chrome: 'Chrome, Edge', firefox: 'Firefox', safari: 'Safari', safari_ios: 'Safari on iOS' }

/**
 * @typedef {object} Use
 * @property {string} name
 * @property {string} key in MDN's data
 * @property {string | null} code a piece of the element's code that uses it; null: the engine's code
 * @property {string} [without] what happens in browsers that lack it; default: the box does not start
 */

/** @type {Use[]} */
export const NEEDED = [
  { name: 'modules loaded on demand', key: 'javascript.operators.import', code: "import('./" },
  { name: 'custom elements', key: 'api.CustomElementRegistry', code: 'customElements.define' },
  { name: 'private methods', key: 'javascript.classes.private_class_methods', code: '  #listen() {' },
  { name: '`??=`', key: 'javascript.operators.nullish_coalescing_assignment', code: '??=' },
  { name: '`Array.prototype.at()`', key: 'javascript.builtins.Array.at', code: '.at(-1)' },
  { name: '`Object.hasOwn()`', key: 'javascript.builtins.Object.hasOwn', code: 'Object.hasOwn(' },
  { name: '`throwIfAborted()`', key: 'api.AbortSignal.throwIfAborted', code: 'throwIfAborted()' },
  { name: 'lookbehind in patterns', key: 'javascript.regular_expressions.lookbehind_assertion', code: '(?<=' },
  { name: 'style sheets made by scripts', key: 'api.CSSStyleSheet.CSSStyleSheet', code: 'new CSSStyleSheet()' },
  { name: '`replaceChildren()`', key: 'api.Element.replaceChildren', code: 'replaceChildren(' },
  { name: '`DecompressionStream`', key: 'api.DecompressionStream', code: 'new DecompressionStream(' },
  { name: '`<dialog>`', key: 'api.HTMLDialogElement.showModal', code: 'showModal()' },
]

/** The features that the compiler of the engine uses by default. @type {Use[]} */
export const ENGINE = [
  { name: 'bulk memory', key: 'webassembly.bulk-memory-operations', code: null },
  { name: 'multi-value', key: 'webassembly.multi-value', code: null },
  { name: 'conversions that do not trap', key: 'webassembly.non-trapping-float-to-int-conversions', code: null },
  { name: 'reference types', key: 'webassembly.reference-types', code: null },
  { name: 'sign extension', key: 'webassembly.sign-extension-operations', code: null },
]

/** @type {Use[]} */
export const BETTER = [
  { name: '`checkVisibility()`', key: 'api.Element.checkVisibility', code: 'checkVisibility(', without: 'keys do not lead to the box, and the button does not adapt to its header' },
  { name: 'workers that are modules', key: 'api.Worker.Worker.ecmascript_modules', code: "type: 'module'", without: 'the engine runs on the main thread' },
  { name: '`light-dark()`', key: 'css.types.color.light-dark', code: 'light-dark(', without: 'the box is light on dark pages, unless its custom properties are set' },
  { name: 'the Highlight API', key: 'api.CSS.highlights_static', code: "'highlights' in CSS", without: 'no words are marked on pages opened from the list' },
  { name: '`moveBefore()`', key: 'api.Element.moveBefore', code: 'connectedMoveCallback', without: 'an open dialog closes when a router moves the box' },
]

/** @param {Use} use @returns {string[]} a version for each browser */
function versions({ key }) {
  const { support } = key.split('.').reduce((node, step) => node[step], DATA).__compat
  return Object.keys(BROWSERS).map((browser) => {
    const [first] = [support[browser]].flat()
    return first.flags || !first.version_added ? 'none' : String(first.version_added)
  })
}

/** @param {string} version */
const number = (version) => version.split('.').map(Number).reduce((sum, part, place) => sum + part / 1000 ** place, 0)

/** The version of each browser that has everything. @param {Use[]} uses */
function together(uses) {
  const rows = uses.map(versions)
  return rows[0].map((_, browser) => rows.map((row) => row[browser]).sort((a, b) => number(b) - number(a))[0])
}

/** @param {string[][]} rows */
const table = ([head, ...rows]) => [head, head.map((_, at) => at > 0 && at < 5 ? '---:' : '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** @param {Use[]} uses @param {string} last */
const list = (uses, last = '') => table([
  ['', ...Object.values(BROWSERS), ...last ? [last] : []],
  ...uses.map((use) => [use.name, ...versions(use), ...last ? [String(use.without)] : []]),
])

export function text() {
  return `# Browsers

The first versions that have everything which the box, or the engine, needs:

${table([['', ...Object.values(BROWSERS)], ['**box**', ...together(NEEDED)], ['engine', ...together(ENGINE)]])}

The tests of the box run in Chromium, a visit of the demo and the tests of the engine also in Firefox, and the visit in
WebKitGTK, each in the version that Debian has on the day (\`cargo xtask test\`). Older versions were not run: the tables
follow from what the code uses and MDN's browser compatibility data ${DATA.__meta.version}. \`npm run browsers\` in \`tests/e2e\`
writes this page, and a test compares it with the code.

Where WebAssembly is forbidden or missing, the box [finds titles and headings](../www/docs/hosting.md#without-webassembly).
Older browsers show the content of the tag, such as a link to a search page.

## The box

${list(NEEDED)}

## The engine

${list(ENGINE)}

## Used where available

${list(BETTER, 'otherwise')}
`
}

/** The element's code. */
export function code() {
  const names = readdirSync(ELEMENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return names.map((name) => readFileSync(join(ELEMENT, name), 'utf8')).join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, text())
