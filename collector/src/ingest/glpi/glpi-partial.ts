import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { componentClassesOf } from './glpi-hardware.ts'
import type { GlpiDocument } from './glpi-schema.ts'

/**
 * Lays the hardware of a partial document over `before`, that of the device's imports. Parts that the document lacks
 * stay as they were, and so do other sections, as they were not read.
 */
export const overlay = (
  before: SnapshotContent,
  partial: ObservationInput,
  { content }: GlpiDocument,
): Pick<ObservationInput, 'hardware'> => ({
  hardware: hardwareOver(before.hardware, partial.hardware as Hardware, content),
})

function hardwareOver(
  before: SnapshotContent['hardware'],
  after: Hardware,
  content: GlpiDocument['content'],
): NonNullable<ObservationInput['hardware']> {
  const reportedClasses = componentClassesOf(content)
  const otherComponents = (before.components ?? []).filter((component) => !reportedClasses.has(component.class))
  const components = [...otherComponents, ...(after.components ?? [])]
  const memory = {
    totalBytes: after.memory?.totalBytes ?? before.memory?.totalBytes,
    swapBytes: after.memory?.swapBytes ?? before.memory?.swapBytes,
    modules: (content.memories ? after.memory?.modules : before.memory?.modules) ?? [],
  }
  return {
    ...before,
    ...after,
    system: { ...before.system, ...defined(after.system) },
    ...(before.security || after.security ? { security: { ...before.security, ...after.security } } : {}),
    ...(before.memory || after.memory ? { memory } : {}),
    ...(components.length > 0 ? { components } : {}),
  }
}

const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
