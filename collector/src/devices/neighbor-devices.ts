import type { NeighborItem } from '@rollcall/shared/api/device-history.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { normaliseMac } from '@rollcall/shared/inventory/primitives.ts'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { nameKeyOf } from '../reconciliation/evidence.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import type { DeviceRow } from './load.ts'

type Holder = { id: string; name: string }

/** What of a neighbour may identify a device, from what says most to what says least. */
const evidenceOf: readonly (readonly [EvidenceKind, (neighbor: Neighbor) => (string | undefined)[]])[] = [
  ['mac', ({ macAddress, chassisId }) => [macAddress, normaliseMac(chassisId ?? '')]],
  ['ip', ({ ipAddress, managementAddresses = [] }) => [ipAddress, ...managementAddresses]],
  // A router is reached at one address and tells its neighbours another, mostly that of a loopback interface.
  ['claimedIp', ({ ipAddress, managementAddresses = [] }) => [ipAddress, ...managementAddresses]],
  ['name', ({ name }) => [nameKeyOf(name)]],
]

/** Each with the device it is, where by one kind of evidence it is exactly one other of the site. */
export async function withDevices(db: Db, device: DeviceRow, neighbors: readonly Neighbor[]): Promise<NeighborItem[]> {
  const found = new Map<Neighbor, Holder>()
  for (const [kind, valuesOf] of evidenceOf) {
    const open = neighbors.filter((neighbor) => !found.has(neighbor))
    const holders = await holdersOf(db, device, kind, open.flatMap(valuesOf))
    for (const neighbor of open) {
      const all = valuesOf(neighbor).flatMap((value) => holders.get(value ?? '') ?? [])
      const [one, ...others] = new Map(all.map((holder) => [holder.id, holder])).values()
      if (one && others.length === 0) found.set(neighbor, one)
    }
  }
  return neighbors.map((neighbor) => ({ ...neighbor, device: found.get(neighbor) ?? null }))
}

async function holdersOf(
  db: Db,
  { id, siteId }: DeviceRow,
  kind: EvidenceKind,
  values: readonly (string | undefined)[],
): Promise<Map<string, Holder[]>> {
  const { devices, deviceIdentifiers: ids } = db.tables(deviceTables)
  const wanted = new Set(values.filter((value) => value !== undefined))
  const found: (Holder & { value: string })[] = []
  for (const chunk of valueChunks([...wanted])) {
    const rows = await db
      .select({ value: ids.value, id: devices.id, name: devices.name })
      .from(ids)
      .innerJoin(devices, eq(devices.id, ids.deviceId))
      .where(and(eq(ids.siteId, siteId), eq(ids.kind, kind), inArray(ids.value, chunk), ne(ids.deviceId, id)))
    found.push(...rows)
  }
  const byValue = Map.groupBy(found, ({ value }) => value)
  return new Map([...byValue].map(([value, rows]) => [value, rows.map(({ id, name }) => ({ id, name }))]))
}
