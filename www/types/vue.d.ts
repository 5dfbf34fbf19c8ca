/**
 * The tags in templates of Vue 3: `import type {} from 'soru/vue'`, once in a project.
 */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { RelatedAttributes, RelatedEvents, SearchAttributes, SearchEvents } from './tags.js'

type Tag<Attributes, Events> = new () => {
  $props: Attributes & Omit<HTMLAttributes, keyof Attributes> & PublicProps
  $emit: EmitFn<{ [Name in keyof Events]: (event: Events[Name]) => void }>
}

declare module 'vue' {
  interface GlobalComponents {
    'soru-search': Tag<SearchAttributes, SearchEvents>
    'soru-related': Tag<RelatedAttributes, RelatedEvents>
  }
}
