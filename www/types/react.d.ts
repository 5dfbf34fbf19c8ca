/**
 * The tags in the JSX of React 19: `import type {} from 'soru/react'`, once in a project.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { SoruRelatedElement } from './soru-related.js'
import type { SoruSearchElement } from './soru-search.js'
import type { RelatedTag, SearchTag } from './tags.js'

type Props<Tag, Of> = DetailedHTMLProps<Tag & Omit<HTMLAttributes<Of>, keyof Tag>, Of>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'soru-search': Props<SearchTag, SoruSearchElement>
      'soru-related': Props<RelatedTag, SoruRelatedElement>
    }
  }
}
