import { type AttachedNetwork, attachedBlock } from '@rollcall/shared/messages/attached-network.ts'
import { formatAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, formatBlock, mergeRanges, overlap } from '@rollcall/shared/targets/ranges.ts'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { macAddressesAt } from '../../device-records/announced-addresses.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { alphabetical } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

export type SegmentRanges = { id: string; auditServiceId: string | null; ranges: readonly AddressRange[] }

/** Network of an Audit Service, as targets for a segment. */
export type ServiceNetwork = {
  auditService: { id: string; name: string; interfaceName: string }
  address: string
  macAddress: string | undefined
  block: AddressRange
  network: string
}

/**
 * Prefix lengths of suggested networks: at most 65,536 addresses. Of a larger IPv4 network, the block around the Audit
 * Service's own address is suggested. A larger IPv6 network cannot be scanned.
 */
const prefixMin = { 4: 16, 6: 112 }

/**
 * Lists networks that Audit Services are attached to and whose hosts are not all in segments. Networks of equal
 * addresses at two Audit Services count as two, because branches are often built alike.
 */
export async function uncoveredNetworks(
  db: Db,
  siteId: string,
  segments: readonly SegmentRanges[],
): Promise<ServiceNetwork[]> {
  const networks = await readNetworks(db, siteId)
  const found = await macAddressesAt(
    db,
    siteId,
    networks.map(({ address }) => address),
  )
  const proofs = new Set(found.map((each) => proofOf(each)))
  return networks.filter((own) => {
    const { auditService, address, macAddress, block } = own
    const isShared = (other: string) =>
      networks.some((each) => each.auditService.id === other && overlap(each.block, block))
    const covers = ({ id, auditServiceId }: SegmentRanges) =>
      auditServiceId === null ||
      auditServiceId === auditService.id ||
      !isShared(auditServiceId) ||
      proofs.has(proofOf({ segmentId: id, address, macAddress }))
    const near = segments.filter((each) => each.ranges.some((range) => overlap(range, block)) && covers(each))
    return !containsAll(mergeRanges(near.flatMap(({ ranges }) => ranges.map(widened))), block)
  })
}

/**
 * Identifies the proof that a segment's scan and an Audit Service are in the same network: it found the service's own
 * hardware address at the service's own address.
 */
const proofOf = (found: { segmentId: string | null; address: string | null; macAddress: string | undefined }) =>
  `${found.segmentId} ${found.address} ${found.macAddress}`

async function readNetworks(db: Db, siteId: string): Promise<ServiceNetwork[]> {
  const { auditServices } = db.tables(enrollmentTables)
  const { id, name, networks } = auditServices
  const rows = await db
    .select({ id, name, networks })
    .from(auditServices)
    .where(and(eq(auditServices.siteId, siteId), isNotNull(networks)))
    .orderBy(alphabetical(name), asc(id))
  return rows.flatMap((row) => {
    const suggested = (row.networks ?? []).flatMap((each) => suggestedNetwork(each, row))
    return [...new Map(suggested.map((each) => [each.network, each])).values()]
  })
}

function suggestedNetwork(reported: AttachedNetwork, { id, name }: { id: string; name: string }): ServiceNetwork[] {
  const { interfaceName, address, macAddress } = reported
  const { family } = attachedBlock(reported)
  if (family === 6 && reported.prefixLength < prefixMin[6]) return []
  const prefixLength = Math.max(reported.prefixLength, prefixMin[family])
  const block = attachedBlock({ address, prefixLength })
  const network = formatBlock(block, prefixLength)
  return [{ auditService: { id, name, interfaceName }, address, macAddress, block, network }]
}

/** Adds the addresses beside a range: the targets of a segment leave out those of the network and of broadcasts. */
const widened = ({ family, first, last }: AddressRange) => ({ family, first: first - 1n, last: last + 1n })

/** `merged` has no adjacent ranges, so one of them contains all addresses or some are missing. */
const containsAll = (merged: readonly AddressRange[], { family, first, last }: AddressRange): boolean =>
  merged.some((range) => range.family === family && range.first <= first && last <= range.last)

/** Returns the first address of the network. No host has it, so it can stand for the network on the Ignore List. */
export const firstAddressOf = ({ block: { family, first } }: ServiceNetwork): string => formatAddress(family, first)
