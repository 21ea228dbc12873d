import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import * as z from 'zod/mini'
import { runText } from '../../platform/host.ts'
import type { Address, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'

/** Reads addresses from iproute2, which assigns each to its interface even if it is in no network of it. */
export const ipAddresses: Source<NetworkPart> = {
  name: 'ip-addresses',
  reads: ['interfaces.addresses', 'ipAddress', 'macAddress'],
  isAvailable: (host) => host.hasProgram('ip'),
  collect: async (host) => ({ addresses: parseIpAddresses(await runText(host, 'ip', ['-json', 'addr'])) }),
}

/** Rows filtered out by `ip` itself are printed as empty objects. */
const outputSchema = z.array(
  z.object({
    ifname: z.optional(z.string()),
    addr_info: z._default(
      z.array(
        z.object({
          local: z.optional(z.string()),
          prefixlen: z.optional(z.int()),
          /** True for a privacy address (RFC 8981), which changes every day. */
          temporary: z.optional(z.boolean()),
        }),
      ),
      [],
    ),
  }),
)

export function parseIpAddresses(text: string): Map<string, Address[]> {
  const addresses = new Map<string, Address[]>()
  for (const { ifname, addr_info } of outputSchema.parse(parseOutput(text))) {
    if (ifname === undefined) continue
    const own = addr_info.flatMap(({ local, prefixlen, temporary }) =>
      local === undefined || temporary ? [] : { address: local, prefixLength: prefixlen },
    )
    addresses.set(ifname, own)
  }
  return addresses
}

/** Parses the output of `ip -json`. Throws on the text of BusyBox's `ip`, which has no -json. */
export function parseOutput(text: string): unknown {
  const value = parseJson(text.trim() || '[]')
  if (value === undefined) throw new Error('this `ip` does not print JSON')
  return value
}
