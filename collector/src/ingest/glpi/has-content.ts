import type { GlpiDocument } from './glpi-schema.ts'

/**
 * Reports whether the content describes a device. In a partial document an empty list counts: the device has no such
 * items. Malformed sections were removed before.
 */
export function hasContent({ partial, content: { accesslog: _, ...sections } }: GlpiDocument): boolean {
  const read = Object.values(sections).filter((section) => section !== undefined)
  return partial ? read.length > 0 : read.some(holdsValue)
}

/** Reports whether a value or a part of it is present. */
export const holdsValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsValue) : value !== undefined
