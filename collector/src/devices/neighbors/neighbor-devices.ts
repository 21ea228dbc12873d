import type { NeighborItem } from '@rollcall/shared/api/device-history.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { and, eq } from 'drizzle-orm'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { nameKeyOf } from '../../matching/canonical-values.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Fields of a device that a network map shows. */
export type MapDevice = Pick<DeviceRow, 'id' | 'name' | 'type' | 'ipAddress' | 'manufacturer' | 'model'> & {
  /** Segment on which it was last found. */
  segmentId: string | null
}

export function mapDeviceColumns(db: Db) {
  const { id, name, type, ipAddress, manufacturer, model, lastSegmentId: segmentId } = db.tables(deviceTables).devices
  return { id, name, type, ipAddress, manufacturer, model, segmentId }
}

/** Values of a neighbor that may identify a device, the strongest first. */
const evidenceOf: readonly (readonly [EvidenceKind, (neighbor: Neighbor) => (string | undefined)[]])[] = [
  ['mac', ({ macAddress, chassisId }) => [macAddress, normaliseMac(chassisId ?? '')]],
  ['ip', ({ ipAddress, managementAddresses = [] }) => [ipAddress, ...managementAddresses]],
  // A router is reached at one address and announces another, mostly that of a loopback interface.
  ['claimedIp', ({ ipAddress, managementAddresses = [] }) => [ipAddress, ...managementAddresses]],
  ['name', ({ name }) => [nameKeyOf(name)]],
]

/** Adds the device to each neighbor if one kind of evidence matches exactly one other device of the site. */
export async function withDevices(db: Db, device: DeviceRow, neighbors: readonly Neighbor[]): Promise<NeighborItem[]> {
  const found = await neighborDevices(
    db,
    device.siteId,
    neighbors.map((neighbor) => ({ neighbor, of: device.id })),
  )
  return neighbors.map((neighbor) => {
    const holder = found.get(neighbor)
    return { ...neighbor, device: holder ? { id: holder.id, name: holder.name } : null }
  })
}

/** Devices of the neighbors of many devices at once. Neighbors without a stored device are not in the map. */
export async function neighborDevices(
  db: Db,
  siteId: string,
  neighbors: readonly { neighbor: Neighbor; of: string }[],
): Promise<Map<Neighbor, MapDevice>> {
  const found = new Map<Neighbor, MapDevice>()
  for (const [kind, valuesOf] of evidenceOf) {
    const open = neighbors.filter(({ neighbor }) => !found.has(neighbor))
    const holders = await holdersOf(
      db,
      siteId,
      kind,
      open.flatMap(({ neighbor }) => valuesOf(neighbor)),
    )
    for (const { neighbor, of } of open) {
      const all = valuesOf(neighbor).flatMap((value) => holders.get(value ?? '') ?? [])
      const [one, ...others] = new Map(all.filter(({ id }) => id !== of).map((holder) => [holder.id, holder])).values()
      if (one && others.length === 0) found.set(neighbor, one)
    }
  }
  return found
}

async function holdersOf(
  db: Db,
  siteId: string,
  kind: EvidenceKind,
  values: readonly (string | undefined)[],
): Promise<Map<string, MapDevice[]>> {
  const { devices, deviceIdentifiers: ids } = db.tables(deviceTables)
  const wanted = [...new Set(values.filter((value) => value !== undefined))]
  const rows = await db
    .select({ value: ids.value, ...mapDeviceColumns(db) })
    .from(ids)
    .innerJoin(devices, eq(devices.id, ids.deviceId))
    .where(and(eq(ids.siteId, siteId), eq(ids.kind, kind), among(ids.value, wanted)))
  return Map.groupBy(rows, ({ value }) => value)
}
