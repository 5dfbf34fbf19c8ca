/**
 * Registers `<soru-search>`: the one module with a side effect.
 *
 * ```html
 * <script type="module" src="/soru/soru-search.js"></script>
 * <soru-search></soru-search>
 * ```
 */
import { SoruSearchElement } from './soru-search-element.js'

SoruSearchElement.define()

export { SoruSearchElement }
export type { LogEntry } from './box/query-log.js'
export type { Report } from './box/reports.js'
