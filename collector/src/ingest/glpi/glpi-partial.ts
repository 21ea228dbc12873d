import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { componentClassesOf } from './glpi-hardware.ts'
import type { GlpiDocument } from './glpi-schema.ts'

/**
 * Lays a partial document over `before`, the device's last import. Sections that the document lacks stay as they were.
 */
export function overlay(
  before: SnapshotContent,
  partial: ObservationInput,
  { content }: GlpiDocument,
): Pick<ObservationInput, 'hardware' | 'software' | 'network'> {
  const network = partial.network ?? (Object.keys(before.network).length > 0 ? before.network : undefined)
  return {
    hardware: hardwareOver(before.hardware, partial.hardware as Hardware, content),
    software: partial.software ?? before.software,
    ...(network && { network }),
  }
}

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
