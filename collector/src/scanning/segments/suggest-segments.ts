import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { parseAddress } from '@rollcall/shared/targets/address.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { compareAddresses, containsAddress, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { eq } from 'drizzle-orm'
import { devicesAt, readAnnounced } from '../../device-records/announced-addresses.ts'
import type { Context } from '../../lib/context.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { readPatterns } from '../ignore-list/compiled-lists.ts'
import { firstAddressOf, type SegmentRanges, type ServiceNetwork, uncoveredNetworks } from './uncovered-networks.ts'

type Announced = Awaited<ReturnType<typeof readAnnounced>>[number]

const seenByMax = 16

/**
 * Lists what no segment covers: networks of Audit Services, and neighbors from LLDP, CDP and similar protocols, if no
 * segment contains the address and none found a device at it (a segment of names or a directory may). Neighbors on the
 * Ignore List, by address or by name, are left out, and so are networks whose first address is on it. Sorted by
 * address, IPv4 first.
 */
export async function listSuggestions(ctx: Context, { limit, offset }: Page): Promise<List<SegmentSuggestion>> {
  return ctx.store.read(async (db) => {
    const segments = await readSegmentRanges(db, ctx.siteId)
    const covered = mergeRanges(segments.flatMap(({ ranges }) => ranges))
    const isIgnoredAddress = await readPatterns(db, ctx.siteId, 'ip')
    const isIgnoredName = await readPatterns(db, ctx.siteId, 'name')
    const isWanted = ({ address, name }: Announced) => !isIgnoredAddress(address) && !(name && isIgnoredName(name))
    const announced = (await readAnnounced(db, ctx.siteId)).filter(isWanted)
    const outside = Map.groupBy(
      announced.filter(({ address }) => !containsAddress(covered, address)),
      ({ address }) => address,
    )
    const networks = (await uncoveredNetworks(db, ctx.siteId, segments)).filter(
      (each) => !isIgnoredAddress(firstAddressOf(each)),
    )
    const addresses = [...outside.keys(), ...networks.map(({ address }) => address)]
    const found = await devicesAt(db, ctx.siteId, addresses)
    for (const { ipAddress, lastSegmentId } of found) if (lastSegmentId !== null) outside.delete(ipAddress ?? '')
    const byAddress = new Map(found.map(({ ipAddress, id, name }) => [ipAddress, { id, name }]))
    const all = [
      ...networks.map((own) => ({ address: own.address, fields: () => ofNetwork(own) })),
      ...[...outside].map(([address, met]) => ({ address, fields: () => ofNeighbor(met) })),
    ]
    const items = all
      .sort((a, b) => byValue(a.address, b.address))
      .slice(offset, offset + limit)
      .map(({ address, fields }) => ({ address, ...fields(), device: byAddress.get(address) ?? null }))
    return { items, total: all.length }
  })
}

async function readSegmentRanges(db: Db, siteId: string): Promise<SegmentRanges[]> {
  const { segments } = db.tables(segmentTables)
  const { id, auditServiceId, addresses } = segments
  const rows = await db.select({ id, auditServiceId, addresses }).from(segments).where(eq(segments.siteId, siteId))
  return rows.map(({ addresses, ...row }) => ({ ...row, ranges: parseTargets(addresses, { allowNames: true }).ranges }))
}

type Fields = Omit<SegmentSuggestion, 'address' | 'device'>

const ofNetwork = ({ network, auditService }: ServiceNetwork): Fields => ({
  network,
  auditService,
  name: null,
  description: null,
  seenBy: [],
})

function ofNeighbor(met: readonly Announced[]): Fields {
  const first = <F extends 'network' | 'name' | 'description'>(field: F) =>
    met.find((each) => each[field])?.[field] ?? null
  return {
    network: first('network'),
    auditService: null,
    name: first('name'),
    description: first('description'),
    seenBy: met.slice(0, seenByMax).map(({ deviceId, deviceName, port, protocol }) => ({
      device: { id: deviceId, name: deviceName },
      port,
      protocol,
    })),
  }
}

function byValue(a: string, b: string): number {
  const [left, right] = [parseAddress(a), parseAddress(b)]
  return left && right ? compareAddresses(left, right) : a.localeCompare(b)
}
