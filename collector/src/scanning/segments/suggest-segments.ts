import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { parseAddress } from '@rollcall/shared/targets/address.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { type AddressRange, compareAddresses, containsAddress, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { eq } from 'drizzle-orm'
import { devicesAt, readAnnounced } from '../../device-records/announced-addresses.ts'
import type { Context } from '../../lib/context.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { readPatterns } from '../ignore-list/read-patterns.ts'

type Announced = Awaited<ReturnType<typeof readAnnounced>>[number]

const seenByMax = 16

/**
 * Lists neighbors from LLDP, CDP and similar protocols that no segment covers: no segment contains the address, and
 * none found a device at it (a segment of names or a directory may). Neighbors on the Ignore List, by address or by
 * name, are left out. Sorted by address, IPv4 first.
 */
export async function listSuggestions(ctx: Context, { limit, offset }: Page): Promise<List<SegmentSuggestion>> {
  return ctx.store.read(async (db) => {
    const covered = await coveredRanges(db, ctx.siteId)
    const isIgnoredAddress = await readPatterns(db, ctx.siteId, 'ip')
    const isIgnoredName = await readPatterns(db, ctx.siteId, 'name')
    const isWanted = ({ address, name }: Announced) => !isIgnoredAddress(address) && !(name && isIgnoredName(name))
    const announced = (await readAnnounced(db, ctx.siteId)).filter(isWanted)
    const outside = Map.groupBy(
      announced.filter(({ address }) => !containsAddress(covered, address)),
      ({ address }) => address,
    )
    const found = await devicesAt(db, ctx.siteId, [...outside.keys()])
    for (const { ipAddress, lastSegmentId } of found) if (lastSegmentId !== null) outside.delete(ipAddress ?? '')
    const byAddress = new Map(found.map(({ ipAddress, id, name }) => [ipAddress, { id, name }]))
    const items = [...outside.keys()]
      .sort(byValue)
      .slice(offset, offset + limit)
      .map((address) => suggestionOf(address, outside.get(address) ?? [], byAddress.get(address) ?? null))
    return { items, total: outside.size }
  })
}

async function coveredRanges(db: Db, siteId: string): Promise<AddressRange[]> {
  const { segments } = db.tables(segmentTables)
  const rows = await db.select({ addresses: segments.addresses }).from(segments).where(eq(segments.siteId, siteId))
  return mergeRanges(rows.flatMap(({ addresses }) => parseTargets(addresses, { allowNames: true }).ranges))
}

function suggestionOf(
  address: string,
  met: readonly Announced[],
  device: SegmentSuggestion['device'],
): SegmentSuggestion {
  const first = <F extends 'network' | 'name' | 'description'>(field: F) =>
    met.find((each) => each[field])?.[field] ?? null
  return {
    address,
    network: first('network'),
    name: first('name'),
    description: first('description'),
    device,
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
