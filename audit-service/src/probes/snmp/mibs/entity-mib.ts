import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { formatOid, oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber } from '../varbind.ts'
import { readTable } from './table.ts'

export type Component = NonNullable<Hardware['components']>[number]

/** PhysicalClass (IANA-ENTITY-MIB) by number, which is the index. */
const classNames = [
  'unknown',
  'other',
  'unknown',
  'chassis',
  'backplane',
  'container',
  'powerSupply',
  'fan',
  'sensor',
  'module',
  'port',
  'stack',
  'cpu',
  'energyObject',
  'battery',
  'storageDrive',
] as const

/**
 * entPhysicalTable (RFC 6933) without the volatile columns: Descr, ContainedIn, Class, Name, the revisions, SerialNum,
 * MfgName, ModelName.
 */
const columns = [2, 4, 5, 7, 8, 9, 10, 11, 12, 13].map((column) => oid(`1.3.6.1.2.1.47.1.1.1.1.${column}`))

/** Column of each component field, for evidence. */
const sourceColumns = {
  description: 2,
  manufacturer: 12,
  model: 13,
  serialNumber: 11,
  softwareRevision: 10,
  firmwareRevision: 9,
} as const
export type SourceField = keyof typeof sourceColumns
export const entitySource = (component: Component, field: SourceField): string =>
  formatOid([...oid(`1.3.6.1.2.1.47.1.1.1.1.${sourceColumns[field]}`), Number(component.id)])

export async function readComponents(reader: SnmpReader, truncated: string[]): Promise<Component[]> {
  const rows = await readTable(reader, 'entPhysicalTable', columns, truncated)
  return rows.flatMap(({ index, cells }) => {
    const [id] = index
    if (id === undefined || index.length !== 1) return []
    const [descr, containedIn, physicalClass, name, hardware, firmware, software, serial, manufacturer, model] = cells
    const parent = asNumber(containedIn)
    return [
      {
        id: String(id),
        class: classNames[asNumber(physicalClass) ?? 0] ?? 'unknown',
        ...optional({
          parentId: parent === undefined || parent === 0 ? undefined : String(parent),
          name: asText(name),
          description: asText(descr),
          manufacturer: asText(manufacturer),
          model: asText(model),
          serialNumber: asText(serial),
          hardwareRevision: asText(hardware),
          firmwareRevision: asText(firmware),
          softwareRevision: asText(software),
        }),
      },
    ]
  })
}

/**
 * Returns the chassis of the device itself: each member of a stack, without chassis inside another one. Sorted by
 * index, which vendors number from the first or master member.
 */
export function topChassis(components: readonly Component[]): Component[] {
  const byId = new Map(components.map((component) => [component.id, component]))
  const insideChassis = ({ parentId }: Component): boolean => {
    // The limit ends a parent chain that loops.
    for (let at = parentId, steps = 0; at !== undefined && steps < 64; steps += 1) {
      const parent = byId.get(at)
      if (parent?.class === 'chassis') return true
      at = parent?.parentId
    }
    return false
  }
  return components.filter((component) => component.class === 'chassis' && !insideChassis(component))
}

/** Classes of components that are never the device, even if an agent has few rows. */
export const replaceableParts: ReadonlySet<string> = new Set([
  'powerSupply',
  'fan',
  'sensor',
  'port',
  'battery',
  'storageDrive',
])

/**
 * Returns the component with the model and serial number of the device: the first chassis that names either, otherwise
 * a stack, otherwise the single root of the containment tree.
 */
export function mainEntity(components: readonly Component[]): Component | undefined {
  const named = (list: readonly Component[]) =>
    list.find(({ model, serialNumber }) => model !== undefined && serialNumber !== undefined) ??
    list.find(({ model, serialNumber }) => model !== undefined || serialNumber !== undefined)
  const chassis = named(topChassis(components))
  if (chassis !== undefined) return chassis
  const roots = components.filter((part) => part.parentId === undefined && !replaceableParts.has(part.class))
  return named(roots.filter((root) => root.class === 'stack')) ?? (roots.length === 1 ? named(roots) : undefined)
}

/** Returns the chassis, or the single root, even if it names no model and no serial number. */
export function rootEntity(components: readonly Component[]): Component | undefined {
  const roots = components.filter((part) => part.parentId === undefined && !replaceableParts.has(part.class))
  return topChassis(components)[0] ?? (roots.length === 1 ? roots[0] : undefined)
}

/**
 * Returns the only board of a device whose chassis has no serial number: a fixed device may have it there. Of several
 * modules none is the device.
 */
export function onlyBoard(components: readonly Component[]): Component | undefined {
  const boards = components.filter((part) => part.class === 'module' || part.class === 'backplane')
  const numbered = boards.filter(({ serialNumber }) => serialNumber !== undefined)
  const isFixed = boards.filter((part) => part.class === 'module').length <= 1
  return isFixed && numbered.length === 1 ? numbered[0] : undefined
}
