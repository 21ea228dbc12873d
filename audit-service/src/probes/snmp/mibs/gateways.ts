import { type Oid, oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asBytes, type Varbind } from '../varbind.ts'
import { addressOfOctets, inetAddressAt } from './inet-address.ts'

const zeros = (count: number): number[] => new Array<number>(count).fill(0)

/** inetCidrRouteIfIndex (RFC 4292) of the routes to 0.0.0.0/0 and ::/0 only: a whole table may have a million rows. */
const inetCidrRoute = oid('1.3.6.1.2.1.4.24.7.1.7')
const defaultIpv4: Oid = [...inetCidrRoute, 1, 4, ...zeros(4), 0]
const defaultIpv6: Oid = [...inetCidrRoute, 2, 16, ...zeros(16), 0]
/** ipCidrRouteNextHop (RFC 2096): its index starts with destination and mask. */
const defaultCidr: Oid = [...oid('1.3.6.1.2.1.4.24.4.1.4'), ...zeros(8)]
/** ipRouteNextHop (RFC 1213). */
const ipRouteNextHop = oid('1.3.6.1.2.1.4.21.1.7.0.0.0.0')

const gatewaysMax = 16

/** Returns the next hops of the default routes, from the newest table that has any. */
export async function readGateways(reader: SnmpReader): Promise<string[]> {
  const roots = [defaultIpv4, defaultIpv6, defaultCidr]
  const { rows } = await reader.table(roots, { rowsMax: gatewaysMax * roots.length })
  const cells = rows.map((row) => row.cells)
  const inet = cells.flatMap(([ipv4, ipv6]) => [nextHopOf(ipv4), nextHopOf(ipv6)])
  const cidr = cells.map(([, , nextHop]) => addressOfOctets(asBytes(nextHop)))
  const [old] = inet.concat(cidr).some(isPresent) ? [] : await reader.get([ipRouteNextHop])
  const found = [inet, cidr, [addressOfOctets(asBytes(old))]].find((hops) => hops.some(isPresent)) ?? []
  return [...new Set(found.filter(isPresent))].slice(0, gatewaysMax)
}

const isPresent = (hop: string | undefined): hop is string => hop !== undefined

/** Parses the index after destination and prefix length: a policy as an OID with its length, then the next hop. */
function nextHopOf(varbind: Varbind | undefined): string | undefined {
  if (varbind === undefined) return undefined
  const root = [defaultIpv4, defaultIpv6].find((each) => each.every((value, at) => varbind.oid[at] === value)) ?? []
  const rest = varbind.oid.slice(root.length)
  return inetAddressAt(rest, 1 + (rest[0] ?? 0))
}
