/**
 * The page's document, as its prototypes define it: an element whose `name` or `id` is that of a property
 * (`<form name="createElement">`) stands in the place of the property itself.
 */

/** @returns a method is bound to the document */
export function page<Name extends keyof Document>(name: Name): Document[Name] {
  const found = Reflect.get(Document.prototype, name, document)
  return typeof found === 'function' ? found.bind(document) : found
}

/** An attribute of any element. A form has the controls in it as properties, too. */
export function attributeOf(element: Element, name: string) {
  return Element.prototype.getAttribute.call(element, name)
}

/** The name of any element's tag. */
export function nameOf(element: Element): string {
  return Reflect.get(Element.prototype, 'localName', element)
}
