import type { DirectoryAddress } from '@rollcall/shared/api/segment.ts'
import type { AddressRange } from '@rollcall/shared/targets/ranges.ts'
import { resolveNames } from '../discovery/resolve-target-names.ts'
import type { Computer } from './computer.ts'
import { domainLookup } from './domain-names.ts'
import type { ComputerList } from './list-computers.ts'

export type Located = {
  ranges: AddressRange[]
  /** Computers whose names resolve to an address, by address. */
  byAddress: Map<string, Computer[]>
  /** Computers without an address. */
  nowhere: Computer[]
  /** True if the domain's DNS server answered. */
  byDomain: boolean
}

/** Time limit of one name: two queries with two tries each. */
const nameTimeoutMs = 10_000
const domainLookupsAtOnce = 64

/**
 * Resolves the addresses of the computers with the DNS server of their domain, or else with this machine's resolver.
 */
export async function locate(
  { computers, serverAddress }: ComputerList,
  { baseDn }: DirectoryAddress,
  signal: AbortSignal,
): Promise<Located> {
  const lookup = await domainLookup(serverAddress, baseDn)
  const named = Map.groupBy(computers, ({ dnsName }) => dnsName ?? '')
  named.delete('')
  const byDns = lookup && { lookup, lookupsAtOnce: domainLookupsAtOnce }
  const resolving = { allowLoopback: false, timeoutMs: nameTimeoutMs, signal, ...byDns }
  const { ranges, namesByAddress } = await resolveNames([...named.keys()], resolving)
  const byAddress = new Map(
    [...namesByAddress].map(([address, names]) => [address, names.flatMap((name) => named.get(name) ?? [])]),
  )
  const somewhere = new Set([...byAddress.values()].flat())
  return {
    ranges,
    byAddress,
    nowhere: computers.filter((computer) => !somewhere.has(computer)),
    byDomain: lookup !== undefined,
  }
}
