import type { GlpiDocument } from './glpi-schema.ts'

/**
 * Reports whether the content says anything about a device. In a partial document an empty list counts: it says that
 * there are none. Malformed sections were left out before.
 */
export function hasContent({ partial, content: { accesslog: _, ...sections } }: GlpiDocument): boolean {
  const read = Object.values(sections).filter((section) => section !== undefined)
  return partial ? read.length > 0 : read.some(holdsValue)
}

const holdsValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsValue) : value !== undefined
