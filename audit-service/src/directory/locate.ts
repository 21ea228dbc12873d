import type { DirectoryAddress } from '@rollcall/shared/api/segment.ts'
import type { AddressRange } from '@rollcall/shared/targets/ranges.ts'
import { resolveNames } from '../discovery/resolve-names.ts'
import type { Computer } from './computer.ts'
import { domainLookup } from './domain-names.ts'
import type { ComputerList } from './list-computers.ts'

export type Located = {
  ranges: AddressRange[]
  /** The computers whose names lead to an address. */
  byAddress: Map<string, Computer[]>
  /** What has no address to look at. */
  nowhere: Computer[]
  /** Whether the domain's DNS was asked. */
  byDomain: boolean
}

/** Of one name: two questions, each tried twice. */
const nameTimeoutMs = 10_000
const domainLookupsAtOnce = 64

/** Where the computers are, by the DNS of their domain or else by this machine's. */
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
