/**
 * Registers `<soru-search>`: the one module with a side effect.
 *
 * ```html
 * <script type="module" src="/soru/soru-search.js"></script>
 * <soru-search></soru-search>
 * ```
 */

// Lists all modules of the element, so that the browser fetches them in parallel, instead of one
// level of imports after another.
import './announcer.js'
import './asides.js'
import './attributes.js'
import './box-engine.js'
import './choices.js'
import './code.js'
import './search-controller.js'
import './dom.js'
import './earlier-questions.js'
import './engine-pool.js'
import './errors.js'
import './field.js'
import './formats.js'
import './forms.js'
import './keyboard.js'
import './links.js'
import './manifest.js'
import './suggestions.js'
import './option-cursor.js'
import './outline.js'
import './panel.js'
import './soru.js'
import './stream.js'
import './structure.js'
import './styles-cards.js'
import './styles.js'
import './texts.js'
import './today.js'
import './pending-view.js'
import './unpack.js'
import './view-answer.js'
import './view-card.js'
import './view-results.js'
import './view-states.js'
import './view-footer.js'
import './words.js'
import './worker-client.js'
import './worker-start.js'
import { SoruSearchElement } from './soru-search-element.js'

SoruSearchElement.define()

export { SoruSearchElement }
