/**
 * Registers `<soru-related>`: similar pages, listed below a page.
 *
 * ```html
 * <script type="module" src="/soru/soru-related.js"></script>
 * <soru-related></soru-related>
 * ```
 */
import { SoruRelatedElement } from './soru-related-element.js'

SoruRelatedElement.define()

export { SoruRelatedElement }
