import type { Network } from '@rollcall/shared/inventory/network.ts'
import { and, asc, eq } from 'drizzle-orm'
import { shownReadingsOf } from '../../device-records/device-states.ts'
import { inList } from '../../device-records/listed-devices.ts'
import { createPause } from '../../lib/in-turns.ts'
import { seqsOfSections } from '../../snapshots/sections/sections.ts'
import { loadSections, readLoaded } from '../../snapshots/sections/stored-sections.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { chunks } from '../../store/sql.ts'
import type { Db, Store } from '../../store/store.ts'
import { type MapDevice, mapDeviceColumns } from './neighbor-devices.ts'

/** A network device with a network section, and the section that describes it now. */
export type NetworkDevice = { device: MapDevice; readAt: string; networkHash: string }

/** Network devices of the site by name, up to a number. */
export async function listNetworkDevices(db: Db, siteId: string, limit: number): Promise<NetworkDevice[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select(mapDeviceColumns(db))
    .from(devices)
    .where(and(inList(db, siteId), eq(devices.type, 'network-device')))
    .orderBy(asc(devices.nameKey), asc(devices.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const readings = await shownReadingsOf(db, ids, 'network')
  return rows.flatMap((device) => {
    const reading = readings.get(device.id)
    return reading ? [{ device, readAt: reading.auditDate, networkHash: reading.hash }] : []
  })
}

/** Sections read at once. One may be some MiB. */
const readAtOnce = 25

/**
 * Reads the network sections, a few at a time. None is held longer than `use` takes, so that others need not wait. A
 * section that a newer snapshot has replaced meanwhile is left out.
 */
export async function eachNetwork(
  store: Store,
  listed: readonly NetworkDevice[],
  use: (device: NetworkDevice, network: Network) => void,
): Promise<void> {
  const pause = createPause()
  for (const some of chunks(listed, readAtOnce)) {
    await pause()
    const loaded = await store.read(async (db) => {
      const seqs = await seqsOfSections(
        db,
        some.map(({ networkHash }) => networkHash),
      )
      return loadSections(db, [...seqs.values()])
    })
    const sections = await readLoaded(loaded)
    const byHash = new Map([...sections.values()].map(({ hash, content }) => [hash, content as Network]))
    for (const each of some) {
      const network = byHash.get(each.networkHash)
      if (network) use(each, network)
    }
  }
}
