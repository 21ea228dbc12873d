import { and, desc, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { sightingTables } from '../store/schema/sightings.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Limits for an address that very many devices had, as in a pool. */
const [devicesMax, sightingsMax] = [200, 10_000]

const addressKinds = ['ip', 'claimedIp'] as const
const isAddress = (kind: string) => addressKinds.some((each) => each === kind)

type AddressSighting = { deviceId: string; firstAt: string; lastAt: string }

/** Sightings of devices with an address, whether it is the one that lists show or not. */
export async function sightingsWithAddress(db: Db, siteId: string, address: string): Promise<AddressSighting[]> {
  const { deviceSightings: sightings, deviceTraces: traces } = db.tables(sightingTables)
  const traced = await db
    .select({ deviceId: traces.deviceId })
    .from(traces)
    .where(and(eq(traces.siteId, siteId), eq(traces.kind, 'ip'), eq(traces.value, address)))
    .limit(devicesMax)
  if (traced.length === 0) return []
  const ids = traced.map((row) => row.deviceId)
  const { deviceId, firstAt, lastAt, evidence } = sightings
  const rows = await db
    .select({ deviceId, firstAt, lastAt, evidence })
    .from(sightings)
    .where(among(deviceId, ids))
    .orderBy(desc(lastAt))
    .limit(sightingsMax)
  return rows
    .filter(({ evidence }) => evidence.some(({ kind, value }) => isAddress(kind) && value === address))
    .map(({ evidence: _, ...sighting }) => sighting)
}

/** Devices that have an address now, as far as they were not seen without it since. */
export async function devicesWithAddress(db: Db, siteId: string, address: string): Promise<Set<string>> {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const found = new Set<string>()
  for (const kind of addressKinds) {
    const rows = await db
      .select({ deviceId: ids.deviceId })
      .from(ids)
      .where(and(eq(ids.siteId, siteId), eq(ids.kind, kind), eq(ids.value, address)))
      .limit(devicesMax)
    for (const { deviceId } of rows) found.add(deviceId)
  }
  return found
}
