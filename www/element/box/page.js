/**
 * The page's document, as its prototypes define it: an element whose `name` or `id` is that of a property
 * (`<form name="createElement">`) stands in the place of the property itself.
 */

/**
 * @template {keyof Document} Name
 * @param {Name} name
 * @returns {Document[Name]} a method is bound to the document
 */
export function page(name) {
  const found = Reflect.get(Document.prototype, name, document)
  return typeof found === 'function' ? found.bind(document) : found
}

/**
 * An attribute of any element. A form has the controls in it as properties, too.
 * @param {Element} element
 * @param {string} name
 */
export function attributeOf(element, name) {
  return Element.prototype.getAttribute.call(element, name)
}
