import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import type { SearchQuery, SearchResult, SearchResultList } from '@rollcall/shared/api/search.ts'
import { macDigits } from '@rollcall/shared/inventory/mac-notations.ts'
import { listDevices } from '../devices/list/list-devices.ts'
import type { Context } from '../lib/context.ts'
import { connectionsOfDevices, findMacs } from '../network-map/connections/read-connections.ts'
import type { Db } from '../store/store.ts'
import { findByIdentifiers, type Hit, holdersOfMacs } from './find-by-identifiers.ts'
import { findByTerms } from './find-by-terms.ts'

/**
 * Searches the inventory for what a person has at hand: a name, an address, a MAC in any notation, a serial number, a
 * user, a port. Exact values come first, then parts of values; a MAC that no device has comes with its port.
 */
export async function search(ctx: Context, { q, limit }: SearchQuery): Promise<SearchResultList> {
  const digits = macDigits(q)
  const listed = await listDevices(ctx, deviceQuerySchema.parse({ q, limit: String(limit) }))
  return ctx.store.read(async (db) => {
    const { siteId } = ctx
    const exact = await findByIdentifiers(db, siteId, q, limit)
    const terms = await findByTerms(db, siteId, q, limit)
    const byList = listed.items.map((device): Hit => ({ device, matched: null, port: null }))
    const macs = digits === undefined ? { found: [], unknown: [] } : await findByPorts(db, siteId, digits, limit)
    const found = [
      ...exact,
      ...terms.filter(({ isExact }) => isExact),
      ...byList,
      ...terms.filter(({ isExact }) => !isExact),
      ...macs.found,
    ]
    const devices = await withConnections(db, siteId, once(found).slice(0, limit))
    return { items: [...devices, ...macs.unknown].slice(0, limit), devices: listed.total }
  })
}

/** Devices whose MACs are at ports of switches, and MACs there that no device has. */
async function findByPorts(db: Db, siteId: string, digits: string, limit: number) {
  const macs = await findMacs(db, siteId, digits, limit)
  const holders = await holdersOfMacs(
    db,
    siteId,
    macs.map(({ macAddress }) => macAddress),
  )
  const unknown = macs.filter(({ macAddress }) => !holders.has(macAddress))
  return {
    found: [...holders.values()].flat(),
    unknown: unknown.map(
      ({ macAddress, connection }): SearchResult => ({ ...nothing, kind: 'mac', macAddress, connection }),
    ),
  }
}

const nothing = { device: null, matched: null, port: null, macAddress: null, connection: null }

/** The first result for each device, or for each port. */
const once = (found: readonly Hit[]): Hit[] =>
  [
    ...new Map([...found].reverse().map((each) => [`${each.device.id} ${each.port?.name ?? ''}`, each])).values(),
  ].reverse()

async function withConnections(db: Db, siteId: string, found: readonly Hit[]): Promise<SearchResult[]> {
  const ids = found.flatMap(({ device, port }) => (port ? [] : [device.id]))
  const connections = await connectionsOfDevices(db, siteId, ids)
  return found.map(({ device: { id, name, type, ipAddress, macAddress, serialNumber }, matched, port }) => ({
    ...nothing,
    kind: port ? 'port' : 'device',
    device: { id, name, type, ipAddress, macAddress, serialNumber },
    matched,
    port,
    connection: port ? null : (connections.get(id)?.[0] ?? null),
  }))
}
