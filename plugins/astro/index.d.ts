import type { AstroIntegration } from 'astro'
import type { IndexOptions } from 'soru/node'

/** Builds the index after the site. */
export default function soru(options?: IndexOptions): AstroIntegration
/** For `plugins` of Starlight: also puts the box where its search was. */
export function starlightSoru(options?: IndexOptions): { name: string; hooks: { 'config:setup': (context: any) => void } }
