/**
 * The events of the elements, as soru-search-element.ts and soru-related-element.ts declare them for pages.
 */
export type EventName = Extract<keyof GlobalEventHandlersEventMap, `soru-${string}`>
export type Detail<Name extends EventName> = GlobalEventHandlersEventMap[Name] extends CustomEvent<infer D> ? D : never
/** Returns false if a listener prevented the default. */
export type Emit = <Name extends EventName>(type: Name, detail: Detail<Name>) => boolean
