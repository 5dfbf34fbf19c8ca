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
import './box/announcer.js'
import './box/asides.js'
import './box/attributes.js'
import './box/box-engine.js'
import './box/choices.js'
import './box/code-lines.js'
import './engine/code.js'
import './box/search-controller.js'
import './box/dom.js'
import './box/earlier-questions.js'
import './engine/engine-pool.js'
import './engine/errors.js'
import './box/field.js'
import './box/fold.js'
import './box/foreign.js'
import './box/formats.js'
import './forms/forms.js'
import './box/keyboard.js'
import './box/links.js'
import './engine/manifest.js'
import './box/suggestions.js'
import './box/option-cursor.js'
import './box/outline.js'
import './box/page.js'
import './box/panel.js'
import './engine/restarting-engine.js'
import './soru.js'
import './engine/stream.js'
import './box/structure.js'
import './box/styles-cards.js'
import './box/styles.js'
import './texts/texts.js'
import './engine/today.js'
import './box/pending-view.js'
import './engine/unpack.js'
import './box/view-answer.js'
import './box/view-card.js'
import './box/view-results.js'
import './box/view-states.js'
import './box/view-footer.js'
import './box/words.js'
import './engine/worker-client.js'
import './engine/worker-start.js'
import { SoruSearchElement } from './soru-search-element.js'

SoruSearchElement.define()

export { SoruSearchElement }
