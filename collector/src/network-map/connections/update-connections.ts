import { eq } from 'drizzle-orm'
import { devicesMatching } from '../../devices/query/devices-matching.ts'
import { openFindingsOfMoves } from '../../findings/changes/findings-of-moves.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { allSites } from '../../sites/read.ts'
import { connectionTables } from '../../store/schema/network-map.ts'
import { listSwitches } from '../map-cache.ts'
import { type MapContext, readLayer2 } from '../read-map.ts'
import { connectionsOf } from './connections-of-map.ts'
import { movesOf } from './moves.ts'

/** Part of the time that updates of one site take at most: while a scan lasts, each audit changes the map. */
const share = 0.1
/** Longest wait between two updates: an update takes long if there is much other work. */
const waitMsMax = 60_000

type LastUpdate = { signature: string; nextAtMs: number }

/**
 * Creates the job that stores where devices are connected. A site's map is built again only after an audit of one of
 * its network devices, and only differences are written.
 */
export function createConnectionUpdates(system: SystemContext): () => Promise<void> {
  const lastOf = new Map<string, LastUpdate>()
  return async () => {
    for (const { id: siteId } of await allSites(system)) {
      const startedMs = system.clock.now().getTime()
      const last = lastOf.get(siteId)
      if (last && startedMs < last.nextAtMs) continue
      const ctx = { store: system.store, clock: system.clock, siteId }
      const { listed, signature } = await listSwitches(ctx)
      if (signature === last?.signature) continue
      await writeConnections(ctx, connectionsOf((await readLayer2(ctx, listed)).map))
      const endedMs = system.clock.now().getTime()
      lastOf.set(siteId, { signature, nextAtMs: endedMs + Math.min((endedMs - startedMs) / share, waitMsMax) })
    }
  }
}

/** Makes these the connections of the site. */
async function writeConnections(ctx: MapContext, found: ReturnType<typeof connectionsOf>): Promise<void> {
  const { store, siteId } = ctx
  const rows = new Map(
    found.map((each) => {
      const id = JSON.stringify([siteId, each.switchId, each.switchName, each.port, each.mac, each.deviceId])
      return [id, { ...each, id, siteId }]
    }),
  )
  await store.write(async (tx) => {
    const { connections } = tx.tables(connectionTables)
    const { id, vlan, switchId, port, mac, deviceId } = connections
    const stored = await tx
      .select({ id, vlan, switchId, port, mac, deviceId })
      .from(connections)
      .where(eq(connections.siteId, siteId))
    const vlans = new Map(stored.map(({ id, vlan }) => [id, vlan]))
    await tx.deleteRows(
      connections,
      stored.filter(({ id }) => !rows.has(id)),
      ['id'],
    )
    const differing = [...rows.values()].filter(({ id, vlan }) => vlans.get(id) !== vlan)
    await tx.upsertRows(connections, differing, { target: ['id'], set: ['vlan'] })
    await openFindingsOfMoves(tx, siteId, movesOf(stored, found), nowOf(ctx), devicesMatching)
  })
}
