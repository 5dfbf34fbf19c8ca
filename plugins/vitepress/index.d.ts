import type { UserConfig } from 'vitepress'
import type { IndexOptions } from 'soru/node'

/** The configuration with Soru added to it. */
export function withSoru<T extends UserConfig<any>>(config: T, options?: IndexOptions): T
