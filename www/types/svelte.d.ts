/**
 * The tags in components of Svelte 5: `import type {} from 'soru/svelte'`, once in a project.
 */
import type { HTMLAttributes } from 'svelte/elements'
import type { SoruRelatedElement } from './soru-related.js'
import type { SoruSearchElement } from './soru-search.js'
import type { RelatedTag, SearchTag } from './tags.js'

type Attributes<Tag, Of extends EventTarget> = Tag & Omit<HTMLAttributes<Of>, keyof Tag>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'soru-search': Attributes<SearchTag, SoruSearchElement>
    'soru-related': Attributes<RelatedTag, SoruRelatedElement>
  }
}
