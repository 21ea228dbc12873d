import type { GlpiDocument } from './glpi-schema.ts'

/**
 * Whether anything was read of the content that says something about a device, and be it, in a partial document, that
 * there is none of something. A section that is no section was left out before.
 */
export function tellsAnything({ partial, content: { accesslog: _, ...sections } }: GlpiDocument): boolean {
  const read = Object.values(sections).filter((section) => section !== undefined)
  return partial ? read.length > 0 : read.some(holdsValue)
}

const holdsValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsValue) : value !== undefined
